// SPDX-License-Identifier: GPL-2.0
/*
 * Storms on request: PAUSE or PFC frames at a fixed interval. The partner then never sends, or
 * sends only in the gaps that the user asked for. A storm is an instrument for testing partners.
 * Congestion on this port works independently of the storm.
 *
 * A received storm sends nothing: the port acts as if such frames came in. So a user can try the
 * watchdog without a partner.
 *
 * A storm belongs to the netlink socket that began it. The storm ends when its time is over, when
 * that socket is closed, when the port may no longer send (a received storm: when the port listens
 * to none of the storm's timers), or when the port ends. A last frame then lets the partner go on.
 * If memory is short or the driver busy, the port tries again until the last frame has gone out.
 */
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#include "congestion/congestion.h"
#include "control/control.h"
#include "pause/pause.h"
#include "port/port.h"

/* Number of storms in the machine. While it is 0, the end of a netlink socket looks at no port. */
static atomic_t storms = ATOMIC_INIT(0);

/* Under port->lock. May frames of the storm go out, or of a received storm act here? */
static bool storm_allowed(const struct pausectl_port *port)
{
	if (port->storm.received)
		return port->storm.req.vector & port->pause.listening;
	return port->active.tx;
}

/* Under port->lock. The last frame: XOFF for the timers in told, XON for the others. */
static struct mac_ctrl_request last_frame(const struct pausectl_port *port)
{
	struct mac_ctrl_request req = { .vector = port->storm.req.vector };
	unsigned int i;

	if (port->storm.received)
		return req;
	req.xoff = req.vector & port->congestion.told;
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (req.xoff & BIT(i))
			req.quanta[i] = port->set.xoff_quanta[i];
	return req;
}

/* Under port->lock. Return: whether there was a storm. */
static bool end_storm(struct pausectl_port *port)
{
	if (!port->storm.on)
		return false;
	WRITE_ONCE(port->storm.on, false);
	atomic_dec(&storms);
	pausectl_event(port, PAUSECTL_EVENT_STORM_ENDED, 0, 0, 0);
	if (port->storm.echo)
		pausectl_event_tell_owner(port, port->storm.owner);
	return true;
}

/* Under port->lock. Return: whether to send @req, the owed last frame of a storm, now. */
static bool owed_next(struct pausectl_port *port, struct mac_ctrl_request *req, u64 now)
{
	struct storm_part *storm = &port->storm;

	if (!storm->owed)
		return false;
	if (now < storm->next_ns) {
		pausectl_sender_at(&storm->sender, storm->next_ns);
		return false;
	}
	storm->owed = false;
	*req = last_frame(port);
	return storm_allowed(port) && netif_running(port->dev) &&
	       netif_carrier_ok(port->dev);
}

/* Under port->lock. Return: whether to send @req, the next or last frame, now. */
static bool storm_next(struct pausectl_port *port, struct mac_ctrl_request *req, u64 now)
{
	struct storm_part *storm = &port->storm;

	if (port->dead)
		return false;
	if (!storm->on)
		return owed_next(port, req, now);
	*req = storm->req;
	if (now >= storm->end_ns || !storm_allowed(port)) {
		*req = last_frame(port);
		return end_storm(port) && storm_allowed(port);
	}
	if (now < storm->next_ns) {
		pausectl_sender_at(&storm->sender,
				   min(storm->next_ns, storm->end_ns));
		return false;
	}
	/* Frames that could not be sent in time are left out. */
	storm->next_ns += storm->interval_ns;
	if (storm->next_ns < now)
		storm->next_ns = now + storm->interval_ns;
	return true;
}

/* A storm's frame that could not be sent is left out. Only its last frame is tried again. */
static void not_sent(struct pausectl_port *port, int err, u64 began, u64 now)
{
	if (port->storm.on || (err != -ENOMEM && err != -EBUSY))
		return;
	port->storm.owed = true;
	port->storm.next_ns = pausectl_sender_retry_ns(&port->storm.sender, began, now);
}

/* Storms take turns, as refreshes do, except storms with a very short interval. */
static void take_turn(struct storm_part *storm, u64 began, u64 now)
{
	if (storm->interval_ns < PAUSECTL_INTERVAL_TURNS_NS)
		return;
	pausectl_sender_take_turn(&storm->sender, began, now);
	storm->next_ns = max(storm->next_ns, storm->sender.turn_ns);
}

/* Under port->lock, which is released while the frame is sent. Return: the time after that. */
static u64 storm_frame(struct pausectl_port *port,
		       const struct mac_ctrl_request *req, u64 began)
	__must_hold(&port->lock)
{
	bool received = port->storm.received;
	int err = 0;
	u64 now;

	if (received)
		pausectl_pause_request(port, req, req->vector & port->pause.listening,
				       began);
	spin_unlock_irq(&port->lock);
	if (!received)
		err = pausectl_control_transmit(port, req);
	else if (READ_ONCE(port->pause.brief))
		pausectl_pause_wait_out(port);
	spin_lock_irq(&port->lock);
	now = ktime_get_ns();
	if (err)
		not_sent(port, err, began, now);
	if (port->storm.on)
		take_turn(&port->storm, began, now);
	return now;
}

