// SPDX-License-Identifier: GPL-2.0
/* Roots and trees of pauses, from what ports did in a while. */
#include "unit.h"
#include "observe.h"

#define PORTS	8

static struct tree_port ports[PORTS];
static struct tree tree = { .ports = ports, .count = PORTS };

/* Each port alone: no other end, and no charges */
static void begin(void)
{
	size_t i;

	memset(ports, 0, sizeof(ports));
	tree.edge_count = 0;
	tree.last_edge = 0;
	for (i = 0; i < PORTS; i++) {
		ports[i].peer = -1;
		snprintf(ports[i].place.name.text, sizeof(ports[i].place.name.text), "p%zu", i);
	}
}

static void pair(size_t a, size_t b)
{
	ports[a].peer = (int)b;
	ports[b].peer = (int)a;
}

/* One sample; the port did the same all the time. */
static void did(size_t port, unsigned int timer, bool paused, bool xoff, uint64_t waits)
{
	struct sample sample = { 0 };

	sample.of[PAUSECTL_A_STATS_PAUSED][timer] = paused;
	sample.of[PAUSECTL_A_STATS_XOFF_OUTSTANDING][timer] = xoff;
	sample.of[PAUSECTL_A_STATS_QUEUE_BYTES][timer < 8 ? timer : 0] = waits;
	tree_add(&ports[port], &sample);
}

/* Charges of one port wait at another one. */
static void charged(size_t ingress, unsigned int timer, size_t egress, uint64_t octets)
{
	struct charge charge = { .ingress = ingress, .timers = 1U << timer, .egress = egress,
				 .priority = timer < 8 ? timer : 0, .octets = octets };

	tree_charge(&tree, &charge);
}

static size_t note(char *said, size_t size, const struct node *node)
{
	static const char *const kinds[] = {
		"slow", "station", "sender", "paused", "ring", "stop"
	};
	size_t used = snprintf(said, size, "%u %s %s/%u", node->depth, kinds[node->kind],
			       node->port->place.name.text, node->timer);

	if (node->charged)
		used += snprintf(said + used, size - used, " %llu%s",
				 (unsigned long long)node->charged, node->again ? "*" : "");
	return used;
}

static void expect(int roots, const char *expected)
{
	struct node *nodes;
	int count = tree_walk(&tree, &nodes), i;
	char said[512] = "";
	size_t used = 0;

	for (i = 0; i < count; i++) {
		roots -= !nodes[i].depth;
		used += snprintf(said + used, sizeof(said) - used, "%s", i ? ", " : "");
		used += note(said + used, sizeof(said) - used, &nodes[i]);
	}
	free(nodes);
	assert_int_equal(roots, 0);
	assert_string_equal(said, expected);
}

TEST(test_nothing)
{
	begin();
	expect(0, "");
	did(0, 3, false, false, 100);
	expect(0, "");
}

/* p0 -- p1 [switch] p2 -- p3 [switch] p4: p4 is slow */
TEST(test_chain)
{
	begin();
	pair(0, 1);
	pair(2, 3);
	did(0, 3, true, false, 100);
	did(1, 3, false, true, 0);
	did(2, 3, true, false, 100);
	did(3, 3, false, true, 0);
	did(4, 3, false, false, 100);
	charged(1, 3, 2, 70);
	charged(3, 3, 4, 80);
	charged(3, 3, 4, 60);
	expect(1, "0 slow p4/3 80, 1 stop p3/3 80, 2 stop p1/3 70");
}

/* Two ports stop their partners because of p2, and only one priority does. */
TEST(test_incast)
{
	begin();
	did(0, 3, false, true, 0);
	did(1, 3, false, true, 0);
	did(1, 4, false, true, 0);
	did(2, 3, false, false, 100);
	charged(0, 3, 2, 30);
	charged(1, 3, 2, 40);
	expect(2, "0 slow p2/3 70, 1 stop p0/3 30, 1 stop p1/3 40, 0 sender p1/4, 1 stop p1/4");
}

/* p1 [switch] p2, p3: both are slow. Frames of p0 wait at p4, of another switch. */
TEST(test_two_roots)
{
	begin();
	did(1, 3, false, true, 0);
	did(2, 3, false, false, 100);
	did(3, 3, false, false, 200);
	did(0, 3, false, true, 0);
	did(4, 3, false, false, 300);
	charged(1, 3, 2, 100);
	charged(1, 3, 3, 200);
	charged(0, 3, 4, 300);
	expect(3,
	       "0 slow p2/3 100, 1 stop p1/3 100, 0 slow p3/3 200, 1 stop p1/3 200*, 0 slow p4/3 300, 1 stop p0/3 300");
}

/* A queue that was empty for a while is no reason beside one that never was. */
TEST(test_standing_queue)
{
	begin();
	did(0, 3, false, true, 0);
	did(1, 3, false, false, 900);
	did(1, 3, false, false, 0);
	did(2, 3, false, false, 100);
	did(2, 3, false, false, 100);
	charged(0, 3, 1, 900);
	charged(0, 3, 2, 100);
	expect(1, "0 slow p2/3 100, 1 stop p0/3 100");
	ports[2].least[3] = 0;
	tree.edge_count = 1;
	expect(1, "0 slow p1/3 900, 1 stop p0/3 900");
}

