// SPDX-License-Identifier: GPL-2.0
/*
 * station attributes: prints the numbers of the attributes that the family pausectl sends, one in a
 * line, to compare them with its specification. station octets: prints the lengths of its messages.
 */
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <stdio.h>
#include <string.h>

#include <linux/pausectl.h>

#include "station.h"

typedef void (*print_t)(const struct nlmsghdr *nlh, int octets);

static void print_attributes(const struct nlmsghdr *nlh, int octets)
{
	const struct nlattr *attr;

	(void)octets;
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		printf("%u\n", mnl_attr_get_type(attr));
}

static void print_octets(const struct nlmsghdr *nlh, int octets)
{
	(void)nlh;
	printf("octets=%d\n", octets);
}

static int print_sent(char **words, print_t print)
{
	static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];
	struct mnl_socket *nl = netlink_open(NETLINK_GENERIC);
	const char *what = next_word(&words, "events or a command");
	const struct nlmsghdr *reply;
	struct nlmsghdr *nlh;

	if (!strcmp(what, "events")) {
		netlink_join(nl, genl_group(nl, PAUSECTL_GENL_NAME, PAUSECTL_MCGRP_EVENTS));
		exit_by_signal();
		say_ready();
		for (;;) {
			int octets = netlink_receive(nl, answer);

			print((const void *)answer, octets);
		}
	}
	nlh = genl_message(buf, genl_family(nl, PAUSECTL_GENL_NAME), genl_command(what));
	if (!strcmp(what, "charges-get"))
		nlh->nlmsg_flags |= NLM_F_DUMP;
	else
		mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX,
				 device_index(next_word(&words, "device")));
	reply = netlink_ask(nl, nlh, answer);
	if (reply->nlmsg_type == NLMSG_ERROR)
		fail("%s is refused", what);
	print(reply, reply->nlmsg_len);
	return 0;
}

int cmd_attributes(char **words)
{
	if (!*words || strcmp(*words, "max"))
		return print_sent(words, print_attributes);
	printf("%u\n", PAUSECTL_A_MAX);
	return 0;
}

int cmd_octets(char **words)
{
	return print_sent(words, print_octets);
}
