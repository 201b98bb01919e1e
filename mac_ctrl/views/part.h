/* SPDX-License-Identifier: GPL-2.0 */
/* The part of a port for its views. */
#ifndef PAUSECTL_VIEWS_PART_H
#define PAUSECTL_VIEWS_PART_H

struct pausectl_dcbnl;

/**
 * struct views_part - the views that the device has
 *
 * Under RTNL.
 */
struct views_part {
	/** @dcbnl: the view of dcbnl; NULL: the device has dcbnl_ops of its own */
	struct pausectl_dcbnl	*dcbnl;
};

#endif /* PAUSECTL_VIEWS_PART_H */
