// SPDX-License-Identifier: GPL-2.0
/*
 * For guests in deterministic time: the clock does not leap while a guest waits for a file of the
 * host.
 *
 * A processor that has nothing to run halts, and then the emulator moves its clock to the next
 * timer at once. While a request to the host is under way, that repeats: a disk that takes 50 ms
 * may cost minutes of the guest's time, and tests time out. So a thread keeps the processor from
 * halting meanwhile. harness/vm/guest/start gives the thread the policy SCHED_IDLE, so that it
 * delays no other task.
 */
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>

static atomic_t requests = ATOMIC_INIT(0);
static struct task_struct *thread;

/*
 * cond_resched() does nothing on a kernel with PREEMPT_LAZY. There a task that wakes sets this
 * flag, and would have to wait for the next tick.
 */
static void make_way(void)
{
#ifdef TIF_NEED_RESCHED_LAZY
	if (test_thread_flag(TIF_NEED_RESCHED_LAZY))
		schedule();
#else
	cond_resched();
#endif
}

static int keep_running(void *unused)
{
	while (!kthread_should_stop()) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (!atomic_read(&requests) && !kthread_should_stop())
			schedule();
		__set_current_state(TASK_RUNNING);
		while (atomic_read(&requests)) {
			cpu_relax();
			make_way();
		}
	}
	return 0;
}

static int request_begins(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	if (atomic_inc_return(&requests) == 1)
		wake_up_process(thread);
	return 0;
}

static int request_ends(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	atomic_dec(&requests);
	return 0;
}

/* Both functions wait for the answer before they return. */
static struct kretprobe rpc = {
	.kp.symbol_name	= "p9_client_rpc",
	.entry_handler	= request_begins,
	.handler	= request_ends,
};

static struct kretprobe zero_copy = {
	.kp.symbol_name	= "p9_virtio_zc_request",
	.entry_handler	= request_begins,
	.handler	= request_ends,
};

static struct kretprobe *probes[] = { &rpc, &zero_copy };

static int __init patience_init(void)
{
	int err;

	thread = kthread_run(keep_running, NULL, "pausectl_wait");
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	err = register_kretprobes(probes, ARRAY_SIZE(probes));
	if (err)
		kthread_stop(thread);
	return err;
}
module_init(patience_init);

/* No exit: the module stays as long as the guest. */
MODULE_DESCRIPTION("Keeps the clock of a deterministic guest while it waits for the host");
MODULE_LICENSE("GPL");
