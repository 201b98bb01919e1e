// SPDX-License-Identifier: GPL-2.0
/*
 * Words become wishes, and wishes the settings of a port: of one that is there, or of one that add
 * makes. del ends it. The root qdisc pausectl begins with its settings, so a refused setting leaves
 * the old root as it was.
 */
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>

#include "pausectl.h"

/* --- words become wishes -------------------------------------------------------------------- */

const char *const *option_names(void)
{
	static const char *names[SETTINGS_MAX + APP_WORDS + 2] = { "dev" };
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		names[i + 1] = settings[i].option;
	for (i = 0; i < APP_WORDS; i++)
		names[setting_count + i + 1] = app_words[i].option;
	return names;
}

static bool set_is_option(const char *word)
{
	unsigned int i;

	return setting_named(word) || gone_setting(word) ||
	       !parse_choice("option", word, option_names(), &i);
}

/*
 * The value of an option; @setting is NULL for an entry of the APP table. A switch without a word
 * means "on". "3:on 4:on" is a value of two words, as in dcb: they become one, with a comma.
 */
static const char *value_word(const struct setting *setting, char ***words, char pairs[APP_TEXT])
{
	const char *word;
	size_t used;

	if (setting && setting->kind == &kind_switch && (!**words || set_is_option(**words)))
		return "on";
	word = next_word(words);
	if (!word || !strchr(word, ':') || strlen(word) >= APP_TEXT ||
	    (setting && setting->kind != &kind_priorities && setting->values == 1))
		return word;
	used = snprintf(pairs, APP_TEXT, "%s", word);
	while (**words && strchr(**words, ':') && used + strlen(**words) + 1 < APP_TEXT)
		used += snprintf(pairs + used, APP_TEXT - used, ",%s", next_word(words));
	return pairs;
}

/* Without @may_change, priorities cannot be added or removed: nobody knows what is there. */
static int parse_value(const struct setting *setting, const char *word, struct wish *wish,
		       bool may_change)
{
	uint32_t before = wish->given;

	if (parse_values(setting, word, wish->values, &wish->given))
		return -1;
	/* A later line of a file may change some elements of one that has set all. */
	if (!may_change && before & wish->given &&
	    (before != all_elements(setting) || wish->given == all_elements(setting)))
		return parse_twice("option", setting->option);
	wish->given |= before;
	if (may_change || setting->kind != &kind_priorities || !kept_priorities(wish->values[0]))
		return 0;
	return parse_refuse(setting->option, word, "lists like 3,4 or 0-7, all, none");
}

/* Does the list of values that a setting has take this word, too? */
static bool continues(const struct setting *setting, const char *word)
{
	uint64_t values[MAX_VALUES];
	uint32_t given;

	return (setting->kind == &kind_priorities || setting->kind == &kind_order ||
		strchr(word, ':')) && strcmp(word, "default") &&
	       !parse_values(setting, word, values, &given);
}

/* The wish for prio. Those for rx-prio and tx-prio are behind it, as in the table. */
static struct wish *prio_of(struct wishes *wishes)
{
	return &wishes->settings[setting_named("prio") - settings];
}

static bool is_change(const struct wish *priorities)
{
	return priorities->given && kept_priorities(priorities->values[0]);
}

/* A change of prio is the same change of rx-prio and tx-prio, which may differ. */
static void split_change(struct wishes *wishes)
{
	struct wish *prio = prio_of(wishes), *way;

	if (!is_change(prio))
		return;
	for (way = prio + 1; way <= prio + 2; way++)
		if (!way->given)
			*way = *prio;
	prio->given = 0;
}

int wishes_parse(char **words, struct wishes *wishes, const char **device)
{
	bool seen[SETTINGS_MAX + APP_WORDS + 1] = { false };
	const char *const *names = option_names();
	const struct setting *last = NULL;
	char pairs[APP_TEXT];
	unsigned int i;

	if (device)
		take_bare_device(device, &words, names);
	while (*words) {
		const char *word = next_word(&words), *gone = gone_setting(word);
		const struct setting *named = setting_named(word);
		bool is_more = last && continues(last, word);

		if (gone) {
			snprintf(parse_error, sizeof(parse_error),
				 "option \"%s\": gone, use \"%s\"", word, gone);
			if (device)
				return -1;
			/* A file of the release before this one goes on behind it. */
			complain("warning: %s", parse_error);
			if (*words && !set_is_option(*words))
				next_word(&words);
			last = NULL;
			continue;
		}
		if (parse_choice("option", named ? named->option : word, names + !device, &i)) {
			if (is_more)
				parse_refuse("option", word,
					     "settings; a list has commas, like 3,4");
			else if (device && !*device && if_nametoindex(word))
				parse_refuse("option", word,
					     "settings, because a device comes first");
			return -1;
		}
		i += !device;
		if (!i) {
			if (take_device(device, &words))
				return -1;
			continue;
		}
		if (seen[i])
			return parse_twice("option", names[i]);
		seen[i] = true;
		wishes->any = true;
		last = i <= setting_count ? &settings[i - 1] : NULL;
		word = value_word(last, &words, pairs);
		if (last ? parse_value(last, word, &wishes->settings[i - 1], device) :
			   app_parse(&app_words[i - 1 - setting_count], word, device,
				     &wishes->apps))
			return -1;
	}
	split_change(wishes);
	return device && !*device ? take_device(device, &words) : 0;
}

