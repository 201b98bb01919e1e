// SPDX-License-Identifier: GPL-2.0
/* One set is one message, so the kernel applies all of it or nothing. */
#include <stdio.h>

#include <uapi/pausectl.h>

#include "netlink.h"
#include "pausectl.h"
#include "wish.h"

static int change(struct genl *genl, unsigned int index, const struct wish *wishes)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_PORT_SET, 0);

	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	wishes_put(message, wishes);
	return genl_call(genl, message, NULL, NULL);
}

static int run(const struct command *self, char **words)
{
	struct wish wishes[SETTINGS_MAX] = { 0 };
	const char *device = NULL;
	struct parse_error err;
	unsigned int index;
	struct genl genl;
	char asked[64];
	int error;

	if (wishes_parse(words, wishes, &device, &err))
		return usage_error(self, err.text);
	snprintf(asked, sizeof(asked), "set dev %s", device);
	index = device_index(asked, device);
	if (!index)
		return STATUS_REFUSED;

	error = genl_open(&genl);
	if (error)
		return genl_open_refused(&genl, asked, error);
	error = change(&genl, index, wishes);
	genl_close(&genl);
	return error ? genl_refused(&genl, asked, error) : STATUS_OK;
}

const struct command set_command = {
	.name = "set",
	.grammar =
	"dev DEV [mode off|pause|pfc] [rx on|off] [tx on|off]\n"
	"           [prio LIST|none|all] [rx-prio LIST|none|all] [tx-prio LIST|none|all]\n"
	"           [speed auto|RATE] [pace on|off] [split-gso on|off]\n"
	"           [limit SIZE] [prio-tc PRIO:CLASS,...] [tsa CLASS:strict|ets,...]\n"
	"           [tc-bw CLASS:PERCENT,...] [maxrate CLASS:RATE|none,...]\n"
	"           [autoneg on|off] [advertise BITS|auto] [partner BITS|auto]\n"
	"           [require none|tx|rx|both] [quanta PRIO:N,...] [refresh PRIO:N,...]\n"
	"           [gap NS] [prio-buffer PRIO:BUFFER,...] [buffer-size BUFFER:SIZE|auto,...]\n"
	"           [buffer-xoff BUFFER:SIZE|auto,...] [buffer-xon BUFFER:SIZE|auto,...]\n"
	"           [delay N|auto] [pause-wish none|off|rx|tx|tx,rx] [trust FIELD,...|none]\n"
	"           [watchdog PRIO:off|drop|forward|alert,...] [watchdog-detect PRIO:MS,...]\n"
	"           [watchdog-restore PRIO:MS,...] [watchdog-poll MS] [watchdog-drop-all on|off]\n"
	"           [forward on|off] [guard MS|auto|off] [ecn LIST|none|all]\n"
	"           [ecn-min PRIO:SIZE,...] [ecn-max PRIO:SIZE,...]\n"
	"           [ecn-probability PRIO:PERCENT,...] [delay-statistics on|off]\n"
	"           [dynamic LIST|none|all] [alpha BUFFER:PART,...] [pool SIZE|auto]\n"
	"           [filter CLASS:CHECK+CHECK...|any|off,...] [filter-type CLASS:TYPE,...]\n"
	"           [filter-opcode CLASS:OPCODE[-OPCODE],...] [filter-unicast MAC|own]\n"
	"           [filter-multicast MAC] [filter-source MAC|none] [ack on|off]\n"
	"           [spoof-check on|off] [pause-limit MS|off] [pause-ignore MS]",
	.help =
	"Change settings of the port of DEV: all that are given, or none if one of\n"
	"them is refused.\n"
	"\n"
	"  mode       pause: the whole link stops; pfc: single priorities do; off\n"
	"  rx, tx     act upon received pause frames; send pause frames\n"
	"  prio       priorities with PFC, like 3,4 or 0-7; they switch to mode pfc\n"
	"  rx-prio, tx-prio\n"
	"             the same for one direction: those that obey received PFC frames, and\n"
	"             those that PFC frames are sent for; prio sets both\n"
	"  speed      defines the pause quantum of 512 bit times, like 2.5gbit; auto\n"
	"             follows the link\n"
	"  pace       send at that speed\n"
	"  split-gso  split GSO frames to frames as on the wire\n"
	"  limit      octets that may wait for each priority, like 64k or 4mb\n"
	"  prio-tc    traffic class of each priority, like 3:1,4:1\n"
	"  tsa        of each class: strict, the highest first, before those with ets,\n"
	"             which share what is left\n"
	"  tc-bw      percent of that for each class; those with ets add up to 100\n"
	"  maxrate    of each class, like 0:100mbit, or none\n"
	"  autoneg    both ends decide which way PAUSE frames go; rx and tx are wishes\n"
	"  advertise  what the partner is told: none, pause, asym or pause,asym, as in\n"
	"             IEEE 802.3 Annex 28B; tx, rx or tx,rx, as Frazier proposed; auto\n"
	"             follows rx and tx\n"
	"  partner    what the partner advertises; auto finds it out\n"
	"  require    what must be agreed on; else the port holds all data back\n"
	"  quanta     time that each XOFF asks for, 1 to 65535, like 3:1000 or link:1000\n"
	"  refresh    quanta after which it is sent again; half of quanta, unless given\n"
	"  gap        ns between two frames sent for congestion, at least\n"
	"  prio-buffer  buffer of each priority, in mode pfc, like 3:0,4:0\n"
	"  buffer-size, buffer-xoff, buffer-xon\n"
	"             octets that a buffer holds, above which XOFF is sent, and below which\n"
	"             XON; auto follows speed, MTU and delay\n"
	"  delay      round trip and reaction of both ends, in bit times; auto is 100 us\n"
	"  pause-wish rx and tx of PAUSE, once the port is in mode pause again\n"
	"  trust      fields that tell the priority of a frame, the first that does\n"
	"             decides: pcp, and by the table of dcb app dscp, ethtype,\n"
	"             stream-port (TCP, SCTP), dgram-port (UDP, DCCP), port (any)\n"
	"  watchdog   what is done about a storm, pauses that take 99% of the time to detect\n"
	"             while frames wait: alert tells, forward sends, drop drops; link in\n"
	"             mode pause, else priorities with PFC; \"drop\" alone is for all of these\n"
	"  watchdog-detect, watchdog-restore\n"
	"             that time, and the time without a pause that ends it, in ms\n"
	"  watchdog-poll  how often it looks, in ms\n"
	"  watchdog-drop-all  drop all frames of lossless priorities, storm or not\n"
	"  forward    hand received control frames to the stack, too\n"
	"  guard      ms after which XOFF for congestion ends, until the buffer has drained;\n"
	"             auto is 100\n"
	"  ecn        priorities whose frames with ECN are marked by how much waits: none up to\n"
	"             ecn-min, all above ecn-max, ecn-probability percent there, and in\n"
	"             between in proportion\n"
	"  delay-statistics  take the time that each frame waits, for stats\n"
	"  dynamic    buffers that share the pool: XOFF is sent above alpha times what is free in\n"
	"             it, XON below half of that; alpha is 1/128 to 8\n"
	"  pool       octets that they share, beside the headroom of each\n"
	"  filter     what is checked of received frames: any of multicast, unicast, source,\n"
	"             type and opcode; any frame; or off, none. Classes: global-control and\n"
	"             priority-control, one of which a control frame has to pass, and of those\n"
	"             global-pause (PAUSE) and priority-pause (PFC)\n"
	"  filter-type, filter-opcode\n"
	"             the EtherType of each class, and its opcode; a range for control classes\n"
	"  filter-unicast, filter-multicast, filter-source\n"
	"             addresses; that for multicast is for PFC, PAUSE has 01:80:c2:00:00:01\n"
	"  ack        the time of a received pause counts from when sending has stopped, the frame\n"
	"             in transmission included\n"
	"  spoof-check  drop control frames that others than the port itself hand to DEV\n"
	"  pause-limit  ms after which a pause without a break is no longer obeyed, for\n"
	"             pause-ignore ms\n"
	"\n"
	"Lists of pairs change what they name; one value without a colon is for all.\n"
	"\n"
	"  pausectl set dev eth0 prio 3,4\n"
	"  pausectl set dev eth0 mode pause speed 10gbit pace on\n"
	"  pausectl set dev eth0 tsa 0:ets,1:ets tc-bw 0:70,1:30\n"
	"  pausectl set dev eth0 autoneg on advertise pause,asym require rx\n"
	"  pausectl set dev eth0 trust pcp,dscp\n"
	"  pausectl set dev eth0 prio 3,4 watchdog 3:drop,4:drop watchdog-detect 400\n"
	"  pausectl set dev eth0 filter global-pause:unicast+type+opcode\n"
	"  pausectl set dev eth0 buffer-size 3:256k buffer-xoff 3:128k quanta 3:1000\n",
	.run = run,
};
