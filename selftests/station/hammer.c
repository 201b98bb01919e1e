// SPDX-License-Identifier: GPL-2.0
/*
 * station hammer: what ethtool and dcb ask of a device and set, over and over from one
 * old process, which may have looked before a port ended and call after that. Prints a
 * line a request: how often it was answered, refused, and how.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/rtnetlink.h>
#include <stdio.h>

#include "station.h"

static const char *dev;
static struct mnl_socket *generic, *route;
static unsigned int ethtool_family;
static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];

static int pause_get(unsigned int turn)
{
	struct nlmsghdr *nlh = ethtool_message(buf, ethtool_family, ETHTOOL_MSG_PAUSE_GET,
					       ETHTOOL_A_PAUSE_HEADER, dev);

	(void)turn;
	return netlink_error(netlink_ask(generic, nlh, answer));
}

static int pause_set(unsigned int turn)
{
	struct nlmsghdr *nlh = ethtool_message(buf, ethtool_family, ETHTOOL_MSG_PAUSE_SET,
					       ETHTOOL_A_PAUSE_HEADER, dev);

	nlh->nlmsg_flags |= NLM_F_ACK;
	mnl_attr_put_u8(nlh, ETHTOOL_A_PAUSE_RX, turn & 1);
	mnl_attr_put_u8(nlh, ETHTOOL_A_PAUSE_AUTONEG, turn >> 1 & 1);
	return netlink_error(netlink_ask(generic, nlh, answer));
}

/* The group eth-ctrl */
static int stats_get(unsigned int turn)
{
	struct nlmsghdr *nlh = ethtool_message(buf, ethtool_family, ETHTOOL_MSG_STATS_GET,
					       ETHTOOL_A_STATS_HEADER, dev);
	struct nlattr *nest = mnl_attr_nest_start(nlh, ETHTOOL_A_STATS_GROUPS);

	(void)turn;
	mnl_attr_put(nlh, ETHTOOL_A_BITSET_NOMASK, 0, NULL);
	mnl_attr_put_u32(nlh, ETHTOOL_A_BITSET_SIZE, ETHTOOL_STATS_ETH_CTRL + 1);
	mnl_attr_put_u32(nlh, ETHTOOL_A_BITSET_VALUE, 1U << ETHTOOL_STATS_ETH_CTRL);
	mnl_attr_nest_end(nlh, nest);
	return netlink_error(netlink_ask(generic, nlh, answer));
}

static int ioctl_get(unsigned int turn)
{
	struct ethtool_pauseparam param = { .cmd = ETHTOOL_GPAUSEPARAM };

	(void)turn;
	return ethtool_ioctl(dev, &param);
}

static int ioctl_set(unsigned int turn)
{
	struct ethtool_pauseparam param = { .cmd = ETHTOOL_SPAUSEPARAM, .tx_pause = turn & 1 };

	return ethtool_ioctl(dev, &param);
}

static int dcb_get(unsigned int turn)
{
	struct nlmsghdr *nlh = dcb_message(buf, RTM_GETDCB, DCB_CMD_IEEE_GET, dev);

	(void)turn;
	return netlink_error(netlink_ask(route, nlh, answer));
}

static int dcb_set(unsigned int turn)
{
	struct nlmsghdr *nlh = dcb_message(buf, RTM_SETDCB, DCB_CMD_IEEE_SET, dev);
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE), *table;
	struct dcb_app app = {
		.selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = turn % 64, .priority = 3,
	};
	struct ieee_pfc pfc = { .pfc_en = (turn & 1) << 3 };
	int error;

	mnl_attr_put(nlh, DCB_ATTR_IEEE_PFC, sizeof(pfc), &pfc);
	table = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE_APP_TABLE);
	mnl_attr_put(nlh, DCB_ATTR_IEEE_APP, sizeof(app), &app);
	mnl_attr_nest_end(nlh, table);
	mnl_attr_nest_end(nlh, nest);
	error = dcb_error(netlink_ask(route, nlh, answer));
	/* The PFC is set; the entry was there already, from 64 turns ago. */
	return error == EEXIST ? 0 : error;
}

static struct {
	const char *name;
	int (*run)(unsigned int turn);
	unsigned int done, unsupported, gone, busy, other;
	int error;				/* the last of the other ones */
} requests[] = {
	{ .name = "pause-get", .run = pause_get },
	{ .name = "pause-set", .run = pause_set },
	{ .name = "stats-get", .run = stats_get },
	{ .name = "ioctl-get", .run = ioctl_get },
	{ .name = "ioctl-set", .run = ioctl_set },
	{ .name = "dcb-get", .run = dcb_get },
	{ .name = "dcb-set", .run = dcb_set },
};

static void count(size_t i, int error)
{
	requests[i].done += !error;
	requests[i].unsupported += error == EOPNOTSUPP;
	requests[i].gone += error == ENODEV;
	requests[i].busy += error == EBUSY;
	if (!error || error == EOPNOTSUPP || error == ENODEV || error == EBUSY)
		return;
	requests[i].other++;
	requests[i].error = error;
}

static void turn_of_all(unsigned int turn)
{
	size_t i;

	for (i = 0; i < MNL_ARRAY_SIZE(requests); i++)
		count(i, requests[i].run(turn));
}

/* What there is before it says that it is ready, and after SIGTERM, is asked of, too. */
int cmd_hammer(char **words)
{
	unsigned int turn, turns = 0;
	size_t i;

	dev = next_word(&words, "device");
	if (*words)
		turns = parse_number(*words, "turns", 1, UINT32_MAX);
	generic = netlink_open(NETLINK_GENERIC);
	route = netlink_open(NETLINK_ROUTE);
	ethtool_family = genl_family(generic, ETHTOOL_GENL_NAME);
	stop_by_signal();
	turn_of_all(0);
	say_ready();
	for (turn = 1; !stopped && (!turns || turn < turns); turn++)
		turn_of_all(turn);
	if (stopped)
		turn_of_all(turn);
	for (i = 0; i < MNL_ARRAY_SIZE(requests); i++)
		printf("request=%s done=%u unsupported=%u gone=%u busy=%u other=%u error=%d\n",
		       requests[i].name, requests[i].done, requests[i].unsupported,
		       requests[i].gone, requests[i].busy, requests[i].other, requests[i].error);
	return 0;
}