/* --- wishes become a request ---------------------------------------------------------------- */

void wishes_fill(struct wishes *wishes)
{
	const struct wish *prio = prio_of(wishes);
	bool any_prio = prio->given || prio[1].given || prio[2].given;
	unsigned int i, j;

	for (i = 0; i < setting_count; i++) {
		struct wish *wish = &wishes->settings[i];

		/* Priorities make the mode, and prio makes rx-prio and tx-prio. */
		if (settings[i].attribute == PAUSECTL_A_MODE ? any_prio :
		    settings[i].kind == &kind_priorities && (prio->given || wish == prio))
			continue;
		for (j = 0; j < settings[i].values; j++)
			if (!(wish->given & 1U << j))
				wish->values[j] = settings[i].defaults[j];
		wish->given = all_elements(&settings[i]);
	}
	wishes->apps.words = APP_ALL_WORDS;
}

/* A value of one octet is the only one. */
static void setting_put(struct nlmsghdr *message, const struct setting *setting,
			const uint64_t *values)
{
	size_t size = setting->kind->size;
	uint32_t words[MAX_VALUES];
	unsigned int i;

	for (i = 0; i < setting->values; i++)
		words[i] = values[i];
	if (size == sizeof(uint8_t))
		mnl_attr_put_u8(message, setting->attribute, values[0]);
	else
		mnl_attr_put(message, setting->attribute, setting->values * size,
			     size == sizeof(*words) ? (const void *)words : values);
}

/* The kernel keeps the elements that are not named. */
static void wishes_put(struct nlmsghdr *message, const struct wishes *wishes)
{
	uint32_t pairs[SETTINGS_MAX][2], elements;
	unsigned int i, count = 0;

	for (i = 0; i < setting_count; i++) {
		const struct wish *wish = &wishes->settings[i];

		if (!wish->given)
			continue;
		setting_put(message, &settings[i], wish->values);
		elements = wish->given;
		if (settings[i].kind == &kind_priorities && is_change(wish))
			elements = ~kept_priorities(wish->values[0]) & 0xff;
		else if (elements == all_elements(&settings[i]))
			continue;
		pairs[count][0] = settings[i].attribute;
		pairs[count++][1] = elements;
	}
	if (count)
		mnl_attr_put(message, PAUSECTL_A_ELEMENTS, count * sizeof(pairs[0]), pairs);
}

int set_wishes(const char *asked, const char *device, const struct wishes *wishes)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_PORT_SET, 0);
	uint32_t changes[APP_CHANGES_MAX];
	size_t count = app_changes(&wishes->apps, changes);

	wishes_put(message, wishes);
	if (count)
		mnl_attr_put(message, PAUSECTL_A_APP_CHANGE, count * sizeof(*changes), changes);
	return port_request(asked, device, message, NULL);
}

/* --- set ------------------------------------------------------------------------------------ */

/* Take a word out of @words, and its value, if @value is not NULL. False: it is not there. */
static bool take_word(char **words, const char *word, const char **value)
{
	char **from;

	/* A name behind "dev" is no such word. */
	while (*words && strcmp(*words, word))
		words += !strcmp(*words, "dev") && words[1] ? 2 : 1;
	if (!*words)
		return false;
	from = words + 1;
	if (value)
		*value = next_word(&from);
	do {
		*words++ = *from;
	} while (*from++);
	return true;
}

