// SPDX-License-Identifier: GPL-2.0
/*
 * A storm of pause frames for testing partners, or the port's own watchdog. The kernel
 * keeps it up as long as the socket of this command is open: it ends with the command,
 * however that ends.
 */
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <uapi/pausectl.h>

#include "format.h"
#include "netlink.h"
#include "pausectl.h"

struct wish {
	uint32_t timers;
	uint64_t quanta;
	uint64_t interval_ns;
	uint64_t for_ms;
	bool received;
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

static int parse_options(char **words, struct wish *wish, struct parse_error *err)
{
	static const char *const options[] = { "quanta", "interval", "for", "received", NULL };
	bool given[4] = { false };
	unsigned int index;

	while (*words) {
		const char *option = next_word(&words);
		int bad = 0;

		if (parse_choice("option", option, options, &index, err))
			return -1;
		if (given[index])
			return parse_twice(err, "option", option);
		given[index] = true;
		if (index == 0)
			bad = parse_number(option, next_word(&words), 1, MAX_QUANTA,
					   &wish->quanta, err);
		else if (index == 1)
			bad = parse_interval(option, next_word(&words), &wish->interval_ns, err);
		else if (index == 2)
			bad = parse_seconds(option, next_word(&words), &wish->for_ms, err);
		else
			wish->received = true;
		if (bad)
			return -1;
	}
	return 0;
}

static int parse_words(char **words, const char **device, struct wish *wish,
		       struct parse_error *err)
{
	static const char *const first[] = { "dev", NULL };
	static const char *const kinds[] = { "pause", "pfc", NULL };
	unsigned int kind;

	if (parse_choice("option", next_word(&words), first, &kind, err) ||
	    take_device(device, &words, err) ||
	    parse_choice("storm", next_word(&words), kinds, &kind, err))
		return -1;
	wish->timers = 1U << PAUSECTL_LINK;
	if (kind == 1 && parse_priorities("pfc", next_word(&words), &wish->timers, err))
		return -1;
	return parse_options(words, wish, err);
}

static void put_wish(struct nlmsghdr *message, const struct wish *wish)
{
	mnl_attr_put_u32(message, PAUSECTL_A_TIMERS, wish->timers);
	if (wish->quanta)
		mnl_attr_put_u32(message, PAUSECTL_A_QUANTA, wish->quanta);
	if (wish->interval_ns)
		mnl_attr_put_u64(message, PAUSECTL_A_INTERVAL, wish->interval_ns);
	if (wish->for_ms)
		mnl_attr_put_u64(message, PAUSECTL_A_DURATION, wish->for_ms * 1000000);
	if (wish->received)
		mnl_attr_put_u8(message, PAUSECTL_A_RECEIVED, 1);
}

/* The kernel ends the storm in time; this only waits, or until a signal comes. */
static void wait_for_end(uint64_t for_ms)
{
	struct timespec time = { for_ms / 1000, for_ms % 1000 * 1000000 };

	if (for_ms)
		nanosleep(&time, NULL);
	else
		while (!stopped)
			poll(NULL, 0, 1000);
}

static int run(const struct command *self, char **words)
{
	struct sigaction action = { .sa_handler = stop };
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_STORM_START, 0);
	struct wish wish = { 0 };
	const char *device = NULL;
	struct parse_error err;
	unsigned int index;
	struct genl genl;
	char asked[64];
	int error;

	if (parse_words(words, &device, &wish, &err))
		return usage_error(self, err.text);
	snprintf(asked, sizeof(asked), "storm dev %s", device);
	index = device_index(asked, device);
	if (!index)
		return STATUS_REFUSED;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	put_wish(message, &wish);
	error = genl_open(&genl);
	if (error)
		return genl_open_refused(&genl, asked, error);
	error = genl_call(&genl, message, NULL, NULL);
	if (!error)
		wait_for_end(wish.for_ms);
	genl_close(&genl);
	return error ? genl_refused(&genl, asked, error) : STATUS_OK;
}

const struct command storm_command = {
	.name = "storm",
	.grammar =
	"dev DEV pause [quanta N] [interval TIME] [for SECONDS] [received]\n"
	"       pausectl storm dev DEV pfc LIST [quanta N] [interval TIME] [for SECONDS] [received]",
	.help =
	"Send pause frames from DEV at an interval, to see what the partner makes of it.\n"
	"N, default 65535, is the time that each frame asks for; the default interval is half\n"
	"of that, so that the partner never gets to send. The kernel sends them until the\n"
	"time is over or this command ends, whichever is first, and then lets the partner go\n"
	"on. LIST none sends PFC frames that name no priority.\n"
	"\n"
	"With received, nothing is sent: DEV acts as if such frames came in, to try its\n"
	"watchdog without a partner.\n"
	"\n"
	"  pausectl storm dev eth0 pause for 10\n"
	"  pausectl storm dev eth0 pfc 3,4 quanta 1000 interval 100us for 0.5\n"
	"  pausectl storm dev eth0 pfc 3 for 2 received\n",
	.run = run,
};
