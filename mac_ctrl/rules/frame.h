/* SPDX-License-Identifier: GPL-2.0 */
/*
 * MAC Control frames: formats and opcodes (IEEE 802.3 Clause 31, Annex 31A, 31B
 * and 31D). Pure: compiles in user space too.
 *
 * Only this codec handles big-endian values. All other code sees host order.
 */
#ifndef PAUSECTL_RULES_FRAME_H
#define PAUSECTL_RULES_FRAME_H

#include <linux/types.h>

#define MAC_CTRL_ETHERTYPE	0x8808	/* Annex 31A: length/type */
#define MAC_CTRL_OPCODE_PAUSE	0x0001	/* Annex 31B */
#define MAC_CTRL_OPCODE_PFC	0x0101	/* Annex 31D */

#define MAC_CTRL_HEADER_LEN	14	/* DA, SA, length/type */
#define MAC_CTRL_OPCODE_LEN	2
#define MAC_CTRL_PAUSE_LEN	4	/* opcode, pause_time */
#define MAC_CTRL_VECTOR_LEN	4	/* opcode, vector */
#define MAC_CTRL_PFC_LEN	20	/* opcode, vector, time[0..7] */
#define MAC_CTRL_FRAME_LEN	60	/* minFrameSize without the FCS */

#define MAC_CTRL_PRIORITIES	8
#define MAC_CTRL_LINK		8	/* index of the link beside priorities 0..7 */
#define MAC_CTRL_TIMERS		9	/* eight priorities and the link */

#define MAC_CTRL_LINK_BIT	0x100u
#define MAC_CTRL_PFC_BITS	0xffu

/* 01-80-C2-00-00-01, 31B.1. IEEE 802.1Q bridges never forward this address. */
extern const __u8 mac_ctrl_multicast[6];

/* Kinds of MAC Control frames */
enum mac_ctrl_kind {
	MAC_CTRL_MALFORMED,	/* without its whole opcode, or a parameter that it needs */
	MAC_CTRL_UNSUPPORTED,	/* an opcode that is neither PAUSE nor PFC */
	MAC_CTRL_PAUSE,		/* Annex 31B */
	MAC_CTRL_PFC,		/* Annex 31D */
};

/* Content of a PAUSE or PFC frame */
struct mac_ctrl_request {
	__u16 vector;	/* bit n: the frame addresses priority n; bit 8: the link */
	__u16 xoff;	/* bits of @vector whose time is not 0; 0 in a frame that a user sends */
	__u16 quanta[MAC_CTRL_TIMERS];	/* for each bit of @vector, 512 bit times; 0 ends a pause */
};

/*
 * Read the opcode and the parameters of a frame from @body, the @len octets after length/type.
 * Octets after the parameters do not matter, as of a frame that is too long (31.5.1, UNH-IOL
 * 31.1.5). *@opcode is 0 if there is none. For kinds other than PAUSE and PFC, @vector and @xoff
 * of @req are 0.
 */
enum mac_ctrl_kind mac_ctrl_parse(const __u8 *body, unsigned int len,
				  __u16 *opcode, struct mac_ctrl_request *req);

/* The same for a frame of a known kind, whatever its opcode is. Return: MAC_CTRL_MALFORMED, too. */
enum mac_ctrl_kind mac_ctrl_parse_as(enum mac_ctrl_kind kind, const __u8 *body,
				     unsigned int len,
				     struct mac_ctrl_request *req);

/* The opcode, or 0 if there is none. */
__u16 mac_ctrl_opcode(const __u8 *body, unsigned int len);

/*
 * Write a frame without its FCS (31B.1, Annex 31D). @buf: room for MAC_CTRL_FRAME_LEN octets.
 * @da: NULL for 01-80-C2-00-00-01. @sa: the address of the sending port. Times of priorities that
 * are not in @vector do not matter.
 */
void mac_ctrl_build_pause(__u8 *buf, const __u8 *da, const __u8 *sa,
			  __u16 quanta);
void mac_ctrl_build_pfc(__u8 *buf, const __u8 *sa, __u8 vector,
			const __u16 quanta[MAC_CTRL_PRIORITIES]);

#endif /* PAUSECTL_RULES_FRAME_H */
