// SPDX-License-Identifier: GPL-2.0
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
#include "lib.h"

#define SETTING(NAME, name, text, sort, least, greatest, what, octets, count, words) \
	.option = text, .key = #name, .attribute = PAUSECTL_A_##NAME, .kind = &kind_##sort, \
	.min = least, .max = greatest, .unit = what, .size = octets, .values = count, \
	.grammar = text " " words

const char *const mode_words[] = { "off", "pause", "pfc", NULL };
const char *const speed_source_words[] = { "assumed", "link", "configured", NULL };
const char *const event_words[] = {
	"attached", "detached", "config", "paused", "resumed", "xoff", "xon", "link-error",
	"link-error-cleared", "", "", "storm-detected", "storm-restored", "guard", "guard-ended",
	NULL
};
const char *const watchdog_action_words[] = { "off", "drop", "forward", "alert", "drop-all", NULL };
const char *const filter_class_words[] = {
	"global-control", "priority-control", "global-pause", "priority-pause", NULL
};
const char *const filter_check_words[] = {
	"enable", "multicast", "unicast", "source", "type", "opcode", NULL
};
const char *const filter_address_words[] = { "unicast", "multicast", "source", NULL };
const char *const pause_state_words[] = { "none", "requested", "acknowledged", "counting", NULL };
const char *const advertisement_words[] = {
	"none", "pause", "asym", "pause-asym", "tx", "rx", "tx-rx", "auto", "off", NULL
};
const char *const partner_source_words[] = { "unknown", "configured", "port", "link", NULL };
const char *const requirement_words[] = { "none", "tx", "rx", "both", NULL };
const char *const gso_split_words[] = { "off", "on", "auto", NULL };
const char *const trust_field_words[] = {
	"none", "ethtype", "stream-port", "dgram-port", "port", "dscp", "pcp", NULL
};
const char *const tsa_words[] = { "strict", "cbs", "ets", NULL };

