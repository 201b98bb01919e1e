/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The gate's wake-up: once the gate is open for good, no frame waits for ever.
 *
 *	timer	pausectl_gate_update() opens the gate, pausectl_queues_kick() schedules the qdisc
 *	softirq	net_tx_action() of the kernel clears the scheduled bit, qdisc_run() calls dequeue
 *	sender	__dev_xmit_skb() of the kernel enqueues a frame, qdisc_run() calls dequeue
 *
 * Two processors open and shut the gate, so one kicks while the run of the other's kick goes on. With
 * LINUX_6_19 the kernel is that of 6.19: a sender puts its frame on q->defer_list before it takes the
 * lock of the qdisc, and __netif_schedule() does nothing while that list has a frame.
 *
 * A timer and the softirq of its processor are two processes here. The kernel has fewer interleavings:
 * the timer interrupts the softirq, and the softirq does not interrupt the timer.
 *
 * Barriers, each taken out by its macro:
 *	WITHOUT_DEQUEUE_BARRIER	smp_mb() in dequeue_gated()
 *	WITHOUT_KICK_BARRIER		smp_mb() in pausectl_queues_kick()
 *	WITHOUT_ORDERED_BIT	full order of test_and_set_bit() in __netif_schedule()
 */

#ifdef LINUX_6_19
#define LOADED	2
#else
#define LOADED	1
#endif
#define CPUS	3
#define VARS	5
#define DEPTH	3
#include "memory.pml"

/* The variables */
#define GATE	0	/* port->gate.open: 1: the gate is open */
#define DEFER	1	/* frames in q->defer_list */
#define SCHED	2	/* __QDISC_STATE_SCHED */
#define ROOT	3	/* the qdisc lock */
#define PORT	4	/* port->lock */

#define TIMERS	2
#define SENDER	2

#ifndef CHANGES
#define CHANGES	3
#endif

bool gate;		/* what the holder of port->lock knows of GATE */
byte changes = CHANGES;	/* how often the gate will still open or shut: odd, so it is open in the end */
byte queued = 1;	/* frames in the queue; under the qdisc lock */
bool running;		/* __QDISC_STATE2_RUNNING; under the qdisc lock */
bool raised[TIMERS];	/* NET_TX_SOFTIRQ, with the qdisc in output_queue */

/* __netif_schedule() */
inline netif_schedule(c)
{
#ifdef LINUX_6_19
	LOAD(c, DEFER, seen);
	if
	:: seen != 0
	:: else ->
#endif
#ifdef WITHOUT_ORDERED_BIT
		EXCHANGE_RELAXED(c, SCHED, 1, seen);
#else
		EXCHANGE(c, SCHED, 1, seen);
#endif
		if
		:: seen == 0 -> raised[c] = true
		:: else
		fi
#ifdef LINUX_6_19
	fi
#endif
}

/* A frame of 31B, or the end of its time. Each change is one hold of port->lock. */
proctype timer(byte cpu)
{
	byte m_i, seen;

	do
	:: atomic { changes > 0 -> changes-- };
		LOCK(cpu, PORT);
		gate = !gate;
		STORE(cpu, GATE, gate);
		if
		:: gate ->
			/* pausectl_queues_kick() */
#ifndef WITHOUT_KICK_BARRIER
			MB(cpu);
#endif
			netif_schedule(cpu)
		:: else
		fi;
		UNLOCK(cpu, PORT)
	:: changes == 0 -> break
	od
}

/*
 * qdisc_run() under the qdisc lock. sch_direct_xmit() gives up the lock while it hands a frame to the
 * driver. A second run that begins meanwhile leaves the queue to the first.
 */
inline qdisc_run(c)
{
	if
	:: running
	:: else ->
		running = true;
		do
		:: queued == 0 -> break
		:: else ->
			/* pausectl_dequeue() */
			LOAD(c, GATE, seen);
			if
			:: seen
			:: else ->
				/* dequeue_gated() */
#ifndef WITHOUT_DEQUEUE_BARRIER
				MB(c);
#endif
				LOAD(c, GATE, seen)
			fi;
			if
			:: seen ->
				queued--;
				UNLOCK(c, ROOT);
				LOCK(c, ROOT)
			:: else -> break
			fi
		od;
		running = false
	fi
}

/* net_tx_action() */
proctype softirq(byte cpu)
{
	byte m_i, seen;
end:
	do
	:: raised[cpu] ->
		raised[cpu] = false;
		LOCK(cpu, ROOT);
		STORE(cpu, SCHED, 0);
		qdisc_run(cpu);
		UNLOCK(cpu, ROOT)
	od
}

/* __dev_xmit_skb() */
proctype sender(byte cpu)
{
	byte m_i, seen;

#ifdef LINUX_6_19
	ADD(cpu, DEFER, 1, seen);
	LOCK(cpu, ROOT);
	EXCHANGE(cpu, DEFER, 0, seen);
#else
	LOCK(cpu, ROOT);
#endif
	queued++;
	qdisc_run(cpu);
	UNLOCK(cpu, ROOT)
}

init {
	atomic {
		run memory(0);
		run memory(1);
		run memory(SENDER);
		run timer(0);
		run timer(1);
		run softirq(0);
		run softirq(1);
		run sender(SENDER)
	};
	/* Nothing can happen any more. */
	timeout;
	assert(!gate || queued == 0)
}
