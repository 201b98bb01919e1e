// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/class/net/DEV/pausectl/: files of a port for scripts. All files are read-only. Settings are
 * written by netlink. Documentation/abi.rst describes the files.
 *
 * kobject_del() runs under RTNL and waits for readers. So no file may take RTNL.
 */
#include <linux/sysfs.h>

#include "pause/pause.h"
#include "port/port.h"
#include "settings/settings.h"
#include "views/sysfs.h"
#include "views/views.h"

#define to_port(k)	container_of(k, struct pausectl_port, kobj)
#define to_file(a)	container_of(a, struct pausectl_sysfs_file, attr)

static const char *const mode_names[] = {
	[PAUSECTL_MODE_OFF]	= "off",
	[PAUSECTL_MODE_PAUSE]	= "pause",
	[PAUSECTL_MODE_PFC]	= "pfc",
};

static ssize_t mode_show(struct pausectl_port *port,
			 const struct pausectl_sysfs_file *file, char *buf)
{
	return sysfs_emit(buf, "%s\n", mode_names[READ_ONCE(port->set.mode)]);
}

static ssize_t prio_show(struct pausectl_port *port,
			 const struct pausectl_sysfs_file *file, char *buf)
{
	unsigned long mask = READ_ONCE(port->set.prio);

	if (!mask)
		return sysfs_emit(buf, "none\n");
	return sysfs_emit(buf, "%*pbl\n", MAC_CTRL_PRIORITIES, &mask);
}

/* Words with a comma between them and no range: a script finds each timer by its word. */
static ssize_t paused_show(struct pausectl_port *port,
			   const struct pausectl_sysfs_file *file, char *buf)
{
	unsigned long paused;
	unsigned int i;
	int at = 0;

	spin_lock_irq(&port->lock);
	paused = port->gate.paused;
	spin_unlock_irq(&port->lock);
	if (!paused)
		return sysfs_emit(buf, "none\n");
	for_each_set_bit(i, &paused, MAC_CTRL_LINK)
		at += sysfs_emit_at(buf, at, "%s%u", at ? "," : "", i);
	if (paused & BIT(MAC_CTRL_LINK))
		at += sysfs_emit_at(buf, at, "%slink", at ? "," : "");
	at += sysfs_emit_at(buf, at, "\n");
	return at;
}

#define FILE_RO(field) static const struct pausectl_sysfs_file field##_file = {	\
	.attr	= { .name = #field, .mode = 0444 },			\
	.show	= field##_show,						\
}

FILE_RO(mode);
FILE_RO(prio);
FILE_RO(paused);

static const struct attribute *const port_attrs[] = {
	&mode_file.attr, &prio_file.attr, &paused_file.attr, NULL
};

static const struct attribute_group port_group = {
	.attrs	= (struct attribute **)port_attrs,
};

static const struct attribute_group *port_groups[] = {
	&port_group, &pausectl_statistics_group, NULL
};

static ssize_t port_show(struct kobject *kobj, struct attribute *attr,
			 char *buf)
{
	return to_file(attr)->show(to_port(kobj), to_file(attr), buf);
}

static const struct sysfs_ops port_sysfs_ops = {
	.show	= port_show,
};

static void port_release(struct kobject *kobj)
{
	pausectl_watchdog_free(to_port(kobj));
	pausectl_port_free(to_port(kobj));
}

static const struct kobj_type port_ktype = {
	.sysfs_ops	= &port_sysfs_ops,
	.default_groups	= port_groups,
	.release	= port_release,
};

/* If this fails, the kobject still holds the last reference to the port. */
int pausectl_sysfs_begin(struct pausectl_port *port)
{
	return kobject_init_and_add(&port->kobj, &port_ktype,
				    &port->dev->dev.kobj, "pausectl");
}

/* Waits for readers. If the files could not be made, there is nothing to delete. */
void pausectl_sysfs_stop(struct pausectl_port *port)
{
	if (port->kobj.state_in_sysfs)
		kobject_del(&port->kobj);
}
