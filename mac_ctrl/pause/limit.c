// SPDX-License-Identifier: GPL-2.0
/*
 * A limit on continuous pause, with pause-limit-ms. Without it any sender on the wire can keep a
 * priority, or the link, paused for ever. A pause timer that has run for pause-limit-ms without a
 * break is not obeyed for PAUSE_IGNORE_MS:
 *
 *	pause begins --> timer --> limit reached --> ignored --> timer --> obeyed again
 *	                   |                                       |
 *	                   +-- pause has ended: nothing            +-- counts from here
 *
 * An ignored timer goes on running and shuts no gate. The same holds for a timer that the watchdog
 * ignores: the gate is open if the limit or the watchdog ignores the timer. XON and new pauses do
 * not change when the timer is obeyed again. A pause counts from when its gate is shut, also with
 * ack on, because frames wait from then on.
 *
 * The end of a pause and a refresh do nothing here. When the hrtimer fires, it reads the state of
 * all pauses and is armed for the next time that is due. So only the beginning of a pause costs
 * anything.
 *
 * Locks and teardown are those of pause timers. All fields are under port->lock, and the hrtimer
 * runs in hard interrupt context. If the hrtimer is armed again while its callback waits for the
 * lock, it is queued, and the callback returns. Arming reads port->dead under the lock, so nothing
 * arms the hrtimer after pausectl_limit_stop() has cancelled it. The callback kicks only qdiscs on
 * the list, as each opening of the gate does.
 */
#include "compat.h"
#include "pause/pause.h"
#include "port/port.h"

/* The default of watchdog-restore-ms. */
#define PAUSE_IGNORE_MS	200

static u64 ms_to_ns(u32 ms)
{
	return (u64)ms * NSEC_PER_MSEC;
}

/*
 * When pause timer @i is due. An ignored timer: when it is obeyed again, at once if the limit is
 * off. A running timer: when it reaches the limit. U64_MAX: never.
 */
static u64 due_ns(const struct pausectl_port *port, unsigned int i)
{
	const struct pause_limit *limit = &port->pause.limit;

	if (limit->ignored & BIT(i))
		return port->set.pause_limit_ms ?
		       limit->since_ns[i] + ms_to_ns(PAUSE_IGNORE_MS) : 0;
	if (!(port->gate.paused & BIT(i)) || !port->set.pause_limit_ms)
		return U64_MAX;
	return max(port->pause.timer[i].since_ns, limit->since_ns[i]) +
	       ms_to_ns(port->set.pause_limit_ms);
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

static void limit_arm(struct pausectl_port *port, u64 at_ns)
{
	if (port->dead)
		return;
	port->pause.limit.armed_ns = at_ns;
	hrtimer_start(&port->pause.limit.timer, ns_to_ktime(at_ns), HRTIMER_MODE_ABS);
}

/* Ignore or obey each pause timer that is due, and arm the hrtimer for the next one. */
static void limit_look(struct pausectl_port *port, u64 now)
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
		limit_arm(port, next);
	if (port->pause.limit.ignored != ignored)
		pausectl_ignore_update(port);
}

static enum hrtimer_restart limit_fired(struct hrtimer *timer)
{
	struct pausectl_port *port =
		container_of(timer, struct pausectl_port, pause.limit.timer);
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	/* Queued: another CPU armed the timer again while this callback waited for the lock. */
	if (!hrtimer_is_queued(timer)) {
		port->pause.limit.armed_ns = 0;
		limit_look(port, ktime_get_ns());
	}
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

/**
 * pausectl_limit_begin() - a pause begins, with pause-limit-ms on
 * @port: the port, locked
 * @now: when it begins, CLOCK_MONOTONIC
 *
 * An hrtimer that is armed for an earlier time stays as it is. This is the usual case, because a
 * pause that begins later reaches the limit later.
 */
void pausectl_limit_begin(struct pausectl_port *port, u64 now)
{
	u64 at_ns = now + ms_to_ns(port->set.pause_limit_ms);

	if (!port->pause.limit.armed_ns || at_ns < port->pause.limit.armed_ns)
		limit_arm(port, at_ns);
}

/**
 * pausectl_limit_update() - settings have changed
 * @port: the port, locked
 *
 * A running pause counts from its beginning, also if the limit is new. If the limit goes off, the
 * port obeys all pauses at once.
 */
void pausectl_limit_update(struct pausectl_port *port)
{
	lockdep_assert_held(&port->lock);
	limit_look(port, ktime_get_ns());
}

void pausectl_limit_init(struct pausectl_port *port)
{
	hrtimer_setup(&port->pause.limit.timer, limit_fired, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
}

/* port->dead is set, so nothing arms the hrtimer again. */
void pausectl_limit_stop(struct pausectl_port *port)
{
	hrtimer_cancel(&port->pause.limit.timer);
}
