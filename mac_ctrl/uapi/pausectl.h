/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause) */
/* Do not edit directly, auto-generated from: */
/*	Documentation/netlink/specs/pausectl.yaml */
/* YNL-GEN uapi header */

#ifndef _UAPI_LINUX_PAUSECTL_H
#define _UAPI_LINUX_PAUSECTL_H

#define PAUSECTL_GENL_NAME	"pausectl"
#define PAUSECTL_GENL_VERSION	2

/**
 * enum pausectl_mode - What the port takes part in. PAUSE and PFC exclude each
 *   other.
 * @PAUSECTL_MODE_OFF: The port counts and discards control frames, and sends
 *   none.
 * @PAUSECTL_MODE_PAUSE: PAUSE stops the whole link (IEEE 802.3 Annex 31B).
 * @PAUSECTL_MODE_PFC: PFC stops single priorities (IEEE 802.1Q Clause 36).
 */
enum pausectl_mode {
	PAUSECTL_MODE_OFF,
	PAUSECTL_MODE_PAUSE,
	PAUSECTL_MODE_PFC,
};

/**
 * enum pausectl_speed_source - Where the speed that defines the pause quantum
 *   comes from.
 * @PAUSECTL_SPEED_SOURCE_ASSUMED: The device does not tell its speed, so the
 *   port assumes 1 Gb/s.
 * @PAUSECTL_SPEED_SOURCE_LINK: The device's ethtool link settings.
 * @PAUSECTL_SPEED_SOURCE_CONFIGURED: Set by the user.
 */
enum pausectl_speed_source {
	PAUSECTL_SPEED_SOURCE_ASSUMED,
	PAUSECTL_SPEED_SOURCE_LINK,
	PAUSECTL_SPEED_SOURCE_CONFIGURED,
};

/**
 * enum pausectl_hook - Where the port takes its frames out of the receive
 *   path.
 * @PAUSECTL_HOOK_NETFILTER: The ingress hook of netfilter's family netdev.
 * @PAUSECTL_HOOK_RX_HANDLER: The receive handler of the device.
 */
enum pausectl_hook {
	PAUSECTL_HOOK_NETFILTER,
	PAUSECTL_HOOK_RX_HANDLER,
};

/**
 * enum pausectl_event - Events that messages of the group events report.
 * @PAUSECTL_EVENT_ATTACHED: The device got its first pausectl qdisc, so a port
 *   began.
 * @PAUSECTL_EVENT_DETACHED: The device lost its last pausectl qdisc, so the
 *   port ended.
 * @PAUSECTL_EVENT_CONFIG: A setting, the speed or the agreement changed. The
 *   message has all settings.
 * @PAUSECTL_EVENT_PAUSED: A priority or the link stopped sending.
 * @PAUSECTL_EVENT_RESUMED: A priority or the link sends again.
 * @PAUSECTL_EVENT_XOFF: The port told its partner to stop.
 * @PAUSECTL_EVENT_XON: The port told its partner to go on.
 * @PAUSECTL_EVENT_LINK_ERROR: The agreement misses the requirement, so the
 *   port holds data back.
 * @PAUSECTL_EVENT_LINK_ERROR_CLEARED: The agreement meets the requirement
 *   again.
 * @PAUSECTL_EVENT_STORM: A storm of pause frames began on request.
 * @PAUSECTL_EVENT_STORM_ENDED: A storm on request is over.
 * @PAUSECTL_EVENT_STORM_DETECTED: The watchdog judges a pause to be a storm.
 * @PAUSECTL_EVENT_STORM_RESTORED: A storm that the watchdog detected is over,
 *   or is no longer watched.
 * @PAUSECTL_EVENT_GUARD: The guard ended XOFF, because the partner was paused
 *   for guard-ms.
 * @PAUSECTL_EVENT_GUARD_ENDED: The guard is over, so XOFF is sent again when
 *   it is due.
 * @PAUSECTL_EVENT_PAUSE_IGNORED: A pause has lasted for pause-limit-ms, so the
 *   port ignores it for 200 ms.
 * @PAUSECTL_EVENT_PAUSE_OBEYED: The port obeys pauses again.
 */
