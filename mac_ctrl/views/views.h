/* SPDX-License-Identifier: GPL-2.0 */
/* The views of a port: counters, genetlink, dcbnl, ethtool, sysfs. */
#ifndef PAUSECTL_VIEWS_VIEWS_H
#define PAUSECTL_VIEWS_VIEWS_H

#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <net/genetlink.h>

#include "port/port.h"
#include "settings/settings.h"

/* views/genetlink.c */
int pausectl_genetlink_init(void);
void pausectl_genetlink_exit(void);

/* @attr may be NULL. @message is constant: it is read when the request is over. */
static inline int pausectl_netlink_refuse(struct netlink_ext_ack *extack,
					  const struct nlattr *attr, const char *message)
{
	NL_SET_BAD_ATTR(extack, attr);
	if (extack)
		extack->_msg = message;
	return -EINVAL;
}

/*
 * An entry of the APP table in a message is a u32: selector, priority, and 16 bits of EtherType,
 * port or DSCP.
 */
static inline u32 pausectl_app_pack(const struct dcb_app *app)
{
	return app->selector << 24 | app->priority << 16 | app->protocol;
}

static inline struct dcb_app pausectl_app_unpack(u32 entry)
{
	return (struct dcb_app) {
		.selector = entry >> 24,
		.priority = entry >> 16,
		.protocol = entry,
	};
}

/* views/netlink.c: RTNL, except port, apps, change. put: 0, -EMSGSIZE or -ENOMEM. */
#define PAUSECTL_SET_ATTRS	(PAUSECTL_A_APP_CHANGE + 1)
extern const struct nla_policy pausectl_set_policy[PAUSECTL_SET_ATTRS];
int pausectl_netlink_put_port(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_netlink_put_apps(struct sk_buff *msg, const struct pausectl_port *port);
int pausectl_netlink_put_all(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_netlink_put_watchdog(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_netlink_put_stats(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_netlink_change(struct nlattr *const *attrs, struct pausectl_change *change,
			    struct netlink_ext_ack *extack);

/* views/ethtool.c: RTNL. */
void pausectl_ethtool_view(struct ethtool_ops *ops);
bool pausectl_ethtool_own(const struct net_device *dev);
void pausectl_ethtool_changed(struct pausectl_port *port, const struct pausectl_settings *before,
			      const struct pausectl_change *change);

/* views/ethtool_ops.c: RTNL, except exit; original: also the instance lock of the device. */
const struct ethtool_ops *pausectl_ethtool_original(const struct net_device *dev);
int pausectl_ethtool_begin(struct pausectl_port *port);
void pausectl_ethtool_end(struct pausectl_port *port);
void pausectl_ethtool_unregister(struct net_device *dev);
void pausectl_ethtool_exit(void);

/* The view of dcbnl on a port whose device has no dcbnl_ops of its own. Under RTNL. */
struct pausectl_dcbnl {
	u8			dcbx;	/* who does DCBX, DCB_CAP_DCBX_x */
	struct ieee_ets		ets;	/* the last request: for fields that are no settings */
};

/* views/dcbnl.c: RTNL. A refused change goes to the log. */
#ifdef CONFIG_DCB
void pausectl_dcbnl_changed(struct pausectl_port *port, const struct pausectl_change *change);
bool pausectl_dcbnl_own(const struct net_device *dev);
int pausectl_dcbnl_begin(struct pausectl_port *port);
void pausectl_dcbnl_end(struct pausectl_port *port);
#else
static inline void pausectl_dcbnl_changed(struct pausectl_port *port,
					  const struct pausectl_change *change) { }
static inline bool pausectl_dcbnl_own(const struct net_device *dev) { return false; }
static inline int pausectl_dcbnl_begin(struct pausectl_port *port) { return 0; }
static inline void pausectl_dcbnl_end(struct pausectl_port *port) { }
#endif

/* views/dcbnl_app.c, with CONFIG_DCB: RTNL. */
struct pausectl_apps *pausectl_dcbnl_merge(const struct pausectl_port *port,
					   const struct nlattr *attr);
int pausectl_dcbnl_change_apps(struct pausectl_port *port, struct pausectl_change *change,
			       struct netlink_ext_ack *extack);
int pausectl_dcbnl_set_app(struct net_device *dev, struct dcb_app *app);
int pausectl_dcbnl_del_app(struct net_device *dev, struct dcb_app *app);
void pausectl_dcbnl_end_apps(struct pausectl_port *port);

/* A row of the table of counters */
struct pausectl_counter {
	u16	attr;		/* PAUSECTL_A_STATS_x, or PAUSECTL_A_STORMS_x of the watchdog */
	u16	values;		/* 1, 8 or 9 */
	u32	offset;		/* of the first value in the struct of counters */
};

/* What ethtool shows of a timer. Times are in microseconds. */
struct pausectl_timer_summary {
	u64	rx;		/* frames that came in for it */
	u64	paused_us;
	u64	transitions;
	u64	tx;		/* frames for the partner's timer */
	u64	stopped_us;	/* of the partner's timer */
};

/* What ethtool shows of the frames of a priority */
struct pausectl_frames_summary {
	u64	rx;
	u64	discards;
	u64	tx;
};

/* What ethtool -S shows of a port, in its order */
struct pausectl_stats_summary {
	struct pausectl_timer_summary	timer[MAC_CTRL_TIMERS];
	struct pausectl_frames_summary	frames[MAC_CTRL_PRIORITIES];
	u64	guards;		/* how often the guard ended XOFF; mlx5: storms */
};

/* What ethtool shows of a port */
struct pausectl_summary {
	u64	rx_mac_control;
	u64	tx_mac_control;
	u64	rx_unsupported_opcodes;
	u64	rx_pause;
	u64	tx_pause;
	struct pausectl_stats_summary	stats;
};

/* views/counters.c: process context. */
extern const struct pausectl_counter pausectl_counter_table[];
extern const unsigned int pausectl_counter_rows;
struct pausectl_counters *pausectl_counters_read(struct pausectl_port *port);
bool pausectl_counters_sum_up(const struct net_device *dev, struct pausectl_summary *to);

/* views/sysfs.c: RTNL. */
int pausectl_sysfs_begin(struct pausectl_port *port);
void pausectl_sysfs_stop(struct pausectl_port *port);

#endif /* PAUSECTL_VIEWS_VIEWS_H */
