// SPDX-License-Identifier: GPL-2.0
/*
 * A storm of pause frames tests the partner, or the port's own watchdog. The kernel sends the
 * frames while the socket of this command is open. So the storm ends with the command, for
 * whatever reason the command ends.
 */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <linux/genetlink.h>

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

/* The kernel may tell the end of a storm this much later than its time. */
#define GRACE_MS	1000

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
	static const char *const keywords[] = { "dev", "pause", "pfc", NULL };
	const char *const *kinds = keywords + 1;
	unsigned int kind;

	if (take_first_device(device, &words, keywords, err) ||
	    parse_choice("storm", next_word(&words), kinds, &kind, err))
		return -1;
	wish->timers = 1U << PAUSECTL_LINK;
	if (kind == 1 && parse_priorities("pfc", next_word(&words), &wish->timers, err))
		return -1;
	if (kind == 1 && *words && isdigit((unsigned char)**words))
		return parse_refuse(err, "option", *words, "options; a list has commas, like 3,4");
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

/* The request has NLM_F_ECHO, so the kernel tells this socket of the end of the storm. */
static int on_event(const struct nlmsghdr *header, void *data)
{
	const struct genlmsghdr *extra = mnl_nlmsg_get_payload(header);
	bool *ended = data;

	if (extra->cmd == PAUSECTL_CMD_EVENT_NTF)
		*ended = true;
	return MNL_CB_OK;
}

/* Wait until the storm has ended or a signal comes; 0 or a negative errno. */
static int wait_for_end(struct genl *genl, int signals, uint64_t for_ms, bool *ended)
{
	struct pollfd fds[] = {
		{ .fd = mnl_socket_get_fd(genl->socket), .events = POLLIN },
		{ .fd = signals, .events = POLLIN },
	};
	union genl_reply reply;
	ssize_t length;

	while (!*ended) {
		int ready = poll(fds, 2, for_ms ? (int)for_ms + GRACE_MS : -1);

		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0 || fds[1].revents)
			return ready < 0 ? -errno : 0;
		length = mnl_socket_recvfrom(genl->socket, &reply, sizeof(reply));
		if (length < 0 || mnl_cb_run(&reply, length, 0, 0, on_event, ended) < 0)
			return -errno;
	}
	return 0;
}

/* The state of the port tells why the storm has ended. */
static int ended_early(struct genl *genl, const char *asked, unsigned int index,
		       const struct wish *wish)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_PORT_GET, 0);
	int error;

	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	error = genl_call(genl, message, NULL, NULL);
	if (error)
		return refused(asked, "the storm ended early: %s",
			       genl->message[0] ? genl->message : strerror(-error));
	return refused(asked, "the storm ended early: the port may no longer %s",
		       wish->received ? "obey such frames (mode, rx, rx-prio, advertise)" :
					"send (mode, tx, advertise)");
}

static int storm(struct genl *genl, int signals, const char *asked, unsigned int index,
		 const struct wish *wish)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_STORM_START,
						NLM_F_ACK | NLM_F_ECHO);
	uint64_t began = now_msec();
	bool ended = false;
	int error;

	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	put_wish(message, wish);
	error = genl_call(genl, message, on_event, &ended);
	if (!error)
		error = wait_for_end(genl, signals, wish->for_ms, &ended);
	if (error)
		return genl_refused(genl, asked, error);
	if (ended && (!wish->for_ms || now_msec() < began + wish->for_ms))
		return ended_early(genl, asked, index, wish);
	return STATUS_OK;
}

static int run(const struct command *self, char **words)
{
	struct wish wish = { 0 };
	const char *device = NULL;
	struct parse_error err;
	unsigned int index;
	int signals, error;
	struct genl genl;
	char asked[64];
	int status;

	if (parse_words(words, &device, &wish, &err))
		return usage_error(self, err.text);
	snprintf(asked, sizeof(asked), "storm dev %s", device);
	index = device_index(asked, device);
	if (!index)
		return STATUS_REFUSED;
	signals = signals_open();
	if (signals < 0)
		return refused(asked, "%s", strerror(-signals));
	error = genl_open(&genl);
	if (error) {
		status = genl_open_refused(&genl, asked, error);
	} else {
		status = storm(&genl, signals, asked, index, &wish);
		genl_close(&genl);
	}
	close(signals);
	return status;
}

const struct command storm_command = {
	.name = "storm",
	.grammar =
	"[dev] DEV pause [quanta N] [interval TIME] [for SECONDS] [received]\n"
	"       pausectl storm [dev] DEV pfc LIST [quanta N] [interval TIME] [for SECONDS] [received]",
	.help =
	"Send pause frames from DEV at an interval, to test the partner. Each frame asks for\n"
	"N quanta, default 65535. The default interval is half of that time, so that the\n"
	"partner cannot send. The kernel sends frames until the time is over or this command\n"
	"ends, whichever is first, and then lets the partner go on. A storm that ends earlier,\n"
	"as with its port, is an error. LIST none sends PFC frames that name no priority. A\n"
	"partner without PFC for a priority ignores it, and counts rx_ignored.\n"
	"An interval below 20us needs CAP_NET_ADMIN in the initial user namespace. Longer\n"
	"intervals grow with the number of storms on a processor.\n"
	"\n"
	"With received, DEV sends nothing and acts as if such frames came in, to test its\n"
	"watchdog without a partner.\n"
	"\n"
	"  pausectl storm dev eth0 pause for 10\n"
	"  pausectl storm dev eth0 pfc 3,4 quanta 1000 interval 100us for 0.5\n"
	"  pausectl storm dev eth0 pfc 3 for 2 received\n",
	.run = run,
};
