// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/genetlink.h>
#include <uapi/pausectl.h>

#include "changes.h"
#include "event.h"
#include "netlink.h"
#include "pausectl.h"
#include "query.h"

/* Events of some hundred octets: room for a burst of thousands of pauses. */
#define RECEIVE_BUFFER	(8 << 20)

/* A network namespace, and the socket for its events. */
struct listener {
	struct genl genl;
	char *netns;		/* NULL: that of the process at its start */
	bool overrun;		/* events were lost, and nothing was printed about it yet */
};

struct monitor {
	const char *device;	/* NULL: all */
	unsigned int index;
	uint64_t left;		/* events to print; 0: no end */
	uint64_t msec;		/* time to run; 0: no end */
	uint64_t end_msec;	/* end of that time; 0: never */
	bool done;
	char asked[64];
	unsigned int count;
	struct listener *listeners;
	struct pollfd *fds;	/* of the listeners, and behind them the signals */
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

static void learn(const struct nlattr *const *attributes, void *data)
{
	(void)data;
	if (attributes[PAUSECTL_A_IFINDEX])
		changes_learn(mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]), attributes);
}

/* Print what has arrived; 0 or a negative errno. */
static int receive(struct listener *listener, struct monitor *monitor)
{
	union genl_reply reply;
	ssize_t length = mnl_socket_recvfrom(listener->genl.socket, &reply, sizeof(reply));

	if (length < 0 && errno == ENOBUFS) {
		listener->overrun = true;
		return 0;
	}
	netns_speak_of(listener->netns);
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
static void tell_overrun(struct listener *listener)
{
	netns_speak_of(listener->netns);
	if (listener->overrun)
		print_overrun();
	listener->overrun = false;
}

static bool is_overrun(const struct monitor *monitor)
{
	unsigned int i;

	for (i = 0; i < monitor->count; i++)
		if (monitor->listeners[i].overrun)
			return true;
	return false;
}

/* Print what poll() has found; 0 or a negative errno. */
static int serve(struct monitor *monitor)
{
	unsigned int i;
	int error = 0;

	for (i = 0; i < monitor->count && !error && !monitor->done; i++) {
		if (monitor->fds[i].revents)
			error = receive(&monitor->listeners[i], monitor);
		else
			tell_overrun(&monitor->listeners[i]);
	}
	return error;
}

/* Print the events that came before the end. No event can join them now. */
static int serve_last(struct monitor *monitor)
{
	unsigned int i;
	int error = 0;

	for (i = 0; i < monitor->count && !error; i++)
		error = genl_unsubscribe(&monitor->listeners[i].genl);
	while (!error && !monitor->done && poll(monitor->fds, monitor->count, 0) > 0)
		error = serve(monitor);
	for (i = 0; i < monitor->count; i++)
		tell_overrun(&monitor->listeners[i]);
	return error;
}

/* Print events until the count, the time or a signal ends it; 0 or a negative errno. */
static int watch(struct monitor *monitor)
{
	const struct pollfd *signals = &monitor->fds[monitor->count];
	int error = 0;

	while (!error && !monitor->done) {
		int timeout = timeout_msec(monitor);

		if (poll(monitor->fds, monitor->count + 1, is_overrun(monitor) ? 0 : timeout) < 0)
			return -errno;
		if (timeout == 0 || signals->revents)
			break;
		error = serve(monitor);
	}
	return error ? error : serve_last(monitor);
}

static int listen_here(void *data)
{
	struct monitor *monitor = data;
	struct listener *listener;
	int size = RECEIVE_BUFFER, error;

	listener = realloc(monitor->listeners, (monitor->count + 1) * sizeof(*listener));
	if (!listener)
		return refused(monitor->asked, "%s", strerror(ENOMEM));
	monitor->listeners = listener;
	listener += monitor->count;
	memset(listener, 0, sizeof(*listener));
	error = genl_open(&listener->genl);
	if (error)
		return genl_open_refused(&listener->genl, monitor->asked, error);
	listener->netns = netns_name() ? strdup(netns_name()) : NULL;
	monitor->count++;

	/* Beyond the limit of the system if the program may, else up to the limit. */
	if (setsockopt(mnl_socket_get_fd(listener->genl.socket), SOL_SOCKET, SO_RCVBUFFORCE,
		       &size, sizeof(size)))
		setsockopt(mnl_socket_get_fd(listener->genl.socket), SOL_SOCKET, SO_RCVBUF,
			   &size, sizeof(size));
	error = genl_subscribe(&listener->genl);
	return error ? genl_refused(&listener->genl, monitor->asked, error) : STATUS_OK;
}

/* Learn the settings of all ports last, so that the first event can tell what it changes. */
static int begin(struct monitor *monitor)
{
	unsigned int i;
	int status = netns_visit(listen_here, monitor);

	if (status == STATUS_OK)
		status = query_ports(monitor->asked, PAUSECTL_CMD_PORT_GET, 0, learn, NULL);
	if (status != STATUS_OK)
		return status;
	monitor->fds = calloc(monitor->count + 1, sizeof(*monitor->fds));
	if (!monitor->fds)
		return refused(monitor->asked, "%s", strerror(ENOMEM));
	for (i = 0; i < monitor->count; i++) {
		monitor->fds[i].fd = mnl_socket_get_fd(monitor->listeners[i].genl.socket);
		monitor->fds[i].events = POLLIN;
	}
	return STATUS_OK;
}

static void end(struct monitor *monitor)
{
	unsigned int i;

	netns_speak_of(NULL);
	for (i = 0; i < monitor->count; i++) {
		genl_close(&monitor->listeners[i].genl);
		free(monitor->listeners[i].netns);
	}
	free(monitor->listeners);
	free(monitor->fds);
}

static int listen_until_done(struct monitor *monitor)
{
	int fd = signals_open(), status, error;

	if (fd < 0)
		return refused(monitor->asked, "%s", strerror(-fd));
	status = begin(monitor);
	if (status == STATUS_OK) {
		monitor->fds[monitor->count] = (struct pollfd){ .fd = fd, .events = POLLIN };
		fputs("pausectl: listening\n", stderr);
		monitor->end_msec = monitor->msec ? now_msec() + monitor->msec : 0;
		error = watch(monitor);
		if (error)
			status = refused(monitor->asked, "%s", strerror(-error));
	}
	end(monitor);
	close(fd);
	return status;
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

	if (parse_words(words, &monitor, &err))
		return usage_error(self, err.text);
	if (monitor.device && netns_all())
		return usage_error(self, "-n all: allowed only without a device");
	snprintf(monitor.asked, sizeof(monitor.asked), "monitor%s%s",
		 monitor.device ? " dev " : "", monitor.device ? monitor.device : "");
	monitor.index = monitor.device ? device_index(monitor.asked, monitor.device) : 0;
	if (monitor.device && !monitor.index)
		return STATUS_REFUSED;
	return listen_until_done(&monitor);
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
	"SIGINT or SIGTERM. With -n all, the events of all network namespaces that there are at\n"
	"the start, as NETNS/DEV.\n"
	"\n"
	"  pausectl monitor dev eth0\n"
	"  pausectl -j monitor count 2 for 0.5\n"
	"  pausectl -n all monitor\n",
	.all_netns = true,
	.run = run,
};
