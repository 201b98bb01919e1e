// SPDX-License-Identifier: GPL-2.0
/*
 * station attributes: prints the numbers of the attributes that the family pausectl sends, one in a
 * line, to compare them with its specification. station octets: prints the lengths of its messages.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <signal.h>
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
	fflush(stdout);
}

static void print_octets(const struct nlmsghdr *nlh, int octets)
{
	(void)nlh;
	printf("octets=%d\n", octets);
	fflush(stdout);
}

static void stop(int signal_number)
{
	(void)signal_number;
}

/* Handle each message to a group until SIGTERM. */
static void print_events(struct mnl_socket *nl, unsigned int group, print_t print)
{
	static char event[NETLINK_ROOM];
	struct sigaction action = { .sa_handler = stop };
	ssize_t octets;

	sigaction(SIGTERM, &action, NULL);
	if (mnl_socket_setsockopt(nl, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)))
		fail("events: %s", strerror(errno));
	fputs("ready\n", stderr);
	while ((octets = mnl_socket_recvfrom(nl, event, sizeof(event))) > 0)
		print((const void *)event, octets);
}

static void print_sent(const char *what, const char *dev, print_t print)
{
	static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];
	struct mnl_socket *nl = netlink_open(NETLINK_GENERIC);
	const struct nlmsghdr *reply;
	struct nlmsghdr *nlh;

	if (!strcmp(what, "events")) {
		print_events(nl, genl_group(nl, PAUSECTL_GENL_NAME, PAUSECTL_MCGRP_EVENTS), print);
	} else {
		nlh = genl_message(buf, genl_family(nl, PAUSECTL_GENL_NAME), genl_command(what));
		if (!strcmp(what, "charges-get"))
			nlh->nlmsg_flags |= NLM_F_DUMP;
		else
			mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX, device_index(dev ? dev : ""));
		reply = netlink_ask(nl, nlh, answer);
		if (reply->nlmsg_type == NLMSG_ERROR)
			fail("%s is refused", what);
		print(reply, reply->nlmsg_len);
	}
	mnl_socket_close(nl);
}

int cmd_attributes(int argc, char **argv)
{
	const char *what;

	argc--, argv++;
	what = next_word(&argc, &argv, "max, events or a command");
	if (!strcmp(what, "max"))
		printf("%u\n", PAUSECTL_A_MAX);
	else
		print_sent(what, *argv, print_attributes);
	return 0;
}

int cmd_octets(int argc, char **argv)
{
	const char *what;

	argc--, argv++;
	what = next_word(&argc, &argv, "events or a command");
	print_sent(what, *argv, print_octets);
	return 0;
}
