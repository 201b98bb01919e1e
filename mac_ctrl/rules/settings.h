/* SPDX-License-Identifier: GPL-2.0 */
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
#ifndef PAUSECTL_RULES_SETTINGS_H
#define PAUSECTL_RULES_SETTINGS_H

#include <linux/types.h>

/** struct pausectl_settings - what a user can set */
struct pausectl_settings {
	/**
	 * @mode: What the port takes part in: PAUSE stops the whole link, PFC single priorities.
	 * The two exclude each other.
	 */
	__u32	mode;
	/** @rx: Act upon received PAUSE frames, in mode pause. */
	__u8	rx;
	/** @tx: Send PAUSE frames, in mode pause. */
	__u8	tx;
	/**
	 * @prio: Priorities with PFC. Sets rx-prio and tx-prio, except one that the same request
	 * sets, and reads as the union of both. Any priority switches the port to mode pfc.
	 */
	__u32	prio;
	/** @rx_prio: Priorities that obey received PFC frames. */
	__u32	rx_prio;
	/** @tx_prio: Priorities that the port sends PFC frames for. These are lossless. */
	__u32	tx_prio;
	/**
	 * @speed: Speed that defines the pause quantum of 512 bit times and automatic limits of
	 * buffers. Frames leave at that speed only with pace. Auto follows the link.
	 */
	__u64	speed;
	/**
	 * @pace: Send frames at the speed of the port, with preamble, FCS and inter-packet gap
	 * counted.
	 */
	__u8	pace;
	/**
	 * @trust: Fields that may decide the priority of a frame: ethtype, stream-port,
	 * dgram-port, port, dscp and pcp, or none. The first field that has a priority for the
	 * frame decides.
	 */
	__u32	trust;
	/** @prio_tc: Traffic class of each priority. */
	__u32	prio_tc[8];
	/**
	 * @tsa: Transmission selection algorithm of each class. Strict classes go first, the
	 * highest before the others. Classes with ets share the rest.
	 */
	__u32	tsa[8];
	/**
	 * @tc_bw: Share of each class with tsa ets. The shares add up to 100. A class that turns
	 * strict gives its share up.
	 */
	__u32	tc_bw[8];
	/** @maxrate: Maximum rate of each class. */
	__u64	maxrate[8];
	/**
	 * @buffer_size: Octets that each buffer holds. Auto is buffer-xoff, the headroom, and room
	 * for the frames that a sender in software has on their way.
	 */
	__u32	buffer_size[8];
	/**
	 * @buffer_xoff: Octets above which XOFF is sent. Auto is twice the headroom, or the size
	 * of a GSO frame if that is more, or more if a size that is set has room for that.
	 */
	__u32	buffer_xoff[8];
	/** @buffer_xon: Octets below which XON is sent. Auto is half of buffer-xoff. */
	__u32	buffer_xon[8];
	/**
	 * @alpha: Share of the pool that each dynamic buffer may take: XOFF is sent above alpha
	 * times the free octets of the pool. A static buffer has limits of its own.
	 */
	__u32	alpha[8];
	/** @pool: Octets that dynamic buffers share. Auto is the sum of their static thresholds. */
	__u32	pool;
	/**
	 * @ecn: Percentage of frames with ECN that are marked when ecn-max octets wait. It falls
	 * in proportion, to 0 at ecn-min.
	 */
	__u32	ecn[8];
	/** @ecn_min: Waiting octets up to which no frame is marked. */
	__u32	ecn_min[8];
	/** @ecn_max: Waiting octets above which all frames are marked. */
	__u32	ecn_max[8];
	/**
	 * @advertise: Advertisement to the partner, in mode pause. Both ends agree on the
	 * directions of PAUSE frames. Auto follows from rx and tx. Off is no agreement, so rx and
	 * tx decide.
	 */
	__u32	advertise;
	/**
	 * @partner: Advertisement of the partner. Auto reads the partner's port or the link
	 * settings.
	 */
	__u32	partner;
	/** @require: What the ends must agree on. If they do not, the port holds all data back. */
	__u32	require;
	/**
	 * @watchdog: Action against a storm: pauses that take 99 percent of watchdog-detect-ms
	 * while frames wait and none leaves. The watchdog looks twice in the shortest of its
	 * times, and every 100 ms at least. Drop-all drops with or without a storm. One action for
	 * all applies where the port obeys pauses, and a priority that no longer does goes back to
	 * off.
	 */
	__u32	watchdog[9];
	/**
	 * @watchdog_detect_ms: Time in pause, in which no frame leaves, that makes a storm. A
	 * partner that shares a slow link among many senders may let one wait as long.
	 */
	__u32	watchdog_detect_ms[9];
	/** @watchdog_restore_ms: Time without a pause that ends a storm. */
	__u32	watchdog_restore_ms[9];
	/**
	 * @guard_ms: Time after which the port ends XOFF for congestion, until the buffer has
	 * drained.
	 */
	__u32	guard_ms;
	/**
	 * @pause_limit_ms: Time after which the port ignores a pause without a break for 200 ms.
	 */
	__u32	pause_limit_ms;
	/** @spoof_check: Drop untagged control frames that the port has not made itself. */
	__u8	spoof_check;
	/**
	 * @filter: Checks of received frames: multicast, unicast, source, type and opcode, with +
	 * between them, any for no check, off for no frame. A frame that passes a control class
	 * (global-control, priority-control) is a control frame. A control frame that passes a
	 * pause class (global-pause for PAUSE, priority-pause for PFC) is a pause frame.
	 */
	__u32	filter[4];
	/** @filter_type: EtherType of each class. */
	__u32	filter_type[4];
	/** @filter_opcode: Opcodes of each class. A pause class has a single one. */
	__u32	filter_opcode[4];
	/**
	 * @filter_address: Addresses for the checks. Default is the address of the device for
	 * unicast, 01:80:c2:00:00:01 for multicast, and none for source. The classes for PAUSE
	 * always use 01:80:c2:00:00:01 for multicast.
	 */
	__u64	filter_address[3];
	/**
	 * @split_gso: Split GSO frames into frames as on the wire, so that a pause stops between
	 * two frames. Auto splits where the port models the wire: with pace, and in classes with
	 * maxrate.
	 */
	__u32	split_gso;
	/** @limit: Octets that may wait for each priority of each qdisc. */
	__u32	limit;
	/** @xoff_quanta: Time that each XOFF asks for. */
	__u32	xoff_quanta[9];
	/**
	 * @refresh_quanta: Time after which XOFF is sent again, at most xoff-quanta. A change of
	 * xoff-quanta alone makes it half of that.
	 */
	__u32	refresh_quanta[9];
	/** @prio_buffer: Buffer of each priority, in mode pfc. */
	__u32	prio_buffer[8];
	/**
	 * @delay_bits: Round trip and reaction of both ends, which the headroom allows for. Auto
	 * is 100 us.
	 */
	__u32	delay_bits;
	/** @delay_statistics: Measure how long each frame waits, for the counters of delay. */
	__u8	delay_statistics;
	/** @forward: Also hand control frames to the stack, acted upon or not. */
	__u8	forward;
	/**
	 * @ack: A received pause counts from when sending has stopped, the frame in transmission
	 * included.
	 */
	__u8	ack;
};

/* Those of a new port. */
#define PAUSECTL_SETTINGS_DEFAULT { \
	.mode = 1U, \
	.rx = 1U, \
	.tx = 1U, \
	.trust = 6U, \
	.prio_tc = { 0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U }, \
	.ecn_min = { [0 ... 7] = 5000U }, \
	.ecn_max = { [0 ... 7] = 200000U }, \
	.advertise = 8U, \
	.partner = 7U, \
	.watchdog_detect_ms = { [0 ... 8] = 200U }, \
	.watchdog_restore_ms = { [0 ... 8] = 200U }, \
	.filter = { [0 ... 3] = 55U }, \
	.filter_type = { [0 ... 3] = 34824U }, \
	.filter_opcode = { 4294901760U, 4294901760U, 65537U, 16843009U }, \
	.split_gso = 2U, \
	.limit = 4194304U, \
	.xoff_quanta = { [0 ... 8] = 65535U }, \
	.refresh_quanta = { [0 ... 8] = 32767U }, \
	.prio_buffer = { 0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U }, \
}

#endif /* PAUSECTL_RULES_SETTINGS_H */