enum pausectl_event {
	PAUSECTL_EVENT_ATTACHED,
	PAUSECTL_EVENT_DETACHED,
	PAUSECTL_EVENT_CONFIG,
	PAUSECTL_EVENT_PAUSED,
	PAUSECTL_EVENT_RESUMED,
	PAUSECTL_EVENT_XOFF,
	PAUSECTL_EVENT_XON,
	PAUSECTL_EVENT_LINK_ERROR,
	PAUSECTL_EVENT_LINK_ERROR_CLEARED,
	PAUSECTL_EVENT_STORM,
	PAUSECTL_EVENT_STORM_ENDED,
	PAUSECTL_EVENT_STORM_DETECTED,
	PAUSECTL_EVENT_STORM_RESTORED,
	PAUSECTL_EVENT_GUARD,
	PAUSECTL_EVENT_GUARD_ENDED,
	PAUSECTL_EVENT_PAUSE_IGNORED,
	PAUSECTL_EVENT_PAUSE_OBEYED,
};

/**
 * enum pausectl_watchdog_action - What the watchdog does about a storm.
 * @PAUSECTL_WATCHDOG_ACTION_OFF: The watchdog does not watch.
 * @PAUSECTL_WATCHDOG_ACTION_DROP: Waiting and arriving frames are dropped.
 * @PAUSECTL_WATCHDOG_ACTION_FORWARD: Frames are sent, because the port does
 *   not obey the pause.
 * @PAUSECTL_WATCHDOG_ACTION_ALERT: The watchdog reports the storm. The port
 *   obeys the pause.
 * @PAUSECTL_WATCHDOG_ACTION_DROP_ALL: All frames are dropped, with or without
 *   a storm.
 */
enum pausectl_watchdog_action {
	PAUSECTL_WATCHDOG_ACTION_OFF,
	PAUSECTL_WATCHDOG_ACTION_DROP,
	PAUSECTL_WATCHDOG_ACTION_FORWARD,
	PAUSECTL_WATCHDOG_ACTION_ALERT,
	PAUSECTL_WATCHDOG_ACTION_DROP_ALL,
};

/**
 * enum pausectl_filter_class - Kinds of received frames, each with receive
 *   checks of its own.
 * @PAUSECTL_FILTER_CLASS_GLOBAL_CONTROL: MAC Control frames, by the checks for
 *   PAUSE.
 * @PAUSECTL_FILTER_CLASS_PRIORITY_CONTROL: MAC Control frames, by the checks
 *   for PFC.
 * @PAUSECTL_FILTER_CLASS_GLOBAL_PAUSE: PAUSE frames among them.
 * @PAUSECTL_FILTER_CLASS_PRIORITY_PAUSE: PFC frames among those that are no
 *   PAUSE frames.
 */
enum pausectl_filter_class {
	PAUSECTL_FILTER_CLASS_GLOBAL_CONTROL,
	PAUSECTL_FILTER_CLASS_PRIORITY_CONTROL,
	PAUSECTL_FILTER_CLASS_GLOBAL_PAUSE,
	PAUSECTL_FILTER_CLASS_PRIORITY_PAUSE,
};

/**
 * enum pausectl_filter_check - Checks of a received frame.
 * @PAUSECTL_FILTER_CHECK_ENABLE: The class is on. Without this flag no frame
 *   belongs to the class.
 * @PAUSECTL_FILTER_CHECK_MULTICAST: The destination may be the multicast
 *   address.
 * @PAUSECTL_FILTER_CHECK_UNICAST: The destination may be the unicast address.
 *   Without multicast and unicast it may be any address.
 * @PAUSECTL_FILTER_CHECK_SOURCE: The source must be that of filter-address.
 * @PAUSECTL_FILTER_CHECK_TYPE: The EtherType must be that of filter-type.
 * @PAUSECTL_FILTER_CHECK_OPCODE: The opcode must be in the range of
 *   filter-opcode.
 */
enum pausectl_filter_check {
	PAUSECTL_FILTER_CHECK_ENABLE = 1,
	PAUSECTL_FILTER_CHECK_MULTICAST = 2,
	PAUSECTL_FILTER_CHECK_UNICAST = 4,
	PAUSECTL_FILTER_CHECK_SOURCE = 8,
	PAUSECTL_FILTER_CHECK_TYPE = 16,
	PAUSECTL_FILTER_CHECK_OPCODE = 32,
};

/**
 * enum pausectl_filter_address - Addresses for the receive checks.
 * @PAUSECTL_FILTER_ADDRESS_UNICAST: Destination; by default the address of the
 *   device.
 * @PAUSECTL_FILTER_ADDRESS_MULTICAST: Destination for the classes for PFC; by
 *   default 01:80:c2:00:00:01.
 * @PAUSECTL_FILTER_ADDRESS_SOURCE: Source; by default none.
 */
