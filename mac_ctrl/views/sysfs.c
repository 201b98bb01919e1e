// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/class/net/DEV/pausectl/statistics/: the counters of a port for scripts, a file for each row
 * of the table of counters. A counter with several values has them in one line, by index, with
 * spaces between them. All files are read-only. Documentation/abi.rst describes them.
 *
 * A file takes some 160 octets of each port. A file for each value would take more than 40 KiB.
 *
 * kobject_del() runs under RTNL and waits for readers. So no file may take RTNL.
 */
#include <linux/sysfs.h>

#include "pause/pause.h"
#include "port/port.h"
#include "views/views.h"

#define SYSFS_INDEX(field, NAME, ...) SYSFS_##NAME,
#define SYSFS_FILE(field, ...)	{ .name = #field, .mode = 0444 },
#define SYSFS_ATTR(field, NAME, ...) &sysfs_files[SYSFS_##NAME],

enum {
	PAUSECTL_COUNTERS(SYSFS_INDEX, SYSFS_INDEX, SYSFS_INDEX)
};

/* In the order of pausectl_counter_table. */
static const struct attribute sysfs_files[] = {
	PAUSECTL_COUNTERS(SYSFS_FILE, SYSFS_FILE, SYSFS_FILE)
};

static const struct attribute *const sysfs_attrs[] = {
	PAUSECTL_COUNTERS(SYSFS_ATTR, SYSFS_ATTR, SYSFS_ATTR)
	NULL
};

/* Files take memory. So counters of which frames stop nobody, and of memory, have none. */
static umode_t sysfs_visible(struct kobject *kobj, struct attribute *attr, int n)
{
	return n == SYSFS_CHARGED || n == SYSFS_CHANGED || n == SYSFS_UNCHARGED ||
	       n == SYSFS_MEMORY ? 0 : attr->mode;
}

static const struct attribute_group sysfs_statistics = {
	.name		= "statistics",
	.attrs		= (struct attribute **)sysfs_attrs,
	.is_visible	= sysfs_visible,
};

static const struct attribute_group *sysfs_groups[] = { &sysfs_statistics, NULL };

static struct pausectl_port *sysfs_port(struct kobject *kobj)
{
	return container_of(kobj, struct pausectl_port, kobj);
}

static ssize_t sysfs_show(struct kobject *kobj, struct attribute *attr, char *buf)
{
	const struct pausectl_counter *row = &pausectl_counter_table[attr - sysfs_files];
	struct pausectl_counters *counters = pausectl_counters_read(sysfs_port(kobj));
	const u64 *values;
	unsigned int i;
	int at = 0;

	if (!counters)
		return -ENOMEM;
	values = (const void *)counters + row->offset;
	for (i = 0; i < row->values; i++)
		at += sysfs_emit_at(buf, at, "%llu%c", values[i],
				    i + 1 < row->values ? ' ' : '\n');
	kfree(counters);
	return at;
}

static const struct sysfs_ops sysfs_port_ops = {
	.show	= sysfs_show,
};

static void sysfs_release(struct kobject *kobj)
{
	kfree(sysfs_port(kobj)->pause.watchdog);
	pausectl_port_free(sysfs_port(kobj));
}

static const struct kobj_type sysfs_type = {
	.sysfs_ops	= &sysfs_port_ops,
	.default_groups	= sysfs_groups,
	.release	= sysfs_release,
};

/* If this fails, the kobject still holds the last reference to the port. */
int pausectl_sysfs_begin(struct pausectl_port *port)
{
	return kobject_init_and_add(&port->kobj, &sysfs_type,
				    &port->dev->dev.kobj, "pausectl");
}

/* Waits for readers. If the files could not be made, there is nothing to delete. */
void pausectl_sysfs_stop(struct pausectl_port *port)
{
	if (port->kobj.state_in_sysfs)
		kobject_del(&port->kobj);
}
