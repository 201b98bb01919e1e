// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: the frames that came in on a port with a lossless priority and now wait in any pausectl
 * queue of the machine.
 *
 *	enqueue --charge--> held --its load crosses xoff or xon--> congested
 *	dequeue, reset --give back--> held                    congested --> xoff.c
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
 * A buffer holds octets, and the memory that the frames take. Both are in one word, because the
 * greater load of the two decides: see rules/threshold.h. The word is atomic, because several
 * qdiscs charge one port at the same time. The charge keeps the memory that was charged, because
 * ECN may change the truesize of a waiting frame. A charge that passes a threshold takes the lock
 * of the ingress port inside the qdisc lock of the egress port. No two port locks are ever held at
 * once.
 *
 * A charged frame holds the memory of its ingress port. So a port that ends leaves nothing behind,
 * even if its device goes: a dead port sends no more frames, its buffers drain as the frames
 * leave, and the last frame frees the port. An egress port that ends drops its frames by
 * reset(), which gives their charges back. Frames in gso_skb or skb_bad_txq of a qdisc have left
 * the queue and owe nothing. Qdiscs hold the module, so the module outlives every charge.
 *
 * A bridge sends a broadcast to each of its ports as a copy of one frame. A switch with a shared
 * buffer holds such a frame once, and charges the frame once to its ingress port. pausectl does
 * the same. The first copy that waits makes the charge. Copies that come later share the charge.
 * The last copy that leaves gives the charge back. Otherwise a broadcast to 31 paused ports would
 * take 31 times the room of one frame, although the partner obeys. Each further copy adds only the
 * memory of its struct sk_buff.
 *
 * Copies share their octets, so copies with the same skb->head belong together. While a copy
 * waits, no other frame can get these octets. ECN may give a waiting copy octets of its own. ECN
 * then calls pausectl_buffer_changed(), and later copies make a new charge.
 *
 * Only a copy is looked up, and only a frame that may have other copies gets an entry. A frame
 * that TCP sends over veth is a copy, too: TCP keeps the other one to send it again. Such a frame
 * has no entry and finds none, so the look-up reads an empty bucket without its lock. A processor
 * sends all copies of a frame one after the other, so it sees the entry that it has made. If there
 * is no memory for an entry, each copy is charged for itself. So is each part of a GSO frame that
 * is divided here, because the parts share no octets.
 */
#include <linux/hash.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

#include "compat.h"
#include "congestion/buffer.h"
#include "port/seen.h"
#include "trace.h"

#define BUCKET_BITS	8

/* The memory of a copy that shares its octets */
#define COPY_UNITS	memory_units(SKB_DATA_ALIGN(sizeof(struct sk_buff)))

/* One charge that several copies of a frame share. The charge holds a reference to the port. */
struct pausectl_flood {
	struct hlist_node	node;		/* of the bucket of @data, under its lock */
	const void		*data;		/* skb->head, which the copies share */
	struct pausectl_port	*port;		/* the port that is charged */
	u64			held;		/* what is charged: held_of() */
	u32			copies;		/* that wait, under the lock of the bucket */
	u8			buffer;		/* of @port */
};

/*
 * The charge of a frame that came in, in its control block. Set when the frame joins a queue, and
 * cleared when it leaves, under the qdisc lock. Without @port, @units are charged to the queue.
 */
struct pausectl_charge {
	union {
		struct pausectl_port	*port;	/* that is charged, with a reference; NULL: none */
		struct pausectl_flood	*flood;	/* if @flooded: the charge that this copy shares */
	};
	u32			units;		/* of memory that were charged: memory_units() */
	u8			buffer;		/* of @port */
	bool			flooded;
};

static struct pausectl_charge *buffer_charge_of(const struct sk_buff *skb)
{
	qdisc_cb_private_validate(skb, sizeof(struct pausectl_charge));
	return (struct pausectl_charge *)qdisc_skb_cb(skb)->data;
}

