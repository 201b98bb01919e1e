// SPDX-License-Identifier: GPL-2.0
/*
 * The nine pause timers of a port, which shut the gate: 31B.3 for the link, IEEE 802.1Q Clause 36
 * for each priority.
 *
 *	request  time > 0 --> deadline = now + time, gate shuts
 *	         time = 0 --> gate opens (XON)
 *	timer    deadline reached --> gate opens; deadline moved later --> armed again
 *
 * The last frame wins: each frame restarts the timer, with a longer or a shorter time. If the
 * deadline moves later, the hrtimer stays as it is: it fires at its old time and is armed again.
 * So a refresh costs one store. Only an earlier deadline arms the hrtimer at once.
 *
 * An hrtimer fires late, by the time that it takes to wake the processor. So the hrtimer is armed
 * LEAD_NS ahead of the deadline, and the callback waits for the rest.
 *
 * With ack on, the time counts from when sending has stopped: see acknowledge.c. With
 * pause-limit-ms on, a pause is obeyed for a limited time: see limit.c.
 *
 * A brief pause has no timer: the interrupt of the timer would come during the reception of the
 * frame, and take longer than the pause. The softirq that received the frame waits for the end.
 *
 * A budget limits all this waiting, see spin.c. Beyond the budget there are no brief pauses, and
 * no timer is armed ahead: the timer alone ends pauses, on a grid of SPIN_GRID_NS. A pause then
 * lasts longer than was asked for. 31B.3 says how long a station must not send, and sets no
 * time by which it sends again. No pause is shorter than was asked for, and each ends:
 *
 * - Only a reading of the clock that has reached deadline_ns ends a pause, or a time of 0 does.
 *   The grid decides when the timer fires. The callback compares with deadline_ns.
 * - A running pause has its bit in port->pause.brief, and the CPU that has set the bit is on its
 *   way to pausectl_pause_wait_out(); or its timer is armed, or its callback waits for port->lock.
 *   Each change between these is under port->lock. A frame first clears the bit. Then it
 *   sets the bit again, or leaves a timer armed that serves the deadline. A callback that
 *   finds the deadline ahead arms the timer again.
 * - The budget is asked when a timer is armed and again when it fires. A timer that was armed
 *   ahead and fires beyond the budget is armed again, and the callback does not wait.
 */
#include "compat.h"
#include "pause/pause.h"
#include "port/port.h"
#include "trace.h"

/*
 * The interrupt of a timer may have to wait for a context switch, as also before the processor goes
 * idle: 1.9 us. Then the kernel updates its time and finds the timer: 0.6 us. Measured on one
 * machine. On another machine a wrong value makes a pause end later, never earlier.
 */
#define LEAD_NS		3000

/*
 * The longest brief pause. The rest of the reception of a frame takes 2.1 us, with the arming of a
 * timer.
 */
#define BRIEF_NS	(LEAD_NS + 3000)

/* The time that the interrupt of a timer takes from the processor, without the wait. */
#define INTERRUPT_NS	1000

static unsigned int timer_index(const struct pause_timer *pt)
{
	return pt - pt->port->pause.timer;
}

/*
 * Arm the timer for a deadline at @at_ns: LEAD_NS before it or, beyond the budget, at the next
 * time of the grid. A time of the grid serves all deadlines since the time before it.
 */
noinline void pausectl_pause_arm(struct pause_timer *pt, u64 at_ns,
				 u64 now)
{
	u64 fires_ns = at_ns - LEAD_NS;

	if (pt->port->dead)
		return;
	pt->armed_ns = at_ns;
	if (!pausectl_spin_allowed(pt->port, now)) {
		fires_ns = spin_grid_ns(at_ns);
		pt->armed_ns = fires_ns - SPIN_GRID_NS + 1;
	}
	hrtimer_start(&pt->timer, ns_to_ktime(fires_ns), HRTIMER_MODE_ABS);
}

/* The timer is not armed, or armed for a time after the end of the pause. */
static bool timer_late(const struct pause_timer *pt)
{
	return !pt->armed_ns || pt->deadline_ns < pt->armed_ns;
}

noinline void pausectl_pause_begin(struct pause_timer *pt, u16 quanta,
				   u64 now)
{
	struct pausectl_port *port = pt->port;
	unsigned int index = timer_index(pt);

	port->gate.paused |= BIT(index);
	pausectl_gate_plain_update(port);
	pt->since_ns = now;
	trace_pausectl_gate_closed(port->name, index, quanta, pt->deadline_ns);
	pausectl_event(port, PAUSECTL_EVENT_PAUSED, index, quanta, 0);
	if (unlikely(port->set.pause_limit_ms))
		pausectl_limit_begin(port, pt->since_ns);
}

/**
 * pausectl_pause_last() - the last pause of a timer, which may be running
 * @port: the port, locked
 * @index: the timer
 * @start_ns: set to its start, CLOCK_MONOTONIC; 0: there was none
 *
 * Return: how long it took, or has taken so far, ns.
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
static noinline void pause_end(struct pause_timer *pt, u64 now, bool expired)
{
	struct pausectl_port *port = pt->port;
	unsigned int index = timer_index(pt);
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
		pausectl_ack_request(pt, quanta, length_ns, now);
		return;
	}
	pt->deadline_ns = now + length_ns;
	if (unlikely(length_ns <= BRIEF_NS && pausectl_spin_allowed(port, now)))
		WRITE_ONCE(port->pause.brief, port->pause.brief | BIT(index));
	else if (unlikely(timer_late(pt)))
		pausectl_pause_arm(pt, pt->deadline_ns, now);
	if (unlikely(!(port->gate.paused & BIT(index))))
		pausectl_pause_begin(pt, quanta, now);
}

/* Let the pause run to deadline_ns. */
void pausectl_pause_count(struct pause_timer *pt, u64 now)
{
	if (timer_late(pt))
		pausectl_pause_arm(pt, pt->deadline_ns, now);
}

