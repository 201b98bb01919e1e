// SPDX-License-Identifier: GPL-2.0
/* The frame codec against frames written out octet by octet. */
#include "unit.h"
#include "rules/frame.h"

static const __u8 station[6] = { 0x02, 0x11, 0x22, 0x33, 0x44, 0x55 };
static const __u8 partner[6] = { 0x02, 0xaa, 0xbb, 0xcc, 0xdd, 0xee };

/* 31B.1: everything behind pause_time up to minFrameSize is zero. */
TEST(pause_frame_octets)
{
	static const __u8 expected[MAC_CTRL_FRAME_LEN] = {
		0x01, 0x80, 0xc2, 0x00, 0x00, 0x01,
		0x02, 0x11, 0x22, 0x33, 0x44, 0x55,
		0x88, 0x08, 0x00, 0x01, 0x12, 0x34,
	};
	__u8 frame[MAC_CTRL_FRAME_LEN];

	memset(frame, 0xff, sizeof(frame));
	mac_ctrl_build_pause(frame, NULL, station, 0x1234);
	assert_memory_equal(frame, expected, sizeof(expected));
}

TEST(pause_frame_to_a_station)
{
	__u8 frame[MAC_CTRL_FRAME_LEN];

	mac_ctrl_build_pause(frame, partner, station, 1);
	assert_memory_equal(frame, partner, 6);
	assert_memory_equal(frame + 6, station, 6);
}

/* Annex 31D: times of priorities that are not enabled are sent as zero. */
TEST(pfc_frame_octets)
{
	static const __u16 quanta[8] = {
		1, 2, 3, 0xffff, 5, 0x0100, 7, 0xabcd,
	};
	static const __u8 expected[MAC_CTRL_FRAME_LEN] = {
		0x01, 0x80, 0xc2, 0x00, 0x00, 0x01,
		0x02, 0x11, 0x22, 0x33, 0x44, 0x55,
		0x88, 0x08, 0x01, 0x01, 0x00, 0xa8,
		0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0x01, 0x00, 0, 0, 0xab, 0xcd,
	};
	__u8 frame[MAC_CTRL_FRAME_LEN];

	memset(frame, 0xff, sizeof(frame));
	mac_ctrl_build_pfc(frame, station, 0xa8, quanta);
	assert_memory_equal(frame, expected, sizeof(expected));
}

TEST(pfc_round_trip_of_every_vector)
{
	__u16 quanta[8], opcode;
	struct mac_ctrl_request req;
	unsigned int vector, i;

	for (i = 0; i < 8; i++)
		quanta[i] = 1000 * i + 1;
	for (vector = 0; vector < 256; vector++) {
		__u8 frame[MAC_CTRL_FRAME_LEN];

		mac_ctrl_build_pfc(frame, station, vector, quanta);
		assert_int_equal(mac_ctrl_parse(frame + MAC_CTRL_HEADER_LEN,
						sizeof(frame) - MAC_CTRL_HEADER_LEN,
						&opcode, &req), MAC_CTRL_PFC);
		assert_int_equal(opcode, 0x0101);
		assert_int_equal(req.vector, vector);
		assert_int_equal(req.xoff, vector);
		for (i = 0; i < 8; i++)
			if (vector & 1u << i)
				assert_int_equal(req.quanta[i], quanta[i]);
	}
}

TEST(pause_round_trip_of_every_time)
{
	struct mac_ctrl_request req;
	unsigned int quanta;
	__u16 opcode;

	for (quanta = 0; quanta <= 0xffff; quanta++) {
		__u8 frame[MAC_CTRL_FRAME_LEN];

		mac_ctrl_build_pause(frame, NULL, station, quanta);
		assert_int_equal(mac_ctrl_parse(frame + MAC_CTRL_HEADER_LEN, 46,
						&opcode, &req), MAC_CTRL_PAUSE);
		assert_int_equal(req.vector, MAC_CTRL_LINK_BIT);
		assert_int_equal(req.xoff, quanta ? MAC_CTRL_LINK_BIT : 0);
		assert_int_equal(req.quanta[MAC_CTRL_LINK], quanta);
	}
}

/* Parse a copy of exactly @len octets, so that the sanitizer finds a read beyond the frame. */
static enum mac_ctrl_kind parse_exact(const __u8 *body, unsigned int len,
				      struct mac_ctrl_request *req)
{
	__u8 *copy = malloc(len ? len : 1);
	enum mac_ctrl_kind kind;
	__u16 opcode;

