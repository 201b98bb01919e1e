/* SPDX-License-Identifier: GPL-2.0 */
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
#ifndef PAUSECTL_RULES_SETTINGS_H
#define PAUSECTL_RULES_SETTINGS_H

#include <linux/types.h>

/* What a user can set. Documentation/settings.rst has the meanings and ranges. */
struct pausectl_settings {
	__u32	mode;			/* enum pausectl_mode */
	__u8	rx;
	__u8	tx;
	__u32	prio;
	__u32	rx_prio;
	__u32	tx_prio;
	__u64	speed;			/* bit/s, 0: auto */
	__u8	pace;
	__u32	trust;			/* 4 bits a field: enum pausectl_trust_field */
	__u32	prio_tc[8];		/* of each priority */
	__u32	tsa[8];			/* enum pausectl_tsa, of each class */
	__u32	tc_bw[8];		/* percent, of each class */
	__u64	maxrate[8];		/* bit/s, 0: none, of each class */
	__u32	buffer_size[8];		/* octets, 0: auto, of each buffer */
	__u32	buffer_xoff[8];		/* octets, 0: auto, of each buffer */
	__u32	buffer_xon[8];		/* octets, 0: auto, of each buffer */
	__u32	alpha[8];		/* parts of 128, 0: static, of each buffer */
	__u32	pool;			/* octets, 0: auto */
	__u32	ecn[8];			/* percent, 0: off, of each priority */
	__u32	ecn_min[8];		/* octets, of each priority */
	__u32	ecn_max[8];		/* octets, of each priority */
	__u32	advertise;		/* enum pausectl_advertisement */
	__u32	partner;		/* enum pausectl_advertisement */
	__u32	require;		/* enum pausectl_requirement */
	__u32	watchdog[9];		/* enum pausectl_watchdog_action, of each timer */
	__u32	watchdog_detect_ms[9];	/* of each timer */
	__u32	watchdog_restore_ms[9];	/* of each timer */
	__u32	guard_ms;		/* 0: off */
	__u8	spoof_check;
	__u32	filter[4];		/* enum pausectl_filter_check, of each class of frames */
	__u32	filter_type[4];		/* of each class of frames */
	__u32	filter_opcode[4];	/* of each class of frames */
	__u64	filter_address[3];	/* 0: default, of each kind of address */
	__u32	split_gso;		/* enum pausectl_gso_split */
	__u32	limit;			/* octets */
	__u32	xoff_quanta[9];		/* of each timer */
	__u32	refresh_quanta[9];	/* of each timer */
	__u32	prio_buffer[8];		/* of each priority */
	__u32	delay_bits;		/* bit times, 0: auto */
	__u8	forward;
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
