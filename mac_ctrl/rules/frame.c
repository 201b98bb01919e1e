// SPDX-License-Identifier: GPL-2.0
/*
 * MAC Control frame codec, IEEE 802.3 Annex 31A, 31B and 31D.
 *
 *	octets	0-5	6-11	12-13	14-15	16-17	18-33		to 59
 *	PAUSE	DA	SA	88-08	00-01	time	0		0
 *	PFC	DA	SA	88-08	01-01	vector	time[0..7]	0
 *
 * A control frame has minFrameSize: 60 octets without the FCS. A MAC pads a shorter frame that it
 * sends (4.2.3.3), and discards a shorter frame that it receives (4.2.4.2.2). A device without a
 * MAC, such as veth, does neither. What stands beyond the end of a frame counts as the zeros of
 * that pad, where each well-formed frame has zeros: in the reserved field (31.4.1.6), and in the
 * times of priorities outside the vector (Annex 31D). The frame must hold all the rest: the opcode,
 * pause_time or the vector, and the time of each priority in the vector. Otherwise it is malformed.
 * So a fragment of an XOFF never becomes an XON, or an XOFF for another time.
 */
#include "rules/frame.h"

#ifdef __KERNEL__
#include <linux/string.h>
#else
#include <string.h>
#endif

const __u8 mac_ctrl_multicast[6] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 };

static __u16 frame_get16(const __u8 *p)
{
	return (__u16)(p[0] << 8 | p[1]);
}

static void frame_put16(__u8 *p, __u16 value)
{
	p[0] = value >> 8;
	p[1] = value & 0xff;
}

__u16 mac_ctrl_opcode(const __u8 *body, unsigned int len)
{
	return len < MAC_CTRL_OPCODE_LEN ? 0 : frame_get16(body);
}

static void frame_parse_time(struct mac_ctrl_request *req, unsigned int index,
			     const __u8 *p)
{
	req->quanta[index] = frame_get16(p);
	if (req->quanta[index])
		req->xoff |= 1u << index;
}

/* The octets that a PFC frame must hold: to the time of the highest priority in its vector. */
static unsigned int frame_pfc_needs(const __u8 *body, unsigned int len)
{
	unsigned int times = 0;

	if (len < MAC_CTRL_VECTOR_LEN)
		return MAC_CTRL_VECTOR_LEN;
	while (body[3] >> times)
		times++;
	return MAC_CTRL_VECTOR_LEN + 2 * times;
}

enum mac_ctrl_kind mac_ctrl_parse_as(enum mac_ctrl_kind kind, const __u8 *body,
				     unsigned int len,
				     struct mac_ctrl_request *req)
{
	unsigned int left, i;

	req->vector = 0;
	req->xoff = 0;
	if (kind == MAC_CTRL_PAUSE) {
		if (len < MAC_CTRL_PAUSE_LEN)
			return MAC_CTRL_MALFORMED;
		req->vector = MAC_CTRL_LINK_BIT;
		frame_parse_time(req, MAC_CTRL_LINK, body + 2);
	} else if (kind == MAC_CTRL_PFC) {
		if (len < MAC_CTRL_PFC_LEN && len < frame_pfc_needs(body, len))
			return MAC_CTRL_MALFORMED;
		/* The high octet of the vector is reserved. */
		req->vector = body[3];
		/* Only the times that the vector names: most frames name one. */
		for (left = req->vector; left; left &= left - 1) {
			i = __builtin_ctz(left);
			frame_parse_time(req, i, body + 4 + 2 * i);
		}
	}
	return kind;
}

enum mac_ctrl_kind mac_ctrl_parse(const __u8 *body, unsigned int len,
				  __u16 *opcode, struct mac_ctrl_request *req)
{
	enum mac_ctrl_kind kind = MAC_CTRL_UNSUPPORTED;

	*opcode = mac_ctrl_opcode(body, len);
	if (len < MAC_CTRL_OPCODE_LEN)
		kind = MAC_CTRL_MALFORMED;
	else if (*opcode == MAC_CTRL_OPCODE_PAUSE)
		kind = MAC_CTRL_PAUSE;
	else if (*opcode == MAC_CTRL_OPCODE_PFC)
		kind = MAC_CTRL_PFC;
	return mac_ctrl_parse_as(kind, body, len, req);
}

static __u8 *frame_build_header(__u8 *buf, const __u8 *da, const __u8 *sa,
				__u16 opcode)
{
	memset(buf, 0, MAC_CTRL_FRAME_LEN);
	memcpy(buf, da, 6);
	memcpy(buf + 6, sa, 6);
	frame_put16(buf + 12, MAC_CTRL_ETHERTYPE);
	frame_put16(buf + MAC_CTRL_HEADER_LEN, opcode);
	return buf + MAC_CTRL_HEADER_LEN + MAC_CTRL_OPCODE_LEN;
}

void mac_ctrl_build_pause(__u8 *buf, const __u8 *da, const __u8 *sa,
			  __u16 quanta)
{
	if (!da)
		da = mac_ctrl_multicast;
	frame_put16(frame_build_header(buf, da, sa, MAC_CTRL_OPCODE_PAUSE), quanta);
}

void mac_ctrl_build_pfc(__u8 *buf, const __u8 *sa, __u8 vector,
			const __u16 quanta[MAC_CTRL_PRIORITIES])
{
	__u8 *params = frame_build_header(buf, mac_ctrl_multicast, sa,
				    MAC_CTRL_OPCODE_PFC);
	unsigned int i;

	frame_put16(params, vector);
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (vector & 1u << i)
			frame_put16(params + 2 + 2 * i, quanta[i]);
}
