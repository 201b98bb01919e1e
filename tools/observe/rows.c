// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe.h"

/* Rows in the making. The kernel tells of ports in the same order each time. */
struct reading {
	const struct rows *before;
	size_t next;		/* place in @before where the next port is looked for first */
	struct rows now;
	size_t room;
	uint64_t msec;
	bool sample;
	bool short_of_memory;
};

struct values {
	uint64_t of[COUNTER_VALUES];
	unsigned int count;
};

static struct values values_of(const struct nlattr *attribute)
{
	struct values values = { .count = 0 };

	values.count = attribute ? mnl_attr_get_payload_len(attribute) / sizeof(uint64_t) : 0;
	if (values.count > COUNTER_VALUES)
		values.count = COUNTER_VALUES;
	if (values.count)
		memcpy(values.of, mnl_attr_get_payload(attribute),
		       values.count * sizeof(uint64_t));
	return values;
}

static uint64_t sum(const struct nlattr *attribute)
{
	struct values values = values_of(attribute);
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < values.count; i++)
		sum += values.of[i];
	return sum;
}

/* Bits of the values that are not 0 */
static uint32_t bits(const struct nlattr *attribute)
{
	struct values values = values_of(attribute);
	uint32_t bits = 0;
	unsigned int i;

	for (i = 0; i < values.count; i++)
		if (values.of[i])
			bits |= 1U << i;
	return bits;
}

/* The row of the port at the last reading, NULL if there is none. */
static const struct row *find(struct reading *reading, const struct row *row)
{
	const struct rows *before = reading->before;
	size_t i;

	for (i = 0; i < before->count; i++) {
		size_t at = (reading->next + i) % before->count;

		if (before->each[at].index == row->index &&
		    !strcmp(before->each[at].name, row->name)) {
			reading->next = at + 1;
			return &before->each[at];
		}
	}
	return NULL;
}

static void name_row(struct row *row, const char *device)
{
	snprintf(row->name, sizeof(row->name), "%s%s%s",
		 netns_other() ? format_name(netns_other()).text : "", netns_other() ? "/" : "",
		 format_name(device).text);
}

/* What grows by @growth in @msec, by the second, rounded up so that nothing that happened is 0 */
static uint64_t rate_of(uint64_t growth, uint64_t msec)
{
	return (growth * 1000 + msec - 1) / msec;
}

static void sample(struct row *row, const struct row *before, const struct nlattr *const *sent,
		   uint64_t now)
{
	struct values pause = values_of(sent[PAUSECTL_A_STATS_PAUSE_DURATION_US]);
	uint64_t msec = before && before->msec < now ? now - before->msec : 0, longest = 0;
	unsigned int i;

	row->msec = now;
	memcpy(row->pause_us, pause.of, sizeof(row->pause_us));
	row->counted[COLUMN_XOFF_IN] = sum(sent[PAUSECTL_A_STATS_RX_XOFF]);
	row->counted[COLUMN_XOFF_OUT] = sum(sent[PAUSECTL_A_STATS_TX_XOFF]);
	row->counted[COLUMN_DROPS] = sum(sent[PAUSECTL_A_STATS_DROPS]) +
				     sum(sent[PAUSECTL_A_STATS_BUFFER_DROPS]) +
				     sum(sent[PAUSECTL_A_STATS_STORM_DROPS]);
	row->counted[COLUMN_ECN] = sum(sent[PAUSECTL_A_STATS_ECN_MARKS]);
	memset(row->rate, 0, sizeof(row->rate));
	if (!msec || !before->msec)
		return;
	for (i = 0; i < COLUMNS; i++)
		if (row->counted[i] > before->counted[i])
			row->rate[i] = rate_of(row->counted[i] - before->counted[i], msec);
	for (i = 0; i < COUNTER_VALUES; i++)
		if (row->pause_us[i] > before->pause_us[i] + longest)
			longest = row->pause_us[i] - before->pause_us[i];
	row->rate[COLUMN_PAUSED] = rate_of(longest, msec) / 1000;
	if (row->rate[COLUMN_PAUSED] > 1000)
		row->rate[COLUMN_PAUSED] = 1000;
}

