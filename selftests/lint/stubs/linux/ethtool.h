/* SPDX-License-Identifier: GPL-2.0 */
/* The header of the kernel, and what a kernel of 2026 adds. Only to compile: see lint/newer. */
#ifndef STUB_LINUX_ETHTOOL_H
#define STUB_LINUX_ETHTOOL_H

#define supported_ring_params op_needs_rtnl; u32 supported_ring_params
#define rx_pause_frames rx_pause_frames; u64 tx_pause_storm_events
#include_next <linux/ethtool.h>
#undef rx_pause_frames
#undef supported_ring_params

#define ETHTOOL_OP_NEEDS_RTNL_GPAUSEPARAM	BIT(5)
#define ETHTOOL_OP_NEEDS_RTNL_SPAUSEPARAM	BIT(6)

int netif_get_link_ksettings(struct net_device *dev, struct ethtool_link_ksettings *settings);

#endif
