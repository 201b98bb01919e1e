// SPDX-License-Identifier: GPL-2.0
/*
 * Sends XOFF when congestion begins, again before the partner's timer runs out, and XON when
 * congestion has ended (31B.3, IEEE 802.1Q 36.1).
 *
 *	congested buffers --+
 *	forced by the user -+--> wanted --+
 *	                        told -----+--> next frame --> wire, beside the gate
 *
 * told is the set of timers that the partner was last asked to stop. A frame changes told only when
 * it has gone out, so no request gets lost. If the driver is busy or memory is short, the port
 * tries again (sender.c). If the link is down, told becomes empty, and the port sends again when
 * the link is up.
 *
 * A tasklet sends the frames, outside any qdisc lock and one at a time. The timer, for refresh,
 * gap and retry, only schedules the tasklet.
 */
#include "congestion/congestion.h"
#include "control/control.h"
#include "port/port.h"

/*
 * Least time between two frames. Otherwise a buffer that crosses a threshold with each data frame
 * would send a control frame for each.
 */
#define CONGESTION_GAP_NS	2000

/* The timers that the partner is to stop now. */
static u16 wanted(const struct pausectl_port *port)
{
	const struct congestion_part *c = &port->congestion;

	return c->forced | (pausectl_congested_timers(port) & ~c->guarded);
}

/* The partner has been asked to stop these timers, or no longer is. Under port->lock. */
static void tell(struct congestion_part *c, u16 told, u64 now)
{
	u16 changed = c->told ^ told;
	unsigned int i;

	for (i = 0; changed >> i; i++) {
		if (!(changed & BIT(i)))
			continue;
		if (told & BIT(i))
			c->told_since_ns[i] = now;
		else
			c->told_total_ns[i] += now - c->told_since_ns[i];
	}
	c->told = told;
}

/* When the first timer of @vector needs a refresh, ns; U64_MAX: none does. */
static u64 first_refresh(const struct congestion_part *c, u16 vector)
{
	u64 first = U64_MAX;
	unsigned int i;

	for (i = 0; vector >> i; i++)
		if (vector & BIT(i))
			first = min(first, c->refresh_ns[i]);
	return first;
}

/**
 * struct frame_plan - a frame that is due
 * @req: content of the frame
 * @mask: the timers that a frame of this opcode can name
 * @since: when the frame fell due: refreshes stay on that grid
 * @began: when the tasklet planned the frame
 */
struct frame_plan {
	struct mac_ctrl_request	req;
	u16			mask;
	u64			since;
	u64			began;
};

/*
 * A PFC frame names all wanted priorities with their times, and with time 0 the priorities that
 * have just been released. PAUSE and PFC frames have different opcodes.
 */
static bool plan_frame(struct pausectl_port *port, u16 want, u16 mask, u64 now,
		       struct frame_plan *plan)
{
	const struct congestion_part *c = &port->congestion;
	u16 told = c->told & mask;
	unsigned int i;
	u64 refresh;

	want &= mask;
	refresh = first_refresh(c, want & told);
	if (want == told && refresh > now)
		return false;
	plan->mask = mask;
	plan->since = want == told ? refresh : now;
	plan->began = now;
	plan->req = (struct mac_ctrl_request){ .vector = want | told, .xoff = want };
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (want & BIT(i))
			plan->req.quanta[i] = port->set.xoff_quanta[i];
	return true;
}

/* Under port->lock. Return: whether to send @plan now. */
static bool plan_next(struct pausectl_port *port, u64 now,
		      struct frame_plan *plan)
{
	struct congestion_part *c = &port->congestion;
	u64 refresh, guarded;
	u16 want;

	if (port->dead)
		return false;
	/* Without a link, the partner has not been told anything. */
	if (!netif_running(port->dev) || !netif_carrier_ok(port->dev)) {
		tell(c, 0, now);
		return false;
	}
	guarded = pausectl_guard(port, now);
	/* A port that may no longer send XOFF lets the partner go on. */
	want = port->active.tx ? wanted(port) : 0;
	if (!plan_frame(port, want, MAC_CTRL_LINK_BIT, now, plan) &&
	    !plan_frame(port, want, MAC_CTRL_PFC_BITS, now, plan)) {
		refresh = min(first_refresh(c, want), guarded);
		if (refresh != U64_MAX)
			pausectl_sender_at(&c->sender, refresh);
		return false;
	}
	if (now < c->next_ns) {
		pausectl_sender_at(&c->sender, c->next_ns);
		return false;
	}
	return true;
}

/*
 * From an XOFF to the next, while the partner is to stop. A port also waits for its turn: see
 * sender.c. RTNL or port->lock.
 */
u64 pausectl_refresh_ns(const struct pausectl_port *port, unsigned int timer)
{
	return xoff_refresh_ns(&port->active.rate, port->set.refresh_quanta[timer]);
}

/* On the grid that begins at @since; a frame that went out late begins a new grid. */
static u64 next_refresh(const struct pausectl_port *port, unsigned int timer,
			u64 since, u64 now)
{
	u64 interval = pausectl_refresh_ns(port, timer);
	u64 next = since + interval > now ? since + interval : now + interval;

	return max(next, port->congestion.sender.turn_ns);
}

