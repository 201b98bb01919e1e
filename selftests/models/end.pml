/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The end of a port: pausectl_port_end() and pausectl_port_put(), steps 1 to 7 of mac_ctrl/life.c. A
 * beginning that fails ends in the same way.
 *
 *	rtnl	begins the port, perhaps in vain, ends it, and drops the reference of its last qdisc
 *	frame	a received frame is charged to the port, waits, and gives its charge back
 *	hook	a received control frame is in the receive hook
 *	tasklet	xoff_generate() sends XOFF and XON; its hrtimer only schedules it
 *	pause	the hrtimer of a pause
 *
 * Proved: no timer is armed and no tasklet is scheduled once they have been stopped, nobody uses the
 * memory after its end, the memory is freed, and the partner has been let go if the driver takes
 * frames again before the last try.
 *
 * All fields are under port->lock, or in fully ordered atomic operations, or in an RCU grace period.
 * So the memory of this model is in order, and one step is one access.
 *
 * Steps, each taken out by its macro:
 *	WITHOUT_DEAD		port->dead = true in life_stop()
 *	WITHOUT_DEAD_LOCK	port->dead = true after spin_lock_irq() in life_stop()
 *	WITHOUT_CANCEL		hrtimer_cancel() in pausectl_congestion_stop()
 *	WITHOUT_KILL		tasklet_kill() after hrtimer_cancel() in pausectl_congestion_stop()
 *	WITHOUT_PAUSE_CANCEL	hrtimer_cancel() in pausectl_pause_stop()
 *	WITHOUT_TRIES		usleep_range() in pausectl_congestion_end(), and the tries after it
 *	WITHOUT_NOT_ZERO	atomic_long_inc() for atomic_long_inc_not_zero() in buffer_charge_alone()
 *	WITHOUT_DEL		pausectl_port_del() in life_stop()
 *	WITHOUT_RCU		call_rcu() in pausectl_port_free(), the grace period
 *	WITHOUT_STOP		life_stop() in life_begin(), where it fails, except pausectl_port_del()
 *
 * The tasklet_kill() before hrtimer_cancel() in pausectl_congestion_stop() is left out: xoff_generate() arms no
 * timer once port->dead is set.
 */

/* Who reads under rcu_read_lock() */
#define FRAME	0
#define HOOK	1
#define READERS	2

bool locked;		/* port->lock */
bool dead;
bool lossless = 1;
bool congested;
bool told;		/* the port has asked the partner to stop */
bool partner;		/* the partner has stopped */
byte trouble = 2;	/* how often the driver will still be busy */
byte rearms = 1;	/* how often the pause will still be longer */

bool sched, runs;	/* TASKLET_STATE_SCHED, TASKLET_STATE_RUN */
bool pending;		/* the tasklet is in the list of a processor */
bool armed, fires;	/* the hrtimer of the tasklet is armed, its callback runs */
bool pause_armed, pause_fires;
bool stopped;		/* all of these have been stopped */

bool table;		/* the table of ports has the port */
bool hooked;		/* the receive hook is registered */
byte charges = 1;
byte references = 1;	/* of port->kobj */
bool reading[READERS], awaited[READERS];
bool freed;

#define USE	assert(!freed)

inline lock()
{
	atomic { USE; !locked -> locked = true }
}

inline unlock()
{
	USE;
	locked = false
}

/* tasklet_hi_schedule() */
inline schedule()
{
	atomic {
		USE;
		if
		:: !sched -> sched = true; pending = true; assert(!stopped)
		:: else
		fi
	}
}

/* tasklet_kill(): sets SCHED itself, waits for the running tasklet, and clears SCHED. */
inline kill()
{
	atomic { !sched -> sched = true };
	atomic { !runs -> sched = false }
}

/* pausectl_xoff_kick(), under port->lock */
inline kick()
{
	if
	:: !dead && ((lossless && congested) || told) -> schedule()
	:: else
	fi
}

/* pausectl_congestion_put() */
inline put()
{
	atomic {
		USE;
		assert(charges > 0);
		charges--;
		if
		:: charges == 0 -> assert(references > 0); references--
		:: else
		fi
	}
}