const struct setting settings[] = {
	{ SETTING(MODE, mode, "mode", word, 0, 2, "", 4, 1, "off|pause|pfc"), .words = mode_words,
	  .defaults = { 1 }, .begins = "everyday", .help =
	"  mode                What the port takes part in: PAUSE stops the whole link, PFC\n"
	"                      single priorities. The two exclude each other. Default: pause.\n" },
	{ SETTING(RX, rx, "rx", switch, 0, 1, "", 1, 1, "on|off"), .defaults = { 1 }, .help =
	"  rx                  Act upon received PAUSE frames, in mode pause. Default: on.\n" },
	{ SETTING(TX, tx, "tx", switch, 0, 1, "", 1, 1, "on|off"), .defaults = { 1 }, .help =
	"  tx                  Send PAUSE frames, in mode pause. Default: on.\n" },
	{ SETTING(PRIO, prio, "prio", priorities, 0, 255, "", 4, 1, "[+|-]LIST|none|all"),
	  .dcb = "prio-pfc", .help =
	"  prio                Priorities with PFC: sets rx-prio and tx-prio, except one that the\n"
	"                      same request sets, and shows the union of both. Naming a priority\n"
	"                      switches the port to mode pfc. dcb calls it prio-pfc. Default:\n"
	"                      none.\n" },
	{ SETTING(RX_PRIO, rx_prio, "rx-prio", priorities, 0, 255, "", 4, 1, "[+|-]LIST|none|all"),
	  .help =
	"  rx-prio             Priorities that obey received PFC frames. Default: none.\n" },
	{ SETTING(TX_PRIO, tx_prio, "tx-prio", priorities, 0, 255, "", 4, 1, "[+|-]LIST|none|all"),
	  .help =
	"  tx-prio             Priorities that the port sends PFC frames for. These are lossless.\n"
	"                      Default: none.\n" },
	{ SETTING(SPEED, speed, "speed", rate, 1000000, 1600000000000, "bit/s", 8, 1, "auto|RATE"),
	  .zero = "auto", .help =
	"  speed               Speed of the link. It defines the pause quantum of 512 bit times\n"
	"                      and the automatic limits of buffers. Frames leave at that speed\n"
	"                      only with pace on. Auto follows the link. Default: auto.\n" },
	{ SETTING(PACE, pace, "pace", switch, 0, 1, "", 1, 1, "on|off"), .help =
	"  pace                Send frames at the speed of the port, with preamble, FCS and\n"
	"                      inter-packet gap counted. Default: off.\n" },
	{ SETTING(TRUST, trust, "trust", order, 0, 16777215, "", 4, 1, "FIELD,...|none"),
	  .words = trust_field_words, .defaults = { 6 }, .help =
	"  trust               Fields that may decide the priority of a frame: ethtype,\n"
	"                      stream-port, dgram-port, port, dscp and pcp, or none. The first\n"
	"                      field that has a priority for the frame decides. Default: pcp.\n" },
	{ SETTING(PRIO_TC, prio_tc, "prio-tc", number, 0, 7, "", 4, 8, "PRIO:N,..."),
	  .defaults = { 0, 1, 2, 3, 4, 5, 6, 7 }, .begins = "sharing", .help =
	"  prio-tc             Traffic class of each priority. Default: its own number.\n" },
	{ SETTING(TSA, tsa, "tsa", word, 0, 2, "", 4, 8, "CLASS:strict|ets,..."),
	  .words = tsa_words, .dcb = "tc-tsa", .refused = "cbs", .help =
	"  tsa                 Transmission selection algorithm of each class. Strict classes go\n"
	"                      first, the highest before the others. Classes with ets share the\n"
	"                      rest. dcb calls it tc-tsa. Default: strict.\n" },
	{ SETTING(TC_BW, tc_bw, "tc-bw", number, 0, 100, "percent", 4, 8, "CLASS:PERCENT,..."),
	  .help =
	"  tc-bw               Share of each class with tsa ets. The shares add up to 100. A\n"
	"                      class that turns strict gives its share up. Default: 0.\n" },
	{ SETTING(MAXRATE, maxrate, "maxrate", rate, 1000, 1600000000000, "bit/s", 8, 8,
	  "CLASS:none|RATE,..."), .dcb = "tc-maxrate", .zero = "none", .help =
	"  maxrate             Maximum rate of each class. dcb calls it tc-maxrate. Default:\n"
	"                      none.\n" },
	{ SETTING(BUFFER_SIZE, buffer_size, "buffer-size", size, 64, 1073741824, "octets", 4, 8,
	  "BUFFER:auto|SIZE,..."), .zero = "auto", .begins = "congestion", .help =
	"  buffer-size         Octets that each buffer holds. Auto is buffer-xoff, the headroom,\n"
	"                      and room for the frames that a sender in software has on their\n"
	"                      way. Default: auto.\n" },
	{ SETTING(BUFFER_XOFF, buffer_xoff, "buffer-xoff", size, 1, 1073741824, "octets", 4, 8,
	  "BUFFER:auto|SIZE,..."), .zero = "auto", .help =
	"  buffer-xoff         Octets above which XOFF is sent. Auto is twice the headroom, or\n"
	"                      the size of a GSO frame if that is more, or more if a size that is\n"
	"                      set has room for that. Default: auto.\n" },
	{ SETTING(BUFFER_XON, buffer_xon, "buffer-xon", size, 1, 1073741824, "octets", 4, 8,
	  "BUFFER:auto|SIZE,..."), .zero = "auto", .help =
	"  buffer-xon          Octets below which XON is sent. Auto is half of buffer-xoff.\n"
	"                      Default: auto.\n" },
	{ SETTING(ALPHA, alpha, "alpha", part, 1, 1024, "parts of 128", 4, 8,
	  "BUFFER:static|PART,..."), .zero = "static", .help =
	"  alpha               Share of the pool that each dynamic buffer may take: XOFF is sent\n"
	"                      above alpha times the free octets of the pool. A static buffer has\n"
	"                      limits of its own. Default: static.\n" },
	{ SETTING(POOL, pool, "pool", size, 16384, 1073741824, "octets", 4, 1, "auto|SIZE"),
	  .zero = "auto", .help =
	"  pool                Octets that dynamic buffers share. Auto is the sum of their static\n"
	"                      thresholds. Default: auto.\n" },
	{ SETTING(ECN, ecn, "ecn", number, 1, 100, "percent", 4, 8, "PRIO:off|PERCENT,..."),
	  .zero = "off", .help =
	"  ecn                 Percentage of frames with ECN that are marked when ecn-max octets\n"
	"                      wait. With fewer octets it falls linearly, to 0 at ecn-min.\n"
	"                      Default: off.\n" },
	{ SETTING(ECN_MIN, ecn_min, "ecn-min", size, 0, 1073741824, "octets", 4, 8,
	  "PRIO:SIZE,..."), .defaults = { [0 ... 7] = 5000 }, .help =
	"  ecn-min             Waiting octets up to which no frame is marked. Default: 5000.\n" },
	{ SETTING(ECN_MAX, ecn_max, "ecn-max", size, 0, 1073741824, "octets", 4, 8,
	  "PRIO:SIZE,..."), .defaults = { [0 ... 7] = 200000 }, .help =
	"  ecn-max             Waiting octets above which all frames are marked. Default: 200000.\n" },
	{ SETTING(ADVERTISE, advertise, "advertise", word, 0, 8, "", 4, 1,
	  "none|pause|asym|pause-asym|tx|rx|tx-rx|auto|off"), .words = advertisement_words,
	  .defaults = { 8 }, .begins = "safety", .help =
	"  advertise           What the port advertises to its partner, in mode pause, so that\n"
	"                      both ends agree on the directions of PAUSE frames. Auto follows rx\n"
	"                      and tx. With off there is no agreement: rx and tx decide. Default:\n"
	"                      off.\n" },
	{ SETTING(PARTNER, partner, "partner", word, 0, 7, "", 4, 1,
	  "none|pause|asym|pause-asym|tx|rx|tx-rx|auto"), .words = advertisement_words,
	  .refused = "off", .defaults = { 7 }, .help =
	"  partner             What the partner advertises. Auto reads the partner's port or the\n"
	"                      link settings. Default: auto.\n" },
	{ SETTING(REQUIRE, require, "require", word, 0, 3, "", 4, 1, "none|tx|rx|both"),
	  .words = requirement_words, .help =
	"  require             What the ends must agree on. If they do not, the port holds back\n"
	"                      all data. Default: none.\n" },
	{ SETTING(WATCHDOG, watchdog, "watchdog", word, 0, 4, "", 4, 9,
	  "PRIO:off|drop|forward|alert|drop-all,..."), .words = watchdog_action_words, .help =
	"  watchdog            Action against a storm: pauses that take 99 percent of\n"
	"                      watchdog-detect-ms while frames wait and none leaves. Drop drops\n"
	"                      the frames that wait and come, forward sends them in spite of the\n"
	"                      pause, alert reports the storm. Drop-all drops with or without a\n"
	"                      storm. The watchdog looks twice in the shortest of its times, and\n"
	"                      every 100 ms at least. One action for all applies where the port\n"
	"                      obeys pauses. Where it no longer does, the watchdog goes back to\n"
	"                      off. Default: off.\n" },
	{ SETTING(WATCHDOG_DETECT_MS, watchdog_detect_ms, "watchdog-detect-ms", number, 100, 5000,
	  "ms", 4, 9, "PRIO:MS,..."), .defaults = { [0 ... 8] = 200 }, .help =
	"  watchdog-detect-ms  Time in pause, without a frame that leaves, that makes a storm. A\n"
	"                      sender may wait as long if many share a slow link. Default: 200.\n" },
	{ SETTING(WATCHDOG_RESTORE_MS, watchdog_restore_ms, "watchdog-restore-ms", number, 100,
	  60000, "ms", 4, 9, "PRIO:MS,..."), .defaults = { [0 ... 8] = 200 }, .help =
	"  watchdog-restore-ms Time without a pause that ends a storm. Default: 200.\n" },
	{ SETTING(GUARD_MS, guard_ms, "guard-ms", number, 80, 8000, "ms", 4, 1, "off|MS"),
	  .zero = "off", .help =
	"  guard-ms            Time after which the port ends XOFF for congestion, until the\n"
	"                      buffer has drained. Default: off.\n" },
	{ SETTING(SPOOF_CHECK, spoof_check, "spoof-check", switch, 0, 1, "", 1, 1, "on|off"),
	  .help =
	"  spoof-check         Drop untagged control frames that the port has not made itself.\n"
	"                      Default: off.\n" },
	{ SETTING(FILTER, filter, "filter", checks, 0, 63, "", 4, 4, "CLASS:CHECK+...|any|off,..."),
	  .words = filter_check_words, .elements = filter_class_words,
	  .defaults = { [0 ... 3] = 55 }, .begins = "receive checks", .help =
	"  filter              Checks of received frames: multicast, unicast, source, type and\n"
	"                      opcode, with + between them, any for no check, off for no frame. A\n"
	"                      frame that passes a control class (global-control,\n"
	"                      priority-control) is a control frame. A control frame that passes\n"
	"                      a pause class (global-pause for PAUSE, priority-pause for PFC) is\n"
	"                      a pause frame. Default: multicast+unicast+type+opcode.\n" },
	{ SETTING(FILTER_TYPE, filter_type, "filter-type", type, 1536, 65535, "", 4, 4,
	  "CLASS:TYPE,..."), .elements = filter_class_words, .defaults = { [0 ... 3] = 34824 },
	  .help =
	"  filter-type         EtherType of each class. Default: 0x8808.\n" },
	{ SETTING(FILTER_OPCODE, filter_opcode, "filter-opcode", opcodes, 0, 4294967295, "", 4, 4,
	  "CLASS:OPCODE[-OPCODE],..."), .elements = filter_class_words,
	  .defaults = { 4294901760, 4294901760, 65537, 16843009 }, .help =
	"  filter-opcode       Opcodes of each class. A pause class has a single one. Default:\n"
	"                      0x0000-0xffff, the same, 0x0001, 0x0101.\n" },
	{ SETTING(FILTER_ADDRESS, filter_address, "filter-address", address, 0, 281474976710655, "",
	  8, 3, "WHICH:default|MAC,..."), .elements = filter_address_words, .zero = "default",
	  .help =
	"  filter-address      Addresses for the checks. Default is the address of the device for\n"
	"                      unicast, 01:80:c2:00:00:01 for multicast, and none for source. The\n"
	"                      classes for PAUSE always use 01:80:c2:00:00:01 for multicast.\n"
	"                      Default: default.\n" },
	{ SETTING(SPLIT_GSO, split_gso, "split-gso", word, 0, 2, "", 4, 1, "off|on|auto"),
	  .words = gso_split_words, .defaults = { 2 }, .begins = "experts", .help =
	"  split-gso           Split GSO frames into the frames of the wire, so that a pause can\n"
	"                      stop between two of these. Auto splits where the port models the\n"
	"                      wire: with pace, and in classes with a maxrate. Default: auto.\n" },
	{ SETTING(LIMIT, limit, "limit", size, 16384, 1073741824, "octets", 4, 1, "SIZE"),
	  .defaults = { 4194304 }, .help =
	"  limit               Octets that may wait for each priority of each qdisc. Default:\n"
	"                      4194304.\n" },
	{ SETTING(XOFF_QUANTA, xoff_quanta, "xoff-quanta", number, 1, 65535, "quanta", 4, 9,
	  "PRIO:N,..."), .defaults = { [0 ... 8] = 65535 }, .help =
	"  xoff-quanta         Time that each XOFF asks for. Default: 65535.\n" },
	{ SETTING(REFRESH_QUANTA, refresh_quanta, "refresh-quanta", number, 1, 65535, "quanta", 4,
	  9, "PRIO:N,..."), .defaults = { [0 ... 8] = 32767 }, .help =
	"  refresh-quanta      Time after which XOFF is sent again, at most xoff-quanta. A change\n"
	"                      of xoff-quanta alone makes it half of that. Default: 32767.\n" },
	{ SETTING(PRIO_BUFFER, prio_buffer, "prio-buffer", number, 0, 7, "", 4, 8, "PRIO:N,..."),
	  .defaults = { 0, 1, 2, 3, 4, 5, 6, 7 }, .help =
	"  prio-buffer         Buffer of each priority, in mode pfc. Default: its own number.\n" },
	{ SETTING(DELAY_BITS, delay_bits, "delay-bits", number, 1, 1000000000, "bit times", 4, 1,
	  "auto|N"), .zero = "auto", .help =
	"  delay-bits          Round trip and reaction of both ends, which the headroom allows\n"
	"                      for. Auto is 100 us. Default: auto.\n" },
	{ SETTING(FORWARD, forward, "forward", switch, 0, 1, "", 1, 1, "on|off"), .help =
	"  forward             Also hand control frames to the stack, acted upon or not. Default:\n"
	"                      off.\n" },
	{ SETTING(ACK, ack, "ack", switch, 0, 1, "", 1, 1, "on|off"), .help =
	"  ack                 A received pause counts from when sending has stopped, the frame\n"
	"                      in transmission included. Default: off.\n" },
};

const size_t setting_count = MNL_ARRAY_SIZE(settings);
