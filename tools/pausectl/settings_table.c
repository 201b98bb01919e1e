// SPDX-License-Identifier: GPL-2.0
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
#include <uapi/pausectl.h>

#include "settings.h"

const char *const mode_words[] = {
	"off",
	"pause",
	"pfc",
	NULL
};

const char *const speed_source_words[] = {
	"assumed",
	"link",
	"configured",
	NULL
};

const char *const hook_words[] = {
	"netfilter",
	"rx_handler",
	NULL
};

const char *const event_words[] = {
	"attached",
	"detached",
	"config",
	"paused",
	"resumed",
	"xoff",
	"xon",
	"link-error",
	"link-error-cleared",
	"storm",
	"storm-ended",
	"storm-detected",
	"storm-restored",
	"guard",
	"guard-ended",
	"pause-ignored",
	"pause-obeyed",
	NULL
};

const char *const watchdog_action_words[] = {
	"off",
	"drop",
	"forward",
	"alert",
	"drop-all",
	NULL
};

const char *const filter_class_words[] = {
	"global-control",
	"priority-control",
	"global-pause",
	"priority-pause",
	NULL
};

const char *const filter_check_words[] = {
	"enable",
	"multicast",
	"unicast",
	"source",
	"type",
	"opcode",
	NULL
};

const char *const filter_address_words[] = {
	"unicast",
	"multicast",
	"source",
	NULL
};

const char *const pause_state_words[] = {
	"none",
	"requested",
	"acknowledged",
	"counting",
	NULL
};

const char *const pause_precision_words[] = {
	"exact",
	"timer",
	NULL
};

const char *const advertisement_words[] = {
	"none",
	"pause",
	"asym",
	"pause-asym",
	"tx",
	"rx",
	"tx-rx",
	"auto",
	"off",
	NULL
};

const char *const partner_source_words[] = {
	"unknown",
	"configured",
	"port",
	"link",
	NULL
};

const char *const requirement_words[] = {
	"none",
	"tx",
	"rx",
	"both",
	NULL
};

const char *const gso_split_words[] = {
	"off",
	"on",
	"auto",
	NULL
};

const char *const trust_field_words[] = {
	"none",
	"ethtype",
	"stream-port",
	"dgram-port",
	"port",
	"dscp",
	"pcp",
	NULL
};

const char *const tsa_words[] = {
	"strict",
	"cbs",
	"ets",
	NULL
};