TEST(test_station)
{
	begin();
	did(0, 3, true, false, 100);
	did(1, 3, false, true, 0);
	charged(1, 3, 0, 100);
	expect(1, "0 station p0/3, 1 stop p1/3 100");
}

/* The partner is a port that has sent one frame, and one that asks to stop. */
TEST(test_sender)
{
	begin();
	pair(0, 1);
	did(0, 8, true, false, 0);
	expect(1, "0 paused p0/8");
	did(1, 8, false, true, 0);
	expect(1, "0 sender p1/8, 1 stop p1/8");
}

/* The partner of p1 does not obey, so what stops others there has another reason. */
TEST(test_partner_ignores)
{
	begin();
	pair(0, 1);
	did(0, 3, false, false, 0);
	did(1, 3, false, true, 0);
	did(2, 3, false, true, 0);
	did(3, 3, false, false, 100);
	charged(1, 3, 3, 100);
	expect(2, "0 slow p3/3 100, 1 stop p1/3 100, 0 sender p2/3, 1 stop p2/3");
}

/* The link of a port stops all its priorities. */
TEST(test_link)
{
	struct charge charge = { .ingress = 1, .timers = 1U << 8, .egress = 2, .octets = 11 };

	begin();
	pair(1, 3);
	did(2, 3, false, false, 100);
	did(1, 8, false, true, 0);
	did(3, 8, true, false, 100);
	charge.priority = 3;
	tree_charge(&tree, &charge);
	expect(1, "0 slow p2/3 11, 1 stop p1/8 11");
	charge.priority = 5;
	tree_charge(&tree, &charge);
	did(2, 8, true, false, 0);
	expect(1, "0 station p2/8, 1 stop p1/8 22");
}

/* p0 waits for p1, p2 for p3, p4 for p5; p1 and p2 are one switch, p3 and p4, p5 and p0. */
TEST(test_ring)
{
	size_t i;

	begin();
	for (i = 0; i < 6; i += 2) {
		pair(i, i + 1);
		did(i, 3, true, false, 100);
		did(i + 1, 3, false, true, 0);
		charged(i + 1, 3, (i + 2) % 6, i + 1);
	}
	expect(1, "0 ring p1/3, 1 stop p1/3 1, 2 stop p5/3 5, 3 stop p3/3 3, 4 stop p1/3 1*");
}

/* p2 waits for p3, p4 for p5. Frames of p0 wait in this ring, but p0 is no part of it. */
TEST(test_beside_ring)
{
	begin();
	pair(2, 3);
	pair(4, 5);
	did(0, 3, false, true, 0);
	did(2, 3, true, false, 100);
	did(3, 3, false, true, 0);
	did(4, 3, true, false, 100);
	did(5, 3, false, true, 0);
	charged(3, 3, 4, 3);
	charged(5, 3, 2, 5);
	charged(0, 3, 2, 7);
	expect(1, "0 ring p5/3, 1 stop p5/3 5, 2 stop p3/3 3, 3 stop p5/3 5*, 3 stop p0/3 7");
}

/* What the port did before the while is no pause in it, and a pause between two samples is. */
TEST(test_counters)
{
	struct sample sample = { 0 };

	begin();
	sample.of[PAUSECTL_A_STATS_PAUSE_DURATION_US][3] = 500;
	sample.of[PAUSECTL_A_STATS_TX_XOFF][4] = 7;
	tree_add(&ports[0], &sample);
	tree_add(&ports[0], &sample);
	expect(0, "");
	sample.of[PAUSECTL_A_STATS_PAUSE_DURATION_US][3] = 501;
	sample.of[PAUSECTL_A_STATS_TX_XOFF][4] = 8;
	tree_add(&ports[0], &sample);
	expect(2, "0 station p0/3, 0 sender p0/4, 1 stop p0/4");
}

/* A new while begins with the last sample of the one before, but not at a port that has ended. */
TEST(test_next)
{
	struct sample sample = { .of[PAUSECTL_A_STATS_PAUSED][3] = 1 };

	begin();
	sample.of[PAUSECTL_A_STATS_TX_XOFF][4] = 7;
	tree_add(&ports[0], &sample);
	tree_add(&ports[1], &sample);
	charged(2, 3, 0, 100);
	tree_next(&tree);
	assert_int_equal(tree.edge_count, 0);
	sample.of[PAUSECTL_A_STATS_TX_XOFF][4] = 8;
	tree_add(&ports[0], &sample);
	expect(3, "0 station p0/3, 0 station p1/3, 0 sender p0/4, 1 stop p0/4");
	tree_next(&tree);
	tree_add(&ports[0], &sample);
	expect(1, "0 station p0/3");
}

/* A port is known by its namespace and its index. */
TEST(test_ports)
{
	struct place here = { .index = 5 }, there = { .netns = { "other" }, .index = 5 };
	struct tree own = { 0 };

	assert_non_null(tree_port(&own, &here));
	assert_int_equal(own.count, 1);
	assert_non_null(tree_port(&own, &there));
	assert_int_equal(own.count, 2);
	assert_ptr_equal(tree_port(&own, &here), own.ports);
	assert_int_equal(own.count, 2);
	assert_ptr_equal(tree_port(&own, &there), own.ports + 1);
	there.index = 6;
	assert_non_null(tree_port(&own, &there));
	assert_int_equal(own.count, 3);
	tree_free(&own);
}
