// SPDX-License-Identifier: GPL-2.0
/*
 * Sends XOFF when congestion begins, again before the partner's timer runs out, and XON when
 * congestion has ended (31B.3, IEEE 802.1Q 36.1).
 *
 *	congested buffers -+
 *	forced by hand ----+--> wanted --+
 *	                        told ----+--> next frame --> wire, beside the gate
 *
 * By hand, a user may choose the time that each XOFF asks for, the time from one XOFF to the next,
 * and the end. So a user can test a partner. If a buffer is congested, too, XOFF asks for the
 * longer time and comes again after the shorter one. XOFF by hand that is received sends nothing:
 * the port acts as if such frames came in. So a user can test the port without a partner.
 *
 * told is the set of timers that the partner was last asked to stop. A frame changes told only when
 * it has gone out, so no request gets lost. If the driver is busy or memory is short, the port
 * tries again. If the link is down, told becomes empty, and the port sends again when the link is
 * up.
 *
 * A tasklet sends the frames, outside any qdisc lock and one at a time. The timer, for refresh,
 * gap and retry, only schedules the tasklet. turns.c bounds how often. Others schedule the tasklet
 * or arm the timer under port->lock, while the port is not dead.
 *
 * A guard limits the port's own XOFF. A partner that is paused for long makes others wait, and so
 * on through the network. To lose frames here is better. If congestion has kept the partner paused
 * for guard-ms, the guard releases it until the buffer has drained. The guard does not count XOFF
 * by hand.
 */
#include <linux/delay.h>
#include <linux/slab.h>

#include "compat.h"
#include "congestion/buffer.h"
#include "control/control.h"
#include "pause/pause.h"

/*
 * Least time between two frames. Otherwise a buffer that crosses a threshold with each data frame
 * would send a control frame for each.
 */
#define CONGESTION_GAP_NS	2000

/* Least time until a frame is tried again: memory was short, or the device did not take it. */
#define RETRY_NS		50000

/* At the end of a port, XON is tried so often, if the driver is busy or memory short. */
#define END_TRIES		4
#define END_TRY_US		1000

/* Frames that the tasklet sends in one run. */
#define FRAMES_AT_ONCE		16

/* The timers that the partner is to stop if these buffers are congested. Either lock. */
u16 pausectl_timers_of_buffers(const struct pausectl_port *port, u8 buffers)
{
	const struct congestion_part *c = &port->congestion;
	unsigned int i;
	u16 timers = 0;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (c->lossless & BIT(i) && buffers & BIT(c->buffer_of[i]))
			timers |= BIT(i);
	return timers && port->set.mode == PAUSECTL_MODE_PAUSE ? MAC_CTRL_LINK_BIT : timers;
}

/*
 * Release timers that congestion has kept paused for guard-ms. End the guard for timers whose
 * buffer has drained, or for all if guard-ms is off. Return: when the next timer reaches guard-ms,
 * or U64_MAX.
 */
static u64 guard_look(struct pausectl_port *port, u64 now)
{
	struct congestion_part *c = &port->congestion;
	u64 limit = (u64)port->set.guard_ms * NSEC_PER_MSEC, next = U64_MAX, end;
	unsigned long told = limit ? c->sent.told & ~c->forced : 0;
	u16 guarded = limit ? c->guarded : 0;
	unsigned long changed;
	unsigned int i;

	for_each_set_bit(i, &told, MAC_CTRL_TIMERS) {
		end = c->told_since_ns[i] + limit;
		if (now >= end)
			guarded |= BIT(i);
		else
			next = min(next, end);
	}
	guarded &= pausectl_timers_of_buffers(port, c->congested);
	changed = c->guarded ^ guarded;
	c->guarded = guarded;
	for_each_set_bit(i, &changed, MAC_CTRL_TIMERS) {
		port->count.guards[i] += !!(guarded & BIT(i));
		pausectl_event(port, guarded & BIT(i) ? PAUSECTL_EVENT_GUARD :
							PAUSECTL_EVENT_GUARD_ENDED,
			       i, 0, 0);
	}
	return next;
}

