// SPDX-License-Identifier: GPL-2.0
/*
 * Congestion sends by a tasklet, and a timer that schedules the tasklet.
 *
 * XOFFs, refreshes and tries that fail take turns, so that any number of ports leaves time
 * for others. Ports of the host, the initial user namespace, take turns with each other only. So do
 * the ports of a user. On a processor, each of these groups has a clock: when its last turn is
 * over. A clock whose time has passed says nothing, so any user can take it over.
 *
 * While n users are sending, a turn of a user is n times as long. So all users together send no
 * more than one of them alone. With m ports on the processor, a port sends its next XOFF no later
 * than after m * n turns, or after m turns on the host. The partner's pause does not run out if it
 * is longer.
 */
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/user_namespace.h>

#include "compat.h"
#include "congestion/buffer.h"

/* Least time until a frame is tried again: memory was short, or the device did not take it. */
#define RETRY_NS	50000

/* A turn. The longest pauses of 30 ports of the host at 100 Gb/s do not run out. */
#define TURN_NS	10000

/*
 * If a driver takes long to send, such as the driver of a stacked device, a turn is twice as long
 * as the sending took: at least half of the processor is left. Interrupts also lengthen the
 * sending. So a turn of the host is no longer than this limit, and the pauses of its other ports
 * do not run out. Turns of users have no limit, because a user could stack a device that takes
 * longer, and keep the processor.
 */
#define TURN_MAX_NS	200000

/* The users that send at the same time on a processor. Beyond that number, users share clocks. */
#define TURN_USERS	16

/* The clock of a user. Only tasklets on the processor use the clocks. */
struct sender_turns {
	const void	*user;		/* see sender_user_of() */
	u64		end_ns;		/* when the turns of all ports of the user are over */
};

static DEFINE_PER_CPU(struct sender_turns, turns_of_users[TURN_USERS]);
static DEFINE_PER_CPU(u64, turns_of_host_end_ns);

/*
 * A user is whoever has made the outermost user namespace. He may make thousands of them. Root
 * makes containers for others, so each user namespace that root has made is a user of its own.
 * A port holds its namespace, and the namespace holds what this returns.
 */
static const void *sender_user_of(const struct net *net)
{
	const struct user_namespace *ns = net->user_ns;

	if (!ns->level)
		return NULL;
	while (ns->level > 1)
		ns = ns->parent;
	return uid_eq(ns->owner, GLOBAL_ROOT_UID) ? (const void *)ns : ns->ucounts;
}

/* The clock of @user, or the clock that ends first. *@sending: users whose turns are not over. */
static u64 *sender_clock_of(const void *user, u64 now, unsigned int *sending)
{
	struct sender_turns *turns = this_cpu_ptr(turns_of_users), *own = turns;
	unsigned int i;

	for (i = 0; i < TURN_USERS; i++) {
		if (turns[i].user == user ||
		    (own->user != user && turns[i].end_ns < own->end_ns))
			own = &turns[i];
		*sending += turns[i].user != user && turns[i].end_ns > now;
	}
	own->user = user;
	return &own->end_ns;
}

/*
 * A sender has sent a frame of a series since @began: turn_ns becomes the end of its turn, when its
 * next frame may follow. In the tasklet. A sender has one turn at a time, however many frames it
 * sends. So the last turn ends no later than the turns of all senders of the user one after the
 * other.
 */
void pausectl_sender_take_turn(struct pausectl_sender *sender, u64 began, u64 now)
{
	u64 length = max_t(u64, 2 * (now - began), TURN_NS);
	u64 *end_ns = this_cpu_ptr(&turns_of_host_end_ns);
	unsigned int sending = 1;

	if (sender->turn_ns > now)
		return;
	if (sender->user)
		end_ns = sender_clock_of(sender->user, now, &sending);
	else
		length = min_t(u64, length, TURN_MAX_NS);
	sender->turn_ns = max(now, *end_ns) + sending * length;
	*end_ns = sender->turn_ns;
}

/*
 * A frame could not be sent. Return: when to try again. In the tasklet. A try takes a turn, as a
 * frame does, so any number of ports that cannot send leaves time for others.
 */
u64 pausectl_sender_retry_ns(struct pausectl_sender *sender, u64 began, u64 now)
{
	pausectl_sender_take_turn(sender, began, now);
	return max(now + RETRY_NS, sender->turn_ns);
}

static enum hrtimer_restart sender_due(struct hrtimer *timer)
{
	struct pausectl_sender *sender = container_of(timer, struct pausectl_sender, timer);

	pausectl_sender_now(sender);
	return HRTIMER_NORESTART;
}

void pausectl_sender_init(struct pausectl_sender *sender, const struct net *net,
			  void (*send)(struct tasklet_struct *tasklet))
{
	sender->user = sender_user_of(net);
	hrtimer_setup(&sender->timer, sender_due, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	tasklet_setup(&sender->tasklet, send);
}

/* Wait until the tasklet has run, if it was scheduled. */
void pausectl_sender_wait(struct pausectl_sender *sender)
{
	tasklet_kill(&sender->tasklet);
}

/*
 * port->dead is set. A running tasklet may still schedule itself, and an armed timer may still
 * schedule the tasklet. The last run of the tasklet sees port->dead and does nothing.
 */
void pausectl_sender_stop(struct pausectl_sender *sender)
{
	tasklet_kill(&sender->tasklet);
	hrtimer_cancel(&sender->timer);
	tasklet_kill(&sender->tasklet);
}