const struct setting settings[] = {
	{
		.option = "mode", .key = "mode", .attribute = PAUSECTL_A_MODE,
		.kind = &kind_word, .words = mode_words,
		.grammar = "mode off|pause|pfc",
		.help =
			"  mode                What the port takes part in: PAUSE stops the whole link, PFC\n"
		"                      single priorities. The two exclude each other. Default: pause.\n",
		.min = 0ULL, .max = 2ULL, .unit = "", .size = 4, .values = 1,
		.defaults = { 1ULL },
		.begins = "everyday",
	},
	{
		.option = "rx", .key = "rx", .attribute = PAUSECTL_A_RX,
		.kind = &kind_switch,
		.grammar = "rx on|off",
		.help =
			"  rx                  Act upon received PAUSE frames, in mode pause. Default: on.\n",
		.min = 0ULL, .max = 1ULL, .unit = "", .size = 1, .values = 1,
		.defaults = { 1ULL },
	},
	{
		.option = "tx", .key = "tx", .attribute = PAUSECTL_A_TX,
		.kind = &kind_switch,
		.grammar = "tx on|off",
		.help =
			"  tx                  Send PAUSE frames, in mode pause. Default: on.\n",
		.min = 0ULL, .max = 1ULL, .unit = "", .size = 1, .values = 1,
		.defaults = { 1ULL },
	},
	{
		.option = "prio", .key = "prio", .attribute = PAUSECTL_A_PRIO,
		.kind = &kind_priorities,
		.grammar = "prio [+|-]LIST|none|all",
		.help =
			"  prio                Priorities with PFC. Sets rx-prio and tx-prio, except one that the\n"
		"                      same request sets, and reads as the union of both. Any priority\n"
		"                      switches the port to mode pfc. Default: none.\n",
		.min = 0ULL, .max = 255ULL, .unit = "", .size = 4, .values = 1,
	},
	{
		.option = "rx-prio", .key = "rx_prio", .attribute = PAUSECTL_A_RX_PRIO,
		.kind = &kind_priorities,
		.grammar = "rx-prio [+|-]LIST|none|all",
		.help =
			"  rx-prio             Priorities that obey received PFC frames. Default: none.\n",
		.min = 0ULL, .max = 255ULL, .unit = "", .size = 4, .values = 1,
	},
	{
		.option = "tx-prio", .key = "tx_prio", .attribute = PAUSECTL_A_TX_PRIO,
		.kind = &kind_priorities,
		.grammar = "tx-prio [+|-]LIST|none|all",
		.help =
			"  tx-prio             Priorities that the port sends PFC frames for. These are lossless.\n"
		"                      Default: none.\n",
		.min = 0ULL, .max = 255ULL, .unit = "", .size = 4, .values = 1,
	},
	{
		.option = "speed", .key = "speed", .attribute = PAUSECTL_A_SPEED,
		.kind = &kind_rate, .zero = "auto",
		.grammar = "speed auto|RATE",
		.help =
			"  speed               Speed that defines the pause quantum of 512 bit times and\n"
		"                      automatic limits of buffers. Frames leave at that speed only with\n"
		"                      pace. Auto follows the link. Default: auto.\n",
		.min = 1000000ULL, .max = 1600000000000ULL, .unit = "bit/s", .size = 8, .values = 1,
	},
	{
		.option = "pace", .key = "pace", .attribute = PAUSECTL_A_PACE,
		.kind = &kind_switch,
		.grammar = "pace on|off",
		.help =
			"  pace                Send frames at the speed of the port, with preamble, FCS and\n"
		"                      inter-packet gap counted. Default: off.\n",
		.min = 0ULL, .max = 1ULL, .unit = "", .size = 1, .values = 1,
	},
	{
		.option = "trust", .key = "trust", .attribute = PAUSECTL_A_TRUST,
		.kind = &kind_order, .words = trust_field_words,
		.grammar = "trust FIELD,...|none",
		.help =
			"  trust               Fields that may decide the priority of a frame: ethtype,\n"
		"                      stream-port, dgram-port, port, dscp and pcp, or none. The first\n"
		"                      field that has a priority for the frame decides. Default: pcp.\n",
		.min = 0ULL, .max = 16777215ULL, .unit = "", .size = 4, .values = 1,
		.defaults = { 6ULL },
	},
	{
		.option = "prio-tc", .key = "prio_tc", .attribute = PAUSECTL_A_PRIO_TC,
		.kind = &kind_number,
		.grammar = "prio-tc PRIO:N,...",
		.help =
			"  prio-tc             Traffic class of each priority. Default: its own number.\n",
		.min = 0ULL, .max = 7ULL, .unit = "", .size = 4, .values = 8,
		.defaults = { 0ULL, 1ULL, 2ULL, 3ULL, 4ULL, 5ULL, 6ULL, 7ULL },
		.begins = "sharing",
	},
	{
		.option = "tsa", .key = "tsa", .attribute = PAUSECTL_A_TSA,
		.kind = &kind_word, .words = tsa_words, .refused = "cbs",
		.grammar = "tsa CLASS:strict|ets,...",
		.help =
			"  tsa                 Transmission selection algorithm of each class. Strict classes go\n"
		"                      first, the highest before the others. Classes with ets share the\n"
		"                      rest. Default: strict.\n",
		.min = 0ULL, .max = 2ULL, .unit = "", .size = 4, .values = 8,
	},
	{
		.option = "tc-bw", .key = "tc_bw", .attribute = PAUSECTL_A_TC_BW,
		.kind = &kind_number,
		.grammar = "tc-bw CLASS:PERCENT,...",
		.help =
			"  tc-bw               Share of each class with tsa ets. The shares add up to 100. A\n"
		"                      class that turns strict gives its share up. Default: 0.\n",
		.min = 0ULL, .max = 100ULL, .unit = "percent", .size = 4, .values = 8,
	},
	{
		.option = "maxrate", .key = "maxrate", .attribute = PAUSECTL_A_MAXRATE,
		.kind = &kind_rate, .zero = "none",
		.grammar = "maxrate CLASS:none|RATE,...",
		.help =
			"  maxrate             Maximum rate of each class. Default: none.\n",
		.min = 1000ULL, .max = 1600000000000ULL, .unit = "bit/s", .size = 8, .values = 8,
	},
	{
		.option = "buffer-size", .key = "buffer_size", .attribute = PAUSECTL_A_BUFFER_SIZE,
		.kind = &kind_size, .zero = "auto",
		.grammar = "buffer-size BUFFER:auto|SIZE,...",
		.help =
			"  buffer-size         Octets that each buffer holds. Auto is buffer-xoff, the headroom,\n"
		"                      and room for the frames that a sender in software has on their\n"
		"                      way. Default: auto.\n",
		.min = 64ULL, .max = 1073741824ULL, .unit = "octets", .size = 4, .values = 8,
		.begins = "congestion",
	},
	{
		.option = "buffer-xoff", .key = "buffer_xoff", .attribute = PAUSECTL_A_BUFFER_XOFF,
		.kind = &kind_size, .zero = "auto",
		.grammar = "buffer-xoff BUFFER:auto|SIZE,...",
		.help =
			"  buffer-xoff         Octets above which XOFF is sent. Auto is twice the headroom, or\n"
		"                      the size of a GSO frame if that is more, or more if a size that is\n"
		"                      set has room for that. Default: auto.\n",
		.min = 1ULL, .max = 1073741824ULL, .unit = "octets", .size = 4, .values = 8,
	},
	{
		.option = "buffer-xon", .key = "buffer_xon", .attribute = PAUSECTL_A_BUFFER_XON,
		.kind = &kind_size, .zero = "auto",
		.grammar = "buffer-xon BUFFER:auto|SIZE,...",
		.help =
			"  buffer-xon          Octets below which XON is sent. Auto is half of buffer-xoff.\n"
		"                      Default: auto.\n",
		.min = 1ULL, .max = 1073741824ULL, .unit = "octets", .size = 4, .values = 8,
	},
	{
		.option = "alpha", .key = "alpha", .attribute = PAUSECTL_A_ALPHA,
		.kind = &kind_part, .zero = "static",
		.grammar = "alpha BUFFER:static|PART,...",
		.help =
			"  alpha               Share of the pool that each dynamic buffer may take: XOFF is sent\n"
		"                      above alpha times the free octets of the pool. A static buffer has\n"
		"                      limits of its own. Default: static.\n",
		.min = 1ULL, .max = 1024ULL, .unit = "parts of 128", .size = 4, .values = 8,
	},
	{
		.option = "pool", .key = "pool", .attribute = PAUSECTL_A_POOL,
		.kind = &kind_size, .zero = "auto",
		.grammar = "pool auto|SIZE",
		.help =
			"  pool                Octets that dynamic buffers share. Auto is the sum of their static\n"
		"                      thresholds. Default: auto.\n",
		.min = 16384ULL, .max = 1073741824ULL, .unit = "octets", .size = 4, .values = 1,
	},
	{
		.option = "ecn", .key = "ecn", .attribute = PAUSECTL_A_ECN,
		.kind = &kind_number, .zero = "off",
		.grammar = "ecn PRIO:off|PERCENT,...",
		.help =
			"  ecn                 Percentage of frames with ECN that are marked when ecn-max octets\n"
		"                      wait. It falls in proportion, to 0 at ecn-min. Default: off.\n",
		.min = 1ULL, .max = 100ULL, .unit = "percent", .size = 4, .values = 8,
	},
	{
		.option = "ecn-min", .key = "ecn_min", .attribute = PAUSECTL_A_ECN_MIN,
		.kind = &kind_size,
		.grammar = "ecn-min PRIO:SIZE,...",
		.help =
			"  ecn-min             Waiting octets up to which no frame is marked. Default: 5000.\n",
		.min = 0ULL, .max = 1073741824ULL, .unit = "octets", .size = 4, .values = 8,
		.defaults = { [0 ... 7] = 5000ULL },
	},
	{
		.option = "ecn-max", .key = "ecn_max", .attribute = PAUSECTL_A_ECN_MAX,
		.kind = &kind_size,
		.grammar = "ecn-max PRIO:SIZE,...",
		.help =
			"  ecn-max             Waiting octets above which all frames are marked. Default: 200000.\n",
		.min = 0ULL, .max = 1073741824ULL, .unit = "octets", .size = 4, .values = 8,
		.defaults = { [0 ... 7] = 200000ULL },
	},
	{
		.option = "advertise", .key = "advertise", .attribute = PAUSECTL_A_ADVERTISE,
		.kind = &kind_word, .words = advertisement_words,
		.grammar = "advertise none|pause|asym|pause-asym|tx|rx|tx-rx|auto|off",
		.help =
			"  advertise           Advertisement to the partner, in mode pause. Both ends agree on\n"
		"                      the directions of PAUSE frames. Auto follows from rx and tx. Off\n"
		"                      is no agreement, so rx and tx decide. Default: off.\n",
		.min = 0ULL, .max = 8ULL, .unit = "", .size = 4, .values = 1,
		.defaults = { 8ULL },
		.begins = "safety",
	},
	{
		.option = "partner", .key = "partner", .attribute = PAUSECTL_A_PARTNER,
		.kind = &kind_word, .words = advertisement_words, .refused = "off",
		.grammar = "partner none|pause|asym|pause-asym|tx|rx|tx-rx|auto",
		.help =
			"  partner             Advertisement of the partner. Auto reads the partner's port or the\n"
		"                      link settings. Default: auto.\n",
		.min = 0ULL, .max = 7ULL, .unit = "", .size = 4, .values = 1,
		.defaults = { 7ULL },
	},
	{
		.option = "require", .key = "require", .attribute = PAUSECTL_A_REQUIRE,
		.kind = &kind_word, .words = requirement_words,
		.grammar = "require none|tx|rx|both",
		.help =
			"  require             What the ends must agree on. If they do not, the port holds all\n"
		"                      data back. Default: none.\n",
		.min = 0ULL, .max = 3ULL, .unit = "", .size = 4, .values = 1,
	},
	{
		.option = "watchdog", .key = "watchdog", .attribute = PAUSECTL_A_WATCHDOG,
		.kind = &kind_word, .words = watchdog_action_words,
		.grammar = "watchdog PRIO:off|drop|forward|alert|drop-all,...",
		.help =
			"  watchdog            Action against a storm: pauses that take 99 percent of\n"
		"                      watchdog-detect-ms while frames wait and none leaves. The watchdog\n"
		"                      looks twice in the shortest of its times, and every 100 ms at\n"
		"                      least. Drop-all drops with or without a storm. One action for all\n"
		"                      applies where the port obeys pauses, and a priority that no longer\n"
		"                      does goes back to off. Default: off.\n",
		.min = 0ULL, .max = 4ULL, .unit = "", .size = 4, .values = 9,
	},
	{
		.option = "watchdog-detect-ms", .key = "watchdog_detect_ms", .attribute = PAUSECTL_A_WATCHDOG_DETECT_MS,
		.kind = &kind_number,
		.grammar = "watchdog-detect-ms PRIO:MS,...",
		.help =
			"  watchdog-detect-ms  Time in pause, in which no frame leaves, that makes a storm. A\n"
		"                      partner that shares a slow link among many senders may let one\n"
		"                      wait as long. Default: 200.\n",
		.min = 100ULL, .max = 5000ULL, .unit = "ms", .size = 4, .values = 9,
		.defaults = { [0 ... 8] = 200ULL },
	},
	{
		.option = "watchdog-restore-ms", .key = "watchdog_restore_ms", .attribute = PAUSECTL_A_WATCHDOG_RESTORE_MS,
		.kind = &kind_number,
		.grammar = "watchdog-restore-ms PRIO:MS,...",
		.help =
			"  watchdog-restore-ms Time without a pause that ends a storm. Default: 200.\n",
		.min = 100ULL, .max = 60000ULL, .unit = "ms", .size = 4, .values = 9,
		.defaults = { [0 ... 8] = 200ULL },
	},
	{
		.option = "guard-ms", .key = "guard_ms", .attribute = PAUSECTL_A_GUARD_MS,
		.kind = &kind_number, .zero = "off",
		.grammar = "guard-ms off|MS",
		.help =
			"  guard-ms            Time after which the port ends XOFF for congestion, until the\n"
		"                      buffer has drained. Default: off.\n",
		.min = 80ULL, .max = 8000ULL, .unit = "ms", .size = 4, .values = 1,
	},
	{
		.option = "pause-limit-ms", .key = "pause_limit_ms", .attribute = PAUSECTL_A_PAUSE_LIMIT_MS,
		.kind = &kind_number, .zero = "off",
		.grammar = "pause-limit-ms off|MS",
		.help =
			"  pause-limit-ms      Time after which the port ignores a pause without a break for 200\n"
		"                      ms. Default: off.\n",
		.min = 1ULL, .max = 60000ULL, .unit = "ms", .size = 4, .values = 1,
	},
	{
		.option = "spoof-check", .key = "spoof_check", .attribute = PAUSECTL_A_SPOOF_CHECK,
		.kind = &kind_switch,
		.grammar = "spoof-check on|off",
		.help =
			"  spoof-check         Drop untagged control frames that the port has not made itself.\n"
		"                      Default: off.\n",
		.min = 0ULL, .max = 1ULL, .unit = "", .size = 1, .values = 1,
	},
	{
		.option = "filter", .key = "filter", .attribute = PAUSECTL_A_FILTER,
		.kind = &kind_checks, .words = filter_check_words, .elements = filter_class_words,
		.grammar = "filter CLASS:CHECK+...|any|off,...",
		.help =
			"  filter              Checks of received frames: multicast, unicast, source, type and\n"
		"                      opcode, with + between them, any for no check, off for no frame. A\n"
		"                      frame that passes a control class (global-control,\n"
		"                      priority-control) is a control frame. A control frame that passes\n"
		"                      a pause class (global-pause for PAUSE, priority-pause for PFC) is\n"
		"                      a pause frame. Default: multicast+unicast+type+opcode.\n",
		.min = 0ULL, .max = 63ULL, .unit = "", .size = 4, .values = 4,
		.defaults = { [0 ... 3] = 55ULL },
		.begins = "receive checks",
	},
	{
		.option = "filter-type", .key = "filter_type", .attribute = PAUSECTL_A_FILTER_TYPE,
		.kind = &kind_type, .elements = filter_class_words,
		.grammar = "filter-type CLASS:TYPE,...",
		.help =
			"  filter-type         EtherType of each class. Default: 0x8808.\n",
		.min = 1536ULL, .max = 65535ULL, .unit = "", .size = 4, .values = 4,
		.defaults = { [0 ... 3] = 34824ULL },
	},
	{
		.option = "filter-opcode", .key = "filter_opcode", .attribute = PAUSECTL_A_FILTER_OPCODE,
		.kind = &kind_opcodes, .elements = filter_class_words,
		.grammar = "filter-opcode CLASS:OPCODE[-OPCODE],...",
		.help =
			"  filter-opcode       Opcodes of each class. A pause class has a single one. Default:\n"
		"                      0x0000-0xffff, the same, 0x0001, 0x0101.\n",
		.min = 0ULL, .max = 4294967295ULL, .unit = "", .size = 4, .values = 4,
		.defaults = { 4294901760ULL, 4294901760ULL, 65537ULL, 16843009ULL },
	},
	{
		.option = "filter-address", .key = "filter_address", .attribute = PAUSECTL_A_FILTER_ADDRESS,
		.kind = &kind_address, .elements = filter_address_words, .zero = "default",
		.grammar = "filter-address WHICH:default|MAC,...",
		.help =
			"  filter-address      Addresses for the checks. Default is the address of the device for\n"
		"                      unicast, 01:80:c2:00:00:01 for multicast, and none for source. The\n"
		"                      classes for PAUSE always use 01:80:c2:00:00:01 for multicast.\n"
		"                      Default: default.\n",
		.min = 0ULL, .max = 281474976710655ULL, .unit = "", .size = 8, .values = 3,
	},
	{
		.option = "split-gso", .key = "split_gso", .attribute = PAUSECTL_A_SPLIT_GSO,
		.kind = &kind_word, .words = gso_split_words,
		.grammar = "split-gso off|on|auto",
		.help =
			"  split-gso           Split GSO frames into frames as on the wire, so that a pause stops\n"
		"                      between two frames. Auto splits where the port models the wire:\n"
		"                      with pace, and in classes with maxrate. Default: auto.\n",
		.min = 0ULL, .max = 2ULL, .unit = "", .size = 4, .values = 1,
		.defaults = { 2ULL },
		.begins = "experts",
	},
	{
		.option = "limit", .key = "limit", .attribute = PAUSECTL_A_LIMIT,
		.kind = &kind_size,
		.grammar = "limit SIZE",
		.help =
			"  limit               Octets that may wait for each priority of each qdisc. Default:\n"
		"                      4194304.\n",
		.min = 16384ULL, .max = 1073741824ULL, .unit = "octets", .size = 4, .values = 1,
		.defaults = { 4194304ULL },
	},
	{
		.option = "xoff-quanta", .key = "xoff_quanta", .attribute = PAUSECTL_A_XOFF_QUANTA,
		.kind = &kind_number,
		.grammar = "xoff-quanta PRIO:N,...",
		.help =
			"  xoff-quanta         Time that each XOFF asks for. Default: 65535.\n",
		.min = 1ULL, .max = 65535ULL, .unit = "quanta", .size = 4, .values = 9,
		.defaults = { [0 ... 8] = 65535ULL },
	},
	{
		.option = "refresh-quanta", .key = "refresh_quanta", .attribute = PAUSECTL_A_REFRESH_QUANTA,
		.kind = &kind_number,
		.grammar = "refresh-quanta PRIO:N,...",
		.help =
			"  refresh-quanta      Time after which XOFF is sent again, at most xoff-quanta. A change\n"
		"                      of xoff-quanta alone makes it half of that. Default: 32767.\n",
		.min = 1ULL, .max = 65535ULL, .unit = "quanta", .size = 4, .values = 9,
		.defaults = { [0 ... 8] = 32767ULL },
	},
	{
		.option = "prio-buffer", .key = "prio_buffer", .attribute = PAUSECTL_A_PRIO_BUFFER,
		.kind = &kind_number,
		.grammar = "prio-buffer PRIO:N,...",
		.help =
			"  prio-buffer         Buffer of each priority, in mode pfc. Default: its own number.\n",
		.min = 0ULL, .max = 7ULL, .unit = "", .size = 4, .values = 8,
		.defaults = { 0ULL, 1ULL, 2ULL, 3ULL, 4ULL, 5ULL, 6ULL, 7ULL },
	},
	{
		.option = "delay-bits", .key = "delay_bits", .attribute = PAUSECTL_A_DELAY_BITS,
		.kind = &kind_number, .zero = "auto",
		.grammar = "delay-bits auto|N",
		.help =
			"  delay-bits          Round trip and reaction of both ends, which the headroom allows\n"
		"                      for. Auto is 100 us. Default: auto.\n",
		.min = 1ULL, .max = 1000000000ULL, .unit = "bit times", .size = 4, .values = 1,
	},
	{
		.option = "delay-statistics", .key = "delay_statistics", .attribute = PAUSECTL_A_DELAY_STATISTICS,
		.kind = &kind_switch,
		.grammar = "delay-statistics on|off",
		.help =
			"  delay-statistics    Measure how long each frame waits, for the counters of delay.\n"
		"                      Default: off.\n",
		.min = 0ULL, .max = 1ULL, .unit = "", .size = 1, .values = 1,
	},
	{
		.option = "forward", .key = "forward", .attribute = PAUSECTL_A_FORWARD,
		.kind = &kind_switch,
		.grammar = "forward on|off",
		.help =
			"  forward             Also hand control frames to the stack, acted upon or not. Default:\n"
		"                      off.\n",
		.min = 0ULL, .max = 1ULL, .unit = "", .size = 1, .values = 1,
	},
	{
		.option = "ack", .key = "ack", .attribute = PAUSECTL_A_ACK,
		.kind = &kind_switch,
		.grammar = "ack on|off",
		.help =
			"  ack                 A received pause counts from when sending has stopped, the frame\n"
		"                      in transmission included. Default: off.\n",
		.min = 0ULL, .max = 1ULL, .unit = "", .size = 1, .values = 1,
	},
};

