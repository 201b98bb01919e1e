// SPDX-License-Identifier: GPL-2.0
/* Ask the partner to stop, and to go on, by hand, as congestion does. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "netlink.h"
#include "pausectl.h"

static int parse_words(char **words, const char **device, uint32_t *priorities,
		       struct parse_error *err)
{
	static const char *const keywords[] = { "dev", "prio", NULL };
	const char *const *options = keywords + 1;
	unsigned int index;

	if (take_first_device(device, &words, keywords, err))
		return -1;
	if (!*words)
		return 0;
	if (parse_choice("option", next_word(&words), options, &index, err) ||
	    parse_priorities("prio", next_word(&words), priorities, err))
		return -1;
	if (!*priorities)
		return parse_refuse(err, "prio", "none", "lists of one priority or more");
	return *words ? parse_refuse(err, "option", *words, "no more words") : 0;
}

static int run(const struct command *self, char **words)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_XOFF_SET, 0);
	const char *device = NULL;
	uint32_t priorities = 0;
	struct parse_error err;
	unsigned int index;
	struct genl genl;
	char asked[64];
	int error;

	if (parse_words(words, &device, &priorities, &err))
		return usage_error(self, err.text);
	snprintf(asked, sizeof(asked), "%s dev %s", self->name, device);
	index = device_index(asked, device);
	if (!index)
		return STATUS_REFUSED;
	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	mnl_attr_put_u8(message, PAUSECTL_A_STOP, !strcmp(self->name, "xoff"));
	if (priorities)
		mnl_attr_put_u32(message, PAUSECTL_A_TIMERS, priorities);
	error = genl_open(&genl);
	if (error)
		return genl_open_refused(&genl, asked, error);
	error = genl_call(&genl, message, NULL, NULL);
	genl_close(&genl);
	return error ? genl_refused(&genl, asked, error) : STATUS_OK;
}

#define GRAMMAR "[dev] DEV [prio LIST]"

const struct command xoff_command = {
	.name = "xoff",
	.grammar = GRAMMAR,
	.help =
	"Ask the partner of DEV to stop, as if its buffers here were full, until xon ends the\n"
	"request. DEV sends XOFF frames and refreshes them in time. In mode pfc they stop the\n"
	"priorities of LIST, or all priorities with PFC; in mode pause the link.\n"
	"\n"
	"  pausectl xoff dev eth0\n"
	"  pausectl xoff dev eth0 prio 3,4\n",
	.run = run,
};

const struct command xon_command = {
	.name = "xon",
	.grammar = GRAMMAR,
	.help =
	"End the request of xoff. An XON frame lets the partner go on at once. A congested\n"
	"priority stays stopped.\n"
	"\n"
	"  pausectl xon dev eth0\n"
	"  pausectl xon dev eth0 prio 4\n",
	.run = run,
};
