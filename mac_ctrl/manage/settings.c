// SPDX-License-Identifier: GPL-2.0
/*
 * The one settings model behind every view. A change is checked as a whole,
 * then applied as a whole; one that is refused changes nothing.
 */
#include <net/sch_generic.h>

#include "../port.h"

const char *const pausectl_mode_names[] = {
	[PAUSECTL_MODE_OFF]	= "off",
	[PAUSECTL_MODE_PAUSE]	= "pause",
	[PAUSECTL_MODE_PFC]	= "pfc",
	NULL
};

const char *const pausectl_speed_source_names[] = {
	[PAUSECTL_SPEED_SOURCE_ASSUMED]		= "assumed",
	[PAUSECTL_SPEED_SOURCE_LINK]		= "link",
	[PAUSECTL_SPEED_SOURCE_CONFIGURED]	= "configured",
};

const char *const pausectl_hook_names[] = {
	[PAUSECTL_HOOK_NETFILTER]	= "netfilter",
	[PAUSECTL_HOOK_RX_HANDLER]	= "rx_handler",
};

static bool has(const struct pausectl_change *change, u32 attr)
{
	return change->present & BIT(attr);
}

/* Refuse @attr: @message names it and what is allowed. */
#define REFUSE(change, attr, extack, message) ({ \
	(change)->bad = (attr); \
	NL_SET_ERR_MSG(extack, message); \
	-EINVAL; \
})

static int check(struct pausectl_change *change, struct netlink_ext_ack *extack)
{
	const struct pausectl_settings *to = &change->to;

	if (has(change, PAUSECTL_A_MODE) && to->mode > PAUSECTL_MODE_PFC)
		return REFUSE(change, PAUSECTL_A_MODE, extack,
			      "mode: allowed are 0 (off), 1 (pause) and 2 (pfc)");
	if (has(change, PAUSECTL_A_RX) && to->rx > 1)
		return REFUSE(change, PAUSECTL_A_RX, extack,
			      "rx: allowed are 0 (off) and 1 (on)");
	if (has(change, PAUSECTL_A_TX) && to->tx > 1)
		return REFUSE(change, PAUSECTL_A_TX, extack,
			      "tx: allowed are 0 (off) and 1 (on)");
	if (has(change, PAUSECTL_A_PACE) && to->pace > 1)
		return REFUSE(change, PAUSECTL_A_PACE, extack,
			      "pace: allowed are 0 (off) and 1 (on)");
	if (has(change, PAUSECTL_A_SPLIT_GSO) && to->split_gso > 1)
		return REFUSE(change, PAUSECTL_A_SPLIT_GSO, extack,
			      "split-gso: allowed are 0 (off) and 1 (on)");
	if (has(change, PAUSECTL_A_PFC_ENABLED) &&
	    to->pfc_enabled > MAC_CTRL_PFC_BITS)
		return REFUSE(change, PAUSECTL_A_PFC_ENABLED, extack,
			      "pfc-enabled (prio): allowed are priorities 0 to 7, a mask of 0 to 255");
	if (has(change, PAUSECTL_A_LIMIT) &&
	    (to->limit < PAUSECTL_LIMIT_MIN || to->limit > PAUSECTL_LIMIT_MAX))
		return REFUSE(change, PAUSECTL_A_LIMIT, extack,
			      "limit: allowed are 16384 to 1073741824 octets");
	if (has(change, PAUSECTL_A_SPEED) && to->speed_bps &&
	    (to->speed_bps < SPEED_MIN_BPS || to->speed_bps > SPEED_MAX_BPS))
		return REFUSE(change, PAUSECTL_A_SPEED, extack,
			      "speed: allowed are 1000000 to 1600000000000 bit/s, or 0 to follow the link");
	if (has(change, PAUSECTL_A_PFC_ENABLED) && to->pfc_enabled &&
	    has(change, PAUSECTL_A_MODE) && to->mode != PAUSECTL_MODE_PFC)
		return REFUSE(change, PAUSECTL_A_PFC_ENABLED, extack,
			      "pfc-enabled (prio): PFC priorities go with mode pfc only, as PAUSE and PFC exclude each other");
	return 0;
}

