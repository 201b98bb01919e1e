// SPDX-License-Identifier: GPL-2.0
/*
 * The nine pause timers of a port and the gate they hold shut: 31B.3 for the
 * link, IEEE 802.1Q Clause 36 for each priority.
 *
 *	request  time > 0 --> deadline = now + time, gate closed
 *	         time = 0 --> gate opened (XON)
 *	timer    deadline reached --> gate opened; moved later --> armed anew
 *
 * The last frame wins: each one restarts the timer, longer or shorter. A
 * deadline that moves later leaves the hrtimer alone, which fires at its old
 * time and moves on: a refresh costs a store. Only an earlier one re-arms it.
 *
 * An hrtimer is heard late, by what waking the processor takes. So it is armed
 * LEAD_NS ahead of the deadline, and the callback waits for what is left.
 */
#include "../port.h"
#include "../trace.h"

/* A processor that wakes up updates the time of the kernel first: up to 1.9 us. */
#define LEAD_NS	2000

/* The priorities that pause timers hold shut: the link's holds all of them. */
static u32 held_shut(u16 paused)
{
	return paused & MAC_CTRL_LINK_BIT ? MAC_CTRL_PFC_BITS : paused;
}

void pausectl_gate_update(struct pausectl_port *port)
{
	u32 closed = (port->held ? MAC_CTRL_PFC_BITS : held_shut(port->paused)) |
		     port->maxrate.priorities;
	bool opens = port->closed & ~closed;

	WRITE_ONCE(port->closed, closed);
	if (opens)
		pausectl_qdisc_kick(port);
}

static unsigned int timer_index(const struct pausectl_pause_timer *pt)
{
	return pt - pt->port->pause;
}

static noinline void timer_arm(struct pausectl_pause_timer *pt)
{
	if (pt->port->dead)
		return;
	pt->armed_ns = pt->deadline_ns;
	hrtimer_start(&pt->timer, ns_to_ktime(pt->armed_ns - LEAD_NS),
		      HRTIMER_MODE_ABS);
}

static noinline void pause_begin(struct pausectl_pause_timer *pt, u16 quanta,
				 u64 now)
{
	struct pausectl_port *port = pt->port;
	unsigned int index = timer_index(pt);

	port->paused |= BIT(index);
	pt->since_ns = now;
	trace_pausectl_gate_closed(port->name, index, quanta, pt->deadline_ns);
	pausectl_event(port, PAUSECTL_EVENT_PAUSED, index, quanta, 0);
}

/* The hrtimer may stay armed: it finds nothing to do, or the next pause. */
static noinline void pause_end(struct pausectl_pause_timer *pt, u64 now, bool expired)
{
	struct pausectl_port *port = pt->port;
	unsigned int index = timer_index(pt);
	u64 duration = pausectl_pause_ns(pt, now);

	if (!(port->paused & BIT(index)))
		return;

	port->paused &= ~BIT(index);
	pt->total_ns += duration;
	pt->transitions++;
	trace_pausectl_gate_opened(port->name, index, duration, expired);
	pausectl_event(port, PAUSECTL_EVENT_RESUMED, index, 0, duration);
}

/**
 * pausectl_pause_request() - act upon a received PAUSE or PFC frame
 * @port: the port, locked
 * @req: what the frame asks for
 * @vector: the timers that obey it
 * @now: time of reception, CLOCK_MONOTONIC
 */
void pausectl_pause_request(struct pausectl_port *port,
			    const struct mac_ctrl_request *req, u16 vector,
			    u64 now)
{
	struct pausectl_pause_timer *pt;
	unsigned int i;

	lockdep_assert_held(&port->lock);
	/* Before all else: no new frame a quantum after reception (31B.3.7). */
	WRITE_ONCE(port->closed, port->closed | held_shut(req->xoff & vector));

	/* Not for_each_set_bit(), whose calls cost more than what is done. */
	for (i = 0; vector >> i; i++) {
		if (!(vector & BIT(i)))
			continue;
		pt = &port->pause[i];
		if (!(req->xoff & BIT(i))) {
			port->count.rx_xon[i]++;
			pause_end(pt, now, false);
			continue;
		}
		port->count.rx_xoff[i]++;
		pt->deadline_ns = now + quanta_to_ns(&port->rate,
						     req->quanta[i]);
		if (!pt->armed_ns || pt->deadline_ns < pt->armed_ns)
			timer_arm(pt);
		if (!(port->paused & BIT(i)))
			pause_begin(pt, req->quanta[i], now);
	}
	pausectl_gate_update(port);
}

/* Hold data back, or no longer, whatever is paused. port->lock. */
void pausectl_pause_hold(struct pausectl_port *port, bool hold)
{
	lockdep_assert_held(&port->lock);
	port->held = hold;
	pausectl_gate_update(port);
}

/* The pause ends within LEAD_NS: never early, so wait. */
static void pause_run_out(struct pausectl_pause_timer *pt)
{
	u64 now;

	while ((now = ktime_get_ns()) < pt->deadline_ns)
		cpu_relax();
	pause_end(pt, now, true);
	pausectl_gate_update(pt->port);
}

static enum hrtimer_restart timer_fired(struct hrtimer *timer)
{
	struct pausectl_pause_timer *pt =
		container_of(timer, struct pausectl_pause_timer, timer);
	struct pausectl_port *port = pt->port;
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	/* Armed for an earlier time while this waited for the lock. */
	if (hrtimer_is_queued(timer))
		goto out;
	pt->armed_ns = 0;
	if (!(port->paused & BIT(timer_index(pt))))
		goto out;

	if (pt->deadline_ns > ktime_get_ns() + LEAD_NS)
		timer_arm(pt);
	else
		pause_run_out(pt);
out:
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

void pausectl_pause_init(struct pausectl_port *port)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		port->pause[i].port = port;
		hrtimer_init(&port->pause[i].timer, CLOCK_MONOTONIC,
			     HRTIMER_MODE_ABS);
		port->pause[i].timer.function = timer_fired;
	}
}

/* port->dead is set: what is cancelled here is not armed again. */
void pausectl_pause_stop(struct pausectl_port *port)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		hrtimer_cancel(&port->pause[i].timer);
}
