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
 * @listed: it is in the kernel's list, put there for this entry; set under RTNL, cleared by
 *	events, too: READ_ONCE() and WRITE_ONCE()
 */
struct pausectl_app {
	struct list_head	node;
	struct dcb_app		app;
	bool			listed;
};

/**
 * struct pausectl_dcbnl - of a port whose device has no dcbnl_ops of its own
 * @ets: what was set last; the port acts on what is in its settings, too
 * @dev: the device
 * @node: in the list of all of them; as @apps
 * @apps: the port's own entries of the APP table; written under RTNL and the lock of
 *	dcbnl_app.c, either is enough to read
 *
 * Under RTNL where nothing else is said.
 */
struct pausectl_dcbnl {
	struct ieee_ets		ets;
	struct net_device	*dev;
	struct list_head	node;
	struct list_head	apps;
};

/* dcbnl.c: RTNL. What is refused is in the log. */
int pausectl_dcbnl_change(struct pausectl_port *port,
			  struct pausectl_change *change);

/* dcbnl_app.c: RTNL. */
int pausectl_dcbnl_set_app(struct net_device *dev, struct dcb_app *app);
int pausectl_dcbnl_del_app(struct net_device *dev, struct dcb_app *app);
int pausectl_dcbnl_set_cee_app(struct net_device *dev, u8 idtype, u16 id,
			       u8 priorities);
int pausectl_dcbnl_get_cee_app(struct net_device *dev, u8 idtype, u16 id);
int pausectl_dcbnl_refuse_app(struct net_device *dev, struct dcb_app *app);
void pausectl_dcbnl_begin_apps(struct pausectl_dcbnl *dcbnl);
void pausectl_dcbnl_end_apps(struct pausectl_dcbnl *dcbnl);

/* dcbnl_trust.c: RTNL. */
int pausectl_dcbnl_get_trust(struct net_device *dev, u8 *selectors, int *count);
int pausectl_dcbnl_set_trust(struct net_device *dev, u8 *selectors, int count);

/* dcbnl_buffer.c: RTNL. */
int pausectl_dcbnl_get_buffer(struct net_device *dev, struct dcbnl_buffer *buffer);
int pausectl_dcbnl_set_buffer(struct net_device *dev, struct dcbnl_buffer *buffer);

#endif /* PAUSECTL_MANAGE_DCBNL_H */
