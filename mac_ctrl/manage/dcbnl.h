/* SPDX-License-Identifier: GPL-2.0 */
/* What dcbnl keeps of a port beside its settings. */
#ifndef PAUSECTL_MANAGE_DCBNL_H
#define PAUSECTL_MANAGE_DCBNL_H

#include <linux/dcbnl.h>
#include <linux/list.h>

struct net_device;
struct pausectl_change;
struct pausectl_port;

/**
 * struct pausectl_app - an entry of the APP table
 * @node: in @apps below
 * @app: as it came
 */
struct pausectl_app {
	struct list_head	node;
	struct dcb_app		app;
};

/**
 * struct pausectl_dcbnl - of a port whose device has no dcbnl_ops of its own
 * @ets: what was set last; the port acts on what is in its settings, too
 * @apps: entries of the APP table that were made while there is the port
 *
 * Under RTNL.
 */
struct pausectl_dcbnl {
	struct ieee_ets		ets;
	struct list_head	apps;
};

/* dcbnl.c: RTNL. What is refused is in the log. */
int pausectl_dcbnl_change(struct pausectl_port *port,
			  struct pausectl_change *change);

/* dcbnl_app.c: RTNL. */
int pausectl_dcbnl_set_app(struct net_device *dev, struct dcb_app *app);
int pausectl_dcbnl_del_app(struct net_device *dev, struct dcb_app *app);
void pausectl_dcbnl_drop_apps(struct pausectl_port *port);

/* dcbnl_trust.c: RTNL. */
int pausectl_dcbnl_get_trust(struct net_device *dev, u8 *selectors, int *count);
int pausectl_dcbnl_set_trust(struct net_device *dev, u8 *selectors, int count);

/* dcbnl_buffer.c: RTNL. */
int pausectl_dcbnl_get_buffer(struct net_device *dev, struct dcbnl_buffer *buffer);
int pausectl_dcbnl_set_buffer(struct net_device *dev, struct dcbnl_buffer *buffer);

#endif /* PAUSECTL_MANAGE_DCBNL_H */
