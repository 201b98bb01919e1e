// SPDX-License-Identifier: GPL-2.0
/*
 * A port for differential.py: the module's own receive hook, pause timers, gate, settings, counters
 * and control frames. Its device knows no speed, its qdisc only acknowledges, nothing is congested,
 * and Python sets the clock.
 */
#include "congestion/buffer.h"
#include "control/control.h"
#include "pause/pause.h"
#include "port/seen.h"
#include "queue/queue.h"
#include "receive/receive.h"
#include "rules/counters.h"
#include "settings/settings.h"
#include "settings/table.h"
#include "views/views.h"

u64 now_ns, late_ns;

/* What Python reads */
u64 opened[MAC_CTRL_TIMERS];	/* when each pause ended in the last call, or 0 */
u64 fired[2048];		/* when the hrtimer fired in the last port_wait() */
u8 sent[MAC_CTRL_FRAME_LEN];	/* the last frame */
unsigned int kicks;		/* of the qdisc, in all */
struct pausectl_counters counters;

#define COUNTER_NAME(name, NAME, values, ...) #name " " #values " "
const char *const counter_names = /* in the order of the struct, with the number of values */
	PAUSECTL_COUNTERS(COUNTER_NAME, PAUSECTL_NO_FIELD, PAUSECTL_NO_FIELD)
	PAUSECTL_COUNTERS(PAUSECTL_NO_FIELD, COUNTER_NAME, COUNTER_NAME);

static struct user_namespace user_ns;
static struct net net = { &user_ns };
static struct net_device device = { .net = &net };
static struct pausectl_port *port;
static struct Qdisc qdisc;
static struct pausectl_qdisc queue = { .queue.sch = &qdisc };
const struct pausectl_settings pausectl_settings_default = PAUSECTL_SETTINGS_DEFAULT;

void __netif_schedule(struct Qdisc *scheduled)
{
	kicks++;
}

/* Parts that this port lacks */
#define RETURNS(value, prototype) prototype { return value; }
#define NOTHING(prototype) prototype { }
RETURNS((struct buffer_limits){ },
	struct buffer_limits pausectl_buffer_wish(const struct pausectl_settings *set,
						  unsigned int buffer))
RETURNS((struct buffer_room){ },
	struct buffer_room pausectl_buffer_room(const struct pausectl_port *p,
						const struct pausectl_settings *set))
RETURNS((struct buffer_limits){ },
	struct buffer_limits pausectl_buffer_limits(const struct congestion_part *c,
						    unsigned int buffer))
RETURNS(NULL, struct pausectl_port *pausectl_port_find(const struct net_device *dev))
RETURNS(NULL, struct net_device *pausectl_peer_device(const struct pausectl_port *p))
RETURNS(0, int pausectl_schedule_prepare(struct pausectl_port *p,
					 const struct pausectl_settings *set,
					 struct pausectl_schedule **made))
RETURNS(0, int pausectl_trust_prepare(const struct pausectl_apps *apps, u32 order,
				      struct pausectl_trust **trust))
NOTHING(void pausectl_schedule_commit(struct pausectl_port *p, struct pausectl_schedule *schedule))
NOTHING(void pausectl_trust_commit(struct pausectl_port *p, struct pausectl_trust *trust))
NOTHING(void pausectl_trust_free(struct pausectl_trust *trust))
NOTHING(void pausectl_congestion_update(struct pausectl_port *p))
NOTHING(void pausectl_event_announce(struct pausectl_port *p, enum pausectl_event event))
NOTHING(static void tell_nobody(struct pausectl_port *p, const struct pausectl_settings *before,
				const struct pausectl_change *change))

void pausectl_event(struct pausectl_port *p, enum pausectl_event event, unsigned int priority,
		    u16 quanta, u64 duration_ns)
{
	if (event == PAUSECTL_EVENT_RESUMED)
		opened[priority] = now_ns;
}

int __dev_direct_xmit(struct sk_buff *skb, u16 queue_id)
{
	WARN_ON_ONCE(skb->len != sizeof(sent));
	memcpy(sent, skb->data, sizeof(sent));
	return 0;
}

void port_address(const u8 *address)
{
	memcpy(device.dev_addr, address, sizeof(device.dev_addr));
}

#define PORTS_MAX 4
static struct pausectl_port *ports[PORTS_MAX];
static struct port_frames frames;