/* The partner has been asked to stop these timers, or no longer is. Under port->lock. */
static void xoff_tell(struct congestion_part *c, u16 told, u64 now)
{
	unsigned long changed = c->sent.told ^ told;
	unsigned int i;

	for_each_set_bit(i, &changed, MAC_CTRL_TIMERS)
		if (told & BIT(i))
			c->told_since_ns[i] = now;
		else
			c->told_total_ns[i] += now - c->told_since_ns[i];
	c->sent.told = told;
}

/*
 * XOFF by hand for these timers ends. Under port->lock. Congestion may keep some of them stopped.
 * For these, told begins anew, so the guard counts no XOFF by hand.
 */
static void xoff_release_hand(struct congestion_part *c, u16 timers, u64 now)
{
	u16 told = c->sent.told;

	xoff_tell(c, told & ~(c->forced & timers), now);
	xoff_tell(c, told, now);
	c->forced &= ~timers;
	c->received &= ~timers;
}

/* Under port->lock. XOFF by hand ends at its time. Return: when the next one ends, or U64_MAX. */
static u64 xoff_end_by_hand(struct congestion_part *c, u64 now)
{
	unsigned long by_hand = c->forced | c->received;
	u64 next = U64_MAX;
	unsigned int i;

	for_each_set_bit(i, &by_hand, MAC_CTRL_TIMERS)
		if (c->hand[i].until_ns > now)
			next = min(next, c->hand[i].until_ns);
		else
			xoff_release_hand(c, BIT(i), now);
	return next;
}

/* The timers that a series is to stop, and its frame that is due */
struct xoff_plan {
	struct xoff_series	*series;
	u16	by_hand;	/* because of the user */
	u16	congested;	/* because of congested buffers */
	u16	mask;		/* the timers that a frame of this opcode can name */
	struct mac_ctrl_request	req;
	u64	since;		/* when the frame fell due: refreshes stay on that grid */
	u64	began;		/* when the tasklet planned the frame */
};

/* The time that an XOFF for @timer asks for. */
static u16 xoff_quanta(const struct pausectl_port *port, const struct xoff_plan *plan,
		       unsigned int timer)
{
	u16 own = plan->by_hand & BIT(timer) ? port->congestion.hand[timer].quanta : 0;

	return own && !(plan->congested & BIT(timer)) ? own :
	       max_t(u16, own, port->set.xoff_quanta[timer]);
}

/* From an XOFF for @timer to the next. A port also waits for its turn: see turns.c. */
static u64 xoff_interval(const struct pausectl_port *port, const struct xoff_plan *plan,
			 unsigned int timer)
{
	const struct xoff_by_hand *hand = &port->congestion.hand[timer];
	u64 refresh = xoff_refresh_ns(&port->active.rate, port->set.refresh_quanta[timer]);
	u64 own = refresh;

	if (plan->by_hand & BIT(timer) && hand->interval_ns)
		own = hand->interval_ns;
	else if (plan->by_hand & BIT(timer) && hand->quanta)
		own = quanta_to_ns(&port->active.rate, hand->quanta) / 2;
	return plan->congested & BIT(timer) ? min(own, refresh) : own;
}

/* On the grid that begins at @since; a frame that went out late begins a new grid. */
static u64 xoff_next(u64 interval, u64 since, u64 now)
{
	return since + interval > now ? since + interval : now + interval;
}

/* Does one of these timers, which a user stops by hand, take no turns? */
static bool xoff_takes_no_turns(const struct congestion_part *c, unsigned long by_hand)
{
	unsigned int i;

	for_each_set_bit(i, &by_hand, MAC_CTRL_TIMERS)
		if (c->hand[i].interval_ns &&
		    c->hand[i].interval_ns < PAUSECTL_INTERVAL_TURNS_NS)
			return true;
	return false;
}

/* When the first timer of @vector needs a refresh, ns; U64_MAX: none does. */
static u64 xoff_first_refresh(const struct xoff_series *series, unsigned long vector)
{
	u64 first = U64_MAX;
	unsigned int i;

	for_each_set_bit(i, &vector, MAC_CTRL_TIMERS)
		first = min(first, series->refresh_ns[i]);
	return first;
}

/*
 * The timers of @want that this frame does not name: a user chose their interval, congestion does
 * not stop them, and their next XOFF is not due yet.
 */
