/* SPDX-License-Identifier: GPL-2.0 */
/* The receive path of a port. */
#ifndef PAUSECTL_RECEIVE_PART_H
#define PAUSECTL_RECEIVE_PART_H

#include <linux/netdevice.h>
#include <linux/netfilter.h>

struct pausectl_filter;

/** struct receive_part - the receive hook and the receive checks */
struct receive_part {
	/** @hook: enum pausectl_hook; constant */
	u32				hook;
	/** @nf_ops: the netfilter hook, if the port uses that; constant */
	struct nf_hook_ops		nf_ops;
	/** @tap: beside the rx_handler, marks frames while the device has VLAN devices; RTNL */
	struct packet_type		tap;
	/**
	 * @filter: receive checks; NULL: the checks of the standard. Replaced under RTNL, read by
	 * the receive hook under RCU.
	 */
	struct pausectl_filter __rcu	*filter;
};

#endif /* PAUSECTL_RECEIVE_PART_H */