	assert_non_null(copy);
	memcpy(copy, body, len);
	kind = mac_ctrl_parse(copy, len, &opcode, req);
	free(copy);
	return kind;
}

/*
 * A frame without its pad acts if it holds the opcode, pause_time or the vector, and the time of
 * each priority in the vector. Octets beyond its end count as zeros, and are not read.
 */
TEST(frames_of_every_length)
{
	static const __u16 quanta[8] = { 1, 2, 3, 0xffff, 5, 6, 7, 8 };
	__u8 frame[MAC_CTRL_FRAME_LEN], *body = frame + MAC_CTRL_HEADER_LEN;
	unsigned int vector, len, needs, i;
	struct mac_ctrl_request req;

	mac_ctrl_build_pause(frame, NULL, station, 0xffff);
	for (len = 0; len <= MAC_CTRL_FRAME_LEN - MAC_CTRL_HEADER_LEN; len++) {
		assert_int_equal(parse_exact(body, len, &req),
				 len < 4 ? MAC_CTRL_MALFORMED : MAC_CTRL_PAUSE);
		assert_int_equal(req.vector, len < 4 ? 0 : MAC_CTRL_LINK_BIT);
		assert_int_equal(req.xoff, req.vector);
	}
	for (vector = 0; vector < 256; vector++) {
		mac_ctrl_build_pfc(frame, station, vector, quanta);
		for (needs = 4, i = 0; i < 8; i++)
			if (vector & 1u << i)
				needs = 6 + 2 * i;
		for (len = 0; len <= MAC_CTRL_FRAME_LEN - MAC_CTRL_HEADER_LEN; len++) {
			assert_int_equal(parse_exact(body, len, &req),
					 len < needs ? MAC_CTRL_MALFORMED : MAC_CTRL_PFC);
			assert_int_equal(req.vector, len < needs ? 0 : vector);
			assert_int_equal(req.xoff, req.vector);
			for (i = 0; i < 8; i++)
				if (req.vector & 1u << i)
					assert_int_equal(req.quanta[i], quanta[i]);
		}
	}
}

/* As a generator makes it for veth: 32 octets, time[7] is not there. */
TEST(pfc_frame_without_pad)
{
	static const __u8 body[18] = { 0x01, 0x01, 0x00, 0x08, [10] = 0xff, 0xff };
	struct mac_ctrl_request req;

	assert_int_equal(parse_exact(body, sizeof(body), &req), MAC_CTRL_PFC);
	assert_int_equal(req.xoff, 0x08);
	assert_int_equal(req.quanta[3], 0xffff);
}

TEST(every_other_opcode_is_unsupported)
{
	struct mac_ctrl_request req;
	unsigned int opcode;

	for (opcode = 0; opcode <= 0xffff; opcode++) {
		__u8 body[20] = { opcode >> 8, opcode & 0xff, 0xff, 0xff };

		if (opcode == 0x0001 || opcode == 0x0101)
			continue;
		assert_int_equal(parse_exact(body, sizeof(body), &req),
				 MAC_CTRL_UNSUPPORTED);
		assert_int_equal(req.vector, 0);
	}
}

/* A time of 0 is no XOFF. The parser ignores times of priorities outside the vector. */
TEST(xoff_is_what_pauses)
{
	static const __u8 body[20] = {
		0x01, 0x01, 0x00, 0x07, 0, 0, 0x01, 0x00, 0, 1, 0, 1,
	};
	struct mac_ctrl_request req;

	assert_int_equal(parse_exact(body, sizeof(body), &req), MAC_CTRL_PFC);
	assert_int_equal(req.vector, 0x07);
	assert_int_equal(req.xoff, 0x06);
}

/* The high octet of the vector is reserved: ignored, whatever it holds. */
TEST(high_octet_of_the_vector_is_ignored)
{
	static const __u8 body[20] = { 0x01, 0x01, 0xff, 0x08, [10] = 0x12, 0x34, 0x56, 0x78 };
	struct mac_ctrl_request req;

	assert_int_equal(parse_exact(body, sizeof(body), &req), MAC_CTRL_PFC);
	assert_int_equal(req.vector, 0x08);
	assert_int_equal(req.quanta[3], 0x1234);
}
