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

#include "pause/pause.h"
#include "port/port.h"
#include "queue/trust.h"
#include "settings/settings.h"
#include "views/sysfs.h"
#include "views/views.h"

#define to_port(k)	container_of(k, struct pausectl_port, kobj)
#define to_attr(a)	container_of(a, struct pausectl_sysfs_file, attr)

/* The file of a setting: its row follows from its place in setting_files. */
static const struct pausectl_setting *
setting_of(const struct pausectl_sysfs_file *file);

static int emit_order(const struct pausectl_setting *row, u32 order, char *buf,
		      int at)
{
	int begin = at;

	if (!order)
		return sysfs_emit_at(buf, at, "%s", row->words[0]);
	for (; order; order >>= TRUST_BITS)
		at += sysfs_emit_at(buf, at, "%s%s", at > begin ? "," : "",
				    row->words[order & TRUST_MASK]);
	return at - begin;
}

static int emit_value(const struct pausectl_setting *row, u64 value, char *buf,
		      int at)
{
	unsigned long mask = value;

	switch (row->format) {
	case PAUSECTL_FORMAT_WORD:
		return sysfs_emit_at(buf, at, "%s", row->words[value]);
	case PAUSECTL_FORMAT_LIST:
		if (!mask)
			return sysfs_emit_at(buf, at, "none");
		return sysfs_emit_at(buf, at, "%*pbl", MAC_CTRL_PRIORITIES,
				     &mask);
	case PAUSECTL_FORMAT_ORDER:
		return emit_order(row, value, buf, at);
	case PAUSECTL_FORMAT_CHECKS:
	case PAUSECTL_FORMAT_TYPE:
	case PAUSECTL_FORMAT_OPCODES:
	case PAUSECTL_FORMAT_ADDRESS:
		return pausectl_sysfs_emit_filter(row, value, buf, at);
	default:
		if (row->words && !value)
			return sysfs_emit_at(buf, at, "%s", row->words[0]);
		return sysfs_emit_at(buf, at, "%llu", value);
	}
}

/* Several values stand in one line, by priority. */
static ssize_t setting_show(struct pausectl_port *port,
			    const struct pausectl_sysfs_file *file, char *buf)
{
	const struct pausectl_setting *row = setting_of(file);
	struct pausectl_settings set;
	unsigned int i;
	int at = 0;

	spin_lock_irq(&port->lock);
	set = port->set;
	spin_unlock_irq(&port->lock);
	for (i = 0; i < row->values; i++) {
		at += emit_value(row, pausectl_setting_get(&set, row, i), buf, at);
		at += sysfs_emit_at(buf, at, "%c", i + 1 < row->values ? ' ' : '\n');
	}
	return at;
}

static int parse_list(const char *text, u64 *value)
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
	*value = mask[0];
	return 0;
}

/* Whether a word comes twice is looked at with the range. */
static int parse_order(const struct pausectl_setting *row, char *text, u64 *value)
{
	unsigned int at = 0;
	char *word;
	int choice;

	*value = 0;
	if (sysfs_streq(text, row->words[0]))
		return 0;
	while ((word = strsep(&text, ","))) {
		choice = __sysfs_match_string(row->words, -1, word);
		if (choice <= 0 || at == TRUST_FIELDS)
			return -EINVAL;
		*value |= choice << at++ * TRUST_BITS;
	}
	return 0;
}

