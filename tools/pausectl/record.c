// SPDX-License-Identifier: GPL-2.0
/* Events and counters in lines of JSON, for plot and for programs. recording.c reads them. */
#define _GNU_SOURCE
#include <errno.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <linux/genetlink.h>
#include <uapi/pausectl.h>

#include "counters.h"
#include "event.h"
#include "format.h"
#include "machine.h"
#include "netlink.h"
#include "output.h"
#include "pausectl.h"
#include "query.h"
#include "settings.h"

#define DEFAULT_INTERVAL_NS	10000000

/* The counters of a port in its last line. */
struct written {
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
	struct machine machine;
	struct genl events;
	struct genl requests;
	char asked[64];			/* what the last request was for */
	struct remembered *ports;	/* struct written */
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

/* The bridge, and the other end of the link. */
static void add_place(const struct machine *machine, unsigned int index)
{
	const struct device *device = machine_find(machine, 0, index), *other;

	if (!device)
		return;
	other = machine_find(machine, 0, device->master);
	if (other)
		add_string("bridge", other->name.text);
	if (device->peer < 0)
		return;
	other = &machine->devices[device->peer];
	add_string("peer", other->name.text);
	add_number("peer_ifindex", other->index);
	if (other->netns)
		add_string("peer_netns", format_name(machine->netns.each[other->netns].name).text);
}

static int on_port(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	struct recorder *recorder = data;

	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	if (!is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX]))
		return MNL_CB_OK;
	begin_line("port");
	print_device(attributes);
	add_place(&recorder->machine, mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]));
	print_settings(attributes, true, "");
	print_state(attributes, "");
	print_facts(attributes, "");
	end_line(recorder);
	return MNL_CB_OK;
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

static int on_counters(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	struct recorder *recorder = data;
	struct written *port;
	size_t i;

	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	if (!attributes[PAUSECTL_A_STATS] ||
	    !is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX]))
		return MNL_CB_OK;
	port = remember(&recorder->ports, mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]),
			sizeof(*port));
	if (!port) {
		errno = ENOMEM;
		return MNL_CB_ERROR;
	}
	genl_nested(attributes[PAUSECTL_A_STATS], sent, PAUSECTL_A_STATS_MAX);
	begin_line("sample");
	add_number("sample", recorder->samples);
	print_device(attributes);
	for (i = 0; i < port_counter_count; i++)
		add_counter(port, i, sent[port_counters[i].attribute]);
	port->begun = true;
	end_line(recorder);
	return MNL_CB_OK;
}

/* Ask for all ports that are recorded, or for one. 0 or a negative errno. */
static int ask(struct recorder *recorder, uint8_t command, unsigned int index, mnl_cb_t answer)
{
	union genl_request request;
	struct nlmsghdr *header = genl_prepare(&request, command, index ? 0 : NLM_F_DUMP);
	char name[IF_NAMESIZE] = "";

	if (index)
		mnl_attr_put_u32(header, PAUSECTL_A_IFINDEX, index);
	snprintf(recorder->asked, sizeof(recorder->asked), "record%s%s", index ? " dev " : "",
		 index ? if_indextoname(index, name) ?: "" : "");
	return genl_call(&recorder->requests, header, answer, recorder);
}

static int ask_all(struct recorder *recorder, uint8_t command, mnl_cb_t answer)
{
	size_t i;
	int error = 0;

	if (!recorder->device_count)
		return ask(recorder, command, 0, answer);
	for (i = 0; !error && i < recorder->device_count; i++)
		error = ask(recorder, command, recorder->devices[i], answer);
	return error;
}

/* If a port or a device is gone, an event tells of it, and the others go on. */
static int take_sample(struct recorder *recorder)
{
	size_t i;
	int error = 0;

	if (!recorder->device_count)
		error = ask(recorder, PAUSECTL_CMD_STATS_GET, 0, on_counters);
	for (i = 0; !error && i < recorder->device_count; i++) {
		error = ask(recorder, PAUSECTL_CMD_STATS_GET, recorder->devices[i], on_counters);
		if (error == -ENOENT || error == -ENODEV || error == -EOPNOTSUPP)
			error = 0;
	}
	recorder->samples++;
	return error;
}