/* The shared charges, by a hash of skb->head. */
static struct flood_bucket {
	spinlock_t		lock;		/* guards @floods, and @node and @copies of each */
	struct hlist_head	floods;
} flood_buckets[1 << BUCKET_BITS] = {
	[0 ... (1 << BUCKET_BITS) - 1].lock = __SPIN_LOCK_UNLOCKED(flood_buckets.lock),
};

static struct flood_bucket *flood_bucket_of(const void *data)
{
	return &flood_buckets[hash_ptr(data, BUCKET_BITS)];
}

/* The search for the port below a device that has seen a frame. */
struct buffer_search {
	const struct sk_buff	*skb;
	struct net		*net;		/* the namespace of the port */
	struct pausectl_port	*port;
};

static int buffer_has_seen(struct net_device *dev, struct netdev_nested_priv *priv)
{
	struct buffer_search *search = priv->data;
	struct pausectl_port *port;

	port = net_eq(dev_net(dev), search->net) ? pausectl_port_find(dev) : NULL;
	if (!port || !seen_by(search->skb, port->mark))
		return 0;
	search->port = port;
	return 1;
}

/* The port below the device that handed the frame to the stack */
static noinline struct pausectl_port *buffer_port_below(struct net *net, const struct sk_buff *skb)
{
	struct buffer_search search = { .skb = skb, .net = net };
	struct netdev_nested_priv priv = { .data = &search };
	struct net_device *dev;

	/* No hook has seen the frame. */
	if (seen_by(skb, 0))
		return NULL;
	dev = dev_get_by_index_rcu(net, skb->skb_iif);
	if (dev)
		netdev_walk_all_lower_dev_rcu(dev, buffer_has_seen, &priv);
	return search.port;
}

static int buffer_is_foreign(struct net_device *upper, struct netdev_nested_priv *priv)
{
	return !net_eq(dev_net(upper), priv->data);
}

/* Whether tc has redirected the frame at an ingress. Without CONFIG_NET_REDIRECT, tc cannot. */
static bool buffer_from_ingress(const struct sk_buff *skb)
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
static noinline bool buffer_redirected_here(const struct net_device *egress,
					    const struct sk_buff *skb)
{
	struct netdev_nested_priv priv = { .data = dev_net(egress) };
	struct net_device *dev = (struct net_device *)egress;

	return buffer_from_ingress(skb) &&
	       !netdev_walk_all_upper_dev_rcu(dev, buffer_is_foreign, &priv);
}

/* The port that a frame came in on; NULL: no port is to be charged. Under rcu_read_lock_bh(). */
struct pausectl_port *pausectl_buffer_ingress(const struct net_device *egress,
					      const struct sk_buff *skb)
{
	struct net *net = dev_net(egress);
	struct pausectl_port *port = pausectl_port_of_index(net, skb->skb_iif);

	if (likely(port) &&
	    (likely(seen_by(skb, port->mark)) || buffer_redirected_here(egress, skb)))
		return port;
	return buffer_port_below(net, skb);
}

static bool buffer_crossed(const struct congestion_part *c, unsigned int buffer)
{
	u32 load = held_load(atomic64_read(&c->held[buffer]));
	struct buffer_limits limits = pausectl_buffer_limits(c, buffer);

	if (READ_ONCE(c->congested) & BIT(buffer))
		return load < limits.xon;
	return load > limits.xoff;
}

/*
 * Update the congested bit of a buffer. A charge updates @held and then reads the bit. This
 * function updates the bit and then reads @held. The two barriers guarantee that at least
 * one of them sees the other's update.
 */
static bool buffer_settle(struct pausectl_port *port, unsigned int buffer)
{
	struct congestion_part *c = &port->congestion;
	bool changed = false;

	lockdep_assert_held(&port->lock);
	while (buffer_crossed(c, buffer)) {
		pausectl_dynamic_share(c, buffer, !(c->congested & BIT(buffer)));
		WRITE_ONCE(c->congested, c->congested ^ BIT(buffer));
		/* Pairs with the atomic operations that charge and give back. */
		smp_mb();
		changed = !changed;
		trace_pausectl_congestion(port->name, buffer,
					  held_octets(atomic64_read(&c->held[buffer])),
					  c->congested & BIT(buffer));
	}
	return changed;
}

