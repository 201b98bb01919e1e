// SPDX-License-Identifier: GPL-2.0
/*
 * pausectl/statistics/: a file for each row of the table of counters. A counter with several values
 * has them in one line, by index, with spaces between them.
 *
 * A file takes some 160 octets of each port. A file for each value would take more than 40 KiB.
 */
#include "views/sysfs.h"
#include "views/views.h"

static ssize_t statistics_show(struct pausectl_port *port,
			       const struct pausectl_sysfs_file *file, char *buf);

#define STATISTICS_INDEX(field, NAME, ...) STATISTICS_##NAME,
#define STATISTICS_FILE(field, ...) {					\
		.attr	= { .name = #field, .mode = 0444 },		\
		.show	= statistics_show,				\
	},
#define STATISTICS_ATTR(field, NAME, ...) &files[STATISTICS_##NAME].attr,

enum {
	PAUSECTL_COUNTERS(STATISTICS_INDEX, STATISTICS_INDEX, STATISTICS_INDEX)
};

/* In the order of pausectl_counter_table. */
static const struct pausectl_sysfs_file files[] = {
	PAUSECTL_COUNTERS(STATISTICS_FILE, STATISTICS_FILE, STATISTICS_FILE)
};

static const struct attribute *const attrs[] = {
	PAUSECTL_COUNTERS(STATISTICS_ATTR, STATISTICS_ATTR, STATISTICS_ATTR)
	NULL
};

const struct attribute_group pausectl_statistics_group = {
	.name	= "statistics",
	.attrs	= (struct attribute **)attrs,
};

static ssize_t statistics_show(struct pausectl_port *port,
			       const struct pausectl_sysfs_file *file, char *buf)
{
	const struct pausectl_counter *row = &pausectl_counter_table[file - files];
	struct pausectl_counters *counters = pausectl_counters_read(port);
	const u64 *values;
	unsigned int i;
	int at = 0;

	if (!counters)
		return -ENOMEM;
	values = pausectl_counter_of(counters, row);
	for (i = 0; i < row->values; i++)
		at += sysfs_emit_at(buf, at, "%llu%c", values[i],
				    i + 1 < row->values ? ' ' : '\n');
	kfree(counters);
	return at;
}
