/* SPDX-License-Identifier: GPL-2.0 */
/* The views of a port: counters, genetlink, dcbnl, ethtool, sysfs, tc. */
#ifndef PAUSECTL_VIEWS_VIEWS_H
#define PAUSECTL_VIEWS_VIEWS_H

#include <linux/ethtool.h>
#include <net/netlink.h>
#include <net/sch_generic.h>

#include "port/port.h"
#include "settings/settings.h"

/* views/netlink_settings.c, views/netlink_app.c */
int pausectl_netlink_put_port(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_netlink_put_headroom(struct sk_buff *msg,
				  struct pausectl_port *port);
int pausectl_netlink_put_apps(struct sk_buff *msg, const struct pausectl_port *port);
int pausectl_netlink_put_facts(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_netlink_put_counters(struct sk_buff *msg,
				  struct pausectl_port *port);
bool pausectl_netlink_settable(u16 attr);
int pausectl_netlink_change(struct nlattr *const *attrs,
			    struct pausectl_change *change,
			    struct netlink_ext_ack *extack);

/* views/ethtool.c: RTNL; init: when the module is loaded. */
void pausectl_ethtool_view(struct ethtool_ops *ops);
bool pausectl_ethtool_viewed(const struct net_device *dev);
bool pausectl_ethtool_own(const struct net_device *dev);
void pausectl_ethtool_init(void);

/* views/ethtool_ops.c: RTNL, except exit; original: also the instance lock of the device. */
const struct ethtool_ops *pausectl_ethtool_original(const struct net_device *dev);
int pausectl_ethtool_begin(struct pausectl_port *port);
void pausectl_ethtool_end(struct pausectl_port *port);
void pausectl_ethtool_unregister(struct net_device *dev);
void pausectl_ethtool_exit(void);

/* views/dcbnl.c, views/dcbnl_app.c: RTNL, except init. */
#ifdef CONFIG_DCB
void pausectl_dcbnl_init(void);
bool pausectl_dcbnl_own(const struct net_device *dev);
int pausectl_dcbnl_begin(struct pausectl_port *port);
void pausectl_dcbnl_end(struct pausectl_port *port);
int pausectl_dcbnl_begin_change(struct pausectl_port *port, struct pausectl_apps *ops,
				struct pausectl_change *change);
void pausectl_dcbnl_end_change(struct pausectl_port *port, struct pausectl_change *change,
			       bool done);
#else
static inline void pausectl_dcbnl_init(void) { }

static inline bool pausectl_dcbnl_own(const struct net_device *dev)
{
	return false;
}

static inline int pausectl_dcbnl_begin(struct pausectl_port *port)
{
	return 0;
}

static inline void pausectl_dcbnl_end(struct pausectl_port *port) { }

/* The table is empty, so a removal removes nothing; netlink_app.c refuses entries. */
static inline int pausectl_dcbnl_begin_change(struct pausectl_port *port,
					      struct pausectl_apps *ops,
					      struct pausectl_change *change)
{
	return 0;
}

static inline void pausectl_dcbnl_end_change(struct pausectl_port *port,
					     struct pausectl_change *change, bool done) { }
#endif

/* views/counters.c: process context. */

/**
 * struct pausectl_counter - a row of the counter table
 * @name: the name that users see
 * @attr: PAUSECTL_A_STATS_x
 * @values: 1, 8 or 9
 * @offset: of the first value in struct pausectl_counters
 */
struct pausectl_counter {
	const char	*name;
	u16		attr;
	u16		values;
	u32		offset;
};

extern const struct pausectl_counter pausectl_counter_table[];
extern const unsigned int pausectl_counter_rows;

struct pausectl_counters *pausectl_counters_read(struct pausectl_port *port);

/**
 * struct pausectl_frame_counters - the counters that dcbnl and ethtool have
 * @counted: those of the port, and in tx_mac_control all control frames sent, of any sender
 * @pause_us: time in pause
 * @pauses: pauses that have ended
 * @xoff_us: time that the partner has been stopped
 */
struct pausectl_frame_counters {
	struct pausectl_counted	counted;
	u64			pause_us[MAC_CTRL_TIMERS];
	u64			pauses[MAC_CTRL_TIMERS];
	u64			xoff_us[MAC_CTRL_TIMERS];
};

void pausectl_frame_counters_read(struct pausectl_port *port,
				  struct pausectl_frame_counters *to);

static inline const u64 *
pausectl_counter_of(const struct pausectl_counters *counters,
		    const struct pausectl_counter *row)
{
	return (const void *)counters + row->offset;
}

/* views/genetlink.c */
int pausectl_genetlink_init(void);
void pausectl_genetlink_exit(void);

/* views/sysfs.c: RTNL. */
int pausectl_sysfs_begin(struct pausectl_port *port);
void pausectl_sysfs_stop(struct pausectl_port *port);

/* views/tc.c */
extern const struct Qdisc_class_ops pausectl_class_ops;

#endif /* PAUSECTL_VIEWS_VIEWS_H */