enum pausectl_filter_address {
	PAUSECTL_FILTER_ADDRESS_UNICAST,
	PAUSECTL_FILTER_ADDRESS_MULTICAST,
	PAUSECTL_FILTER_ADDRESS_SOURCE,
};

/**
 * enum pausectl_pause_state - State of a pause.
 * @PAUSECTL_PAUSE_STATE_NONE: There is no pause.
 * @PAUSECTL_PAUSE_STATE_REQUESTED: The gate is shut. The kernel may still have
 *   frames that passed the gate.
 * @PAUSECTL_PAUSE_STATE_ACKNOWLEDGED: The last frame has left the kernel and
 *   is in transmission.
 * @PAUSECTL_PAUSE_STATE_COUNTING: The pause timer counts.
 */
enum pausectl_pause_state {
	PAUSECTL_PAUSE_STATE_NONE,
	PAUSECTL_PAUSE_STATE_REQUESTED,
	PAUSECTL_PAUSE_STATE_ACKNOWLEDGED,
	PAUSECTL_PAUSE_STATE_COUNTING,
};

/**
 * enum pausectl_pause_precision - How exactly a pause ends.
 * @PAUSECTL_PAUSE_PRECISION_EXACT: The timer fires early, or the softirq that
 *   received the frame ends the pause. Both wait for the exact end.
 * @PAUSECTL_PAUSE_PRECISION_TIMER: The timer alone ends pauses, because the
 *   budget for waiting is spent. They last longer, by at most 200 us and the
 *   delay of an interrupt.
 */
enum pausectl_pause_precision {
	PAUSECTL_PAUSE_PRECISION_EXACT,
	PAUSECTL_PAUSE_PRECISION_TIMER,
};

/**
 * enum pausectl_advertisement - Two bits about PAUSE that a port tells its
 *   partner. The ends read them as IEEE 802.3 Annex 28B (PAUSE, ASM_DIR) or as
 *   Frazier 1997 (Pause(t), Pause(r)). Ends that read them differently agree
 *   on no PAUSE.
 * @PAUSECTL_ADVERTISEMENT_NONE: Neither bit.
 * @PAUSECTL_ADVERTISEMENT_PAUSE: PAUSE, symmetric.
 * @PAUSECTL_ADVERTISEMENT_ASYM: ASM_DIR, towards the partner.
 * @PAUSECTL_ADVERTISEMENT_PAUSE_ASYM: Both, symmetric or towards this port.
 * @PAUSECTL_ADVERTISEMENT_TX: Pause(t), might send PAUSE frames.
 * @PAUSECTL_ADVERTISEMENT_RX: Pause(r), obeys received ones.
 * @PAUSECTL_ADVERTISEMENT_TX_RX: Pause(t) and Pause(r).
 * @PAUSECTL_ADVERTISEMENT_AUTO: Follows from rx and tx. For partner, the port
 *   finds out the value.
 * @PAUSECTL_ADVERTISEMENT_OFF: No agreement. rx and tx decide.
 */
enum pausectl_advertisement {
	PAUSECTL_ADVERTISEMENT_NONE,
	PAUSECTL_ADVERTISEMENT_PAUSE,
	PAUSECTL_ADVERTISEMENT_ASYM,
	PAUSECTL_ADVERTISEMENT_PAUSE_ASYM,
	PAUSECTL_ADVERTISEMENT_TX,
	PAUSECTL_ADVERTISEMENT_RX,
	PAUSECTL_ADVERTISEMENT_TX_RX,
	PAUSECTL_ADVERTISEMENT_AUTO,
	PAUSECTL_ADVERTISEMENT_OFF,
};

/**
 * enum pausectl_partner_source - Where the partner's advertisement comes from.
 * @PAUSECTL_PARTNER_SOURCE_UNKNOWN: Not known, which counts as none.
 * @PAUSECTL_PARTNER_SOURCE_CONFIGURED: Set by the user.
 * @PAUSECTL_PARTNER_SOURCE_PORT: The pausectl port of the device at the other
 *   end.
 * @PAUSECTL_PARTNER_SOURCE_LINK: The link partner's abilities in the device's
 *   link settings.
 */
enum pausectl_partner_source {
	PAUSECTL_PARTNER_SOURCE_UNKNOWN,
	PAUSECTL_PARTNER_SOURCE_CONFIGURED,
	PAUSECTL_PARTNER_SOURCE_PORT,
	PAUSECTL_PARTNER_SOURCE_LINK,
};

