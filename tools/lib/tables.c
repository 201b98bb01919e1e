// SPDX-License-Identifier: GPL-2.0
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
#include "lib.h"

#define WORDS(name, ...) const char *const name##_words[] = { __VA_ARGS__, NULL }

#define SETTING(NAME, text, sort, count, form) \
	.option = text, .attribute = PAUSECTL_A_##NAME, .kind = &kind_##sort, \
	.values = count, .grammar = text " " form

#define RANGE(least, greatest, what) .min = least, .max = greatest, .unit = what

WORDS(onoff, "off", "on");
WORDS(mode, "off", "pause", "pfc");
WORDS(speed_source, "assumed", "link", "configured");
WORDS(event, "attached", "detached", "config", "paused", "resumed", "xoff", "xon",
	"link-error", "link-error-cleared", "", "", "storm-detected", "storm-restored", "guard",
	"guard-ended");
WORDS(watchdog_action, "off", "drop", "forward", "alert", "drop-all");
WORDS(filter_class, "global-control", "priority-control", "global-pause", "priority-pause");
WORDS(filter_check, "enable", "multicast", "unicast", "source", "type", "opcode");
WORDS(filter_address, "unicast", "multicast", "source");
WORDS(pause_state, "none", "requested", "acknowledged", "counting");
WORDS(advertisement, "none", "pause", "asym", "pause-asym", "tx", "rx", "tx-rx", "auto",
	"off");
WORDS(partner_source, "unknown", "configured", "port", "link");
WORDS(requirement, "none", "tx", "rx", "both");
WORDS(gso_split, "off", "on", "auto");
WORDS(trust_field, "none", "ethtype", "stream-port", "dgram-port", "port", "dscp", "pcp");
WORDS(tsa, "strict", "cbs", "ets");

