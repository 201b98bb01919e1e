// SPDX-License-Identifier: GPL-2.0
/* Events, counters, and roots of pauses in lines of JSON, for the script plot and for programs. */
#define _GNU_SOURCE
#include <errno.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "observe.h"

#define DEFAULT_INTERVAL_NS	10000000
/* In each such time, another port may be the root. */
#define WINDOW_NS		100000000

/* The counters of a port in its last line. A port is known by its namespace and its ifindex. */
struct written {
	struct written *next;
	unsigned int index;
	char netns[NETNS_NAME];
	bool begun;
	uint64_t values[COUNTERS_MAX][COUNTER_VALUES];
};

struct recorder {
	unsigned int *devices;		/* ifindexes */
	size_t device_count;		/* 0: all ports */
	uint64_t interval_ns;
	uint64_t msec;			/* time to run; 0: no end */
	const char *file;		/* NULL: stdout */
	FILE *stream;
	off_t whole;			/* octets of a regular file that are whole lines; else -1 */
	struct roots roots;		/* of the present window */
	uint64_t begun_ns;		/* all of CLOCK_MONOTONIC */
	uint64_t window_ns;		/* since when the window is */
	uint64_t sampled_ns;
	struct listeners listeners;
	struct written *ports;
	bool no_memory;
	bool running;
	uint64_t samples;
	uint64_t told;			/* events */
};

static uint64_t now_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* Every line but those of events begins in this way. */
static void begin_line(const char *kind)
{
	object_begin();
	add_string("time", format_time(now_ns(CLOCK_REALTIME)).text);
	add_string("record", kind);
}

/* If there was no room for a whole line, a file ends with the line before. */
static void check_line(struct recorder *recorder)
{
	struct stat file;

	if (recorder->whole < 0)
		return;
	if (!output_failed() && !fstat(fileno(recorder->stream), &file)) {
		recorder->whole = file.st_size;
		return;
	}
	__fpurge(recorder->stream);
	/* If this fails, too, plot names the line that is cut off. */
	if (ftruncate(fileno(recorder->stream), recorder->whole))
		return;
}

static void end_line(struct recorder *recorder)
{
	object_end();
	check_line(recorder);
}

static bool is_recorded(const struct recorder *recorder, const struct nlattr *index)
{
	size_t i;

	for (i = 0; index && i < recorder->device_count; i++)
		if (recorder->devices[i] == mnl_attr_get_u32(index))
			return true;
	return index && !recorder->device_count;
}

/* The namespace of a line; "" for the one of the tool */
static const char *netns_of_line(void)
{
	return netns_other() ?: "";
}

/* The bridge, and the other end of the link. */
static void add_place(const struct machine *machine, unsigned int index)
{
	struct place place = { .netns = format_name(netns_of_line()), .index = index };

	machine_place(machine, &place);
	if (*place.bridge.text)
		add_string("bridge", place.bridge.text);
	if (!*place.peer.text)
		return;
	add_string("peer", place.peer.text);
	add_number("peer_ifindex", place.peer_index);
	if (*place.peer_netns.text)
		add_string("peer_netns", place.peer_netns.text);
}

static void record_on_port(const struct nlattr *const *attributes, void *data)
{
	struct recorder *recorder = data;

	if (!is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX]))
		return;
	begin_line("port");
	print_device(attributes);
	add_place(&recorder->roots.machine, mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]));
	print_settings(attributes, true, "");
	print_state(attributes, "");
	print_facts(attributes, "");
	end_line(recorder);
}

/* What was written of a port, also if the port is new. NULL without memory. */
static struct written *written_of(struct recorder *recorder, unsigned int index)
{
	struct written *port = recorder->ports;

	while (port && (port->index != index || strcmp(port->netns, netns_of_line())))
		port = port->next;
	if (port)
		return port;
	port = calloc(1, sizeof(*port));
	if (!port)
		return NULL;
	port->index = index;
	snprintf(port->netns, sizeof(port->netns), "%s", netns_of_line());
	port->next = recorder->ports;
	return recorder->ports = port;
}

