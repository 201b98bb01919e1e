// SPDX-License-Identifier: GPL-2.0
/*
 * The view of ethtool on a port, for devices without PAUSE of their own: -a, -A, -I -a, -S with
 * counters by priority, -S --groups eth-ctrl, and the tunable pfc-prevention-tout. ethtool_ops.c
 * puts the view into the operations of the device, where it stays after the end of the port.
 * Without a port it shows no PAUSE and refuses to set it, and all else is the device's own.
 *
 * -A sets rx and tx. -a shows these settings; in mode off it shows no PAUSE. They act only in mode
 * pause, and only if advertise is off: otherwise the agreement with the partner decides. Other
 * views show what is in force.
 */
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/rtnetlink.h>

#include "compat.h"
#include "port/port.h"
#include "settings/settings.h"
#include "views/views.h"

/* The values that -a shows. In mode off there is no PAUSE. */
static struct pause_flow ethtool_pause_of(const struct pausectl_settings *set)
{
	if (set->mode == PAUSECTL_MODE_OFF)
		return (struct pause_flow) { 0, 0 };
	return (struct pause_flow) { set->tx, set->rx };
}

static bool ethtool_negotiates(const struct pausectl_settings *set)
{
	return set->advertise != PAUSECTL_ADVERTISEMENT_OFF;
}

static void ethtool_get_pauseparam(struct net_device *dev, struct ethtool_pauseparam *param)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pause_flow flow;

	ASSERT_RTNL();
	if (!port)
		return;
	flow = ethtool_pause_of(&port->set);
	param->autoneg = ethtool_negotiates(&port->set);
	param->rx_pause = flow.rx;
	param->tx_pause = flow.tx;
}

/* ethtool always sends all three values. A value that the user does not give is as shown before. */
static int ethtool_set_pauseparam(struct net_device *dev, struct ethtool_pauseparam *param)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_change change = { .by = PAUSECTL_BY_ETHTOOL };

	ASSERT_RTNL();
	if (!port)
		return -EOPNOTSUPP;
	change.to = port->set;
	if (port->set.mode != PAUSECTL_MODE_OFF || param->rx_pause || param->tx_pause) {
		change.to.rx = !!param->rx_pause;
		change.to.tx = !!param->tx_pause;
		if (port->set.mode == PAUSECTL_MODE_OFF)
			change.to.mode = PAUSECTL_MODE_PAUSE;
	}
	if (ethtool_negotiates(&port->set) != !!param->autoneg)
		change.to.advertise = param->autoneg ? PAUSECTL_ADVERTISEMENT_AUTO :
						       PAUSECTL_ADVERTISEMENT_OFF;
	return pausectl_settings_replace(port, &change, "ethtool:");
}

/*
 * Under RTNL, or under the instance lock of the device alone. With the lock alone, no port begins,
 * but the port may end: a request for filters may drop the last reference to its qdisc.
 */
static bool ethtool_has_port(const struct net_device *dev)
{
	bool has;

	rcu_read_lock();
	has = pausectl_port_find(dev);
	rcu_read_unlock();
	return has;
}

static void ethtool_get_pause_stats(struct net_device *dev, struct ethtool_pause_stats *stats)
{
	struct pausectl_summary count;

	if (!pausectl_counters_sum_up(dev, &count))
		return;
	stats->tx_pause_frames = count.tx_pause;
	stats->rx_pause_frames = count.rx_pause;
	pausectl_pause_storms(stats, count.stats.guards);
}

static void ethtool_get_eth_ctrl_stats(struct net_device *dev,
				       struct ethtool_eth_ctrl_stats *stats)
{
	const struct ethtool_ops *original = pausectl_ethtool_original(dev);
	struct pausectl_summary count;

	if (!pausectl_counters_sum_up(dev, &count)) {
		if (original->get_eth_ctrl_stats)
			original->get_eth_ctrl_stats(dev, stats);
		return;
	}
	stats->MACControlFramesTransmitted = count.tx_mac_control;
	stats->MACControlFramesReceived = count.rx_mac_control;
	stats->UnsupportedOpcodesReceived = count.rx_unsupported_opcodes;
}

/*
 * The counters of -S after those of the device, named as by mlx5: pauses of each priority ("prio3")
 * and of the link ("global"), frames of each priority, storms. Times are in microseconds. mlx5 also
 * counts octets of each priority, which a port does not.
 */
static const char *const pause_stats[] = {
	"rx_%s_pause", "rx_%s_pause_duration", "rx_%s_pause_transition",
	"tx_%s_pause", "tx_%s_pause_duration",
};

static const char *const frame_stats[] = {
	"rx_prio%u_packets", "rx_prio%u_discards", "tx_prio%u_packets",
};

static const char storm_stat[] = "tx_pause_storm_error_events";

#define VIEW_STATS	(MAC_CTRL_TIMERS * ARRAY_SIZE(pause_stats) + \
			 MAC_CTRL_PRIORITIES * ARRAY_SIZE(frame_stats) + 1)
static_assert(sizeof(struct pausectl_stats_summary) == VIEW_STATS * sizeof(u64));

/* The number of statistics that the device itself has. */
static int ethtool_own_stats(struct net_device *dev)
{
	const struct ethtool_ops *original = pausectl_ethtool_original(dev);

	if (!original->get_sset_count || !original->get_strings || !original->get_ethtool_stats)
		return 0;
	return max(original->get_sset_count(dev, ETH_SS_STATS), 0);
}

