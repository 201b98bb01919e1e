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
#include "compat.h"
#include "pause/pause.h"
#include "pause/watchdog.h"

static void watchdog_arm(struct pausectl_watchdog *wd, u64 at_ns)
{
	if (wd->port->dead)
		return;
	wd->due_ns = at_ns;
	hrtimer_start(&wd->timer, ns_to_ktime(at_ns), HRTIMER_MODE_ABS_SOFT);
}

static u16 watched(const struct pausectl_settings *set)
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
static u64 poll_ns(const struct pausectl_settings *set)
{
	unsigned long timers = watched(set);
	u32 shortest_ms = 2 * POLL_MAX_MS;
	unsigned int i;

	for_each_set_bit(i, &timers, MAC_CTRL_TIMERS)
		shortest_ms = min3(shortest_ms, set->watchdog_detect_ms[i],
				   set->watchdog_restore_ms[i]);
	return (u64)shortest_ms * NSEC_PER_MSEC / 2;
}

/* Work out which pauses the watchdog ignores, and which priorities are doomed. Under port->lock. */
static void ignore_update(struct pausectl_port *port)
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

/* Return: time that a pause timer has spent paused since the last look. */
static u64 look_at_pause(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	const struct pause_timer *pt = &wd->port->pause.timer[i];
	u64 total = pt->total_ns, paused;

	if (wd->port->gate.paused & BIT(i))
		total += pausectl_pause_ns(pt, now);
	paused = pausectl_since(total, wd->paused_ns[i]);
	wd->paused_ns[i] = total;
	return paused;
}

static void storm_begins(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	wd->stormed |= BIT(i);
	wd->began_ns[i] = now;
	wd->count.detected[i]++;
	pausectl_watchdog_forget_last(&wd->count,
				      pausectl_priorities_of(BIT(i)));
	pausectl_event(wd->port, PAUSECTL_EVENT_STORM_DETECTED, i, 0, 0);
}

static void storm_ends(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	wd->stormed &= ~BIT(i);
	wd->watch[i] = (struct storm_watch){ };
	wd->count.restored[i]++;
	pausectl_event(wd->port, PAUSECTL_EVENT_STORM_RESTORED, i, 0,
		       now - wd->began_ns[i]);
}

static void unwatch(struct pausectl_watchdog *wd, unsigned int i, u64 now)
{
	if (wd->stormed & BIT(i))
		storm_ends(wd, i, now);
	wd->watch[i] = (struct storm_watch){ };
}

static void judge(struct pausectl_watchdog *wd, unsigned int i,
		  const struct storm_look *look, u64 now)
{
	const struct pausectl_settings *set = &wd->port->set;

	switch (storm_judge(&wd->watch[i], look,
			    (u64)set->watchdog_detect_ms[i] * NSEC_PER_MSEC,
			    (u64)set->watchdog_restore_ms[i] * NSEC_PER_MSEC)) {
	case STORM_DETECTED:
		storm_begins(wd, i, now);
		break;
	case STORM_RESTORED:
		storm_ends(wd, i, now);
		break;
	case STORM_NO_NEWS:
		break;
	}
}

static u64 longest_wait(const struct pausectl_queues_look *queues, u8 priorities)
{
	u64 longest = 0;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (priorities & BIT(i))
			longest = max(longest, queues->waited_ns[i]);
	return longest;
}

/* Judge all watched pause timers at the time @now. Under port->lock. */
static void watchdog_look(struct pausectl_watchdog *wd, u64 now)
{
	struct pausectl_queues_look queues = pausectl_watchdog_look_at_queues(wd, now);
	struct pausectl_port *port = wd->port;
	u16 stormed = wd->stormed;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		u8 priorities = pausectl_priorities_of(BIT(i));
		struct storm_look look = {
			.window_ns = now - wd->looked_ns,
			.paused_ns = look_at_pause(wd, i, now),
			.state_ns = pausectl_pause_ns(&port->pause.timer[i], now),
			.waited_ns = longest_wait(&queues, priorities),
			.paused = !!(port->gate.paused & BIT(i)),
			.waiting = !!(queues.waiting & priorities),
			.left = !!(queues.left & priorities),
		};

		if (wd->port->gate.watched & BIT(i))
			judge(wd, i, &look, now);
	}
	wd->looked_ns = now;
	if (wd->stormed != stormed)
		ignore_update(port);
}

static enum hrtimer_restart watchdog_fired(struct hrtimer *timer)
{
	struct pausectl_watchdog *wd =
		container_of(timer, struct pausectl_watchdog, timer);
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
static void begin(struct pausectl_watchdog *wd, u64 now)
{
	struct pausectl_queues_look queues = pausectl_watchdog_look_at_queues(wd, now);
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		look_at_pause(wd, i, now);
		wd->watch[i] = (struct storm_watch){
			.waiting = !!(queues.waiting & pausectl_priorities_of(BIT(i))),
		};
	}
	wd->looked_ns = now;
}

/**
 * pausectl_watchdog_prepare() - make the watchdog that settings ask for
 * @port: the port
 * @set: the settings it is to get
 *
 * Under RTNL.
 *
 * Return: 0 or -ENOMEM.
 */
int pausectl_watchdog_prepare(struct pausectl_port *port,
			      const struct pausectl_settings *set)
{
	struct pausectl_watchdog *wd;

	if (port->pause.watchdog || !watched(set))
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

/**
 * pausectl_watchdog_update() - settings have changed
 * @port: the port, locked
 *
 * The storm of a pause timer that is no longer watched ends.
 */
void pausectl_watchdog_update(struct pausectl_port *port)
{
	struct pausectl_watchdog *wd = port->pause.watchdog;
	u64 poll = poll_ns(&port->set), now = ktime_get_ns();
	unsigned int i;
	u16 before;

	lockdep_assert_held(&port->lock);
	if (wd) {
		before = port->gate.watched;
		port->gate.watched = watched(&port->set);
		for (i = 0; i < MAC_CTRL_TIMERS; i++)
			if (!(port->gate.watched & BIT(i)))
				unwatch(wd, i, now);
		/* The timer may still be armed from before, for another interval. */
		if (!before)
			begin(wd, now);
		if (port->gate.watched && (!before || poll != wd->poll_ns))
			watchdog_arm(wd, now + poll);
		wd->poll_ns = poll;
	}
	ignore_update(port);
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
