// SPDX-License-Identifier: GPL-2.0
/* Events, counters, and roots of pauses in lines of JSON, for the script plot and for programs. */
#define _GNU_SOURCE
#include <net/if.h>
#include <signal.h>
#include <stdio_ext.h>
#include <sys/timerfd.h>

#include "observe.h"

#define DEFAULT_INTERVAL_NS	10000000
/* In each such time, another port may be the root. */
#define WINDOW_NS		100000000

struct recorder {
	unsigned int *devices;		/* ifindexes */
	size_t device_count;		/* 0: all ports */
	uint64_t interval_ns;
	uint64_t msec;			/* time to run; 0: no end */
	const char *file;		/* NULL: stdout */
	struct tree tree;		/* of the present window */
	uint64_t begun_ns;		/* all of CLOCK_MONOTONIC */
	uint64_t window_ns;		/* since when the window is */
	uint64_t sampled_ns;
	struct listeners listeners;
	bool running;
	uint64_t samples;
	uint64_t told;			/* events */
};

/* --- lines ---------------------------------------------------------------------------------- */

/* Every line but those of events begins in this way. */
static void begin_line(const char *kind)
{
	object_begin();
	add_string("time", format_time(clock_ns(CLOCK_REALTIME)).text);
	add_string("record", kind);
}

/* The clocks tell how far programs are off that have other times of the same machine. */
static void write_begin(struct recorder *recorder)
{
	recorder->begun_ns = clock_ns(CLOCK_MONOTONIC);
	recorder->window_ns = recorder->begun_ns;
	begin_line("begin");
	add_string("monotonic", format_time(recorder->begun_ns).text);
	add_string("version", PAUSECTL_VERSION);
	add_number("interval_ns", recorder->interval_ns);
	add_bool("roots", true);
	if (netns_name())
		add_string("netns", format_name(netns_name()).text);
	object_end();
}

static void write_end(struct recorder *recorder)
{
	begin_line("end");
	add_string("monotonic", format_time(clock_ns(CLOCK_MONOTONIC)).text);
	add_number("events", recorder->told);
	add_number("samples", recorder->samples);
	object_end();
}

static bool is_recorded(const struct recorder *recorder, const struct nlattr *index)
{
	size_t i;

	for (i = 0; index && i < recorder->device_count; i++)
		if (recorder->devices[i] == mnl_attr_get_u32(index))
			return true;
	return index && !recorder->device_count;
}

static void record_on_port(const struct nlattr *const *attributes, void *data)
{
	struct place place = { .netns = format_name(netns_other() ?: "") };
	struct place other = { .index = 0 };
	struct recorder *recorder = data;
	struct word bridge = { "" };

	if (!is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX]))
		return;
	place.index = mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]);
	machine_joins(&recorder->tree.machine, &place, &other, &bridge);
	begin_line("port");
	print_device(attributes);
	if (*bridge.text)
		add_string("bridge", bridge.text);
	add_place("peer", "peer_netns", &other);
	if (other.index)
		add_number("peer_ifindex", other.index);
	print_settings(attributes, true, "");
	print_state(attributes, "");
	print_facts(attributes, "");
	object_end();
}

/* Counters that are not as in the line before. The first line of a port has all. */
static void record_on_sample(const struct nlattr *const *attributes, void *data)
{
	const struct counter *counter = port_counters, *end = counter + port_counter_count;
	struct recorder *recorder = data;
	struct tree_port *port;
	struct sample now;

	if (!is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX]) ||
	    !sample_read(&now, attributes))
		return;
	port = tree_port(&recorder->tree, &now.place);
	begin_line("sample");
	add_number("sample", recorder->samples);
	print_device(attributes);
	for (; counter < end; counter++) {
		const uint64_t *old = port->last.of[counter->attribute];
		const uint64_t *values = now.of[counter->attribute];
		unsigned int count = now.sent[counter->attribute];

		if (!count || (port->last.time && !memcmp(values, old, count * sizeof(*old))))
			continue;
		if (counter->values == 1)
			add_number(counter->name, values[0]);
		else
			add_numbers(counter->name, values, count);
	}
	object_end();
	/* One time for all ports of a sample */
	now.time = recorder->sampled_ns;
	tree_add(port, &now);
}

/* Where charges of a port wait, if both ports are recorded */
static void record_on_charge(const struct nlattr *const *attributes, void *data)
{
	uint32_t mask = attr_number(attributes[PAUSECTL_A_TIMERS]);
	uint64_t timers[MAX_VALUES];
	struct recorder *recorder = data;
	unsigned int i, count = 0;

	if (!is_recorded(recorder, attributes[PAUSECTL_A_INGRESS]) ||
	    !is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX]))
		return;
	for (i = 0; i < MAX_VALUES; i++)
		if (mask & 1U << i)
			timers[count++] = i;
	begin_line("charge");
	add_number("sample", recorder->samples);
	print_device(attributes);
	add_number("priority", attr_number(attributes[PAUSECTL_A_PRIORITY]));
	add_number("ingress", attr_number(attributes[PAUSECTL_A_INGRESS]));
	add_number("buffer", attr_number(attributes[PAUSECTL_A_BUFFER]));
	add_numbers("timers", timers, count);
	add_number("octets", attr_number(attributes[PAUSECTL_A_OCTETS]));
	add_number("frames", attr_number(attributes[PAUSECTL_A_FRAMES]));
	object_end();
	tree_on_charge(&recorder->tree, netns_other() ?: "", attributes);
}