const size_t setting_count = MNL_ARRAY_SIZE(settings);

const char settings_grammar[] =
	"[dev] DEV [profile NAME] [mode off|pause|pfc] [rx on|off] [tx on|off]"
	"\n           [prio [+|-]LIST|none|all] [rx-prio [+|-]LIST|none|all]"
	"\n           [tx-prio [+|-]LIST|none|all] [speed auto|RATE] [pace on|off]"
	"\n           [trust FIELD,...|none] [prio-tc PRIO:N,...] [tsa CLASS:strict|ets,...]"
	"\n           [tc-bw CLASS:PERCENT,...] [maxrate CLASS:none|RATE,...]"
	"\n           [buffer-size BUFFER:auto|SIZE,...] [buffer-xoff BUFFER:auto|SIZE,...]"
	"\n           [buffer-xon BUFFER:auto|SIZE,...] [alpha BUFFER:static|PART,...]"
	"\n           [pool auto|SIZE] [ecn PRIO:off|PERCENT,...] [ecn-min PRIO:SIZE,...]"
	"\n           [ecn-max PRIO:SIZE,...]"
	"\n           [advertise none|pause|asym|pause-asym|tx|rx|tx-rx|auto|off]"
	"\n           [partner none|pause|asym|pause-asym|tx|rx|tx-rx|auto]"
	"\n           [require none|tx|rx|both] [watchdog PRIO:off|drop|forward|alert|drop-all,...]"
	"\n           [watchdog-detect-ms PRIO:MS,...] [watchdog-restore-ms PRIO:MS,...]"
	"\n           [guard-ms off|MS] [pause-limit-ms off|MS] [spoof-check on|off]"
	"\n           [filter CLASS:CHECK+...|any|off,...] [filter-type CLASS:TYPE,...]"
	"\n           [filter-opcode CLASS:OPCODE[-OPCODE],...]"
	"\n           [filter-address WHICH:default|MAC,...] [split-gso off|on|auto] [limit SIZE]"
	"\n           [xoff-quanta PRIO:N,...] [refresh-quanta PRIO:N,...] [prio-buffer PRIO:N,...]"
	"\n           [delay-bits auto|N] [delay-statistics on|off] [forward on|off] [ack on|off]";