static u16 xoff_left_out(const struct pausectl_port *port, const struct xoff_plan *plan,
			 unsigned long want, u64 now)
{
	unsigned long by_hand = want & plan->series->told & ~plan->congested;
	u16 left = 0;
	unsigned int i;

	for_each_set_bit(i, &by_hand, MAC_CTRL_TIMERS)
		if (port->congestion.hand[i].interval_ns && plan->series->refresh_ns[i] > now)
			left |= BIT(i);
	return left;
}

/*
 * A PFC frame names all wanted priorities with their times, except xoff_left_out(), and with time 0
 * the priorities that have just been released. PAUSE and PFC frames have different opcodes.
 *
 * An XOFF by hand may ask for less time than congestion needs. So when a buffer becomes congested
 * whose timer is stopped by hand alone, XOFF is due at once.
 */
static bool xoff_plan_frame(const struct pausectl_port *port, struct xoff_plan *plan, u16 mask,
			    u64 now)
{
	unsigned long want = (plan->by_hand | plan->congested) & mask;
	u16 told = plan->series->told & mask;
	u64 refresh = xoff_first_refresh(plan->series, want & told);
	bool news = want != told || plan->congested & mask & ~port->congestion.covered;
	unsigned int i;
	u16 left_out;

	if (!news && refresh > now)
		return false;
	plan->mask = mask;
	plan->since = news ? now : refresh;
	plan->began = now;
	left_out = xoff_left_out(port, plan, want, now);
	want &= ~left_out;
	plan->req = (struct mac_ctrl_request){
		.vector = (want | told) & ~left_out,
		.xoff = want,
	};
	for_each_set_bit(i, &want, MAC_CTRL_TIMERS)
		plan->req.quanta[i] = xoff_quanta(port, plan, i);
	return true;
}

/* Return: whether to send a frame of this series now. If not, *@next is when, or sooner. */
static bool xoff_plan_series(const struct pausectl_port *port, struct xoff_plan *plan, u64 now,
			     u64 *next)
{
	const struct xoff_series *series = plan->series;
	bool due = xoff_plan_frame(port, plan, MAC_CTRL_LINK_BIT, now) ||
		   xoff_plan_frame(port, plan, MAC_CTRL_PFC_BITS, now);

	if (due && now >= series->next_ns)
		return true;
	*next = min(*next, due ? series->next_ns :
		    xoff_first_refresh(series, plan->by_hand | plan->congested));
	return false;
}

/* Under port->lock. Return: whether to send @plan now. If not, the timer is armed for the next. */
static bool xoff_plan_next(struct pausectl_port *port, u64 now, struct xoff_plan *plan)
{
	bool link = netif_running(port->dev) && netif_carrier_ok(port->dev);
	struct congestion_part *c = &port->congestion;
	u64 next;

	if (port->dead)
		return false;
	next = xoff_end_by_hand(c, now);
	/* Without a link, the partner has not been told anything. */
	if (!link)
		xoff_tell(c, 0, now);
	next = min(next, guard_look(port, now));
	*plan = (struct xoff_plan){ .series = &c->acted };
	if (link)
		plan->by_hand = c->received & port->pause.listening;
	if (xoff_plan_series(port, plan, now, &next))
		return true;
	*plan = (struct xoff_plan){ .series = &c->sent };
	/* A port that may no longer send XOFF lets the partner go on. */
	if (link && port->active.tx) {
		plan->by_hand = c->forced;
		plan->congested = pausectl_timers_of_buffers(port, c->congested) & ~c->guarded;
	}
	if (xoff_plan_series(port, plan, now, &next))
		return true;
	if (next != U64_MAX)
		hrtimer_start(&c->timer, ns_to_ktime(next), HRTIMER_MODE_ABS);
	return false;
}

/* The frame has gone out, or has acted. Under port->lock. */
static void xoff_told(struct pausectl_port *port, const struct xoff_plan *plan, u64 now)
{
	struct congestion_part *c = &port->congestion;
	struct xoff_series *series = plan->series;
	unsigned long xoff = plan->req.xoff;
	u16 told = (series->told & ~plan->req.vector) | xoff;
	bool no_turns = xoff_takes_no_turns(c, xoff & plan->by_hand);
	unsigned int i;

	if (series == &c->sent) {
		xoff_tell(c, told, now);
		c->covered = (c->covered & ~plan->mask) | (plan->congested & plan->mask);
	}
	series->told = told;
	series->next_ns = no_turns ? now : now + CONGESTION_GAP_NS;
	if (xoff)
		pausectl_turn_take(port, plan->began, now);
	for_each_set_bit(i, &xoff, MAC_CTRL_TIMERS) {
		series->refresh_ns[i] = xoff_next(xoff_interval(port, plan, i), plan->since, now);
		if (!no_turns)
			series->refresh_ns[i] = max(series->refresh_ns[i], c->turn_ns);
	}
}

