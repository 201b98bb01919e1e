// SPDX-License-Identifier: GPL-2.0
/*
 * Ask the partner to stop, and to go on, by hand, as congestion does. The kernel sends the frames,
 * also after the command has ended.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "pausectl.h"

struct xoff_wish {
	uint32_t priorities;
	uint64_t quanta, interval_ns, for_ns;
	bool received;
};

static int parse_prio(const char *word, uint32_t *priorities, struct parse_error *err)
{
	if (parse_priorities("prio", word, priorities, err))
		return -1;
	return *priorities ? 0 : parse_refuse(err, "prio", word, "lists of one priority or more");
}

/* xon takes only the first option. */
static int xoff_parse_words(char **words, bool xoff, const char **device, struct xoff_wish *wish,
			    struct parse_error *err)
{
	static const char *const keywords[] = {
		"dev", "prio", "quanta", "interval", "for", "received", NULL
	};
	static const char *const prio[] = { "prio", NULL };
	bool given[5] = { false };
	unsigned int index;

	if (take_first_device(device, &words, keywords, err))
		return -1;
	while (*words) {
		const char *option = next_word(&words);
		int bad = 0;

		if (parse_choice("option", option, xoff ? keywords + 1 : prio, &index, err))
			return -1;
		if (given[index])
			return parse_twice(err, "option", option);
		given[index] = true;
		switch (index) {
		case 0:
			bad = parse_prio(next_word(&words), &wish->priorities, err);
			break;
		case 1:
			bad = parse_number(option, next_word(&words), 1, MAX_QUANTA,
					   &wish->quanta, err);
			break;
		case 2:
			bad = parse_time(option, next_word(&words), MIN_INTERVAL, MAX_INTERVAL,
					 &wish->interval_ns, err);
			break;
		case 3:
			bad = parse_time(option, next_word(&words), MIN_INTERVAL, MAX_TIME,
					 &wish->for_ns, err);
			break;
		default:
			wish->received = true;
		}
		if (bad)
			return -1;
	}
	return 0;
}

static void put_wish(struct nlmsghdr *message, bool xoff, const struct xoff_wish *wish)
{
	mnl_attr_put_u8(message, PAUSECTL_A_STOP, xoff);
	if (wish->priorities)
		mnl_attr_put_u32(message, PAUSECTL_A_TIMERS, wish->priorities);
	if (wish->quanta)
		mnl_attr_put_u32(message, PAUSECTL_A_QUANTA, wish->quanta);
	if (wish->interval_ns)
		mnl_attr_put_u64(message, PAUSECTL_A_INTERVAL, wish->interval_ns);
	if (wish->for_ns)
		mnl_attr_put_u64(message, PAUSECTL_A_DURATION, wish->for_ns);
	if (wish->received)
		mnl_attr_put_u8(message, PAUSECTL_A_RECEIVED, 1);
}

static int xoff_run(const struct command *self, char **words)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_XOFF_SET, 0);
	bool xoff = !strcmp(self->name, "xoff");
	const char *device = NULL;
	struct xoff_wish wish = { 0 };
	struct parse_error err;
	unsigned int index;
	struct genl genl;
	char asked[64];
	int error;

	if (xoff_parse_words(words, xoff, &device, &wish, &err))
		return usage_error(self, err.text);
	snprintf(asked, sizeof(asked), "%s dev %s", self->name, device);
	index = device_index(asked, device);
	if (!index)
		return STATUS_REFUSED;
	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	put_wish(message, xoff, &wish);
	error = genl_open(&genl);
	if (error)
		return genl_open_refused(&genl, asked, error);
	error = genl_call(&genl, message, NULL, NULL);
	genl_close(&genl);
	return error ? genl_refused(&genl, asked, error) : STATUS_OK;
}

const struct command xoff_command = {
	.name = "xoff",
	.brief = "ask the partner to stop, by hand or to test it",
	.grammar =
	"[dev] DEV [prio LIST] [quanta N] [interval TIME] [for TIME] [received]",
	.help =
	"Ask the partner of DEV to stop, as if the buffers of DEV were full. DEV sends XOFF frames\n"
	"and refreshes them in time, until TIME is over or xon ends the request, whichever is\n"
	"first. An XON frame then lets the partner go on. In mode pause XOFF stops the link, in\n"
	"mode pfc the priorities of LIST, or all priorities with PFC. A partner without PFC for a\n"
	"priority of LIST ignores it, and counts rx_ignored.\n"
	"\n"
	"To test the partner, each XOFF can ask for N quanta in place of xoff-quanta. The next XOFF\n"
	"follows after half of that time, or after the interval. An interval needs \"for\". Below\n"
	"20us it needs CAP_NET_ADMIN in the initial user namespace. Longer intervals grow with the\n"
	"number of ports that send XOFF on a processor.\n"
	"\n"
	"With received, DEV sends nothing and acts as if such frames came in, to test its\n"
	"watchdog without a partner. This needs \"for\", too.\n"
	"\n"
	"A bare number of TIME is seconds; units are ns, us, ms, s, m and h.\n"
	"\n"
	"  pausectl xoff dev eth0\n"
	"  pausectl xoff dev eth0 prio 3,4 for 10\n"
	"  pausectl xoff dev eth0 prio 3 quanta 1000 interval 100us for 500ms\n"
	"  pausectl xoff dev eth0 prio 3 for 2 received\n",
	.run = xoff_run,
};

const struct command xon_command = {
	.name = "xon",
	.brief = "end that request, so that the partner goes on",
	.grammar = "[dev] DEV [prio LIST]",
	.help =
	"End the request of xoff. An XON frame lets the partner go on at once. A congested\n"
	"priority stays stopped.\n"
	"\n"
	"  pausectl xon dev eth0\n"
	"  pausectl xon dev eth0 prio 4\n",
	.run = xoff_run,
};
