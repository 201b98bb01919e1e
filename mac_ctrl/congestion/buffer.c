// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: the octets that came in on a port with a lossless priority and now wait in any pausectl
 * queue of the machine.
 *
 *	enqueue --charge--> occupancy --crosses xoff or xon--> congested
 *	dequeue, reset --give back--> occupancy           congested --> generate.c
 *
 * skb->skb_iif names the device that handed a frame to the stack: the ingress device, or a device
 * above it, such as a VLAN device, a bond, a team, a VRF, or a bridge that routes. The port of the
 * ingress device is charged only in two cases: its receive hook has seen the frame (port/seen.h)
 * in the namespace that the frame leaves from, or tc at the ingress of the device has redirected
 * the frame. Frames that this machine has made, and copies of frames that leave, are charged to no
 * port, whatever their skb_iif is.
 *
 * The trust of the ingress port decides the frame's priority, as the frame is when it leaves. If
 * both ports trust the PCP alone, the priority is that of the queue where the frame waits.
 *
 * occupancy is atomic, because several qdiscs charge one port at the same time. A charge that
 * passes a threshold takes the lock of the ingress port inside the qdisc lock of the egress port.
 * No two port locks are ever held at once.
 *
 * A charged frame holds the memory of its ingress port. So a port that ends leaves nothing behind,
 * even if its device goes: a dead port sends no more frames, its occupancy falls to 0 as the
 * frames leave, and the last frame frees the port. An egress port that ends drops its frames by
 * reset(), which gives their charges back. Frames in gso_skb or skb_bad_txq of a qdisc have left
 * the queue and owe nothing. Qdiscs hold the module, so the module outlives every charge.
 */
#include <linux/slab.h>

#include "compat.h"
#include "congestion/buffer.h"
#include "congestion/congestion.h"
#include "port/seen.h"
#include "trace.h"

/**
 * struct search - the search for the port below a device that has seen a frame
 * @skb: the frame
 * @net: the namespace of the port
 * @port: the port
 */
struct search {
	const struct sk_buff	*skb;
	struct net		*net;
	struct pausectl_port	*port;
};

static int has_seen(struct net_device *dev, struct netdev_nested_priv *priv)
{
	struct search *search = priv->data;
	struct pausectl_port *port;

	port = net_eq(dev_net(dev), search->net) ? pausectl_port_find(dev) : NULL;
	if (!port || !seen_by(search->skb, port->mark))
		return 0;
	search->port = port;
	return 1;
}

/* The port below the device that handed the frame to the stack */
static noinline struct pausectl_port *port_below(struct net *net, const struct sk_buff *skb)
{
	struct search search = { .skb = skb, .net = net };
	struct netdev_nested_priv priv = { .data = &search };
	struct net_device *dev;

	/* No hook has seen the frame. */
	if (seen_by(skb, 0))
		return NULL;
	dev = dev_get_by_index_rcu(net, skb->skb_iif);
	if (dev)
		netdev_walk_all_lower_dev_rcu(dev, has_seen, &priv);
	return search.port;
}

static int is_foreign(struct net_device *upper, struct netdev_nested_priv *priv)
{
	return !net_eq(dev_net(upper), priv->data);
}

/* Whether tc has redirected the frame at an ingress. Without CONFIG_NET_REDIRECT, tc cannot. */
static bool from_ingress(const struct sk_buff *skb)
{
#ifdef CONFIG_NET_REDIRECT
	return skb_is_redirected(skb) && skb->from_ingress;
#else
	return false;
#endif
}

/*
 * tc at ingress comes before the receive hook, so a frame that tc redirects has no mark. The
 * skb_iif of the frame is of the namespace where tc redirected it. That is the namespace of
 * @egress, unless a device of another namespace hands its frames to @egress.
 */
static noinline bool redirected_here(const struct net_device *egress, const struct sk_buff *skb)
{
	struct netdev_nested_priv priv = { .data = dev_net(egress) };

	return from_ingress(skb) &&
	       !netdev_walk_all_upper_dev_rcu((struct net_device *)egress, is_foreign, &priv);
}

/**
 * pausectl_buffer_ingress() - the port that a frame came in on
 * @egress: the device that the frame is to leave by
 * @skb: the frame
 *
 * Under rcu_read_lock_bh().
 *
 * Return: the port, or NULL if no port is to be charged.
 */
