/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The backlog of a processor. The driver of a pair of devices, such as veth, hands a frame to the
 * backlog of the processor that sends the frame. The receiving softirq of that processor takes the
 * frame from there. The kernel drops frames that find netdev_max_backlog frames, and XOFF waits
 * behind the frames that came before it. A port of such a device therefore takes no frame from its
 * queues while the backlog is full, and goes on after the softirq has run.
 */
#ifndef PAUSECTL_PORT_BACKLOG_H
#define PAUSECTL_PORT_BACKLOG_H

#include <linux/netdevice.h>

/* A backlog is full for a port with this number of frames, or of frames where a GSO frame waits. */
#define BACKLOG_FRAMES		32
#define BACKLOG_GSO_FRAMES	4

/* With softirqs off, so this is the processor that sends. @gso: the port has GSO frames to send. */
static inline bool pausectl_backlog_full(bool gso)
{
	const struct softnet_data *sd = this_cpu_ptr(&softnet_data);
	u32 frames = skb_queue_len_lockless(&sd->input_pkt_queue) +
		     skb_queue_len_lockless(&sd->process_queue);

	return frames >= (gso ? BACKLOG_GSO_FRAMES : BACKLOG_FRAMES);
}

#endif /* PAUSECTL_PORT_BACKLOG_H */
