// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "pausectl.h"
#include "recording.h"

/* A new element, all 0, at the end of the array that *@array points to; NULL without memory. */
static void *append(struct recording *recording, void *array, size_t *count, size_t size)
{
	char *elements;

	memcpy(&elements, array, sizeof(elements));
	if (!(*count & (*count - 1)))
		elements = reallocarray(elements, *count ? 2 * *count : 1, size);
	if (!elements) {
		recording->no_memory = true;
		return NULL;
	}
	memcpy(array, &elements, sizeof(elements));
	return memset(elements + (*count)++ * size, 0, size);
}

/* The number of ports, if there is no such port. */
static size_t find_port(const struct recording *recording, const char *netns, unsigned int index)
{
	size_t i = 0;

	while (i < recording->port_count && (recording->ports[i].index != index ||
					     strcmp(recording->ports[i].netns.text, netns)))
		i++;
	return i;
}

struct recorded_port *recording_port(struct recording *recording, const char *netns,
				     unsigned int index)
{
	size_t i = find_port(recording, netns, index);
	struct recorded_port *port;

	if (i < recording->port_count)
		return &recording->ports[i];
	port = append(recording, &recording->ports, &recording->port_count, sizeof(*port));
	if (!port)
		return NULL;
	port->index = index;
	snprintf(port->netns.text, sizeof(port->netns.text), "%s", netns);
	return port;
}

void recording_sample(struct recording *recording, struct recorded_port *port)
{
	struct sample *kept = append(recording, &recording->samples, &recording->sample_count,
				     sizeof(*kept));

	port->last.port = port - recording->ports;
	if (kept)
		*kept = port->last;
}

void recording_charge(struct recording *recording, const char *netns, unsigned int ingress,
		      unsigned int egress, const struct charge *charge)
{
	size_t in = find_port(recording, netns, ingress), out = find_port(recording, netns, egress);
	size_t ports = recording->port_count;
	struct charge *kept;

	if (in == ports || out == ports || !recording->sample_count || charge->priority > 7)
		return;
	kept = append(recording, &recording->charges, &recording->charge_count, sizeof(*kept));
	if (!kept)
		return;
	*kept = *charge;
	kept->sample = recording->sample_count - 1;
	kept->ingress = in;
	kept->egress = out;
}

int recording_peer(const struct recording *recording, size_t port)
{
	const struct recorded_port *of = &recording->ports[port];
	size_t peer = find_port(recording, of->peer_netns.text, of->peer_index);

	return *of->peer.text && peer < recording->port_count ? (int)peer : -1;
}

int recording_need_charges(const struct recording *recording, const char *file)
{
	if (recording->has_charges)
		return STATUS_OK;
	complain("%s: the recording has no charges: allowed are those of pausectl 0.3 or later",
		 file);
	return STATUS_USAGE;
}

struct label recording_label(const struct word *name, const struct word *netns)
{
	struct label label;

	snprintf(label.text, sizeof(label.text), "%s%s%s", name->text,
		 *netns->text ? " in " : "", netns->text);
	return label;
}

/* A number, or the digits of one that is too large for JSON. */
static uint64_t number_of(const json_t *value)
{
	if (json_is_string(value))
		return strtoull(json_string_value(value), NULL, 10);
	return json_is_integer(value) ? (uint64_t)json_integer_value(value) : 0;
}

static const char *text_of(const json_t *line, const char *key)
{
	const char *text = json_string_value(json_object_get(line, key));

	return text ? text : "";
}

/* "SECONDS.NANOSECONDS" */
static uint64_t time_of(const json_t *line)
{
	unsigned long long seconds = 0, ns = 0;

	if (sscanf(text_of(line, "time"), "%12llu.%9llu", &seconds, &ns) != 2)
		return 0;
	return seconds * 1000000000 + ns;
}

static void keep_word(struct word *word, const char *text)
{
	snprintf(word->text, sizeof(word->text), "%s", text);
}

/* The port of a line; NULL without memory. */
static struct recorded_port *port_of(struct recording *recording, const json_t *line)
{
	struct word netns;
	struct recorded_port *port;

	keep_word(&netns, text_of(line, "netns"));
	port = recording_port(recording, netns.text,
			      number_of(json_object_get(line, "ifindex")));
	if (port && !*port->name.text)
		keep_word(&port->name, text_of(line, "ifname"));
	return port;
}

