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

/*
 * By how much a counter has grown; 0 if it has become less. A qdisc may have gone, and its counters
 * with it. A pause may have ended by a reading of the clock from just before the last look.
 */
static u64 watchdog_since(u64 now, u64 before)
{
	return now > before ? now - before : 0;
}

/*
 * Look at the frames of a priority in all queues. During a storm, count those that left or were
 * dropped since the last look.
 */
static void watchdog_look_at_frames(struct pausectl_watchdog *wd, unsigned int i, u64 now,
				    struct storm_look *found)
{
	bool stormed = pausectl_priorities_of(wd->stormed) & BIT(i);
	struct queue_look look = { };
	struct port_queue *queue;
	unsigned int n;
	u64 more;

	list_for_each_entry(queue, &wd->port->queues.list, node)
		queue->ops->look(queue, i, now, &look);
	found->waiting = look.waiting;
	found->waited_ns = look.waited_ns;
	found->left = look.flow[FLOW_PACKETS] > wd->seen[i][FLOW_PACKETS];
	for (n = 0; n < FLOWS; n++) {
		more = stormed ? watchdog_since(look.flow[n], wd->seen[i][n]) : 0;
		wd->count[PAUSECTL_A_STORMS_TX_PACKETS + n][i] += more;
		wd->count[PAUSECTL_A_STORMS_LAST_TX_PACKETS + n][i] += more;
		wd->seen[i][n] = look.flow[n];
	}
}

static void watchdog_look_at_pause(struct pausectl_watchdog *wd, unsigned int i, u64 now,
				   struct storm_look *found)
{
	const struct pause_timer *pt = &wd->port->pause.timer[i];
	u64 total = pt->total_ns;

	found->paused = !!(wd->port->gate.paused & BIT(i));
	found->state_ns = pausectl_pause_ns(pt, now);
	found->window_ns = now - wd->looked_ns;
	if (found->paused)
		total += found->state_ns;
	found->paused_ns = watchdog_since(total, wd->paused_ns[i]);
	wd->paused_ns[i] = total;
}

/* Look at all pause timers. That of the link stops the frames of all priorities. */
static void watchdog_look(struct pausectl_watchdog *wd, u64 now, struct storm_look *found)
{
	struct storm_look *link = &found[MAC_CTRL_LINK];
	unsigned int i;

	*link = (struct storm_look){ };
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		watchdog_look_at_frames(wd, i, now, &found[i]);
		link->waiting |= found[i].waiting;
		link->left |= found[i].left;
		link->waited_ns = max(link->waited_ns, found[i].waited_ns);
	}
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		watchdog_look_at_pause(wd, i, now, &found[i]);
	wd->looked_ns = now;
}

static void watchdog_storm_begins(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	unsigned long priorities = pausectl_priorities_of(BIT(i));
	unsigned int n, priority;

	wd->stormed |= BIT(i);
	wd->began_ns[i] = now;
	wd->count[PAUSECTL_A_STORMS_DETECTED][i]++;
	for_each_set_bit(priority, &priorities, MAC_CTRL_PRIORITIES)
		for (n = 0; n < FLOWS; n++)
			wd->count[PAUSECTL_A_STORMS_LAST_TX_PACKETS + n][priority] = 0;
	pausectl_event(wd->port, PAUSECTL_EVENT_STORM_DETECTED, i, 0, 0);
}

static void watchdog_storm_ends(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	wd->stormed &= ~BIT(i);
	wd->count[PAUSECTL_A_STORMS_RESTORED][i]++;
	pausectl_event(wd->port, PAUSECTL_EVENT_STORM_RESTORED, i, 0,
		       now - wd->began_ns[i]);
}

/* Judge all watched pause timers at the time @now. Under port->lock. */
static void watchdog_judge(struct pausectl_watchdog *wd, u64 now)
{
	const struct pausectl_settings *set = &wd->port->set;
	unsigned long watched = wd->port->gate.watched;
	struct storm_look found[MAC_CTRL_TIMERS];
	u16 before = wd->stormed;
	unsigned int i;
	bool stormed;

	watchdog_look(wd, now, found);
	for_each_set_bit(i, &watched, MAC_CTRL_TIMERS) {
		stormed = storm_judge(&wd->watch[i], &found[i],
				      (u64)set->watchdog_detect_ms[i] * NSEC_PER_MSEC,
				      (u64)set->watchdog_restore_ms[i] * NSEC_PER_MSEC);
		if (stormed && !(before & BIT(i)))
			watchdog_storm_begins(wd, i, now);
		if (!stormed && before & BIT(i))
			watchdog_storm_ends(wd, i, now);
	}
	if (wd->stormed != before)
		watchdog_ignore(wd->port);
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
	if (!wd->port->gate.watched)
		goto out;
	now = ktime_get_ns();
	due = ktime_to_ns(hrtimer_get_expires(timer));
	next = due + wd->poll_ns;
	/*
	 * Looks stay on a grid, and each look judges the time when it was due. Otherwise the
	 * lateness of the first look would make the run too short. Missed looks are left out.
	 */
	if (next <= now) {
		due = now;
		next = now + wd->poll_ns;
	}
	watchdog_judge(wd, due);
	watchdog_arm(wd, next);
out:
	spin_unlock_irqrestore(&wd->port->lock, flags);
	pausectl_queues_sweep(wd->port);
	return HRTIMER_NORESTART;
}

/* The first look only reads the counters. */
static void watchdog_begin(struct pausectl_watchdog *wd, u64 now)
{
	struct storm_look found[MAC_CTRL_TIMERS];
	unsigned int i;

	watchdog_look(wd, now, found);
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		wd->watch[i] = (struct storm_watch){ .waiting = found[i].waiting };
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
	u16 before = port->gate.watched;
	unsigned int i;

	lockdep_assert_held(&port->lock);
	port->gate.watched = watchdog_timers(&port->set);
	for (i = 0; wd && i < MAC_CTRL_TIMERS; i++) {
		if (port->gate.watched & BIT(i))
			continue;
		if (wd->stormed & BIT(i))
			watchdog_storm_ends(wd, i, now);
		wd->watch[i] = (struct storm_watch){ };
	}
	/* The timer may still be armed from before, for another interval. */
	if (wd && !before)
		watchdog_begin(wd, now);
	if (port->gate.watched && (!before || poll != wd->poll_ns))
		watchdog_arm(wd, now + poll);
	if (wd)
		wd->poll_ns = poll;
	watchdog_ignore(port);
}
