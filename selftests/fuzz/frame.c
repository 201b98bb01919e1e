// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the frame codec. The input is the octets behind length/type of a frame.
 *
 *	- the codec reads no octet beyond the input, which is at the end of its allocation: the
 *	  address sanitizer watches that
 *	- octets past the parameters change nothing (31.5.1)
 *	- octets beyond the parameters that act may be missing; any other octet may not
 *	- a request that the codec has read, built again as a frame, is read as the same request
 */
#include <stdlib.h>
#include <string.h>

#include "rules/frame.h"

static const __u8 station[6] = { 0x02, 0, 0, 0, 0, 1 };

static void demand(int good)
{
	if (!good)
		abort();
}

/* Compare only the fields that a request defines: quanta of the timers that it names. */
static int same(const struct mac_ctrl_request *a, const struct mac_ctrl_request *b)
{
	unsigned int i;

	if (a->vector != b->vector || a->xoff != b->xoff)
		return 0;
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (a->vector & 1u << i && a->quanta[i] != b->quanta[i])
			return 0;
	return 1;
}

static void check_request(enum mac_ctrl_kind kind, const struct mac_ctrl_request *req)
{
	unsigned int i;

	demand(!(req->xoff & ~req->vector));
	if (kind == MAC_CTRL_PAUSE)
		demand(req->vector == MAC_CTRL_LINK_BIT);
	else if (kind == MAC_CTRL_PFC)
		demand(!(req->vector & ~MAC_CTRL_PFC_BITS));
	else
		demand(!req->vector);
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (req->vector & 1u << i)
			demand(!!(req->xoff & 1u << i) == !!req->quanta[i]);
}

static void check_round_trip(enum mac_ctrl_kind kind, const struct mac_ctrl_request *req)
{
	__u8 *frame = malloc(MAC_CTRL_FRAME_LEN);
	struct mac_ctrl_request again;
	__u16 opcode;

	if (kind == MAC_CTRL_PAUSE)
		mac_ctrl_build_pause(frame, NULL, station, req->quanta[MAC_CTRL_LINK]);
	else
		mac_ctrl_build_pfc(frame, station, req->vector, req->quanta);
	demand(!memcmp(frame, mac_ctrl_multicast, 6) && !memcmp(frame + 6, station, 6));
	demand(frame[12] == 0x88 && frame[13] == 0x08);
	demand(mac_ctrl_parse(frame + MAC_CTRL_HEADER_LEN,
			      MAC_CTRL_FRAME_LEN - MAC_CTRL_HEADER_LEN, &opcode,
			      &again) == kind);
	demand(opcode == (kind == MAC_CTRL_PAUSE ? MAC_CTRL_OPCODE_PAUSE : MAC_CTRL_OPCODE_PFC));
	demand(same(req, &again));
	free(frame);
}

int LLVMFuzzerTestOneInput(const __u8 *data, size_t size);

/* The octets up to the last parameter that acts. */
static unsigned int needs(enum mac_ctrl_kind kind, const struct mac_ctrl_request *req)
{
	if (kind == MAC_CTRL_PAUSE)
		return MAC_CTRL_PAUSE_LEN;
	return MAC_CTRL_VECTOR_LEN +
	       (req->vector ? 2 * (32 - __builtin_clz(req->vector)) : 0);
}

int LLVMFuzzerTestOneInput(const __u8 *data, size_t size)
{
	__u8 padded[MAC_CTRL_PFC_LEN] = { 0 };
	struct mac_ctrl_request req, other;
	enum mac_ctrl_kind kind;
	unsigned int len;
	__u16 opcode;

	kind = mac_ctrl_parse(data, size, &opcode, &req);
	check_request(kind, &req);
	if (kind != MAC_CTRL_PAUSE && kind != MAC_CTRL_PFC)
		return 0;
	len = needs(kind, &req);
	demand(size >= len);
	demand(mac_ctrl_parse(data, len, &opcode, &other) == kind);
	demand(same(&req, &other));
	demand(mac_ctrl_parse(data, len - 1, &opcode, &other) == MAC_CTRL_MALFORMED);
	memcpy(padded, data, len);
	demand(mac_ctrl_parse(padded, sizeof(padded), &opcode, &other) == kind);
	demand(same(&req, &other));
	check_round_trip(kind, &req);
	return 0;
}