struct pausectl_port *pausectl_buffer_ingress(const struct net_device *egress,
					      const struct sk_buff *skb)
{
	struct net *net = dev_net(egress);
	struct pausectl_port *port = pausectl_port_of_index(net, skb->skb_iif);

	if (likely(port) && (likely(seen_by(skb, port->mark)) || redirected_here(egress, skb)))
		return port;
	return port_below(net, skb);
}

static bool crossed(const struct congestion_part *c, unsigned int buffer)
{
	u32 occupancy = atomic_read(&c->occupancy[buffer]);
	struct buffer_limits limits = pausectl_buffer_limits(c, buffer);

	if (READ_ONCE(c->congested) & BIT(buffer))
		return occupancy < limits.xon;
	return occupancy > limits.xoff;
}

/*
 * Update the congested bit of a buffer. A charge updates the occupancy and then reads the bit.
 * settle() updates the bit and then reads the occupancy. The two barriers guarantee that at least
 * one of them sees the other's update.
 */
static bool settle(struct pausectl_port *port, unsigned int buffer)
{
	struct congestion_part *c = &port->congestion;
	bool changed = false;

	lockdep_assert_held(&port->lock);
	while (crossed(c, buffer)) {
		pausectl_dynamic_share(c, buffer, !(c->congested & BIT(buffer)));
		WRITE_ONCE(c->congested, c->congested ^ BIT(buffer));
		/* Pairs with the atomic operations that charge and give back. */
		smp_mb();
		changed = !changed;
		trace_pausectl_congestion(port->name, buffer,
					  atomic_read(&c->occupancy[buffer]),
					  c->congested & BIT(buffer));
	}
	return changed;
}

static noinline void settle_locked(struct pausectl_port *port,
				   unsigned int buffer)
{
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	if (!port->dead && settle(port, buffer))
		pausectl_generate_kick(port);
	spin_unlock_irqrestore(&port->lock, flags);
}

/*
 * The occupancy is above XOFF, or the buffer is dynamic and its XOFF changes. Is it beyond the
 * size?
 */
static noinline bool overflows(struct pausectl_port *port, unsigned int buffer,
			       u32 occupancy)
{
	const struct congestion_part *c = &port->congestion;

	if (!(READ_ONCE(c->congested) & BIT(buffer)) && crossed(c, buffer))
		settle_locked(port, buffer);
	return occupancy > pausectl_buffer_limits(c, buffer).size;
}

/* A buffer has drained, which makes room for buffers that share a pool with it. */
static noinline void relieve(struct pausectl_port *port, unsigned int buffer)
{
	const struct congestion_part *c = &port->congestion;
	u8 kin = READ_ONCE(c->congested) & READ_ONCE(c->kin[buffer]);

	for (; kin; kin &= kin - 1)
		if (crossed(c, __ffs(kin)))
			settle_locked(port, __ffs(kin));
}

static noinline void count_drop(struct pausectl_port *port,
				unsigned int priority)
{
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	port->count.buffer_drops[priority]++;
	spin_unlock_irqrestore(&port->lock, flags);
}

static void count_charged(struct pausectl_port *port, const struct sk_buff *skb,
			  unsigned int priority)
{
	this_cpu_add(port->frames->charged[priority], pausectl_gso_frames(skb));
}

/* The frame is a copy, and another copy waits: the charge of the other copy serves both. */
static bool charge_shared(const struct pausectl_port *port, struct sk_buff *skb)
{
	struct pausectl_flood *flood = pausectl_flood_join(port, skb);

	if (!flood)
		return false;
	pausectl_charge_of(skb)->flood = flood;
	pausectl_charge_of(skb)->flooded = true;
	return true;
}

/* The frame is charged. Copies that come later share the charge. */
static void share_charge(struct sk_buff *skb)
{
	struct pausectl_charge *charge = pausectl_charge_of(skb);
	struct pausectl_flood *flood = pausectl_flood_begin(charge->port, charge->buffer, skb);

	if (!flood)
		return;
	charge->flood = flood;
	charge->flooded = true;
}

/**
 * pausectl_buffer_charge() - charge a received frame to its ingress port
 * @port: the ingress port
 * @skb: the frame
 * @priority: of the frame on the link to the ingress port, 0 to 7
 *
 * Under the qdisc lock of the egress device, rcu_read_lock_bh().
 *
 * Return: enum pausectl_admission.
 */
