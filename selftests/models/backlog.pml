/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A full backlog: a dequeue that returns nothing because the backlog of its processor is full leaves
 * somebody behind that schedules the qdisc.
 *
 *	softirq	net_tx_action() of the kernel clears the scheduled bit of the qdisc and calls dequeue,
 *		and queue_yield_to_backlog() schedules the qdisc, or the tasklet q->queue.turn
 *	turn	the tasklet: its scheduled bit is cleared, then pausectl_queue_turn() schedules the qdisc
 *
 * The tasklet runs on the processor that scheduled it, and the qdisc may meanwhile run on another one.
 * A kick schedules the qdisc once more at any time. A tasklet and the softirq of its processor are two
 * processes here; the kernel has fewer interleavings.
 *
 * Barriers, each taken out by its macro:
 *	WITHOUT_YIELD_BARRIER	smp_mb() in queue_yield_to_backlog()
 *	WITHOUT_ORDERED_TURN	full order of test_and_clear_bit() in tasklet_action_common()
 *
 * With LINUX_6_19 the kernel is that of 6.19, see wakeup.pml.
 */

#define CPUS	3
#define DEPTH	2
#ifdef LINUX_6_19
#define LOADED	2
#else
#define LOADED	1
#endif
#define VARS	4
#include "memory.pml"

/* The variables */
#define TURN	0	/* TASKLET_STATE_SCHED of q->queue.turn */
#define DEFER	1	/* frames in q->defer_list */
#define SCHED	2	/* __QDISC_STATE_SCHED */
#define ROOT	3	/* the qdisc lock */

#define KICKER	2

byte queued = 2;	/* frames in the queue; under the qdisc lock */
bool sent;		/* q->backlog.sent; under the qdisc lock */
bool raised[CPUS];	/* NET_TX_SOFTIRQ, with the qdisc in output_queue */
bool turns[CPUS];	/* TASKLET_SOFTIRQ, with q->queue.turn in its list */
byte yields = 3;		/* how often a backlog will still be found full */

inline netif_schedule(c)
{
#ifdef LINUX_6_19
	LOAD(c, DEFER, seen);
	if
	:: seen != 0
	:: else ->
#endif
		EXCHANGE(c, SCHED, 1, seen);
		if
		:: seen == 0 -> raised[c] = true
		:: else
		fi
#ifdef LINUX_6_19
	fi
#endif
}

/* Under the qdisc lock */
inline queue_yield_to_backlog(c)
{
	if
	:: sent ->
		/* tasklet_schedule() */
		EXCHANGE(c, TURN, 1, seen);
		if
		:: seen == 0 -> turns[c] = true
		:: else
		fi
	:: else ->
#ifndef WITHOUT_YIELD_BARRIER
		MB(c);
#endif
		LOAD(c, TURN, seen);
		if
		:: seen
		:: else -> netif_schedule(c)
		fi
	fi;
	sent = false
}

/* dequeue_ready() for as long as it gives frames. The lock is not given up between frames. */
inline qdisc_run(c)
{
	do
	:: queued == 0 -> break
	:: queued > 0 -> queued--; sent = true
	:: atomic { queued > 0 && yields > 0 -> yields-- };
		queue_yield_to_backlog(c);
		break
	od
}

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

proctype turn(byte cpu)
{
	byte m_i, seen;
end:
	do
	:: turns[cpu] ->
		turns[cpu] = false;
#ifdef WITHOUT_ORDERED_TURN
		EXCHANGE_RELAXED(cpu, TURN, 0, seen);
#else
		EXCHANGE(cpu, TURN, 0, seen);
#endif
		/* pausectl_queue_turn() */
		netif_schedule(cpu)
	od
}

/* Another processor: a kick, then __dev_xmit_skb() */
proctype other(byte cpu)
{
	byte m_i, seen;

	netif_schedule(cpu);
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
		mem[SCHED] = 1;
		raised[0] = true;
		run memory(0);
		run memory(1);
		run memory(2);
		run softirq(0);
		run turn(0);
		run softirq(1);
		run turn(1);
		run softirq(2);
		run turn(2);
		run other(KICKER)
	};
	/* Nothing can happen any more. */
	timeout;
	assert(queued == 0)
}
