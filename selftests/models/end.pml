/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A port ends while frames are charged to it. Its memory is freed once, nothing uses it after that, and no tasklet
 * runs after the end. Locks, RCU and atomic counters order all accesses, so memory has no buffers here.
 *
 *	frame	pausectl_buffer_ingress(), pausectl_buffer_charge(), later pausectl_buffer_give_back()
 *	end	pausectl_port_end(), pausectl_port_put(): the steps at the top of life.c
 *	rcu	call_rcu() in pausectl_port_free()
 *	tasklet	the sender of XOFF and XON, congestion/generate.c
 *
 * NO_READ_LOCK		a frame looks for the port without rcu_read_lock()
 * NO_GRACE_PERIOD	the memory is freed at once
 * PLAIN_INCREMENT	refcount_inc() in place of refcount_inc_not_zero()
 * NO_DEAD_CHECK	settle_locked() does not look whether the port is dead
 * KILL_FIRST		the tasklet is killed before the port is dead
 */
#define FRAMES	2

bool in_table = true;
bool dead;			/* port->dead, under port_lock */
bool port_lock;
byte charges = 1;		/* congestion.charges: one for the port itself */
bool reads[FRAMES];		/* rcu_read_lock() */
bool freeing;			/* call_rcu() */
bool freed;
bool scheduled, runs;		/* the tasklet */
bool stopped;			/* pausectl_congestion_stop() has returned */
byte done;

#define lock(l)		atomic { !l -> l = true }
#define unlock(l)	l = false

inline put()
{
	d_step {
		charges--;
		if
		:: charges == 0 -> assert(!freeing); freeing = true
		:: else
		fi
	}
}

/* settle_locked(): a threshold may be passed. */
inline settle_locked()
{
	lock(port_lock);
	assert(!freed);
	if
#ifdef NO_DEAD_CHECK
	:: true -> scheduled = true
#else
	:: !dead -> scheduled = true
#endif
	:: true
	fi;
	unlock(port_lock)
}

proctype frame(byte i)
{
#ifndef NO_READ_LOCK
	reads[i] = true;
#endif
	if
	:: !in_table -> goto out
	:: in_table
	fi;
	assert(!freed);
	if
#ifdef PLAIN_INCREMENT
	:: charges++
#else
	:: atomic { charges > 0 -> charges++ }
	:: charges == 0 -> goto out
#endif
	fi;
	settle_locked();
	reads[i] = false;
	/* The frame leaves. */
	settle_locked();
	put();
out:
	reads[i] = false;
	done++
}

inline kill_tasklet()
{
	atomic { !scheduled && !runs }
}

proctype end_of_port()
{
#ifdef KILL_FIRST
	kill_tasklet();
#endif
	lock(port_lock);
	dead = true;
	unlock(port_lock);
#ifndef KILL_FIRST
	kill_tasklet();
#endif
	stopped = true;
	in_table = false;
	put();
	done++
}

proctype tasklet()
{
end:
	do
	:: d_step { scheduled -> scheduled = false; runs = true };
		assert(!stopped && !freed);
		runs = false
	od
}

/* A grace period lasts until all readers of its beginning have left. */
proctype rcu()
{
	bool waits_for[FRAMES];

end:	freeing;
#ifndef NO_GRACE_PERIOD
	d_step {
		waits_for[0] = reads[0];
		waits_for[1] = reads[1]
	};
	!waits_for[0] || !reads[0];
	!waits_for[1] || !reads[1];
#endif
	freed = true
}

init
{
	atomic {
		run frame(0);
		run frame(1);
		run end_of_port();
		run tasklet();
		run rcu()
	}
	timeout -> assert(done == FRAMES + 1 && freed && !scheduled)
}
