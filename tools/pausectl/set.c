// SPDX-License-Identifier: GPL-2.0
/*
 * One set is one message, so the kernel applies all of it or nothing. The message names only what
 * changes, so sets at the same time lose nothing.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "config.h"
#include "netlink.h"
#include "pausectl.h"
#include "settings.h"
#include "wish.h"

static int change(struct genl *genl, unsigned int index, const struct wishes *wishes)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_PORT_SET, 0);

	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	wishes_put(message, wishes);
	return genl_call(genl, message, NULL, NULL);
}

int set_wishes(const char *asked, const char *device, const struct wishes *wishes)
{
	unsigned int index = device_index(asked, device);
	struct genl genl;
	int error;

	if (!index)
		return STATUS_REFUSED;
	error = genl_open(&genl);
	if (error)
		return genl_open_refused(&genl, asked, error);
	error = change(&genl, index, wishes);
	genl_close(&genl);
	return error ? genl_refused(&genl, asked, error) : STATUS_OK;
}

/* The first @word of @words; a name behind "dev" is none. */
static char **find_word(char **words, const char *word)
{
	while (*words && strcmp(*words, word))
		words += !strcmp(*words, "dev") && words[1] ? 2 : 1;
	return words;
}

bool take_word(char **words, const char *word)
{
	char **found = find_word(words, word);
	bool any = *found;

	for (; *found; found++)
		*found = found[1];
	return any;
}

/* Take "profile NAME" out of @words, and make its settings wishes. @rest as in profile_read() */
static int take_profile(const struct command *self, char **words, struct wishes *wishes, bool *rest)
{
	char **word = find_word(words, "profile");
	struct parse_error err;
	int status;

	if (!*word)
		return STATUS_OK;
	if (word[1] && *find_word(word + 2, "profile")) {
		parse_twice(&err, "option", "profile");
		return usage_error(self, err.text);
	}
	status = profile_read(word[1], wishes, rest);
	for (; !status && *word; word++)
		*word = word[1] ? word[2] : NULL;
	return status;
}

int set_parse(const struct command *self, char **words, struct wishes *wishes,
	      const char **device)
{
	struct parse_error err;
	char asked[64];
	bool rest = false;
	int status, bad;

	status = take_profile(self, words, wishes, &rest);
	if (status)
		return status;
	bad = wishes_parse(words, wishes, device, &err);
	if (!bad && rest)
		wishes_fill(wishes);
	if (!bad && rest && wishes_need_port(wishes))
		bad = parse_refuse(&err, "profile", PROFILE_DEFAULT,
				   "other profiles, beside a change like prio +5");
	if (!bad && self == &set_command && !wishes_any(wishes))
		bad = parse_refuse(&err, "setting", NULL,
				   "those of help, like \"prio 3\" or \"mode pause\"");
	snprintf(asked, sizeof(asked), "%s dev %s", self->name, *device ? *device : "");
	/* The first of two mistakes: in "set roce eth0" the device. */
	if (bad && *device && !device_index(asked, *device))
		return STATUS_REFUSED;
	return bad ? usage_error(self, err.text) : STATUS_OK;
}

static int run(const struct command *self, char **words)
{
	struct wishes wishes = { 0 };
	const char *device = NULL;
	char asked[64];
	int status = set_parse(self, words, &wishes, &device);

	if (status)
		return status;
	snprintf(asked, sizeof(asked), "set dev %s", device);
	return set_wishes(asked, device, &wishes);
}

const struct command set_command = {
	.name = "set",
	.grammar = settings_grammar,
	.help =
	"Change settings of the port of DEV: all that are given, or none if one of them is\n"
	"refused. Lists of pairs change what they name; one value without a colon is for all. The\n"
	"value default stands for the default of any setting. A switch without a value means on. A\n"
	"LIST of priorities that begins with + or - is added to those of the port, or removed.\n"
	"prio 3:on,4:off or 3:on 4:off does both. profile NAME sets what \"pausectl profile NAME\"\n"
	"shows; settings beside it win. \"pausectl help prio\" and\n"
	"\"pausectl help set watchdog\" are about one setting.\n"
	"\n"
	"  pausectl set dev eth0 prio 3,4\n"
	"  pausectl set dev eth0 prio +5 tx-prio -4\n"
	"  pausectl set dev eth0 mode pause speed 10gbit pace on\n"
	"  pausectl set eth0 profile roce speed 10gbit\n"
	"  pausectl set dev eth0 tsa 0:ets,1:ets tc-bw 0:70,1:30\n"
	"  pausectl set dev eth0 advertise pause-asym require rx\n"
	"  pausectl set dev eth0 trust pcp,dscp dscp-prio 26:3,48:6\n"
	"  pausectl set dev eth0 speed default ecn 3:default\n"
	"  pausectl set dev eth0 prio 3,4 watchdog 3:drop,4:drop watchdog-detect-ms 400\n"
	"  pausectl set dev eth0 filter global-pause:unicast+type+opcode\n"
	"  pausectl set dev eth0 buffer-size 3:256k buffer-xoff 3:128k xoff-quanta 3:1000\n",
	.run = run,
};
