// SPDX-License-Identifier: GPL-2.0
/* station: sends, blasts, captures and judges frames for the functional tests. */
#include <stdio.h>
#include <string.h>

#include "station.h"

static const struct command {
	const char *name;
	int (*run)(char **words);
	const char *grammar;
} commands[] = {
	{ "frame", cmd_frame,
	  "DEV [lines] FRAME [+ FRAME]...\n"
	  "    sends control frames or any other frames, in order, from one socket; lines: sends all\n"
	  "    of them for each line of its input\n"
	  "    FRAME: pause QUANTA | pfc PRIO:QUANTA[,...] | pfc none | control OPCODE |\n"
	  "           hex OCTETS\n"
	  "           [da MAC|own] [sa MAC] [type N] [opcode N] [vector N] [len N]\n"
	  "           [vlan VID:PCP] [svlan VID:PCP] [prio N] [count N] [every TIME] [after TIME]\n"
	  "           [spin TIME] [sndbuf OCTETS] [bypass] [persist]\n"
	  "           [as TYPE] [gso SIZE] [pieces]\n"
	  "    after: waits before the first frame; spin: the same without sleeping; bypass: sends\n"
	  "    past the qdisc; persist: goes on if the device is down or drops a frame; as: the\n"
	  "    kernel takes the frame for this type; gso: the kernel divides the frame as TCP over\n"
	  "    IPv4, whatever it is; pieces: 14 octets of a frame longer than a page are in one\n"
	  "    place, the others in pages\n" },
	{ "blast", cmd_blast,
	  "DEV [prio LIST] [size OCTETS] [count N] [for TIME] [every TIME] [burst N]\n"
	  "           [tag VID] [stag VID] [skbprio N] [da MAC] [sndbuf OCTETS]\n"
	  "    sends numbered test frames, by one thread for each priority; a full queue blocks its\n"
	  "    thread; tag: the priority is the PCP in the frame, and skb->priority is 0 or that of\n"
	  "    skbprio\n" },
	{ "capture", cmd_capture,
	  "DEV [for TIME] [count N] [type HEX] [proto HEX] [octets N]\n"
	  "           [stamps hardware|software]\n"
	  "    prints a line TIME DIRECTION LENGTH TYPE PRIORITY SEQUENCE [KEY=VALUE]... for each\n"
	  "    frame, until SIGTERM, TIME or N frames; prints \"ready\" on stderr once it listens;\n"
	  "    status 3 if frames were lost. Times in ns are of the kernel's clock, modulo 4000000 s.\n"
	  "    proto: captures by a protocol handler of that type instead of a tap; octets: also\n"
	  "    prints the first N octets of control frames; stamps hardware: the NIC stamps arrivals\n"
	  "    if it stamps all frames, told as times of the kernel's clock; a line says who\n"
	  "    stamped\n" },
	{ "check", cmd_check,
	  "FILE [in|out]\n"
	  "    prints for each priority of a capture: frames, lost, duplicates, reordered, times,\n"
	  "    longest gap\n" },
	{ "pauses", cmd_pauses,
	  "FILE speed BITS_PER_SECOND\n"
	  "    prints for each received control frame and priority of a capture on the paused device:\n"
	  "    time asked for, frames that started in that time, lateness of resumption, in ns\n" },
	{ "genl", cmd_genl,
	  "REQUEST [+ REQUEST]...\n"
	  "    sends requests to the family pausectl exactly as given, good or bad\n"
	  "    REQUEST: port-get|port-set|stats-get|frame-send|NUMBER [ATTRIBUTE=VALUE]...\n"
	  "    ATTRIBUTE: name or number; VALUE: u8:N u16:N u32:N u64:N hex:OCTETS\n"
	  "    pfc:PRIO:QUANTA dev:NAME nest: empty:\n" },
	{ "hammer", cmd_hammer,
	  "DEV [TURNS]\n"
	  "    sends the requests of ethtool and dcb, TURNS times or until SIGTERM; prints a line for\n"
	  "    each kind of request: how often it was answered and refused\n" },
	{ "fuzz", cmd_fuzz,
	  "DEV genl|tc COUNT SEED\n"
	  "    sends random requests, and prints the numbers of answers; status 1 if a refused\n"
	  "    request has changed a setting\n" },
	{ "faults", cmd_faults,
	  "DEV REQUEST...\n"
	  "    makes each request while its n-th allocation fails, for each n; prints how often the\n"
	  "    request was done, refused, or had another effect. namespace: ends a namespace with a\n"
	  "    port while allocations of the kernel's workers fail. See faults.c; needs a kernel with\n"
	  "    fault injection\n" },
	{ "flood", cmd_flood,
	  "DEV MAC COUNT SEED\n"
	  "    sends random frames of type 88-08 to the port with that address; prints the counts that\n"
	  "    the port must have, as COUNTER=NUMBER\n" },
	{ "forge", cmd_forge,
	  "DEV COUNT SEED\n"
	  "    sends random frames, each with a random header of virtio, which says how to divide the\n"
	  "    frame and where its checksum is; prints how many were sent, dropped and refused, as\n"
	  "    NAME=NUMBER\n" },
	{ "stream", cmd_stream,
	  "listen PORT | connect ADDRESS PORT OCTETS\n"
	  "    listen: a TCP sink, which prints the octets received; connect: a TCP source\n" },
	{ "trace", cmd_trace,
	  "DIRECTORY\n"
	  "    empties a trace instance of the kernel, and prints lines TIME EVENT [VALUE]..., with\n"
	  "    times in ns\n" },
	{ "timing", cmd_timing,
	  "pauses|gaps CAPTURE TRACE DUT PEER BITS_PER_SECOND [SKIP]\n"
	  "    from a peer's capture and such a trace: the effect of each control frame, except the\n"
	  "    first SKIP, on the frames that the device under test started; or the gaps between\n"
	  "    these frames\n" },
	{ "tap", cmd_tap,
	  "DEV [every TIME] [backpressure] [type N]\n"
	  "    makes a tap device and holds it open until it is killed; every: reads at most a frame each\n"
	  "    TIME, and prints the number of test frames of each priority when it is killed;\n"
	  "    backpressure: with IFF_BACKPRESSURE of Linux 7.2; type: only makes the type of the device\n"
	  "    N\n" },
	{ "xdp", cmd_xdp,
	  "DEV\n"
	  "    drops received MAC Control frames by XDP, until it is killed\n" },
	{ "abilities", cmd_abilities,
	  "DEV unknown|none|pause|asym|pause-asym\n"
	  "    sets the PAUSE abilities of the link partner that a tap device tells\n" },
	{ "values", cmd_values,
	  "DIRECTORY\n"
	  "    prints the numbers in the files as [NAME]=NUMBER, one in a line\n" },
	{ "tsc", cmd_tsc,
	  "\n"
	  "    prints the rate of the time stamp counter of this machine, in kHz\n" },
	{ "dcb", cmd_dcb,
	  "monitor | set|del DEV OBJECT | cee DEV SELECTOR,PROTOCOL,PRIORITY | abilities DEV\n"
	  "    monitor: prints DEV and the enabled priorities of each dcbnl notification until SIGTERM;\n"
	  "    set, del: sets or deletes OBJECT; cee: sets an APP entry of CEE; these print error=NUMBER;\n"
	  "    abilities: prints the abilities of the device as NUMBER=VALUE, of DCB_CAP_ATTR_x, and in\n"
	  "    a second line of DCB_NUMTCS_ATTR_x\n"
	  "    OBJECT: pfc [en N] [mbc N] [delay N] | ets [cbs N] [map LIST] [tsa LIST] [bw LIST] |\n"
	  "            maxrate LIST | buffer [map LIST] [size LIST] |\n"
	  "            app|rewr SELECTOR,PROTOCOL,PRIORITY | trust [SELECTOR,...]\n" },
	{ "qdisc", cmd_qdisc,
	  "add|del DEV [PREFIX COUNT]\n"
	  "    adds or deletes pausectl as the root qdisc, in this namespace or in each of PREFIX0,\n"
	  "    PREFIX1...; prints error=NUMBER ns=TIME\n" },
	{ "options", cmd_options,
	  "DEV [parent=MAJOR:MINOR] [ATTRIBUTE=VALUE]...\n"
	  "    adds or changes the root qdisc pausectl 1: with these in TCA_OPTIONS, attributes as for\n"
	  "    genl; or pausectl 2: below a class; prints error=NUMBER [message=TEXT]\n" },
	{ "dump", cmd_dump,
	  "port|stats|watchdog [sum] [ATTRIBUTE=VALUE]...\n"
	  "    prints the number of ports in a dump, whether it was torn, and error=NUMBER\n"
	  "    [message=TEXT]; sum: first prints the sum of ifindexes; attributes as for genl\n" },
	{ "attributes", cmd_attributes,
	  "port-get|stats-get|watchdog-get DEV | events | max\n"
	  "    prints the numbers of the attributes in the answer, or in all events until SIGTERM, with\n"
	  "    \"ready\" on stderr once it listens; max: prints the greatest number\n" },
	{ "octets", cmd_octets,
	  "port-get|stats-get|watchdog-get DEV | events\n"
	  "    prints octets=NUMBER of the answer, or of each event until SIGTERM, \"ready\" on stderr\n"
	  "    once it listens\n" },
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
			return commands[i].run(argv + 2);
	fprintf(stderr, "station: command \"%s\" is unknown\n", argv[1]);
	return help(stderr);
}
