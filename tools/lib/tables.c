// SPDX-License-Identifier: GPL-2.0
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
#include "lib.h"

#define WORDS(name, ...) const char *const name##_words[] = { __VA_ARGS__, NULL }

#define SETTING(NAME, text, sort, count, form) \
	.option = text, .attribute = PAUSECTL_A_##NAME, .kind = &kind_##sort, \
	.values = count, .grammar = text " " form

#define RANGE(least, greatest, what) .min = least, .max = greatest, .unit = what

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
	{ SETTING(MODE, "mode", word, 1, "off|pause|pfc"), .words = mode_words, .defaults = { 1 },
	  .begins = "everyday", .help =
	"  mode                What the port takes part in: PAUSE stops the whole link, PFC\n"
	"                      single priorities. The two exclude each other. Default: pause.\n" },
	{ SETTING(RX, "rx", switch, 1, "on|off"), .defaults = { 1 }, .help =
	"  rx                  Act upon received PAUSE frames, in mode pause. Default: on.\n" },
	{ SETTING(TX, "tx", switch, 1, "on|off"), .defaults = { 1 }, .help =
	"  tx                  Send PAUSE frames, in mode pause. Default: on.\n" },
	{ SETTING(PRIO, "prio", priorities, 1, "[+|-]LIST|none|all"), .dcb = "prio-pfc", .help =
	"  prio                Priorities with PFC: sets rx-prio and tx-prio, except one that the\n"
	"                      same request sets, and shows the union of both. Naming a priority\n"
	"                      switches the port to mode pfc. dcb calls it prio-pfc. Default:\n"
	"                      none.\n" },
	{ SETTING(RX_PRIO, "rx-prio", priorities, 1, "[+|-]LIST|none|all"), .help =
	"  rx-prio             Priorities that obey received PFC frames. Default: none.\n" },
	{ SETTING(TX_PRIO, "tx-prio", priorities, 1, "[+|-]LIST|none|all"), .help =
	"  tx-prio             Priorities that the port sends PFC frames for. These are lossless.\n"
	"                      Default: none.\n" },
	{ SETTING(SPEED, "speed", rate, 1, "auto|RATE"), RANGE(1000000, 1600000000000, "bit/s"),
	  .zero = "auto", .help =
	"  speed               Speed of the link. It defines the pause quantum of 512 bit times\n"
	"                      and the automatic limits of buffers. Frames leave at that speed\n"
	"                      only with pace on. Auto follows the link. Default: auto.\n" },
	{ SETTING(PACE, "pace", switch, 1, "on|off"), .help =
	"  pace                Send frames at the speed of the port, with preamble, FCS and\n"
	"                      inter-packet gap counted. Default: off.\n" },
	{ SETTING(TRUST, "trust", order, 1, "FIELD,...|none"), .words = trust_field_words,
	  .defaults = { 6 }, .help =
	"  trust               Fields that may decide the priority of a frame: ethtype,\n"
	"                      stream-port, dgram-port, port, dscp and pcp, or none. The first\n"
	"                      field that has a priority for the frame decides. Default: pcp.\n" },
	{ SETTING(PRIO_TC, "prio-tc", number, 8, "PRIO:N,..."), RANGE(0, 7, ""),
	  .defaults = { 0, 1, 2, 3, 4, 5, 6, 7 }, .begins = "sharing", .help =
	"  prio-tc             Traffic class of each priority. Default: its own number.\n" },
	{ SETTING(TSA, "tsa", word, 8, "CLASS:strict|ets,..."), .words = tsa_words, .dcb = "tc-tsa",
	  .refused = "cbs", .help =
	"  tsa                 Transmission selection algorithm of each class. Strict classes go\n"
	"                      first, the highest before the others. Classes with ets share the\n"
	"                      rest. dcb calls it tc-tsa. Default: strict.\n" },
	{ SETTING(TC_BW, "tc-bw", number, 8, "CLASS:PERCENT,..."), RANGE(0, 100, "percent"), .help =
	"  tc-bw               Share of each class with tsa ets. The shares add up to 100. A\n"
	"                      class that turns strict gives its share up. Default: 0.\n" },
	{ SETTING(MAXRATE, "maxrate", rate, 8, "CLASS:none|RATE,..."),
	  RANGE(1000, 1600000000000, "bit/s"), .dcb = "tc-maxrate", .zero = "none", .help =
	"  maxrate             Maximum rate of each class. dcb calls it tc-maxrate. Default:\n"
	"                      none.\n" },
	{ SETTING(BUFFER_SIZE, "buffer-size", size, 8, "BUFFER:auto|SIZE,..."),
	  RANGE(64, 1073741824, "octets"), .zero = "auto", .begins = "congestion", .help =
	"  buffer-size         Octets that each buffer holds. Auto is buffer-xoff, the headroom,\n"
	"                      and room for the frames that a sender in software has on their\n"
	"                      way. Default: auto.\n" },
	{ SETTING(BUFFER_XOFF, "buffer-xoff", size, 8, "BUFFER:auto|SIZE,..."),
	  RANGE(1, 1073741824, "octets"), .zero = "auto", .help =
	"  buffer-xoff         Octets above which XOFF is sent. Auto is twice the headroom, or\n"
	"                      the size of a GSO frame if that is more, or more if a size that is\n"
	"                      set has room for that. Default: auto.\n" },
	{ SETTING(BUFFER_XON, "buffer-xon", size, 8, "BUFFER:auto|SIZE,..."),
	  RANGE(1, 1073741824, "octets"), .zero = "auto", .help =
	"  buffer-xon          Octets below which XON is sent. Auto is half of buffer-xoff.\n"
	"                      Default: auto.\n" },
	{ SETTING(ALPHA, "alpha", part, 8, "BUFFER:static|PART,..."), RANGE(1, 1024, "parts of 128"),
	  .zero = "static", .help =
	"  alpha               Share of the pool that each dynamic buffer may take: XOFF is sent\n"
	"                      above alpha times the free octets of the pool. A static buffer has\n"
	"                      limits of its own. Default: static.\n" },
	{ SETTING(POOL, "pool", size, 1, "auto|SIZE"), RANGE(16384, 1073741824, "octets"),
	  .zero = "auto", .help =
	"  pool                Octets that dynamic buffers share. Auto is the sum of their static\n"
	"                      thresholds. Default: auto.\n" },
	{ SETTING(ECN, "ecn", number, 8, "PRIO:off|PERCENT,..."), RANGE(1, 100, "percent"),
	  .zero = "off", .help =
	"  ecn                 Percentage of frames with ECN that are marked when ecn-max octets\n"
	"                      wait. With fewer octets it falls linearly, to 0 at ecn-min.\n"
	"                      Default: off.\n" },
	{ SETTING(ECN_MIN, "ecn-min", size, 8, "PRIO:SIZE,..."), RANGE(0, 1073741824, "octets"),
	  .defaults = { [0 ... 7] = 5000 }, .help =
	"  ecn-min             Waiting octets up to which no frame is marked. Default: 5000.\n" },
	{ SETTING(ECN_MAX, "ecn-max", size, 8, "PRIO:SIZE,..."), RANGE(0, 1073741824, "octets"),
	  .defaults = { [0 ... 7] = 200000 }, .help =
	"  ecn-max             Waiting octets above which all frames are marked. Default: 200000.\n" },
	{ SETTING(ADVERTISE, "advertise", word, 1,
	  "none|pause|asym|pause-asym|tx|rx|tx-rx|auto|off"), .words = advertisement_words,
	  .defaults = { 8 }, .begins = "safety", .help =
	"  advertise           What the port advertises to its partner, in mode pause, so that\n"
	"                      both ends agree on the directions of PAUSE frames. Auto follows rx\n"
	"                      and tx. With off there is no agreement: rx and tx decide. Default:\n"
	"                      off.\n" },
	{ SETTING(PARTNER, "partner", word, 1, "none|pause|asym|pause-asym|tx|rx|tx-rx|auto"),
	  .words = advertisement_words, .refused = "off", .defaults = { 7 }, .help =
	"  partner             What the partner advertises. Auto reads the partner's port or the\n"
	"                      link settings. Default: auto.\n" },
	{ SETTING(REQUIRE, "require", word, 1, "none|tx|rx|both"), .words = requirement_words,
	  .help =
	"  require             What the ends must agree on. If they do not, the port holds back\n"
	"                      all data. Default: none.\n" },
	{ SETTING(WATCHDOG, "watchdog", word, 9, "PRIO:off|drop|forward|alert|drop-all,..."),
	  .words = watchdog_action_words, .help =
	"  watchdog            Action against a storm: pauses that take 99 percent of\n"
	"                      watchdog-detect-ms while frames wait and none leaves. Drop drops\n"
	"                      the frames that wait and come, forward sends them in spite of the\n"
	"                      pause, alert reports the storm. Drop-all drops with or without a\n"
	"                      storm. The watchdog looks twice in the shortest of its times, and\n"
	"                      every 100 ms at least. One action for all applies where the port\n"
	"                      obeys pauses. Where it no longer does, the watchdog goes back to\n"
	"                      off. Default: off.\n" },
	{ SETTING(WATCHDOG_DETECT_MS, "watchdog-detect-ms", number, 9, "PRIO:MS,..."),
	  RANGE(100, 5000, "ms"), .defaults = { [0 ... 8] = 200 }, .help =
	"  watchdog-detect-ms  Time in pause, without a frame that leaves, that makes a storm. A\n"
	"                      sender may wait as long if many share a slow link. Default: 200.\n" },
	{ SETTING(WATCHDOG_RESTORE_MS, "watchdog-restore-ms", number, 9, "PRIO:MS,..."),
	  RANGE(100, 60000, "ms"), .defaults = { [0 ... 8] = 200 }, .help =
	"  watchdog-restore-ms Time without a pause that ends a storm. Default: 200.\n" },
	{ SETTING(GUARD_MS, "guard-ms", number, 1, "off|MS"), RANGE(80, 8000, "ms"), .zero = "off",
	  .help =
	"  guard-ms            Time after which the port ends XOFF for congestion, until the\n"
	"                      buffer has drained. Default: off.\n" },
	{ SETTING(SPOOF_CHECK, "spoof-check", switch, 1, "on|off"), .help =
	"  spoof-check         Drop untagged control frames that the port has not made itself.\n"
	"                      Default: off.\n" },
	{ SETTING(FILTER, "filter", checks, 4, "CLASS:CHECK+...|any|off,..."),
	  .words = filter_check_words, .elements = filter_class_words,
	  .defaults = { [0 ... 3] = 55 }, .begins = "receive checks", .help =
	"  filter              Checks of received frames: multicast, unicast, source, type and\n"
	"                      opcode, with + between them, any for no check, off for no frame. A\n"
	"                      frame that passes a control class (global-control,\n"
	"                      priority-control) is a control frame. A control frame that passes\n"
	"                      a pause class (global-pause for PAUSE, priority-pause for PFC) is\n"
	"                      a pause frame. Default: multicast+unicast+type+opcode.\n" },
	{ SETTING(FILTER_TYPE, "filter-type", type, 4, "CLASS:TYPE,..."), RANGE(1536, 65535, ""),
	  .elements = filter_class_words, .defaults = { [0 ... 3] = 34824 }, .help =
	"  filter-type         EtherType of each class. Default: 0x8808.\n" },
	{ SETTING(FILTER_OPCODE, "filter-opcode", opcodes, 4, "CLASS:OPCODE[-OPCODE],..."),
	  .elements = filter_class_words, .defaults = { 4294901760, 4294901760, 65537, 16843009 },
	  .help =
	"  filter-opcode       Opcodes of each class. A pause class has a single one. Default:\n"
	"                      0x0000-0xffff, the same, 0x0001, 0x0101.\n" },
	{ SETTING(FILTER_ADDRESS, "filter-address", address, 3, "WHICH:default|MAC,..."),
	  .elements = filter_address_words, .zero = "default", .help =
	"  filter-address      Addresses for the checks. Default is the address of the device for\n"
	"                      unicast, 01:80:c2:00:00:01 for multicast, and none for source. The\n"
	"                      classes for PAUSE always use 01:80:c2:00:00:01 for multicast.\n"
	"                      Default: default.\n" },
	{ SETTING(SPLIT_GSO, "split-gso", word, 1, "off|on|auto"), .words = gso_split_words,
	  .defaults = { 2 }, .begins = "experts", .help =
	"  split-gso           Split GSO frames into the frames of the wire, so that a pause can\n"
	"                      stop between two of these. Auto splits where the port models the\n"
	"                      wire: with pace, and in classes with a maxrate. Default: auto.\n" },
	{ SETTING(LIMIT, "limit", size, 1, "SIZE"), RANGE(16384, 1073741824, "octets"),
	  .defaults = { 4194304 }, .help =
	"  limit               Octets that may wait for each priority of each qdisc. Default:\n"
	"                      4194304.\n" },
	{ SETTING(XOFF_QUANTA, "xoff-quanta", number, 9, "PRIO:N,..."), RANGE(1, 65535, "quanta"),
	  .defaults = { [0 ... 8] = 65535 }, .help =
	"  xoff-quanta         Time that each XOFF asks for. Default: 65535.\n" },
	{ SETTING(REFRESH_QUANTA, "refresh-quanta", number, 9, "PRIO:N,..."),
	  RANGE(1, 65535, "quanta"), .defaults = { [0 ... 8] = 32767 }, .help =
	"  refresh-quanta      Time after which XOFF is sent again, at most xoff-quanta. A change\n"
	"                      of xoff-quanta alone makes it half of that. Default: 32767.\n" },
	{ SETTING(PRIO_BUFFER, "prio-buffer", number, 8, "PRIO:N,..."), RANGE(0, 7, ""),
	  .defaults = { 0, 1, 2, 3, 4, 5, 6, 7 }, .help =
	"  prio-buffer         Buffer of each priority, in mode pfc. Default: its own number.\n" },
	{ SETTING(DELAY_BITS, "delay-bits", number, 1, "auto|N"), RANGE(1, 1000000000, "bit times"),
	  .zero = "auto", .help =
	"  delay-bits          Round trip and reaction of both ends, which the headroom allows\n"
	"                      for. Auto is 100 us. Default: auto.\n" },
	{ SETTING(FORWARD, "forward", switch, 1, "on|off"), .help =
	"  forward             Also hand control frames to the stack, acted upon or not. Default:\n"
	"                      off.\n" },
	{ SETTING(ACK, "ack", switch, 1, "on|off"), .help =
	"  ack                 A received pause counts from when sending has stopped, the frame\n"
	"                      in transmission included. Default: off.\n" },
};