static void told(struct pausectl_port *port, const struct frame_plan *plan, u64 now)
{
	struct congestion_part *c = &port->congestion;
	unsigned int i;

	tell(c, (c->told & ~plan->mask) | plan->req.xoff, now);
	c->next_ns = now + CONGESTION_GAP_NS;
	if (plan->req.xoff)
		pausectl_sender_take_turn(&c->sender, plan->began, now);
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (plan->req.xoff & BIT(i))
			c->refresh_ns[i] = next_refresh(port, i, plan->since, now);
}

static void generate(struct tasklet_struct *tasklet)
{
	struct pausectl_port *port =
		from_tasklet(port, tasklet, congestion.sender.tasklet);
	struct frame_plan plan;
	unsigned int left = PAUSECTL_FRAMES_AT_ONCE;
	u64 now;
	int err;

	spin_lock_irq(&port->lock);
	now = ktime_get_ns();
	while (plan_next(port, now, &plan)) {
		if (!left--) {
			pausectl_sender_now(&port->congestion.sender);
			break;
		}
		spin_unlock_irq(&port->lock);
		err = pausectl_control_transmit(port, &plan.req);
		spin_lock_irq(&port->lock);
		now = ktime_get_ns();
		if (err)
			port->congestion.next_ns =
				pausectl_sender_retry_ns(&port->congestion.sender, plan.began, now);
		else
			told(port, &plan, now);
	}
	spin_unlock_irq(&port->lock);
}

/* The wanted timers or the link may have changed. Under port->lock. */
void pausectl_generate_kick(struct pausectl_port *port)
{
	lockdep_assert_held(&port->lock);
	pausectl_guard_release(port);
	if (!port->dead && (wanted(port) || port->congestion.told))
		pausectl_sender_now(&port->congestion.sender);
}

void pausectl_congestion_init(struct pausectl_port *port)
{
	refcount_set(&port->congestion.charges, 1);
	pausectl_sender_init(&port->congestion.sender, dev_net(port->dev), generate);
}

/**
 * pausectl_congestion_end() - the port is about to end: let the partner go on
 * @port: the port
 *
 * RTNL, before port->dead. Nothing is lossless and nothing forced any more. The tasklet sends XON
 * for outstanding XOFF, and this function waits for the tasklet. If the driver is busy or memory
 * short, farewell.c sends XON later.
 */
void pausectl_congestion_end(struct pausectl_port *port)
{
	struct congestion_part *c = &port->congestion;

	spin_lock_irq(&port->lock);
	WRITE_ONCE(c->lossless, 0);
	c->forced = 0;
	c->next_ns = 0;
	pausectl_generate_kick(port);
	spin_unlock_irq(&port->lock);
	pausectl_sender_wait(&c->sender);
}

/**
 * pausectl_congestion_begin() - take over the XON that ended ports of the device owe
 * @port: the new port of the device
 * @told: the timers that the ended ports have stopped
 *
 * RTNL, before others find the port. The new port sends XON, or keeps the partner stopped if the
 * new port wants that, too.
 */
void pausectl_congestion_begin(struct pausectl_port *port, u16 told)
{
	spin_lock_irq(&port->lock);
	tell(&port->congestion, told, ktime_get_ns());
	pausectl_generate_kick(port);
	spin_unlock_irq(&port->lock);
}

/* port->dead is set. */
void pausectl_congestion_stop(struct pausectl_port *port)
{
	pausectl_sender_stop(&port->congestion.sender);
}

/**
 * pausectl_congestion_force() - ask the partner to stop, or no longer
 * @port: the port
 * @vector: priorities, or the link; 0: all timers of the mode
 * @stop: true: send XOFF until it is released; false: release it
 * @extack: says why not
 *
 * Under RTNL. XOFF for congestion goes on after a release.
 *
 * Return: 0, -EOPNOTSUPP if the settings forbid it, -EINVAL if the mode has no such timer, or
 * -ENETDOWN.
 */
int pausectl_congestion_force(struct pausectl_port *port, u16 vector, bool stop,
			      struct netlink_ext_ack *extack)
{
	u16 timers = pausectl_tx_timers(&port->set);
	int err = stop ? pausectl_control_allowed(port, extack) : 0;

	if (err)
		return err;
	if (stop && !timers) {
		NL_SET_ERR_MSG(extack,
			       "no priority has PFC ('pausectl set dev DEV prio LIST')");
		return -EINVAL;
	}
	/* Mode off has no timers, so nothing is left to release. */
	if (!stop && port->set.mode == PAUSECTL_MODE_OFF)
		return 0;
	if (vector & ~timers) {
		if (port->set.mode == PAUSECTL_MODE_PFC)
			NL_SET_ERR_MSG(extack,
				       "prio: allowed are priorities with PFC ('pausectl set dev DEV prio LIST')");
		else
			NL_SET_ERR_MSG(extack,
				       "prio: mode pause stops the link as a whole, so no priority is allowed (mode pfc has priorities)");
		return -EINVAL;
	}
	if (!vector)
		vector = timers;
	spin_lock_irq(&port->lock);
	if (stop)
		port->congestion.forced |= vector;
	else
		port->congestion.forced &= ~vector;
	pausectl_generate_kick(port);
	spin_unlock_irq(&port->lock);
	return 0;
}