/* @users_ports: how many ports the user of the port has; 0: the port is the host's. */
void port_begin(const u8 *address, u64 now, u64 late, unsigned int users_ports)
{
	unsigned int i;

	now_ns = now;
	late_ns = late;
	for (i = 0; i < PORTS_MAX && ports[i]; i++) {
		pausectl_pause_stop(ports[i]);
		free(ports[i]);
		ports[i] = NULL;
	}
	user_ns = (struct user_namespace){ .level = !!users_ports, .ucounts = &net };
	for (i = 0; i < max(users_ports, 1U); i++) {
		ports[i] = calloc(1, sizeof(*port));
		ports[i]->dev = &device;
		pausectl_pause_init(ports[i]);
	}
	port = ports[0];
	port->mark = SEEN_PRIORITY + 1;
	port->gate.open = ~0UL;
	port->frames = memset(&frames, 0, sizeof(frames));
	INIT_LIST_HEAD(&port->queues.list);
	list_add(&queue.queue.node, &port->queues.list);
	queue.queue.stopped = 0;
	port_address(address);
	pausectl_wire_init(port);
	pausectl_settings_listen(tell_nobody);
	pausectl_settings_init(port);
	pausectl_receive_begin(port, NULL);
}

/*
 * A frame as the kernel hands it to the hook: its data begin after length/type. Return: whether it
 * goes on to the stack.
 */
bool port_receive(u8 *frame, unsigned int len, bool tagged, unsigned int priority)
{
	struct sk_buff skb = {
		.dev = &device, .mac = frame, .data = frame + ETH_HLEN, .len = len - ETH_HLEN,
		.vlan_present = tagged, .vlan_tci = priority << 13,
		.priority = tagged ? 0 : priority,
	};
	bool passes;

	memcpy(&skb.protocol, frame + 12, sizeof(skb.protocol));
	memset(opened, 0, sizeof(opened));
	passes = port->receive.nf_ops.hook(port, &skb, NULL) == NF_ACCEPT;
	WARN_ON_ONCE(passes == skb.consumed);
	return passes;
}

/* Let time pass, and fire the hrtimer of the pause timers. Return: how often it fired. */
unsigned int port_wait(u64 time)
{
	struct hrtimer *timer = &port->pause.hrtimer;
	unsigned int firings = 0;

	memset(opened, 0, sizeof(opened));
	while (timer->queued && timer->fires <= time) {
		now_ns = timer->fires;
		timer->queued = false;
		WARN_ON_ONCE(firings == ARRAY_SIZE(fired));
		fired[firings++] = now_ns;
		timer->function(timer);
	}
	now_ns = time;
	return firings;
}

/* The qdisc has no frame below the gate. */
void port_acknowledge(void)
{
	pausectl_ack_stopped(port, &queue.queue);
}

static struct pausectl_change change;

/* Name a value of a request. port_apply() makes the request, and returns 0 or an error. */
#define SETTING_ATTR(NAME, field, ...) { #field, PAUSECTL_A_##NAME },
void port_want(const char *name, unsigned int index, u64 value)
{
	static const struct {
		const char *name;
		u16 attr;
	} names[] = { PAUSECTL_SETTINGS(SETTING_ATTR) };
	const struct pausectl_setting *row;
	unsigned int i;

	for (i = 0; strcmp(names[i].name, name); i++)
		WARN_ON_ONCE(i + 1 == ARRAY_SIZE(names));
	row = pausectl_setting_of(names[i].attr);
	__set_bit(row->attr, change.present);
	if (row->values > 1)
		change.elements[row->attr] |= BIT(index);
	/* Little-endian, as all hosts of this test */
	memcpy((u8 *)&change.to + row->offset + index * row->size, &value, row->size);
}

int port_apply(void)
{
	int err = pausectl_settings_change(port, &change, NULL);

	change = (struct pausectl_change){ };
	return err;
}

int port_send(u16 vector, const u16 *quanta)
{
	struct mac_ctrl_request req = { .vector = vector };
	struct netlink_ext_ack extack;

	memcpy(req.quanta, quanta, sizeof(req.quanta));
	return pausectl_control_send(port, &req, NULL, &extack);
}

/* A control frame that another program sends comes to the qdisc. */
void port_relay(u8 *frame, unsigned int len)
{
	struct sk_buff skb = { .data = frame, .len = len };
	struct mac_ctrl_request req;

	if (pausectl_control_read(&skb, &req))
		pausectl_control_forwarded(port, &req);
}

/*
 * Copy the counters. Return: the gate. Bit n: priority n starts no frame. From bit 16 on: the same
 * for the short way of dequeue, see GATE_SHIFT.
 */
u32 port_look(void)
{
	struct pausectl_counters *now = pausectl_counters_read(port);

	counters = *now;
	free(now);
	return (u16)~(port->gate.open >> GATE_SHIFT) | (u32)(u16)~port->gate.open << 16;
}