static void read_port(struct recording *recording, const json_t *line)
{
	struct recorded_port *port = port_of(recording, line);

	if (!port)
		return;
	keep_word(&port->bridge, text_of(line, "bridge"));
	keep_word(&port->peer, text_of(line, "peer"));
	keep_word(&port->peer_netns, text_of(line, "peer_netns"));
	port->peer_index = number_of(json_object_get(line, "peer_ifindex"));
	port->speed_mbps = number_of(json_object_get(line, "speed_mbps"));
}

/* Values that have not changed since the line before are not in the line. */
static void read_values(const json_t *line, const char *key, uint64_t *values, size_t count)
{
	const json_t *array = json_object_get(line, key);
	size_t i;

	for (i = 0; i < count && i < json_array_size(array); i++)
		values[i] = number_of(json_array_get(array, i));
}

static void read_sample(struct recording *recording, const json_t *line)
{
	struct recorded_port *port = port_of(recording, line);
	struct sample *sample = port ? &port->last : NULL;

	if (!sample)
		return;
	sample->time = time_of(line);
	read_values(line, "queue_bytes", sample->queue_bytes, 8);
	read_values(line, "occupancy", sample->occupancy, 8);
	read_values(line, "paused", sample->paused, COUNTER_VALUES);
	read_values(line, "pause_duration_us", sample->pause_duration_us, COUNTER_VALUES);
	read_values(line, "xoff_outstanding", sample->xoff_outstanding, COUNTER_VALUES);
	read_values(line, "tx_xoff", sample->tx_xoff, COUNTER_VALUES);
	recording_sample(recording, port);
}

static void read_charge(struct recording *recording, const json_t *line)
{
	struct charge charge = {
		.priority = number_of(json_object_get(line, "priority")),
		.octets = number_of(json_object_get(line, "octets")),
	};
	const json_t *timers = json_object_get(line, "timers");
	size_t i;

	for (i = 0; i < json_array_size(timers); i++)
		charge.timers |= 1U << (number_of(json_array_get(timers, i)) & 15);
	recording_charge(recording, text_of(line, "netns"),
			 number_of(json_object_get(line, "ingress")),
			 number_of(json_object_get(line, "ifindex")), &charge);
}

static struct open_span *open_of(struct recording *recording, size_t port,
				 enum span_kind kind, unsigned int timer)
{
	return &recording->ports[port].open[kind][timer];
}

static void close_span(struct recording *recording, size_t port, enum span_kind kind,
		       unsigned int timer, uint64_t to)
{
	struct open_span *open = open_of(recording, port, kind, timer);
	struct span *span;

	if (!open->open)
		return;
	open->open = false;
	if (open->expires && open->expires < to)
		to = open->expires;
	span = append(recording, &recording->spans, &recording->span_count, sizeof(*span));
	if (!span)
		return;
	span->kind = kind;
	span->port = port;
	span->timer = timer;
	span->from = open->from < recording->begin ? recording->begin : open->from;
	span->to = to < span->from ? span->from : to;
}

static void read_pause(struct recording *recording, size_t port, unsigned int timer,
		       const json_t *line, bool ends)
{
	struct open_span *open = open_of(recording, port, SPAN_PAUSED, timer);
	uint64_t time = time_of(line);

	if (!ends) {
		close_span(recording, port, SPAN_PAUSED, timer, time);
		*open = (struct open_span){ .from = time, .open = true };
		return;
	}
	open->open = true;
	open->from = time - number_of(json_object_get(line, "duration_ns"));
	close_span(recording, port, SPAN_PAUSED, timer, time);
}

/* A refresh goes on with the XOFF before, if that has not expired. */
static void read_xoff(struct recording *recording, size_t port, unsigned int timer,
		      const json_t *line)
{
	struct open_span *open = open_of(recording, port, SPAN_XOFF, timer);
	uint64_t time = time_of(line), mbps = recording->ports[port].speed_mbps;

	if (open->open && open->expires && open->expires < time)
		close_span(recording, port, SPAN_XOFF, timer, time);
	if (!open->open)
		*open = (struct open_span){ .from = time, .open = true };
	if (mbps)
		open->expires = time + number_of(json_object_get(line, "quanta")) * 512000 / mbps;
}

static void close_port(struct recording *recording, size_t port, uint64_t to)
{
	unsigned int timer;

	for (timer = 0; timer < COUNTER_VALUES; timer++) {
		close_span(recording, port, SPAN_PAUSED, timer, to);
		close_span(recording, port, SPAN_XOFF, timer, to);
	}
}

