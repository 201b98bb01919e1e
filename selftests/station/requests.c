// SPDX-License-Identifier: GPL-2.0
/*
 * station qdisc, station options and station dump: single requests, each with the kernel's error.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <linux/pausectl.h>

#include "station.h"

static struct nlmsghdr *qdisc_message(void *buf, int add, unsigned int flags, const char *dev)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct tcmsg *tc;

	nlh->nlmsg_type = add ? RTM_NEWQDISC : RTM_DELQDISC;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
	tc = mnl_nlmsg_put_extra_header(nlh, sizeof(*tc));
	tc->tcm_ifindex = device_index(dev);
	tc->tcm_parent = TC_H_ROOT;
	if (add) {
		tc->tcm_handle = 1 << 16;
		mnl_attr_put_strz(nlh, TCA_KIND, "pausectl");
	}
	return nlh;
}

/* How long the kernel took, too */
static void ask_for_qdisc(int add, const char *dev)
{
	char buf[256], answer[NETLINK_ROOM];
	struct nlmsghdr *nlh = qdisc_message(buf, add, add ? NLM_F_CREATE | NLM_F_EXCL : 0, dev);
	struct mnl_socket *nl = netlink_open(NETLINK_ROUTE);
	const struct nlmsgerr *err;
	uint64_t began;

	began = clock_ns();
	err = mnl_nlmsg_get_payload(netlink_ask(nl, nlh, answer));
	printf("error=%d ns=%llu\n", -err->error, (unsigned long long)(clock_ns() - began));
	mnl_socket_close(nl);
}

int cmd_qdisc(int argc, char **argv)
{
	const char *dev, *prefix;
	unsigned int i, count;
	char name[64];
	int add;

	argc--, argv++;
	add = !strcmp(next_word(&argc, &argv, "add or del"), "add");
	dev = next_word(&argc, &argv, "device");
	if (!argc) {
		ask_for_qdisc(add, dev);
		return 0;
	}
	prefix = next_word(&argc, &argv, "prefix");
	count = parse_number(next_word(&argc, &argv, "count"), "count", 1, UINT32_MAX);
	for (i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "%s%u", prefix, i);
		enter_netns(name);
		ask_for_qdisc(add, dev);
	}
	return 0;
}

/* Of an answer, or of one that ends a dump, if there is one, and the end of the line */
static void print_message(const struct nlmsghdr *nlh)
{
	bool done = nlh->nlmsg_type == NLMSG_DONE;
	const struct nlattr *attr;

	if (nlh->nlmsg_flags & NLM_F_ACK_TLVS)
		mnl_attr_for_each(attr, nlh, done ? sizeof(int) : sizeof(struct nlmsgerr))
			if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
				printf(" message=%s", mnl_attr_get_str(attr));
	printf("\n");
}

/* In place of the root: a qdisc 2: below this class, "1:1" */
static void set_parent(struct tcmsg *tc, const char *class)
{
	unsigned int major, minor;

	if (sscanf(class, "%x:%x", &major, &minor) != 2)
		fail("%s: no class", class);
	tc->tcm_parent = major << 16 | minor;
	tc->tcm_handle = 2 << 16;
}

/* The root qdisc with these options, made or changed */
int cmd_options(int argc, char **argv)
{
	static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];
	const struct nlmsghdr *reply;
	const struct nlmsgerr *err;
	struct nlattr *options;
	struct mnl_socket *nl;
	struct nlmsghdr *nlh;

	argc--, argv++;
	nlh = qdisc_message(buf, 1, NLM_F_CREATE | NLM_F_REPLACE,
			    next_word(&argc, &argv, "device"));
	if (argc && !strncmp(*argv, "parent=", 7))
		set_parent(mnl_nlmsg_get_payload(nlh), next_word(&argc, &argv, "parent") + 7);
	options = mnl_attr_nest_start(nlh, TCA_OPTIONS);
	while (argc)
		genl_put(nlh, (char *)next_word(&argc, &argv, "attribute"));
	mnl_attr_nest_end(nlh, options);
	nl = netlink_open(NETLINK_ROUTE);
	reply = netlink_ask(nl, nlh, answer);
	err = mnl_nlmsg_get_payload(reply);
	printf("error=%d", -err->error);
	print_message(reply);
	mnl_socket_close(nl);
	return 0;
}

static uint32_t ifindex_of(const struct nlmsghdr *nlh)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == PAUSECTL_A_IFINDEX)
			return mnl_attr_get_u32(attr);
	return 0;
}

static struct nlmsghdr *dump_message(void *buf, unsigned int family, int argc, char **argv)
{
	const char *what = next_word(&argc, &argv, "port, stats, watchdog or charges");
	struct nlmsghdr *nlh;
	char command[32];

	snprintf(command, sizeof(command), "%s-get", what);
	nlh = genl_message(buf, family, genl_command(command));
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	while (argc) {
		char *word = (char *)next_word(&argc, &argv, "attribute");

		if (strcmp(word, "sum"))
			genl_put(nlh, word);
	}
	return nlh;
}

/* Entries of a dump; its error comes last, or instead. */
int cmd_dump(int argc, char **argv)
{
	static char answer[NETLINK_ROOM];
	struct mnl_socket *nl = netlink_open(NETLINK_GENERIC);
	unsigned int family = genl_family(nl, PAUSECTL_GENL_NAME), entries = 0, torn = 0;
	bool with_sum = argc > 2 && !strcmp(argv[2], "sum");
	const struct nlmsghdr *at = (const void *)answer;
	unsigned long long sum = 0;
	struct nlmsghdr *nlh;
	char buf[1024];
	int left;

	nlh = dump_message(buf, family, argc - 1, argv + 1);
	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0)
		fail("netlink: %s", strerror(errno));
	do {
		left = mnl_socket_recvfrom(nl, answer, sizeof(answer));
		if (left < 0)
			fail("netlink: %s", strerror(errno));
		for (at = (const void *)answer; mnl_nlmsg_ok(at, left);
		     at = mnl_nlmsg_next(at, &left)) {
			torn |= at->nlmsg_flags & NLM_F_DUMP_INTR;
			if (at->nlmsg_type == NLMSG_DONE || at->nlmsg_type == NLMSG_ERROR) {
				if (with_sum)
					printf("sum=%llu ", sum);
				printf("entries=%u torn=%d error=%d", entries, !!torn,
				       -*(const int *)mnl_nlmsg_get_payload(at));
				print_message(at);
				return 0;
			}
			entries++;
			sum += ifindex_of(at);
		}
	} while (1);
}
