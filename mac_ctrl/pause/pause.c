// SPDX-License-Identifier: GPL-2.0
/*
 * The nine pause timers of a port, which shut the gate: 31B.3 for the link, IEEE 802.1Q Clause 36
 * for each priority.
 *
 *	request  time > 0 --> deadline = now + time, gate shuts
 *	         time = 0 --> gate opens (XON)
 *	hrtimer  deadline reached --> gate opens; deadline ahead --> armed again
 *
 * The last frame wins: each frame restarts the timer, with a longer or a shorter time. With ack on,
 * the time counts from when sending has stopped: see acknowledge.c.
 *
 * One hrtimer serves all nine timers. It is armed for the earliest deadline. A deadline that moves
 * later leaves the hrtimer as it is: it fires at the old time and is armed again. So a refresh
 * costs one store. Pauses that end at the same time end in one interrupt, with one kick.
 *
 * Only a reading of the clock that has reached the deadline ends a pause, or a time of 0 does. So
 * no pause is shorter than was asked for. An hrtimer fires late, so each pause is a little longer.
 * 31B.3 says how long a station must not send, and sets no time by which it sends again.
 *
 * Each pause ends. A running pause is due at pause_due_ns(), and the hrtimer serves it: armed_ns
 * is not later, and the hrtimer is armed or its callback waits for port->lock. Each change is under
 * port->lock:
 *
 * - A new pause, or a deadline that moves before armed_ns, arms the hrtimer.
 * - A deadline that moves later, also with ack on, leaves armed_ns as it is.
 * - A time of 0 ends the pause. The hrtimer stays armed. It finds nothing to do, or serves the next
 *   pause.
 * - The callback looks at all running pauses, and arms the hrtimer for the earliest of them.
 * - While the callback waits for the lock, armed_ns is the time for which it has fired. A deadline
 *   before armed_ns arms the hrtimer, perhaps on another CPU. The callback then finds the hrtimer
 *   queued, and leaves everything to the next callback. The callback sees any other change, because
 *   it looks after it has the lock.
 * - A dead port arms nothing. pausectl_pause_stop() waits for the callback.
 *
 * A sender on the wire decides how often pauses end, and each end takes time of the processor. So
 * the hrtimer of a port fires ENDS_AT_ONCE times, and once more each END_NS. Beyond that it fires
 * later, and serves all deadlines until then: armed_ns is 0. Pauses then end up to END_NS late.
 * Each port has its own bound, so no flood makes pauses of another port late.
 *
 * A user of another user namespace may make thousands of ports. So END_NS of his ports is as many
 * times as long as he has ports: all of them together take the time of one.
 */
#include <linux/list.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>

#include "compat.h"
#include "pause/pause.h"
#include "trace.h"

/* With the kick an end took 2.4 us on one machine, so a port takes 2.4 % of a processor. */
#define END_NS		100000ULL
#define ENDS_AT_ONCE	50

/* The ports of a user of another user namespace, while there are any */
struct pause_user {
	struct list_head	node;	/* in pause_users; RTNL */
	const void		*user;	/* as in struct pausectl_sender; constant */
	u32			ports;	/* written under RTNL; READ_ONCE() */
};

static LIST_HEAD(pause_users);

/* When the callback has to look at a running pause. */
static u64 pause_due_ns(const struct pausectl_port *port, unsigned int index)
{
	if (unlikely((port->gate.requested | port->pause.acknowledged) & BIT(index)))
		return pausectl_ack_due_ns(port, index);
	return port->pause.timer[index].deadline_ns;
}

/* A running pause is due at @at_ns: arm the hrtimer, unless it serves that time already. */
noinline void pausectl_pause_arm(struct pausectl_port *port, u64 at_ns)
{
	struct pause_part *pause = &port->pause;

	if (at_ns >= pause->armed_ns || port->dead)
		return;
	pause->armed_ns = at_ns < pause->earliest_ns ? 0 : at_ns;
	hrtimer_start(&pause->hrtimer, ns_to_ktime(max(at_ns, pause->earliest_ns)),
		      HRTIMER_MODE_ABS);
}

noinline void pausectl_pause_begin(struct pausectl_port *port, unsigned int index, u16 quanta,
				   u64 now)
{
	struct pause_timer *pt = &port->pause.timer[index];

	port->gate.paused |= BIT(index);
	pt->since_ns = now;
	trace_pausectl_gate_closed(port->name, index, quanta, pt->deadline_ns);
	pausectl_event(port, PAUSECTL_EVENT_PAUSED, index, quanta, 0);
}

/*
 * The last pause of a timer, which may be running. Under port->lock. *@start_ns: its start; 0: none
 * was. Return: how long it took, or has taken so far, ns.
 */
u64 pausectl_pause_last(const struct pausectl_port *port, unsigned int index, u64 *start_ns)
{
	const struct pause_timer *pt = &port->pause.timer[index];

	*start_ns = pt->since_ns;
	if (port->gate.paused & BIT(index))
		return pausectl_pause_ns(pt, ktime_get_ns());
	*start_ns -= pt->last_ns;
	return pt->last_ns;
}

/* The hrtimer may stay armed. It then finds nothing to do, or serves the next pause. */
static noinline void pause_end(struct pausectl_port *port, unsigned int index, u64 now,
			       bool expired)
{
	struct pause_timer *pt = &port->pause.timer[index];
	u64 duration = pausectl_pause_ns(pt, now);

	if (!(port->gate.paused & BIT(index)))
		return;

	port->gate.paused &= ~BIT(index);
	WRITE_ONCE(port->gate.requested, port->gate.requested & ~BIT(index));
	port->pause.acknowledged &= ~BIT(index);
	pt->total_ns += duration;
	pt->last_ns = duration;
	pt->since_ns = now;
	pt->transitions++;
	trace_pausectl_gate_opened(port->name, index, duration, expired);
	pausectl_event(port, PAUSECTL_EVENT_RESUMED, index, 0, duration);
}

