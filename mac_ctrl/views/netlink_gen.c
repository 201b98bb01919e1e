// SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause)
/* Do not edit directly, auto-generated from: */
/*	Documentation/netlink/specs/pausectl.yaml */
/* YNL-GEN kernel source */

#include <net/netlink.h>
#include <net/genetlink.h>

#include "netlink_gen.h"

#include <uapi/pausectl.h>

/* Common nested types */
const struct nla_policy pausectl_pfc_nl_policy[PAUSECTL_A_PFC_QUANTA + 1] = {
	[PAUSECTL_A_PFC_PRIORITY] = { .type = NLA_U32, },
	[PAUSECTL_A_PFC_QUANTA] = { .type = NLA_U32, },
};

/* Global operation policy for pausectl */
const struct nla_policy pausectl_main_nl_policy[PAUSECTL_A_APP_CHANGE + 1] = {
	[PAUSECTL_A_IFINDEX] = { .type = NLA_U32, },
	[PAUSECTL_A_MODE] = { .type = NLA_U32, },
	[PAUSECTL_A_RX] = { .type = NLA_U8, },
	[PAUSECTL_A_TX] = { .type = NLA_U8, },
	[PAUSECTL_A_PRIO] = { .type = NLA_U32, },
	[PAUSECTL_A_SPEED] = { .type = NLA_U64, },
	[PAUSECTL_A_PACE] = { .type = NLA_U8, },
	[PAUSECTL_A_SPLIT_GSO] = { .type = NLA_U32, },
	[PAUSECTL_A_LIMIT] = { .type = NLA_U32, },
	[PAUSECTL_A_PAUSE_TIME] = { .type = NLA_U32, },
	[PAUSECTL_A_DEST] = { .type = NLA_BINARY, },
	[PAUSECTL_A_PFC] = NLA_POLICY_NESTED(pausectl_pfc_nl_policy),
	[PAUSECTL_A_QUANTA] = { .type = NLA_U32, },
	[PAUSECTL_A_DURATION] = { .type = NLA_U64, },
	[PAUSECTL_A_PRIO_TC] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_TSA] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_TC_BW] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_MAXRATE] = NLA_POLICY_EXACT_LEN(64),
	[PAUSECTL_A_ADVERTISE] = { .type = NLA_U32, },
	[PAUSECTL_A_PARTNER] = { .type = NLA_U32, },
	[PAUSECTL_A_REQUIRE] = { .type = NLA_U32, },
	[PAUSECTL_A_XOFF_QUANTA] = NLA_POLICY_EXACT_LEN(36),
	[PAUSECTL_A_REFRESH_QUANTA] = NLA_POLICY_EXACT_LEN(36),
	[PAUSECTL_A_PRIO_BUFFER] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_BUFFER_SIZE] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_BUFFER_XOFF] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_BUFFER_XON] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_DELAY_BITS] = { .type = NLA_U32, },
	[PAUSECTL_A_TIMERS] = { .type = NLA_U32, },
	[PAUSECTL_A_STOP] = { .type = NLA_U8, },
	[PAUSECTL_A_INTERVAL] = { .type = NLA_U64, },
	[PAUSECTL_A_TRUST] = { .type = NLA_U32, },
	[PAUSECTL_A_WATCHDOG] = NLA_POLICY_EXACT_LEN(36),
	[PAUSECTL_A_WATCHDOG_DETECT_MS] = NLA_POLICY_EXACT_LEN(36),
	[PAUSECTL_A_WATCHDOG_RESTORE_MS] = NLA_POLICY_EXACT_LEN(36),
	[PAUSECTL_A_FORWARD] = { .type = NLA_U8, },
	[PAUSECTL_A_GUARD_MS] = { .type = NLA_U32, },
	[PAUSECTL_A_RX_PRIO] = { .type = NLA_U32, },
	[PAUSECTL_A_TX_PRIO] = { .type = NLA_U32, },
	[PAUSECTL_A_ECN] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_ECN_MIN] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_ECN_MAX] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_ALPHA] = NLA_POLICY_EXACT_LEN(32),
	[PAUSECTL_A_POOL] = { .type = NLA_U32, },
	[PAUSECTL_A_FILTER] = NLA_POLICY_EXACT_LEN(16),
	[PAUSECTL_A_FILTER_TYPE] = NLA_POLICY_EXACT_LEN(16),
	[PAUSECTL_A_FILTER_OPCODE] = NLA_POLICY_EXACT_LEN(16),
	[PAUSECTL_A_FILTER_ADDRESS] = NLA_POLICY_EXACT_LEN(24),
	[PAUSECTL_A_ACK] = { .type = NLA_U8, },
	[PAUSECTL_A_RECEIVED] = { .type = NLA_U8, },
	[PAUSECTL_A_SPOOF_CHECK] = { .type = NLA_U8, },
	[PAUSECTL_A_ELEMENTS] = { .type = NLA_BINARY, },
	[PAUSECTL_A_APP_CHANGE] = { .type = NLA_BINARY, },
};

/* Ops table for pausectl */
const struct genl_small_ops pausectl_nl_ops[7] = {
	{
		.cmd	= PAUSECTL_CMD_PORT_GET,
		.doit	= pausectl_nl_port_get_doit,
		.dumpit	= pausectl_nl_port_get_dumpit,
	},
	{
		.cmd	= PAUSECTL_CMD_PORT_SET,
		.doit	= pausectl_nl_port_set_doit,
		.flags	= GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd	= PAUSECTL_CMD_STATS_GET,
		.doit	= pausectl_nl_stats_get_doit,
		.dumpit	= pausectl_nl_stats_get_dumpit,
	},
	{
		.cmd	= PAUSECTL_CMD_FRAME_SEND,
		.doit	= pausectl_nl_frame_send_doit,
		.flags	= GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd	= PAUSECTL_CMD_XOFF_SET,
		.doit	= pausectl_nl_xoff_set_doit,
		.flags	= GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd	= PAUSECTL_CMD_WATCHDOG_GET,
		.doit	= pausectl_nl_watchdog_get_doit,
		.dumpit	= pausectl_nl_watchdog_get_dumpit,
	},
	{
		.cmd	= PAUSECTL_CMD_CHARGES_GET,
		.dumpit	= pausectl_nl_charges_get_dumpit,
	},
};

static const struct genl_multicast_group pausectl_nl_mcgrps[] = {
	[PAUSECTL_NLGRP_EVENTS] = { "events", },
};