/* Return the lowest bit of a vector, and clear that bit. */
static __always_inline unsigned int take_bit(unsigned int *vector)
{
	unsigned int bit = __ffs(*vector);

	*vector &= *vector - 1;
	return bit;
}

/**
 * pausectl_pause_request() - act upon a received PAUSE or PFC frame
 * @port: the port, locked
 * @req: content of the frame
 * @vector: the timers that obey the frame
 * @now: time of reception, CLOCK_MONOTONIC
 *
 * The caller then waits for the end of brief pauses: see pausectl_pause_wait_out().
 */
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
		   ~(unsigned long)pausectl_priorities_of(xoff & ~port->gate.ignored));
	WRITE_ONCE(port->pause.brief, port->pause.brief & ~vector);

	while (xoff) {
		i = take_bit(&xoff);
		port->count.rx_xoff[i]++;
		pause_set(port, i, req->quanta[i], now);
	}
	/* While dequeue looks closer, only pausectl_gate_update() knows where the gate is. */
	if (!xon && likely(!port->gate.requested))
		return;
	while (xon) {
		i = take_bit(&xon);
		port->count.rx_xon[i]++;
		pause_end(&port->pause.timer[i], now, false);
	}
	pausectl_gate_update(port);
}

/**
 * pausectl_pause_wait_out() - wait for the end of brief pauses
 * @port: the port
 *
 * The wait takes BRIEF_NS at most. The budget is charged before the wait, because nothing may come
 * between the end of the pause and the kick. Softirq context: the receive hook under
 * rcu_read_lock(), or the tasklet of a received storm.
 */
void pausectl_pause_wait_out(struct pausectl_port *port)
{
	u64 now, last = 0, began = ktime_get_ns();
	unsigned int left, i;
	unsigned long flags;
	bool spared; /* the wire's timer is cancelled, its kick is still to come */

	spin_lock_irqsave(&port->lock, flags);
	for (left = port->pause.brief; left; )
		last = max(last, port->pause.timer[take_bit(&left)].deadline_ns);
	if (last > began)
		pausectl_spin_spend(port, last - began, began);
	while (pausectl_overlap_due(port, last)) {
		spin_unlock_irqrestore(&port->lock, flags);
		cpu_relax();
		spin_lock_irqsave(&port->lock, flags);
	}
	spared = pausectl_overlap_spare(port, last);
	while (port->pause.brief) {
		now = ktime_get_ns();
		left = port->pause.brief;
		while (left) {
			i = take_bit(&left);
			if (now < port->pause.timer[i].deadline_ns)
				continue;
			WRITE_ONCE(port->pause.brief, port->pause.brief & ~BIT(i));
			pause_end(&port->pause.timer[i], now, true);
			if (pausectl_gate_update(port))
				spared = false;
		}
	}
	if (spared)
		pausectl_queues_kick(port);
	spin_unlock_irqrestore(&port->lock, flags);
}

/*
 * The timer has fired for a deadline at @at_ns. If the deadline is near enough to wait for, charge
 * the budget. If not, arm the timer again. Return: whether the deadline is near.
 */
bool pausectl_pause_near(struct pause_timer *pt, u64 at_ns, u64 now)
{
	u64 lead_ns = pausectl_spin_allowed(pt->port, now) ? LEAD_NS : 0;

	if (at_ns > now + lead_ns) {
		pausectl_pause_arm(pt, at_ns, now);
		return false;
	}
	if (at_ns > now)
		pausectl_spin_spend(pt->port, at_ns - now, now);
	return true;
}

/* The pause ends within LEAD_NS. A pause must not end early, so wait for the rest. */
static void pause_run_out(struct pause_timer *pt)
{
	struct pausectl_port *port = pt->port;
	bool spared = pausectl_overlap_spare(port, pt->deadline_ns);
	u64 now;

	while ((now = ktime_get_ns()) < pt->deadline_ns)
		cpu_relax();
	pause_end(pt, now, true);
	if (!pausectl_gate_update(port) && spared)
		pausectl_queues_kick(port);
}

static enum hrtimer_restart timer_fired(struct hrtimer *timer)
{
	struct pause_timer *pt =
		container_of(timer, struct pause_timer, timer);
	struct pausectl_port *port = pt->port;
	unsigned long flags;
	u64 now;

	spin_lock_irqsave(&port->lock, flags);
	/* Queued: another CPU armed the timer again while this callback waited for the lock. */
	if (hrtimer_is_queued(timer))
		goto out;
	pt->armed_ns = 0;
	now = ktime_get_ns();
	pausectl_spin_spend(port, INTERRUPT_NS, now);
	if (!(port->gate.paused & BIT(timer_index(pt))))
		goto out;

	if (unlikely((port->gate.requested | port->pause.acknowledged) &
		     BIT(timer_index(pt))))
		pausectl_ack_timer(pt, now);
	else if (pausectl_pause_near(pt, pt->deadline_ns, now))
		pause_run_out(pt);
out:
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

void pausectl_pause_init(struct pausectl_port *port)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		port->pause.timer[i].port = port;
		hrtimer_setup(&port->pause.timer[i].timer, timer_fired, CLOCK_MONOTONIC,
			      HRTIMER_MODE_ABS);
	}
	pausectl_limit_init(port);
}

/* port->dead is set, so nothing arms the timers again. */
void pausectl_pause_stop(struct pausectl_port *port)
{
	unsigned int i;

	pausectl_watchdog_stop(port);
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		hrtimer_cancel(&port->pause.timer[i].timer);
	pausectl_limit_stop(port);
}
