// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "lib.h"

struct monitor {
	const char *device;	/* NULL: all */
	unsigned int index;
	uint64_t left;		/* events to print; 0: no end */
	uint64_t msec;		/* time to run; 0: no end */
	uint64_t end_msec;	/* end of that time; 0: never */
	bool done;
	char asked[64];
	struct listeners listeners;
};

static bool monitor_is_about(const struct nlattr *const *attributes, unsigned int index)
{
	const struct nlattr *attr = attributes[PAUSECTL_A_IFINDEX];

	return attr && mnl_attr_get_u32(attr) == index;
}

static void monitor_on_event(const struct nlattr *const *attributes, void *data)
{
	struct monitor *monitor = data;

	if (monitor->done)
		return;
	if (!attributes) {
		print_overrun();
		return;
	}
	if (monitor->index && !monitor_is_about(attributes, monitor->index))
		return;
	print_event(attributes);
	if (monitor->left && --monitor->left == 0)
		monitor->done = true;
}

/* Time left for poll(), -1 without an end. */
static int timeout_msec(const struct monitor *monitor)
{
	uint64_t now = now_msec();

	if (!monitor->end_msec)
		return -1;
	return now < monitor->end_msec ? (int)(monitor->end_msec - now) : 0;
}

/* Print events until the count, the time or a signal ends it; 0 or a negative errno. */
static int monitor_watch(struct monitor *monitor)
{
	struct listeners *listeners = &monitor->listeners;
	const struct pollfd *signals = &listeners->fds[listeners->count];
	int error = 0, timeout = timeout_msec(monitor);

	while (!error && !monitor->done && timeout && !signals->revents) {
		error = listen_wait(listeners, timeout, monitor_on_event, monitor);
		timeout = timeout_msec(monitor);
	}
	return error ? error : listen_last(listeners, monitor_on_event, monitor);
}

static int listen_until_done(struct monitor *monitor)
{
	struct listeners *listeners = &monitor->listeners;
	int fd = signals_open(), status, error;

	if (fd < 0)
		return refused(monitor->asked, "%s", strerror(-fd));
	status = listen_begin(listeners, monitor->asked);
	if (status == STATUS_OK) {
		listeners->fds[listeners->count].fd = fd;
		fputs("pausectl: listening\n", stderr);
		monitor->end_msec = monitor->msec ? now_msec() + monitor->msec : 0;
		error = monitor_watch(monitor);
		if (error)
			status = refused(monitor->asked, "%s", strerror(-error));
	}
	listen_end(listeners);
	close(fd);
	return status;
}

static int monitor_parse_words(char **words, struct monitor *monitor, struct parse_error *err)
{
	static const char *const options[] = { "dev", "count", "for", NULL };
	unsigned int option;

	take_bare_device(&monitor->device, &words, options);
	while (*words) {
		const char *word = next_word(&words);
		/* Behind a device, a message does not offer "dev". */
		bool later = monitor->device && strcmp(word, options[0]);

		if (parse_choice("option", word, options + later, &option, err))
			return -1;
		option += later;
		if ((option == 1 && monitor->left) || (option == 2 && monitor->msec))
			return parse_twice(err, "option", options[option]);
		if (option == 0 ? take_device(&monitor->device, &words, err) :
		    option == 1 ? parse_number("count", next_word(&words), 1, UINT32_MAX,
					       &monitor->left, err) :
		    parse_msec("for", next_word(&words), &monitor->msec, err))
			return -1;
	}
	return 0;
}

static int monitor_run(const struct command *self, char **words)
{
	struct monitor monitor = { 0 };
	struct parse_error err;

	if (monitor_parse_words(words, &monitor, &err))
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
	.brief = "print events as they happen",
	.grammar = "[[dev] DEV] [count N] [for TIME]",
	.help =
	"Print one line, or with -j one JSON object, for each event of DEV or of all\n"
	"ports: attached, detached, config, paused, resumed, xoff, xon, link-error,\n"
	"link-error-cleared, storm-detected, storm-restored, guard,\n"
	"guard-ended. \"pausectl: listening\" on stderr means that\n"
	"the command misses none from then on. It ends after N events, after TIME, or on\n"
	"SIGINT or SIGTERM. With -n all, the events of all network namespaces that there are at\n"
	"the start, as NETNS/DEV.\n"
	"\n"
	"  pausectl monitor dev eth0\n"
	"  pausectl -j monitor count 2 for 0.5\n"
	"  pausectl -n all monitor\n",
	.all_netns = true,
	.run = monitor_run,
};