/* The words of set, and of add, which need name no setting */
static int set_parse(const struct command *self, char **words, struct wishes *wishes,
		     const char **device)
{
	const char *name;
	unsigned int index;
	bool rest = false, profile = take_word(words, "profile", &name);
	int status = STATUS_OK, bad = 0;

	if (profile && take_word(words, "profile", NULL))
		bad = parse_twice("option", "profile");
	else if (profile)
		status = profile_read(name, wishes, &rest);
	if (status)
		return status;
	bad = bad ?: wishes_parse(words, wishes, device);
	if (!bad && rest && (is_change(prio_of(wishes) + 1) || is_change(prio_of(wishes) + 2)))
		bad = parse_refuse("profile", PROFILE_DEFAULT,
				   "other profiles, beside a change like prio +5");
	if (!bad && rest)
		wishes_fill(wishes);
	else if (!bad && self == &set_command && !wishes->any)
		bad = parse_refuse("setting", NULL,
				   "those of help, like \"prio 3\" or \"mode pause\"");
	/* The first of two mistakes: in "set roce eth0" the device. */
	if (bad && *device &&
	    find_device(word_printf("%s dev %s", self->name, *device).text, *device, &index))
		return STATUS_REFUSED;
	return bad ? usage_error(self, "%s", parse_error) : STATUS_OK;
}

static int set_run(const struct command *self, char **words)
{
	struct wishes wishes = { 0 };
	const char *device = NULL;
	int status = set_parse(self, words, &wishes, &device);

	return status ?: set_wishes(word_printf("set dev %s", device).text, device, &wishes);
}

const struct command set_command = {
	.name = "set",
	.brief = "change settings of a port, all of them or none",
	.grammar = "[dev] DEV [profile NAME]",	/* and the settings, from their tables */
	.help =
	"Change settings of the port of DEV: all that are given, or none if one of them is refused.\n"
	"Pairs change what they name; one value without a colon is for all. A switch without a value\n"
	"means on. The value default stands for the default of any setting. A LIST of priorities that\n"
	"begins with + or - is added to those of the port, or removed. profile NAME sets what\n"
	"\"pausectl profile NAME\" shows; settings beside it win.\n"
	"\n"
	"  pausectl set dev eth0 prio 3,4\n"
	"  pausectl set dev eth0 prio +5 tx-prio -4\n"
	"  pausectl set dev eth0 mode pause speed 10gbit pace on\n"
	"  pausectl set eth0 profile roce speed 10gbit\n"
	"  pausectl set dev eth0 tsa 0:ets,1:ets tc-bw 0:70,1:30\n"
	"  pausectl set dev eth0 trust pcp,dscp dscp-prio 26:3,48:6\n"
	"  pausectl set dev eth0 prio 3,4 watchdog 3:drop,4:drop watchdog-detect-ms 400\n"
	"  pausectl set dev eth0 buffer-size 3:256k buffer-xoff 3:128k xoff-quanta 3:1000\n",
	.run = set_run,
};

/* --- add and del ------------------------------------------------------------------------------ */

#define KIND	"pausectl"

/*
 * Without a handle, the kernel lets a new root replace another one. With one, it refuses, except
 * for a default qdisc, which has the handle 0.
 */
#define HANDLE	0x10000		/* 1: */

/* The root qdisc of a device */
struct root {
	uint32_t index;		/* of the device */
	uint32_t handle;
	char kind[16];		/* "": not found */
};

static int on_root(const struct nlmsghdr *header, void *data)
{
	const struct tcmsg *tcm = mnl_nlmsg_get_payload(header);
	const struct nlattr *sent[TCA_KIND + 1];
	struct root *root = data;

	if ((uint32_t)tcm->tcm_ifindex != root->index || tcm->tcm_parent != TC_H_ROOT)
		return MNL_CB_OK;
	root->handle = tcm->tcm_handle;
	attr_table(header, sizeof(*tcm), sent, TCA_KIND);
	snprintf(root->kind, sizeof(root->kind), "%s", attr_text(sent[TCA_KIND]));
	return MNL_CB_OK;
}

/* A root that somebody has configured is not replaced in passing. */
static int refuse_root(const char *asked, const char *device, const struct root *root)
{
	/* A qdisc may go below such a root, in a class that it always has, or in one of many. */
	static const struct {
		const char *kind, *class;
	} classful[] = {
		{ "tbf", "1" }, { "netem", "1" }, { "prio", "1" }, { "ets", "1" }, { "mq", "1" },
		{ "mqprio", "1" }, { "taprio", "1" },
		{ "htb", "CLASS" }, { "hfsc", "CLASS" }, { "drr", "CLASS" }, { "qfq", "CLASS" },
	};
	char below[128] = "";
	size_t i;

	if (!strcmp(root->kind, KIND))
		return refused(asked, "it has a port already: pausectl set dev %s changes it",
			       device);
	for (i = 0; i < MNL_ARRAY_SIZE(classful); i++)
		if (!strcmp(root->kind, classful[i].kind))
			snprintf(below, sizeof(below), ", \"tc qdisc add dev %s parent %x:%s %s",
				 device, root->handle >> 16, classful[i].class,
				 "pausectl\" keeps it above the port");
	return refused(asked,
		       "its root qdisc %s %x: would be lost: \"pausectl add dev %s replace\" replaces it%s",
		       root->kind, root->handle >> 16, device, below);
}

