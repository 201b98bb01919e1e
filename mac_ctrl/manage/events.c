// SPDX-License-Identifier: GPL-2.0
/*
 * Events on their way from the datapath to user space.
 *
 *	under port->lock --> ring of the port --> work --> genetlink multicast
 *
 * The datapath does no more than fill in a record, and that only while
 * somebody listens. A full ring counts what it could not take; the next
 * message tells how many that were. The work has no priority above that of
 * processes: anybody may listen, and is to hold up nobody else by that.
 */
#include "../port.h"

/**
 * pausectl_event() - note an event
 * @port: the port, locked
 * @event: what happened
 * @priority: 0 to 7 or MAC_CTRL_LINK, where it has one
 * @quanta: time asked for, for paused and xoff
 * @duration_ns: length of the pause, for resumed
 */
void pausectl_event(struct pausectl_port *port, enum pausectl_event event,
		    unsigned int priority, u16 quanta, u64 duration_ns)
{
	struct pausectl_event_record record = {
		.event		= event,
		.priority	= priority,
		.quanta		= quanta,
		.duration_ns	= duration_ns,
	};

	lockdep_assert_held(&port->lock);
	if (!pausectl_genetlink_listeners(dev_net(port->dev)))
		return;
	record.time_ns = ktime_get_real_ns();
	record.lost = port->events_lost;
	if (kfifo_put(&port->events, record))
		port->events_lost = 0;
	else
		port->events_lost++;
	if (!port->dead)
		queue_work(system_wq, &port->events_work);
}

static void deliver(struct pausectl_port *port)
{
	struct pausectl_event_record record;
	char name[IFNAMSIZ];
	bool found;

	do {
		spin_lock_irq(&port->lock);
		found = kfifo_get(&port->events, &record);
		strscpy(name, port->name, IFNAMSIZ);
		spin_unlock_irq(&port->lock);
		if (found)
			pausectl_genetlink_event(port, name, &record);
	} while (found);
}

static void events_work(struct work_struct *work)
{
	deliver(container_of(work, struct pausectl_port, events_work));
}

void pausectl_events_init(struct pausectl_port *port)
{
	INIT_KFIFO(port->events);
	INIT_WORK(&port->events_work, events_work);
}

/* port->dead is set: what is cancelled here is not queued again. */
void pausectl_events_flush(struct pausectl_port *port)
{
	cancel_work_sync(&port->events_work);
	deliver(port);
}
