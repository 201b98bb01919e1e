// SPDX-License-Identifier: GPL-2.0
/* station: sends, blasts, captures and judges frames for the functional tests. */
#include <stdio.h>
#include <string.h>

#include "station.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *grammar;
} commands[] = {
	{ "frame", cmd_frame,
	  "DEV [lines] FRAME [+ FRAME]...\n"
	  "    sends control frames or any others, in order, from one socket; lines: all of them\n"
	  "    for each line of its input\n"
	  "    FRAME: pause QUANTA | pfc PRIO:QUANTA[,...] | pfc none | control OPCODE |\n"
	  "           hex OCTETS\n"
	  "           [da MAC|own] [sa MAC] [type N] [opcode N] [vector N] [len N]\n"
	  "           [vlan VID:PCP] [svlan VID:PCP] [prio N] [count N] [every TIME] [after TIME]\n"
	  "           [spin TIME] [sndbuf OCTETS] [bypass] [persist]\n"
	  "           [as TYPE] [gso SIZE] [pieces]\n"
	  "    after: wait before the first; spin: the same without sleeping; bypass: beside the qdisc;\n"
	  "    persist: go on where the device is down or drops a frame; as: the type that the kernel\n"
	  "    takes it for; gso: to be divided as TCP over IPv4 would be, whatever it is; pieces: of a\n"
	  "    frame longer than a page, 14 octets in one place and the rest in pages\n" },
	{ "blast", cmd_blast,
	  "DEV [prio LIST] [size OCTETS] [count N] [for TIME] [every TIME] [burst N]\n"
	  "           [tag VID] [stag VID] [skbprio N] [da MAC] [sndbuf OCTETS]\n"
	  "    sends numbered test frames, one thread a priority; a full queue holds its thread back;\n"
	  "    tag: priority as PCP in the frame and skb->priority 0, or the one skbprio gives\n" },
	{ "capture", cmd_capture,
	  "DEV [for TIME] [count N] [type HEX] [proto HEX] [octets N]\n"
	  "           [stamps hardware|software]\n"
	  "    prints TIME DIRECTION LENGTH TYPE PRIORITY SEQUENCE [KEY=VALUE]... a frame until\n"
	  "    SIGTERM, TIME or N frames; \"ready\" on stderr once it listens; status 3 if some were\n"
	  "    lost. Times in ns are of the kernel's clock, modulo 4000000 s. proto: take what a\n"
	  "    protocol handler of that type gets, instead of a tap; octets: the first N of control\n"
	  "    frames as they are; stamps hardware: arrivals by the NIC, where it stamps all frames,\n"
	  "    told as times of the kernel's clock; a line says who stamped\n" },
	{ "check", cmd_check,
	  "FILE [in|out]\n"
	  "    of a capture, per priority: frames, lost, duplicates, reordered, times,\n"
	  "    longest gap\n" },
	{ "pauses", cmd_pauses,
	  "FILE speed BITS_PER_SECOND\n"
	  "    of a capture on the paused device, per control frame received and priority: time\n"
	  "    asked for, frames that started meanwhile, and how late sending went on, in ns\n" },
	{ "genl", cmd_genl,
	  "REQUEST [+ REQUEST]...\n"
	  "    sends requests to the family pausectl just as they are written, good or bad\n"
	  "    REQUEST: port-get|port-set|stats-get|frame-send|NUMBER [ATTRIBUTE=VALUE]...\n"
	  "    ATTRIBUTE: name or number; VALUE: u8:N u16:N u32:N u64:N hex:OCTETS\n"
	  "    pfc:PRIO:QUANTA dev:NAME nest: empty:\n" },
	{ "hammer", cmd_hammer,
	  "DEV [TURNS]\n"
	  "    asks and sets what ethtool and dcb do, so often or until SIGTERM; how often it was\n"
	  "    answered and refused, a line a request\n" },
	{ "fuzz", cmd_fuzz,
	  "DEV genl|tc COUNT SEED\n"
	  "    sends requests made at random, and prints how many were answered how; status 1 if\n"
	  "    one that was refused changed a setting\n" },
	{ "faults", cmd_faults,
	  "DEV REQUEST...\n"
	  "    makes each request while its n-th allocation fails, for each n; prints how often it was\n"
	  "    done, refused, or had another effect than either. namespace: ends one with a port,\n"
	  "    and the kernel's workers find no memory. See faults.c; needs a kernel with fault\n"
	  "    injection\n" },
	{ "flood", cmd_flood,
	  "DEV MAC COUNT SEED\n"
	  "    sends frames of type 88-08 made at random to the port with that address; prints what it\n"
	  "    is to count, as COUNTER=NUMBER\n" },
	{ "forge", cmd_forge,
	  "DEV COUNT SEED\n"
	  "    sends frames made at random, each with a header of virtio that says at random how to\n"
	  "    divide it and where its checksum is; prints how many went, and were dropped and refused,\n"
	  "    as NAME=NUMBER\n" },
	{ "stream", cmd_stream,
	  "listen PORT | connect ADDRESS PORT OCTETS\n"
	  "    TCP sink, which prints the octets it got; and source\n" },
	{ "trace", cmd_trace,
	  "DIRECTORY\n"
	  "    empties a trace instance of the kernel: TIME EVENT [VALUE]... a line,\n"
	  "    times in ns\n" },
	{ "timing", cmd_timing,
	  "pauses|gaps CAPTURE TRACE DUT PEER BITS_PER_SECOND [SKIP]\n"
	  "    of a peer's capture and such a trace: what each control frame, but for the first\n"
	  "    SKIP, did to the frames that the device under test started; or how these are\n"
	  "    spaced\n" },
	{ "tap", cmd_tap,
	  "DEV\n"
	  "    makes a tap device and holds it open until it is killed\n" },
	{ "abilities", cmd_abilities,
	  "DEV unknown|none|pause|asym|pause-asym\n"
	  "    sets what a tap device says its link partner advertises of PAUSE\n" },
	{ "values", cmd_values,
	  "DIRECTORY\n"
	  "    prints the numbers in its files as [NAME]=NUMBER, one a line\n" },
	{ "tsc", cmd_tsc,
	  "\n"
	  "    prints how fast the time stamp counter of this machine runs, in kHz\n" },
	{ "dcb", cmd_dcb,
	  "monitor | set|del DEV OBJECT | cee DEV SELECTOR,PROTOCOL,PRIORITY | abilities DEV\n"
	  "    prints DEV and the enabled priorities of each dcbnl notification until SIGTERM; or\n"
	  "    sets or deletes, or sets an entry of CEE, and prints error=NUMBER; or prints what the\n"
	  "    device says it is able to, as NUMBER=VALUE, of DCB_CAP_ATTR_x and on a second line of\n"
	  "    DCB_NUMTCS_ATTR_x\n"
	  "    OBJECT: pfc [en N] [mbc N] [delay N] | ets [cbs N] [map LIST] [tsa LIST] [bw LIST] |\n"
	  "            maxrate LIST | buffer [map LIST] [size LIST] |\n"
	  "            app|rewr SELECTOR,PROTOCOL,PRIORITY | trust [SELECTOR,...]\n" },
	{ "qdisc", cmd_qdisc,
	  "add|del DEV [PREFIX COUNT]\n"
	  "    pausectl as its root qdisc, in this namespace or in each of PREFIX0, PREFIX1...; prints\n"
	  "    error=NUMBER ns=TIME\n" },
	{ "dump", cmd_dump,
	  "port|stats|watchdog [sum] [ATTRIBUTE=VALUE]...\n"
	  "    prints how many ports a dump has, whether it was torn, and error=NUMBER [message=TEXT];\n"
	  "    sum: of their ifindexes first; attributes as for genl\n" },
	{ "attributes", cmd_attributes,
	  "port-get|stats-get|watchdog-get DEV | events | max\n"
	  "    prints the numbers of the attributes in the answer, or in all events until SIGTERM;\n"
	  "    \"ready\" on stderr once it listens; or the greatest that there is\n" },
	{ "octets", cmd_octets,
	  "port-get|stats-get|watchdog-get DEV | events | tc\n"
	  "    prints octets=NUMBER of the answer; or of each event or notification of qdiscs\n"
	  "    until SIGTERM, \"ready\" on stderr once it listens; tc: also new= or del=MAJOR\n" },
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static int help(FILE *to)
{
	size_t i;

	fputs("usage: station [-n NETNS] COMMAND ...    TIME: a number with ns, us, ms or s\n", to);
	for (i = 0; i < COMMANDS; i++)
		fprintf(to, "  %s %s", commands[i].name, commands[i].grammar);
	return to == stderr;
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc > 2 && !strcmp(argv[1], "-n")) {
		enter_netns(argv[2]);
		argc -= 2;
		argv += 2;
	}
	if (argc < 2)
		return help(stderr);
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "help"))
		return help(stdout);
	for (i = 0; i < COMMANDS; i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	fprintf(stderr, "station: command \"%s\" is unknown\n", argv[1]);
	return help(stderr);
}