const struct setting settings[] = {
	{ SETTING(MODE, "mode", word, 1, "off|pause|pfc"), .words = mode_words, .defaults = { 1 }, .begins = "everyday",
	  .help = "What the port takes part in: PAUSE stops the whole link, PFC single priorities. The two exclude each other. Default: pause." },
	{ SETTING(RX, "rx", switch, 1, "on|off"), .words = onoff_words, .defaults = { 1 },
	  .help = "Act upon received PAUSE frames, in mode pause. Default: on." },
	{ SETTING(TX, "tx", switch, 1, "on|off"), .words = onoff_words, .defaults = { 1 },
	  .help = "Send PAUSE frames, in mode pause. Default: on." },
	{ SETTING(PRIO, "prio", priorities, 1, "[+|-]LIST|none|all"), .dcb = "prio-pfc",
	  .help = "Priorities with PFC: sets rx-prio and tx-prio, except one that the same request sets, and shows the union of both. Naming a priority switches the port to mode pfc. dcb calls it prio-pfc. Default: none." },
	{ SETTING(RX_PRIO, "rx-prio", priorities, 1, "[+|-]LIST|none|all"),
	  .help = "Priorities that obey received PFC frames. Default: none." },
	{ SETTING(TX_PRIO, "tx-prio", priorities, 1, "[+|-]LIST|none|all"),
	  .help = "Priorities that the port sends PFC frames for. These are lossless. Default: none." },
	{ SETTING(SPEED, "speed", rate, 1, "auto|RATE"), RANGE(1000000, 1600000000000, "bit/s"), .zero = "auto",
	  .help = "Speed of the link. It defines the pause quantum of 512 bit times and the automatic limits of buffers. Frames leave at that speed only with pace on. Auto follows the link. Default: auto." },
	{ SETTING(PACE, "pace", switch, 1, "on|off"), .words = onoff_words,
	  .help = "Send frames at the speed of the port, with preamble, FCS and inter-packet gap counted. Default: off." },
	{ SETTING(TRUST, "trust", order, 1, "FIELD,...|none"), .words = trust_field_words, .defaults = { 6 },
	  .help = "Fields that may decide the priority of a frame: ethtype, stream-port, dgram-port, port, dscp and pcp, or none. The first field that has a priority for the frame decides. Default: pcp." },
	{ SETTING(PRIO_TC, "prio-tc", number, 8, "PRIO:N,..."), RANGE(0, 7, ""), .defaults = { 0, 1, 2, 3, 4, 5, 6, 7 }, .begins = "sharing",
	  .help = "Traffic class of each priority. Default: its own number." },
	{ SETTING(TSA, "tsa", word, 8, "CLASS:strict|ets,..."), .words = tsa_words, .dcb = "tc-tsa", .refused = "cbs",
	  .help = "Transmission selection algorithm of each class. Strict classes go first, the highest before the others. Classes with ets share the rest. dcb calls it tc-tsa. Default: strict." },
	{ SETTING(TC_BW, "tc-bw", number, 8, "CLASS:PERCENT,..."), RANGE(0, 100, "percent"),
	  .help = "Share of each class with tsa ets. The shares add up to 100. A class that turns strict gives its share up. Default: 0." },
	{ SETTING(MAXRATE, "maxrate", rate, 8, "CLASS:none|RATE,..."), RANGE(1000, 1600000000000, "bit/s"), .dcb = "tc-maxrate", .zero = "none",
	  .help = "Maximum rate of each class. dcb calls it tc-maxrate. Default: none." },
	{ SETTING(BUFFER_SIZE, "buffer-size", size, 8, "BUFFER:auto|SIZE,..."), RANGE(64, 1073741824, "octets"), .zero = "auto", .begins = "congestion",
	  .help = "Octets that each buffer holds. Auto is buffer-xoff, the headroom, and room for the frames that a sender in software has on their way. Default: auto." },
	{ SETTING(BUFFER_XOFF, "buffer-xoff", size, 8, "BUFFER:auto|SIZE,..."), RANGE(1, 1073741824, "octets"), .zero = "auto",
	  .help = "Octets above which XOFF is sent. Auto is twice the headroom, or the size of a GSO frame if that is more, or more if a size that is set has room for that. Default: auto." },
	{ SETTING(BUFFER_XON, "buffer-xon", size, 8, "BUFFER:auto|SIZE,..."), RANGE(1, 1073741824, "octets"), .zero = "auto",
	  .help = "Octets below which XON is sent. Auto is half of buffer-xoff. Default: auto." },
	{ SETTING(ALPHA, "alpha", part, 8, "BUFFER:static|PART,..."), RANGE(1, 1024, "parts of 128"), .zero = "static",
	  .help = "Share of the pool that each dynamic buffer may take: XOFF is sent above alpha times the free octets of the pool. A static buffer has limits of its own. Default: static." },
	{ SETTING(POOL, "pool", size, 1, "auto|SIZE"), RANGE(16384, 1073741824, "octets"), .zero = "auto",
	  .help = "Octets that dynamic buffers share. Auto is the sum of their static thresholds. Default: auto." },
	{ SETTING(ECN, "ecn", number, 8, "PRIO:off|PERCENT,..."), RANGE(1, 100, "percent"), .zero = "off",
	  .help = "Percentage of frames with ECN that are marked when ecn-max octets wait. With fewer octets it falls linearly, to 0 at ecn-min. Default: off." },
	{ SETTING(ECN_MIN, "ecn-min", size, 8, "PRIO:SIZE,..."), RANGE(0, 1073741824, "octets"), .defaults = { [0 ... 7] = 5000 },
	  .help = "Waiting octets up to which no frame is marked. Default: 5000." },
	{ SETTING(ECN_MAX, "ecn-max", size, 8, "PRIO:SIZE,..."), RANGE(0, 1073741824, "octets"), .defaults = { [0 ... 7] = 200000 },
	  .help = "Waiting octets above which all frames are marked. Default: 200000." },
	{ SETTING(ADVERTISE, "advertise", word, 1, "none|pause|asym|pause-asym|tx|rx|tx-rx|auto|off"), .words = advertisement_words, .defaults = { 8 }, .begins = "safety",
	  .help = "What the port advertises to its partner, in mode pause, so that both ends agree on the directions of PAUSE frames. Auto follows rx and tx. With off there is no agreement: rx and tx decide. Default: off." },
	{ SETTING(PARTNER, "partner", word, 1, "none|pause|asym|pause-asym|tx|rx|tx-rx|auto"), .words = advertisement_words, .refused = "off", .defaults = { 7 },
	  .help = "What the partner advertises. Auto reads the partner's port or the link settings. Default: auto." },
	{ SETTING(REQUIRE, "require", word, 1, "none|tx|rx|both"), .words = requirement_words,
	  .help = "What the ends must agree on. If they do not, the port holds back all data. Default: none." },
	{ SETTING(WATCHDOG, "watchdog", word, 9, "PRIO:off|drop|forward|alert|drop-all,..."), .words = watchdog_action_words,
	  .help = "Action against a storm: pauses that take 99 percent of watchdog-detect-ms while frames wait and none leaves. Drop drops the frames that wait and come, forward sends them in spite of the pause, alert reports the storm. Drop-all drops with or without a storm. The watchdog looks twice in the shortest of its times, and every 100 ms at least. One action for all applies where the port obeys pauses. Where it no longer does, the watchdog goes back to off. Default: off." },
	{ SETTING(WATCHDOG_DETECT_MS, "watchdog-detect-ms", number, 9, "PRIO:MS,..."), RANGE(100, 5000, "ms"), .defaults = { [0 ... 8] = 200 },
	  .help = "Time in pause, without a frame that leaves, that makes a storm. A sender may wait as long if many share a slow link. Default: 200." },
	{ SETTING(WATCHDOG_RESTORE_MS, "watchdog-restore-ms", number, 9, "PRIO:MS,..."), RANGE(100, 60000, "ms"), .defaults = { [0 ... 8] = 200 },
	  .help = "Time without a pause that ends a storm. Default: 200." },
	{ SETTING(GUARD_MS, "guard-ms", number, 1, "off|MS"), RANGE(80, 8000, "ms"), .zero = "off",
	  .help = "Time after which the port ends XOFF for congestion, until the buffer has drained. Default: off." },
	{ SETTING(SPOOF_CHECK, "spoof-check", switch, 1, "on|off"), .words = onoff_words,
	  .help = "Drop untagged control frames that the port has not made itself. Default: off." },
	{ SETTING(FILTER, "filter", checks, 4, "CLASS:CHECK+...|any|off,..."), .words = filter_check_words, .elements = filter_class_words, .defaults = { [0 ... 3] = 55 }, .begins = "receive checks",
	  .help = "Checks of received frames: multicast, unicast, source, type and opcode, with + between them, any for no check, off for no frame. A frame that passes a control class (global-control, priority-control) is a control frame. A control frame that passes a pause class (global-pause for PAUSE, priority-pause for PFC) is a pause frame. Default: multicast+unicast+type+opcode." },
	{ SETTING(FILTER_TYPE, "filter-type", type, 4, "CLASS:TYPE,..."), RANGE(1536, 65535, ""), .elements = filter_class_words, .defaults = { [0 ... 3] = 34824 },
	  .help = "EtherType of each class. Default: 0x8808." },
	{ SETTING(FILTER_OPCODE, "filter-opcode", opcodes, 4, "CLASS:OPCODE[-OPCODE],..."), .elements = filter_class_words, .defaults = { 4294901760, 4294901760, 65537, 16843009 },
	  .help = "Opcodes of each class. A pause class has a single one. Default: 0x0000-0xffff, the same, 0x0001, 0x0101." },
	{ SETTING(FILTER_ADDRESS, "filter-address", address, 3, "WHICH:default|MAC,..."), .elements = filter_address_words, .zero = "default",
	  .help = "Addresses for the checks. Default is the address of the device for unicast, 01:80:c2:00:00:01 for multicast, and none for source. The classes for PAUSE always use 01:80:c2:00:00:01 for multicast. Default: default." },
	{ SETTING(SPLIT_GSO, "split-gso", word, 1, "off|on|auto"), .words = gso_split_words, .defaults = { 2 }, .begins = "experts",
	  .help = "Split GSO frames into the frames of the wire, so that a pause can stop between two of these. Auto splits where the port models the wire: with pace, and in classes with a maxrate. Default: auto." },
	{ SETTING(LIMIT, "limit", size, 1, "SIZE"), RANGE(16384, 1073741824, "octets"), .defaults = { 4194304 },
	  .help = "Octets that may wait for each priority of each qdisc. Default: 4194304." },
	{ SETTING(XOFF_QUANTA, "xoff-quanta", number, 9, "PRIO:N,..."), RANGE(1, 65535, "quanta"), .defaults = { [0 ... 8] = 65535 },
	  .help = "Time that each XOFF asks for. Default: 65535." },
	{ SETTING(REFRESH_QUANTA, "refresh-quanta", number, 9, "PRIO:N,..."), RANGE(1, 65535, "quanta"), .defaults = { [0 ... 8] = 32767 },
	  .help = "Time after which XOFF is sent again, at most xoff-quanta. A change of xoff-quanta alone makes it half of that. Default: 32767." },
	{ SETTING(PRIO_BUFFER, "prio-buffer", number, 8, "PRIO:N,..."), RANGE(0, 7, ""), .defaults = { 0, 1, 2, 3, 4, 5, 6, 7 },
	  .help = "Buffer of each priority, in mode pfc. Default: its own number." },
	{ SETTING(DELAY_BITS, "delay-bits", number, 1, "auto|N"), RANGE(1, 1000000000, "bit times"), .zero = "auto",
	  .help = "Round trip and reaction of both ends, which the headroom allows for. Auto is 100 us. Default: auto." },
	{ SETTING(FORWARD, "forward", switch, 1, "on|off"), .words = onoff_words,
	  .help = "Also hand control frames to the stack, acted upon or not. Default: off." },
	{ SETTING(ACK, "ack", switch, 1, "on|off"), .words = onoff_words,
	  .help = "A received pause counts from when sending has stopped, the frame in transmission included. Default: off." },
};

const size_t setting_count = MNL_ARRAY_SIZE(settings);
