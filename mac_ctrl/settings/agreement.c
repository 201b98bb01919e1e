// SPDX-License-Identifier: GPL-2.0
/*
 * Agreement with the partner: finds the partner's advertisement, and resolves it with that of this
 * port (rules/resolution.h). And the speed in force, which defines the pause quantum (31B.2).
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

static struct pausectl_port *agreement_peer_of(const struct pausectl_port *port)
{
	struct net_device *peer = pausectl_peer_device(port);

	return peer ? pausectl_port_find(peer) : NULL;
}

/* Only a port in mode pause negotiates: PFC excludes PAUSE. */
static bool agreement_negotiates(const struct pausectl_settings *set)
{
	return set->mode == PAUSECTL_MODE_PAUSE &&
	       set->advertise != PAUSECTL_ADVERTISEMENT_OFF;
}

static u32 agreement_advertised(const struct pausectl_settings *set)
{
	if (!agreement_negotiates(set))
		return PAUSECTL_ADVERTISEMENT_NONE;
	if (set->advertise != PAUSECTL_ADVERTISEMENT_AUTO)
		return set->advertise;
	return pause_advertise((struct pause_flow) { set->tx, set->rx });
}

/*
 * The link partner's advertisement in the driver's link settings, by Annex 28B. Under the instance
 * lock of the device.
 */
static bool agreement_link_partner(struct net_device *dev, u32 *advertisement)
{
	struct ethtool_link_ksettings settings;

	if (netif_get_link_ksettings(dev, &settings) ||
	    bitmap_empty(settings.link_modes.lp_advertising,
			 __ETHTOOL_LINK_MODE_MASK_NBITS))
		return false;
	*advertisement = PAUSECTL_ADVERTISEMENT_NONE;
	if (ethtool_link_ksettings_test_link_mode(&settings, lp_advertising, Pause))
		*advertisement |= PAUSECTL_ADVERTISEMENT_PAUSE;
	if (ethtool_link_ksettings_test_link_mode(&settings, lp_advertising, Asym_Pause))
		*advertisement |= PAUSECTL_ADVERTISEMENT_ASYM;
	return true;
}

/* A peer with advertise off sends no configuration word. */
static u32 agreement_partner_source(struct net_device *dev,
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
		*advertisement = agreement_advertised(peer);
		return PAUSECTL_PARTNER_SOURCE_PORT;
	}
	if (dev && agreement_link_partner(dev, advertisement))
		return PAUSECTL_PARTNER_SOURCE_LINK;
	return PAUSECTL_PARTNER_SOURCE_UNKNOWN;
}

/*
 * All fields except partner_error. @peer: settings of the partner's port, or NULL. @dev: the
 * device, or NULL if its driver is not to be asked.
 */
static struct pausectl_agreement agreement_resolve(struct net_device *dev,
						   const struct pausectl_settings *set,
						   const struct pausectl_settings *peer)
{
	struct pausectl_agreement agreed = {
		.advertised	= agreement_advertised(set),
	};

	/* With PFC, rx-prio and tx-prio switch each priority. */
	if (set->mode == PAUSECTL_MODE_PFC)
		agreed.flow = (struct pause_flow) { 1, 1 };
	else if (set->mode == PAUSECTL_MODE_PAUSE)
		agreed.flow = (struct pause_flow) { set->tx, set->rx };
	if (!agreement_negotiates(set))
		return agreed;
	agreed.source = agreement_partner_source(dev, set, peer, &agreed.partner);
	agreed.flow = pause_resolve(agreed.advertised, agreed.partner);
	agreed.error = !pause_meets(agreed.flow, set->require);
	return agreed;
}

/*
 * What a port and its partner agree on, with @set as the port's settings; with advertise off, it
 * follows from @set alone. Under RTNL and the instance lock of the port's device. The partner's
 * driver is not asked: its device is an end of a pair, whose drivers know no advertisement.
 */
struct pausectl_agreement
pausectl_agreement_of(struct pausectl_port *port,
		      const struct pausectl_settings *set)
{
	struct pausectl_port *peer = agreement_peer_of(port);
	struct pausectl_agreement agreed;

	ASSERT_RTNL();
	agreed = agreement_resolve(port->dev, set, peer ? &peer->set : NULL);
	if (peer)
		agreed.partner_error = agreement_resolve(NULL, &peer->set, set).error;
	return agreed;
}

/*
 * Put settings and agreement into force. While the port refuses the link, it holds all data back:
 * Frazier, mismatch handling. Under RTNL and port->lock.
 */
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
	if (port->gate.held != agreed->error) {
		port->gate.held = agreed->error;
		pausectl_gate_update(port);
		pausectl_event(port, agreed->error ? PAUSECTL_EVENT_LINK_ERROR :
						     PAUSECTL_EVENT_LINK_ERROR_CLEARED, 0, 0, 0);
	}
	pausectl_congestion_update(port);
}

static void agreement_renew(struct pausectl_port *port)
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
	struct pausectl_port *peer = agreement_peer_of(port);

	ASSERT_RTNL();
	if (!peer)
		return;
	netdev_lock_ops(peer->dev);
	agreement_renew(peer);
	netdev_unlock_ops(peer->dev);
}

/* The port has begun, or its link has changed: both ends work out their agreements again. */
void pausectl_agreement_update(struct pausectl_port *port)
{
	agreement_renew(port);
	pausectl_agreement_tell_partner(port);
}

/* Return: 0 if the device does not know its speed. */
static u64 speed_link_bps(struct net_device *dev)
{
	struct ethtool_link_ksettings settings;

	if (netif_get_link_ksettings(dev, &settings) ||
	    settings.base.speed == (u32)SPEED_UNKNOWN)
		return 0;
	return min(settings.base.speed * 1000000ULL, SPEED_MAX_BPS);
}

/*
 * Find the speed in force. Under RTNL and the instance lock of the device. The setting speed comes
 * first, then the speed of the device. A device without carrier may not know its speed: the last
 * known speed stays. A running pause keeps its end: the partner asked for it at the old speed.
 * Return: whether the speed or its source has changed.
 */
bool pausectl_speed_update(struct pausectl_port *port)
{
	u32 source = PAUSECTL_SPEED_SOURCE_CONFIGURED;
	u64 bps = port->set.speed;

	ASSERT_RTNL();
	if (!bps) {
		source = PAUSECTL_SPEED_SOURCE_LINK;
		bps = speed_link_bps(port->dev);
	}
	if (!bps && port->active.speed_source == PAUSECTL_SPEED_SOURCE_LINK &&
	    !netif_carrier_ok(port->dev))
		return false;
	if (!bps) {
		source = PAUSECTL_SPEED_SOURCE_ASSUMED;
		bps = SPEED_ASSUMED_BPS;
	}
	if (bps == port->active.rate.bps && source == port->active.speed_source)
		return false;

	spin_lock_irq(&port->lock);
	port->active.rate = wire_rate_of(bps);
	WRITE_ONCE(port->active.speed_source, source);
	pausectl_congestion_update(port);
	spin_unlock_irq(&port->lock);
	return true;
}