static void free_written(struct written *port)
{
	struct written *next;

	for (; port; port = next) {
		next = port->next;
		free(port);
	}
}

/* Add a counter if it is not as in the line before. */
static void add_counter(struct written *port, size_t i, const struct nlattr *attribute)
{
	const struct counter *counter = &port_counters[i];
	uint64_t values[COUNTER_VALUES];
	unsigned int count = counter_values(counter, attribute, values);

	if (!count ||
	    (port->begun && !memcmp(values, port->values[i], count * sizeof(*values))))
		return;
	memcpy(port->values[i], values, count * sizeof(*values));
	if (counter->values == 1)
		add_number(counter->name, values[0]);
	else
		add_numbers(counter->name, values, count);
}

static void on_counters(const struct nlattr *const *attributes, void *data)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	struct recorder *recorder = data;
	struct written *port;
	size_t i;

	if (!attributes[PAUSECTL_A_STATS] ||
	    !is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX]))
		return;
	port = written_of(recorder, mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]));
	if (!port) {
		recorder->no_memory = true;
		return;
	}
	genl_nested(attributes[PAUSECTL_A_STATS], sent, PAUSECTL_A_STATS_MAX);
	begin_line("sample");
	add_number("sample", recorder->samples);
	print_device(attributes);
	for (i = 0; i < port_counter_count; i++)
		add_counter(port, i, sent[port_counters[i].attribute]);
	port->begun = true;
	end_line(recorder);
	roots_sample(&recorder->roots, netns_of_line(), attributes, recorder->sampled_ns);
}

/* Where charges of a port wait, if both ports are recorded */
static void record_on_charge(const struct nlattr *const *attributes, void *data)
{
	struct charge_row row = charge_row(attributes);
	uint64_t timers[COUNTER_VALUES];
	struct recorder *recorder = data;
	unsigned int i, count = 0;

	if (!is_recorded(recorder, attributes[PAUSECTL_A_INGRESS]) ||
	    !is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX]))
		return;
	for (i = 0; i < COUNTER_VALUES; i++)
		if (row.timers & 1U << i)
			timers[count++] = i;
	begin_line("charge");
	add_number("sample", recorder->samples);
	print_device(attributes);
	add_number("priority", row.priority);
	add_number("ingress", row.ingress);
	add_number("buffer", row.buffer);
	add_numbers("timers", timers, count);
	add_number("octets", row.octets);
	add_number("frames", row.frames);
	end_line(recorder);
	roots_charge(&recorder->roots, netns_of_line(), attributes);
}

/*
 * Ask for one port, or with 0 for all of the namespace. A status. While the recorder is running, an
 * event tells that a port or a device is gone, and the others go on.
 */
static int record_ask(struct recorder *recorder, struct genl *genl, uint8_t command,
		      unsigned int index, port_fn *port)
{
	int error = query_socket(genl, command, index, port, recorder);
	char name[IF_NAMESIZE] = "", asked[64];

	if (recorder->no_memory || recorder->roots.no_memory)
		error = -ENOMEM;
	if (!error || (recorder->running && index &&
		       (error == -ENOENT || error == -ENODEV || error == -EOPNOTSUPP)))
		return STATUS_OK;
	snprintf(asked, sizeof(asked), "record%s%s", index ? " dev " : "",
		 index ? if_indextoname(index, name) ?: "" : "");
	return genl_refused(genl, asked, error);
}

/* Ask for all of each namespace. A status. */
static int ask_netns(struct recorder *recorder, uint8_t command, port_fn *port)
{
	struct listeners *listeners = &recorder->listeners;
	int status = STATUS_OK;
	unsigned int i;

	for (i = 0; !status && i < listeners->count; i++) {
		netns_speak_of(listeners->each[i].netns);
		status = record_ask(recorder, &listeners->each[i].requests, command, 0, port);
	}
	netns_speak_of(listeners->each[0].netns);
	return status;
}

