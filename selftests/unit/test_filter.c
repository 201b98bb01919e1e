// SPDX-License-Identifier: GPL-2.0
/*
 * Compares the receive checks with the pseudo code of Xilinx PG292, which this file has in C, with
 * the names of PG292. The settings are all pairs of checks of the two control classes with some
 * checks of the pause classes, and all pairs of checks of the two pause classes with some checks of
 * the control classes. The frames match or fail each check.
 */
#include "unit.h"
#include "rules/filter_rule.h"

#define OWN		0x020000000042ULL
#define UNICAST		0x020000000044ULL
#define PRIORITY	0x030000000007ULL
#define SOURCE		0x020000000051ULL
#define OTHER		0x020000000052ULL
#define TYPE		0x8808
#define ANOTHER_TYPE	0x88b9
#define FILTER_STANDARD \
	(2 * PAUSECTL_FILTER_CHECK_OPCODE - 1 - PAUSECTL_FILTER_CHECK_SOURCE)
#define CHECKS		33	/* off, and on with any of 32 sets of checks */

enum { GCP, PCP, GPP, PPP };

/* Indices of filter_address */
enum { OF_UNICAST, OF_MULTICAST, OF_SOURCE };

static const struct pausectl_settings standard = {
	.filter = { FILTER_STANDARD, FILTER_STANDARD, FILTER_STANDARD, FILTER_STANDARD },
	.filter_type = { TYPE, TYPE, TYPE, TYPE },
	.filter_opcode = { FILTER_OPCODES(0, 0xffff), FILTER_OPCODES(0, 0xffff),
			   FILTER_OPCODES(1, 1), FILTER_OPCODES(0x101, 0x101) },
	.filter_address = { [OF_MULTICAST] = FILTER_MULTICAST },
};

static struct pausectl_settings varied(void)
{
	struct pausectl_settings set = standard;

	set.filter_opcode[GCP] = FILTER_OPCODES(1, 0xfff);
	set.filter_opcode[PCP] = FILTER_OPCODES(2, 0x101);
	set.filter_address[OF_MULTICAST] = PRIORITY;
	set.filter_address[OF_SOURCE] = SOURCE;
	return set;
}

/* The nth set of checks; 0: off */
static uint32_t checks(unsigned int n)
{
	return n ? 2 * (n - 1) | PAUSECTL_FILTER_CHECK_ENABLE : 0;
}

/* Signals of PG292, of one class. */
struct signals {
	int ctl_rx_enable, ctl_rx_check_mcast, ctl_rx_check_ucast, ctl_rx_check_sa,
		ctl_rx_check_etype, ctl_rx_check_opcode;
	uint64_t da_mcast;
	unsigned int ctl_rx_etype, ctl_rx_opcode_min, ctl_rx_opcode_max;
};

static struct signals signals_of(const struct pausectl_settings *set, unsigned int class)
{
	uint32_t c = set->filter[class];

	return (struct signals){
		.ctl_rx_enable = !!(c & 1), .ctl_rx_check_mcast = !!(c & 2),
		.ctl_rx_check_ucast = !!(c & 4), .ctl_rx_check_sa = !!(c & 8),
		.ctl_rx_check_etype = !!(c & 16), .ctl_rx_check_opcode = !!(c & 32),
		.da_mcast = class == GCP || class == GPP ? 0x0180c2000001 :
							   set->filter_address[OF_MULTICAST],
		.ctl_rx_etype = set->filter_type[class],
		.ctl_rx_opcode_min = set->filter_opcode[class] & 0xffff,
		.ctl_rx_opcode_max = set->filter_opcode[class] >> 16,
	};
}

static int of_class(const struct pausectl_settings *set, unsigned int class,
		    const struct filter_frame *f)
{
	struct signals s = signals_of(set, class);
	uint64_t unicast = set->filter_address[OF_UNICAST];
	uint64_t ctl_rx_pause_da_ucast = unicast ? unicast : f->own;
	int da_match = (!s.ctl_rx_check_mcast && !s.ctl_rx_check_ucast) ||
		       (f->destination == ctl_rx_pause_da_ucast && s.ctl_rx_check_ucast) ||
		       (f->destination == s.da_mcast && s.ctl_rx_check_mcast);
	int sa_match = !s.ctl_rx_check_sa || f->source == set->filter_address[OF_SOURCE];
	int etype_match = !s.ctl_rx_check_etype || f->type == s.ctl_rx_etype;
	int opcode_match = !s.ctl_rx_check_opcode || (f->opcode >= s.ctl_rx_opcode_min &&
						      f->opcode <= s.ctl_rx_opcode_max);

	return da_match && sa_match && etype_match && opcode_match && s.ctl_rx_enable;
}

/* FILTER_NONE: no control frame. FILTER_CONTROL: a control frame that is neither PAUSE nor PFC. */
static enum filter_verdict demanded(const struct pausectl_settings *set,
				    const struct filter_frame *f)
{
	if (!of_class(set, GCP, f) && !of_class(set, PCP, f))
		return FILTER_NONE;
	if (of_class(set, GPP, f))
		return FILTER_PAUSE;
	return of_class(set, PPP, f) ? FILTER_PFC : FILTER_CONTROL;
}

