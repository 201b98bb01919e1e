/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory of several processors, for models of spin. The including model defines CPUS; VARS; DEPTH, the
 * number of stores that a processor holds back, 2 to 4; and LOADED: LOAD() reads only the first LOADED
 * variables. The others are locks, and bits that atomic operations read.
 *
 *	store --> buffer of the processor --drain, in any order--> mem --refresh--> copy of each
 *	load  <-- youngest store to the variable in the buffer, else the copy of the processor
 *
 * Covered: a load overtakes an earlier store to another variable (x86, Arm, POWER). A store overtakes
 * an earlier store to another variable (Arm, POWER). A load overtakes an earlier load of another
 * variable (Arm, POWER), because copies are refreshed one variable at a time. A store reaches some
 * processors before others (POWER). Two accesses of a processor to one variable keep their order.
 *
 * Not covered: a store overtakes an earlier load. No proof here needs this order: a processor stores
 * after such a load only behind a full barrier, in a lock, or where the load decides.
 *
 * A step of spin is one access. Fields that are used under one lock alone are plain variables of the
 * model.
 */

byte mem[VARS];
byte copy[CPUS * LOADED];

typedef buffer {
	byte used;
	byte var[DEPTH];
	byte val[DEPTH];
	bit last[DEPTH]	/* a release: leaves after all earlier stores */
};
buffer buf[CPUS];

#define COPY(c, v)	copy[(c) * LOADED + (v)]

inline refresh_all(m_c)
{
	for (m_i : 0 .. LOADED - 1) {
		COPY(m_c, m_i) = mem[m_i]
	}
	m_i = 0
}

/* The processor sees a store of its own to v at once. */
inline copy_own(m_c, m_v)
{
	if
	:: (m_v) < LOADED -> COPY(m_c, m_v) = mem[m_v]
	:: else
	fi
}

/* The store at place i of the buffer becomes visible. */
inline drain(m_c, m_place)
{
	mem[buf[m_c].var[m_place]] = buf[m_c].val[m_place];
	copy_own(m_c, buf[m_c].var[m_place]);
	for (m_i : m_place .. DEPTH - 2) {
		buf[m_c].var[m_i] = buf[m_c].var[m_i + 1];
		buf[m_c].val[m_i] = buf[m_c].val[m_i + 1];
		buf[m_c].last[m_i] = buf[m_c].last[m_i + 1]
	}
	buf[m_c].var[DEPTH - 1] = 0;
	buf[m_c].val[DEPTH - 1] = 0;
	buf[m_c].last[DEPTH - 1] = 0;
	buf[m_c].used--;
	m_i = 0
}

#define OVERTAKES(c, i, j)	(!buf[c].last[i] && buf[c].var[i] != buf[c].var[j])

/* What the memory system of processor c does, at any time. */
proctype memory(byte c)
{
	byte m_i;
end:
	do
	:: d_step { buf[c].used > 0 -> drain(c, 0) }
	:: d_step { buf[c].used > 1 && OVERTAKES(c, 1, 0) -> drain(c, 1) }
#if DEPTH > 2
	:: d_step { buf[c].used > 2 && OVERTAKES(c, 2, 0) && OVERTAKES(c, 2, 1) -> drain(c, 2) }
#endif
#if DEPTH > 3
	:: d_step {
		buf[c].used > 3 && OVERTAKES(c, 3, 0) && OVERTAKES(c, 3, 1) && OVERTAKES(c, 3, 2) ->
		drain(c, 3)
	}
#endif
	:: d_step { COPY(c, 0) != mem[0] -> COPY(c, 0) = mem[0] }
#if LOADED > 1
	:: d_step { COPY(c, 1) != mem[1] -> COPY(c, 1) = mem[1] }
#endif
#if LOADED > 2
	:: d_step { COPY(c, 2) != mem[2] -> COPY(c, 2) = mem[2] }
#endif
#if LOADED > 3
	:: d_step { COPY(c, 3) != mem[3] -> COPY(c, 3) = mem[3] }
#endif
#if LOADED > 4
#error "memory() refreshes 4 variables"
#endif
	od
}

/* The processes that use the following declare "byte m_i". c: the processor. */

inline store_kind(m_c, m_v, m_x, m_release)
{
	d_step {
		buf[m_c].used < DEPTH ->
		buf[m_c].var[buf[m_c].used] = m_v;
		buf[m_c].val[buf[m_c].used] = m_x;
		buf[m_c].last[buf[m_c].used] = m_release;
		buf[m_c].used++
	}
}

/* WRITE_ONCE(), clear_bit() */
#define STORE(c, v, x)		store_kind(c, v, x, 0)
/* smp_store_release(), the end of a lock */
#define STORE_RELEASE(c, v, x)	store_kind(c, v, x, 1)

/* READ_ONCE(), atomic_read(), test_bit() */
inline LOAD(m_c, m_v, m_into)
{
	d_step {
		m_into = COPY(m_c, m_v);
		for (m_i : 0 .. DEPTH - 1) {
			if
			:: m_i < buf[m_c].used && buf[m_c].var[m_i] == m_v -> m_into = buf[m_c].val[m_i]
			:: else
			fi
		}
		m_i = 0
	}
}

/* smp_mb(); also before and after a fully ordered atomic operation */
inline MB(m_c)
{
	d_step { buf[m_c].used == 0 -> refresh_all(m_c) }
}

#define PENDING(c, v)	((buf[c].used > 0 && buf[c].var[0] == v) || \
			 (buf[c].used > 1 && buf[c].var[1] == v) || \
			 (buf[c].used > DEPTH - 1 && buf[c].var[DEPTH - 1] == v) || \
			 (buf[c].used > DEPTH - 2 && buf[c].var[DEPTH - 2] == v))

/* An atomic operation without order: stores x, and tells the value before in old. */
inline EXCHANGE_RELAXED(m_c, m_v, m_x, m_old)
{
	d_step {
		!PENDING(m_c, m_v) ->
		m_old = mem[m_v];
		mem[m_v] = m_x;
		copy_own(m_c, m_v)
	}
}

/* test_and_set_bit(), test_and_clear_bit(), xchg() */
inline EXCHANGE(m_c, m_v, m_x, m_old)
{
	d_step {
		buf[m_c].used == 0 ->
		m_old = mem[m_v];
		mem[m_v] = m_x;
		refresh_all(m_c)
	}
}

/* atomic_add_return() and its like; without order, or fully ordered. n may be negative. */
inline ADD_RELAXED(m_c, m_v, m_n, m_sum)
{
	d_step {
		!PENDING(m_c, m_v) ->
		mem[m_v] = mem[m_v] + m_n;
		copy_own(m_c, m_v);
		m_sum = mem[m_v]
	}
}

inline ADD(m_c, m_v, m_n, m_sum)
{
	d_step {
		buf[m_c].used == 0 ->
		mem[m_v] = mem[m_v] + m_n;
		m_sum = mem[m_v];
		refresh_all(m_c)
	}
}

/* spin_lock(): an acquire. 0: free. */
inline LOCK(m_c, m_v)
{
	d_step {
		mem[m_v] == 0 && !PENDING(m_c, m_v) ->
		mem[m_v] = 1;
		refresh_all(m_c)
	}
}

/* spin_unlock(): a release. */
#define UNLOCK(c, v)	STORE_RELEASE(c, v, 0)
