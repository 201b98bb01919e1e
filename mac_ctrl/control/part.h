/* SPDX-License-Identifier: GPL-2.0 */
/* What the sending of control frames keeps of a port. */
#ifndef PAUSECTL_CONTROL_PART_H
#define PAUSECTL_CONTROL_PART_H

struct task_struct;

/** struct control_part - control frames on their way */
struct control_part {
	/**
	 * @queuing: the task that hands a control frame of this port to its qdisc at the moment,
	 * NULL: none. Written under RTNL, read by enqueue with READ_ONCE().
	 */
	struct task_struct	*queuing;
};

#endif /* PAUSECTL_CONTROL_PART_H */
