/* SPDX-License-Identifier: GPL-2.0 */
/* The part of a port that sends control frames. */
#ifndef PAUSECTL_CONTROL_PART_H
#define PAUSECTL_CONTROL_PART_H

struct task_struct;

/** struct control_part - control frames on their way */
struct control_part {
	/**
	 * @queuing: the task that is handing a control frame of this port to the qdisc, or NULL.
	 * Written under RTNL, read by enqueue with READ_ONCE().
	 */
	struct task_struct	*queuing;
};

#endif /* PAUSECTL_CONTROL_PART_H */
