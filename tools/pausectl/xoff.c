// SPDX-License-Identifier: GPL-2.0
/*
 * Ask the partner to stop, and to go on, by hand, as congestion does. The kernel sends the frames,
 * also after the command has ended.
 */
#include <string.h>

#include <uapi/pausectl.h>

#include "pausectl.h"

/* A list of priorities as a mask from @least to @most */
static int parse_list(const char *what, const char *word, uint64_t least, uint64_t most,
		      uint64_t *value, struct parse_error *err)
{
	uint32_t mask;

	if (parse_priorities(what, word, &mask, err))
		return -1;
	if (mask < least || mask > most)
		return parse_refuse(err, what, word, "lists of one priority or more");
	*value = mask;
	return 0;
}

static int xoff_run(const struct command *self, char **words)
{
	uint64_t prio = 0, quanta = 0, interval_ns = 0, for_ns = 0, received = 0;
	const struct named_value values[] = {
		{ "prio", &prio, parse_list, 1, 0xff, NULL, NULL },
		/* xon takes the first one only. */
		{ self == &xoff_command ? "quanta" : NULL, &quanta, parse_number, 1, MAX_QUANTA,
		  NULL, NULL },
		VALUE_INTERVAL(&interval_ns),
		{ "for", &for_ns, parse_time, MIN_INTERVAL, MAX_TIME, NULL, NULL },
		{ "received", .value = &received },
		{ 0 }
	};
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_XOFF_SET, 0);
	const char *device = NULL;
	struct parse_error err;

	if (take_words(NEEDS_DEVICE, &device, words, values, &err))
		return usage_error(self, err.text);
	mnl_attr_put_u8(message, PAUSECTL_A_STOP, self == &xoff_command);
	if (prio)
		mnl_attr_put_u32(message, PAUSECTL_A_TIMERS, prio);
	if (quanta)
		mnl_attr_put_u32(message, PAUSECTL_A_QUANTA, quanta);
	if (interval_ns)
		mnl_attr_put_u64(message, PAUSECTL_A_INTERVAL, interval_ns);
	if (for_ns)
		mnl_attr_put_u64(message, PAUSECTL_A_DURATION, for_ns);
	if (received)
		mnl_attr_put_u8(message, PAUSECTL_A_RECEIVED, 1);
	return port_request(word_printf("%s dev %s", self->name, device).text, device, message,
			    NULL);
}

const struct command xoff_command = {
	.name = "xoff",
	.brief = "ask the partner to stop, by hand or to test it",
	.grammar =
	"[dev] DEV [prio LIST] [quanta N] [interval TIME] [for TIME] [received]",
	.help =
	"Ask the partner of DEV to stop, as if the buffers of DEV were full: all that DEV can stop, or\n"
	"the priorities of LIST. DEV sends XOFF frames until TIME is over or xon ends the request, and\n"
	"then an XON frame. A partner without PFC for a priority ignores it, and counts rx_ignored.\n"
	"\n"
	"To test the partner, each XOFF can ask for N quanta, and the next can follow after an\n"
	"interval, which needs \"for\". With received, DEV sends nothing and acts as if such frames\n"
	"came in, to test its watchdog; this needs \"for\", too.\n"
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
