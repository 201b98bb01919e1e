// SPDX-License-Identifier: GPL-2.0
/*
 * station fuzz: sends random requests: values in, at and beyond their range, and attributes that
 * have a wrong size, are nested wrongly, cut off, unknown, or of another command. A refused request
 * must leave all settings as they were.
 *
 *	genl	all commands of the family
 *	tc	options of the qdisc, most of them with the ifindex that "pausectl add" sends
 */
#define _GNU_SOURCE
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>

#include <linux/pausectl.h>

#include "station.h"

#define ERRORS		135

/*
 * XOFF by hand always gets a brief DURATION. Without an end it would go on during other requests,
 * and with a frame each microsecond it leaves the requests no time.
 */
static const struct shape of_frames[] = {
	{ PAUSECTL_A_PAUSE_TIME, 4, 1, 65535 },
	{ PAUSECTL_A_DEST, 1, 6, 255 },
	{ PAUSECTL_A_TIMERS, 4, 1, 256 },
	{ PAUSECTL_A_STOP, 1, 1, 1 },
	{ PAUSECTL_A_QUANTA, 4, 1, 65535 },
	{ PAUSECTL_A_INTERVAL, 8, 1, 10000000000 },
	{ PAUSECTL_A_RECEIVED, 1, 1, 1 },
};

/*
 * An XOFF that a message has asked for lasts for at most so many messages. With thousands of
 * refreshes in a second it leaves a kernel with KASAN no time for messages.
 */
#define XOFF_LASTS	16

struct fuzz {
	struct mnl_socket *nl;
	unsigned int family;	/* 0: tc */
	unsigned int index;
	unsigned long answers[ERRORS];
};

static uint64_t draw_value(uint64_t max)
{
	switch (below(10)) {
	case 0:
		return 0;
	case 1:
		return 1;
	case 2:
		return max;
	case 3:
		return max + 1;
	case 4:
		return UINT64_MAX;
	case 5:
		return draw();
	default:
		return below(max + 1);
	}
}

static void put_random(struct nlmsghdr *nlh, const struct shape *shape)
{
	unsigned int size = shape->size * shape->values, type = shape->type, damage, i;
	uint64_t value = draw_value(shape->max);
	uint8_t octets[256] = { 0 };
	struct nlattr *attr;

	for (i = 0; i < shape->values; i++) {
		memcpy(octets + i * shape->size, &value, shape->size);
		if (below(2))
			value = draw_value(shape->max);
	}
	damage = below(24);
	if (damage == 0)
		size += 1 + below(3);
	else if (damage == 1)
		size -= 1 + below(size);
	else if (damage == 2)
		size = below(sizeof(octets));
	else if (damage == 3)
		type |= NLA_F_NESTED;
	else if (damage == 4)
		type = below(2 * PAUSECTL_A_MAX);
	attr = mnl_nlmsg_get_payload_tail(nlh);
	mnl_attr_put(nlh, type, size, octets);
	if (!below(40))
		attr->nla_len = below(64);
}

/* An array with some elements set, right most of the time. */
static void put_elements(struct nlmsghdr *nlh)
{
	const struct shape *shape = &settings_shapes[below(settings_count)];
	struct shape all = { PAUSECTL_A_ELEMENTS, 4, 2, UINT32_MAX };
	uint32_t pair[2] = { shape->type, draw_value((1U << shape->values) - 1) };

	if (below(8))
		put_random(nlh, shape);
	if (below(8))
		mnl_attr_put(nlh, PAUSECTL_A_ELEMENTS, sizeof(pair), pair);
	else
		put_random(nlh, &all);
}

static void put_pfc(struct nlmsghdr *nlh)
{
	static const struct shape entry[] = {
		{ PAUSECTL_A_PFC_PRIORITY, 4, 1, 7 },
		{ PAUSECTL_A_PFC_QUANTA, 4, 1, 65535 },
	};
	struct nlattr *nest = mnl_attr_nest_start(nlh, PAUSECTL_A_PFC);
	unsigned int i;

	for (i = 0; i < 2; i++)
		if (below(16))
			put_random(nlh, &entry[i]);
	mnl_attr_nest_end(nlh, nest);
}

static void put_some(struct nlmsghdr *nlh, int frames)
{
	unsigned int n = below(5);

	while (n--) {
		unsigned int other = !below(20);

		if (frames == !other && !below(3))
			put_pfc(nlh);
		else if (frames == !other)
			put_random(nlh, &of_frames[below(MNL_ARRAY_SIZE(of_frames))]);
		else if (!below(4))
			put_elements(nlh);
		else
			put_random(nlh, &settings_shapes[below(settings_count)]);
	}
}

