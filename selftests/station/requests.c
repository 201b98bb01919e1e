// SPDX-License-Identifier: GPL-2.0
/*
 * Single requests, each with its error as the kernel tells it: station qdisc and station dump.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "station.h"

/* How long the kernel took, too */
static void ask_for_qdisc(int add, const char *dev)
{
	char buf[256], answer[NETLINK_ROOM];
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	const struct nlmsgerr *err;
	struct mnl_socket *nl;
	struct tcmsg *tc;
	uint64_t began;

	nlh->nlmsg_type = add ? RTM_NEWQDISC : RTM_DELQDISC;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | (add ? NLM_F_CREATE | NLM_F_EXCL : 0);
	tc = mnl_nlmsg_put_extra_header(nlh, sizeof(*tc));
	tc->tcm_ifindex = device_index(dev);
	tc->tcm_parent = TC_H_ROOT;
	if (add) {
		tc->tcm_handle = 1 << 16;
		mnl_attr_put_strz(nlh, TCA_KIND, "pausectl");
	}
	nl = netlink_open(NETLINK_ROUTE);
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

static uint32_t ifindex_of(const struct nlmsghdr *nlh)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == PAUSECTL_A_IFINDEX)
			return mnl_attr_get_u32(attr);
	return 0;
}

/* Entries of a dump; its error comes last, or instead. */
int cmd_dump(int argc, char **argv)
{
	static char answer[NETLINK_ROOM];
	struct mnl_socket *nl = netlink_open(NETLINK_GENERIC);
	unsigned int family = genl_family(nl, PAUSECTL_GENL_NAME), entries = 0, torn = 0;
	const struct nlmsghdr *at = (const void *)answer;
	unsigned long long sum = 0;
	struct nlmsghdr *nlh;
	char buf[256];
	const char *what;
	int left;

	argc--, argv++;
	what = next_word(&argc, &argv, "port or stats");
	nlh = genl_message(buf, family, strcmp(what, "port") ? PAUSECTL_CMD_STATS_GET :
							       PAUSECTL_CMD_PORT_GET);
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
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
				if (argc)
					printf("sum=%llu ", sum);
				printf("entries=%u torn=%d error=%d\n", entries, !!torn,
				       -*(const int *)mnl_nlmsg_get_payload(at));
				return 0;
			}
			entries++;
			sum += ifindex_of(at);
		}
	} while (1);
}