static int on_event(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	const struct genlmsghdr *extra = mnl_nlmsg_get_payload(header);
	struct recorder *recorder = data;

	if (extra->cmd != PAUSECTL_CMD_EVENT_NTF)
		return MNL_CB_OK;
	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	if (!is_recorded(recorder, attributes[PAUSECTL_A_IFINDEX]))
		return MNL_CB_OK;
	print_event(attributes);
	check_line(recorder);
	recorder->told++;
	return output_failed() ? MNL_CB_STOP : MNL_CB_OK;
}

static int receive(struct recorder *recorder)
{
	union genl_reply reply;
	ssize_t length = mnl_socket_recvfrom(recorder->events.socket, &reply, sizeof(reply));

	if (length < 0 && errno == ENOBUFS) {
		print_overrun();
		check_line(recorder);
		return 0;
	}
	if (length < 0 || mnl_cb_run(&reply, length, 0, 0, on_event, recorder) < 0)
		return -errno;
	return 0;
}

/* The clocks tell how far programs are off that have other times of the same machine. */
static void write_begin(struct recorder *recorder)
{
	begin_line("begin");
	add_string("monotonic", format_time(now_ns(CLOCK_MONOTONIC)).text);
	add_string("version", PAUSECTL_VERSION);
	add_number("interval_ns", recorder->interval_ns);
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

/* Events and samples until the time or a signal ends it; 0 or a negative errno. */
static int watch(struct recorder *recorder, int timer, int signals)
{
	struct pollfd fds[] = {
		{ .fd = mnl_socket_get_fd(recorder->events.socket), .events = POLLIN },
		{ .fd = signals, .events = POLLIN },
		{ .fd = timer, .events = POLLIN },
	};
	uint64_t end = now_msec() + recorder->msec, expired;
	int error = 0;

	while (!error && !output_failed() && !fds[1].revents &&
	       (!recorder->msec || now_msec() < end)) {
		uint64_t left = recorder->msec ? end - now_msec() : INT32_MAX;

		if (poll(fds, 3, left < INT32_MAX ? (int)left : -1) < 0)
			return -errno;
		if (fds[0].revents)
			error = receive(recorder);
		if (!error && fds[2].revents && read(timer, &expired, sizeof(expired)) > 0)
			error = take_sample(recorder);
	}
	if (!error && !output_failed())
		error = take_sample(recorder);
	/* The events that came before the end. No event can join them now. */
	if (!error)
		error = genl_unsubscribe(&recorder->events);
	while (!error && !output_failed() && poll(fds, 1, 0) > 0)
		error = receive(recorder);
	return error;
}

static int start_timer(uint64_t interval_ns)
{
	struct itimerspec every = {
		.it_interval = { interval_ns / 1000000000, interval_ns % 1000000000 },
	};
	int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);

	every.it_value = every.it_interval;
	if (timer < 0)
		return -errno;
	if (!timerfd_settime(timer, 0, &every, NULL))
		return timer;
	close(timer);
	return -EINVAL;
}

/* From here on no event is missed. 0 or a negative errno. */
static int record(struct recorder *recorder)
{
	int signals = signals_open(), timer, error;

	if (signals < 0)
		return signals;
	timer = start_timer(recorder->interval_ns);
	error = timer < 0 ? timer : genl_subscribe(&recorder->events);
	if (!error) {
		write_begin(recorder);
		error = ask_all(recorder, PAUSECTL_CMD_PORT_GET, on_port);
	}
	if (!error)
		error = take_sample(recorder);
	if (!error) {
		fputs("pausectl: recording\n", stderr);
		error = watch(recorder, timer, signals);
	}
	if (!error && !output_failed())
		write_end(recorder);
	if (timer >= 0)
		close(timer);
	close(signals);
	return error;
}

