/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Receive checks. They judge in three steps what a received frame is (Xilinx PG292).
 * Pure: compiles in user space too.
 *
 *	1	a frame is a control frame if it passes all checks of global-control, or of
 *		priority-control
 *	2	a control frame is a PAUSE frame if it passes all checks of global-pause
 *	3	any other control frame is a PFC frame if it passes all checks of priority-pause
 *
 * The destination passes if it is one of the checked addresses. It also passes if no address is
 * checked. Classes for PAUSE know one multicast address, 01-80-C2-00-00-01. The user may give
 * classes for PFC another one.
 */
#ifndef PAUSECTL_RULES_FILTER_RULE_H
#define PAUSECTL_RULES_FILTER_RULE_H

#include <linux/types.h>
#include <uapi/pausectl.h>

#include "rules/settings.h"

#define FILTER_CLASSES	4	/* enum pausectl_filter_class: odd classes are for PFC */
#define FILTER_CONTROLS	2	/* the first two classes are for control frames */

/* An address is a number, whose highest octet is the first octet of the address. */
#define FILTER_GROUP_BIT	0x010000000000ULL
#define FILTER_MULTICAST	0x0180c2000001ULL

#define FILTER_DESTINATION \
	(PAUSECTL_FILTER_CHECK_MULTICAST | PAUSECTL_FILTER_CHECK_UNICAST)

/* A range of opcodes, as in the setting filter-opcode. */
#define FILTER_OPCODES(least, greatest)	((__u32)(greatest) << 16 | (least))
#define FILTER_OPCODE_MIN(opcodes)	((opcodes) & 0xffff)
#define FILTER_OPCODE_MAX(opcodes)	((opcodes) >> 16)

/* The fields of a frame that the checks read */
struct filter_frame {
	__u64	destination;
	__u64	source;
	__u64	own;		/* address of the station that received the frame */
	__u16	type;
	__u16	opcode;		/* the two octets after @type */
};

enum filter_verdict {
	FILTER_NONE,	/* no control frame */
	FILTER_ADDRESS,	/* no control frame: no enabled control class accepts its destination */
	FILTER_CONTROL,	/* a control frame that is neither PAUSE nor PFC */
	FILTER_REFUSED,	/* a control frame that fails an enabled pause class, not by its opcode */
	FILTER_PAUSE,
	FILTER_PFC,
};

/* Whether a frame of that type may be a control frame. */
static inline int filter_type_known(const struct pausectl_settings *set, __u16 type)
{
	unsigned int n;

	for (n = 0; n < FILTER_CONTROLS; n++)
		if (type == set->filter_type[n] ||
		    (set->filter[n] && !(set->filter[n] & PAUSECTL_FILTER_CHECK_TYPE)))
			return 1;
	return 0;
}

static inline __u64 filter_multicast_of(const struct pausectl_settings *set, unsigned int n)
{
	__u64 address = set->filter_address[PAUSECTL_FILTER_ADDRESS_MULTICAST];

	return n % 2 && address ? address : FILTER_MULTICAST;
}

/* The checks of class @n that a frame fails. A frame that fails none belongs to the class. */
static inline __u8 filter_fails(const struct pausectl_settings *set, unsigned int n,
				const struct filter_frame *frame)
{
	__u64 unicast = set->filter_address[PAUSECTL_FILTER_ADDRESS_UNICAST];
	__u8 checks = set->filter[n], fails = 0;

	if (frame->destination != filter_multicast_of(set, n))
		fails |= PAUSECTL_FILTER_CHECK_MULTICAST;
	if (frame->destination != (unicast ? unicast : frame->own))
		fails |= PAUSECTL_FILTER_CHECK_UNICAST;
	/* The destination passes if it is one of the checked addresses. */
	if (checks & FILTER_DESTINATION & ~fails)
		fails = 0;
	if (frame->source != set->filter_address[PAUSECTL_FILTER_ADDRESS_SOURCE])
		fails |= PAUSECTL_FILTER_CHECK_SOURCE;
	if (frame->type != set->filter_type[n])
		fails |= PAUSECTL_FILTER_CHECK_TYPE;
	if (frame->opcode < FILTER_OPCODE_MIN(set->filter_opcode[n]) ||
	    frame->opcode > FILTER_OPCODE_MAX(set->filter_opcode[n]))
		fails |= PAUSECTL_FILTER_CHECK_OPCODE;
	fails &= checks;
	if (!(checks & PAUSECTL_FILTER_CHECK_ENABLE))
		fails |= PAUSECTL_FILTER_CHECK_ENABLE;
	return fails;
}

/* @global, @priority: the checks of a class for PAUSE and of one for PFC that the frame fails */
static inline enum filter_verdict filter_judge(const struct pausectl_settings *set,
					       const struct filter_frame *frame)
{
	const __u8 enable = PAUSECTL_FILTER_CHECK_ENABLE, opcode = PAUSECTL_FILTER_CHECK_OPCODE;
	__u8 global = filter_fails(set, PAUSECTL_FILTER_CLASS_GLOBAL_CONTROL, frame);
	__u8 priority = filter_fails(set, PAUSECTL_FILTER_CLASS_PRIORITY_CONTROL, frame);

	if (global && priority) {
		if (!(global & priority & enable) && global & (FILTER_DESTINATION | enable) &&
		    priority & (FILTER_DESTINATION | enable))
			return FILTER_ADDRESS;
		return FILTER_NONE;
	}
	global = filter_fails(set, PAUSECTL_FILTER_CLASS_GLOBAL_PAUSE, frame);
	if (!global)
		return FILTER_PAUSE;
	priority = filter_fails(set, PAUSECTL_FILTER_CLASS_PRIORITY_PAUSE, frame);
	if (!priority)
		return FILTER_PFC;
	/* An enabled class takes the opcode, and something else is wrong. */
	if (!(global & (enable | opcode)) || !(priority & (enable | opcode)))
		return FILTER_REFUSED;
	return FILTER_CONTROL;
}

/*
 * Whether a frame can belong to class @pause. Only a control frame can. So if control classes are
 * enabled, a frame has to pass the checks of one of them and those of @pause. Of all such frames,
 * one has the type and opcode that @pause checks, or else those of the control class.
 */
static inline int filter_possible(const struct pausectl_settings *set, unsigned int pause)
{
	const __u64 destinations[3] = {
		set->filter_address[PAUSECTL_FILTER_ADDRESS_UNICAST],
		set->filter_address[PAUSECTL_FILTER_ADDRESS_MULTICAST], FILTER_MULTICAST,
	};
	__u32 checks = set->filter[pause];
	unsigned int n, to;

	if (!checks || (!set->filter[0] && !set->filter[1]))
		return 1;
	for (n = 0; n < FILTER_CONTROLS; n++)
		for (to = 0; to < 3; to++) {
			unsigned int type = checks & PAUSECTL_FILTER_CHECK_TYPE ? pause : n;
			unsigned int opcode = checks & PAUSECTL_FILTER_CHECK_OPCODE ? pause : n;
			const struct filter_frame frame = {
				.destination = destinations[to],
				.source = set->filter_address[PAUSECTL_FILTER_ADDRESS_SOURCE],
				.type = set->filter_type[type],
				.opcode = FILTER_OPCODE_MIN(set->filter_opcode[opcode]),
			};

			if (!filter_fails(set, n, &frame) && !filter_fails(set, pause, &frame))
				return 1;
		}
	return 0;
}

#endif /* PAUSECTL_RULES_FILTER_RULE_H */
