// SPDX-License-Identifier: GPL-2.0
/*
 * The counters of all ports in the text format of Prometheus, version 0.0.4: its collector of text
 * files reads no other. A metric stands once, with a line for each port and priority, so all ports
 * are read before.
 */
#include "observe.h"

/* The ports, in the order of the kernel. */
struct ports {
	struct sample *each;
	size_t count;
};

static void metrics_on_port(const struct nlattr *const *attributes, void *data)
{
	struct ports *ports = data;

	ports->each = room_for(ports->each, ports->count + 1, sizeof(*ports->each));
	ports->count += sample_read(&ports->each[ports->count], attributes);
}

/* In a value of a label, quotes and backslashes have a backslash before them. */
static void print_label(FILE *stream, const char *name, const char *value)
{
	fprintf(stream, "%s=\"", name);
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			putc('\\', stream);
		putc(*value, stream);
	}
	putc('"', stream);
}

static bool has_us(const struct counter *counter)
{
	return !strcmp(counter->name + strlen(counter->name) - 3, "_us");
}

/* The name ends with the base unit, and seconds stand for microseconds. */
static struct word metric_of(const struct counter *counter)
{
	bool octets = !strncmp(counter->name, "occupancy", 9) || strstr(counter->name, "_in_force");
	int length = (int)strlen(counter->name) - (has_us(counter) ? 3 : 0);

	return word_printf("pausectl_%.*s%s%s", length, counter->name,
			   has_us(counter) ? "_seconds" : octets ? "_bytes" : "",
			   counter->gauge ? "" : "_total");
}

/* One line for each value of a port. */
static void print_port(FILE *stream, const struct sample *port, const struct counter *counter,
		       const char *metric)
{
	unsigned int count = port->sent[counter->attribute], i;

	for (i = 0; i < count; i++) {
		uint64_t value = port->of[counter->attribute][i];

		fprintf(stream, "%s{", metric);
		print_label(stream, "device", port->place.name.text);
		if (*port->place.netns.text)
			print_label(stream, ",netns", port->place.netns.text);
		if (count > 1)
			print_label(stream, ",priority", format_timers(1U << i).text);
		if (has_us(counter))
			fprintf(stream, "} %" PRIu64 ".%06" PRIu64 "\n", value / 1000000,
				value % 1000000);
		else
			fprintf(stream, "} %" PRIu64 "\n", value);
	}
}

static void print_metrics(FILE *stream, const void *data)
{
	const struct counter *counter = port_counters, *end = counter + port_counter_count;
	const struct ports *ports = data;
	struct word metric;
	size_t i;

	for (; counter < end; counter++) {
		metric = metric_of(counter);
		fprintf(stream, "# HELP %s %s\n# TYPE %s %s\n", metric.text, counter->meaning,
			metric.text, counter->gauge ? "gauge" : "counter");
		for (i = 0; i < ports->count; i++)
			print_port(stream, &ports->each[i], counter, metric.text);
	}
}

static int metrics_run(const struct command *self, char **words)
{
	struct ports ports = { 0 };
	const char *file = NULL;
	const struct named_value values[] = { { "file", .file = &file }, { 0 } };
	int status;

	if (*words && !strcmp(*words, "http"))
		return usage_error(self, "http: gone, use \"metrics file FILE\" and node_exporter");
	if (take_words(NO_DEVICE, NULL, words, values))
		return usage_error(self, "%s", parse_error);
	status = query_ports("metrics", PAUSECTL_CMD_STATS_GET, 0, metrics_on_port, &ports);
	if (!status && file)
		status = write_file("metrics: ", file, print_metrics, &ports);
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