/* life_stop() */
inline stop()
{
	/* pausectl_congestion_end(), END_TRIES */
	lock();
	lossless = false;
	unlock();
	do
	:: lock();
		kick();
		unlock();
		kill();
		tries++;
#ifdef WITHOUT_TRIES
		break
#else
		if
		:: told && tries < 4
		:: else -> break
		fi
#endif
	od;
#ifndef WITHOUT_DEAD
#ifdef WITHOUT_DEAD_LOCK
	dead = true;
#else
	lock();
	dead = true;
	unlock();
#endif
#endif
	/* pausectl_pause_stop() */
#ifndef WITHOUT_PAUSE_CANCEL
	atomic { !pause_fires -> pause_armed = false };
#endif
	/* pausectl_congestion_stop() */
#ifndef WITHOUT_CANCEL
	atomic { !fires -> armed = false };
#endif
#ifndef WITHOUT_KILL
	kill();
#endif
	atomic {
		stopped = true;
		assert(!armed && !fires && !sched && !runs && !pause_armed && !pause_fires)
	};
}

proctype rtnl()
{
	byte tries;

	/* life_begin() */
	table = true;
	if
	:: hooked = true;
		/* pausectl_port_end() */
		hooked = false;
		stop()
	:: true ->
#ifdef WITHOUT_STOP
		skip
#else
		stop()
#endif
	fi;
#ifndef WITHOUT_DEL
	table = false;
#endif
	put()
}

/* buffer_settle_locked() and buffer_settle(), where the frame is the only one */
inline settle_locked(state)
{
	lock();
	if
	:: !dead -> congested = state; kick()
	:: else
	fi;
	unlock()
}

/* rcu_read_lock() and rcu_read_unlock() */
#define READ_BEGIN(who)	reading[who] = true
#define READ_END(who)	reading[who] = false

proctype frame()
{
	bool charged;

	READ_BEGIN(FRAME);
	if
	:: table ->
		USE;
		if
		:: lossless ->
			atomic {
				USE;
#ifdef WITHOUT_NOT_ZERO
				charges++;
				charged = true
#else
				if
				:: charges > 0 -> charges++; charged = true
				:: else
				fi
#endif
			}
			if
			:: charged -> settle_locked(true)
			:: else
			fi
		:: else
		fi
	:: else
	fi;
	READ_END(FRAME);
	if
	:: charged ->
		/* The frame leaves its queue, perhaps much later. */
		settle_locked(false);
		put()
	:: else
	fi
}

/* pausectl_receive(), pausectl_pause_arm() */
proctype hook()
{
	READ_BEGIN(HOOK);
	if
	:: hooked ->
		lock();
		if
		:: !dead -> pause_armed = true; assert(!stopped)
		:: else
		fi;
		unlock()
	:: else
	fi;
	READ_END(HOOK)
}

/* pause/pause.c: pause_timer_fired(). A pause that has become longer is armed again. */
proctype pause()
{
end:
	do
	:: atomic { pause_armed -> pause_armed = false; pause_fires = true };
		lock();
		if
		:: !dead && rearms > 0 -> rearms--; pause_armed = true
		:: true
		fi;
		unlock();
		pause_fires = false
	od
}

/* congestion/xoff.c: xoff_due() */
proctype timer()
{
end:
	do
	:: atomic { armed -> armed = false; fires = true };
		schedule();
		fires = false
	od
}

/* congestion/xoff.c: xoff_generate() */
proctype tasklet()
{
	bool want, failed;
	byte left;	/* FRAMES_AT_ONCE, here 2 */
end:
	do
	:: atomic { pending && !runs -> pending = false; sched = false; runs = true };
		left = 2;
		lock();
		do
		:: dead -> break
		:: else ->
			want = lossless && congested;
			if
			:: want == told ->
				/* XOFF needs a refresh. */
				if
				:: told -> armed = true; assert(!stopped)
				:: else
				fi;
				break
			:: failed -> armed = true; assert(!stopped); break	/* tried again later */
			:: want != told && !failed && left > 0 ->
				left--;
				unlock();
				if
				:: trouble > 0 -> trouble--; failed = true
				:: partner = want
				fi;
				lock();
				if
				:: !failed -> told = want
				:: else
				fi
			:: want != told && !failed && left == 0 -> schedule(); break	/* others may run */
			fi
		od;
		unlock();
		failed = false;
		want = false;
		runs = false
	od
}

/* kobject_put() of the last reference, pausectl_port_free(): call_rcu() */
proctype memory()
{
	atomic {
		references == 0 ->
		awaited[FRAME] = reading[FRAME];
		awaited[HOOK] = reading[HOOK]
	};
#ifndef WITHOUT_RCU
	!awaited[FRAME] || !reading[FRAME];
	!awaited[HOOK] || !reading[HOOK];
#endif
	freed = true
}

init {
	atomic {
		run rtnl();
		run frame();
		run hook();
		run pause();
		run timer();
		run tasklet();
		run memory()
	};
	/* Nothing can happen any more. */
	timeout;
	assert(freed && charges == 0 && references == 0);
	assert(!partner)
}
