// SPDX-License-Identifier: GPL-2.0
/*
 * Agreement with the partner: finds the partner's advertisement, and resolves it with that of this
 * port (rules/resolution.h).
 *
 * No configuration words are exchanged. A port reads the settings of the port at the other end of
 * its veth pair, in any namespace. When the settings of either port change, both agreements are
 * worked out again, under RTNL.
 */
#include <linux/ethtool.h>
#include <linux/rtnetlink.h>
#include <net/rtnetlink.h>

#include "compat.h"
#include "congestion/buffer.h"
#include "pause/pause.h"
#include "port/port.h"
#include "settings/settings.h"

static const struct {
	u16		attr;
	u32		unset;
	const char	*message;
} of_pause[] = {
#define OF_PAUSE(text) text " in mode pfc, because agreement is about PAUSE (mode pause)"
	{ PAUSECTL_A_ADVERTISE, PAUSECTL_ADVERTISEMENT_OFF,
	  OF_PAUSE("advertise: allowed is off (8)") },
	{ PAUSECTL_A_PARTNER, PAUSECTL_ADVERTISEMENT_AUTO,
	  OF_PAUSE("partner: allowed is auto (7)") },
	{ PAUSECTL_A_REQUIRE, PAUSECTL_REQUIREMENT_NONE,
	  OF_PAUSE("require: allowed is none (0)") },
};

/**
 * pausectl_agreement_check() - may a change ask for agreement?
 * @change: what is to change
 * @set: the resulting settings
 * @attr: set to the attribute at fault
 *
 * Agreement is about PAUSE, which PFC excludes. So a port in mode pfc refuses to set advertise,
 * partner or require. Values that were set before stay, without effect.
 *
 * Return: NULL, or what is wrong and what is allowed.
 */
const char *pausectl_agreement_check(const struct pausectl_change *change,
				     const struct pausectl_settings *set,
				     u32 *attr)
{
	const struct pausectl_setting *row;
	unsigned int i;

	if (set->mode != PAUSECTL_MODE_PFC)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(of_pause); i++) {
		*attr = of_pause[i].attr;
		row = pausectl_setting_of(*attr);
		if (test_bit(*attr, change->present) &&
		    pausectl_setting_get(set, row, 0) != of_pause[i].unset)
			return of_pause[i].message;
	}
	return NULL;
}

static struct pausectl_port *peer_of(const struct pausectl_port *port)
{
	struct net_device *peer = pausectl_peer_device(port);

	return peer ? pausectl_port_find(peer) : NULL;
}

/* Only a port in mode pause negotiates: PFC excludes PAUSE. */
static bool negotiates(const struct pausectl_settings *set)
{
	return set->mode == PAUSECTL_MODE_PAUSE &&
	       set->advertise != PAUSECTL_ADVERTISEMENT_OFF;
}

static u32 advertised(const struct pausectl_settings *set)
{
	if (!negotiates(set))
		return PAUSECTL_ADVERTISEMENT_NONE;
	if (set->advertise != PAUSECTL_ADVERTISEMENT_AUTO)
		return set->advertise;
	return pause_advertise((struct pause_flow) { set->tx, set->rx });
}

/*
 * The link partner's advertisement in the driver's link settings, by Annex 28B. Under the instance
 * lock of the device.
 */
static bool link_partner(struct net_device *dev, u32 *advertisement)
{
	struct ethtool_link_ksettings settings;
	bool pause, asym;

	if (netif_get_link_ksettings(dev, &settings) ||
	    bitmap_empty(settings.link_modes.lp_advertising,
			 __ETHTOOL_LINK_MODE_MASK_NBITS))
		return false;
	pause = ethtool_link_ksettings_test_link_mode(&settings, lp_advertising,
						      Pause);
	asym = ethtool_link_ksettings_test_link_mode(&settings, lp_advertising,
						     Asym_Pause);
	*advertisement = pause ? (asym ? PAUSECTL_ADVERTISEMENT_PAUSE_ASYM :
					 PAUSECTL_ADVERTISEMENT_PAUSE) :
				 (asym ? PAUSECTL_ADVERTISEMENT_ASYM :
					 PAUSECTL_ADVERTISEMENT_NONE);
	return true;
}