/* Also asks whether the ports are there, before the file is written. */
static int open_both(struct recorder *recorder)
{
	int error = genl_open(&recorder->events), status;

	if (error)
		return genl_open_refused(&recorder->events, "record", error);
	error = genl_open(&recorder->requests);
	if (error) {
		genl_close(&recorder->events);
		return genl_open_refused(&recorder->requests, "record", error);
	}
	error = ask_all(recorder, PAUSECTL_CMD_PORT_GET, NULL);
	if (!error)
		return STATUS_OK;
	status = genl_refused(&recorder->requests, recorder->asked, error);
	genl_close(&recorder->events);
	genl_close(&recorder->requests);
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

static int run_opened(struct recorder *recorder)
{
	sighandler_t before = signal(SIGPIPE, SIG_IGN);
	int error, status;

	/* Without the names of the other ends, all else is of use. */
	machine_read(&recorder->machine);
	status = open_stream(recorder);
	if (!status) {
		output_json_to(recorder->stream);
		error = record(recorder);
		output_json_to(NULL);
		if (error)
			status = genl_refused(&recorder->requests, recorder->asked, error);
		if (recorder->file && fclose(recorder->stream) && !output_failed())
			status = refused("record", "%s: %s", recorder->file, strerror(errno));
	}
	machine_free(&recorder->machine);
	signal(SIGPIPE, before);
	return status;
}

static const char *const options[] = { "dev", "interval", "for", "file", NULL };

static bool is_option(const char *word)
{
	const char *const *option = options;

	while (*option && strcmp(*option, word))
		option++;
	return *option;
}

/* 0, or a status after a message. */
static int add_device(struct recorder *recorder, const char *name)
{
	unsigned int index = device_index("record", name);

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
		return add_device(recorder, word);
	else if (option == 1)
		bad = parse_interval("interval", word, &recorder->interval_ns, &err);
	else if (option == 2)
		bad = parse_seconds("for", word, &recorder->msec, &err);
	else if (!word)
		bad = parse_refuse(&err, "file", word, "names of files");
	else
		recorder->file = word;
	return bad ? usage_error(self, err.text) : STATUS_OK;
}

static int parse_words(const struct command *self, struct recorder *recorder, char **words)
{
	struct parse_error err;
	unsigned int option;
	int status = STATUS_OK;

	while (!status && *words && **words != '-' && !is_option(*words))
		status = add_device(recorder, next_word(&words));
	while (!status && *words) {
		if (parse_choice("option", next_word(&words), options, &option, &err))
			return usage_error(self, err.text);
		status = parse_option(self, recorder, option, &words);
	}
	if (!recorder->interval_ns)
		recorder->interval_ns = DEFAULT_INTERVAL_NS;
	return status;
}

static int run(const struct command *self, char **words)
{
	struct recorder recorder = { 0 };
	size_t count = 0;
	int status;

	while (words[count])
		count++;
	recorder.devices = calloc(count + 1, sizeof(*recorder.devices));
	if (!recorder.devices)
		return refused("record", "%s", strerror(ENOMEM));
	status = parse_words(self, &recorder, words);
	if (!status)
		status = open_both(&recorder);
	if (!status) {
		status = run_opened(&recorder);
		genl_close(&recorder.events);
		genl_close(&recorder.requests);
	}
	forget_all(&recorder.ports);
	free(recorder.devices);
	return status;
}

const struct command record_command = {
	.name = "record",
	.grammar = "[[dev] DEV...] [interval TIME] [for SECONDS] [file FILE]",
	.help =
	"Write the events and counters of each DEV, or of all ports, to FILE or stdout, as lines of\n"
	"JSON: a line for each event, and each TIME, 1us to 10s, default 10ms, a line with the\n"
	"counters of each port that have changed. \"pausectl: recording\" on stderr means that the\n"
	"command misses no event from then on. It ends after SECONDS, or on SIGINT or SIGTERM.\n"
	"pausectl plot draws FILE.\n"
	"\n"
	"  pausectl record eth0 eth1 for 10 file pauses.json\n"
	"  pausectl record interval 1ms | jq 'select(.event == \"paused\")'\n",
	.run = run,
};