static void read_event(struct recording *recording, const json_t *line, const char *event)
{
	const json_t *priority = json_object_get(line, "priority");
	unsigned int timer = json_is_string(priority) ? COUNTER_VALUES - 1 : number_of(priority);
	struct recorded_port *port;
	struct mark *mark;
	size_t index;

	recording->lost += number_of(json_object_get(line, "lost"));
	/* Of events that no port told */
	if (!json_object_get(line, "ifindex")) {
		recording->lost++;
		return;
	}
	port = port_of(recording, line);
	if (!port || timer >= COUNTER_VALUES)
		return;
	index = port - recording->ports;
	if (!strcmp(event, "paused") || !strcmp(event, "resumed")) {
		read_pause(recording, index, timer, line, *event == 'r');
	} else if (!strcmp(event, "xoff")) {
		read_xoff(recording, index, timer, line);
	} else if (!strcmp(event, "xon")) {
		close_span(recording, index, SPAN_XOFF, timer, time_of(line));
	} else {
		/* Nothing tells of the pauses that end with the port. */
		if (!strcmp(event, "detached"))
			close_port(recording, index, time_of(line));
		if (json_object_get(line, "speed_mbps"))
			port->speed_mbps = number_of(json_object_get(line, "speed_mbps"));
		mark = append(recording, &recording->marks, &recording->mark_count, sizeof(*mark));
		if (!mark)
			return;
		mark->port = index;
		mark->time = time_of(line);
		keep_word(&mark->event, event);
	}
}

/* 0, or -1 if this is no line of a recording. */
static int read_line(struct recording *recording, const json_t *line)
{
	const char *kind = text_of(line, "record"), *event = text_of(line, "event");
	uint64_t time = time_of(line);

	if (!time || (!recording->begin && strcmp(kind, "begin")))
		return -1;
	if (!recording->begin)
		recording->begin = time;
	if (!strcmp(kind, "begin"))
		recording->has_charges = json_is_true(json_object_get(line, "charges"));
	if (recording->end < time)
		recording->end = time;
	if (*event)
		read_event(recording, line, event);
	else if (!strcmp(kind, "port"))
		read_port(recording, line);
	else if (!strcmp(kind, "sample"))
		read_sample(recording, line);
	else if (!strcmp(kind, "charge"))
		read_charge(recording, line);
	return 0;
}

/* A status. */
static int parse_line(struct recording *recording, const char *text, size_t length)
{
	json_t *line;
	int bad;

	if (text[length - 1] != '\n') {
		complain("the line has no end, so the file may be cut off");
		return STATUS_USAGE;
	}
	line = json_loadb(text, length, 0, NULL);
	bad = !line || read_line(recording, line);
	json_decref(line);
	if (bad)
		complain("this is no line of pausectl record");
	else if (recording->no_memory)
		complain("%s", strerror(ENOMEM));
	return bad ? STATUS_USAGE : recording->no_memory ? STATUS_REFUSED : STATUS_OK;
}

static int read_lines(struct recording *recording, const char *file, FILE *stream)
{
	struct source outer = complain_from(NULL, 0);
	unsigned int number = 0;
	size_t size = 0;
	char *text = NULL;
	ssize_t length;
	int status = STATUS_OK;

	while (!status && (length = getline(&text, &size, stream)) > 0) {
		complain_from(file, ++number);
		status = parse_line(recording, text, length);
	}
	complain_from(outer.file, outer.line);
	if (!status && ferror(stream)) {
		complain("%s: %s", file, strerror(errno));
		status = STATUS_USAGE;
	} else if (!status && !number) {
		complain("%s: the file is empty", file);
		status = STATUS_USAGE;
	}
	free(text);
	return status;
}

static void close_all(struct recording *recording)
{
	size_t port;

	for (port = 0; port < recording->port_count; port++)
		close_port(recording, port, recording->end);
}

int recording_read(const char *file, struct recording *recording)
{
	FILE *stream = fopen(file, "re");
	int error = errno, status;

	memset(recording, 0, sizeof(*recording));
	if (!stream && error == ENOENT && if_nametoindex(file))
		complain("\"%s\" is a device: allowed are files of pausectl record", file);
	else if (!stream)
		complain("%s: %s", file, strerror(error));
	if (!stream)
		return STATUS_USAGE;
	status = read_lines(recording, file, stream);
	fclose(stream);
	if (!status)
		close_all(recording);
	if (status)
		recording_free(recording);
	else if (recording->lost)
		complain("warning: %llu events were lost, so pauses may be missing",
			 (unsigned long long)recording->lost);
	return status;
}

void recording_free(struct recording *recording)
{
	free(recording->ports);
	free(recording->spans);
	free(recording->samples);
	free(recording->charges);
	free(recording->marks);
	memset(recording, 0, sizeof(*recording));
}
