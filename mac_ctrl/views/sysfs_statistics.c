// SPDX-License-Identifier: GPL-2.0
/*
 * pausectl/statistics/: a file a counter, made from the table of counters.
 * One that has a value a priority is a file each: rx_pfc_3, paused_link.
 */
#include "views/sysfs.h"
#include "views/views.h"

#define COUNT_VALUES(name, NAME, values, ...) + (values)
#define STATISTICS (0 PAUSECTL_COUNTERS(COUNT_VALUES))

struct statistics_file {
	struct pausectl_sysfs_file	file;
	const struct pausectl_counter	*row;
	unsigned int			index;
	char				name[32];
};

static struct statistics_file files[STATISTICS];
static struct attribute *attrs[STATISTICS + 1];

const struct attribute_group pausectl_statistics_group = {
	.name	= "statistics",
	.attrs	= attrs,
};

static ssize_t statistics_show(struct pausectl_port *port,
			       const struct pausectl_sysfs_file *file,
			       char *buf)
{
	const struct statistics_file *stat =
		container_of(file, struct statistics_file, file);
	struct pausectl_counters *counters = pausectl_counters_read(port);
	int len;

	if (!counters)
		return -ENOMEM;
	len = sysfs_emit(buf, "%llu\n",
			 pausectl_counter_of(counters, stat->row)[stat->index]);
	kfree(counters);
	return len;
}

static void file_name(struct statistics_file *stat)
{
	if (stat->row->values == 1)
		strscpy(stat->name, stat->row->name, sizeof(stat->name));
	else if (stat->index == MAC_CTRL_LINK)
		snprintf(stat->name, sizeof(stat->name), "%s_link",
			 stat->row->name);
	else
		snprintf(stat->name, sizeof(stat->name), "%s_%u",
			 stat->row->name, stat->index);
}

/* Once, when the module is loaded, before any port. */
void pausectl_statistics_init(void)
{
	unsigned int row, index, n = 0;

	for (row = 0; row < pausectl_counter_rows; row++) {
		const struct pausectl_counter *counter =
			&pausectl_counter_table[row];

		for (index = 0; index < counter->values; index++, n++) {
			struct statistics_file *stat = &files[n];

			stat->row = counter;
			stat->index = index;
			file_name(stat);
			stat->file.show = statistics_show;
			stat->file.attr.name = stat->name;
			stat->file.attr.mode = 0444;
			sysfs_attr_init(&stat->file.attr);
			attrs[n] = &stat->file.attr;
		}
	}
}
