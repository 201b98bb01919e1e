// SPDX-License-Identifier: GPL-2.0
/*
 * station qdisc, station options and station dump: single requests, each with the kernel's error.
 */
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <linux/pausectl.h>

#include "station.h"

static void ask_for_qdisc(int add, const char *dev)
{
	char buf[256], answer[NETLINK_ROOM];
	unsigned int type = add ? RTM_NEWQDISC : RTM_DELQDISC;
	unsigned int flags = NLM_F_ACK | (add ? NLM_F_CREATE | NLM_F_EXCL : 0);
	struct nlmsghdr *nlh = tc_message(buf, type, flags, add ? "pausectl" : NULL,
					  device_index(dev));
	struct mnl_socket *nl = netlink_open(NETLINK_ROUTE);
	unsigned long long began = clock_ns();
	int error = netlink_error(netlink_ask(nl, nlh, answer));

	printf("error=%d ns=%llu\n", error, clock_ns() - began);
	mnl_socket_close(nl);
}

int cmd_qdisc(char **words)
{
	int add = !strcmp(next_word(&words, "add or del"), "add");
	const char *dev = next_word(&words, "device"), *prefix;
	unsigned int i, count;
	char name[64];

	if (!*words) {
		ask_for_qdisc(add, dev);
		return 0;
	}
	prefix = next_word(&words, "prefix");
	count = parse_number(next_word(&words, "count"), "count", 1, UINT32_MAX);
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
	size_t skip = nlh->nlmsg_type == NLMSG_DONE ? sizeof(int) : sizeof(struct nlmsgerr);
	const struct nlattr *text = NULL;

	if (nlh->nlmsg_flags & NLM_F_ACK_TLVS)
		text = netlink_find(nlh, skip, NLMSGERR_ATTR_MSG);
	if (text)
		printf(" message=%s", mnl_attr_get_str(text));
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
int cmd_options(char **words)
{
	static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];
	struct nlmsghdr *nlh = tc_message(buf, RTM_NEWQDISC,
					  NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE, "pausectl",
					  device_index(next_word(&words, "device")));
	const struct nlmsghdr *reply;
	struct nlattr *options;

	if (*words && !strncmp(*words, "parent=", 7))
		set_parent(mnl_nlmsg_get_payload(nlh), *words++ + 7);
	options = mnl_attr_nest_start(nlh, TCA_OPTIONS);
	while (*words)
		genl_put(nlh, *words++);
	mnl_attr_nest_end(nlh, options);
	reply = netlink_ask(netlink_open(NETLINK_ROUTE), nlh, answer);
	printf("error=%d", netlink_error(reply));
	print_message(reply);
	return 0;
}

/* Entries of a dump; its error comes last, or instead. */
int cmd_dump(char **words)
{
	static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];
	struct mnl_socket *nl = netlink_open(NETLINK_GENERIC);
	unsigned int family = genl_family(nl, PAUSECTL_GENL_NAME), entries = 0, torn = 0;
	const struct nlmsghdr *at;
	unsigned long long sum = 0;
	const struct nlattr *index;
	struct nlmsghdr *nlh;
	bool with_sum;
	int left;

	snprintf(buf, sizeof(buf), "%s-get", next_word(&words, "port, stats, watchdog or charges"));
	nlh = genl_message(buf, family, genl_command(buf));
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	with_sum = *words && !strcmp(*words, "sum");
	for (words += with_sum; *words; words++)
		genl_put(nlh, *words);
	netlink_send(nl, nlh);
	for (;;) {
		left = netlink_receive(nl, answer);
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
			index = netlink_find(at, sizeof(struct genlmsghdr), PAUSECTL_A_IFINDEX);
			sum += index ? mnl_attr_get_u32(index) : 0;
		}
	}
}
