// SPDX-License-Identifier: GPL-2.0
#include <getopt.h>
#include <net/if.h>

#include "pausectl.h"

/* In the order of the help: everyday commands first */
static const struct command *const commands[] = {
	&add_command, &set_command, &show_command, &stats_command, &doctor_command, &del_command,
	&profile_command, &save_command, &restore_command, &top_command, &monitor_command,
	&trace_command, &watchdog_command, &record_command, &plot_command, &metrics_command,
	&send_command, &xoff_command, &xon_command, NULL
};

#define COMMANDS	(sizeof(commands) / sizeof(commands[0]) - 1)

uint64_t interval_ns;

/* --- help ----------------------------------------------------------------------------------- */

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
	fputs("\nEveryday settings:", stream);
	/* Those of the first group */
	for (i = 0; i < setting_count && (!i || !settings[i].begins); i++)
		fprintf(stream, "%s %s", i ? "," : "", settings[i].option);
	fputs(".\n\"pausectl help set\" has all, \"pausectl help SETTING\" one.\n"
	      "\n"
	      "\"pausectl help COMMAND\" has the grammar. The word \"dev\" may be left out if DEV comes\n"
	      "first, as in \"pausectl show eth0\". A device whose name is a word of the grammar, or\n"
	      "begins with -, needs \"dev\".\n", stream);
}

/* Behind the words of the grammar of set, as many in a line as fit */
static void print_grammar_of_settings(void)
{
	size_t used = strlen("[profile NAME]"), i;

	for (i = 0; i < setting_count + APP_WORDS; i++) {
		const char *grammar = i < setting_count ? settings[i].grammar :
							  app_words[i - setting_count].grammar;
		size_t length = strlen(grammar) + strlen(" []");
		bool fits = used + length <= 78;

		printf("%s[%s]", fits ? " " : "\n           ", grammar);
		used = fits ? used + length : length - 1;
	}
}

/* Two columns: a name, and what it means in lines of at most 88 columns */
static void print_meaning(const char *name, const char *help)
{
	int column = printf("  %-19s", name), length;

	for (; *help; help += length + !!help[length]) {
		length = (int)strcspn(help, " ");
		if (column + length >= 88)
			column = printf("\n%21s", "") - 1;
		column += printf(" %.*s", length, help);
	}
	putchar('\n');
}

static int print_command(const struct command *command)
{
	bool is_set = command == &set_command;
	size_t i;

	printf("usage: pausectl %s %s", command->name, command->grammar);
	if (is_set)
		print_grammar_of_settings();
	puts("\n");
	for (i = 0; is_set && i < setting_count; i++) {
		if (settings[i].begins)
			printf("%s%s:\n", i ? "\n" : "", settings[i].begins);
		print_meaning(settings[i].option, settings[i].help);
	}
	if (is_set)
		puts("\ntable of priorities, as of dcb app, which trust goes by:");
	for (i = 0; is_set && i < APP_WORDS; i++)
		print_meaning(app_words[i].option, app_words[i].help);
	printf("%s%s", is_set ? "\n" : "", command->help);
	return STATUS_OK;
}

/* A setting, or a word of the APP table behind them */
static int print_option(size_t index)
{
	const struct setting *setting = index < setting_count ? &settings[index] : NULL;
	const struct app_word *app = setting ? NULL : &app_words[index - setting_count];
	uint64_t values[MAX_VALUES];
	const char *allowed = NULL;
	uint32_t given;

	printf("usage: pausectl set [dev] DEV %s\n\n", setting ? setting->grammar : app->grammar);
	print_meaning(setting ? setting->option : app->option,
		      setting ? setting->help : app->help);
	/* What an error says of a word that no setting takes */
	if (setting && parse_values(setting, "x", values, &given))
		allowed = strstr(parse_error, "allowed are ");
	if (allowed)
		printf("\nA%s.\n", allowed + 1);
	return STATUS_OK;
}

/* Is it a command of the release before this one? Then say what to write in its place. */
static bool is_gone(const char *word)
{
	if (strcmp(word, "storm"))
		return false;
	usage_error(NULL, "command \"storm\": gone, use \"%s\"",
		    "xoff DEV [prio LIST] [quanta N] interval TIME for TIME [received]");
	return true;
}

/* A command, or a setting, which may have "set" before it: watchdog is both. */
static int print_help_of(char **words)
{
	const char *names[COMMANDS + SETTINGS_MAX + APP_WORDS + 1];
	bool only_settings = !strcmp(*words, "set") && words[1];
	const char *word = words[only_settings], *const *option;
	const struct setting *named = setting_named(word);
	unsigned int commands_before = only_settings ? 0 : COMMANDS, count, index;

	if (is_gone(*words))
		return STATUS_USAGE;
	if (gone_setting(word))
		return usage_error(&set_command, "setting \"%s\": gone, use \"%s\"", word,
				   gone_setting(word));
	for (count = 0; count < commands_before; count++)
		names[count] = commands[count]->name;
	for (option = option_names() + 1; *option; option++)
		names[count++] = *option;
	names[count] = NULL;
	/* The name of dcb becomes that of the setting. */
	if (parse_choice(only_settings ? "setting" : "command or setting",
			 named ? named->option : word, names, &index))
		return usage_error(only_settings ? &set_command : NULL, "%s", parse_error);
	if (index < commands_before)
		return print_command(commands[index]);
	return print_option(index - commands_before);
}

static bool is_help(const char *word)
{
	return word && (!strcmp(word, "help") || !strcmp(word, "-h") || !strcmp(word, "--help"));
}

/* --- commands ------------------------------------------------------------------------------- */

