// SPDX-License-Identifier: GPL-2.0
/* The settings of a new port. */
#include "port/port.h"

#define EACH_TIMER(value)	{ [0 ... MAC_CTRL_TIMERS - 1] = (value) }
#define EACH_PRIORITY(value)	{ [0 ... MAC_CTRL_PRIORITIES - 1] = (value) }

/* Those of a new port. Views show by it which settings differ. */
const struct pausectl_settings pausectl_settings_default = {
	.mode		= PAUSECTL_MODE_PAUSE,
	.rx		= 1,
	.tx		= 1,
	.split_gso	= 1,
	.limit		= PAUSECTL_LIMIT_DEFAULT,
	.prio_tc	= { 0, 1, 2, 3, 4, 5, 6, 7 },
	.advertise	= PAUSECTL_ADVERTISEMENT_AUTO,
	.partner	= PAUSECTL_ADVERTISEMENT_AUTO,
	.quanta		= EACH_TIMER(U16_MAX),
	.refresh	= EACH_TIMER(U16_MAX / 2),
	.prio_buffer	= { 0, 1, 2, 3, 4, 5, 6, 7 },
	.gap_ns		= PAUSECTL_GAP_DEFAULT_NS,
	.trust		= PAUSECTL_TRUST_FIELD_PCP,
	.watchdog_detect	= EACH_TIMER(PAUSECTL_DETECT_DEFAULT_MS),
	.watchdog_restore	= EACH_TIMER(PAUSECTL_DETECT_DEFAULT_MS),
	.watchdog_poll	= PAUSECTL_POLL_DEFAULT_MS,
	.ecn_min	= EACH_PRIORITY(PAUSECTL_ECN_MIN_DEFAULT),
	.ecn_max	= EACH_PRIORITY(PAUSECTL_ECN_MAX_DEFAULT),
	.ecn_probability	= EACH_PRIORITY(PAUSECTL_ECN_PROBABILITY_DEFAULT),
	.alpha		= EACH_PRIORITY(ALPHA_ONE),
	/* The standard's: multicast or own address, type 88-08, opcodes of Annex 31A */
	.filter = {
		.checks		= { [0 ... FILTER_CLASSES - 1] = FILTER_STANDARD },
		.type		= { [0 ... FILTER_CLASSES - 1] = MAC_CTRL_ETHERTYPE },
		.opcodes	= {
			FILTER_OPCODES(0, U16_MAX),
			FILTER_OPCODES(0, U16_MAX),
			FILTER_OPCODES(MAC_CTRL_OPCODE_PAUSE, MAC_CTRL_OPCODE_PAUSE),
			FILTER_OPCODES(MAC_CTRL_OPCODE_PFC, MAC_CTRL_OPCODE_PFC),
		},
		.multicast	= FILTER_MULTICAST,
	},
	.pause_ignore	= PAUSECTL_PAUSE_IGNORE_DEFAULT_MS,
};