static int ethtool_get_sset_count(struct net_device *dev, int sset)
{
	const struct ethtool_ops *original = pausectl_ethtool_original(dev);

	if (sset == ETH_SS_STATS && ethtool_has_port(dev))
		return ethtool_own_stats(dev) + VIEW_STATS;
	return original->get_sset_count ? original->get_sset_count(dev, sset) : -EOPNOTSUPP;
}

static void ethtool_get_strings(struct net_device *dev, u32 sset, u8 *data)
{
	const struct ethtool_ops *original = pausectl_ethtool_original(dev);
	bool ours = sset == ETH_SS_STATS && ethtool_has_port(dev);
	unsigned int i, j;
	char name[8];

	if (original->get_strings && (!ours || ethtool_own_stats(dev)))
		original->get_strings(dev, sset, data);
	if (!ours)
		return;
	data += ethtool_own_stats(dev) * ETH_GSTRING_LEN;
	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		snprintf(name, sizeof(name), i < MAC_CTRL_PRIORITIES ? "prio%u" : "global", i);
		for (j = 0; j < ARRAY_SIZE(pause_stats); j++, data += ETH_GSTRING_LEN)
			snprintf(data, ETH_GSTRING_LEN, pause_stats[j], name);
	}
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		for (j = 0; j < ARRAY_SIZE(frame_stats); j++, data += ETH_GSTRING_LEN)
			snprintf(data, ETH_GSTRING_LEN, frame_stats[j], i);
	strscpy(data, storm_stat, ETH_GSTRING_LEN);
}

static void ethtool_get_stats(struct net_device *dev, struct ethtool_stats *stats, u64 *data)
{
	const struct ethtool_ops *original = pausectl_ethtool_original(dev);
	int own = ethtool_own_stats(dev);
	struct pausectl_summary count;

	if (own)
		original->get_ethtool_stats(dev, stats, data);
	if (pausectl_counters_sum_up(dev, &count))
		memcpy(data + own, &count.stats, sizeof(count.stats));
}

/* What PFC_STORM_PREVENTION_AUTO means: as with mlx5, which has the range of guard-ms, too. */
#define GUARD_AUTO_MS	100

static int ethtool_get_tunable(struct net_device *dev, const struct ethtool_tunable *tuna,
			       void *data)
{
	const struct ethtool_ops *original = pausectl_ethtool_original(dev);
	struct pausectl_port *port = NULL;

	rcu_read_lock();
	if (tuna->id == ETHTOOL_PFC_PREVENTION_TOUT)
		port = pausectl_port_find(dev);
	if (port)
		*(u16 *)data = READ_ONCE(port->set.guard_ms);
	rcu_read_unlock();
	if (port)
		return 0;
	return original->get_tunable ? original->get_tunable(dev, tuna, data) : -EOPNOTSUPP;
}

static int ethtool_set_tunable(struct net_device *dev, const struct ethtool_tunable *tuna,
			       const void *data)
{
	const struct ethtool_ops *original = pausectl_ethtool_original(dev);
	struct pausectl_change change = { .by = PAUSECTL_BY_ETHTOOL };
	struct pausectl_port *port;

	if (tuna->id != ETHTOOL_PFC_PREVENTION_TOUT || !ethtool_has_port(dev))
		return original->set_tunable ? original->set_tunable(dev, tuna, data) : -EOPNOTSUPP;
	if (!pausectl_tunable_has_rtnl(dev))
		return -EOPNOTSUPP;
	port = pausectl_port_find(dev);
	change.to = port->set;
	change.to.guard_ms = *(const u16 *)data;
	if (change.to.guard_ms == PFC_STORM_PREVENTION_AUTO)
		change.to.guard_ms = GUARD_AUTO_MS;
	return pausectl_settings_replace(port, &change, "ethtool: pfc-prevention-tout is");
}

/* Put the view into @ops. */
void pausectl_ethtool_view(struct ethtool_ops *ops)
{
	ops->get_pauseparam = ethtool_get_pauseparam;
	ops->set_pauseparam = ethtool_set_pauseparam;
	ops->get_pause_stats = ethtool_get_pause_stats;
	ops->get_eth_ctrl_stats = ethtool_get_eth_ctrl_stats;
	ops->get_sset_count = ethtool_get_sset_count;
	ops->get_strings = ethtool_get_strings;
	ops->get_ethtool_stats = ethtool_get_stats;
	ops->get_tunable = ethtool_get_tunable;
	ops->set_tunable = ethtool_set_tunable;
	pausectl_pause_needs_rtnl(ops);
}

/* Is the view in the device's operations, or in another module's copy of these? */
static bool ethtool_viewed(const struct net_device *dev)
{
	return dev->ethtool_ops->get_pauseparam == ethtool_get_pauseparam;
}

/* Has the device PAUSE of its own? */
bool pausectl_ethtool_own(const struct net_device *dev)
{
	return !ethtool_viewed(dev) &&
	       (dev->ethtool_ops->get_pauseparam ||
		dev->ethtool_ops->set_pauseparam);
}

/* Tell ethtool --monitor of changes that ethtool has not made itself. */
void pausectl_ethtool_changed(struct pausectl_port *port, const struct pausectl_settings *before,
			      const struct pausectl_change *change)
{
	struct pause_flow was = ethtool_pause_of(before);
	struct pause_flow is = ethtool_pause_of(&port->set);

	if (change->by == PAUSECTL_BY_ETHTOOL || !ethtool_viewed(port->dev))
		return;
	if (was.rx != is.rx || was.tx != is.tx ||
	    ethtool_negotiates(before) != ethtool_negotiates(&port->set))
		pausectl_ethtool_notify(port->dev, ETHTOOL_MSG_PAUSE_NTF);
}
