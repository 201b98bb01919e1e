/* SPDX-License-Identifier: GPL-2.0 */
/* What dcbnl keeps of a port beside its settings. */
#ifndef PAUSECTL_VIEWS_DCBNL_H
#define PAUSECTL_VIEWS_DCBNL_H

#include <linux/dcbnl.h>
#include <linux/list.h>

struct net_device;
struct pausectl_change;
struct pausectl_port;

/**
 * struct pausectl_dcbnl - of a port whose device has no dcbnl_ops of its own
 * @ets: what was set last; the port acts on what is in its settings, too
 * @port: the port
 * @node: in the list of all of them; written under RTNL and the lock of dcbnl_app.c, either is
 *	enough to read, as port->queue.apps
 *
 * Under RTNL where nothing else is said.
 */
struct pausectl_dcbnl {
	struct ieee_ets		ets;
	struct pausectl_port	*port;
	struct list_head	node;
};

/* dcbnl_change.c: RTNL. What is refused is in the log. */
int pausectl_dcbnl_change(struct pausectl_port *port,
			  struct pausectl_change *change);

/* dcbnl_app.c: RTNL, but for init and exit. */
int pausectl_dcbnl_set_app(struct net_device *dev, struct dcb_app *app);
int pausectl_dcbnl_del_app(struct net_device *dev, struct dcb_app *app);
int pausectl_dcbnl_set_cee_app(struct net_device *dev, u8 idtype, u16 id,
			       u8 priorities);
int pausectl_dcbnl_get_cee_app(struct net_device *dev, u8 idtype, u16 id);
int pausectl_dcbnl_refuse_app(struct net_device *dev, struct dcb_app *app);
int pausectl_dcbnl_init_apps(void);
void pausectl_dcbnl_exit_apps(void);
void pausectl_dcbnl_begin_apps(struct pausectl_port *port);
void pausectl_dcbnl_end_apps(struct pausectl_port *port);

/* dcbnl_trust.c: RTNL. */
int pausectl_dcbnl_get_trust(struct net_device *dev, u8 *selectors, int *count);
int pausectl_dcbnl_set_trust(struct net_device *dev, u8 *selectors, int count);

/* dcbnl_buffer.c: RTNL. */
int pausectl_dcbnl_get_buffer(struct net_device *dev, struct dcbnl_buffer *buffer);
int pausectl_dcbnl_set_buffer(struct net_device *dev, struct dcbnl_buffer *buffer);

#endif /* PAUSECTL_VIEWS_DCBNL_H */
