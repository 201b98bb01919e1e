// SPDX-License-Identifier: GPL-2.0
/*
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
#include <linux/minmax.h>
#include <linux/percpu.h>

#include "congestion/buffer.h"

/*
 * A turn. To send an XOFF over veth and to receive it takes 5.4 us in deterministic time on 6.12,
 * and 6.9 us on 7.3. The longest pauses of 27 ports of the host at 100 Gb/s do not run out.
 */
#define TURN_NS	12000

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
struct turns_clock {
	/* No more than a name here: the entry may be that of a user who has no port any more */
	const struct pause_user	*user;
	u64			end_ns;	/* when the turns of all ports of the user are over */
};

static DEFINE_PER_CPU(struct turns_clock, turns_of_users[TURN_USERS]);
static DEFINE_PER_CPU(u64, turns_of_host_end_ns);

/* The clock of @user, or the clock that ends first. *@sending: users whose turns are not over. */
static u64 *turns_clock_of(const struct pause_user *user, u64 now, unsigned int *sending)
{
	struct turns_clock *clock = this_cpu_ptr(turns_of_users), *own = clock;
	unsigned int i;

	for (i = 0; i < TURN_USERS; i++, clock++) {
		if (clock->user == user ||
		    (own->user != user && clock->end_ns < own->end_ns))
			own = clock;
		*sending += clock->user != user && clock->end_ns > now;
	}
	own->user = user;
	return &own->end_ns;
}

/*
 * A port has sent a frame of a series since @began: turn_ns becomes the end of its turn, when its
 * next frame may follow. In the tasklet, under port->lock. A port has one turn at a time, however
 * many frames it sends. So the last turn ends no later than the turns of all ports of the user one
 * after the other.
 */
void pausectl_turn_take(struct pausectl_port *port, u64 began, u64 now)
{
	u64 length = max_t(u64, 2 * (now - began), TURN_NS);
	u64 *end_ns = this_cpu_ptr(&turns_of_host_end_ns);
	unsigned int sending = 1;

	if (port->congestion.turn_ns > now)
		return;
	if (port->pause.user)
		end_ns = turns_clock_of(port->pause.user, now, &sending);
	else
		length = min_t(u64, length, TURN_MAX_NS);
	port->congestion.turn_ns = max(now, *end_ns) + sending * length;
	*end_ns = port->congestion.turn_ns;
}