static void storm_send(struct tasklet_struct *tasklet)
{
	struct pausectl_port *port =
		from_tasklet(port, tasklet, storm.sender.tasklet);
	struct mac_ctrl_request req;
	unsigned int left = PAUSECTL_FRAMES_AT_ONCE;
	u64 now;

	spin_lock_irq(&port->lock);
	now = ktime_get_ns();
	while (storm_next(port, &req, now)) {
		now = storm_frame(port, &req, now);
		/* Let other softirqs run in between. */
		if (!--left) {
			pausectl_sender_now(&port->storm.sender);
			break;
		}
	}
	spin_unlock_irq(&port->lock);
}

/* Half of the time that each frame asks for, PAUSECTL_INTERVAL_MIN_NS at least. */
static u64 gap_free_ns(const struct pausectl_port *port,
		       const struct mac_ctrl_request *req)
{
	u16 quanta = U16_MAX;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (req->xoff & BIT(i))
			quanta = req->quanta[i];
	return max_t(u64, quanta_to_ns(&port->active.rate, quanta) / 2,
		     PAUSECTL_INTERVAL_MIN_NS);
}

/* May received frames for these timers act here? RTNL. */
static int receive_allowed(const struct pausectl_port *port, u16 timers,
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

/**
 * pausectl_storm_start() - begin a storm, or replace a storm of the same owner
 * @port: the port
 * @wish: the storm
 * @extack: says why not
 *
 * Under RTNL.
 *
 * Return: 0, -EBUSY if a storm of another owner is running, -EOPNOTSUPP if the settings forbid to
 * send or do not listen, -ENETDOWN, or -EPERM if the interval needs CAP_NET_ADMIN.
 */
int pausectl_storm_start(struct pausectl_port *port,
			 const struct pausectl_storm_wish *wish,
			 struct netlink_ext_ack *extack)
{
	u64 interval_ns = wish->interval_ns ?: gap_free_ns(port, &wish->req);
	struct storm_part *storm = &port->storm;
	u64 now = ktime_get_ns();
	int err;

	/* The work may still have to tell the owner of the previous storm of its end. */
	flush_work(&port->events.work);
	err = wish->received ?
	      receive_allowed(port, wish->req.vector, extack) :
	      pausectl_control_allowed(port, extack);
	if (err)
		return err;
	if (interval_ns < PAUSECTL_INTERVAL_TURNS_NS && !wish->capable) {
		NL_SET_ERR_MSG(extack,
			       "interval: below 20000 ns, set or following from quanta, needs CAP_NET_ADMIN in the initial user namespace");
		return -EPERM;
	}
	spin_lock_irq(&port->lock);
	if (storm->on && storm->owner != wish->owner) {
		spin_unlock_irq(&port->lock);
		NL_SET_ERR_MSG(extack, "another storm is running on this device");
		return -EBUSY;
	}
	if (!storm->on)
		atomic_inc(&storms);
	WRITE_ONCE(storm->on, true);
	storm->owed = false;
	storm->req = wish->req;
	storm->interval_ns = interval_ns;
	storm->owner = wish->owner;
	storm->received = wish->received;
	storm->echo = wish->echo;
	storm->next_ns = now;
	storm->end_ns = wish->duration_ns ? now + wish->duration_ns : U64_MAX;
	pausectl_event(port, PAUSECTL_EVENT_STORM, 0, 0, 0);
	pausectl_sender_now(&storm->sender);
	spin_unlock_irq(&port->lock);
	return 0;
}

/* Under port->lock. Let the tasklet end the storm. @tell: tell the owner, if it asked for that. */
static void end_now(struct pausectl_port *port, bool tell)
{
	if (!port->storm.on || port->dead)
		return;
	port->storm.end_ns = 0;
	port->storm.echo &= tell;
	pausectl_sender_now(&port->storm.sender);
}

/* Without RTNL, so the port may be ending. */
static int netlink_event(struct notifier_block *nb, unsigned long event,
			 void *data)
{
	const struct netlink_notify *notify = data;
	struct pausectl_port *port;
	unsigned long ifindex = 0;

	if (event != NETLINK_URELEASE || notify->protocol != NETLINK_GENERIC ||
	    !atomic_read(&storms))
		return NOTIFY_DONE;
	rcu_read_lock();
	while ((port = pausectl_port_next(notify->net, &ifindex))) {
		ifindex++;
		if (!READ_ONCE(port->storm.on))
			continue;
		spin_lock_irq(&port->lock);
		if (port->storm.owner == notify->portid)
			end_now(port, false);
		spin_unlock_irq(&port->lock);
	}
	rcu_read_unlock();
	return NOTIFY_DONE;
}

void pausectl_storm_init(struct pausectl_port *port)
{
	pausectl_sender_init(&port->storm.sender, dev_net(port->dev), storm_send);
}

/* RTNL, before port->dead is set, so that the last frame goes out. */
void pausectl_storm_end(struct pausectl_port *port)
{
	spin_lock_irq(&port->lock);
	end_now(port, true);
	spin_unlock_irq(&port->lock);
	pausectl_sender_wait(&port->storm.sender);
}

/* port->dead is set. */
void pausectl_storm_stop(struct pausectl_port *port)
{
	pausectl_sender_stop(&port->storm.sender);
	spin_lock_irq(&port->lock);
	end_storm(port);
	spin_unlock_irq(&port->lock);
}

static struct notifier_block netlink_notifier = {
	.notifier_call = netlink_event,
};

int pausectl_storm_register(void)
{
	return netlink_register_notifier(&netlink_notifier);
}

void pausectl_storm_unregister(void)
{
	netlink_unregister_notifier(&netlink_notifier);
}