/**
 * enum pausectl_requirement - What the ends must agree on.
 * @PAUSECTL_REQUIREMENT_NONE: Nothing.
 * @PAUSECTL_REQUIREMENT_TX: This port sends PAUSE frames.
 * @PAUSECTL_REQUIREMENT_RX: This port obeys PAUSE frames.
 * @PAUSECTL_REQUIREMENT_BOTH: Both.
 */
enum pausectl_requirement {
	PAUSECTL_REQUIREMENT_NONE,
	PAUSECTL_REQUIREMENT_TX,
	PAUSECTL_REQUIREMENT_RX,
	PAUSECTL_REQUIREMENT_BOTH,
};

/**
 * enum pausectl_gso_split - Which GSO frames the port splits into frames as on
 *   the wire.
 * @PAUSECTL_GSO_SPLIT_OFF: None. A pause stops between two GSO frames.
 * @PAUSECTL_GSO_SPLIT_ON: All. A pause stops between two frames.
 * @PAUSECTL_GSO_SPLIT_AUTO: The port splits where it models the wire, that is
 *   with pace or maxrate.
 */
enum pausectl_gso_split {
	PAUSECTL_GSO_SPLIT_OFF,
	PAUSECTL_GSO_SPLIT_ON,
	PAUSECTL_GSO_SPLIT_AUTO,
};

/**
 * enum pausectl_trust_field - Fields of a frame that may decide its priority.
 *   All fields except pcp have the number of their selector in the APP table.
 * @PAUSECTL_TRUST_FIELD_NONE: Ends a list of fields.
 * @PAUSECTL_TRUST_FIELD_ETHTYPE: The EtherType, behind all VLAN tags.
 * @PAUSECTL_TRUST_FIELD_STREAM_PORT: A port of TCP or SCTP.
 * @PAUSECTL_TRUST_FIELD_DGRAM_PORT: A port of UDP or DCCP.
 * @PAUSECTL_TRUST_FIELD_PORT: A port of TCP, SCTP, UDP or DCCP.
 * @PAUSECTL_TRUST_FIELD_DSCP: DSCP of IPv4 and IPv6.
 * @PAUSECTL_TRUST_FIELD_PCP: PCP of the outer VLAN tag.
 */
enum pausectl_trust_field {
	PAUSECTL_TRUST_FIELD_NONE,
	PAUSECTL_TRUST_FIELD_ETHTYPE,
	PAUSECTL_TRUST_FIELD_STREAM_PORT,
	PAUSECTL_TRUST_FIELD_DGRAM_PORT,
	PAUSECTL_TRUST_FIELD_PORT,
	PAUSECTL_TRUST_FIELD_DSCP,
	PAUSECTL_TRUST_FIELD_PCP,
};

/**
 * enum pausectl_tsa - Transmission selection algorithms by their numbers, IEEE
 *   802.1Q Table 8-6.
 * @PAUSECTL_TSA_STRICT: Strict priority.
 * @PAUSECTL_TSA_CBS: Credit-based shaper, which is refused.
 * @PAUSECTL_TSA_ETS: Enhanced transmission selection.
 */
enum pausectl_tsa {
	PAUSECTL_TSA_STRICT,
	PAUSECTL_TSA_CBS,
	PAUSECTL_TSA_ETS,
};

#define PAUSECTL_LINK	8