/* A peer with advertise off sends no configuration word. */
static u32 partner_source(struct net_device *dev,
			  const struct pausectl_settings *set,
			  const struct pausectl_settings *peer,
			  u32 *advertisement)
{
	*advertisement = PAUSECTL_ADVERTISEMENT_NONE;
	if (set->partner != PAUSECTL_ADVERTISEMENT_AUTO) {
		*advertisement = set->partner;
		return PAUSECTL_PARTNER_SOURCE_CONFIGURED;
	}
	if (peer && peer->advertise != PAUSECTL_ADVERTISEMENT_OFF) {
		*advertisement = advertised(peer);
		return PAUSECTL_PARTNER_SOURCE_PORT;
	}
	if (dev && link_partner(dev, advertisement))
		return PAUSECTL_PARTNER_SOURCE_LINK;
	return PAUSECTL_PARTNER_SOURCE_UNKNOWN;
}

/*
 * All fields except partner_error. @peer: settings of the partner's port, or NULL. @dev: the
 * device, or NULL if its driver is not to be asked.
 */
static struct pausectl_agreement agree(struct net_device *dev,
				       const struct pausectl_settings *set,
				       const struct pausectl_settings *peer)
{
	struct pausectl_agreement agreed = {
		.advertised	= advertised(set),
	};

	/* With PFC, rx-prio and tx-prio switch each priority. */
	if (set->mode == PAUSECTL_MODE_PFC)
		agreed.flow = (struct pause_flow) { 1, 1 };
	else if (set->mode == PAUSECTL_MODE_PAUSE)
		agreed.flow = (struct pause_flow) { set->tx, set->rx };
	if (!negotiates(set))
		return agreed;
	agreed.source = partner_source(dev, set, peer, &agreed.partner);
	agreed.flow = pause_resolve(agreed.advertised, agreed.partner);
	agreed.error = !pause_meets(agreed.flow, set->require);
	return agreed;
}

/**
 * pausectl_agreement_of() - what a port and its partner agree on
 * @port: the port
 * @set: its settings, or its new settings before they are applied
 *
 * Under RTNL and the instance lock of the port's device. The driver of the partner's device is not
 * asked: that device is an end of a pair, and no driver of a pair knows an advertisement.
 *
 * Return: the agreement. With advertise off, it follows from @set alone.
 */
struct pausectl_agreement
pausectl_agreement_of(struct pausectl_port *port,
		      const struct pausectl_settings *set)
{
	struct pausectl_port *peer = peer_of(port);
	struct pausectl_agreement agreed;

	ASSERT_RTNL();
	agreed = agree(port->dev, set, peer ? &peer->set : NULL);
	if (peer)
		agreed.partner_error = agree(NULL, &peer->set, set).error;
	return agreed;
}

/* While the port refuses the link, it holds all data back: Frazier, mismatch handling. */
static void link_error(struct pausectl_port *port, bool error)
{
	if (port->gate.held == error)
		return;
	pausectl_gate_hold(port, error);
	pausectl_event(port, error ? PAUSECTL_EVENT_LINK_ERROR :
				     PAUSECTL_EVENT_LINK_ERROR_CLEARED, 0, 0, 0);
}

/* Put settings and agreement into force. Under RTNL and port->lock. */
void pausectl_agreement_activate(struct pausectl_port *port,
				 const struct pausectl_agreement *agreed)
{
	port->active.agreed = *agreed;
	port->active.rx = agreed->flow.rx;
	port->active.tx = agreed->flow.tx;
	if (port->pause.ack && !port->set.ack)
		pausectl_ack_end(port);
	port->pause.ack = port->set.ack;
	port->pause.listening = agreed->flow.rx ? pausectl_rx_timers(&port->set) : 0;
	link_error(port, agreed->error);
	pausectl_congestion_update(port);
}

static void agree_anew(struct pausectl_port *port)
{
	struct pausectl_agreement agreed = pausectl_agreement_of(port, &port->set);

	if (!memcmp(&agreed, &port->active.agreed, sizeof(agreed)))
		return;
	spin_lock_irq(&port->lock);
	pausectl_agreement_activate(port, &agreed);
	pausectl_event(port, PAUSECTL_EVENT_CONFIG, 0, 0, 0);
	spin_unlock_irq(&port->lock);
}

/* The port has changed, begun or ended: its partner works out its agreement again. */
void pausectl_agreement_tell_partner(const struct pausectl_port *port)
{
	struct pausectl_port *peer = peer_of(port);

	ASSERT_RTNL();
	if (!peer)
		return;
	netdev_lock_ops(peer->dev);
	agree_anew(peer);
	netdev_unlock_ops(peer->dev);
}

/* The port has begun, or its link has changed: both ends work out their agreements again. */
void pausectl_agreement_update(struct pausectl_port *port)
{
	agree_anew(port);
	pausectl_agreement_tell_partner(port);
}