/* A root of the window that ends, or a port below it. "says" is what trace prints. */
static void write_node(struct recorder *recorder, const struct node *node, uint64_t stopped_us)
{
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);

	if (!stream)
		err(STATUS_REFUSED, NULL);
	begin_line(node->depth ? "stop" : "root");
	add_number("from_ns", recorder->window_ns - recorder->begun_ns);
	add_number("to_ns", recorder->sampled_ns - recorder->begun_ns);
	add_number("stopped_us", stopped_us);
	output.text = stream;
	print_node(&recorder->tree, node);
	output.text = NULL;
	if (fclose(stream))
		err(STATUS_REFUSED, NULL);
	add_string("says", text);
	free(text);
	object_end();
}

/* --- samples -------------------------------------------------------------------------------- */

/*
 * Ask for one port, or with 0 for all of the namespace. A status. While the recorder is running, an
 * event tells that a port or a device is gone, and the others go on.
 */
static int ask_one(struct recorder *recorder, struct genl *genl, uint8_t command,
		   unsigned int index, port_fn *port)
{
	int error = query_socket(genl, command, index, port, recorder);
	char name[IF_NAMESIZE] = "", asked[64];

	if (!error || (recorder->running && index &&
		       (error == -ENOENT || error == -ENODEV || error == -EOPNOTSUPP)))
		return STATUS_OK;
	snprintf(asked, sizeof(asked), "record%s%s", index ? " dev " : "",
		 index ? if_indextoname(index, name) ?: "" : "");
	return genl_refused(asked, error);
}

/* Ask each namespace for the devices that are recorded, or for all. A status. */
static int ask(struct recorder *recorder, uint8_t command, port_fn *port)
{
	struct listeners *listeners = &recorder->listeners;
	/* Charges are of two ports, so they come together. */
	size_t devices = command == PAUSECTL_CMD_CHARGES_GET ? 0 : recorder->device_count, i, j;
	int status = STATUS_OK;

	for (i = 0; i < listeners->count; i++) {
		netns_speak_of(listeners->each[i].netns);
		for (j = 0; !status && j < (devices ? devices : 1); j++)
			status = ask_one(recorder, &listeners->each[i].requests, command,
					 devices ? recorder->devices[j] : 0, port);
	}
	netns_speak_of(listeners->each[0].netns);
	return status;
}

/* Write the roots of a window that is over. */
static void end_window(struct recorder *recorder)
{
	const struct tree *tree = &recorder->tree;
	uint64_t stopped_us = 0;
	struct node *nodes;
	size_t count = tree_walk(tree, &nodes), i;

	for (i = 0; i < tree->count; i++)
		stopped_us += tree->ports[i].stopped_us;
	for (i = 0; i < count; i++)
		write_node(recorder, &nodes[i], stopped_us);
	free(nodes);
	tree_next(&recorder->tree);
	recorder->window_ns = recorder->sampled_ns;
}

/* A status. A window ends with the sample that is nearest to its end, or with the @last one. */
static int take_sample(struct recorder *recorder, bool last)
{
	uint64_t near = (recorder->interval_ns < WINDOW_NS ? recorder->interval_ns : WINDOW_NS) / 2;
	int status;

	recorder->sampled_ns = clock_ns(CLOCK_MONOTONIC);
	status = ask(recorder, PAUSECTL_CMD_STATS_GET, record_on_sample) ?:
		 ask(recorder, PAUSECTL_CMD_CHARGES_GET, record_on_charge);
	recorder->samples++;
	if (!status && (last || recorder->sampled_ns + near >= recorder->window_ns + WINDOW_NS))
		end_window(recorder);
	return status;
}

/* --- from begin to end ---------------------------------------------------------------------- */

static void record_on_event(const struct nlattr *const *attributes, void *data)
{
	struct recorder *recorder = data;

	if (output.failed ||
	    (attributes && !is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX])))
		return;
	print_event(attributes);
	recorder->told += !!attributes;
}

/* Events and samples until the time or a signal ends it. A status. */
static int record_watch(struct recorder *recorder)
{
	struct listeners *listeners = &recorder->listeners;
	const struct pollfd *timer = &listeners->fds[FD_CALLER];
	uint64_t end = recorder->msec ? now_msec() + recorder->msec : UINT64_MAX, expired;
	int error = 0, status = STATUS_OK;

	while (!error && !status && !output.failed && !listen_stopped(listeners) &&
	       now_msec() < end) {
		error = listen_wait(listeners, end, record_on_event, recorder);
		if (!error && timer->revents && read(timer->fd, &expired, sizeof(expired)) > 0)
			status = take_sample(recorder, false);
	}
	if (!error && !status && !output.failed)
		status = take_sample(recorder, true);
	if (!error && !status)
		error = listen_last(listeners, record_on_event, recorder);
	return error ? refused("record", "%s", strerror(-error)) : status;
}

