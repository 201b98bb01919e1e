// SPDX-License-Identifier: GPL-2.0
/*
 * The nine pause timers of a port, which shut the gate: 31B.3 for the link, IEEE 802.1Q Clause 36
 * for each priority.
 *
 *	request  time > 0 --> deadline = now + time, gate shuts
 *	         time = 0 --> gate opens (XON)
 *	hrtimer  deadline reached --> gate opens; deadline ahead --> armed again
 *
 * The last frame wins: each frame restarts the timer, with a longer or a shorter time.
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
 *
 * With ack on, a pause counts from when sending has really stopped (Xilinx PG292,
 * ctl_rx_check_ack). The silence then lasts as long as the partner asked for.
 *
 *	requested	the gate is shut; the kernel may still have a frame that passed the gate
 *	acknowledged	the kernel has no such frame; a paced port transmits the last one
 *	counting	the timer counts
 *
 * The queues of the port acknowledge. The core calls dequeue only after it has handed the previous
 * frame to the driver, or has got it back and sent it first. So a dequeue after the gate was shut
 * shows that the qdisc has no frame below the gate. (For a driver with BQL, the core takes several
 * frames before it hands over the first one. These count as frames of the driver.)
 *
 * Each request has a number. A request is acknowledged once every queue has seen a number as high.
 * While there is a request, dequeue does not take its short way: see GATE_SHIFT. A qdisc that
 * cannot run, because its driver takes no frames, has not stopped.
 *
 * A new time replaces the old time, in any state. Time 0 ends the pause.
 */
#include <linux/list.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/user_namespace.h>

#include "compat.h"
#include "pause/pause.h"
#include "trace.h"

/* With the kick an end took 2.4 us on one machine, so a port takes 2.4 % of a processor. */
#define END_NS		100000ULL
#define ENDS_AT_ONCE	50

/* Queues that missed their kick are kicked again after this time. */
#define RETRY_NS	NSEC_PER_MSEC

/* A user of another user namespace who has ports */
struct pause_user {
	struct list_head	node;	/* in pause_users; RTNL */
	const void		*id;	/* see user_id(); constant */
	u32			ports;	/* written under RTNL; READ_ONCE() */
};

static LIST_HEAD(pause_users);

/* Under port->lock. */
enum pausectl_pause_state pausectl_pause_state(const struct pausectl_port *port,
					       unsigned int index)
{
	if (!(port->gate.paused & BIT(index)))
		return PAUSECTL_PAUSE_STATE_NONE;
	if (port->gate.requested & BIT(index))
		return PAUSECTL_PAUSE_STATE_REQUESTED;
	if (port->pause.acknowledged & BIT(index))
		return PAUSECTL_PAUSE_STATE_ACKNOWLEDGED;
	return PAUSECTL_PAUSE_STATE_COUNTING;
}

/* When the callback has to look at a running pause. */
static u64 pause_due_ns(const struct pausectl_port *port, unsigned int index)
{
	if (unlikely(port->gate.requested & BIT(index)))
		return port->pause.retry_ns;
	if (unlikely(port->pause.acknowledged & BIT(index)))
		return port->pause.timer[index].counts_ns;
	return port->pause.timer[index].deadline_ns;
}

/* A running pause is due at @at_ns: arm the hrtimer, unless it serves that time already. */
static noinline void pause_arm(struct pausectl_port *port, u64 at_ns)
{
	struct pause_part *pause = &port->pause;

	if (at_ns >= pause->armed_ns || port->dead)
		return;
	pause->armed_ns = at_ns < pause->earliest_ns ? 0 : at_ns;
	hrtimer_start(&pause->hrtimer, ns_to_ktime(max(at_ns, pause->earliest_ns)),
		      HRTIMER_MODE_ABS);
}

static void ack_trace_state(const struct pausectl_port *port, unsigned int i)
{
	const struct pause_timer *pt = &port->pause.timer[i];

	trace_pausectl_pause_state(port->name, i, pausectl_pause_state(port, i),
				   pt->deadline_ns - pt->counts_ns, pt->counts_ns);
}

