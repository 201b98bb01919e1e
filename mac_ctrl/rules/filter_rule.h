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
#define FILTER_CHECKS_MAX	(2 * PAUSECTL_FILTER_CHECK_OPCODE - 1)
#define FILTER_STANDARD \
	(FILTER_CHECKS_MAX & ~PAUSECTL_FILTER_CHECK_SOURCE)

/* A range of opcodes, as in the setting filter-opcode. */
#define FILTER_OPCODES(least, greatest)	((__u32)(greatest) << 16 | (least))
#define FILTER_OPCODE_MIN(opcodes)	((opcodes) & 0xffff)
#define FILTER_OPCODE_MAX(opcodes)	((opcodes) >> 16)

/* The checks of a class */
struct filter_class {
	__u8	checks;		/* enum pausectl_filter_check; 0: no frame belongs to the class */
	__u16	type;		/* EtherType */
	__u16	opcode_min;
	__u16	opcode_max;
};

/* The checks of a port */
struct filter_rule {
	struct filter_class	classes[FILTER_CLASSES];	/* enum pausectl_filter_class */
	__u64			unicast;	/* as in the settings; 0: address of the station */
	__u64			multicast;	/* of the classes for PFC */
	__u64			source;		/* as in the settings */
	__u8			any_type;	/* a control frame may have any EtherType */
};

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

/* Make the rule of @set, once for each change of settings. */
static inline void filter_rule_make(struct filter_rule *rule,
				    const struct pausectl_settings *set)
{
	unsigned int n;

	rule->unicast = set->filter_address[PAUSECTL_FILTER_ADDRESS_UNICAST];
	rule->multicast = set->filter_address[PAUSECTL_FILTER_ADDRESS_MULTICAST];
	if (!rule->multicast)
		rule->multicast = FILTER_MULTICAST;
	rule->source = set->filter_address[PAUSECTL_FILTER_ADDRESS_SOURCE];
	rule->any_type = 0;
	for (n = 0; n < FILTER_CLASSES; n++) {
		struct filter_class *c = &rule->classes[n];

		c->checks = set->filter[n];
		c->type = set->filter_type[n];
		c->opcode_min = FILTER_OPCODE_MIN(set->filter_opcode[n]);
		c->opcode_max = FILTER_OPCODE_MAX(set->filter_opcode[n]);
		if (n < FILTER_CONTROLS && c->checks &&
		    !(c->checks & PAUSECTL_FILTER_CHECK_TYPE))
			rule->any_type = 1;
	}
}

/* Whether a frame of that type may be a control frame. */
static inline int filter_type_known(const struct filter_rule *rule, __u16 type)
{
	return rule->any_type || type == rule->classes[0].type ||
	       type == rule->classes[1].type;
}

static inline __u64 filter_multicast_of(const struct filter_rule *rule, unsigned int n)
{
	return n % 2 ? rule->multicast : FILTER_MULTICAST;
}

/* The checks of class @n that a frame fails. A frame that fails none belongs to the class. */
static inline __u8 filter_fails(const struct filter_rule *rule, unsigned int n,
				const struct filter_frame *frame)
{
	const struct filter_class *c = &rule->classes[n];
	__u64 unicast = rule->unicast ? rule->unicast : frame->own;
	__u8 fails = 0;

	if (frame->destination != filter_multicast_of(rule, n))
		fails |= PAUSECTL_FILTER_CHECK_MULTICAST;
	if (frame->destination != unicast)
		fails |= PAUSECTL_FILTER_CHECK_UNICAST;
	/* The destination passes if it is one of the checked addresses. */
	if (c->checks & FILTER_DESTINATION & ~fails)
		fails = 0;
	if (frame->source != rule->source)
		fails |= PAUSECTL_FILTER_CHECK_SOURCE;
	if (frame->type != c->type)
		fails |= PAUSECTL_FILTER_CHECK_TYPE;
	if (frame->opcode < c->opcode_min || frame->opcode > c->opcode_max)
		fails |= PAUSECTL_FILTER_CHECK_OPCODE;
	fails &= c->checks;
	if (!(c->checks & PAUSECTL_FILTER_CHECK_ENABLE))
		fails |= PAUSECTL_FILTER_CHECK_ENABLE;
	return fails;
}

/* @global, @priority: the checks of a class for PAUSE and of one for PFC that the frame fails */
static inline enum filter_verdict filter_judge(const struct filter_rule *rule,
					       const struct filter_frame *frame)
{
	const __u8 enable = PAUSECTL_FILTER_CHECK_ENABLE, opcode = PAUSECTL_FILTER_CHECK_OPCODE;
	__u8 global = filter_fails(rule, PAUSECTL_FILTER_CLASS_GLOBAL_CONTROL, frame);
	__u8 priority = filter_fails(rule, PAUSECTL_FILTER_CLASS_PRIORITY_CONTROL, frame);

	if (global && priority) {
		if (!(global & priority & enable) && global & (FILTER_DESTINATION | enable) &&
		    priority & (FILTER_DESTINATION | enable))
			return FILTER_ADDRESS;
		return FILTER_NONE;
	}
	global = filter_fails(rule, PAUSECTL_FILTER_CLASS_GLOBAL_PAUSE, frame);
	if (!global)
		return FILTER_PAUSE;
	priority = filter_fails(rule, PAUSECTL_FILTER_CLASS_PRIORITY_PAUSE, frame);
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
static inline int filter_possible(const struct filter_rule *rule, unsigned int pause)
{
	const __u64 destinations[] = { rule->unicast, FILTER_MULTICAST, rule->multicast };
	const struct filter_class *classes = rule->classes;
	__u8 checks = classes[pause].checks;
	unsigned int n, to;

	if (!checks || (!classes[0].checks && !classes[1].checks))
		return 1;
	for (n = 0; n < FILTER_CONTROLS; n++)
		for (to = 0; to < sizeof(destinations) / sizeof(destinations[0]); to++) {
			const struct filter_frame frame = {
				.destination = destinations[to],
				.source = rule->source,
				.type = classes[checks & PAUSECTL_FILTER_CHECK_TYPE ? pause : n].type,
				.opcode = classes[checks & PAUSECTL_FILTER_CHECK_OPCODE ?
						  pause : n].opcode_min,
			};

			if (!filter_fails(rule, n, &frame) && !filter_fails(rule, pause, &frame))
				return 1;
		}
	return 0;
}

#endif /* PAUSECTL_RULES_FILTER_RULE_H */
