/* SPDX-License-Identifier: GPL-2.0 */
/* The files of a port in sysfs. */
#ifndef PAUSECTL_VIEWS_SYSFS_H
#define PAUSECTL_VIEWS_SYSFS_H

#include <linux/sysfs.h>

#include "port/port.h"

/**
 * struct pausectl_sysfs_file - a file in /sys/class/net/DEV/pausectl/
 * @attr: name and mode
 * @show: writes the value
 */
struct pausectl_sysfs_file {
	struct attribute attr;
	ssize_t (*show)(struct pausectl_port *port,
			const struct pausectl_sysfs_file *file, char *buf);
};

extern const struct attribute_group pausectl_statistics_group;

#endif /* PAUSECTL_VIEWS_SYSFS_H */