/* Ask for all ports that are recorded. A status. */
static int ask_all(struct recorder *recorder, uint8_t command, port_fn *port)
{
	int status = STATUS_OK;
	size_t i;

	if (!recorder->device_count)
		return ask_netns(recorder, command, port);
	for (i = 0; !status && i < recorder->device_count; i++)
		status = record_ask(recorder, &recorder->listeners.each[0].requests, command,
				    recorder->devices[i], port);
	return status;
}

/* A root of the window that ends, or a port below it. "says" is what trace prints. */
static void write_node(const struct node *node, void *data)
{
	struct recorder *recorder = data;
	const struct tree *tree = &recorder->roots.tree;
	uint64_t stopped_us = 0;
	char *text = NULL;
	size_t i, size;
	FILE *stream;

	stream = open_memstream(&text, &size);
	if (!stream) {
		recorder->no_memory = true;
		return;
	}
	for (i = 0; i < tree->count; i++)
		stopped_us += tree->ports[i].stopped_us;
	begin_line(node->depth ? "stop" : "root");
	add_number("from_ns", recorder->window_ns - recorder->begun_ns);
	add_number("to_ns", recorder->sampled_ns - recorder->begun_ns);
	add_number("stopped_us", stopped_us);
	output_to(stream);
	roots_print(&recorder->roots, node);
	output_to(NULL);
	if (fclose(stream))
		recorder->no_memory = true;
	else
		add_string("says", text);
	free(text);
	end_line(recorder);
}

/* Write the roots of a window that is over. A status. */
static int end_window(struct recorder *recorder)
{
	int error;

	if (recorder->sampled_ns == recorder->window_ns)
		return STATUS_OK;
	error = tree_walk(&recorder->roots.tree, write_node, recorder);
	tree_next(&recorder->roots.tree);
	recorder->window_ns = recorder->sampled_ns;
	if (recorder->no_memory)
		error = -ENOMEM;
	return error < 0 ? refused("record", "%s", strerror(-error)) : STATUS_OK;
}

static int record_take_sample(struct recorder *recorder)
{
	uint64_t near = (recorder->interval_ns < WINDOW_NS ? recorder->interval_ns : WINDOW_NS) / 2;
	int status;

	recorder->sampled_ns = now_ns(CLOCK_MONOTONIC);
	status = ask_all(recorder, PAUSECTL_CMD_STATS_GET, on_counters);
	if (!status)
		status = ask_netns(recorder, PAUSECTL_CMD_CHARGES_GET, record_on_charge);
	recorder->samples++;
	/* The next sample would be farther from the end of the window than this one. */
	if (!status && recorder->sampled_ns + near >= recorder->window_ns + WINDOW_NS)
		status = end_window(recorder);
	return status;
}

static void record_on_event(const struct nlattr *const *attributes, void *data)
{
	struct recorder *recorder = data;

	if (output_failed() ||
	    (attributes && !is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX])))
		return;
	if (attributes)
		print_event(attributes);
	else
		print_overrun();
	recorder->told += !!attributes;
	check_line(recorder);
}

/* The clocks tell how far programs are off that have other times of the same machine. */
static void write_begin(struct recorder *recorder)
{
	recorder->begun_ns = now_ns(CLOCK_MONOTONIC);
	recorder->window_ns = recorder->begun_ns;
	begin_line("begin");
	add_string("monotonic", format_time(recorder->begun_ns).text);
	add_string("version", PAUSECTL_VERSION);
	add_number("interval_ns", recorder->interval_ns);
	add_bool("roots", true);
	if (netns_name())
		add_string("netns", format_name(netns_name()).text);
	end_line(recorder);
}

static void write_end(struct recorder *recorder)
{
	begin_line("end");
	add_string("monotonic", format_time(now_ns(CLOCK_MONOTONIC)).text);
	add_number("events", recorder->told);
	add_number("samples", recorder->samples);
	end_line(recorder);
}