static enum filter_verdict measured(const struct pausectl_settings *set,
				    const struct filter_frame *f)
{
	enum filter_verdict verdict = filter_judge(set, f);

	if (verdict > FILTER_ADDRESS)
		assert_true(filter_type_known(set, f->type));
	if (verdict == FILTER_ADDRESS)
		return FILTER_NONE;
	return verdict == FILTER_REFUSED ? FILTER_CONTROL : verdict;
}

static const uint64_t destinations[] = { FILTER_MULTICAST, PRIORITY, OWN, UNICAST, OTHER };
static const uint64_t sources[] = { SOURCE, OTHER };
static const uint16_t types[] = { TYPE, ANOTHER_TYPE };
static const uint16_t opcodes[] = { 0, 1, 2, 0x101, 0x102, 0xfff, 0x1000 };

#define FRAMES		(COUNT(destinations) * COUNT(sources) * COUNT(types) * COUNT(opcodes))

static struct filter_frame frame(unsigned int n)
{
	struct filter_frame f = { .own = OWN };

	f.opcode = opcodes[n % COUNT(opcodes)];
	n /= COUNT(opcodes);
	f.type = types[n % COUNT(types)];
	n /= COUNT(types);
	f.source = sources[n % COUNT(sources)];
	f.destination = destinations[n / COUNT(sources)];
	return f;
}

static unsigned int possible[PPP + 1];

static void compare(const struct pausectl_settings *set)
{
	struct filter_frame f;
	unsigned int n, class;

	memset(possible, 0, sizeof(possible));
	for (n = 0; n < FRAMES; n++) {
		f = frame(n);
		assert_int_equal(measured(set, &f), demanded(set, &f));
		for (class = GPP; class <= PPP; class++)
			possible[class] += (of_class(set, GCP, &f) || of_class(set, PCP, &f)) &&
					   of_class(set, class, &f);
	}
}

/* Checks of a pause class contradict the others if no frame passes, while a control class is on. */
static void compare_possible(const struct pausectl_settings *set)
{
	unsigned int class;

	for (class = GPP; class <= PPP; class++)
		assert_int_equal(filter_possible(set, class),
				 possible[class] || !set->filter[class] ||
				 (!set->filter[GCP] && !set->filter[PCP]));
}

TEST(all_checks_of_both_control_classes)
{
	struct pausectl_settings set = varied();
	unsigned int n;

	for (n = 0; n < CHECKS * CHECKS; n++) {
		set.filter[GCP] = checks(n % CHECKS);
		set.filter[PCP] = checks(n / CHECKS);
		set.filter[GPP] = checks(n * 7 % CHECKS);
		set.filter[PPP] = checks(n * 11 % CHECKS);
		compare(&set);
		compare_possible(&set);
	}
	print_message("%u settings, %zu frames each\n", n, FRAMES);
}

TEST(all_checks_of_both_pause_classes)
{
	struct pausectl_settings set = varied();
	unsigned int n;

	set.filter_address[OF_UNICAST] = UNICAST;
	for (n = 0; n < CHECKS * CHECKS; n++) {
		set.filter[GCP] = checks(n * 5 % CHECKS);
		set.filter[PCP] = checks(n * 13 % CHECKS);
		set.filter[GPP] = checks(n % CHECKS);
		set.filter[PPP] = checks(n / CHECKS);
		set.filter_type[n % 4] = n & 1 ? TYPE : ANOTHER_TYPE;
		compare(&set);
		compare_possible(&set);
	}
	print_message("%u settings, %zu frames each\n", n, FRAMES);
}

static void check(const struct pausectl_settings *set, struct filter_frame f,
		  enum filter_verdict verdict)
{
	assert_int_equal(filter_judge(set, &f), verdict);
}

TEST(says_why)
{
	struct pausectl_settings set = standard;
	struct filter_frame f = { .destination = OWN, .source = OTHER, .own = OWN,
				  .type = TYPE, .opcode = 1 };

	check(&set, f, FILTER_PAUSE);
	f.destination = OTHER;
	check(&set, f, FILTER_ADDRESS);
	f.opcode = 2;
	check(&set, f, FILTER_ADDRESS);
	f.destination = FILTER_MULTICAST;
	check(&set, f, FILTER_CONTROL);
	f.opcode = 0x101;
	check(&set, f, FILTER_PFC);
	f.type = ANOTHER_TYPE;
	check(&set, f, FILTER_NONE);
	f.type = TYPE;
	set.filter_address[OF_SOURCE] = SOURCE;
	set.filter[PPP] |= PAUSECTL_FILTER_CHECK_SOURCE;
	check(&set, f, FILTER_REFUSED);
	set.filter[PPP] = 0;
	check(&set, f, FILTER_CONTROL);
	set.filter[GCP] = 0;
	set.filter[PCP] = 0;
	check(&set, f, FILTER_NONE);
	set.filter[GCP] = FILTER_STANDARD & ~PAUSECTL_FILTER_CHECK_ENABLE;
	set.filter[PCP] = FILTER_STANDARD & ~PAUSECTL_FILTER_CHECK_ENABLE;
	check(&set, f, FILTER_NONE);
}