static const struct command *find_command(const char *name)
{
	bool color = !strcmp(name, "always") || !strcmp(name, "auto") || !strcmp(name, "never");
	const char *names[COMMANDS + 2] = { NULL };
	unsigned int i;

	if (is_gone(name))
		return NULL;
	for (i = 0; commands[i]; i++)
		names[i] = commands[i]->name;
	names[i] = "help";
	if (!parse_choice("command", name, names, &i))
		return commands[i];
	/* What people write where a command belongs */
	if (color || if_nametoindex(name))
		usage_error(NULL, "command \"%.64s\": unknown (%s)", name, color ?
			    "a color is part of its option, as in --color=never" :
			    "a device comes second, as in pausectl show DEV");
	else
		usage_error(NULL, "%s", parse_error);
	return NULL;
}

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

/* Is it an option of the tool? In "prio -4" there is none. */
static bool main_is_option(const char *word)
{
	const struct option *option;

	if (*word++ != '-' || !*word)
		return false;
	for (option = options; option->name; option++)
		if ((*word == option->val && !word[1] && *word != 'f') ||
		    !strcmp(word + (*word == '-'), option->name))
			return true;
	return false;
}

/* Refuse options behind the command. */
static int refuse_options(char **words)
{
	for (; *words; words++) {
		/* The word behind one of these is a name, which may look like an option. */
		if (words[1] && (!strcmp(*words, "dev") || !strcmp(*words, "file") ||
				 !strcmp(*words, "output"))) {
			words++;
		} else if (main_is_option(*words)) {
			return usage_error(NULL, "option \"%.64s\": allowed only before the %s",
					   *words, "command, as in pausectl -j show");
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
	return usage_error(NULL, "%s", reason);
}

static int main_run(char **words)
{
	const struct command *command;
	const char *device = NULL;

	if (!*words) {
		print_overview(stderr);
		return STATUS_USAGE;
	}
	if (is_help(*words)) {
		words++;
		if (*words && !is_help(*words))
			return print_help_of(words);
		print_overview(stdout);
		return STATUS_OK;
	}
	command = find_command(*words++);
	if (!command)
		return STATUS_USAGE;
	if (is_help(*words))
		return print_command(command);
	if (refuse_options(words))
		return STATUS_USAGE;
	if (interval_ns && command == &stats_command)
		return usage_error(&top_command, "-i: gone from stats, use \"top\"");
	if (interval_ns && command != &top_command)
		return usage_error(NULL, "-i: allowed only with top");
	if (output.statistics && command != &show_command)
		return usage_error(NULL, "-s: allowed only with show");
	if (netns_all && !command->all_netns)
		return refuse_all(command);
	if (command->run)
		return command->run(command, words);
	if (take_words(MAY_DEVICE, &device, words, NULL))
		return usage_error(command, "%s", parse_error);
	return query(command, device, command->request, command->print);
}

/* --- options of the tool ------------------------------------------------------------------- */

/* The option that getopt has refused: one of several letters in a word, or the word. */
static int main_bad_option(char **argv, bool value_missing)
{
	char letter[] = { '-', (char)optopt, '\0' };

	if (value_missing)
		parse_refuse(argv[optind - 1], NULL,
			     optopt == 'n' ? "names of network namespaces, and all" :
			     optopt == 'i' ? "1ms to 24h, and a bare number is seconds" :
			     "files, or - for standard input");
	else
		parse_refuse("option", optopt ? letter : argv[optind - 1],
			     "-j, -p, -d, -s, -c, -i TIME, -n NETNS, -b FILE, --force, -h, -V");
	return usage_error(NULL, "%s", parse_error);
}

static bool terminal_has_colors(void)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") && !(no_color && *no_color);
}

int main(int argc, char **argv)
{
	enum { AUTO, ALWAYS, NEVER };
	static const char *const when[] = { "auto", "always", "never", NULL };
	/* the value of each option that is given, by its letter, "" without a value */
	const char *given['z'] = { NULL };
	unsigned int color = AUTO;
	int option, status;

	/* People who know ip write -netns, -batch and -force. */
	while ((option = getopt_long_only(argc, argv, "+:jpdsc::i:n:b:hV", options, NULL)) != -1) {
		if (option == '?' || option == ':')
			return main_bad_option(argv, option == ':');
		given[option] = optarg ? optarg : "";
	}
	if (given['h']) {
		print_overview(stdout);
		return STATUS_OK;
	}
	if (given['V']) {
		puts("pausectl " PAUSECTL_VERSION);
		return STATUS_OK;
	}
	if (given['i'] && parse_time("interval", given['i'], NS_PER_MS, MAX_TIME, &interval_ns))
		return usage_error(NULL, "%s", parse_error);
	/* The word pausectl alone asks for the overview. */
	if (argc > 1 && optind == argc && !given['b'])
		return usage_error(NULL, "command: missing");
	if (given['c'] && parse_choice("color", *given['c'] ? given['c'] : "always", when, &color))
		return usage_error(NULL, "%s", parse_error);
	if (given['b'] && argv[optind])
		return usage_error(NULL, "-b: the file has the commands, so no command may follow");
	if (given['f'] && !given['b'])
		return usage_error(NULL, "--force: allowed only with -b");
	output = (struct output){
		.json = given['j'], .pretty = given['p'], .details = given['d'],
		.statistics = given['s'],
		.colors = color == ALWAYS || (color == AUTO && terminal_has_colors()),
	};
	netns_all = given['n'] && !strcmp(given['n'], "all");
	status = given['n'] && !netns_all ? netns_enter(given['n']) : STATUS_OK;
	if (status == STATUS_OK)
		status = given['b'] ? batch(given['b'], given['f'], main_run) :
				      main_run(argv + optind);
	if (output_close()) {
		complain("could not write all of the output");
		return status ? status : STATUS_REFUSED;
	}
	return status;
}