const size_t setting_count = MNL_ARRAY_SIZE(settings);

const struct counter port_counters[] = {
	{ "rx_mac_control", PAUSECTL_A_STATS_RX_MAC_CONTROL, 1, false, "pausectl_rx_mac_control_total", 0, "Untagged frames of type 88-08 received, all of them." },
	{ "tx_mac_control", PAUSECTL_A_STATS_TX_MAC_CONTROL, 1, false, "pausectl_tx_mac_control_total", 0, "Frames of type 88-08 that left the port, whoever sent them." },
	{ "rx_unsupported_opcodes", PAUSECTL_A_STATS_RX_UNSUPPORTED_OPCODES, 1, false, "pausectl_rx_unsupported_opcodes_total", 0, "Control frames received whose opcode is neither 00-01 nor 01-01." },
	{ "rx_malformed", PAUSECTL_A_STATS_RX_MALFORMED, 1, false, "pausectl_rx_malformed_total", 0, "Control frames received that are too short for the opcode, for pause_time or the vector, or for the time of a priority in the vector." },
	{ "rx_wrong_address", PAUSECTL_A_STATS_RX_WRONG_ADDRESS, 1, false, "pausectl_rx_wrong_address_total", 0, "Frames of type 88-08 whose destination no control class of filter accepts: by default neither 01-80-C2-00-00-01 nor the port's own address." },
	{ "rx_ignored", PAUSECTL_A_STATS_RX_IGNORED, 1, false, "pausectl_rx_ignored_total", 0, "Well-formed PAUSE and PFC frames that did not act, or not for all their priorities: wrong mode, rx off, or PFC not enabled for the priority. Each frame counts once." },
	{ "rx_pause", PAUSECTL_A_STATS_RX_PAUSE, 1, false, "pausectl_rx_pause_total", 0, "PAUSE frames received." },
	{ "tx_pause", PAUSECTL_A_STATS_TX_PAUSE, 1, false, "pausectl_tx_pause_total", 0, "PAUSE frames sent, whoever made them. A frame of another program counts when it is queued." },
	{ "rx_pfc", PAUSECTL_A_STATS_RX_PFC, 8, false, "pausectl_rx_pfc_total", 0, "PFC frames received that name the priority." },
	{ "tx_pfc", PAUSECTL_A_STATS_TX_PFC, 8, false, "pausectl_tx_pfc_total", 0, "PFC frames sent that name the priority, whoever made them." },
	{ "rx_xoff", PAUSECTL_A_STATS_RX_XOFF, 9, false, "pausectl_rx_xoff_total", 0, "Received requests with a time above 0 that acted, also those of xoff-set with received." },
	{ "rx_xon", PAUSECTL_A_STATS_RX_XON, 9, false, "pausectl_rx_xon_total", 0, "Received requests with time 0 that acted, also those of xoff-set with received." },
	{ "tx_xoff", PAUSECTL_A_STATS_TX_XOFF, 9, false, "pausectl_tx_xoff_total", 0, "Requests with a time above 0 that were sent." },
	{ "tx_xon", PAUSECTL_A_STATS_TX_XON, 9, false, "pausectl_tx_xon_total", 0, "Requests with time 0 that were sent." },
	{ "paused", PAUSECTL_A_STATS_PAUSED, 9, true, "pausectl_paused", 0, "1 while the pause timer runs, else 0." },
	{ "pause_duration_us", PAUSECTL_A_STATS_PAUSE_DURATION_US, 9, false, "pausectl_pause_duration_seconds_total", 6, "Time spent paused, the running pause included." },
	{ "pause_transitions", PAUSECTL_A_STATS_PAUSE_TRANSITIONS, 9, false, "pausectl_pause_transitions_total", 0, "Pauses that have ended." },
	{ "queue_packets", PAUSECTL_A_STATS_QUEUE_PACKETS, 8, true, "pausectl_queue_packets", 0, "Frames that wait now in all qdiscs of the port." },
	{ "queue_bytes", PAUSECTL_A_STATS_QUEUE_BYTES, 8, true, "pausectl_queue_bytes", 0, "Octets that wait now in all qdiscs of the port." },
	{ "drops", PAUSECTL_A_STATS_DROPS, 8, false, "pausectl_drops_total", 0, "Frames that found no room, that the watchdog dropped, or that waited when the device went down or a qdisc was removed." },
	{ "buffer_drops", PAUSECTL_A_STATS_BUFFER_DROPS, 8, false, "pausectl_buffer_drops_total", 0, "Frames of a lossless priority that came in on this port and found their buffer full. They also count in drops of the port that they were to leave by." },
	{ "occupancy", PAUSECTL_A_STATS_OCCUPANCY, 8, true, "pausectl_occupancy_bytes", 0, "Octets charged to each buffer now." },
	{ "occupancy_max", PAUSECTL_A_STATS_OCCUPANCY_MAX, 8, true, "pausectl_occupancy_max_bytes", 0, "Greatest occupancy of each buffer. May miss a maximum if several queues are filled at the same time." },
	{ "size_in_force", PAUSECTL_A_STATS_SIZE_IN_FORCE, 8, true, "pausectl_size_in_force_bytes", 0, "Size of each buffer in force, in octets." },
	{ "xoff_in_force", PAUSECTL_A_STATS_XOFF_IN_FORCE, 8, true, "pausectl_xoff_in_force_bytes", 0, "Octets above which XOFF is sent, of each buffer." },
	{ "xon_in_force", PAUSECTL_A_STATS_XON_IN_FORCE, 8, true, "pausectl_xon_in_force_bytes", 0, "Octets below which XON is sent, of each buffer." },
	{ "xoff_outstanding", PAUSECTL_A_STATS_XOFF_OUTSTANDING, 9, true, "pausectl_xoff_outstanding", 0, "1 if the partner was last asked to stop by congestion or xoff, else 0." },
	{ "storms_detected", PAUSECTL_A_STATS_STORMS_DETECTED, 9, false, "pausectl_storms_detected_total", 0, "Storms that the watchdog has detected." },
	{ "storms_restored", PAUSECTL_A_STATS_STORMS_RESTORED, 9, false, "pausectl_storms_restored_total", 0, "Storms that ended, or are no longer watched." },
	{ "stormed", PAUSECTL_A_STATS_STORMED, 9, true, "pausectl_stormed", 0, "1 while the watchdog judges the pause to be a storm, else 0." },
	{ "storm_drops", PAUSECTL_A_STATS_STORM_DROPS, 8, false, "pausectl_storm_drops_total", 0, "Frames that the watchdog dropped, for a storm or by drop-all. They also count in drops." },
	{ "guards", PAUSECTL_A_STATS_GUARDS, 9, false, "pausectl_guards_total", 0, "How often the guard ended XOFF." },
	{ "guarded", PAUSECTL_A_STATS_GUARDED, 9, true, "pausectl_guarded", 0, "1 while the guard keeps XOFF from being sent, else 0." },
	{ "ecn_marks", PAUSECTL_A_STATS_ECN_MARKS, 8, false, "pausectl_ecn_marks_total", 0, "Frames, as on the wire, that were marked with CE when they joined the queue." },
	{ "rx_filtered", PAUSECTL_A_STATS_RX_FILTERED, 1, false, "pausectl_rx_filtered_total", 0, "Frames of type 88-08 that filter does not accept as control frames, except those that rx_wrong_address counts, and control frames that fail an enabled pause class, but not by their opcode." },
	{ "tx_spoofed", PAUSECTL_A_STATS_TX_SPOOFED, 1, false, "pausectl_tx_spoofed_total", 0, "Frames that spoof-check dropped." },
	{ "rx_pfc_frames", PAUSECTL_A_STATS_RX_PFC_FRAMES, 1, false, "pausectl_rx_pfc_frames_total", 0, "PFC frames received, whichever priorities they name." },
	{ "tx_pfc_frames", PAUSECTL_A_STATS_TX_PFC_FRAMES, 1, false, "pausectl_tx_pfc_frames_total", 0, "PFC frames sent, whoever made them and whichever priorities they name." },
	{ "rx_packets", PAUSECTL_A_STATS_RX_PACKETS, 8, false, "pausectl_rx_packets_total", 0, "Frames of the MAC client received, by the PCP of their tag; without a tag, by skb->priority. A GRO frame counts as the frames that it was made of." },
	{ "tx_packets", PAUSECTL_A_STATS_TX_PACKETS, 8, false, "pausectl_tx_packets_total", 0, "Frames that have left the queue of their priority for the wire." },
	{ "charged", PAUSECTL_A_STATS_CHARGED, 8, false, "pausectl_charged_total", 0, "Received frames that were charged to this port, by their priority here, because they came to a queue of some port of this machine." },
	{ "changed", PAUSECTL_A_STATS_CHANGED, 8, false, "pausectl_changed_total", 0, "Received frames of a priority that is lossless here, which came to a queue of another priority, with another buffer or none: by the priority on this link. Their queue does not stop this priority. Not counted if one of the two ports trusts more than the PCP." },
	{ "uncharged", PAUSECTL_A_STATS_UNCHARGED, 8, false, "pausectl_uncharged_total", 0, "Frames in the queue of a priority that is lossless here, which came in from a device, and are charged to no port: this queue stops nobody. Frames of this machine that tc or an ifb has handed on count, too." },
	{ "xoff_duration_us", PAUSECTL_A_STATS_XOFF_DURATION_US, 9, false, "pausectl_xoff_duration_seconds_total", 6, "Microseconds that the partner was asked to stop, by congestion or by hand: while xoff_outstanding was 1." },
	{ "memory", PAUSECTL_A_STATS_MEMORY, 1, true, "pausectl_memory", 0, "Memory of frames that wait after they came in from a device, in octets: frames that are charged to this port, and frames in its queues that are charged to no port. At most capacity." },
};

const size_t port_counter_count = MNL_ARRAY_SIZE(port_counters);
