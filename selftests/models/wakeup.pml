/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The gate opens while frames wait and while another processor sends. No frame waits for ever.
 *
 *	timer	pausectl_gate_update(), pausectl_queues_kick(), __netif_schedule()
 *	softirq	net_tx_action(), qdisc_run(), pausectl_dequeue()
 *	sender	__dev_xmit_skb(), qdisc_run(), pausectl_dequeue()
 *
 * With LINUX_6_19 senders leave their frames in a list, and the first of them enqueues all. __netif_schedule() then
 * does nothing while the list has frames.
 *
 * NO_KICK_BARRIER	pausectl_queues_kick() without smp_mb()
 * NO_BIT_BARRIER	the kernel's test_and_set_bit() orders nothing
 * NO_DEQUEUE_BARRIER	dequeue_gated() without smp_mb()
 */
#define CPUS	4
#include "memory.pml"

#define OPEN		0	/* port->gate.open */
#define SCHED		1	/* __QDISC_STATE_SCHED */

#define TIMER		0
#define SOFTIRQ		1
#define SENDER		2	/* and 3 */

byte queued = 1;	/* frames in the qdisc, under qdisc_lock */
bool qdisc_lock;
bool running;		/* qdisc_run_begin(), under qdisc_lock */
bool raised;		/* the qdisc is in the list of net_tx_action() */
byte deferred;		/* frames in the list of Linux 6.19: atomic */
byte done;		/* timers and senders that have ended */

/* __netif_schedule(): the bit and the list of net_tx_action() */
inline schedule(cpu)
{
#ifdef LINUX_6_19
	if
	:: deferred > 0 -> skip
	:: else ->
#endif
#ifndef NO_BIT_BARRIER
		mb(cpu);
#endif
		d_step {
			if
			:: memory[SCHED] == 0 -> memory[SCHED] = 1; raised = true
			:: else
			fi
		}
#ifdef LINUX_6_19
	fi
#endif
}

inline kick(cpu)
{
#ifndef NO_KICK_BARRIER
	mb(cpu);
#endif
	schedule(cpu)
}

/* The port kicks the qdisc for another priority, and then opens the gate. */
proctype timer()
{
	kick(TIMER);
	store(TIMER, OPEN, 1);
	kick(TIMER);
	done++
}

/* pausectl_dequeue(), dequeue_gated() */
inline dequeue(cpu, frame)
{
	frame = queued > 0 && load(cpu, OPEN);
	if
	:: queued > 0 && !frame ->
#ifndef NO_DEQUEUE_BARRIER
		mb(cpu);
#endif
		frame = load(cpu, OPEN)
	:: else
	fi;
	queued = queued - frame
}

/* qdisc_run(): the lock is not held while the driver has a frame. */
inline run_qdisc(cpu, frame)
{
	if
	:: running
	:: else ->
		running = true;
		do
		:: dequeue(cpu, frame);
			if
			:: frame -> unlock(qdisc_lock, cpu); lock(qdisc_lock)
			:: else -> break
			fi
		od;
		running = false
	fi
}

proctype softirq()
{
	bool frame;

end:
	do
	:: raised ->
		raised = false;
		lock(qdisc_lock);
		/* clear_bit() orders nothing. */
		store(SOFTIRQ, SCHED, 0);
		run_qdisc(SOFTIRQ, frame);
		unlock(qdisc_lock, SOFTIRQ)
	od
}

proctype sender(byte cpu)
{
	bool frame;

#ifdef LINUX_6_19
	d_step { frame = deferred == 0; deferred++ };
	if
	:: !frame -> goto out
	:: else
	fi;
#endif
	lock(qdisc_lock);
#ifdef LINUX_6_19
	d_step { queued = queued + deferred; deferred = 0 };
#else
	queued++;
#endif
	run_qdisc(cpu, frame);
	unlock(qdisc_lock, cpu);
out:
	done++
}

init
{
	byte cpu;

	atomic {
		for (cpu : 0 .. 1) {
			run buffer(cpu, OPEN);
			run buffer(cpu, SCHED)
		}
		run timer();
		run softirq();
		run sender(SENDER);
		run sender(SENDER + 1)
	}
	/* All have ended, no buffer has a store, and the softirq waits for work. */
	timeout -> assert(done == 3 && queued == 0 && deferred == 0)
}
