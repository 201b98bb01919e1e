// SPDX-License-Identifier: GPL-2.0
/*
 * The watchdog. A partner that pauses a priority or the link without end keeps frames here for
 * ever. These frames fill the buffers of their senders, and so on through the network.
 * The watchdog reports a pause that has become a storm (rules/storm_rule.h), and stops obeying it:
 *
 *	timer --> look --> storm_judge() --> stormed --+-- drop:    doomed, ignored
 *	                                               +-- forward: ignored
 *	                                               +-- alert:   nothing
 *
 * Ignored pause timers go on running and shut no gate, so the watchdog sees the end of a storm.
 * Frames of doomed priorities are dropped: see queue/manage.c.
 *
 * The timer runs only while a pause timer is watched. It runs in softirq context, because 32-bit
 * machines must not read counters of queues in hard interrupt context.
 */
#include <linux/slab.h>

#include "compat.h"
#include "pause/pause.h"

static void watchdog_arm(struct pausectl_watchdog *wd, u64 at_ns)
{
	if (wd->port->dead)
		return;
	wd->due_ns = at_ns;
	hrtimer_start(&wd->timer, ns_to_ktime(at_ns), HRTIMER_MODE_ABS_SOFT);
}

static u16 watchdog_timers(const struct pausectl_settings *set)
{
	unsigned int i;
	u16 timers = 0;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (set->watchdog[i] != PAUSECTL_WATCHDOG_ACTION_OFF)
			timers |= BIT(i);
	return timers;
}

/* Longest time from one look to the next, ms. */
#define POLL_MAX_MS	100

/*
 * Time between looks: half of the shortest time to detect or to restore, POLL_MAX_MS at most. With
 * less, a short gap between two pauses would end a run.
 */
static u64 watchdog_poll_ns(const struct pausectl_settings *set)
{
	unsigned long timers = watchdog_timers(set);
	u32 shortest_ms = 2 * POLL_MAX_MS;
	unsigned int i;

	for_each_set_bit(i, &timers, MAC_CTRL_TIMERS)
		shortest_ms = min3(shortest_ms, set->watchdog_detect_ms[i],
				   set->watchdog_restore_ms[i]);
	return (u64)shortest_ms * NSEC_PER_MSEC / 2;
}

/* Work out which pauses the watchdog ignores, and which priorities are doomed. Under port->lock. */
static void watchdog_ignore(struct pausectl_port *port)
{
	const struct pausectl_watchdog *wd = port->pause.watchdog;
	unsigned int i, stormed = wd ? wd->stormed : 0;
	u16 ignored = 0, dropped = 0;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		u32 action = port->set.watchdog[i];

		if (action == PAUSECTL_WATCHDOG_ACTION_DROP_ALL)
			dropped |= BIT(i);
		if (!(stormed & BIT(i)))
			continue;
		if (action != PAUSECTL_WATCHDOG_ACTION_ALERT)
			ignored |= BIT(i);
		if (action == PAUSECTL_WATCHDOG_ACTION_DROP)
			dropped |= BIT(i);
	}
	port->gate.ignored = ignored;
	WRITE_ONCE(port->gate.doomed, pausectl_priorities_of(dropped));
	pausectl_gate_update(port);
}

/* The queues of a port at a look */
struct watchdog_queues {
	u8	waiting;	/* priorities that have waiting frames */
	u8	left;		/* priorities of which frames left since the last look */
	u64	waited_ns[MAC_CTRL_PRIORITIES];	/* for how long the oldest frame has waited */
};

/*
 * By how much a counter has grown; 0 if it has become less. A qdisc may have gone, and its counters
 * with it. A pause may have ended by a reading of the clock from just before the last look.
 */
static u64 watchdog_since(u64 now, u64 before)
{
	return now > before ? now - before : 0;
}

/* Sum up a priority over all queues. Return: whether frames wait, @waited ns the oldest. */
static bool watchdog_read_flow(const struct pausectl_port *port, unsigned int priority, u64 now,
			       struct queue_flow *flow, u64 *waited)
{
	struct queue_look look = { };
	struct port_queue *queue;

	list_for_each_entry(queue, &port->queues.list, node)
		queue->ops->look(queue, priority, now, &look);
	*flow = look.flow;
	*waited = look.waited_ns;
	return look.waiting;
}

