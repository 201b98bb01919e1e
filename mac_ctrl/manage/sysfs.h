/* SPDX-License-Identifier: GPL-2.0 */
/* Files of a port in sysfs. */
#ifndef PAUSECTL_MANAGE_SYSFS_H
#define PAUSECTL_MANAGE_SYSFS_H

#include <linux/sysfs.h>

#include "../port.h"

/**
 * struct pausectl_sysfs_file - a file in /sys/class/net/DEV/pausectl/
 * @attr: name and mode
 * @show: writes the value
 * @parse: makes a change of what was written; NULL: cannot be written
 * @allowed: what may be written, for the message
 */
struct pausectl_sysfs_file {
	struct attribute attr;
	ssize_t (*show)(struct pausectl_port *port,
			const struct pausectl_sysfs_file *file, char *buf);
	int (*parse)(const char *text, struct pausectl_change *change);
	const char *allowed;
};

extern const struct attribute_group pausectl_statistics_group;

void pausectl_statistics_init(void);

#endif /* PAUSECTL_MANAGE_SYSFS_H */
