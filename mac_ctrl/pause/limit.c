// SPDX-License-Identifier: GPL-2.0
/*
 * A limit on continuous pause, with pause-limit: whoever can send frames on the wire can
 * keep a priority, or the link, paused for ever. A pause timer that has run for that long
 * without a break is not obeyed for pause-ignore:
 *
 *	pause begins --> timer --> limit reached --> ignored --> timer --> obeyed anew
 *	                   |                                       |
 *	                   +-- it has ended since: nothing         +-- counts from here
 *
 * An ignored timer goes on running and shuts no gate, as one that the watchdog ignores; the
 * gate is open where either says so. What the partner asks for meanwhile changes nothing:
 * neither XON nor a new pause brings the end of that time any nearer. A pause counts from when
 * its gate is shut, with ack on too: frames wait from then on, whether it counts yet or not.
 *
 * Neither an end of a pause nor a refresh is looked at here: the timer finds what has become
 * of the pauses it was armed for, and is armed for the first that runs now. So a frame costs
 * nothing but where a pause begins.
 *
 * Locks and end are those of pause timers: all is under port->lock, and the timer runs in hard
 * interrupt context. One that has been armed anew while its callback waited for the lock is
 * queued, and the callback leaves. Arming looks at port->dead under the lock, so that nothing
 * is armed any more when pausectl_limit_stop() cancels the timer, which waits for a callback
 * that runs. That kicks qdiscs on the list only, as every opening of the gate does.
 */
#include "pause/pause.h"
#include "port/port.h"

static u64 ms_to_ns(u32 ms)
{
	return (u64)ms * NSEC_PER_MSEC;
}

/*
 * When it is to be looked at again: at the end of being ignored, which is now where there is
 * no limit any more, or at the limit.
 */
static u64 due_ns(const struct pausectl_port *port, unsigned int i)
{
	const struct pause_limit *limit = &port->pause.limit;

	if (limit->ignored & BIT(i))
		return port->set.pause_limit ?
		       limit->since_ns[i] + ms_to_ns(port->set.pause_ignore) : 0;
	if (!(port->gate.paused & BIT(i)) || !port->set.pause_limit)
		return U64_MAX;
	return max(port->pause.timer[i].since_ns, limit->since_ns[i]) +
	       ms_to_ns(port->set.pause_limit);
}

static void ignore(struct pausectl_port *port, unsigned int i, u64 now)
{
	port->pause.limit.ignored |= BIT(i);
	port->pause.limit.since_ns[i] = now;
	port->count.pause_limits[i]++;
	pausectl_event(port, PAUSECTL_EVENT_PAUSE_IGNORED, i, 0, 0);
}

static void obey(struct pausectl_port *port, unsigned int i, u64 now)
{
	u64 duration = now - port->pause.limit.since_ns[i];

	port->pause.limit.ignored &= ~BIT(i);
	port->pause.limit.since_ns[i] = now;
	pausectl_event(port, PAUSECTL_EVENT_PAUSE_OBEYED, i, 0, duration);
}

static void timer_arm(struct pausectl_port *port, u64 at_ns)
{
	if (port->dead)
		return;
	port->pause.limit.armed_ns = at_ns;
	hrtimer_start(&port->pause.limit.timer, ns_to_ktime(at_ns), HRTIMER_MODE_ABS);
}

/* Brings all up to @now, and arms the timer for what comes next. */
static void look_around(struct pausectl_port *port, u64 now)
{
	u16 ignored = port->pause.limit.ignored;
	u64 next = U64_MAX;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		if (now >= due_ns(port, i)) {
			if (port->pause.limit.ignored & BIT(i))
				obey(port, i, now);
			else
				ignore(port, i, now);
		}
		next = min(next, due_ns(port, i));
	}
	if (next != U64_MAX)
		timer_arm(port, next);
	if (port->pause.limit.ignored != ignored)
		pausectl_ignore_update(port);
}

static enum hrtimer_restart timer_fired(struct hrtimer *timer)
{
	struct pausectl_port *port =
		container_of(timer, struct pausectl_port, pause.limit.timer);
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	/* Armed anew while this waited for the lock. */
	if (!hrtimer_is_queued(timer)) {
		port->pause.limit.armed_ns = 0;
		look_around(port, ktime_get_ns());
	}
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

/**
 * pausectl_limit_begin() - a pause begins, with pause-limit on
 * @port: the port, locked
 * @now: since when, CLOCK_MONOTONIC
 *
 * The timer is left alone where it is armed for an earlier time, which it mostly is, as a
 * pause that begins later reaches the limit later.
 */
void pausectl_limit_begin(struct pausectl_port *port, u64 now)
{
	u64 at_ns = now + ms_to_ns(port->set.pause_limit);

	if (!port->pause.limit.armed_ns || at_ns < port->pause.limit.armed_ns)
		timer_arm(port, at_ns);
}

/**
 * pausectl_limit_update() - settings have changed
 * @port: the port, locked
 *
 * A pause that runs counts from its beginning also where the limit is new. Without a limit
 * all are obeyed at once.
 */
void pausectl_limit_update(struct pausectl_port *port)
{
	lockdep_assert_held(&port->lock);
	look_around(port, ktime_get_ns());
}

void pausectl_limit_init(struct pausectl_port *port)
{
	hrtimer_init(&port->pause.limit.timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	port->pause.limit.timer.function = timer_fired;
}

/* port->dead is set: what is cancelled here is not armed again. */
void pausectl_limit_stop(struct pausectl_port *port)
{
	hrtimer_cancel(&port->pause.limit.timer);
}