enum pausectl_admission pausectl_buffer_charge(struct pausectl_port *port,
					       struct sk_buff *skb,
					       unsigned int priority)
{
	struct congestion_part *c = &port->congestion;
	unsigned int buffer, len = qdisc_pkt_len(skb);
	u32 occupancy;

	if (!(READ_ONCE(c->lossless) & BIT(priority)))
		return PAUSECTL_LOSSY;
	if (skb_cloned(skb) && charge_shared(port, skb)) {
		count_charged(port, skb, priority);
		return PAUSECTL_CHARGED;
	}
	/* The port has ended. */
	if (!refcount_inc_not_zero(&c->charges))
		return PAUSECTL_LOSSY;
	buffer = READ_ONCE(c->buffer_of[priority]);
	occupancy = atomic_add_return(len, &c->occupancy[buffer]);
	*pausectl_charge_of(skb) = (struct pausectl_charge){ .port = port, .buffer = buffer };
	if (unlikely(occupancy > READ_ONCE(c->limits[buffer].xoff)) &&
	    overflows(port, buffer, occupancy)) {
		count_drop(port, priority);
		pausectl_buffer_give_back(skb);
		return PAUSECTL_BUFFER_FULL;
	}
	/* A gauge for people: two charges at the same time may lose one maximum. */
	if (occupancy > READ_ONCE(c->occupancy_max[buffer]))
		WRITE_ONCE(c->occupancy_max[buffer], occupancy);
	if (skb_cloned(skb))
		share_charge(skb);
	count_charged(port, skb, priority);
	return PAUSECTL_CHARGED;
}

static void discharge(struct pausectl_port *port, unsigned int buffer, u32 octets)
{
	struct congestion_part *c = &port->congestion;
	u32 occupancy = atomic_sub_return(octets, &c->occupancy[buffer]);

	if (occupancy < READ_ONCE(c->limits[buffer].xon) &&
	    READ_ONCE(c->congested) & READ_ONCE(c->kin[buffer]))
		relieve(port, buffer);
	pausectl_congestion_put(port);
}

static noinline void leave_flood(struct pausectl_flood *flood)
{
	if (!pausectl_flood_leave(flood))
		return;
	discharge(flood->port, flood->buffer, flood->octets);
	kfree(flood);
}

/**
 * pausectl_buffer_give_back() - a charged frame leaves
 * @skb: the frame
 *
 * Under the qdisc lock of the egress device.
 */
void pausectl_buffer_give_back(struct sk_buff *skb)
{
	struct pausectl_charge charge = *pausectl_charge_of(skb);

	pausectl_charge_of(skb)->port = NULL;
	if (unlikely(charge.flooded))
		leave_flood(charge.flood);
	else
		discharge(charge.port, charge.buffer, qdisc_pkt_len(skb));
}

/* The priorities that the port sends XOFF for, so that no frame is dropped for lack of room. */
static u8 lossless(const struct pausectl_port *port)
{
	if (!port->active.tx)
		return 0;
	return port->set.mode == PAUSECTL_MODE_PAUSE ? MAC_CTRL_PFC_BITS :
						       port->set.tx_prio;
}

/**
 * pausectl_congestion_update() - settings, agreement, speed or MTU have changed
 * @port: the port, locked
 *
 * PAUSE stops all priorities at once. So in mode pause all priorities share buffer 0, and its
 * occupancy is the sum of all. Frames in other buffers drain.
 */
void pausectl_congestion_update(struct pausectl_port *port)
{
	struct congestion_part *c = &port->congestion;
	struct buffer_room room = pausectl_buffer_room(port, &port->set);
	bool shared = port->set.mode == PAUSECTL_MODE_PAUSE;
	struct buffer_limits limits;
	unsigned int i;

	lockdep_assert_held(&port->lock);
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		limits = pausectl_buffer_resolve(&port->set, i, room);
		WRITE_ONCE(c->limits[i].size, limits.size);
		WRITE_ONCE(c->limits[i].xoff, limits.xoff);
		WRITE_ONCE(c->limits[i].xon, limits.xon);
		WRITE_ONCE(c->buffer_of[i], shared ? 0 : port->set.prio_buffer[i]);
	}
	pausectl_dynamic_update(port);
	WRITE_ONCE(c->lossless, lossless(port));
	c->forced &= pausectl_timers_of(&port->set, MAC_CTRL_PFC_BITS);
	c->received &= pausectl_timers_of(&port->set, MAC_CTRL_PFC_BITS);
	/*
	 * As in settle(): a charge from now on sees the new limits, or settle() below sees the
	 * charge.
	 */
	smp_mb();
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		settle(port, i);
	pausectl_generate_kick(port);
}
