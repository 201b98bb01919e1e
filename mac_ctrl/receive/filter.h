/* SPDX-License-Identifier: GPL-2.0 */
/* Receive checks of ports whose checks differ from the standard: see filter.c. */
#ifndef PAUSECTL_RECEIVE_FILTER_H
#define PAUSECTL_RECEIVE_FILTER_H

#include <linux/jump_label.h>
#include <linux/rcupdate.h>

#include "rules/filter_rule.h"

/**
 * struct pausectl_filter - the checks of a port; constant once it is published
 * @rule: the checks
 * @rcu: frees the filter
 */
struct pausectl_filter {
	struct filter_rule	rule;
	struct rcu_head		rcu;
};

DECLARE_STATIC_KEY_FALSE(pausectl_filters);

/* Whether any port has a filter. */
static inline bool pausectl_filtering(void)
{
	return static_branch_unlikely(&pausectl_filters);
}

#endif /* PAUSECTL_RECEIVE_FILTER_H */