/* 1us to 10s, which the timer takes. */
static void start_timer(int timer, uint64_t interval_ns)
{
	struct itimerspec every = {
		.it_interval = { interval_ns / 1000000000, interval_ns % 1000000000 },
	};

	every.it_value = every.it_interval;
	timerfd_settime(timer, 0, &every, NULL);
}

/* Events and samples until the time or a signal ends it. A status. */
static int record_watch(struct recorder *recorder)
{
	struct listeners *listeners = &recorder->listeners;
	const struct pollfd *signals = &listeners->fds[listeners->count], *timer = signals + 1;
	uint64_t end = now_msec() + recorder->msec, expired;
	int error = 0, status = STATUS_OK;

	start_timer(timer->fd, recorder->interval_ns);
	while (!error && !status && !output_failed() && !signals->revents &&
	       (!recorder->msec || now_msec() < end)) {
		uint64_t left = recorder->msec ? end - now_msec() : INT32_MAX;

		error = listen_wait(listeners, left < INT32_MAX ? (int)left : -1, record_on_event,
				    recorder);
		if (!error && timer->revents && read(timer->fd, &expired, sizeof(expired)) > 0)
			status = record_take_sample(recorder);
	}
	if (!error && !status && !output_failed())
		status = record_take_sample(recorder) ?: end_window(recorder);
	if (!error && !status)
		error = listen_last(listeners, record_on_event, recorder);
	return error ? refused("record", "%s", strerror(-error)) : status;
}

/* A status */
static int record(struct recorder *recorder)
{
	int status;

	write_begin(recorder);
	status = ask_all(recorder, PAUSECTL_CMD_PORT_GET, record_on_port);
	recorder->running = true;
	if (!status)
		status = record_take_sample(recorder);
	if (!status) {
		fputs("pausectl: recording\n", stderr);
		status = record_watch(recorder);
	}
	if (!status && !output_failed())
		write_end(recorder);
	return status;
}

static int open_stream(struct recorder *recorder)
{
	struct stat file;

	recorder->stream = recorder->file ? fopen(recorder->file, "we") : stdout;
	if (!recorder->stream)
		return refused("record", "%s: %s", recorder->file, strerror(errno));
	recorder->whole = fstat(fileno(recorder->stream), &file) || !S_ISREG(file.st_mode) ?
			  -1 : file.st_size;
	return STATUS_OK;
}

static int record_to_stream(struct recorder *recorder)
{
	sighandler_t before = signal(SIGPIPE, SIG_IGN);
	int status;

	/* Without the names of the other ends, all else is of use. */
	machine_read(&recorder->roots.machine);
	status = open_stream(recorder);
	if (!status) {
		output_json_to(recorder->stream);
		status = record(recorder);
		output_json_to(NULL);
		if (recorder->file && fclose(recorder->stream) && !output_failed())
			status = refused("record", "%s: %s", recorder->file, strerror(errno));
	}
	roots_free(&recorder->roots);
	signal(SIGPIPE, before);
	return status;
}

/* From listen_begin() on no event is missed. A status. */
static int listen_and_record(struct recorder *recorder)
{
	struct listeners *listeners = &recorder->listeners;
	int signals = signals_open();
	int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	int status;

	if (signals < 0)
		status = refused("record", "%s", strerror(-signals));
	else if (timer < 0)
		status = refused("record", "%s", strerror(errno));
	else
		status = listen_begin(listeners, "record");
	/* Before the file is written: are the ports there? */
	if (!status)
		status = ask_all(recorder, PAUSECTL_CMD_PORT_GET, NULL);
	if (!status) {
		listeners->fds[listeners->count].fd = signals;
		listeners->fds[listeners->count + 1].fd = timer;
		status = record_to_stream(recorder);
	}
	listen_end(listeners);
	close(timer);
	close(signals);
	return status;
}

