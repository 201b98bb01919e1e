// SPDX-License-Identifier: GPL-2.0
/* A batch: commands from a file, one a line. */
#include <signal.h>

#include "pausectl.h"

#define LINE_MOST	4095

/* Blanks separate words. A word that begins with # begins a comment. */
static void split(char *line, char **words)
{
	char *word;

	while ((word = strsep(&line, " \t\r\n")) && *word != '#')
		if (*word)
			*words++ = word;
	*words = NULL;
}

/* @length: of the line with its end, -1: it cannot be read */
static int run_line(char *line, ssize_t length, int (*run)(char **words))
{
	char *words[LINE_MOST / 2 + 2];

	if (length > 0 && length <= LINE_MOST + 1 && line[length - 1] == '\n' &&
	    strlen(line) == (size_t)length) {
		split(line, words);
		return *words ? run(words) : STATUS_OK;
	}
	if (length < 0)
		complain("%s", strerror(errno));
	else if (strlen(line) != (size_t)length)
		complain("the line has an octet 0");
	else if (line[length - 1] != '\n')
		complain("the line has no end, so the file may be cut off");
	else
		complain("the line is too long, allowed are %u octets", LINE_MOST);
	return STATUS_USAGE;
}

int batch(const char *file, bool force, int (*run)(char **words))
{
	FILE *stream = strcmp(file, "-") ? fopen(file, "re") : stdin;
	int status, result = STATUS_OK;
	struct source outer = source;
	unsigned int number;
	char *line = NULL;
	sigset_t signals;
	size_t room = 0;
	ssize_t length;

	if (!stream) {
		complain("%s: %s", file, strerror(errno));
		return STATUS_USAGE;
	}
	sigprocmask(SIG_SETMASK, NULL, &signals);
	for (number = 1; force || !result; number++) {
		length = getline(&line, &room, stream);
		if (length < 0 && feof(stream))
			break;
		source = (struct source){ file, number };
		status = run_line(line, length, run);
		if (!result)
			result = status;
		if (length < 0 || fflush(stdout))
			break;
		/* A signal that ended monitor ends the batch here. */
		sigprocmask(SIG_SETMASK, &signals, NULL);
	}
	source = outer;
	free(line);
	if (stream != stdin)
		fclose(stream);
	return result;
}