/* A status */
static int record(struct recorder *recorder, int timer)
{
	struct timespec interval = { recorder->interval_ns / NS_PER_S,
				     recorder->interval_ns % NS_PER_S };
	struct itimerspec every = { interval, interval };
	int status;

	write_begin(recorder);
	status = ask(recorder, PAUSECTL_CMD_PORT_GET, record_on_port);
	recorder->running = true;
	if (!status)
		status = take_sample(recorder, false);
	if (!status) {
		fputs("pausectl: recording\n", stderr);
		timerfd_settime(timer, 0, &every, NULL);
		status = record_watch(recorder);
	}
	if (!status && !output.failed)
		write_end(recorder);
	return status;
}

static int record_to_stream(struct recorder *recorder, int timer)
{
	FILE *stream = recorder->file ? fopen(recorder->file, "we") : stdout;
	sighandler_t before;
	int status;

	if (!stream)
		return refused("record", "%s: %s", recorder->file, strerror(errno));
	before = signal(SIGPIPE, SIG_IGN);
	output.whole = lseek(fileno(stream), 0, SEEK_END);
	output.stream = stream;
	status = record(recorder, timer);
	output.stream = NULL;
	if (output.failed) {
		/* A file ends with a whole line. If this fails, too, plot names the line. */
		__fpurge(stream);
		output.whole = ftruncate(fileno(stream), output.whole);
	}
	if (recorder->file && fclose(stream) && !output.failed)
		status = refused("record", "%s: %s", recorder->file, strerror(errno));
	signal(SIGPIPE, before);
	return status;
}

/* From listen_begin() on no event is missed. A status. */
static int listen_and_record(struct recorder *recorder)
{
	struct listeners *listeners = &recorder->listeners;
	int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK), status;

	if (timer < 0)
		return refused("record", "%s", strerror(errno));
	status = listen_begin(listeners, "record");
	/* Before the file is written: are the ports there? */
	if (!status)
		status = ask(recorder, PAUSECTL_CMD_PORT_GET, NULL);
	if (!status) {
		listeners->fds[FD_CALLER].fd = timer;
		/* Without the names of the other ends, all else is of use. */
		machine_read(&recorder->tree.machine);
		status = record_to_stream(recorder, timer);
		tree_free(&recorder->tree);
	}
	listen_end(listeners);
	close(timer);
	return status;
}

/* Without a name, all ports are recorded. A status. */
static int choose_devices(struct recorder *recorder, char **names)
{
	size_t *count = &recorder->device_count;

	for (; *names; names++) {
		if (strchr(*names, '/'))
			return refused("record", "no such device \"%s\": %s", *names,
				       "\"file\" comes before a file");
		recorder->devices = room_for(recorder->devices, *count + 1, sizeof(unsigned int));
		if (find_device("record", *names, &recorder->devices[(*count)++]))
			return STATUS_REFUSED;
	}
	return STATUS_OK;
}

static int record_run(const struct command *self, char **words)
{
	struct recorder recorder = { .interval_ns = DEFAULT_INTERVAL_NS,
				     .tree.no_port = "no port in the recording" };
	uint64_t for_ns = 0;
	const struct named_value values[] = {
		VALUE_INTERVAL(&recorder.interval_ns), VALUE_FOR(&for_ns),
		{ "file", .file = &recorder.file }, { 0 }
	};
	int status;

	if (take_words(MANY_DEVICES, NULL, words, values))
		return usage_error(self, "%s", parse_error);
	recorder.msec = msec_of(for_ns);
	if (*words && netns_all)
		return usage_error(self, "-n all: allowed only without a device");
	status = choose_devices(&recorder, words) ?: listen_and_record(&recorder);
	free(recorder.devices);
	return status;
}

const struct command record_command = {
	.name = "record",
	.brief = "write events, counters and roots of pauses to a file",
	.grammar = "[[dev] DEV...] [interval TIME] [for TIME] [file FILE]",
	.help =
	"Write events and counters of each DEV, or of all ports, to FILE or stdout, as lines of JSON: one\n"
	"for each event, and each interval, 1us to 10s, default 10ms, one for each port with the counters\n"
	"that have changed. After \"pausectl: recording\" on stderr it misses no event. It ends after TIME,\n"
	"or on SIGINT or SIGTERM. pausectl plot draws FILE.\n"
	"\n"
	"  pausectl record eth0 eth1 for 10 file pauses.json\n"
	"  pausectl record interval 1ms | jq 'select(.event == \"paused\")'\n"
	"  pausectl -n all record file pauses.json\n",
	.all_netns = true,
	.run = record_run,
};