static noinline void buffer_settle_locked(struct pausectl_port *port, unsigned int buffer)
{
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	if (!port->dead && buffer_settle(port, buffer))
		pausectl_xoff_kick(port);
	spin_unlock_irqrestore(&port->lock, flags);
}

/* A buffer has drained, which makes room for buffers that share a pool with it. */
static noinline void buffer_relieve(struct pausectl_port *port, unsigned int buffer)
{
	const struct congestion_part *c = &port->congestion;
	u8 kin = READ_ONCE(c->congested) & READ_ONCE(c->kin[buffer]);

	for (; kin; kin &= kin - 1)
		if (buffer_crossed(c, __ffs(kin)))
			buffer_settle_locked(port, __ffs(kin));
}

static __always_inline enum pausectl_admission
buffer_charged(struct pausectl_port *port, unsigned int buffer, unsigned int priority,
	       unsigned int frames, u64 held)
{
	struct congestion_part *c = &port->congestion;

	/* A gauge for people: two charges at the same time may lose one maximum. */
	if (held_octets(held) > READ_ONCE(c->occupancy_max[buffer]))
		WRITE_ONCE(c->occupancy_max[buffer], held_octets(held));
	this_cpu_add(port->frames->charged[priority], frames);
	return PAUSECTL_CHARGED;
}

/*
 * The load is above XOFF, or the buffer is dynamic and its XOFF changes. A frame for which the
 * buffer has no room gives its charge back.
 */
static noinline enum pausectl_admission
buffer_above_xoff(struct pausectl_port *port, unsigned int buffer, struct sk_buff *skb,
		  unsigned int priority, unsigned int frames, u64 held)
{
	const struct congestion_part *c = &port->congestion;
	struct buffer_limits limits;
	unsigned long flags;

	if (!(READ_ONCE(c->congested) & BIT(buffer)) && buffer_crossed(c, buffer))
		buffer_settle_locked(port, buffer);
	limits = pausectl_buffer_limits(c, buffer);
	if (held_octets(held) <= limits.size && held_load(held) <= limits.most)
		return buffer_charged(port, buffer, priority, frames, held);
	spin_lock_irqsave(&port->lock, flags);
	port->count.buffer_drops[priority]++;
	spin_unlock_irqrestore(&port->lock, flags);
	pausectl_buffer_release(skb);
	return PAUSECTL_BUFFER_FULL;
}

/* Charge to a buffer what the frame takes. The control block of the frame has the charge. */
static __always_inline enum pausectl_admission
buffer_add(struct pausectl_port *port, unsigned int buffer, u64 more, struct sk_buff *skb,
	   unsigned int priority, unsigned int frames)
{
	struct congestion_part *c = &port->congestion;
	u64 held = atomic64_add_return(more, &c->held[buffer]);

	if (unlikely(held_load(held) > READ_ONCE(c->limits[buffer].xoff)))
		return buffer_above_xoff(port, buffer, skb, priority, frames, held);
	return buffer_charged(port, buffer, priority, frames, held);
}

static void buffer_subtract(struct pausectl_port *port, unsigned int buffer, u64 less)
{
	struct congestion_part *c = &port->congestion;

	atomic64_sub_return(less, &c->held[buffer]);
	if (unlikely(READ_ONCE(c->congested) & READ_ONCE(c->kin[buffer])))
		buffer_relieve(port, buffer);
}

static void buffer_discharge(struct pausectl_port *port, unsigned int buffer, u64 held)
{
	buffer_subtract(port, buffer, held);
	pausectl_congestion_put(port);
}

/* Charge a frame whose octets no other frame shares. */
static __always_inline enum pausectl_admission
buffer_charge_alone(struct pausectl_port *port, struct sk_buff *skb, unsigned int priority,
		    unsigned int frames)
{
	struct congestion_part *c = &port->congestion;
	u32 units = memory_units(skb->truesize);
	unsigned int buffer;

	/* The port has ended. */
	if (!atomic_long_inc_not_zero(&c->charges))
		return PAUSECTL_LOSSY;
	buffer = READ_ONCE(c->buffer_of[priority]);
	*buffer_charge_of(skb) = (struct pausectl_charge){
		.port = port, .units = units, .buffer = buffer,
	};
	return buffer_add(port, buffer, held_of(qdisc_pkt_len(skb), units), skb, priority, frames);
}

