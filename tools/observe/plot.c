// SPDX-License-Identifier: GPL-2.0
/* Draw a file of record: a script does it, with jq and gnuplot. */
#define _GNU_SOURCE
#include <spawn.h>
#include <sys/wait.h>

#include "observe.h"

/*
 * The script is in share/pausectl/plot of the folder that sbin is in, or, where the sources are
 * built, in the folder plot beside the program. 0, or -1.
 */
static int find_script(char path[PATH_MAX])
{
	static const char *const places[] = { "../share/pausectl/plot/plot", "plot/plot" };
	char program[PATH_MAX];
	unsigned int i;

	if (!realpath("/proc/self/exe", program))
		return -1;
	*strrchr(program, '/') = '\0';
	for (i = 0; i < 2; i++)
		if (snprintf(path, PATH_MAX, "%s/%s", program, places[i]) < PATH_MAX &&
		    !access(path, X_OK))
			return 0;
	return -1;
}

int plot_draw(const char *file, const char *format, const char *output)
{
	char script[PATH_MAX];
	char *const words[] = { script, (char *)file, (char *)format, (char *)output, NULL };
	int status, error;
	pid_t pid;

	if (find_script(script))
		return refused("plot", "the script share/pausectl/plot/plot is missing");
	fflush(stdout);
	error = posix_spawn(&pid, script, NULL, NULL, words, environ);
	if (error)
		return refused("plot", "%s: %s", script, strerror(error));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_REFUSED;
}

static int plot_run(const struct command *self, char **words)
{
	static const char *const formats[] = { "svg", "png", "trace", "dot", NULL };
	const char *file = next_word(&words), *output = NULL;
	uint64_t format = MNL_ARRAY_SIZE(formats) - 1;
	const struct named_value values[] = {
		{ "format", .value = &format, .choices = formats },
		{ "output", .file = &output },
		{ 0 }
	};

	if (!file)
		parse_refuse("FILE", NULL, "files of pausectl record");
	if (!file || take_words(NO_DEVICE, NULL, words, values))
		return usage_error(self, "%s", parse_error);
	return plot_draw(file, formats[format] ?: "", output);
}

const struct command plot_command = {
	.name = "plot",
	.brief = "draw such a file",
	.grammar = "FILE [format svg|png|trace|dot] [output FILE]",
	.help =
	"Draw a FILE of pausectl record, to a file or to stdout, with jq. svg (the default) and png are\n"
	"pictures by gnuplot. trace is a timeline that https://ui.perfetto.dev opens. dot is a graph for\n"
	"graphviz: who paused whom, with roots in red. Without format, the name of the output decides.\n"
	"\n"
	"  pausectl plot pauses.json output pauses.svg\n"
	"  pausectl plot pauses.json format trace output trace.json\n"
	"  pausectl plot pauses.json format dot | dot -Tsvg > graph.svg\n",
	.run = plot_run,
};
