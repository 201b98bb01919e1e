// SPDX-License-Identifier: GPL-2.0
/*
 * station trace: prints the events of a trace instance of the kernel, with times in ns. The
 * kernel's own text has only microseconds, so this program reads the ring buffer itself
 * (events/header_page, events/header_event). A trace that has lost events proves nothing, and gives
 * status 3.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "station.h"

#define PAGE_LEN	4096
#define COMMIT_LEN	0xfffff
#define COMMIT_MISSED	(1U << 31)
#define FIELDS		4

enum { TYPE_DATA_MAX = 28, TYPE_PADDING, TYPE_TIME_EXTEND, TYPE_TIME_STAMP };

struct field {
	unsigned int offset;
	unsigned int size;
	int text;
	int data_loc;			/* the field says where the text is */
};

/* A line has WORD and the fields NAMES in this order. */
static struct event {
	const char *path;
	const char *word;
	const char *names[FIELDS];
	struct field fields[FIELDS];
	int id;
} events[] = {
	{ .path = "net/net_dev_queue", .word = "queue", .names = { "name", "len" } },
	{ .path = "net/net_dev_start_xmit", .word = "start", .names = { "name", "len" } },
	{ .path = "net/netif_rx", .word = "rx", .names = { "name", "len" } },
	{ .path = "net/netif_receive_skb", .word = "receive_skb", .names = { "name", "len" } },
	{ .path = "kprobes/release", .word = "release" },
	{ .path = "irq/softirq_exit", .word = "softirq", .names = { "vec" } },
	{ .path = "pausectl/pausectl_receive", .word = "receive",
	  .names = { "name", "opcode", "vector", "verdict" } },
	{ .path = "pausectl/pausectl_congestion", .word = "congestion",
	  .names = { "name", "buffer", "congested" } },
	{ .path = "pausectl/pausectl_gate_closed", .word = "closed",
	  .names = { "name", "priority", "quanta", "deadline_ns" } },
	{ .path = "pausectl/pausectl_gate_opened", .word = "opened",
	  .names = { "name", "priority", "duration_ns", "expired" } },
};

#define EVENTS	(sizeof(events) / sizeof(events[0]))

static uint64_t printed;

static void field_parse(struct event *e, const char *line)
{
	char declaration[128], *name;
	unsigned int offset, size;
	int i;

	if (sscanf(line, " field:%127[^;]; offset:%u; size:%u;", declaration, &offset, &size) != 3)
		return;
	declaration[strcspn(declaration, "\n")] = 0;
	name = strrchr(declaration, ' ');
	if (!name)
		return;
	*name++ = 0;
	for (i = 0; i < FIELDS && e->names[i]; i++) {
		struct field *f = &e->fields[i];
		size_t len = strlen(e->names[i]);

		if (strncmp(name, e->names[i], len) || (name[len] && name[len] != '['))
			continue;
		f->offset = offset;
		f->size = size;
		f->data_loc = !!strstr(declaration, "__data_loc");
		f->text = f->data_loc || name[len] == '[';
	}
}

/* If the kernel does not have the event, the test has not enabled it. */
static void format_read(const char *instance, struct event *e)
{
	char path[512], line[512];
	FILE *from;

	snprintf(path, sizeof(path), "%s/events/%s/format", instance, e->path);
	from = fopen(path, "r");
	if (!from)
		return;
	while (fgets(line, sizeof(line), from)) {
		if (sscanf(line, "ID: %d", &e->id) != 1)
			field_parse(e, line);
	}
	fclose(from);
}

static void field_print(const struct field *f, const uint8_t *data)
{
	uint64_t value = 0;
	uint32_t where;

	if (f->data_loc) {
		memcpy(&where, data + f->offset, sizeof(where));
		printf(" %s", (const char *)data + (where & 0xffff));
	} else if (f->text) {
		printf(" %.*s", (int)f->size, (const char *)data + f->offset);
	} else {
		memcpy(&value, data + f->offset, f->size);	/* little endian, as the trace */
		printf(" %llu", (unsigned long long)value);
	}
}

static void event_print(uint64_t time_ns, const uint8_t *data)
{
	uint16_t id;
	size_t i, n;

	memcpy(&id, data, sizeof(id));
	for (i = 0; i < EVENTS; i++) {
		if (events[i].id != id)
			continue;
		printf("%llu %s", (unsigned long long)time_ns, events[i].word);
		for (n = 0; n < FIELDS && events[i].names[n]; n++)
			field_print(&events[i].fields[n], data);
		putchar('\n');
		printed++;
	}
}

/* A record: 5 bits type or length, 27 bits time since the one before. */
static void page_print(const uint8_t *page)
{
	const uint8_t *at = page + 16, *end;
	uint32_t head, word, type, len;
	uint64_t time_ns, commit, delta;

	memcpy(&time_ns, page, 8);
	memcpy(&commit, page + 8, 8);
	if (commit & COMMIT_MISSED)
		fail("the trace lost events: its buffer is too small");
	end = at + (commit & COMMIT_LEN);
	while (at + 4 <= end) {
		memcpy(&head, at, 4);
		memcpy(&word, at + 4, 4);
		type = head & 0x1f;
		delta = head >> 5;
		if (type == TYPE_PADDING && !delta)
			return;
		if (type == TYPE_TIME_EXTEND || type == TYPE_TIME_STAMP) {
			delta |= (uint64_t)word << 27;
			if (type == TYPE_TIME_EXTEND)
				time_ns += delta;
			else
				time_ns = (time_ns & ~0ULL << 59) | delta;
			at += 8;
			continue;
		}
		time_ns += delta;
		len = type && type <= TYPE_DATA_MAX ? type * 4 : word;
		if (type <= TYPE_DATA_MAX)
			event_print(time_ns, at + 4 + (type ? 0 : 4));
		at += 4 + len;
	}
}

/* CPU by CPU: the lines are in order of time where there is one CPU. */
static void cpu_print(const char *instance, const char *cpu)
{
	uint8_t page[PAGE_LEN + 8];	/* a record may be read a word beyond its head */
	char path[512];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "%s/per_cpu/%s/trace_pipe_raw", instance, cpu);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		fail("%s: %s", path, strerror(errno));
	while ((got = read(fd, page, PAGE_LEN)) > 0)
		page_print(page);
	if (got < 0 && errno != EAGAIN)
		fail("%s: %s", path, strerror(errno));
	close(fd);
}

int cmd_trace(char **words)
{
	const char *instance;
	char path[512];
	struct dirent *d;
	size_t i;
	DIR *dir;

	instance = next_word(&words, "directory of the trace instance");
	for (i = 0; i < EVENTS; i++)
		format_read(instance, &events[i]);
	snprintf(path, sizeof(path), "%s/per_cpu", instance);
	dir = opendir(path);
	if (!dir)
		fail("%s: %s", path, strerror(errno));
	while ((d = readdir(dir)))
		if (!strncmp(d->d_name, "cpu", 3))
			cpu_print(instance, d->d_name);
	closedir(dir);
	printf("# traced %llu\n", (unsigned long long)printed);
	return 0;
}