static void xoff_generate(struct tasklet_struct *tasklet)
{
	struct pausectl_port *port = from_tasklet(port, tasklet, congestion.tasklet);
	struct congestion_part *c = &port->congestion;
	struct xoff_plan plan;
	unsigned int left = FRAMES_AT_ONCE;
	u64 now;
	int err;

	spin_lock_irq(&port->lock);
	now = ktime_get_ns();
	while (xoff_plan_next(port, now, &plan)) {
		if (!left--) {
			tasklet_hi_schedule(tasklet);
			break;
		}
		if (plan.series == &c->sent) {
			spin_unlock_irq(&port->lock);
			err = pausectl_control_transmit(port, &plan.req, NULL, false);
			spin_lock_irq(&port->lock);
		} else {
			pausectl_pause_request(port, &plan.req,
					       plan.req.vector & port->pause.listening, now);
			err = 0;
		}
		now = ktime_get_ns();
		if (!err) {
			xoff_told(port, &plan, now);
			continue;
		}
		/* A try takes a turn, as a frame does. */
		pausectl_turn_take(port, plan.began, now);
		plan.series->next_ns = max(now + RETRY_NS, c->turn_ns);
	}
	spin_unlock_irq(&port->lock);
}

static enum hrtimer_restart xoff_due(struct hrtimer *timer)
{
	tasklet_hi_schedule(&container_of(timer, struct congestion_part, timer)->tasklet);
	return HRTIMER_NORESTART;
}

/* The wanted timers or the link may have changed. Under port->lock. */
void pausectl_xoff_kick(struct pausectl_port *port)
{
	struct congestion_part *c = &port->congestion;

	lockdep_assert_held(&port->lock);
	if (unlikely(c->guarded))
		guard_look(port, ktime_get_ns());
	if (!port->dead && (c->forced | c->received | c->sent.told | c->acted.told |
			    (pausectl_timers_of_buffers(port, c->congested) & ~c->guarded)))
		tasklet_hi_schedule(&c->tasklet);
}

