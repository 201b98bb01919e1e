// SPDX-License-Identifier: GPL-2.0
/*
 * The counters of all ports in the text format of Prometheus, version 0.0.4: its collector of text
 * files reads no other. A metric stands once, with a line for each port and priority, so all ports
 * are read before.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "observe.h"

/* The ports, in the order of the kernel. */
struct ports {
	struct sample *each;
	size_t count;
	bool no_memory;
};

/* The name of a metric ends with its base unit. 1 of it is @per of the counter. */
static const struct unit {
	const char *ending;
	const char *becomes;
	uint64_t per;
	int digits;
} units[] = {
	{ "_us", "_seconds", 1000000, 6 },
	{ "_ns", "_seconds", 1000000000, 9 },
	{ "occupancy", "occupancy_bytes", 1, 0 },
	{ "occupancy_max", "occupancy_max_bytes", 1, 0 },
	{ "_in_force", "_in_force_bytes", 1, 0 },
	{ "", "", 1, 0 }
};

static const struct unit *unit_of(const char *name)
{
	const struct unit *unit = units;
	size_t length = strlen(name);

	while (strlen(unit->ending) > length ||
	       strcmp(name + length - strlen(unit->ending), unit->ending))
		unit++;
	return unit;
}

static void metrics_on_port(const struct nlattr *const *attributes, void *data)
{
	struct ports *ports = data;
	struct sample *each = reallocarray(ports->each, ports->count + 1, sizeof(*each));

	ports->no_memory |= !each;
	if (!each)
		return;
	ports->each = each;
	ports->count += sample_read(&each[ports->count], attributes);
}

/* In a value of a label, quotes and backslashes have a backslash before them. */
static void print_label(FILE *stream, const char *name, const char *value)
{
	fprintf(stream, "%s=\"", name);
	for (; *value; value++)
		fprintf(stream, "%s%c", *value == '"' || *value == '\\' ? "\\" : "", *value);
	putc('"', stream);
}

/* One line for each value of a port. */
static void print_port(FILE *stream, const struct sample *port, const struct counter *counter,
		       const char *name, const struct unit *unit)
{
	unsigned int i;

	for (i = 0; i < port->sent[counter->attribute]; i++) {
		uint64_t value = port->of[counter->attribute][i];

		fprintf(stream, "%s{", name);
		print_label(stream, "device", port->name.text);
		if (*port->netns.text)
			print_label(stream, ",netns", port->netns.text);
		if (counter->values > 1 && i == PAUSECTL_LINK)
			fputs(",priority=\"link\"", stream);
		else if (counter->values > 1)
			fprintf(stream, ",priority=\"%u\"", i);
		fprintf(stream, "} %llu", (unsigned long long)(value / unit->per));
		if (unit->digits)
			fprintf(stream, ".%0*llu", unit->digits,
				(unsigned long long)(value % unit->per));
		putc('\n', stream);
	}
}

static void print_metrics(FILE *stream, const struct ports *ports)
{
	const struct counter *counter = port_counters, *end = counter + port_counter_count;
	char name[96];
	size_t i;

	for (; counter < end; counter++) {
		const struct unit *unit = unit_of(counter->name);

		snprintf(name, sizeof(name), "pausectl_%.*s%s%s",
			 (int)(strlen(counter->name) - strlen(unit->ending)), counter->name,
			 unit->becomes, counter->gauge ? "" : "_total");
		fprintf(stream, "# HELP %s %s\n", name, counter_meaning[counter->attribute]);
		fprintf(stream, "# TYPE %s %s\n", name, counter->gauge ? "gauge" : "counter");
		for (i = 0; i < ports->count; i++)
			print_port(stream, &ports->each[i], counter, name, unit);
	}
}

/* A reader finds the old file or the new one, never a part. */
static int metrics_write_file(const char *file, const struct ports *ports)
{
	char draft[PATH_MAX];
	FILE *stream;
	bool bad;

	/* node_exporter reads no file of this name. */
	snprintf(draft, sizeof(draft), "%s.new", file);
	stream = fopen(draft, "we");
	if (!stream)
		return refused("metrics", "%s: %s", draft, strerror(errno));
	print_metrics(stream, ports);
	bad = ferror(stream);
	if (fclose(stream) || bad || rename(draft, file)) {
		int status = refused("metrics", "%s: %s", file, strerror(errno));

		unlink(draft);
		return status;
	}
	return STATUS_OK;
}

static int metrics_run(const struct command *self, char **words)
{
	struct ports ports = { 0 };
	const char *file = NULL;
	const struct option options[] = { { "file", TAKE_FILE, .value = &file }, { 0 } };
	struct parse_error err;
	int status;

	if (*words && !strcmp(*words, "http"))
		return usage_error(self, "http: gone, use \"metrics file FILE\" and node_exporter");
	if (take_options(words, options, &err))
		return usage_error(self, err.text);
	status = query_ports("metrics", PAUSECTL_CMD_STATS_GET, 0, metrics_on_port, &ports);
	if (!status && ports.no_memory)
		status = refused("metrics", "%s", strerror(ENOMEM));
	else if (!status && file)
		status = metrics_write_file(file, &ports);
	else if (!status)
		print_metrics(stdout, &ports);
	free(ports.each);
	return status;
}

const struct command metrics_command = {
	.name = "metrics",
	.brief = "counters for Prometheus",
	.grammar = "[file FILE]",
	.help =
	"Print the counters of all ports as metrics of Prometheus, or write them to FILE, for the\n"
	"textfile collector of node_exporter. pausectl-metrics.timer does so each 15 s. With -n all,\n"
	"the ports of all network namespaces.\n"
	"\n"
	"  pausectl metrics file /var/lib/prometheus/node-exporter/pausectl.prom\n"
	"  systemctl enable --now pausectl-metrics.timer\n",
	.all_netns = true,
	.run = metrics_run,
};