/* The charge of another copy that waits, with one more copy; NULL: no copy of the frame waits. */
static struct pausectl_flood *flood_find(const struct pausectl_port *port,
					 const struct sk_buff *skb)
{
	struct flood_bucket *bucket = flood_bucket_of(skb->head);
	struct pausectl_flood *flood;

	if (hlist_empty(&bucket->floods))
		return NULL;
	spin_lock_bh(&bucket->lock);
	hlist_for_each_entry(flood, &bucket->floods, node)
		if (flood->data == skb->head && flood->port == port) {
			flood->copies++;
			break;
		}
	spin_unlock_bh(&bucket->lock);
	return flood;
}

/* The frame is charged. If it may have other copies, those that come later share the charge. */
static void flood_begin(struct sk_buff *skb)
{
	struct flood_bucket *bucket = flood_bucket_of(skb->head);
	struct pausectl_charge *charge = buffer_charge_of(skb);
	struct pausectl_flood *flood;

	if (skb->fclone == SKB_FCLONE_CLONE)
		return;
	flood = kmalloc(sizeof(*flood), GFP_ATOMIC | __GFP_NOWARN);
	if (!flood)
		return;
	*flood = (struct pausectl_flood){
		.data	= skb->head,
		.port	= charge->port,
		.held	= held_of(qdisc_pkt_len(skb), charge->units),
		.copies	= 1,
		.buffer	= charge->buffer,
	};
	spin_lock_bh(&bucket->lock);
	hlist_add_head(&flood->node, &bucket->floods);
	spin_unlock_bh(&bucket->lock);
	*charge = (struct pausectl_charge){ .flood = flood, .flooded = true };
}

/* A copy leaves its queue. The last one gives the charge back. */
static noinline void flood_leave(struct pausectl_flood *flood, u32 units)
{
	struct flood_bucket *bucket = flood_bucket_of(flood->data);
	bool last;

	if (units)
		buffer_subtract(flood->port, flood->buffer, held_of(0, units));
	spin_lock_bh(&bucket->lock);
	last = !--flood->copies;
	if (last)
		hlist_del_init(&flood->node);
	spin_unlock_bh(&bucket->lock);
	if (!last)
		return;
	buffer_discharge(flood->port, flood->buffer, flood->held);
	kfree(flood);
}

/*
 * A waiting copy has got octets of its own, so no copy may join its charge any more. It may exceed
 * the limits, which the next charge sees.
 */
void pausectl_buffer_changed(struct sk_buff *skb)
{
	struct pausectl_charge *charge = buffer_charge_of(skb);
	u32 units = memory_units(skb->truesize);
	struct pausectl_flood *flood;

	if (!skb->skb_iif || !charge->port || !charge->flooded)
		return;
	flood = charge->flood;
	spin_lock_bh(&flood_bucket_of(flood->data)->lock);
	hlist_del_init(&flood->node);
	spin_unlock_bh(&flood_bucket_of(flood->data)->lock);
	atomic64_add(held_of(0, units), &flood->port->congestion.held[flood->buffer]);
	charge->units += units;
}

/*
 * The frame is a copy. If another copy waits, its charge serves both, and the frame only adds the
 * memory of its struct sk_buff.
 */
static noinline enum pausectl_admission
buffer_charge_copy(struct pausectl_port *port, struct sk_buff *skb, unsigned int priority,
		   unsigned int frames)
{
	struct pausectl_flood *flood = flood_find(port, skb);
	enum pausectl_admission admission;

	if (flood) {
		*buffer_charge_of(skb) = (struct pausectl_charge){
			.flood = flood, .units = COPY_UNITS, .flooded = true,
		};
		return buffer_add(port, flood->buffer, held_of(0, COPY_UNITS), skb, priority,
				  frames);
	}
	admission = buffer_charge_alone(port, skb, priority, frames);
	if (admission == PAUSECTL_CHARGED)
		flood_begin(skb);
	return admission;
}

