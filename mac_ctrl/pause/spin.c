// SPDX-License-Identifier: GPL-2.0
/*
 * Budgets for the time that a port waits for the ends of pauses: see rules/spin.h. Any sender on
 * the wire decides how often a port waits, up to 6 us with interrupts off for each frame.
 *
 *	port		spin_percent of a processor
 *	processor	SPIN_PORTS times that, for all ports that wait there
 *
 * A port that exceeds either budget does not wait during the next SPIN_HOLD_NS.
 *
 * spin_percent is a parameter of the module, not a setting of a port, because the owner of a user
 * namespace may change settings, and must not take more of the machine.
 */
#include <linux/module.h>
#include <linux/percpu.h>

#include "pause/pause.h"
#include "port/port.h"

/* The number of ports that may spend their whole budgets on one processor. */
#define SPIN_PORTS	4U

static unsigned int spin_percent __read_mostly = SPIN_PERCENT_DEFAULT;

/*
 * The budget of each processor. The port that waits there holds its own lock with interrupts off.
 * With PREEMPT_RT interrupts stay on, so a charge of a few us may get lost.
 */
static DEFINE_PER_CPU(struct spin_budget, spin_all);

static unsigned int percent_of_all(unsigned int percent)
{
	return min(SPIN_PORTS * percent, SPIN_PERCENT_MAX);
}

/**
 * pausectl_spin_allowed() - may this port wait for the end of a pause?
 * @port: the port, locked
 * @now: CLOCK_MONOTONIC
 */
bool pausectl_spin_allowed(const struct pausectl_port *port, u64 now)
{
	return READ_ONCE(spin_percent) && now >= port->pause.inexact_ns;
}

/**
 * pausectl_spin_spend() - charge a wait to the budgets
 * @port: the port, locked
 * @ns: time of the processor
 * @now: CLOCK_MONOTONIC
 */
void pausectl_spin_spend(struct pausectl_port *port, u32 ns, u64 now)
{
	struct spin_budget all = { raw_cpu_read(spin_all.paid_ns) };
	unsigned int percent = READ_ONCE(spin_percent);
	bool exceeded;

	lockdep_assert_held(&port->lock);
	if (!percent || percent == SPIN_PERCENT_MAX || now < port->pause.inexact_ns)
		return;
	exceeded = spin_spend(&port->pause.spin, percent, ns, now);
	exceeded |= spin_spend(&all, percent_of_all(percent), ns, now);
	raw_cpu_write(spin_all.paid_ns, all.paid_ns);
	if (exceeded)
		port->pause.inexact_ns = now + SPIN_HOLD_NS;
}

static int spin_percent_set(const char *value, const struct kernel_param *kp)
{
	return param_set_uint_minmax(value, kp, 0, SPIN_PERCENT_MAX);
}

static const struct kernel_param_ops spin_percent_ops = {
	.set	= spin_percent_set,
	.get	= param_get_uint,
};

module_param_cb(spin_percent, &spin_percent_ops, &spin_percent, 0644);
MODULE_PARM_DESC(spin_percent,
		 "percent of a processor that a port may take to end pauses exactly, 0 to 100 (default 5)");
