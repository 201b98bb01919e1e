// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/class/net/DEV/pausectl/: a file a setting, and statistics/ with a file
 * a counter. Files are described in Documentation/abi.rst.
 *
 * A removal waits, under RTNL, until nobody is in show or store. So store only
 * tries for RTNL, and starts the system call anew where it does not get it.
 */
#include <linux/bitmap.h>
#include <linux/rtnetlink.h>
#include <net/net_namespace.h>

#include "../port.h"
#include "sysfs.h"

#define to_port(k)	container_of(k, struct pausectl_port, kobj)
#define to_attr(a)	container_of(a, struct pausectl_sysfs_file, attr)

static struct pausectl_settings settings_of(struct pausectl_port *port)
{
	struct pausectl_settings set;

	spin_lock_irq(&port->lock);
	set = port->set;
	spin_unlock_irq(&port->lock);
	return set;
}

/* A file for a setting that is 0 or 1; accepts what kstrtobool() does. */
#define SWITCH(field, NAME)						\
static ssize_t field##_show(struct pausectl_port *port,			\
			    const struct pausectl_sysfs_file *file,	\
			    char *buf)					\
{									\
	return sysfs_emit(buf, "%u\n", settings_of(port).field);	\
}									\
									\
static int field##_parse(const char *text,				\
			 struct pausectl_change *change)		\
{									\
	bool on;							\
									\
	if (kstrtobool(text, &on))					\
		return -EINVAL;						\
	change->to.field = on;						\
	change->present = BIT(PAUSECTL_A_##NAME);			\
	return 0;							\
}

SWITCH(rx, RX)
SWITCH(tx, TX)
SWITCH(pace, PACE)
SWITCH(split_gso, SPLIT_GSO)

static ssize_t mode_show(struct pausectl_port *port,
			 const struct pausectl_sysfs_file *file, char *buf)
{
	return sysfs_emit(buf, "%s\n",
			  pausectl_mode_names[settings_of(port).mode]);
}

static int mode_parse(const char *text, struct pausectl_change *change)
{
	int mode = __sysfs_match_string(pausectl_mode_names, -1, text);

	if (mode < 0)
		return mode;
	change->to.mode = mode;
	change->present = BIT(PAUSECTL_A_MODE);
	return 0;
}

static ssize_t prio_show(struct pausectl_port *port,
			 const struct pausectl_sysfs_file *file, char *buf)
{
	unsigned long mask = settings_of(port).pfc_enabled;

	if (!mask)
		return sysfs_emit(buf, "none\n");
	return sysfs_emit(buf, "%*pbl\n", MAC_CTRL_PRIORITIES, &mask);
}

static int prio_parse(const char *text, struct pausectl_change *change)
{
	DECLARE_BITMAP(mask, MAC_CTRL_PRIORITIES) = { };
	int err;

	if (!sysfs_streq(text, "none")) {
		err = bitmap_parselist(text, mask, MAC_CTRL_PRIORITIES);
		if (err)
			return err;
		if (bitmap_empty(mask, MAC_CTRL_PRIORITIES))
			return -EINVAL;
	}
	change->to.pfc_enabled = mask[0];
	change->present = BIT(PAUSECTL_A_PFC_ENABLED);
	return 0;
}

static ssize_t limit_show(struct pausectl_port *port,
			  const struct pausectl_sysfs_file *file, char *buf)
{
	return sysfs_emit(buf, "%u\n", settings_of(port).limit);
}

static int limit_parse(const char *text, struct pausectl_change *change)
{
	change->present = BIT(PAUSECTL_A_LIMIT);
	return kstrtou32(text, 10, &change->to.limit);
}

static ssize_t speed_show(struct pausectl_port *port,
			  const struct pausectl_sysfs_file *file, char *buf)
{
	u64 bps = settings_of(port).speed_bps;

	return bps ? sysfs_emit(buf, "%llu\n", bps) : sysfs_emit(buf, "auto\n");
}

static int speed_parse(const char *text, struct pausectl_change *change)
{
	u64 *bps = &change->to.speed_bps;
	int err;

	change->present = BIT(PAUSECTL_A_SPEED);
	if (sysfs_streq(text, "auto"))
		return 0;
	err = kstrtou64(text, 10, bps);
	/* 0 follows the link in netlink; here that is called auto. */
	return err ? err : *bps ? 0 : -EINVAL;
}

static ssize_t speed_mbps_show(struct pausectl_port *port,
			       const struct pausectl_sysfs_file *file, char *buf)
{
	u64 bps;

	spin_lock_irq(&port->lock);
	bps = port->rate.bps;
	spin_unlock_irq(&port->lock);
	return sysfs_emit(buf, "%llu\n", div_u64(bps, 1000000));
}

static ssize_t speed_source_show(struct pausectl_port *port,
				 const struct pausectl_sysfs_file *file, char *buf)
{
	return sysfs_emit(buf, "%s\n",
		pausectl_speed_source_names[READ_ONCE(port->speed_source)]);
}

static ssize_t hook_show(struct pausectl_port *port,
			 const struct pausectl_sysfs_file *file, char *buf)
{
	return sysfs_emit(buf, "%s\n", pausectl_hook_names[port->hook]);
}

static ssize_t qdiscs_show(struct pausectl_port *port,
			   const struct pausectl_sysfs_file *file, char *buf)
{
	return sysfs_emit(buf, "%u\n", READ_ONCE(port->users));
}

#define FILE_RO(field) static struct pausectl_sysfs_file field##_attr = {	\
	.attr	= { .name = #field, .mode = 0444 },			\
	.show	= field##_show,						\
}

#define FILE_RW(field, what) static struct pausectl_sysfs_file field##_attr = {	\
	.attr	= { .name = #field, .mode = 0644 },			\
	.show	= field##_show,						\
	.parse	= field##_parse,					\
	.allowed = what,						\
}

FILE_RW(mode, "off, pause or pfc");
FILE_RW(rx, "0 or 1");
FILE_RW(tx, "0 or 1");
FILE_RW(prio, "a list of 0 to 7 as 3,4 or 0-7, or none");
FILE_RW(speed, "auto or 1000000 to 1600000000000 bit/s");
FILE_RO(speed_mbps);
FILE_RO(speed_source);
FILE_RW(pace, "0 or 1");
FILE_RW(split_gso, "0 or 1");
FILE_RW(limit, "16384 to 1073741824 octets");
FILE_RO(hook);
FILE_RO(qdiscs);

static struct attribute *port_attrs[] = {
	&mode_attr.attr, &rx_attr.attr, &tx_attr.attr, &prio_attr.attr,
	&speed_attr.attr, &speed_mbps_attr.attr, &speed_source_attr.attr,
	&pace_attr.attr, &split_gso_attr.attr, &limit_attr.attr,
	&hook_attr.attr, &qdiscs_attr.attr, NULL
};

static const struct attribute_group port_group = {
	.attrs = port_attrs,
};

static const struct attribute_group *port_groups[] = {
	&port_group, &pausectl_statistics_group, NULL
};

static ssize_t port_show(struct kobject *kobj, struct attribute *attr,
			 char *buf)
{
	return to_attr(attr)->show(to_port(kobj), to_attr(attr), buf);
}

/* There is no extack here: what is wrong goes to the log. */
static ssize_t port_store(struct kobject *kobj, struct attribute *attr,
			  const char *buf, size_t count)
{
	struct pausectl_port *port = to_port(kobj);
	struct pausectl_change change = { };
	struct netlink_ext_ack extack = { };
	int err;

	if (!ns_capable(dev_net(port->dev)->user_ns, CAP_NET_ADMIN))
		return -EPERM;
	if (!to_attr(attr)->parse)
		return -EACCES;
	err = to_attr(attr)->parse(buf, &change);
	if (err) {
		net_info_ratelimited("%s: pausectl/%s: allowed are %s\n",
				     port->name, attr->name,
				     to_attr(attr)->allowed);
		return err;
	}
	if (!rtnl_trylock())
		return restart_syscall();
	err = pausectl_settings_change(port, &change, &extack);
	rtnl_unlock();
	if (err && extack._msg)
		net_info_ratelimited("%s: pausectl/%s: %s\n", port->name,
				     attr->name, extack._msg);
	return err ? err : count;
}

static const struct sysfs_ops port_sysfs_ops = {
	.show	= port_show,
	.store	= port_store,
};

static void port_release(struct kobject *kobj)
{
	pausectl_port_free(to_port(kobj));
}

static const struct kobj_type port_ktype = {
	.sysfs_ops	= &port_sysfs_ops,
	.default_groups	= port_groups,
	.release	= port_release,
};

/* On failure, too, the last reference to the port is in its kobject. */
int pausectl_sysfs_add(struct pausectl_port *port)
{
	return kobject_init_and_add(&port->kobj, &port_ktype,
				    &port->dev->dev.kobj, "pausectl");
}

/* Waits for those in show and store. */
void pausectl_sysfs_del(struct pausectl_port *port)
{
	kobject_del(&port->kobj);
}
