/* SPDX-License-Identifier: GPL-2.0 */
/*
 * PAUSE resolution: two ends of a link agree on which of them may send PAUSE frames. Pure:
 * compiles in user space too.
 *
 * The configuration word has two bits for PAUSE. An end reads them in one of two ways:
 *
 *	IEEE 802.3 Annex 28B	PAUSE and ASM_DIR
 *	Frazier, 1997		Pause(t): might transmit PAUSE frames,
 *				Pause(r): obeys received ones
 *
 * The word does not say which way applies. If the two ends are known to use different ways, they
 * agree on no PAUSE.
 */
#ifndef PAUSECTL_RULES_RESOLUTION_H
#define PAUSECTL_RULES_RESOLUTION_H

#include <linux/types.h>
#include <uapi/pausectl.h>

/* Directions in which PAUSE frames may go */
struct pause_flow {
	__u8 tx;	/* this end sends them */
	__u8 rx;	/* this end obeys them */
};

/* The two bits of an advertisement */
struct pause_bits {
	__u8 directions;	/* the bits are Frazier's, not those of Annex 28B */
	__u8 first;		/* PAUSE, or Pause(t) */
	__u8 second;		/* ASM_DIR, or Pause(r) */
};

static inline struct pause_bits pause_bits_of(__u32 advertisement)
{
	static const struct pause_bits bits[] = {
		[PAUSECTL_ADVERTISEMENT_PAUSE]		= { 0, 1, 0 },
		[PAUSECTL_ADVERTISEMENT_ASYM]		= { 0, 0, 1 },
		[PAUSECTL_ADVERTISEMENT_PAUSE_ASYM]	= { 0, 1, 1 },
		[PAUSECTL_ADVERTISEMENT_TX]		= { 1, 1, 0 },
		[PAUSECTL_ADVERTISEMENT_RX]		= { 1, 0, 1 },
		[PAUSECTL_ADVERTISEMENT_TX_RX]		= { 1, 1, 1 },
	};

	return bits[advertisement <= PAUSECTL_ADVERTISEMENT_TX_RX ? advertisement :
		    PAUSECTL_ADVERTISEMENT_NONE];
}

/* The advertisement of Annex 28B that asks for @wish, for advertise auto. */
static inline __u32 pause_advertise(struct pause_flow wish)
{
	if (wish.rx)
		return wish.tx ? PAUSECTL_ADVERTISEMENT_PAUSE :
				 PAUSECTL_ADVERTISEMENT_PAUSE_ASYM;
	return wish.tx ? PAUSECTL_ADVERTISEMENT_ASYM :
			 PAUSECTL_ADVERTISEMENT_NONE;
}

/* The wish that an advertisement stands for, which the tool shows by pause_letter(). */
static inline struct pause_flow pause_wish(__u32 advertisement)
{
	struct pause_bits bits = pause_bits_of(advertisement);

	if (bits.directions)
		return (struct pause_flow) { bits.first, bits.second };
	return (struct pause_flow) { bits.first != bits.second, bits.first };
}

/*
 * Resolve the advertisements of two ends, without auto and off. Return: what the end @local does.
 * The other end finds the mirror image.
 */
static inline struct pause_flow pause_resolve(__u32 local, __u32 partner)
{
	struct pause_bits ours = pause_bits_of(local);
	struct pause_bits theirs = pause_bits_of(partner);
	__u8 asymmetric = ours.second && theirs.second;

	if (ours.directions != theirs.directions)
		return (struct pause_flow) { 0, 0 };
	/* Frazier, table 2: an end may transmit if it might transmit and the other end obeys. */
	if (ours.directions)
		return (struct pause_flow) {
			.tx = ours.first && theirs.second,
			.rx = ours.second && theirs.first,
		};
	/* Annex 28B, table 28B-3 */
	return (struct pause_flow) {
		.tx = theirs.first && (ours.first || asymmetric),
		.rx = ours.first && (theirs.first || asymmetric),
	};
}

/* Does @flow meet the policy, an enum pausectl_requirement, which is a set of directions? */
static inline int pause_meets(struct pause_flow flow, __u32 requirement)
{
	return (flow.tx || !(requirement & PAUSECTL_REQUIREMENT_TX)) &&
	       (flow.rx || !(requirement & PAUSECTL_REQUIREMENT_RX));
}

/* Frazier's shorthand: neither, receive, transmit, both. */
static inline const char *pause_letter(struct pause_flow flow)
{
	if (flow.rx)
		return flow.tx ? "B" : "R";
	return flow.tx ? "T" : "N";
}

#endif /* PAUSECTL_RULES_RESOLUTION_H */
