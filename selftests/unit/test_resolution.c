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

static void check(__u32 local, __u32 partner, char demanded)
{
	char measured = *pause_letter(pause_resolve(local, partner));

	print_message("%u %u: measured %c, demanded %c\n", local, partner, measured, demanded);
	assert_int_equal(measured, demanded);
}

/* Four advertisements, and for each of them the letters beside each of the partner's */
static void check_table(const __u32 *advertised, const char *const *letters)
{
	size_t i, n;

	for (i = 0; i < 4; i++)
		for (n = 0; n < 4; n++)
			check(advertised[i], advertised[n], letters[i][n]);
}

/* UNH-IOL Clause 31, Appendix 31A, Table 1; IEEE 802.3 Annex 28B. */
TEST(annex_28b)
{
	static const __u32 advertised[] = { NONE, PAUSE, ASYM, PAUSE_ASYM };
	static const char *const letters[] = { "NNNN", "NBNB", "NNNT", "NBRB" };

	check_table(advertised, letters);
}

/* Frazier 1997, Table 2, cases a to p. */
TEST(frazier)
{
	static const __u32 advertised[] = { NONE, RX, TX, TX_RX };
	static const char *const letters[] = { "NNNN", "NNRR", "NTNT", "NTRB" };

	check_table(advertised, letters);
}

/* An end with the bits of Annex 28B and an end with Frazier's bits agree on nothing. */
TEST(who_reads_otherwise_is_not_understood)
{
	static const __u32 ours[] = { PAUSE, ASYM, PAUSE_ASYM };
	static const __u32 theirs[] = { TX, RX, TX_RX };
	size_t i, n;

	for (i = 0; i < 3; i++)
		for (n = 0; n < 3; n++) {
			check(ours[i], theirs[n], 'N');
			check(theirs[n], ours[i], 'N');
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