/*
 * Charge a received frame to its ingress port. @priority: of the frame on the link to that port,
 * 0 to 7. @frames: on the link; GRO may have made the frame of several. Under the qdisc lock of
 * the egress device, rcu_read_lock_bh().
 */
enum pausectl_admission pausectl_buffer_charge(struct pausectl_port *port,
					       struct sk_buff *skb, unsigned int priority,
					       unsigned int frames)
{
	if (!(READ_ONCE(port->congestion.lossless) & BIT(priority)))
		return PAUSECTL_LOSSY;
	if (skb_cloned(skb))
		return buffer_charge_copy(port, skb, priority, frames);
	return buffer_charge_alone(port, skb, priority, frames);
}

/* A frame that came in joins a queue uncharged. Return: the units that the queue is charged. */
u32 pausectl_buffer_uncharged(struct sk_buff *skb)
{
	u32 units = memory_units(skb->truesize);

	*buffer_charge_of(skb) = (struct pausectl_charge){ .units = units };
	return units;
}

/*
 * A frame that came in leaves its queue, sent or dropped, and gives its charge back. Under the
 * qdisc lock of the egress device. Return: the units that the queue is charged for the frame.
 */
u32 pausectl_buffer_release(struct sk_buff *skb)
{
	struct pausectl_charge charge = *buffer_charge_of(skb);

	if (!charge.port)
		return charge.units;
	buffer_charge_of(skb)->port = NULL;
	if (unlikely(charge.flooded))
		flood_leave(charge.flood, charge.units);
	else
		buffer_discharge(charge.port, charge.buffer,
				 held_of(qdisc_pkt_len(skb), charge.units));
	return 0;
}

/*
 * For a dump of charges, under RTNL: add the charge of a waiting frame to congestion.found of its
 * port. Return: whether the frame is charged.
 */
bool pausectl_buffer_find(const struct sk_buff *skb)
{
	const struct pausectl_charge *charge = buffer_charge_of(skb);
	const struct pausectl_flood *flood;
	struct pausectl_port *port;
	struct buffer_found *found;

	/* A frame made here has none, and others wrote where it would be. */
	if (!skb->skb_iif || !charge->port)
		return false;
	flood = charge->flooded ? charge->flood : NULL;
	port = flood ? flood->port : charge->port;
	found = &port->congestion.found[flood ? flood->buffer : charge->buffer];
	found->octets += flood ? held_octets(flood->held) : qdisc_pkt_len(skb);
	found->frames++;
	return true;
}

/*
 * Settings, agreement, speed or MTU have changed. Under port->lock. PAUSE stops all priorities at
 * once. So in mode pause all priorities share buffer 0, which holds the frames of all. Frames
 * in other buffers drain.
 */
void pausectl_congestion_update(struct pausectl_port *port)
{
	struct congestion_part *c = &port->congestion;
	bool shared = port->set.mode == PAUSECTL_MODE_PAUSE;
	/* The port sends XOFF for them, so that no frame is dropped for lack of room. */
	u8 lossless = shared ? MAC_CTRL_PFC_BITS : port->set.tx_prio;
	unsigned int i;

	lockdep_assert_held(&port->lock);
	pausectl_limits_update(port);
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		WRITE_ONCE(c->buffer_of[i], shared ? 0 : port->set.prio_buffer[i]);
	WRITE_ONCE(c->lossless, port->active.tx ? lossless : 0);
	c->forced &= pausectl_timers_of(&port->set, MAC_CTRL_PFC_BITS);
	c->received &= pausectl_timers_of(&port->set, MAC_CTRL_PFC_BITS);
	/* As in buffer_settle(): a charge from now on sees the new limits, or the loop sees it. */
	smp_mb();
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		buffer_settle(port, i);
	pausectl_xoff_kick(port);
}