static void find_root(struct root *root)
{
	struct tcmsg any = { 0 };

	machine_ask(RTM_GETQDISC, &any, sizeof(any), 0, 0, on_root, root);
}

/* Send a request about the root pausectl, with the settings that it is to begin with. */
static int ask_root(uint16_t type, uint16_t flags, const struct wishes *wishes, uint32_t index)
{
	union genl_request request;
	struct nlmsghdr *header = mnl_nlmsg_put_header(&request);
	struct tcmsg *tcm = mnl_nlmsg_put_extra_header(header, sizeof(*tcm));
	struct nlattr *options;

	header->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
	tcm->tcm_ifindex = index;
	tcm->tcm_parent = TC_H_ROOT;
	tcm->tcm_handle = flags & NLM_F_EXCL ? HANDLE : 0;
	/* The kernel compares the kind, so that no other qdisc goes. */
	mnl_attr_put_strz(header, TCA_KIND, KIND);
	if (wishes) {
		/* With "ifindex", these are a request as port-set takes it. tc does not show it. */
		options = mnl_attr_nest_start(header, TCA_OPTIONS);
		mnl_attr_put_u32(header, PAUSECTL_A_IFINDEX, index);
		wishes_put(header, wishes);
		mnl_attr_nest_end(header, options);
	}
	return route_call(header, type, NULL, NULL);
}

static int make_port(const char *asked, const char *device, bool replace,
		     const struct wishes *wishes)
{
	uint16_t flags = NLM_F_CREATE | (replace ? NLM_F_REPLACE : NLM_F_EXCL);
	struct root root = { 0 };
	int error;

	if (find_device(asked, device, &root.index))
		return STATUS_REFUSED;
	error = ask_root(RTM_NEWQDISC, flags, wishes, root.index);
	if (error == -EEXIST)
		find_root(&root);
	if (root.handle)
		return refuse_root(asked, device, &root);
	/* -ENOENT: the kernel does not know the kind. */
	return error ? genl_refused(asked, error == -ENOENT ? -ENOPKG : error) : STATUS_OK;
}

static int end_port(const char *asked, const char *device)
{
	struct root root = { 0 };
	int error;

	if (find_device(asked, device, &root.index))
		return STATUS_REFUSED;
	error = ask_root(RTM_DELQDISC, 0, NULL, root.index);
	if (error != -EINVAL && error != -ENOENT)
		return error ? genl_refused(asked, error) : STATUS_OK;
	find_root(&root);
	return refused(asked, "its root qdisc is %s, not pausectl",
		       *root.kind ? root.kind : "not set");
}

static int run_add(const struct command *self, char **words)
{
	struct wishes wishes = { 0 };
	const char *device = NULL;
	bool replace = take_word(words, "replace", NULL);
	int status = set_parse(self, words, &wishes, &device);
	struct word asked;

	if (status)
		return status;
	asked = word_printf("add dev %s", device);
	status = make_port(asked.text, device, replace, &wishes);
	/* A qdisc takes no entries of the APP table. */
	if (status || (!wishes.apps.apps.count && !wishes.apps.words))
		return status;
	status = set_wishes(asked.text, device, &wishes);
	if (status)
		end_port(asked.text, device);
	return status;
}

static int run_del(const struct command *self, char **words)
{
	const char *device = NULL;

	if (take_words(NEEDS_DEVICE, &device, words, NULL))
		return usage_error(self, "%s", parse_error);
	return end_port(word_printf("del dev %s", device).text, device);
}

const struct command add_command = {
	.name = "add",
	.brief = "make the port of a device, with its settings",
	.grammar = "[dev] DEV [replace] [profile NAME] [SETTING VALUE]...",
	.help =
	"Make the port of DEV, its root qdisc pausectl, and set it as \"pausectl set\" does. A root\n"
	"that is not the default one, such as tbf, would be lost with its rates: this needs replace.\n"
	"\n"
	"  pausectl add eth0\n"
	"  pausectl add eth0 prio 3,4 speed 10gbit\n"
	"  pausectl add eth0 replace profile roce\n",
	.run = run_add,
};

const struct command del_command = {
	.name = "del",
	.brief = "end the port of a device",
	.grammar = "[dev] DEV",
	.help =
	"End the port of DEV: remove its root qdisc pausectl. Frames that wait are dropped.\n"
	"\n"
	"  pausectl del eth0\n",
	.run = run_del,
};
