// SPDX-License-Identifier: GPL-2.0
#include <getopt.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pausectl.h"

/* In the order of the help: everyday commands first */
static const struct command *const commands[] = {
	&add_command, &set_command, &show_command, &stats_command, &doctor_command, &del_command,
	&profile_command, &save_command, &restore_command, &top_command, &monitor_command,
	&trace_command, &watchdog_command, &record_command, &plot_command, &metrics_command,
	&send_command, &xoff_command, &xon_command, NULL
};

#define COMMANDS	(sizeof(commands) / sizeof(commands[0]) - 1)

uint64_t interval_msec;
bool show_statistics;

/* The first group, with a comma after each */
static void print_everyday_settings(FILE *stream)
{
	size_t i;

	fputs("Everyday settings:", stream);
	for (i = 0; i < setting_count && (!i || !settings[i].begins); i++)
		fprintf(stream, "%s %s", i ? "," : "", settings[i].option);
	fputs(".\n\"pausectl help set\" has all, \"pausectl help SETTING\" one.\n", stream);
}

static void print_overview(FILE *stream)
{
	size_t i;

	fputs("usage: pausectl [OPTION...] COMMAND ...\n"
	      "       pausectl [OPTION...] -b|--batch FILE [--force]\n"
	      "       pausectl -V|--version | -h|--help | help [COMMAND | SETTING]\n"
	      "OPTION: -j|--json  -p|--pretty  -d|--details  -s|--statistics  -n|--netns NETNS|all\n"
	      "        -i|--interval TIME  -c|--color[=always|auto|never]\n"
	      "\n"
	      "IEEE 802.3 PAUSE and priority flow control of network devices that have a port: a\n"
	      "pausectl qdisc (pausectl add DEV).\n"
	      "\n", stream);
	for (i = 0; commands[i]; i++)
		fprintf(stream, "  %-9s %s\n", commands[i]->name, commands[i]->brief);
	fputs("\n", stream);
	print_everyday_settings(stream);
	fputs("\n"
	      "\"pausectl help COMMAND\" has the grammar. The word \"dev\" may be left out if DEV comes\n"
	      "first, as in \"pausectl show eth0\". A device whose name is a word of the grammar, or\n"
	      "begins with -, needs \"dev\".\n"
	      "\n"
	      "Each line of a batch FILE, or of standard input if that is -, is a command without the\n"
	      "word pausectl. # begins a comment. An error ends the batch, except with --force.\n",
	      stream);
}

/* Each setting, in groups */
static void print_settings_help(void)
{
	size_t i;

	for (i = 0; i < setting_count; i++) {
		if (settings[i].begins)
			printf("%s:\n", settings[i].begins);
		fputs(settings[i].help, stdout);
		if (i + 1 == setting_count || settings[i + 1].begins)
			puts("");
	}
	puts("table of priorities, as of dcb app, which trust goes by:");
	for (i = 0; i < APP_WORDS; i++)
		fputs(app_words[i].help, stdout);
	puts("");
}

static void print_grammar(const struct command *command)
{
	unsigned int i;

	printf("usage: pausectl %s %s", command->name, command->grammar);
	for (i = 0; command == &set_command && i < APP_WORDS; i++)
		printf("%s[%s]", i % 2 ? " " : "\n           ", app_words[i].grammar);
	puts("\n");
}

static int main_print_help(const struct command *command)
{
	if (!command) {
		print_overview(stdout);
		return STATUS_OK;
	}
	print_grammar(command);
	if (command == &set_command)
		print_settings_help();
	fputs(command->help, stdout);
	return STATUS_OK;
}

/* What an error of a missing value says */
static void print_allowed(const struct setting *setting)
{
	struct parse_error err;
	uint64_t values[MAX_VALUES];
	uint32_t given;
	const char *allowed;

	/* A word that no setting takes; a missing one is "on" for a switch. */
	if (!parse_values(setting, "x", values, &given, &err))
		return;
	allowed = strstr(err.text, "allowed are ");
	if (allowed)
		printf("\nA%s.\n", allowed + 1);
}

static int print_help_about(const struct setting *setting)
{
	printf("usage: pausectl set [dev] DEV %s\n\n%s", setting->grammar, setting->help);
	print_allowed(setting);
	return STATUS_OK;
}

static int print_help_about_app(const struct app_word *word)
{
	printf("usage: pausectl set [dev] DEV %s\n\n%s", word->grammar, word->help);
	return STATUS_OK;
}

