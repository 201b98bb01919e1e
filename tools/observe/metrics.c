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

static void add_port(const struct nlattr *const *attributes, void *data)
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
	int status = query_ports("metrics", PAUSECTL_CMD_STATS_GET, 0, add_port, ports);

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
			  const struct unit *unit)
{
	const struct counter *counter = &port_counters[i];
	unsigned int j;

	for (j = 0; j < port->sent[i]; j++) {
		uint64_t value = port->values[i][j];

		printf("%s{device=\"%s\"", name, port->device);
		if (port->netns[0])
			printf(",netns=\"%s\"", port->netns);
		if (counter->values > 1 && j == PAUSECTL_LINK)
			printf(",priority=\"link\"");
		else if (counter->values > 1)
			printf(",priority=\"%u\"", j);
		printf("} %llu", (unsigned long long)(value / unit->per));
		if (unit->digits)
			printf(".%0*llu", unit->digits, (unsigned long long)(value % unit->per));
		putchar('\n');
	}
}

static void print_metric(const struct ports *ports, size_t i)
{
	const struct counter *counter = &port_counters[i];
	const struct unit *unit = unit_of(counter->name);
	const struct port *port;
	char name[96];

	snprintf(name, sizeof(name), "pausectl_%.*s%s%s",
		 (int)(strlen(counter->name) - strlen(unit->ending)), counter->name,
		 unit->becomes, counter->gauge ? "" : "_total");
	printf("# HELP %s %s\n", name, counter_meaning[counter->attribute]);
	printf("# TYPE %s %s\n", name, counter->gauge ? "gauge" : "counter");
	for (port = ports->first; port; port = port->next)
		print_samples(port, i, name, unit);
}

static void print_metrics(const struct ports *ports)
{
	size_t i;

	for (i = 0; i < port_counter_count; i++)
		print_metric(ports, i);
}

/*
 * Reads the head of a request up to the empty line. The status of its answer; @body is false if the
 * answer is to be its head alone.
 */
static const char *read_request(bool *body)
{
	char line[4096], method[8] = "", path[16] = "";
	bool first = true, get;

	while (fgets(line, sizeof(line), stdin) && line[strspn(line, "\r\n")]) {
		if (first)
			sscanf(line, "%7s %15[^ ?\r\n]", method, path);
		first = false;
	}
	*body = strcmp(method, "HEAD");
	get = !*body || !strcmp(method, "GET");
	if (strcmp(path, "/metrics"))
		return "404 Not Found";
	return get ? "200 OK" : "405 Method Not Allowed\r\nAllow: GET, HEAD";
}

/* A request on stdin and its answer on stdout, as from a socket unit of systemd. */
static int answer(void)
{
	struct ports ports = { .last = &ports.first };
	const char *answer;
	bool body;
	int status;

	answer = read_request(&body);
	if (*answer != '2') {
		printf("HTTP/1.0 %s\r\nContent-Type: text/plain\r\n\r\n%s", answer,
		       body ? "GET the metrics at /metrics.\n" : "");
		return STATUS_OK;
	}
	status = read_ports(&ports);
	if (status) {
		fputs("HTTP/1.0 500 Internal Server Error\r\n\r\n", stdout);
	} else {
		fputs("HTTP/1.0 200 OK\r\nContent-Type: text/plain; version=0.0.4; "
		      "charset=utf-8\r\n\r\n", stdout);
		if (body)
			print_metrics(&ports);
	}
	free_ports(&ports);
	return status;
}

static int run(const struct command *self, char **words)
{
	static const char *const options[] = { "http", NULL };
	struct ports ports = { .last = &ports.first };
	struct parse_error err;
	unsigned int index;
	bool http = false;
	int status;

	for (; *words; http = true) {
		const char *word = next_word(&words);

		if (parse_choice("option", word, options, &index, &err))
			return usage_error(self, err.text);
		if (http) {
			parse_twice(&err, "option", word);
			return usage_error(self, err.text);
		}
	}
	if (http)
		return answer();
	status = read_ports(&ports);
	if (!status)
		print_metrics(&ports);
	free_ports(&ports);
	return status;
}

const struct command metrics_command = {
	.name = "metrics",
	.grammar = "[http]",
	.help =
	"Print the counters of all ports as metrics of Prometheus, for the textfile collector of\n"
	"node_exporter. With http, answer one HTTP request from stdin on stdout, as\n"
	"pausectl-metrics.socket wants it. With -n all, the ports of all network namespaces.\n"
	"\n"
	"  pausectl metrics > /var/lib/prometheus/node-exporter/pausectl.prom\n"
	"  systemctl enable --now pausectl-metrics.socket\n",
	.all_netns = true,
	.run = run,
};
