/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Frames are charged to a buffer and leave, and the limit of XOFF falls meanwhile. In the end the port wants XOFF
 * if the buffer is above XOFF, and XON if it is below XON. Each frame has one octet.
 *
 *	frame	pausectl_buffer_charge(), later pausectl_buffer_give_back()
 *	update	pausectl_congestion_update()
 *	settle	settle()
 *
 * NO_CHARGE_BARRIER	atomic_add_return() and atomic_sub_return() order nothing
 * NO_SETTLE_BARRIER	settle() without smp_mb()
 * NO_UPDATE_BARRIER	pausectl_congestion_update() without smp_mb()
 */
#ifndef FRAMES
#define FRAMES	3	/* each on a processor of its own */
#endif
#define UPDATE	FRAMES	/* the last processor */
#define CPUS	(FRAMES + 1)
#include "memory.pml"

#define CONGESTED	0	/* congestion.congested, one buffer */
#define XOFF		1	/* congestion.limits.xoff */

#define XON		1

byte occupancy;		/* congestion.occupancy: atomic */
bool port_lock;
byte done;

#define crossed(cpu) \
	(load(cpu, CONGESTED) -> occupancy < XON : occupancy > load(cpu, XOFF))

inline settle(cpu)
{
	do
	:: crossed(cpu) ->
		if
		:: load(cpu, CONGESTED) -> store(cpu, CONGESTED, 0)
		:: else -> store(cpu, CONGESTED, 1)
		fi;
#ifndef NO_SETTLE_BARRIER
		mb(cpu)
#endif
	:: else -> break
	od
}

inline settle_locked(cpu)
{
	lock(port_lock);
	settle(cpu);
	unlock(port_lock, cpu)
}

inline look(cpu)
{
	xoff = load(cpu, XOFF);
	congested = load(cpu, CONGESTED)
}

/* Change the occupancy, and look. Without order the processor may look first. */
inline change(cpu, octets)
{
#ifdef NO_CHARGE_BARRIER
	if
	:: look(cpu);
		d_step { occupancy = occupancy + octets; now = occupancy }
	:: d_step { occupancy = occupancy + octets; now = occupancy };
		look(cpu)
	fi
#else
	mb(cpu);
	d_step { occupancy = occupancy + octets; now = occupancy };
	look(cpu)
#endif
}

/* The frame leaves, or waits on. */
proctype frame(byte cpu)
{
	byte now, xoff;
	bool congested;

	change(cpu, 1);
	if
	:: now > xoff && !congested && crossed(cpu) -> settle_locked(cpu)
	:: else
	fi;
	d_step { now = 0; xoff = 0; congested = false };
	if
	:: true ->
		change(cpu, -1);
		if
		:: now < XON && congested && crossed(cpu) -> settle_locked(cpu)
		:: else
		fi
	:: true
	fi;
	d_step { now = 0; xoff = 0; congested = false; done++ }
}

proctype update()
{
	lock(port_lock);
	store(UPDATE, XOFF, 1);
#ifndef NO_UPDATE_BARRIER
	mb(UPDATE);
#endif
	settle(UPDATE);
	unlock(port_lock, UPDATE);
	done++
}

init
{
	byte cpu;

	memory[XOFF] = 2;
	atomic {
		for (cpu : 0 .. CPUS - 1) {
			run buffer(cpu, CONGESTED);
		}
		run buffer(UPDATE, XOFF);
		for (cpu : 0 .. FRAMES - 1) {
			run frame(cpu)
		}
		run update()
	}
	timeout -> assert(done == CPUS &&
			  (memory[CONGESTED] -> occupancy >= XON : occupancy <= memory[XOFF]))
}