enum {
	PAUSECTL_A_IFINDEX = 1,
	PAUSECTL_A_IFNAME,
	PAUSECTL_A_MODE,
	PAUSECTL_A_RX,
	PAUSECTL_A_TX,
	PAUSECTL_A_PRIO,
	PAUSECTL_A_SPEED,
	PAUSECTL_A_SPEED_MBPS,
	PAUSECTL_A_SPEED_SOURCE,
	PAUSECTL_A_PACE,
	PAUSECTL_A_SPLIT_GSO,
	PAUSECTL_A_LIMIT,
	PAUSECTL_A_HOOK,
	PAUSECTL_A_QDISCS,
	PAUSECTL_A_STATS,
	PAUSECTL_A_PAUSE_TIME,
	PAUSECTL_A_DEST,
	PAUSECTL_A_PFC,
	PAUSECTL_A_EVENT,
	PAUSECTL_A_TIME,
	PAUSECTL_A_PRIORITY,
	PAUSECTL_A_QUANTA,
	PAUSECTL_A_DURATION,
	PAUSECTL_A_LOST,
	PAUSECTL_A_PRIO_TC,
	PAUSECTL_A_TSA,
	PAUSECTL_A_TC_BW,
	PAUSECTL_A_MAXRATE,
	PAUSECTL_A_ADVERTISE,
	PAUSECTL_A_PARTNER,
	PAUSECTL_A_REQUIRE,
	PAUSECTL_A_RX_ACTIVE,
	PAUSECTL_A_TX_ACTIVE,
	PAUSECTL_A_ADVERTISED,
	PAUSECTL_A_PARTNER_ADVERTISED,
	PAUSECTL_A_PARTNER_SOURCE,
	PAUSECTL_A_LINK_CONFIGURATION_ERROR,
	PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR,
	PAUSECTL_A_XOFF_QUANTA,
	PAUSECTL_A_REFRESH_QUANTA,
	PAUSECTL_A_PRIO_BUFFER,
	PAUSECTL_A_BUFFER_SIZE,
	PAUSECTL_A_BUFFER_XOFF,
	PAUSECTL_A_BUFFER_XON,
	PAUSECTL_A_DELAY_BITS,
	PAUSECTL_A_TIMERS,
	PAUSECTL_A_STOP,
	PAUSECTL_A_INTERVAL,
	PAUSECTL_A_FORCED,
	PAUSECTL_A_TRUST,
	PAUSECTL_A_WATCHDOG,
	PAUSECTL_A_WATCHDOG_DETECT_MS,
	PAUSECTL_A_WATCHDOG_RESTORE_MS,
	PAUSECTL_A_FORWARD,
	PAUSECTL_A_GUARD_MS,
	PAUSECTL_A_RX_PRIO,
	PAUSECTL_A_TX_PRIO,
	PAUSECTL_A_ECN,
	PAUSECTL_A_ECN_MIN,
	PAUSECTL_A_ECN_MAX,
	PAUSECTL_A_DELAY_STATISTICS,
	PAUSECTL_A_ALPHA,
	PAUSECTL_A_POOL,
	PAUSECTL_A_STORMS,
	PAUSECTL_A_FILTER,
	PAUSECTL_A_FILTER_TYPE,
	PAUSECTL_A_FILTER_OPCODE,
	PAUSECTL_A_FILTER_ADDRESS,
	PAUSECTL_A_ACK,
	PAUSECTL_A_PAUSE_STATE,
	PAUSECTL_A_RECEIVED,
	PAUSECTL_A_SPOOF_CHECK,
	PAUSECTL_A_PAUSE_LIMIT_MS,
	PAUSECTL_A_PAUSE_IGNORED,
	PAUSECTL_A_ELEMENTS,
	PAUSECTL_A_PAUSE_PRECISION,
	PAUSECTL_A_HEADROOM,
	PAUSECTL_A_IN_FLIGHT,
	PAUSECTL_A_PARTNER_OBEYS,
	PAUSECTL_A_CAPACITY,
	PAUSECTL_A_XOFF_OUTSTANDING,
	PAUSECTL_A_STORMED,
	PAUSECTL_A_PARTNER_RESUMES,
	PAUSECTL_A_STORMING,
	PAUSECTL_A_APP_TABLE,
	PAUSECTL_A_LAST_PAUSE_START_US,
	PAUSECTL_A_LAST_PAUSE_US,
	PAUSECTL_A_INGRESS,
	PAUSECTL_A_BUFFER,
	PAUSECTL_A_OCTETS,
	PAUSECTL_A_FRAMES,
	PAUSECTL_A_APP_CHANGE,

	__PAUSECTL_A_MAX
};
#define PAUSECTL_A_MAX (__PAUSECTL_A_MAX - 1)

enum {
	PAUSECTL_A_PFC_PRIORITY = 1,
	PAUSECTL_A_PFC_QUANTA,

	__PAUSECTL_A_PFC_MAX
};
#define PAUSECTL_A_PFC_MAX (__PAUSECTL_A_PFC_MAX - 1)