/* A time other than 0 has come in: the pause begins, or its end moves. */
static __always_inline void pause_set(struct pausectl_port *port,
				      unsigned int index, u16 quanta, u64 now)
{
	struct pause_timer *pt = &port->pause.timer[index];
	u64 length_ns = quanta_to_ns(&port->active.rate, quanta);

	if (unlikely(port->pause.ack)) {
		pausectl_ack_request(port, index, quanta, length_ns, now);
		return;
	}
	pt->deadline_ns = now + length_ns;
	if (unlikely(pt->deadline_ns < port->pause.armed_ns))
		pausectl_pause_arm(port, pt->deadline_ns);
	if (unlikely(!(port->gate.paused & BIT(index))))
		pausectl_pause_begin(port, index, quanta, now);
}

/* Return the lowest bit of a vector, and clear that bit. */
static __always_inline unsigned int pause_take_bit(unsigned int *vector)
{
	unsigned int bit = __ffs(*vector);

	*vector &= *vector - 1;
	return bit;
}

/* Act upon a PAUSE or PFC frame, received at @now, that the timers of @vector obey. */
void pausectl_pause_request(struct pausectl_port *port,
			    const struct mac_ctrl_request *req, u16 vector,
			    u64 now)
{
	unsigned int xoff = req->xoff & vector;
	unsigned int xon = vector & ~xoff;
	unsigned int i;

	lockdep_assert_held(&port->lock);
	/* First of all: no new frame may start a quantum after reception (31B.3.7). */
	WRITE_ONCE(port->gate.open, port->gate.open &
		   ~GATE_BITS(pausectl_priorities_of(xoff & ~port->gate.ignored)));

	while (xoff) {
		i = pause_take_bit(&xoff);
		port->count.rx_xoff[i]++;
		pause_set(port, i, req->quanta[i], now);
	}
	/* While dequeue looks closer, only pausectl_gate_update() knows where the gate is. */
	if (!xon && likely(!port->gate.requested))
		return;
	while (xon) {
		i = pause_take_bit(&xon);
		port->count.rx_xon[i]++;
		pause_end(port, i, now, false);
	}
	pausectl_gate_update(port);
}

/* From one interrupt to the next, in a flood */
static u64 pause_between_ends_ns(const struct pause_part *pause)
{
	return unlikely(pause->user) ? END_NS * READ_ONCE(pause->user->ports) : END_NS;
}

static enum hrtimer_restart pause_timer_fired(struct hrtimer *hrtimer)
{
	struct pausectl_port *port = container_of(hrtimer, struct pausectl_port, pause.hrtimer);
	struct pause_part *pause = &port->pause;
	unsigned int left, i;
	u64 now, due_ns, end_ns, next_ns = U64_MAX;
	bool opens = false;
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	/* Queued: another CPU armed the hrtimer again while this callback waited for the lock. */
	if (hrtimer_is_queued(hrtimer))
		goto out;
	now = ktime_get_ns();
	pause->armed_ns = U64_MAX;
	end_ns = pause_between_ends_ns(pause);
	pause->earliest_ns = max_t(s64, pause->earliest_ns, now - ENDS_AT_ONCE * end_ns) + end_ns;
	if (unlikely(port->gate.requested | pause->acknowledged))
		opens = pausectl_ack_look(port, now);
	for (left = port->gate.paused; left; ) {
		i = pause_take_bit(&left);
		due_ns = pause_due_ns(port, i);
		if (now < due_ns) {
			next_ns = min(next_ns, due_ns);
			continue;
		}
		pause_end(port, i, now, true);
		opens = true;
	}
	if (opens)
		pausectl_gate_update(port);
	pausectl_pause_arm(port, next_ns);
out:
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

/* RTNL. Return: the entry of the user of a port, a new one without ports; NULL: no memory. */
static struct pause_user *pause_user_of(const void *user)
{
	struct pause_user *entry;

	list_for_each_entry(entry, &pause_users, node)
		if (entry->user == user)
			return entry;
	entry = kzalloc(sizeof(*entry), GFP_KERNEL);
	if (!entry)
		return NULL;
	entry->user = user;
	list_add(&entry->node, &pause_users);
	return entry;
}

/* RTNL. The user of the port is known. Without memory for his entry, the port counts alone. */
void pausectl_pause_init(struct pausectl_port *port)
{
	const void *user = port->congestion.sender.user;

	ASSERT_RTNL();
	port->pause.armed_ns = U64_MAX;
	hrtimer_setup(&port->pause.hrtimer, pause_timer_fired, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	port->pause.user = user ? pause_user_of(user) : NULL;
	if (port->pause.user)
		WRITE_ONCE(port->pause.user->ports, port->pause.user->ports + 1);
}

/* RTNL. The hrtimer no longer reads the number of ports. */
static void pause_user_put(struct pause_user *entry)
{
	if (!entry)
		return;
	WRITE_ONCE(entry->ports, entry->ports - 1);
	if (entry->ports)
		return;
	list_del(&entry->node);
	kfree(entry);
}

/* port->dead is set, so nothing arms the hrtimer again. RTNL. */
void pausectl_pause_stop(struct pausectl_port *port)
{
	pausectl_watchdog_stop(port);
	hrtimer_cancel(&port->pause.hrtimer);
	pause_user_put(port->pause.user);
	port->pause.user = NULL;
}
