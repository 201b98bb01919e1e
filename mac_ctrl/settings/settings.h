/* SPDX-License-Identifier: GPL-2.0 */
/* The one model of settings behind every view. */
#ifndef PAUSECTL_SETTINGS_SETTINGS_H
#define PAUSECTL_SETTINGS_SETTINGS_H

#include "port/port.h"

/* A row of the table of settings: table.h, which is generated */
struct pausectl_setting {
	const char	*message;	/* names the setting, and says what is allowed */
	u64		min;
	u64		max;
	u16		attr;		/* PAUSECTL_A_x */
	u16		offset;		/* of the first value in struct pausectl_settings */
	u8		values;		/* 1, or one for each priority, class and the like */
	u8		elements;	/* that requests set apart; of a set of priorities: 8 */
	u8		size;		/* octets of a value: 1, 4 or 8 */
	bool		zero;		/* 0 is allowed in addition */
};

extern const struct pausectl_setting pausectl_setting_table[];
extern const unsigned int pausectl_setting_rows;

/* The view that asks for a change. dcbnl and ethtool then notify their own listeners. */
enum pausectl_by {
	PAUSECTL_BY_OTHERS,
	PAUSECTL_BY_DCBNL,
	PAUSECTL_BY_ETHTOOL,
};

/* A request to change settings. A setting is the bit or the element PAUSECTL_A_x. */
struct pausectl_change {
	DECLARE_BITMAP(present, PAUSECTL_A_MAX + 1);	/* the request sets it */
	DECLARE_BITMAP(changed, PAUSECTL_A_MAX + 1);	/* it has another value now */
	/* The new values. pausectl_settings_change() adds those that stay. */
	struct pausectl_settings	to;
	u16	elements[PAUSECTL_A_MAX + 1];	/* mask of those to change; 0: all of the setting */
	/* The new APP table, which the caller puts in place afterwards; NULL: it stays */
	struct pausectl_apps		*apps;
	enum pausectl_by		by;		/* the view that asks */
	u32				bad;		/* refused: the setting at fault */
	/* What is wrong, and what is allowed; or what a change did that was not asked for */
	const char			*message;
};

/* Views with listeners of their own get to know a change by this. RTNL. */
typedef void (*pausectl_settings_listener)(struct pausectl_port *port,
					   const struct pausectl_settings *before,
					   const struct pausectl_change *change);

/* settings/settings.c: RTNL; listen: before the first port begins. */
const struct pausectl_setting *pausectl_setting_of(u16 attr);
void pausectl_settings_listen(pausectl_settings_listener listener);
void pausectl_settings_init(struct pausectl_port *port);
int pausectl_settings_change(struct pausectl_port *port, struct pausectl_change *change,
			     struct netlink_ext_ack *extack);
int pausectl_settings_replace(struct pausectl_port *port, struct pausectl_change *change,
			      const char *view);

/* settings/agreement.c: RTNL. */
struct pausectl_agreement pausectl_agreement_of(struct pausectl_port *port,
						const struct pausectl_settings *set);
void pausectl_agreement_tell_partner(const struct pausectl_port *port);
void pausectl_agreement_update(struct pausectl_port *port);
void pausectl_agreement_activate(struct pausectl_port *port,
				 const struct pausectl_agreement *agreed);
bool pausectl_speed_update(struct pausectl_port *port);

#endif /* PAUSECTL_SETTINGS_SETTINGS_H */
