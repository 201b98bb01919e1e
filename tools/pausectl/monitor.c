// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include <linux/genetlink.h>
#include <uapi/pausectl.h>

#include "changes.h"
#include "event.h"
#include "netlink.h"
#include "pausectl.h"

struct monitor {
	const char *device;	/* NULL: all */
	unsigned int index;
	uint64_t left;		/* events to print; 0: no end */
	uint64_t msec;		/* time to run; 0: no end */
	uint64_t end_msec;	/* end of that time; 0: never */
	bool overrun;		/* events were lost, and nothing was printed about it yet */
	bool done;
};

static bool is_about(const struct nlattr *const *attributes, unsigned int index)
{
	const struct nlattr *attr = attributes[PAUSECTL_A_IFINDEX];

	return attr && mnl_attr_get_u32(attr) == index;
}

static int on_event(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	const struct genlmsghdr *extra = mnl_nlmsg_get_payload(header);
	struct monitor *monitor = data;

	if (extra->cmd != PAUSECTL_CMD_EVENT_NTF || monitor->done)
		return MNL_CB_OK;
	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	if (monitor->index && !is_about(attributes, monitor->index))
		return MNL_CB_OK;
	print_event(attributes);
	if (monitor->left && --monitor->left == 0)
		monitor->done = true;
	return MNL_CB_OK;
}

static int on_port(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];

	(void)data;
	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	if (attributes[PAUSECTL_A_IFINDEX])
		changes_learn(mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]), attributes);
	return MNL_CB_OK;
}

/* Learn the settings of all ports, so that the first event can tell what it changes. */
static int learn_ports(void)
{
	union genl_request request;
	struct nlmsghdr *header = genl_prepare(&request, PAUSECTL_CMD_PORT_GET, NLM_F_DUMP);
	struct genl genl;
	int error = genl_open(&genl);

	if (error)
		return error;
	error = genl_call(&genl, header, on_port, NULL);
	genl_close(&genl);
	return error;
}

/* Print what has arrived; 0 or a negative errno. */
static int receive(struct genl *genl, struct monitor *monitor)
{
	union genl_reply reply;
	ssize_t length = mnl_socket_recvfrom(genl->socket, &reply, sizeof(reply));

	if (length < 0 && errno == ENOBUFS) {
		monitor->overrun = true;
		return 0;
	}
	if (length < 0 || mnl_cb_run(&reply, length, 0, 0, on_event, monitor) < 0)
		return -errno;
	return 0;
}

/* Time left for poll(), -1 without an end. */
static int timeout_msec(const struct monitor *monitor)
{
	uint64_t now = now_msec();

	if (!monitor->end_msec)
		return -1;
	return now < monitor->end_msec ? (int)(monitor->end_msec - now) : 0;
}

/*
 * The kernel tells of an overrun at once, and drops events until the program has read the events
 * that found room. So the line belongs behind those events. The socket gets all later events.
 */
static void tell_overrun(struct monitor *monitor)
{
	if (monitor->overrun)
		print_overrun();
	monitor->overrun = false;
}

/* Print events until the count, the time or a signal ends it; 0 or a negative errno. */
static int watch(struct genl *genl, struct monitor *monitor, int signals)
{
	struct pollfd fds[] = {
		{ .fd = mnl_socket_get_fd(genl->socket), .events = POLLIN },
		{ .fd = signals, .events = POLLIN },
	};
	int error = 0;

	while (!error && !monitor->done) {
		int timeout = timeout_msec(monitor);
		int ready = poll(fds, 2, monitor->overrun ? 0 : timeout);

		if (ready < 0)
			return -errno;
		if (timeout == 0 || fds[1].revents)
			break;
		if (fds[0].revents)
			error = receive(genl, monitor);
		else
			tell_overrun(monitor);
	}
	/* Print the events that came before the end. No event can join them now. */
	if (!error)
		error = genl_unsubscribe(genl);
	while (!error && !monitor->done && poll(fds, 1, 0) > 0)
		error = receive(genl, monitor);
	tell_overrun(monitor);
	return error;
}

static int listen_until_done(struct genl *genl, struct monitor *monitor)
{
	int fd = signals_open(), error;

	if (fd < 0)
		return fd;
	error = genl_subscribe(genl);
	if (!error)
		error = learn_ports();
	if (!error) {
		fputs("pausectl: listening\n", stderr);
		monitor->end_msec = monitor->msec ? now_msec() + monitor->msec : 0;
		error = watch(genl, monitor, fd);
	}
	close(fd);
	return error;
}

static int parse_words(char **words, struct monitor *monitor, struct parse_error *err)
{
	static const char *const options[] = { "dev", "count", "for", NULL };
	unsigned int option;

	take_bare_device(&monitor->device, &words, options);
	while (*words) {
		if (parse_choice("option", next_word(&words), options, &option, err))
			return -1;
		if ((option == 1 && monitor->left) || (option == 2 && monitor->msec))
			return parse_twice(err, "option", options[option]);
		if (option == 0 ? take_device(&monitor->device, &words, err) :
		    option == 1 ? parse_number("count", next_word(&words), 1, UINT32_MAX,
					       &monitor->left, err) :
		    parse_seconds("for", next_word(&words), &monitor->msec, err))
			return -1;
	}
	return 0;
}

static int run(const struct command *self, char **words)
{
	struct monitor monitor = { 0 };
	struct parse_error err;
	struct genl genl;
	char asked[64];
	int error;

	if (parse_words(words, &monitor, &err))
		return usage_error(self, err.text);
	snprintf(asked, sizeof(asked), "monitor%s%s", monitor.device ? " dev " : "",
		 monitor.device ? monitor.device : "");
	monitor.index = monitor.device ? device_index(asked, monitor.device) : 0;
	if (monitor.device && !monitor.index)
		return STATUS_REFUSED;

	error = genl_open(&genl);
	if (error)
		return genl_open_refused(&genl, asked, error);
	error = listen_until_done(&genl, &monitor);
	genl_close(&genl);
	return error ? genl_refused(&genl, asked, error) : STATUS_OK;
}

const struct command monitor_command = {
	.name = "monitor",
	.grammar = "[[dev] DEV] [count N] [for SECONDS]",
	.help =
	"Print one line, or with -j one JSON object, for each event of DEV or of all\n"
	"ports: attached, detached, config, paused, resumed, xoff, xon, link-error,\n"
	"link-error-cleared, storm, storm-ended, storm-detected, storm-restored, guard,\n"
	"guard-ended, pause-ignored, pause-obeyed. \"pausectl: listening\" on stderr means that\n"
	"the command misses none from then on. It ends after N events, after SECONDS, or on\n"
	"SIGINT or SIGTERM.\n"
	"\n"
	"  pausectl monitor dev eth0\n"
	"  pausectl -j monitor count 2 for 0.5\n",
	.run = run,
};