/* What people write where a command belongs, or NULL. */
static const char *advice(const char *word)
{
	if (!strcmp(word, "always") || !strcmp(word, "auto") || !strcmp(word, "never"))
		return "a color is part of its option, as in --color=never";
	if (if_nametoindex(word))
		return "a device comes second, as in pausectl show DEV";
	return NULL;
}

static const struct command *find_command(const char *name)
{
	const char *names[COMMANDS + 2] = { NULL };
	struct parse_error err;
	unsigned int i;

	for (i = 0; commands[i]; i++)
		names[i] = commands[i]->name;
	names[i] = "help";
	if (!parse_choice("command", name, names, &i, &err) && commands[i])
		return commands[i];
	if (gone_answer(name))
		snprintf(err.text, sizeof(err.text), "command \"%.64s\": gone, use \"%s\"", name,
			 gone_answer(name));
	else if (advice(name))
		snprintf(err.text, sizeof(err.text), "command \"%.64s\": unknown (%s)", name,
			 advice(name));
	usage_error(NULL, err.text);
	return NULL;
}

/* A command, or a setting, which may have "set" before it: watchdog is both. */
static int print_help_of(char **words)
{
	bool only_settings = !strcmp(*words, "set") && words[1];
	const char *names[COMMANDS + SETTINGS_MAX + APP_WORDS + 1] = { NULL };
	size_t skipped = only_settings ? 0 : COMMANDS, i;
	const struct setting *named = setting_named(words[only_settings]);
	struct parse_error err;
	unsigned int index;

	if (named && named->dcb && !strcmp(words[only_settings], named->dcb))
		return print_help_about(named);
	if (gone_answer(*words)) {
		find_command(*words);
		return STATUS_USAGE;
	}
	if (gone_setting(words[only_settings])) {
		snprintf(err.text, sizeof(err.text), "setting \"%s\": gone, use \"%s\"",
			 words[only_settings], gone_setting(words[only_settings]));
		return usage_error(&set_command, err.text);
	}
	for (i = 0; i < skipped; i++)
		names[i] = commands[i]->name;
	for (i = 0; i < setting_count; i++)
		names[skipped + i] = settings[i].option;
	for (i = 0; i < APP_WORDS; i++)
		names[skipped + setting_count + i] = app_words[i].option;
	if (parse_choice(only_settings ? "setting" : "command or setting", words[only_settings],
			 names, &index, &err))
		return usage_error(only_settings ? &set_command : NULL, err.text);
	if (index < skipped)
		return main_print_help(commands[index]);
	index -= skipped;
	return index < setting_count ? print_help_about(&settings[index]) :
				       print_help_about_app(&app_words[index - setting_count]);
}

static bool is_help(const char *word)
{
	return word && (!strcmp(word, "help") || !strcmp(word, "-h") || !strcmp(word, "--help"));
}

/* Whether the word behind this one is a name, which may look like an option. */
static bool is_before_name(const char *word)
{
	return !strcmp(word, "dev") || !strcmp(word, "file") || !strcmp(word, "output");
}

/* Whether this is an option of the tool. In "prio -4" there is none. */
static bool main_is_option(const char *word)
{
	static const char *const words[] = {
		"--json", "--pretty", "--details", "--statistics", "--color", "--interval",
		"--netns", "--batch", "--force", "--help", "--version", NULL
	};
	unsigned int i;

	if (word[0] != '-')
		return false;
	for (i = 0; words[i]; i++)
		if (!strcmp(word, words[i]) || !strcmp(word, words[i] + 1))
			return true;
	return word[1] && strchr("jpdscinbhV", word[1]) && !word[2];
}

/* Refuse options behind the command. */
static int refuse_options(char **words)
{
	struct parse_error err;

	for (; *words; words++) {
		const char *word = *words;

		if (is_before_name(word) && words[1]) {
			words++;
		} else if (main_is_option(word)) {
			snprintf(err.text, sizeof(err.text),
				 "option \"%.64s\": allowed only before the command, as in %s",
				 word, "pausectl -j show");
			return usage_error(NULL, err.text);
		}
	}
	return STATUS_OK;
}

/* Refuse "-n all" with a command that cannot do it. */
static int refuse_all(const struct command *command)
{
	char reason[256] = "-n all: allowed only with";
	size_t used = strlen(reason), i;

	if (command == &trace_command)
		return usage_error(command, "-n all: trace always looks at all network namespaces");
	for (i = 0; commands[i]; i++)
		if (commands[i]->all_netns)
			used += snprintf(reason + used, sizeof(reason) - used, " %s,",
					 commands[i]->name);
	reason[used - 1] = '\0';
	return usage_error(NULL, reason);
}

