/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a buffer holds against the congested bit: once no frame moves, a buffer above XOFF is congested
 * and a buffer below XON is not, whatever charges, returns and changes of limits came at the same time.
 *
 *	frames	buffer_add(), buffer_subtract(): the word @held changes, then the bit is read
 *	rtnl	pausectl_congestion_update(): the limits change, then buffer_settle() reads @held
 *
 * The model has octets alone: @held has octets and memory in one word, so both change at once.
 * buffer_settle() runs under port->lock: the bit changes, then @held is read again. The processors
 * have different frames, and each may leave its frame in the queue. A frame leaves on the processor
 * that has enqueued it: the qdisc lock is held for all of a charge or return.
 *
 * One buffer with limits of its own. Buffers with a shared pool (limits.c) use the same barriers.
 *
 * Barriers, each taken out by its macro:
 *	WITHOUT_SETTLE_BARRIER	smp_mb() in buffer_settle()
 *	WITHOUT_ORDERED_CHARGE	full order of atomic64_add_return() in buffer_add()
 *	WITHOUT_ORDERED_RETURN	full order of atomic64_sub_return() in buffer_subtract()
 *	WITHOUT_UPDATE_BARRIER	smp_mb() in pausectl_congestion_update()
 */

#define CPUS	3
#define DEPTH	4
#define LOADED	4
#define VARS	5
#include "memory.pml"

/* The variables */
#define HELD	0
#define CONGESTED	1
#define XOFF		2
#define XON		3
#define PORT		4	/* port->lock */

#ifndef ROUNDS
#define ROUNDS	1
#endif

/* Octets of the frame of each processor */
#define OCTETS(cpu)	((cpu) == 0 -> 1 : 3)

/* buffer_crossed() */
inline crossed(c, yes)
{
	LOAD(c, HELD, octets);
	LOAD(c, XON, on);
	LOAD(c, XOFF, off);
	LOAD(c, CONGESTED, bit_);
	d_step {
		yes = (bit_ -> octets < on : octets > off);
		octets = 0;
		on = 0;
		off = 0
	}
}

/* buffer_settle(), under port->lock */
inline settle(c)
{
	do
	:: true ->
		crossed(c, passed);
		if
		:: passed ->
			/* Only the holder of port->lock writes the bit. */
			STORE(c, CONGESTED, 1 - bit_);
#ifndef WITHOUT_SETTLE_BARRIER
			MB(c)
#endif
		:: else -> break
		fi
	od
}

inline settle_locked(c)
{
	LOCK(c, PORT);
	settle(c);
	UNLOCK(c, PORT)
}

/* Frames are charged and given back. */
proctype frames(byte cpu)
{
	byte m_i, octets, on, off, sum, rounds;
	bool bit_, passed;

	do
	:: rounds < ROUNDS ->
		rounds++;
		/* buffer_add() */
#ifdef WITHOUT_ORDERED_CHARGE
		ADD_RELAXED(cpu, HELD, OCTETS(cpu), sum);
#else
		ADD(cpu, HELD, OCTETS(cpu), sum);
#endif
		LOAD(cpu, XOFF, off);
		if
		:: sum > off ->
			/* buffer_above_xoff() */
			LOAD(cpu, CONGESTED, bit_);
			if
			:: !bit_ ->
				crossed(cpu, passed);
				if
				:: passed -> settle_locked(cpu)
				:: else
				fi
			:: else
			fi
		:: else
		fi;
		if
		:: break	/* The frame stays in the queue. */
		:: true
		fi;
		/* buffer_subtract() */
#ifdef WITHOUT_ORDERED_RETURN
		ADD_RELAXED(cpu, HELD, -OCTETS(cpu), sum);
#else
		ADD(cpu, HELD, -OCTETS(cpu), sum);
#endif
		LOAD(cpu, CONGESTED, bit_);
		if
		:: bit_ ->
			/* buffer_relieve() */
			crossed(cpu, passed);
			if
			:: passed -> settle_locked(cpu)
			:: else
			fi
		:: else
		fi
	:: rounds == ROUNDS -> break
	od
}

/* pausectl_congestion_update(): other limits come into force. */
proctype rtnl(byte cpu)
{
	byte m_i, octets, on, off;
	bool bit_, passed;

	LOCK(cpu, PORT);
	STORE(cpu, XOFF, 2);
	STORE(cpu, XON, 1);
#ifndef WITHOUT_UPDATE_BARRIER
	MB(cpu);
#endif
	settle(cpu);
	UNLOCK(cpu, PORT)
}

init {
	byte m_i;

	atomic {
		mem[XOFF] = 3;
		mem[XON] = 2;
		for (m_i : 0 .. CPUS - 1) {
			COPY(m_i, XOFF) = mem[XOFF];
			COPY(m_i, XON) = mem[XON]
		}
		m_i = 0;
		run memory(0);
		run memory(1);
		run memory(2);
		run frames(0);
		run frames(1);
#ifdef LIMITS_CHANGE
		run rtnl(2)
#else
		run frames(2)
#endif
	};
	/* Nothing can happen any more. */
	timeout;
	assert(!(mem[HELD] > mem[XOFF]) || mem[CONGESTED]);
	assert(!(mem[HELD] < mem[XON]) || !mem[CONGESTED])
}