/* Count the frames of a stormed priority that left or were dropped since the last look. */
static void watchdog_count_flow(struct pausectl_storm_counters *count, unsigned int i,
				const struct queue_flow *now,
				const struct queue_flow *before)
{
	u64 packets = watchdog_since(now->packets, before->packets);
	u64 bytes = watchdog_since(now->bytes, before->bytes);
	u64 drop_packets = watchdog_since(now->drop_packets, before->drop_packets);
	u64 drop_bytes = watchdog_since(now->drop_bytes, before->drop_bytes);

	count->tx_packets[i] += packets;
	count->tx_bytes[i] += bytes;
	count->drop_packets[i] += drop_packets;
	count->drop_bytes[i] += drop_bytes;
	count->last_tx_packets[i] += packets;
	count->last_tx_bytes[i] += bytes;
	count->last_drop_packets[i] += drop_packets;
	count->last_drop_bytes[i] += drop_bytes;
}

static void watchdog_forget_last(struct pausectl_storm_counters *count, unsigned long priorities)
{
	unsigned int i;

	for_each_set_bit(i, &priorities, MAC_CTRL_PRIORITIES) {
		count->last_tx_packets[i] = 0;
		count->last_tx_bytes[i] = 0;
		count->last_drop_packets[i] = 0;
		count->last_drop_bytes[i] = 0;
	}
}

/* Look at the queues, and count what storms do to the frames of each priority. */
static struct watchdog_queues watchdog_look_at_queues(struct pausectl_watchdog *wd, u64 now)
{
	u8 stormed = pausectl_priorities_of(wd->stormed);
	struct watchdog_queues look = { };
	struct queue_flow flow;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		if (watchdog_read_flow(wd->port, i, now, &flow, &look.waited_ns[i]))
			look.waiting |= BIT(i);
		if (watchdog_since(flow.packets, wd->seen[i].packets))
			look.left |= BIT(i);
		if (stormed & BIT(i))
			watchdog_count_flow(&wd->count, i, &flow, &wd->seen[i]);
		wd->seen[i] = flow;
	}
	return look;
}

/* Return: time that a pause timer has spent paused since the last look. */
static u64 watchdog_look_at_pause(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	const struct pause_timer *pt = &wd->port->pause.timer[i];
	u64 total = pt->total_ns, paused;

	if (wd->port->gate.paused & BIT(i))
		total += pausectl_pause_ns(pt, now);
	paused = watchdog_since(total, wd->paused_ns[i]);
	wd->paused_ns[i] = total;
	return paused;
}

static void watchdog_storm_begins(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	wd->stormed |= BIT(i);
	wd->began_ns[i] = now;
	wd->count.detected[i]++;
	watchdog_forget_last(&wd->count, pausectl_priorities_of(BIT(i)));
	pausectl_event(wd->port, PAUSECTL_EVENT_STORM_DETECTED, i, 0, 0);
}

static void watchdog_storm_ends(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	wd->stormed &= ~BIT(i);
	wd->watch[i] = (struct storm_watch){ };
	wd->count.restored[i]++;
	pausectl_event(wd->port, PAUSECTL_EVENT_STORM_RESTORED, i, 0,
		       now - wd->began_ns[i]);
}

static void watchdog_unwatch(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	if (wd->stormed & BIT(i))
		watchdog_storm_ends(wd, i, now);
	wd->watch[i] = (struct storm_watch){ };
}

static void watchdog_judge(struct pausectl_watchdog *wd, unsigned int i,
			   const struct storm_look *look, u64 now)
{
	const struct pausectl_settings *set = &wd->port->set;

	switch (storm_judge(&wd->watch[i], look,
			    (u64)set->watchdog_detect_ms[i] * NSEC_PER_MSEC,
			    (u64)set->watchdog_restore_ms[i] * NSEC_PER_MSEC)) {
	case STORM_DETECTED:
		watchdog_storm_begins(wd, i, now);
		break;
	case STORM_RESTORED:
		watchdog_storm_ends(wd, i, now);
		break;
	case STORM_NO_NEWS:
		break;
	}
}

static u64 watchdog_longest_wait(const struct watchdog_queues *queues, unsigned long priorities)
{
	u64 longest = 0;
	unsigned int i;

	for_each_set_bit(i, &priorities, MAC_CTRL_PRIORITIES)
		longest = max(longest, queues->waited_ns[i]);
	return longest;
}