static void make_genl(struct fuzz *f, void *buf)
{
	static const unsigned int commands[] = {
		PAUSECTL_CMD_PORT_SET, PAUSECTL_CMD_PORT_SET, PAUSECTL_CMD_PORT_SET,
		PAUSECTL_CMD_FRAME_SEND, PAUSECTL_CMD_XOFF_SET, PAUSECTL_CMD_XOFF_SET,
		PAUSECTL_CMD_PORT_GET, PAUSECTL_CMD_STATS_GET, PAUSECTL_CMD_CHARGES_GET,
	};
	unsigned int command = commands[below(MNL_ARRAY_SIZE(commands))];
	struct nlmsghdr *nlh = genl_message(buf, f->family, command);

	if (below(50))
		mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX, f->index + !below(50));
	put_some(nlh, command != PAUSECTL_CMD_PORT_SET);
	if (command == PAUSECTL_CMD_XOFF_SET)
		mnl_attr_put_u64(nlh, PAUSECTL_A_DURATION, 1 + below(100));
}

static void make_tc(struct fuzz *f, void *buf)
{
	struct nlmsghdr *nlh = tc_message(buf, RTM_NEWQDISC, NLM_F_ACK, "pausectl", f->index);
	struct nlattr *nest = mnl_attr_nest_start(nlh, TCA_OPTIONS);

	((struct tcmsg *)mnl_nlmsg_get_payload(nlh))->tcm_handle = 0;
	if (below(50))
		mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX, f->index + !below(50));
	put_some(nlh, 0);
	mnl_attr_nest_end(nlh, nest);
}

static void make_xon(struct fuzz *f, void *buf)
{
	struct nlmsghdr *nlh = genl_message(buf, f->family, PAUSECTL_CMD_XOFF_SET);

	mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX, f->index);
	mnl_attr_put_u8(nlh, PAUSECTL_A_STOP, 0);
}

/* The error that acknowledges it, positive. */
static unsigned int acknowledged(struct fuzz *f, const void *request)
{
	static char answer[NETLINK_ROOM];
	const struct nlmsghdr *reply = netlink_ask(f->nl, request, answer);

	if (reply->nlmsg_type != NLMSG_ERROR)
		netlink_receive(f->nl, answer);
	return netlink_error(reply);
}

/* All settings of the port, as the kernel tells them; their length. */
static size_t read_settings(struct mnl_socket *nl, unsigned int family, unsigned int index,
			    char *state)
{
	char buf[256], rest[NETLINK_ROOM];
	struct nlmsghdr *nlh = genl_message(buf, family, PAUSECTL_CMD_PORT_GET);
	const struct nlmsghdr *reply = (const void *)state;

	nlh->nlmsg_seq = 0;
	mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX, index);
	netlink_ask(nl, nlh, state);
	if (reply->nlmsg_type == NLMSG_ERROR)
		fail("fuzz: the port cannot be read any more");
	netlink_receive(nl, rest);
	return reply->nlmsg_len;
}

static void print_answers(const struct fuzz *f, unsigned long halves)
{
	unsigned int i;

	printf("half_applied=%lu", halves);
	for (i = 0; i < ERRORS; i++)
		if (f->answers[i])
			printf(" %s=%lu", i ? strerrorname_np(i) : "accepted", f->answers[i]);
	printf("\n");
}

int cmd_fuzz(char **words)
{
	static char before[NETLINK_ROOM], after[NETLINK_ROOM], buf[NETLINK_ROOM];
	struct mnl_socket *genl = netlink_open(NETLINK_GENERIC);
	unsigned int family = genl_family(genl, PAUSECTL_GENL_NAME);
	unsigned long halves = 0, count;
	struct fuzz f = { 0 };
	size_t length;
	const char *kind;

	f.index = device_index(next_word(&words, "device"));
	kind = next_word(&words, "genl or tc");
	count = parse_number(next_word(&words, "count"), "count", 1, UINT32_MAX);
	seed_random(parse_number(next_word(&words, "seed"), "seed", 1, UINT32_MAX));
	if (strcmp(kind, "genl") && strcmp(kind, "tc"))
		usage("\"%s\": allowed are genl and tc", kind);
	f.family = strcmp(kind, "tc") ? family : 0;
	f.nl = f.family ? genl : netlink_open(NETLINK_ROUTE);
	length = read_settings(genl, family, f.index, before);
	while (count--) {
		unsigned int error;
		size_t now;

		if (f.family && !(count % XOFF_LASTS)) {
			make_xon(&f, buf);
			if (acknowledged(&f, buf))
				fail("fuzz: XOFF cannot be ended");
			length = read_settings(genl, family, f.index, before);
		}
		f.family ? make_genl(&f, buf) : make_tc(&f, buf);
		error = acknowledged(&f, buf);
		f.answers[error < ERRORS ? error : ERRORS - 1]++;
		now = read_settings(genl, family, f.index, after);
		if (error && (now != length || memcmp(before, after, now)))
			halves++;
		length = now;
		memcpy(before, after, now);
	}
	print_answers(&f, halves);
	return halves > 0;
}