static int main_run(char **words)
{
	const struct command *command;

	if (!*words) {
		print_overview(stderr);
		return STATUS_USAGE;
	}
	if (is_help(*words)) {
		words++;
		if (!*words || is_help(*words))
			return main_print_help(NULL);
		return print_help_of(words);
	}
	command = find_command(*words++);
	if (!command)
		return STATUS_USAGE;
	if (is_help(*words))
		return main_print_help(command);
	if (refuse_options(words))
		return STATUS_USAGE;
	if (interval_msec && command == &stats_command)
		return usage_error(&top_command, "-i: gone from stats, use \"top\"");
	if (interval_msec && command != &top_command)
		return usage_error(NULL, "-i: allowed only with top");
	if (show_statistics && command != &show_command)
		return usage_error(NULL, "-s: allowed only with show");
	if (netns_all() && !command->all_netns)
		return refuse_all(command);
	return command->run(command, words);
}

/* The option that getopt has refused: one of several letters in a word, or the word. */
static int main_bad_option(char **argv, bool value_missing)
{
	char letter[] = { '-', (char)optopt, '\0' };
	struct parse_error err;

	if (value_missing)
		parse_refuse(&err, argv[optind - 1], NULL,
			     optopt == 'n' ? "names of network namespaces, and all" :
			     optopt == 'i' ? "1ms to 24h, and a bare number is seconds" :
			     "files, or - for standard input");
	else
		parse_refuse(&err, "option", optopt ? letter : argv[optind - 1],
			     "-j, -p, -d, -s, -c, -i TIME, -n NETNS, -b FILE, --force, -h, -V");
	return usage_error(NULL, err.text);
}

static int run_all(const char *netns, const char *file, bool force, char **words)
{
	int status = STATUS_OK;

	if (file && *words)
		return usage_error(NULL, "-b: the file has the commands, so no command may follow");
	if (force && !file)
		return usage_error(NULL, "--force: allowed only with -b");
	if (netns && !strcmp(netns, "all"))
		netns_choose_all();
	else if (netns)
		status = netns_enter(netns);
	if (status)
		return status;
	return file ? batch(file, force, main_run) : main_run(words);
}

static bool terminal_has_colors(void)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") && !(no_color && *no_color);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "pretty", no_argument, NULL, 'p' },
		{ "details", no_argument, NULL, 'd' },
		{ "statistics", no_argument, NULL, 's' },
		{ "color", optional_argument, NULL, 'c' },
		{ "interval", required_argument, NULL, 'i' },
		{ "netns", required_argument, NULL, 'n' },
		{ "batch", required_argument, NULL, 'b' },
		{ "force", no_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 }
	};
	enum { AUTO, ALWAYS, NEVER };
	static const char *const when[] = { "auto", "always", "never", NULL };
	const char *netns = NULL, *file = NULL, *color_word = "auto";
	unsigned int chosen;
	struct parse_error err;
	bool json = false, pretty = false, details = false, force = false, color;
	int option, status;

	/* People who know ip write -netns, -batch and -force. */
	while ((option = getopt_long_only(argc, argv, "+:jpdsc::i:n:b:hV", options, NULL)) != -1) {
		switch (option) {
		case 'j':
			json = true;
			break;
		case 'p':
			pretty = true;
			break;
		case 'd':
			details = true;
			break;
		case 's':
			show_statistics = true;
			break;
		case 'c':
			color_word = optarg ? optarg : "always";
			break;
		case 'i':
			if (parse_msec("interval", optarg, &interval_msec, &err))
				return usage_error(NULL, err.text);
			break;
		case 'n':
			netns = optarg;
			break;
		case 'b':
			file = optarg;
			break;
		case 'f':
			force = true;
			break;
		case 'h':
			return main_print_help(NULL);
		case 'V':
			puts("pausectl " PAUSECTL_VERSION);
			return STATUS_OK;
		default:
			return main_bad_option(argv, option == ':');
		}
	}

	/* The word alone asks for the overview. */
	if (argc > 1 && optind == argc && !file)
		return usage_error(NULL, "command: missing");
	if (parse_choice("color", color_word, when, &chosen, &err))
		return usage_error(NULL, err.text);
	color = chosen == ALWAYS || (chosen == AUTO && terminal_has_colors());
	output_init(json, pretty, details, color);
	status = run_all(netns, file, force, argv + optind);
	if (output_close()) {
		complain("could not write all of the output");
		return status ? status : STATUS_REFUSED;
	}
	return status;
}
