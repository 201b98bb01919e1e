// SPDX-License-Identifier: GPL-2.0
/* Print events as they happen. */
#include "pausectl.h"

struct monitor {
	unsigned int index;	/* of the device, 0: all */
	uint64_t left;		/* events to print, 0: no end */
	bool done;
};

static void monitor_on_event(const struct nlattr *const *attributes, void *data)
{
	struct monitor *monitor = data;
	const struct nlattr *index = attributes ? attributes[PAUSECTL_A_IFINDEX] : NULL;

	if (monitor->done || (attributes && monitor->index &&
			      (!index || mnl_attr_get_u32(index) != monitor->index)))
		return;
	print_event(attributes);
	monitor->done = attributes && monitor->left && --monitor->left == 0;
}

/* Print events until the count, the time (0: no end) or a signal ends it; 0 or a negative errno. */
static int monitor_watch(struct listeners *listeners, struct monitor *monitor, uint64_t msec)
{
	uint64_t now = now_msec(), end = now + msec;
	int error = 0;

	for (; !error && !monitor->done && !listen_stopped(listeners) &&
	     (!msec || now < end); now = now_msec())
		error = listen_wait(listeners, msec ? (int)(end - now) : -1, monitor_on_event,
				    monitor);
	return error ? error : listen_last(listeners, monitor_on_event, monitor);
}

static int monitor_run(const struct command *self, char **words)
{
	struct monitor monitor = { 0 };
	uint64_t for_ns = 0;
	const struct named_value values[] = {
		{ "count", &monitor.left, parse_number, 1, UINT32_MAX, NULL, NULL },
		VALUE_FOR(&for_ns),
		{ 0 }
	};
	struct listeners listeners = { 0 };
	const char *device = NULL;
	int status, error;
	char asked[64];

	if (take_words(MAY_DEVICE, &device, words, values))
		return usage_error(self, "%s", parse_error);
	if (device && netns_all)
		return usage_error(self, "-n all: allowed only without a device");
	snprintf(asked, sizeof(asked), "monitor%s%s", device ? " dev " : "", device ?: "");
	monitor.index = device ? device_index(asked, device) : 0;
	if (device && !monitor.index)
		return STATUS_REFUSED;
	status = listen_begin(&listeners, asked);
	if (status == STATUS_OK) {
		fputs("pausectl: listening\n", stderr);
		error = monitor_watch(&listeners, &monitor, msec_of(for_ns));
		if (error)
			status = refused(asked, "%s", strerror(-error));
	}
	listen_end(&listeners);
	return status;
}

const struct command monitor_command = {
	.name = "monitor",
	.brief = "print events as they happen",
	.grammar = "[[dev] DEV] [count N] [for TIME]",
	.help =
	"Print a line, or with -j a JSON object, for each event of DEV or of all ports.\n"
	"\"pausectl: listening\" on stderr means that the command misses none from then on. It ends\n"
	"after N events, after TIME, or on a signal.\n"
	"\n"
	"  pausectl monitor dev eth0\n"
	"  pausectl -j monitor count 2 for 0.5\n"
	"  pausectl -n all monitor\n",
	.all_netns = true,
	.run = monitor_run,
};