void pausectl_congestion_init(struct pausectl_port *port)
{
	struct congestion_part *c = &port->congestion;

	atomic_long_set(&c->charges, 1);
	hrtimer_setup(&c->timer, xoff_due, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	tasklet_setup(&c->tasklet, xoff_generate);
}

/*
 * The port is about to end: let the partner go on. RTNL, before port->dead. Nothing is lossless and
 * nothing stopped by hand any more. The tasklet sends XON for outstanding XOFF, and this function
 * waits for the tasklet. If the driver is busy or memory short, the port tries END_TRIES times. It
 * then ends without XON, and the partner goes on when its pause is over.
 */
void pausectl_congestion_end(struct pausectl_port *port)
{
	struct congestion_part *c = &port->congestion;
	unsigned int left = END_TRIES;
	bool owed;

	for (;;) {
		spin_lock_irq(&port->lock);
		WRITE_ONCE(c->lossless, 0);
		c->forced = 0;
		c->received = 0;
		/* XON is due, however short ago the last frame or try was. */
		c->sent.next_ns = 0;
		pausectl_xoff_kick(port);
		spin_unlock_irq(&port->lock);
		/* This waits until the tasklet has run. */
		tasklet_kill(&c->tasklet);
		spin_lock_irq(&port->lock);
		owed = c->sent.told && netif_running(port->dev) && netif_carrier_ok(port->dev);
		spin_unlock_irq(&port->lock);
		if (!owed || !--left)
			return;
		usleep_range(END_TRY_US, END_TRY_US + 100);
	}
}

/*
 * RTNL, so no request is under way. port->dead is set. A running tasklet may still schedule itself,
 * and an armed timer may still schedule the tasklet. The last run of the tasklet sees port->dead
 * and does nothing.
 */
void pausectl_congestion_stop(struct pausectl_port *port)
{
	struct congestion_part *c = &port->congestion;

	tasklet_kill(&c->tasklet);
	hrtimer_cancel(&c->timer);
	tasklet_kill(&c->tasklet);
	kfree(c->hand);
}

/* RTNL. May received frames for these timers act here? */
static int xoff_received_allowed(const struct pausectl_port *port, u16 timers,
				 struct netlink_ext_ack *extack)
{
	if (!port->active.rx) {
		NL_SET_ERR_MSG(extack,
			       "received: this port obeys no pause frames (mode is off, rx is off, or the ends have not agreed on it)");
		return -EOPNOTSUPP;
	}
	if (!timers || timers & ~pausectl_rx_timers(&port->set)) {
		NL_SET_ERR_MSG(extack,
			       "received: allowed are the timers that this port obeys: in mode pause the link, in mode pfc one or more priorities of rx-prio");
		return -EOPNOTSUPP;
	}
	return pausectl_control_possible(port, extack);
}

/* RTNL. May XOFF for these timers be sent by hand, or end? */
static int xoff_sending_allowed(const struct pausectl_port *port, u16 timers, bool stop,
				struct netlink_ext_ack *extack)
{
	int err = stop ? pausectl_control_allowed(port, extack) : 0;

	/* Mode off has no timers, so nothing is left to release. */
	if (err || (!stop && port->set.mode == PAUSECTL_MODE_OFF))
		return err;
	if (stop && !timers)
		NL_SET_ERR_MSG(extack, "no priority has PFC ('pausectl set dev DEV prio LIST')");
	else if (!(timers & ~pausectl_timers_of(&port->set, MAC_CTRL_PFC_BITS)))
		return 0;
	else if (port->set.mode == PAUSECTL_MODE_PFC)
		NL_SET_ERR_MSG(extack, "timers: mode pfc stops priorities, not the link");
	else
		NL_SET_ERR_MSG(extack,
			       "prio: mode pause stops the link as a whole, so no priority is allowed (mode pfc has priorities)");
	return -EINVAL;
}

/* A timer has one XOFF by hand at a time: a request takes its timers from an earlier one. */
static void xoff_set_hand(struct congestion_part *c, const struct pausectl_xoff_wish *wish,
			  unsigned long timers)
{
	struct xoff_series *series = wish->received ? &c->acted : &c->sent;
	u64 now = ktime_get_ns();
	unsigned int i;

	xoff_release_hand(c, timers ?: (u16)~0, now);
	if (!wish->stop)
		return;
	for_each_set_bit(i, &timers, MAC_CTRL_TIMERS) {
		c->hand[i] = (struct xoff_by_hand){
			.until_ns = wish->duration_ns ? now + wish->duration_ns : U64_MAX,
			.interval_ns = wish->interval_ns,
			.quanta = wish->quanta,
		};
		/* XOFF with the new time goes out at once. */
		series->refresh_ns[i] = now;
	}
	*(wish->received ? &c->received : &c->forced) |= timers;
}

/*
 * Ask the partner to stop, act as if the partner asked, or end that. RTNL. The last request for a
 * timer holds. XOFF for congestion goes on after a release. Return: 0, -EOPNOTSUPP if the settings
 * forbid it, -EINVAL if the mode has no such timer, -ENETDOWN or -ENOMEM.
 */
int pausectl_xoff_by_hand(struct pausectl_port *port,
			  const struct pausectl_xoff_wish *wish,
			  struct netlink_ext_ack *extack)
{
	struct congestion_part *c = &port->congestion;
	u16 timers = wish->timers;
	int err;

	if (wish->stop && !timers)
		timers = wish->received ? pausectl_rx_timers(&port->set) :
					  pausectl_timers_of(&port->set, port->set.tx_prio);
	err = wish->received ? xoff_received_allowed(port, timers, extack) :
			       xoff_sending_allowed(port, timers, wish->stop, extack);
	if (err)
		return err;
	if (wish->stop && !c->hand)
		c->hand = kcalloc(MAC_CTRL_TIMERS, sizeof(*c->hand), GFP_KERNEL);
	if (wish->stop && !c->hand)
		return -ENOMEM;
	spin_lock_irq(&port->lock);
	xoff_set_hand(c, wish, timers);
	pausectl_xoff_kick(port);
	spin_unlock_irq(&port->lock);
	return 0;
}