static int parse_value(const struct pausectl_setting *row, char *text,
		       u64 *value)
{
	int choice, err;
	bool on;

	switch (row->format) {
	case PAUSECTL_FORMAT_SWITCH:
		err = kstrtobool(text, &on);
		*value = on;
		return err;
	case PAUSECTL_FORMAT_WORD:
		choice = __sysfs_match_string(row->words, -1, text);
		*value = choice;
		return choice < 0 ? choice : 0;
	case PAUSECTL_FORMAT_LIST:
		return parse_list(text, value);
	case PAUSECTL_FORMAT_ORDER:
		return parse_order(row, text, value);
	case PAUSECTL_FORMAT_CHECKS:
	case PAUSECTL_FORMAT_TYPE:
	case PAUSECTL_FORMAT_OPCODES:
	case PAUSECTL_FORMAT_ADDRESS:
		return pausectl_sysfs_parse_filter(row, text, value);
	default:
		*value = 0;
		if (row->words && sysfs_streq(text, row->words[0]))
			return 0;
		err = kstrtou64(text, 10, value);
		/* What netlink tells by 0 has a word here. */
		return !err && row->words && !*value ? -EINVAL : err;
	}
}

static int put_value(const struct pausectl_setting *row, unsigned int i,
		     char *word, struct pausectl_change *change)
{
	u64 value;
	int err;

	err = parse_value(row, word, &value);
	if (err)
		return err;
	/* Too large for its field is as wrong as out of range. */
	if (value > row->max)
		return -ERANGE;
	pausectl_setting_put(&change->to, row, i, value);
	return 0;
}

/* "3" or, of a setting that the link has, too, "link" */
static int parse_index(const struct pausectl_setting *row, const char *word,
		       unsigned int *i)
{
	int err = 0;

	if (row->values == MAC_CTRL_TIMERS && !strcmp(word, "link"))
		*i = MAC_CTRL_LINK;
	else
		err = kstrtouint(word, 10, i);
	return !err && *i >= row->values ? -EINVAL : err;
}

/* Pairs as 3:1000, each element once, with a blank or a comma between them. */
static int parse_elements(const struct pausectl_setting *row, char *text,
			  struct pausectl_change *change)
{
	u16 *elements = &change->elements[row->attr];
	char *index, *word;
	unsigned int i;
	int err;

	while ((word = strsep(&text, " ,"))) {
		index = strsep(&word, ":");
		err = word ? parse_index(row, index, &i) : -EINVAL;
		if (!err && *elements & BIT(i))
			err = -EINVAL;
		if (!err)
			err = put_value(row, i, word, change);
		if (err)
			return err;
		*elements |= BIT(i);
	}
	return 0;
}

/* As many words as the setting has values, or pairs; @text is cut into them. */
static int parse_setting(const struct pausectl_setting *row, char *text,
			 struct pausectl_change *change)
{
	unsigned int i;
	char *word;
	int err;

	__set_bit(row->attr, change->present);
	text = strim(text);
	if (row->values > 1 && strchr(text, ':'))
		return parse_elements(row, text, change);
	for (i = 0; i < row->values; i++) {
		word = row->values > 1 ? strsep(&text, " ") : text;
		err = word ? put_value(row, i, word, change) : -EINVAL;
		if (err)
			return err;
	}
	return row->values > 1 && text ? -EINVAL : 0;
}

static ssize_t speed_mbps_show(struct pausectl_port *port,
			       const struct pausectl_sysfs_file *file, char *buf)
{
	u64 bps;

	spin_lock_irq(&port->lock);
	bps = port->active.rate.bps;
	spin_unlock_irq(&port->lock);
	return sysfs_emit(buf, "%llu\n", div_u64(bps, 1000000));
}

static ssize_t speed_source_show(struct pausectl_port *port,
				 const struct pausectl_sysfs_file *file, char *buf)
{
	return sysfs_emit(buf, "%s\n",
		pausectl_speed_source_names[READ_ONCE(port->active.speed_source)]);
}

static ssize_t hook_show(struct pausectl_port *port,
			 const struct pausectl_sysfs_file *file, char *buf)
{
	return sysfs_emit(buf, "%s\n", pausectl_hook_names[port->receive.hook]);
}

static ssize_t qdiscs_show(struct pausectl_port *port,
			   const struct pausectl_sysfs_file *file, char *buf)
{
	return sysfs_emit(buf, "%u\n", READ_ONCE(port->users));
}

