/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Processors with weakly ordered memory.
 *
 * A store waits in a buffer of its processor. It reaches memory at any later time, and in any order with stores
 * to other variables. Loads of the same processor see it before. An atomic operation works on memory at once.
 * mb() waits until the buffer is empty, so it orders what is before with what is after. A lock is released
 * after mb().
 *
 * So a load may overtake an earlier store, or an earlier atomic operation without order where a model says so,
 * and stores may overtake each other. Loads do not overtake loads.
 */
#define VARIABLES	3

byte memory[VARIABLES];
byte stored[CPUS * VARIABLES];	/* what waits in a buffer */
bool waits[CPUS * VARIABLES];

#define load(cpu, v)	(waits[(cpu) * VARIABLES + (v)] -> stored[(cpu) * VARIABLES + (v)] : memory[v])
#define mb(cpu)		(!waits[(cpu) * VARIABLES] && !waits[(cpu) * VARIABLES + 1] && !waits[(cpu) * VARIABLES + 2])

inline store(cpu, v, value)
{
	d_step {
		stored[(cpu) * VARIABLES + (v)] = value;
		waits[(cpu) * VARIABLES + (v)] = true
	}
}

/* A store reaches memory. */
proctype buffer(byte cpu; byte v)
{
end:
	do
	:: d_step {
		waits[cpu * VARIABLES + v] ->
		memory[v] = stored[cpu * VARIABLES + v];
		waits[cpu * VARIABLES + v] = false
	}
	od
}

#define lock(l)		atomic { !l -> l = true }
#define unlock(l, cpu)	atomic { mb(cpu) -> l = false }
