// SPDX-License-Identifier: GPL-2.0
/*
 * station attributes: the numbers of the attributes that the family pausectl sends, a line each,
 * to compare them with its specification.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "station.h"

static void print_attributes(const struct nlmsghdr *nlh)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		printf("%u\n", mnl_attr_get_type(attr));
	fflush(stdout);
}

static void stop(int signal_number)
{
	(void)signal_number;
}

/* Of each event until SIGTERM */
static void print_events(struct mnl_socket *nl)
{
	static char event[NETLINK_ROOM];
	struct sigaction action = { .sa_handler = stop };
	unsigned int group = genl_group(nl, PAUSECTL_GENL_NAME, PAUSECTL_MCGRP_EVENTS);

	sigaction(SIGTERM, &action, NULL);
	if (mnl_socket_setsockopt(nl, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)))
		fail("events: %s", strerror(errno));
	fputs("ready\n", stderr);
	while (mnl_socket_recvfrom(nl, event, sizeof(event)) > 0)
		print_attributes((const void *)event);
}

int cmd_attributes(int argc, char **argv)
{
	static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];
	struct mnl_socket *nl = netlink_open(NETLINK_GENERIC);
	const struct nlmsghdr *reply;
	struct nlmsghdr *nlh;
	const char *what;

	argc--, argv++;
	what = next_word(&argc, &argv, "max, events or a command");
	if (!strcmp(what, "max")) {
		printf("%u\n", PAUSECTL_A_MAX);
	} else if (!strcmp(what, "events")) {
		print_events(nl);
	} else {
		nlh = genl_message(buf, genl_family(nl, PAUSECTL_GENL_NAME), genl_command(what));
		mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX,
				 device_index(next_word(&argc, &argv, "device")));
		reply = netlink_ask(nl, nlh, answer);
		if (reply->nlmsg_type == NLMSG_ERROR)
			fail("%s is refused", what);
		print_attributes(reply);
	}
	mnl_socket_close(nl);
	return 0;
}