/* Judge all watched pause timers at the time @now. Under port->lock. */
static void watchdog_look(struct pausectl_watchdog *wd, u64 now)
{
	struct watchdog_queues queues = watchdog_look_at_queues(wd, now);
	struct pausectl_port *port = wd->port;
	u16 stormed = wd->stormed;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		u8 priorities = pausectl_priorities_of(BIT(i));
		struct storm_look look = {
			.window_ns = now - wd->looked_ns,
			.paused_ns = watchdog_look_at_pause(wd, i, now),
			.state_ns = pausectl_pause_ns(&port->pause.timer[i], now),
			.waited_ns = watchdog_longest_wait(&queues, priorities),
			.paused = !!(port->gate.paused & BIT(i)),
			.waiting = !!(queues.waiting & priorities),
			.left = !!(queues.left & priorities),
		};

		if (wd->port->gate.watched & BIT(i))
			watchdog_judge(wd, i, &look, now);
	}
	wd->looked_ns = now;
	if (wd->stormed != stormed)
		watchdog_ignore(port);
}

static enum hrtimer_restart watchdog_fired(struct hrtimer *timer)
{
	struct pausectl_watchdog *wd = container_of(timer, struct pausectl_watchdog, timer);
	unsigned long flags;
	u64 now, due, next;

	spin_lock_irqsave(&wd->port->lock, flags);
	/* Queued: another CPU armed the timer again while this callback waited for the lock. */
	if (hrtimer_is_queued(timer))
		goto out;
	due = wd->due_ns;
	wd->due_ns = 0;
	if (!wd->port->gate.watched)
		goto out;
	now = ktime_get_ns();
	next = due + wd->poll_ns;
	/*
	 * Looks stay on a grid, and each look judges the time when it was due. Otherwise the
	 * lateness of the first look would make the run too short. Missed looks are left out.
	 */
	if (next <= now) {
		due = now;
		next = now + wd->poll_ns;
	}
	watchdog_look(wd, due);
	watchdog_arm(wd, next);
out:
	spin_unlock_irqrestore(&wd->port->lock, flags);
	pausectl_queues_sweep(wd->port);
	return HRTIMER_NORESTART;
}

/* The first look only reads the counters. */
static void watchdog_begin(struct pausectl_watchdog *wd, u64 now)
{
	struct watchdog_queues queues = watchdog_look_at_queues(wd, now);
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		watchdog_look_at_pause(wd, i, now);
		wd->watch[i] = (struct storm_watch){
			.waiting = !!(queues.waiting & pausectl_priorities_of(BIT(i))),
		};
	}
	wd->looked_ns = now;
}

/* Make the watchdog that settings ask for. RTNL. Return: 0 or -ENOMEM. */
int pausectl_watchdog_prepare(struct pausectl_port *port, const struct pausectl_settings *set)
{
	struct pausectl_watchdog *wd;

	if (port->pause.watchdog || !watchdog_timers(set))
		return 0;
	wd = kzalloc(sizeof(*wd), GFP_KERNEL);
	if (!wd)
		return -ENOMEM;
	wd->port = port;
	hrtimer_setup(&wd->timer, watchdog_fired, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_SOFT);
	spin_lock_irq(&port->lock);
	port->pause.watchdog = wd;
	spin_unlock_irq(&port->lock);
	return 0;
}

/* Settings have changed. The storm of a timer that is no longer watched ends. RTNL, port->lock. */
void pausectl_watchdog_update(struct pausectl_port *port)
{
	struct pausectl_watchdog *wd = port->pause.watchdog;
	u64 poll = watchdog_poll_ns(&port->set), now = ktime_get_ns();
	unsigned int i;
	u16 before;

	lockdep_assert_held(&port->lock);
	if (wd) {
		before = port->gate.watched;
		port->gate.watched = watchdog_timers(&port->set);
		for (i = 0; i < MAC_CTRL_TIMERS; i++)
			if (!(port->gate.watched & BIT(i)))
				watchdog_unwatch(wd, i, now);
		/* The timer may still be armed from before, for another interval. */
		if (!before)
			watchdog_begin(wd, now);
		if (port->gate.watched && (!before || poll != wd->poll_ns))
			watchdog_arm(wd, now + poll);
		wd->poll_ns = poll;
	}
	watchdog_ignore(port);
}

/* port->dead is set, so nothing arms the timer again. */
void pausectl_watchdog_stop(struct pausectl_port *port)
{
	if (port->pause.watchdog)
		hrtimer_cancel(&port->pause.watchdog->timer);
}

/* The last reference to the port is gone. */
void pausectl_watchdog_free(struct pausectl_port *port)
{
	kfree(port->pause.watchdog);
}