static void ack_count(struct pausectl_port *port, unsigned int i)
{
	port->pause.acknowledged &= ~BIT(i);
	ack_trace_state(port, i);
}

/* When the last frame of the paused priorities leaves the wire, not before @now. */
static u64 ack_silent_since(const struct pausectl_port *port, unsigned int timer, u64 now)
{
	unsigned long priorities = pausectl_priorities_of(BIT(timer));
	unsigned int i;

	if (!port->set.pace)
		return now;
	for_each_set_bit(i, &priorities, MAC_CTRL_PRIORITIES)
		now = max(now, port->wire.end_ns[i]);
	return now;
}

static void ack_acknowledge(struct pausectl_port *port, unsigned int i, u64 now)
{
	struct pause_timer *pt = &port->pause.timer[i];
	u64 length_ns = pt->deadline_ns - pt->counts_ns;

	WRITE_ONCE(port->gate.requested, port->gate.requested & ~BIT(i));
	port->pause.acknowledged |= BIT(i);
	pt->counts_ns = ack_silent_since(port, i, now);
	pt->deadline_ns = pt->counts_ns + length_ns;
	ack_trace_state(port, i);
	if (pt->counts_ns <= now)
		ack_count(port, i);
	pause_arm(port, pause_due_ns(port, i));
}

static bool ack_all_stopped(const struct pausectl_port *port, u32 request)
{
	const struct port_queue *queue;

	list_for_each_entry(queue, &port->queues.list, node)
		if ((s32)(queue->stopped - request) < 0)
			return false;
	return true;
}

/* A qdisc has stopped, or is gone. Under port->lock. */
void pausectl_ack_update(struct pausectl_port *port)
{
	unsigned long left = port->gate.requested;
	u64 now = ktime_get_ns();
	unsigned int i;

	lockdep_assert_held(&port->lock);
	if (!left)
		return;
	for_each_set_bit(i, &left, MAC_CTRL_TIMERS)
		if (ack_all_stopped(port, port->pause.timer[i].request))
			ack_acknowledge(port, i, now);
	if (!port->gate.requested)
		pausectl_gate_update(port);
}

/* The qdisc has no frame below the gate. Under the qdisc lock. */
void pausectl_ack_stopped(struct pausectl_port *port, struct port_queue *queue)
{
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	queue->stopped = port->pause.requests;
	pausectl_ack_update(port);
	spin_unlock_irqrestore(&port->lock, flags);
}

/* A pause begins with ack on: ask the queues. The deadline is as if the pause counted already. */
static void ack_request(struct pausectl_port *port, unsigned int index, u64 now)
{
	port->pause.timer[index].request = ++port->pause.requests;
	if (!port->gate.requested)
		port->pause.retry_ns = now + RETRY_NS;
	WRITE_ONCE(port->gate.requested, port->gate.requested | BIT(index));
	ack_trace_state(port, index);
	pause_arm(port, port->pause.retry_ns);
}

/*
 * ack goes off. A requested pause then counts from its reception. An acknowledged pause counts from
 * when sending stopped, as before.
 */
void pausectl_ack_end(struct pausectl_port *port)
{
	unsigned long left = port->gate.requested | port->pause.acknowledged;
	unsigned int i;

	lockdep_assert_held(&port->lock);
	WRITE_ONCE(port->gate.requested, 0);
	port->pause.acknowledged = 0;
	for_each_set_bit(i, &left, MAC_CTRL_TIMERS)
		pause_arm(port, port->pause.timer[i].deadline_ns);
	pausectl_gate_update(port);
}

/* Let acknowledged pauses count that are due. Return: whether queues have to be kicked again. */
static bool ack_look(struct pausectl_port *port, u64 now)
{
	unsigned long left = port->pause.acknowledged;
	unsigned int i;

	for_each_set_bit(i, &left, MAC_CTRL_TIMERS)
		if (now >= port->pause.timer[i].counts_ns)
			ack_count(port, i);
	if (!port->gate.requested || now < port->pause.retry_ns)
		return false;
	port->pause.retry_ns = now + RETRY_NS;
	return true;
}

