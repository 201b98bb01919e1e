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

#include "lib.h"

struct port {
	struct port *next;
	char netns[64];		/* empty: that of the process */
	char device[64];
	unsigned int sent[COUNTERS_MAX];
	uint64_t values[COUNTERS_MAX][COUNTER_VALUES];
};

/* The ports, in the order of the kernel. */
struct ports {
	struct port *first;
	struct port **last;
	bool short_of_memory;
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

/* A value of a label: quotes and backslashes have a backslash before them. */
static void escape(char *to, size_t size, const char *text)
{
	size_t used = 0;

	for (; *text && used + 2 < size; text++) {
		if (*text == '"' || *text == '\\')
			to[used++] = '\\';
		to[used++] = *text;
	}
	to[used] = '\0';
}

static void metrics_add_port(const struct nlattr *const *attributes, void *data)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	struct ports *ports = data;
	struct port *port;
	size_t i;

	if (!attributes[PAUSECTL_A_IFNAME] || !attributes[PAUSECTL_A_STATS])
		return;
	port = calloc(1, sizeof(*port));
	if (!port) {
		ports->short_of_memory = true;
		return;
	}
	escape(port->device, sizeof(port->device),
	       format_name(mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME])).text);
	if (netns_other())
		escape(port->netns, sizeof(port->netns), format_name(netns_other()).text);
	genl_nested(attributes[PAUSECTL_A_STATS], sent, PAUSECTL_A_STATS_MAX);
	for (i = 0; i < port_counter_count; i++)
		port->sent[i] = counter_values(&port_counters[i],
					       sent[port_counters[i].attribute],
					       port->values[i]);
	*ports->last = port;
	ports->last = &port->next;
}

static int read_ports(struct ports *ports)
{
	int status = query_ports("metrics", PAUSECTL_CMD_STATS_GET, 0, metrics_add_port, ports);

	if (status == STATUS_OK && ports->short_of_memory)
		return refused("metrics", "%s", strerror(ENOMEM));
	return status;
}

static void free_ports(struct ports *ports)
{
	struct port *port, *next;

	for (port = ports->first; port; port = next) {
		next = port->next;
		free(port);
	}
}

/* One line for each value of a port. */
static void print_samples(const struct port *port, size_t i, const char *name,
			  const struct unit *unit, FILE *stream)
{
	const struct counter *counter = &port_counters[i];
	unsigned int j;

	for (j = 0; j < port->sent[i]; j++) {
		uint64_t value = port->values[i][j];

		fprintf(stream, "%s{device=\"%s\"", name, port->device);
		if (port->netns[0])
			fprintf(stream, ",netns=\"%s\"", port->netns);
		if (counter->values > 1 && j == PAUSECTL_LINK)
			fprintf(stream, ",priority=\"link\"");
		else if (counter->values > 1)
			fprintf(stream, ",priority=\"%u\"", j);
		fprintf(stream, "} %llu", (unsigned long long)(value / unit->per));
		if (unit->digits)
			fprintf(stream, ".%0*llu", unit->digits,
				(unsigned long long)(value % unit->per));
		putc('\n', stream);
	}
}

static void print_metric(const struct ports *ports, size_t i, FILE *stream)
{
	const struct counter *counter = &port_counters[i];
	const struct unit *unit = unit_of(counter->name);
	const struct port *port;
	char name[96];

	snprintf(name, sizeof(name), "pausectl_%.*s%s%s",
		 (int)(strlen(counter->name) - strlen(unit->ending)), counter->name,
		 unit->becomes, counter->gauge ? "" : "_total");
	fprintf(stream, "# HELP %s %s\n", name, counter_meaning[counter->attribute]);
	fprintf(stream, "# TYPE %s %s\n", name, counter->gauge ? "gauge" : "counter");
	for (port = ports->first; port; port = port->next)
		print_samples(port, i, name, unit, stream);
}

static void print_metrics(const struct ports *ports, FILE *stream)
{
	size_t i;

	for (i = 0; i < port_counter_count; i++)
		print_metric(ports, i, stream);
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
	print_metrics(ports, stream);
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
	static const char *const options[] = { "file", NULL };
	struct ports ports = { .last = &ports.first };
	const char *file = NULL;
	struct parse_error err;
	unsigned int index;
	int status;

	if (*words && !strcmp(*words, "http"))
		return usage_error(self, "http: gone, use \"metrics file FILE\" and node_exporter");
	while (*words) {
		if (parse_choice("option", next_word(&words), options, &index, &err) ||
		    (file && parse_twice(&err, "option", "file")))
			return usage_error(self, err.text);
		file = next_word(&words);
		if (!file) {
			parse_refuse(&err, "file", NULL, "names of files");
			return usage_error(self, err.text);
		}
	}
	status = read_ports(&ports);
	if (!status && file)
		status = metrics_write_file(file, &ports);
	else if (!status)
		print_metrics(&ports, stdout);
	free_ports(&ports);
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
