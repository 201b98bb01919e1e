/* SPDX-License-Identifier: GPL-2.0 */
/* The view of dcbnl on a port. */
#ifndef PAUSECTL_VIEWS_DCBNL_H
#define PAUSECTL_VIEWS_DCBNL_H

#include <linux/dcbnl.h>

struct net_device;
struct pausectl_change;
struct pausectl_port;

/**
 * struct pausectl_dcbnl - the view of dcbnl on a port whose device has no dcbnl_ops of its own
 * @dcbx: who does DCBX, DCB_CAP_DCBX_x
 * @ets: the last ieee_setets request, for fields that are no settings of the port
 *
 * Under RTNL.
 */
struct pausectl_dcbnl {
	u8			dcbx;
	struct ieee_ets		ets;
};

/* dcbnl_change.c: RTNL. A refusal goes to the log. */
int pausectl_dcbnl_change(struct pausectl_port *port,
			  struct pausectl_change *change);

/* dcbnl_app.c: RTNL. */
int pausectl_dcbnl_set_app(struct net_device *dev, struct dcb_app *app);
int pausectl_dcbnl_del_app(struct net_device *dev, struct dcb_app *app);
int pausectl_dcbnl_set_cee_app(struct net_device *dev, u8 idtype, u16 id,
			       u8 priorities);
int pausectl_dcbnl_get_cee_app(struct net_device *dev, u8 idtype, u16 id);
int pausectl_dcbnl_refuse_app(struct net_device *dev, struct dcb_app *app);
void pausectl_dcbnl_end_apps(struct pausectl_port *port);

/* dcbnl_trust.c: RTNL. */
int pausectl_dcbnl_get_trust(struct net_device *dev, u8 *selectors, int *count);
int pausectl_dcbnl_set_trust(struct net_device *dev, u8 *selectors, int count);

/* dcbnl_buffer.c: RTNL. */
int pausectl_dcbnl_get_buffer(struct net_device *dev, struct dcbnl_buffer *buffer);
int pausectl_dcbnl_set_buffer(struct net_device *dev, struct dcbnl_buffer *buffer);

#endif /* PAUSECTL_VIEWS_DCBNL_H */