#define FILE_RO(field) static const struct pausectl_sysfs_file field##_file = {	\
	.attr	= { .name = #field, .mode = 0444 },			\
	.show	= field##_show,						\
}

FILE_RO(speed_mbps);
FILE_RO(speed_source);
FILE_RO(hook);
FILE_RO(qdiscs);

static const struct pausectl_sysfs_file *const facts[] = {
	&speed_mbps_file, &speed_source_file, &hook_file, &qdiscs_file,
};

static struct pausectl_sysfs_file setting_files[PAUSECTL_SETTINGS_MAX];
static struct attribute *port_attrs[PAUSECTL_SETTINGS_MAX + ARRAY_SIZE(facts) + 1];

static const struct pausectl_setting *
setting_of(const struct pausectl_sysfs_file *file)
{
	return &pausectl_setting_table[file - setting_files];
}

static bool is_setting(const struct pausectl_sysfs_file *file)
{
	return file->show == setting_show;
}

/* Once, when the module is loaded. */
static void settings_init(void)
{
	unsigned int i;

	for (i = 0; i < pausectl_setting_rows; i++) {
		setting_files[i] = (struct pausectl_sysfs_file) {
			.attr	= {
				.name = pausectl_setting_table[i].name,
				.mode = 0644,
			},
			.show	= setting_show,
		};
		port_attrs[i] = &setting_files[i].attr;
	}
	for (i = 0; i < ARRAY_SIZE(facts); i++)
		port_attrs[pausectl_setting_rows + i] =
			(struct attribute *)&facts[i]->attr;
}

static const struct attribute_group port_group = {
	.attrs = port_attrs,
};

static const struct attribute_group *port_groups[] = {
	&port_group, &pausectl_agreement_group, &pausectl_statistics_group, NULL
};

static ssize_t port_show(struct kobject *kobj, struct attribute *attr,
			 char *buf)
{
	return to_attr(attr)->show(to_port(kobj), to_attr(attr), buf);
}

/* There is no extack here: what is wrong goes to the log. */
static int store_setting(struct pausectl_port *port,
			 const struct pausectl_setting *row, char *text)
{
	struct netlink_ext_ack extack = { };
	struct pausectl_change change = { };
	int err;

	err = parse_setting(row, text, &change);
	if (err) {
		extack._msg = row->message;
	} else {
		if (!rtnl_trylock())
			return restart_syscall();
		err = pausectl_settings_change(port, &change, &extack);
		rtnl_unlock();
	}
	/* Where memory was short there is none. */
	if (extack._msg)
		net_info_ratelimited("%s: pausectl/%s\n", port->name,
				     extack._msg);
	return err;
}

static ssize_t port_store(struct kobject *kobj, struct attribute *attr,
			  const char *buf, size_t count)
{
	struct pausectl_port *port = to_port(kobj);
	char *text;
	int err;

	if (!ns_capable(dev_net(port->dev)->user_ns, CAP_NET_ADMIN))
		return -EPERM;
	if (!is_setting(to_attr(attr)))
		return -EACCES;
	text = kmemdup_nul(buf, count, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	err = store_setting(port, setting_of(to_attr(attr)), text);
	kfree(text);
	return err ? err : count;
}

static const struct sysfs_ops port_sysfs_ops = {
	.show	= port_show,
	.store	= port_store,
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

void pausectl_sysfs_prepare(void)
{
	settings_init();
	pausectl_statistics_init();
}

/* On failure, too, the last reference to the port is in its kobject. */
int pausectl_sysfs_begin(struct pausectl_port *port)
{
	return kobject_init_and_add(&port->kobj, &port_ktype,
				    &port->dev->dev.kobj, "pausectl");
}

/* Waits for those in show and store. */
void pausectl_sysfs_stop(struct pausectl_port *port)
{
	kobject_del(&port->kobj);
}
