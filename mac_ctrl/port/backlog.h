/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The backlog of a processor. The driver of a pair of devices, such as veth, hands a frame to the
 * backlog of the processor that sends the frame. The receiving softirq of that processor takes the
 * frame from there. The kernel drops frames that find netdev_max_backlog frames, and XOFF waits
 * behind the frames that came before it. A port of such a device therefore takes no frame from its
 * queues while the backlog is full, and tries again after that softirq has run.
 *
 * The kernel may take several frames from a qdisc before it hands the first one to the driver. So
 * the frames that the qdisc has given count, too, until one more frame has entered the backlog.
 *
 * With RPS at the other end, frames go to the backlogs of other processors. Nobody looks at those.
 */
#ifndef PAUSECTL_PORT_BACKLOG_H
#define PAUSECTL_PORT_BACKLOG_H

#include <linux/netdevice.h>

/* A backlog is full for a port with this number of frames, or of frames where a GSO frame waits. */
#define BACKLOG_FRAMES		32
#define BACKLOG_GSO_FRAMES	4

/**
 * struct backlog_view - what a qdisc knows of the backlog of its processor
 *
 * Under the qdisc lock.
 */
struct backlog_view {
	/** @entered: the number of frames that have ever entered the backlog, at the last look */
	u32	entered;
	/** @given: frames that the qdisc has given since @entered changed */
	u32	given;
	/** @sent: the qdisc has given a frame since it last yielded */
	bool	sent;
};

/*
 * Is there room in the backlog for a frame? If so, the qdisc gives one. @gso: the qdisc has GSO
 * frames. With softirqs off, so this is the processor that sends.
 */
static inline bool pausectl_backlog_take(struct backlog_view *view, bool gso)
{
	const struct softnet_data *sd = this_cpu_ptr(&softnet_data);
	u32 frames = skb_queue_len_lockless(&sd->input_pkt_queue) +
		     skb_queue_len_lockless(&sd->process_queue);
	u32 entered = frames + READ_ONCE(sd->processed);

	if (entered != view->entered) {
		view->entered = entered;
		view->given = 0;
	}
	if (frames + view->given >= (gso ? BACKLOG_GSO_FRAMES : BACKLOG_FRAMES))
		return false;
	view->given++;
	view->sent = true;
	return true;
}

#endif /* PAUSECTL_PORT_BACKLOG_H */
