/* SPDX-License-Identifier: GPL-2.0 */
/* The receive path of a port. */
#ifndef PAUSECTL_RECEIVE_PART_H
#define PAUSECTL_RECEIVE_PART_H

#include <linux/netfilter.h>

struct pausectl_filter;

/** struct receive_part - the receive hook and the receive checks */
struct receive_part {
	/** @nf_ops: the netfilter hook; constant */
	struct nf_hook_ops		nf_ops;
	/**
	 * @filter: receive checks; NULL: the checks of the standard. Replaced under RTNL, read by
	 * the receive hook under RCU.
	 */
	struct pausectl_filter __rcu	*filter;
};

#endif /* PAUSECTL_RECEIVE_PART_H */
