/* SPDX-License-Identifier: GPL-2.0 */
/* The receive path of a port. */
#ifndef PAUSECTL_RECEIVE_PART_H
#define PAUSECTL_RECEIVE_PART_H

#include <linux/netfilter.h>

struct pausectl_filter;

/* The receive hook and the receive checks. RTNL writes the filter, the hook reads it under RCU. */
struct receive_part {
	struct pausectl_filter __rcu	*filter;	/* NULL: the checks of the standard */
	struct nf_hook_ops		nf_ops;		/* constant */
};

#endif /* PAUSECTL_RECEIVE_PART_H */