static void merge(const struct pausectl_change *change,
		  struct pausectl_settings *set)
{
	const struct pausectl_settings *to = &change->to;

	if (has(change, PAUSECTL_A_RX))
		set->rx = to->rx;
	if (has(change, PAUSECTL_A_TX))
		set->tx = to->tx;
	if (has(change, PAUSECTL_A_PACE))
		set->pace = to->pace;
	if (has(change, PAUSECTL_A_SPLIT_GSO))
		set->split_gso = to->split_gso;
	if (has(change, PAUSECTL_A_LIMIT))
		set->limit = to->limit;
	if (has(change, PAUSECTL_A_SPEED))
		set->speed_bps = to->speed_bps;
	if (has(change, PAUSECTL_A_PFC_ENABLED)) {
		set->pfc_enabled = to->pfc_enabled;
		if (set->pfc_enabled)
			set->mode = PAUSECTL_MODE_PFC;
	}
	if (has(change, PAUSECTL_A_MODE))
		set->mode = to->mode;
	if (set->mode != PAUSECTL_MODE_PFC)
		set->pfc_enabled = 0;
}

/* Which of the nine timers obey received frames. */
static u16 listening(const struct pausectl_settings *set)
{
	if (!set->rx)
		return 0;
	switch (set->mode) {
	case PAUSECTL_MODE_PAUSE:
		return MAC_CTRL_LINK_BIT;
	case PAUSECTL_MODE_PFC:
		return set->pfc_enabled;
	default:
		return 0;
	}
}

/*
 * Pauses that run go on to their end, or to an XON for a timer that still
 * listens (PG292: an enable that goes off lets a running pause finish).
 */
static void commit(struct pausectl_port *port,
		   const struct pausectl_settings *set)
{
	spin_lock_irq(&port->lock);
	port->set.mode = set->mode;
	port->set.rx = set->rx;
	port->set.tx = set->tx;
	port->set.pfc_enabled = set->pfc_enabled;
	port->set.speed_bps = set->speed_bps;
	WRITE_ONCE(port->set.pace, set->pace);
	WRITE_ONCE(port->set.split_gso, set->split_gso);
	WRITE_ONCE(port->set.limit, set->limit);
	port->listening = listening(set);
	/* Without pacing nobody waits for the wire any more. */
	pausectl_qdisc_kick(port);
	spin_unlock_irq(&port->lock);
}

static bool differ(const struct pausectl_settings *a,
		   const struct pausectl_settings *b)
{
	return a->mode != b->mode || a->rx != b->rx || a->tx != b->tx ||
	       a->pace != b->pace || a->split_gso != b->split_gso ||
	       a->pfc_enabled != b->pfc_enabled || a->limit != b->limit ||
	       a->speed_bps != b->speed_bps;
}

/**
 * pausectl_settings_change() - change settings of a port, all or none
 * @port: the port
 * @change: what to change; tells the attribute at fault
 * @extack: says what is wrong and what is allowed
 *
 * Under RTNL. A change that changes nothing tells nobody.
 *
 * Return: 0 or -EINVAL.
 */
int pausectl_settings_change(struct pausectl_port *port,
			     struct pausectl_change *change,
			     struct netlink_ext_ack *extack)
{
	struct pausectl_settings set = port->set;
	int err;

	ASSERT_RTNL();
	err = check(change, extack);
	if (err)
		return err;
	merge(change, &set);
	if (!differ(&set, &port->set))
		return 0;

	commit(port, &set);
	pausectl_link_update(port);
	spin_lock_irq(&port->lock);
	pausectl_event(port, PAUSECTL_EVENT_CONFIG, 0, 0, 0);
	spin_unlock_irq(&port->lock);
	return 0;
}

void pausectl_settings_init(struct pausectl_port *port)
{
	port->set = (struct pausectl_settings) {
		.mode		= PAUSECTL_MODE_PAUSE,
		.rx		= 1,
		.tx		= 1,
		.split_gso	= 1,
		.limit		= PAUSECTL_LIMIT_DEFAULT,
	};
	port->listening = listening(&port->set);
}
