// SPDX-License-Identifier: GPL-2.0
/* Draw a file of record. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pausectl.h"
#include "plot.h"

enum format { FORMAT_SVG, FORMAT_PNG, FORMAT_TRACE, FORMAT_DOT };

static const char *const formats[] = { "svg", "png", "trace", "dot", NULL };

struct plot {
	const char *file;
	const char *output;	/* NULL: stdout */
	unsigned int format;
	bool format_given;
};

/* 0, or the errno of a program that could not be started; -1: it failed. */
static int run_gnuplot(int program, int output)
{
	char name[] = "gnuplot", input[] = "-";
	char *const arguments[] = { name, input, NULL };
	posix_spawn_file_actions_t actions;
	int status = 0, error;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, program, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	error = posix_spawnp(&pid, name, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error)
		return error;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status ? -1 : 0;
}

/* A file in memory, because gnuplot does not tell that a disk is full. */
static FILE *memory_file(void)
{
	int fd = memfd_create("pausectl plot", MFD_CLOEXEC);

	return fd < 0 ? NULL : fdopen(fd, "w+e");
}

/* The caller looks for errors of @to. */
static void copy(FILE *from, FILE *to)
{
	char octets[4096];
	size_t length;

	rewind(from);
	while ((length = fread(octets, 1, sizeof(octets), from)))
		fwrite(octets, 1, length, to);
}

/* gnuplot makes @picture of @program. */
static int draw(FILE *program, FILE *picture)
{
	int error;

	if (fflush(program) || ferror(program))
		return refused("plot", "%s", strerror(errno));
	rewind(program);
	error = run_gnuplot(fileno(program), fileno(picture));
	if (error == ENOENT)
		return refused("plot", "gnuplot is missing, install %s",
			       "the package gnuplot-nox (Debian) or gnuplot");
	if (error)
		return refused("plot", "gnuplot: %s", error < 0 ? "failed" : strerror(error));
	return STATUS_OK;
}

static int write_picture(const struct plot *plot, const struct recording *recording,
			 FILE *stream)
{
	FILE *program = memory_file(), *picture = memory_file();
	int status;

	if (program && picture) {
		plot_picture(recording, formats[plot->format], program);
		status = draw(program, picture);
		if (!status)
			copy(picture, stream);
	} else {
		status = refused("plot", "%s", strerror(errno));
	}
	if (program)
		fclose(program);
	if (picture)
		fclose(picture);
	return status;
}

static int write_format(const struct plot *plot, const struct recording *recording, FILE *stream)
{
	int error = 0;

	switch (plot->format) {
	case FORMAT_TRACE:
		plot_trace(recording, stream);
		break;
	case FORMAT_DOT:
		error = plot_graph(recording, stream);
		break;
	default:
		return write_picture(plot, recording, stream);
	}
	return error ? refused("plot", "%s", strerror(-error)) : STATUS_OK;
}

/* The caller looks for errors of stdout. */
static int write_output(const struct plot *plot, const struct recording *recording)
{
	FILE *stream = plot->output ? fopen(plot->output, "we") : stdout;
	int status, error;

	if (!stream)
		return refused("plot", "%s: %s", plot->output, strerror(errno));
	status = write_format(plot, recording, stream);
	if (!plot->output)
		return status;
	error = ferror(stream);
	if ((fclose(stream) || error) && !status)
		status = refused("plot", "%s: could not write all of it", plot->output);
	return status;
}

/* The format that the name of the output ends with; svg if it has no end. 0 or -1 */
static int choose_format(struct plot *plot, struct parse_error *err)
{
	const char *name = strrchr(plot->output, '/'), *end;
	unsigned int i;

	end = strrchr(name ? name : plot->output, '.');
	for (i = 0; end && formats[i]; i++) {
		if (strcasecmp(end + 1, formats[i]))
			continue;
		plot->format = i;
		return 0;
	}
	if (!end)
		return 0;
	return parse_refuse(err, "output", plot->output,
			    "names that end with .svg, .png or .dot, and any behind format");
}

static bool is_same_file(const char *one, const char *other)
{
	struct stat first, second;

	return !stat(one, &first) && !stat(other, &second) && first.st_dev == second.st_dev &&
	       first.st_ino == second.st_ino;
}

static int parse_words(char **words, struct plot *plot, struct parse_error *err)
{
	static const char *const options[] = { "format", "output", NULL };
	unsigned int option;

	plot->file = next_word(&words);
	if (!plot->file)
		return parse_refuse(err, "FILE", NULL, "files of pausectl record");
	while (*words) {
		if (parse_choice("option", next_word(&words), options, &option, err))
			return -1;
		if (option ? !!plot->output : plot->format_given)
			return parse_twice(err, "option", options[option]);
		if (!option) {
			if (parse_choice("format", next_word(&words), formats, &plot->format, err))
				return -1;
			plot->format_given = true;
			continue;
		}
		plot->output = next_word(&words);
		if (!plot->output)
			return parse_refuse(err, "output", NULL, "names of files");
	}
	if (plot->output && is_same_file(plot->file, plot->output))
		return parse_refuse(err, "output", plot->output, "files other than the recording");
	return plot->output && !plot->format_given ? choose_format(plot, err) : 0;
}

static int run(const struct command *self, char **words)
{
	struct plot plot = { 0 };
	struct recording recording;
	struct parse_error err;
	int status;

	if (parse_words(words, &plot, &err))
		return usage_error(self, err.text);
	status = recording_read(plot.file, &recording);
	if (status)
		return status;
	if (plot.format == FORMAT_DOT)
		status = recording_need_charges(&recording, plot.file);
	if (!status)
		status = write_output(&plot, &recording);
	recording_free(&recording);
	return status;
}

const struct command plot_command = {
	.name = "plot",
	.grammar = "FILE [format svg|png|trace|dot] [output FILE]",
	.help =
	"Draw a FILE of pausectl record, to a file or to stdout. Without format, the end of the name\n"
	"of the output decides, as .png. svg (the default) and png are pictures by gnuplot: when\n"
	"each priority was paused, when each port asked its partner to stop, the octets charged and\n"
	"the octets that wait. trace is a timeline that https://ui.perfetto.dev and chrome://tracing\n"
	"open. dot is a graph for graphviz: who paused whom, with the root of each congestion in red.\n"
	"\n"
	"  pausectl plot pauses.json output pauses.svg\n"
	"  pausectl plot pauses.json format trace output trace.json\n"
	"  pausectl plot pauses.json format dot | dot -Tsvg > graph.svg\n",
	.run = run,
};
