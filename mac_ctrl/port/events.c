// SPDX-License-Identifier: GPL-2.0
/*
 * Events on their way from the datapath to user space.
 *
 *	under port->lock --> ring of the port --> work --> sink, which is genetlink
 *
 * The datapath fills in a record only while somebody listens. If the ring is full, the port counts
 * the lost events, and the next message tells their number.
 *
 * Anybody may listen, so listening must not hold up others. The work runs at normal priority. It
 * delivers one ring of events at most, and then queues itself after other works.
 */
#include "compat.h"
#include "port/port.h"

/* Set once, before the first port begins. */
static const struct event_sink *sink __ro_after_init;

void __init pausectl_event_sink_set(const struct event_sink *to)
{
	sink = to;
}

/* Note an event. Under port->lock. @duration_ns: of the pause or storm that has ended. */
void pausectl_event(struct pausectl_port *port, enum pausectl_event event,
		    unsigned int priority, u16 quanta, u64 duration_ns)
{
	struct event_record record = {
		.event		= event,
		.priority	= priority,
		.quanta		= quanta,
		.duration_ns	= duration_ns,
	};

	lockdep_assert_held(&port->lock);
	if (!sink->has_listeners(dev_net(port->dev)))
		return;
	record.time_ns = ktime_get_real_ns();
	if (!kfifo_put(&port->events.ring, record))
		port->events.lost++;
	if (!port->dead)
		queue_work(system_percpu_wq, &port->events.work);
}

/* Note an event of the whole port. Process context, port->lock not held. */
void pausectl_event_announce(struct pausectl_port *port, enum pausectl_event event)
{
	spin_lock_irq(&port->lock);
	pausectl_event(port, event, 0, 0, 0);
	spin_unlock_irq(&port->lock);
}

/* Deliver what the ring holds. Return: whether the ring was full, so that more may wait. */
static bool events_deliver(struct pausectl_port *port)
{
	struct event_record records[EVENTS_RING];
	unsigned int i, count;
	char name[IFNAMSIZ];
	u32 lost;

	spin_lock_irq(&port->lock);
	count = kfifo_out(&port->events.ring, records, EVENTS_RING);
	lost = port->events.lost;
	port->events.lost = 0;
	strscpy(name, port->name, IFNAMSIZ);
	spin_unlock_irq(&port->lock);
	for (i = 0; i < count; i++)
		sink->multicast(port, name, &records[i], i ? 0 : lost);
	return count == EVENTS_RING;
}

static void events_work(struct work_struct *work)
{
	if (events_deliver(container_of(work, struct pausectl_port, events.work)))
		queue_work(system_percpu_wq, work);
}

void pausectl_events_init(struct pausectl_port *port)
{
	INIT_KFIFO(port->events.ring);
	INIT_WORK(&port->events.work, events_work);
}

/* port->dead is set, so nothing queues the work again. Delivers what is left. */
void pausectl_events_stop(struct pausectl_port *port)
{
	cancel_work_sync(&port->events.work);
	events_deliver(port);
}