static const char *const options[] = { "dev", "interval", "for", "file", NULL };

static bool record_is_option(const char *word)
{
	const char *const *option = options;

	while (*option && strcmp(*option, word))
		option++;
	return *option;
}

/* 0, or a status after a message. */
static int record_add_device(struct recorder *recorder, const char *name)
{
	unsigned int index;

	if (strchr(name, '/') && !netns_all())
		return refused("record", "no such device \"%s\": \"file\" comes before a file",
			       name);
	index = device_index("record", name);
	if (!index)
		return STATUS_REFUSED;
	recorder->devices[recorder->device_count++] = index;
	return STATUS_OK;
}

static int parse_option(const struct command *self, struct recorder *recorder,
			unsigned int option, char ***words)
{
	const char *word = next_word(words);
	struct parse_error err;
	int bad = 0;

	if ((option == 1 && recorder->interval_ns) || (option == 2 && recorder->msec) ||
	    (option == 3 && recorder->file))
		bad = parse_twice(&err, "option", options[option]);
	else if (option == 0 && !word)
		bad = parse_refuse(&err, "dev", word, "names of network devices");
	else if (option == 0)
		return record_add_device(recorder, word);
	else if (option == 1)
		bad = parse_time("interval", word, MIN_INTERVAL, MAX_INTERVAL,
				 &recorder->interval_ns, &err);
	else if (option == 2)
		bad = parse_msec("for", word, &recorder->msec, &err);
	else if (!word)
		bad = parse_refuse(&err, "file", word, "names of files");
	else
		recorder->file = word;
	return bad ? usage_error(self, err.text) : STATUS_OK;
}

static int record_parse_words(const struct command *self, struct recorder *recorder, char **words)
{
	struct parse_error err;
	unsigned int option;
	int status = STATUS_OK;

	while (!status && *words && **words != '-' && !record_is_option(*words))
		status = record_add_device(recorder, next_word(&words));
	while (!status && *words) {
		if (parse_choice("option", next_word(&words), options, &option, &err))
			return usage_error(self, err.text);
		status = parse_option(self, recorder, option, &words);
	}
	if (!recorder->interval_ns)
		recorder->interval_ns = DEFAULT_INTERVAL_NS;
	return status;
}

static int record_run(const struct command *self, char **words)
{
	struct recorder recorder = { .listeners.asks = true, .roots.recorded = true };
	size_t count = 0;
	int status;

	while (words[count])
		count++;
	recorder.devices = calloc(count + 1, sizeof(*recorder.devices));
	if (!recorder.devices)
		return refused("record", "%s", strerror(ENOMEM));
	status = record_parse_words(self, &recorder, words);
	if (!status && recorder.device_count && netns_all())
		status = usage_error(self, "-n all: allowed only without a device");
	if (!status)
		status = listen_and_record(&recorder);
	free_written(recorder.ports);
	free(recorder.devices);
	return status;
}

const struct command record_command = {
	.name = "record",
	.brief = "write events, counters and roots of pauses to a file",
	.grammar = "[[dev] DEV...] [interval TIME] [for TIME] [file FILE]",
	.help =
	"Write the events and counters of each DEV, or of all ports, to FILE or stdout, as lines of\n"
	"JSON: a line for each event, and each interval, 1us to 10s, default 10ms, a line with the\n"
	"counters of each port that have changed. \"pausectl: recording\" on stderr means that the\n"
	"command misses no event from then on. It ends after TIME, or on SIGINT or SIGTERM.\n"
	"pausectl plot draws FILE. With -n all, the ports of all network namespaces that have a name at\n"
	"the start.\n"
	"\n"
	"  pausectl record eth0 eth1 for 10 file pauses.json\n"
	"  pausectl record interval 1ms | jq 'select(.event == \"paused\")'\n"
	"  pausectl -n all record file pauses.json\n",
	.all_netns = true,
	.run = record_run,
};
