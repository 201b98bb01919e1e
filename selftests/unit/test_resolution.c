// SPDX-License-Identifier: GPL-2.0
/* Resolution of PAUSE against both published tables, seen from both ends. */
#include "unit.h"
#include "rules/resolution.h"

#define NONE		PAUSECTL_ADVERTISEMENT_NONE
#define PAUSE		PAUSECTL_ADVERTISEMENT_PAUSE
#define ASYM		PAUSECTL_ADVERTISEMENT_ASYM
#define PAUSE_ASYM	PAUSECTL_ADVERTISEMENT_PAUSE_ASYM
#define TX		PAUSECTL_ADVERTISEMENT_TX
#define RX		PAUSECTL_ADVERTISEMENT_RX
#define TX_RX		PAUSECTL_ADVERTISEMENT_TX_RX

struct resolution {
	__u32 local;
	__u32 partner;
	const char *local_config;
	const char *partner_config;
};

static void check(const struct resolution *rows, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		const struct resolution *row = &rows[i];

		print_message("%u %u: measured %s %s, demanded %s %s\n", row->local, row->partner,
			      pause_letter(pause_resolve(row->local, row->partner)),
			      pause_letter(pause_resolve(row->partner, row->local)),
			      row->local_config, row->partner_config);
		assert_string_equal(pause_letter(pause_resolve(row->local, row->partner)),
				    row->local_config);
		assert_string_equal(pause_letter(pause_resolve(row->partner, row->local)),
				    row->partner_config);
	}
}

/* UNH-IOL Clause 31, Appendix 31A, Table 1; IEEE 802.3 Annex 28B. */
TEST(annex_28b)
{
	static const struct resolution rows[] = {
		{ NONE, NONE, "N", "N" }, { NONE, PAUSE, "N", "N" },
		{ NONE, ASYM, "N", "N" }, { NONE, PAUSE_ASYM, "N", "N" },
		{ ASYM, NONE, "N", "N" }, { ASYM, PAUSE, "N", "N" },
		{ ASYM, ASYM, "N", "N" }, { ASYM, PAUSE_ASYM, "T", "R" },
		{ PAUSE, NONE, "N", "N" }, { PAUSE, PAUSE, "B", "B" },
		{ PAUSE, ASYM, "N", "N" }, { PAUSE, PAUSE_ASYM, "B", "B" },
		{ PAUSE_ASYM, NONE, "N", "N" }, { PAUSE_ASYM, PAUSE, "B", "B" },
		{ PAUSE_ASYM, ASYM, "R", "T" }, { PAUSE_ASYM, PAUSE_ASYM, "B", "B" },
	};

	check(rows, COUNT(rows));
}

/* Frazier 1997, Table 2, cases a to p. */
TEST(frazier)
{
	static const struct resolution rows[] = {
		{ NONE, NONE, "N", "N" }, { NONE, RX, "N", "N" },
		{ NONE, TX, "N", "N" }, { NONE, TX_RX, "N", "N" },
		{ RX, NONE, "N", "N" }, { RX, RX, "N", "N" },
		{ RX, TX, "R", "T" }, { RX, TX_RX, "R", "T" },
		{ TX, NONE, "N", "N" }, { TX, RX, "T", "R" },
		{ TX, TX, "N", "N" }, { TX, TX_RX, "T", "R" },
		{ TX_RX, NONE, "N", "N" }, { TX_RX, RX, "T", "R" },
		{ TX_RX, TX, "R", "T" }, { TX_RX, TX_RX, "B", "B" },
	};

	check(rows, COUNT(rows));
}

/* An end with the bits of Annex 28B and an end with Frazier's bits agree on nothing. */
TEST(who_reads_otherwise_is_not_understood)
{
	static const __u32 ours[] = { PAUSE, ASYM, PAUSE_ASYM };
	static const __u32 theirs[] = { TX, RX, TX_RX };
	size_t i, n;

	for (i = 0; i < 3; i++)
		for (n = 0; n < 3; n++) {
			struct resolution row = { ours[i], theirs[n], "N", "N" };

			check(&row, 1);
		}
}

/* tx and rx become PAUSE and ASM_DIR: 0 0 becomes 0 0, 0 1: 1 1, 1 0: 0 1, 1 1: 1 0. */
TEST(wishes)
{
	static const struct {
		struct pause_flow wish;
		__u32 advertisement;
		const char *letter;
	} rows[] = {
		{ { .tx = 0, .rx = 0 }, NONE, "N" },
		{ { .tx = 0, .rx = 1 }, PAUSE_ASYM, "R" },
		{ { .tx = 1, .rx = 0 }, ASYM, "T" },
		{ { .tx = 1, .rx = 1 }, PAUSE, "B" },
	};
	size_t i;

	for (i = 0; i < COUNT(rows); i++) {
		assert_int_equal(pause_advertise(rows[i].wish), rows[i].advertisement);
		assert_string_equal(pause_letter(pause_wish(rows[i].advertisement)),
				    rows[i].letter);
	}
	assert_string_equal(pause_letter(pause_wish(TX)), "T");
	assert_string_equal(pause_letter(pause_wish(RX)), "R");
	assert_string_equal(pause_letter(pause_wish(TX_RX)), "B");
}

TEST(policies)
{
	static const struct {
		__u32 requirement;
		const char *met_by;
	} rows[] = {
		{ PAUSECTL_REQUIREMENT_NONE, "NRTB" },
		{ PAUSECTL_REQUIREMENT_TX, "TB" },
		{ PAUSECTL_REQUIREMENT_RX, "RB" },
		{ PAUSECTL_REQUIREMENT_BOTH, "B" },
	};
	size_t i;
	int n;

	for (i = 0; i < COUNT(rows); i++)
		for (n = 0; n < 4; n++) {
			struct pause_flow flow = { .tx = n >> 1, .rx = n & 1 };

			assert_int_equal(!!pause_meets(flow, rows[i].requirement),
					 !!strchr(rows[i].met_by, *pause_letter(flow)));
		}
}