static struct row *new_row(struct reading *reading)
{
	if (reading->now.count == reading->room) {
		size_t room = reading->room ? 2 * reading->room : 16;
		struct row *each = realloc(reading->now.each, room * sizeof(*each));

		if (!each)
			return NULL;
		reading->now.each = each;
		reading->room = room;
	}
	return memset(&reading->now.each[reading->now.count++], 0, sizeof(struct row));
}

static void rows_on_port(const struct nlattr *const *attributes, void *data)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	struct values occupancy, xoff;
	struct reading *reading = data;
	const struct row *before;
	struct row *row;
	unsigned int i;

	if (!attributes[PAUSECTL_A_IFNAME] || !attributes[PAUSECTL_A_IFINDEX] ||
	    !attributes[PAUSECTL_A_STATS])
		return;
	row = new_row(reading);
	if (!row) {
		reading->short_of_memory = true;
		return;
	}
	row->index = mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]);
	name_row(row, mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME]));
	before = find(reading, row);
	if (before)
		*row = *before;
	genl_nested(attributes[PAUSECTL_A_STATS], sent, PAUSECTL_A_STATS_MAX);
	row->paused = bits(sent[PAUSECTL_A_STATS_PAUSED]);
	row->xoff = bits(sent[PAUSECTL_A_STATS_XOFF_OUTSTANDING]);
	row->stormed = bits(sent[PAUSECTL_A_STATS_STORMED]);
	occupancy = values_of(sent[PAUSECTL_A_STATS_OCCUPANCY]);
	xoff = values_of(sent[PAUSECTL_A_STATS_XOFF_IN_FORCE]);
	for (i = 0; i < PAUSECTL_LINK; i++)
		row->fill[i] = xoff.of[i] ? occupancy.of[i] * 1000 / xoff.of[i] : 0;
	if (reading->sample)
		sample(row, before, sent, reading->msec);
}

int rows_read(struct rows *rows, bool sample)
{
	struct reading reading = { .before = rows, .msec = now_msec(), .sample = sample };
	int status = query_ports("top", PAUSECTL_CMD_STATS_GET, 0, rows_on_port, &reading);

	reading.now.shown = calloc(reading.now.count + 1, sizeof(*reading.now.shown));
	if (status == STATUS_OK && (reading.short_of_memory || !reading.now.shown))
		status = refused("top", "%s", strerror(ENOMEM));
	if (status != STATUS_OK) {
		free(reading.now.each);
		free(reading.now.shown);
		return status;
	}
	free(rows->each);
	free(rows->shown);
	*rows = reading.now;
	return STATUS_OK;
}

/* For qsort(), which passes nothing on */
static enum column sort_column;
static bool sort_reverse;

static int rows_compare(const void *a, const void *b)
{
	const struct row *left = *(struct row *const *)a, *right = *(struct row *const *)b;
	uint64_t x = left->rate[sort_column], y = right->rate[sort_column];
	int order = 0;

	if (sort_column != COLUMN_DEVICE)
		order = x < y ? 1 : x > y ? -1 : 0;
	if (!order)
		order = strcmp(left->name, right->name);
	return sort_reverse ? -order : order;
}

/* With "-n all", a device may be in several namespaces, NETNS/DEV. */
static bool is_one_of(const char *name, const char *const *devices)
{
	const char *slash = strrchr(name, '/');

	if (!*devices)
		return true;
	for (; *devices; devices++)
		if (!strcmp(*devices, name) || (slash && !strcmp(*devices, slash + 1)))
			return true;
	return false;
}

void rows_choose(struct rows *rows, const char *const *devices, const char *part,
		 enum column column, bool reverse)
{
	size_t i;

	sort_column = column;
	sort_reverse = reverse;
	rows->shown_count = 0;
	for (i = 0; i < rows->count; i++)
		if (strstr(rows->each[i].name, part) && is_one_of(rows->each[i].name, devices))
			rows->shown[rows->shown_count++] = &rows->each[i];
	if (rows->shown_count)
		qsort(rows->shown, rows->shown_count, sizeof(*rows->shown), rows_compare);
}