enum {
	PAUSECTL_A_STATS_RX_MAC_CONTROL = 1,
	PAUSECTL_A_STATS_TX_MAC_CONTROL,
	PAUSECTL_A_STATS_RX_UNSUPPORTED_OPCODES,
	PAUSECTL_A_STATS_RX_MALFORMED,
	PAUSECTL_A_STATS_RX_WRONG_ADDRESS,
	PAUSECTL_A_STATS_RX_IGNORED,
	PAUSECTL_A_STATS_RX_PAUSE,
	PAUSECTL_A_STATS_TX_PAUSE,
	PAUSECTL_A_STATS_RX_PFC,
	PAUSECTL_A_STATS_TX_PFC,
	PAUSECTL_A_STATS_RX_XOFF,
	PAUSECTL_A_STATS_RX_XON,
	PAUSECTL_A_STATS_TX_XOFF,
	PAUSECTL_A_STATS_TX_XON,
	PAUSECTL_A_STATS_PAUSED,
	PAUSECTL_A_STATS_PAUSE_DURATION_US,
	PAUSECTL_A_STATS_PAUSE_TRANSITIONS,
	PAUSECTL_A_STATS_QUEUE_PACKETS,
	PAUSECTL_A_STATS_QUEUE_BYTES,
	PAUSECTL_A_STATS_DROPS,
	PAUSECTL_A_STATS_BUFFER_DROPS,
	PAUSECTL_A_STATS_OCCUPANCY,
	PAUSECTL_A_STATS_OCCUPANCY_MAX,
	PAUSECTL_A_STATS_SIZE_IN_FORCE,
	PAUSECTL_A_STATS_XOFF_IN_FORCE,
	PAUSECTL_A_STATS_XON_IN_FORCE,
	PAUSECTL_A_STATS_XOFF_OUTSTANDING,
	PAUSECTL_A_STATS_STORMS_DETECTED,
	PAUSECTL_A_STATS_STORMS_RESTORED,
	PAUSECTL_A_STATS_STORMED,
	PAUSECTL_A_STATS_STORM_DROPS,
	PAUSECTL_A_STATS_GUARDS,
	PAUSECTL_A_STATS_GUARDED,
	PAUSECTL_A_STATS_ECN_MARKS,
	PAUSECTL_A_STATS_DELAY_PACKETS,
	PAUSECTL_A_STATS_DELAY_MEAN_NS,
	PAUSECTL_A_STATS_DELAY_MAX_NS,
	PAUSECTL_A_STATS_RX_FILTERED,
	PAUSECTL_A_STATS_TX_SPOOFED,
	PAUSECTL_A_STATS_PAUSE_LIMITS,
	PAUSECTL_A_STATS_PAUSE_IGNORED,
	PAUSECTL_A_STATS_RX_PFC_FRAMES,
	PAUSECTL_A_STATS_TX_PFC_FRAMES,
	PAUSECTL_A_STATS_RX_PACKETS,
	PAUSECTL_A_STATS_TX_PACKETS,
	PAUSECTL_A_STATS_CHARGED,
	PAUSECTL_A_STATS_CHANGED,
	PAUSECTL_A_STATS_UNCHARGED,
	PAUSECTL_A_STATS_XOFF_DURATION_US,

	__PAUSECTL_A_STATS_MAX
};
#define PAUSECTL_A_STATS_MAX (__PAUSECTL_A_STATS_MAX - 1)

enum {
	PAUSECTL_A_STORMS_DETECTED = 1,
	PAUSECTL_A_STORMS_RESTORED,
	PAUSECTL_A_STORMS_STORMED,
	PAUSECTL_A_STORMS_TX_PACKETS,
	PAUSECTL_A_STORMS_TX_BYTES,
	PAUSECTL_A_STORMS_DROP_PACKETS,
	PAUSECTL_A_STORMS_DROP_BYTES,
	PAUSECTL_A_STORMS_LAST_TX_PACKETS,
	PAUSECTL_A_STORMS_LAST_TX_BYTES,
	PAUSECTL_A_STORMS_LAST_DROP_PACKETS,
	PAUSECTL_A_STORMS_LAST_DROP_BYTES,
	PAUSECTL_A_STORMS_HISTORY,

	__PAUSECTL_A_STORMS_MAX
};
#define PAUSECTL_A_STORMS_MAX (__PAUSECTL_A_STORMS_MAX - 1)

enum {
	PAUSECTL_CMD_PORT_GET = 1,
	PAUSECTL_CMD_PORT_SET,
	PAUSECTL_CMD_STATS_GET,
	PAUSECTL_CMD_FRAME_SEND,
	PAUSECTL_CMD_EVENT_NTF,
	PAUSECTL_CMD_XOFF_SET,
	PAUSECTL_CMD_STORM_START,
	PAUSECTL_CMD_WATCHDOG_GET,
	PAUSECTL_CMD_CHARGES_GET,

	__PAUSECTL_CMD_MAX
};
#define PAUSECTL_CMD_MAX (__PAUSECTL_CMD_MAX - 1)

#define PAUSECTL_MCGRP_EVENTS	"events"

#endif /* _UAPI_LINUX_PAUSECTL_H */
