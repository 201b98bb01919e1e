/* SPDX-License-Identifier: GPL-2.0 */
/* What the views keep of a port. */
#ifndef PAUSECTL_VIEWS_PART_H
#define PAUSECTL_VIEWS_PART_H

struct pausectl_dcbnl;
struct pausectl_ethtool;

/**
 * struct views_part - how views are in the device
 *
 * Under RTNL.
 */
struct views_part {
	/** @dcbnl: what dcbnl keeps; NULL: the device has dcbnl_ops of its own */
	struct pausectl_dcbnl	*dcbnl;
	/** @ethtool: NULL: the device has PAUSE of its own */
	struct pausectl_ethtool	*ethtool;
};

#endif /* PAUSECTL_VIEWS_PART_H */
