// SPDX-License-Identifier: GPL-2.0
/* A batch: commands from a file, one a line. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "pausectl.h"

#define LINE_OCTETS	4096

/*
 * Read a line without its end. Returns the octet behind: a line feed, EOF, or one that the line may
 * not have.
 */
static int read_line(FILE *stream, char *line)
{
	size_t used = 0;
	int octet;

	while ((octet = getc(stream)) != EOF && octet != '\n') {
		if (!octet || used == LINE_OCTETS - 1)
			break;
		line[used++] = (char)octet;
	}
	line[used] = '\0';
	return octet;
}

static void skip_line(FILE *stream)
{
	int octet;

	do {
		octet = getc(stream);
	} while (octet != EOF && octet != '\n');
}

/* Blanks separate words. A word that begins with # begins a comment. */
static void split(char *line, char **words)
{
	char *word;

	while ((word = strsep(&line, " \t\r")) && *word != '#')
		if (*word)
			*words++ = word;
	*words = NULL;
}

static int run_line(FILE *stream, char *line, int end, int (*run)(char **words))
{
	char *words[LINE_OCTETS / 2 + 1];

	if (end == '\n') {
		split(line, words);
		return *words ? run(words) : STATUS_OK;
	}
	if (ferror(stream))
		complain("%s", strerror(errno));
	else if (end == EOF)
		complain("the line has no end, so the file may be cut off");
	else if (!end)
		complain("the line has an octet 0");
	else
		complain("the line is too long, allowed are %u octets", LINE_OCTETS - 1);
	return STATUS_USAGE;
}

static int run_lines(const char *file, FILE *stream, bool force, int (*run)(char **words))
{
	int end = '\n', status, result = STATUS_OK;
	char line[LINE_OCTETS];
	struct source outer;
	unsigned int number;
	sigset_t signals;

	outer = complain_from(NULL, 0);
	sigprocmask(SIG_SETMASK, NULL, &signals);
	for (number = 1; end != EOF && (force || !result); number++) {
		end = read_line(stream, line);
		if (end == EOF && !*line && !ferror(stream))
			break;
		complain_from(file, number);
		status = run_line(stream, line, end, run);
		if (!result)
			result = status;
		if (force && end != EOF && end != '\n')
			skip_line(stream);
		if (fflush(stdout))
			break;
		/* A signal that ended monitor ends the batch here. */
		sigprocmask(SIG_SETMASK, &signals, NULL);
	}
	complain_from(outer.file, outer.line);
	return result;
}

int batch(const char *file, bool force, int (*run)(char **words))
{
	FILE *stream = strcmp(file, "-") ? fopen(file, "re") : stdin;
	int status;

	if (!stream) {
		complain("%s: %s", file, strerror(errno));
		return STATUS_USAGE;
	}
	status = run_lines(file, stream, force, run);
	if (stream != stdin)
		fclose(stream);
	return status;
}