/* The gate is shut, or pausectl_pause_request() shuts it next. Under port->lock. */
static noinline void pause_begin(struct pausectl_port *port, unsigned int index, u16 quanta,
				 u64 now)
{
	struct pause_timer *pt = &port->pause.timer[index];

	port->gate.paused |= BIT(index);
	pt->since_ns = now;
	trace_pausectl_gate_closed(port->name, index, quanta, pt->deadline_ns);
	pausectl_event(port, PAUSECTL_EVENT_PAUSED, index, quanta, 0);
	if (port->pause.ack)
		ack_request(port, index, now);
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
	u64 from_ns = now;

	if (unlikely(port->pause.ack)) {
		if (!(port->pause.acknowledged & BIT(index)))
			pt->counts_ns = now;
		from_ns = pt->counts_ns;
	}
	pt->deadline_ns = from_ns + quanta_to_ns(&port->active.rate, quanta);
	if (unlikely(pt->deadline_ns < port->pause.armed_ns))
		pause_arm(port, pt->deadline_ns);
	if (unlikely(!(port->gate.paused & BIT(index))))
		pause_begin(port, index, quanta, now);
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

static enum hrtimer_restart pause_timer_fired(struct hrtimer *hrtimer)
{
	struct pausectl_port *port = container_of(hrtimer, struct pausectl_port, pause.hrtimer);
	struct pause_part *pause = &port->pause;
	unsigned int left, i;
	u64 now, due_ns, end_ns = END_NS, next_ns = U64_MAX;
	bool opens = false;
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	/* Queued: another CPU armed the hrtimer again while this callback waited for the lock. */
	if (hrtimer_is_queued(hrtimer))
		goto out;
	now = ktime_get_ns();
	pause->armed_ns = U64_MAX;
	if (unlikely(pause->user))
		end_ns *= READ_ONCE(pause->user->ports);
	pause->earliest_ns = max_t(s64, pause->earliest_ns, now - ENDS_AT_ONCE * end_ns) + end_ns;
	if (unlikely(port->gate.requested | pause->acknowledged))
		opens = ack_look(port, now);
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
	pause_arm(port, next_ns);
out:
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

/*
 * A user is whoever has made the outermost user namespace. He may make thousands of them. Root
 * makes containers for others, so each user namespace that root has made is a user of its own.
 * A port holds its namespace, and the namespace holds what this returns. Return: NULL for the host.
 */
static const void *user_id(const struct net *net)
{
	const struct user_namespace *ns = net->user_ns;

	if (!ns->level)
		return NULL;
	while (ns->level > 1)
		ns = ns->parent;
	return uid_eq(ns->owner, GLOBAL_ROOT_UID) ? (const void *)ns : ns->ucounts;
}

/* RTNL. Return: the entry of a user, perhaps a new one without ports; NULL: no memory. */
static struct pause_user *user_find(const void *id)
{
	struct pause_user *user;

	list_for_each_entry(user, &pause_users, node)
		if (user->id == id)
			return user;
	user = kzalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return NULL;
	user->id = id;
	list_add(&user->node, &pause_users);
	return user;
}

/* RTNL. Return: 0 or -ENOMEM. */
int pausectl_pause_init(struct pausectl_port *port)
{
	const void *id = user_id(dev_net(port->dev));
	struct pause_user *user = id ? user_find(id) : NULL;

	ASSERT_RTNL();
	port->pause.armed_ns = U64_MAX;
	hrtimer_setup(&port->pause.hrtimer, pause_timer_fired, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	if (id && !user)
		return -ENOMEM;
	if (user)
		WRITE_ONCE(user->ports, user->ports + 1);
	port->pause.user = user;
	return 0;
}

/* port->dead is set, so nothing arms a timer again. The hrtimer reads the number of ports. RTNL. */
void pausectl_pause_stop(struct pausectl_port *port)
{
	struct pause_user *user = port->pause.user;

	if (port->pause.watchdog)
		hrtimer_cancel(&port->pause.watchdog->timer);
	hrtimer_cancel(&port->pause.hrtimer);
	if (!user)
		return;
	WRITE_ONCE(user->ports, user->ports - 1);
	if (user->ports)
		return;
	list_del(&user->node);
	kfree(user);
}
