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
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "station.h"

static const char *dev;
static struct mnl_socket *generic, *route;
static uint16_t ethtool_family;
static char answer[NETLINK_ROOM];
static int ioctl_socket;
static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
	(void)signal_number;
	stopped = 1;
}

/* The error in the answer, or 0 */
static int ask(struct mnl_socket *nl, const struct nlmsghdr *nlh)
{
	const struct nlmsghdr *reply = netlink_ask(nl, nlh, answer);
	const struct nlmsgerr *err = mnl_nlmsg_get_payload(reply);

	return reply->nlmsg_type == NLMSG_ERROR ? -err->error : 0;
}

static struct nlmsghdr *ethtool_message(unsigned int command, unsigned int header)
{
	static char buf[NETLINK_ROOM];
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;
	struct nlattr *nest;

	nlh->nlmsg_type = ethtool_family;
	nlh->nlmsg_flags = NLM_F_REQUEST;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = command;
	genl->version = ETHTOOL_GENL_VERSION;
	nest = mnl_attr_nest_start(nlh, header);
	mnl_attr_put_strz(nlh, ETHTOOL_A_HEADER_DEV_NAME, dev);
	if (command == ETHTOOL_MSG_PAUSE_GET)
		mnl_attr_put_u32(nlh, ETHTOOL_A_HEADER_FLAGS, ETHTOOL_FLAG_STATS);
	mnl_attr_nest_end(nlh, nest);
	return nlh;
}

static int pause_get(unsigned int turn)
{
	(void)turn;
	return ask(generic, ethtool_message(ETHTOOL_MSG_PAUSE_GET, ETHTOOL_A_PAUSE_HEADER));
}

static int pause_set(unsigned int turn)
{
	struct nlmsghdr *nlh = ethtool_message(ETHTOOL_MSG_PAUSE_SET, ETHTOOL_A_PAUSE_HEADER);

	nlh->nlmsg_flags |= NLM_F_ACK;
	mnl_attr_put_u8(nlh, ETHTOOL_A_PAUSE_RX, turn & 1);
	mnl_attr_put_u8(nlh, ETHTOOL_A_PAUSE_AUTONEG, turn >> 1 & 1);
	return ask(generic, nlh);
}

/* The group eth-ctrl */
static int stats_get(unsigned int turn)
{
	struct nlmsghdr *nlh = ethtool_message(ETHTOOL_MSG_STATS_GET, ETHTOOL_A_STATS_HEADER);
	struct nlattr *nest = mnl_attr_nest_start(nlh, ETHTOOL_A_STATS_GROUPS);

	(void)turn;
	mnl_attr_put(nlh, ETHTOOL_A_BITSET_NOMASK, 0, NULL);
	mnl_attr_put_u32(nlh, ETHTOOL_A_BITSET_SIZE, ETHTOOL_STATS_ETH_CTRL + 1);
	mnl_attr_put_u32(nlh, ETHTOOL_A_BITSET_VALUE, 1U << ETHTOOL_STATS_ETH_CTRL);
	mnl_attr_nest_end(nlh, nest);
	return ask(generic, nlh);
}

static int pause_ioctl(struct ethtool_pauseparam *param)
{
	struct ifreq request = { .ifr_data = (void *)param };

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", dev);
	return ioctl(ioctl_socket, SIOCETHTOOL, &request) ? errno : 0;
}

static int ioctl_get(unsigned int turn)
{
	struct ethtool_pauseparam param = { .cmd = ETHTOOL_GPAUSEPARAM };

	(void)turn;
	return pause_ioctl(&param);
}

static int ioctl_set(unsigned int turn)
{
	struct ethtool_pauseparam param = { .cmd = ETHTOOL_SPAUSEPARAM, .tx_pause = turn & 1 };

	return pause_ioctl(&param);
}

static struct nlmsghdr *dcb_message(unsigned int type, unsigned int command)
{
	static char buf[NETLINK_ROOM];
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct dcbmsg *dcb;

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST;
	dcb = mnl_nlmsg_put_extra_header(nlh, sizeof(*dcb));
	dcb->cmd = command;
	mnl_attr_put_strz(nlh, DCB_ATTR_IFNAME, dev);
	return nlh;
}

static int dcb_get(unsigned int turn)
{
	(void)turn;
	return ask(route, dcb_message(RTM_GETDCB, DCB_CMD_IEEE_GET));
}

static int dcb_set(unsigned int turn)
{
	struct nlmsghdr *nlh = dcb_message(RTM_SETDCB, DCB_CMD_IEEE_SET);
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
	error = dcb_answer(netlink_ask(route, nlh, answer));
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

#define REQUESTS (sizeof(requests) / sizeof(requests[0]))

static void count(size_t i, int error)
{
	switch (error) {
	case 0:
		requests[i].done++;
		break;
	case EOPNOTSUPP:
		requests[i].unsupported++;
		break;
	case ENODEV:
		requests[i].gone++;
		break;
	case EBUSY:
		requests[i].busy++;
		break;
	default:
		requests[i].other++;
		requests[i].error = error;
	}
}

static void turn_of_all(unsigned int turn)
{
	size_t i;

	for (i = 0; i < REQUESTS; i++)
		count(i, requests[i].run(turn));
}

/* What there is before it says that it is ready, and after SIGTERM, is asked of, too. */
int cmd_hammer(int argc, char **argv)
{
	unsigned int turn, turns = 0;
	size_t i;

	argc--, argv++;
	dev = next_word(&argc, &argv, "device");
	if (argc)
		turns = parse_number(next_word(&argc, &argv, "turns"), "turns", 1, UINT32_MAX);
	generic = netlink_open(NETLINK_GENERIC);
	route = netlink_open(NETLINK_ROUTE);
	ethtool_family = genl_family(generic, ETHTOOL_GENL_NAME);
	ioctl_socket = socket(AF_INET, SOCK_DGRAM, 0);
	if (ioctl_socket < 0)
		fail("socket: %s", strerror(errno));
	signal(SIGTERM, stop);
	turn_of_all(0);
	fputs("ready\n", stderr);
	for (turn = 1; !stopped && (!turns || turn < turns); turn++)
		turn_of_all(turn);
	if (stopped)
		turn_of_all(turn);
	for (i = 0; i < REQUESTS; i++)
		printf("request=%s done=%u unsupported=%u gone=%u busy=%u other=%u error=%d\n",
		       requests[i].name, requests[i].done, requests[i].unsupported,
		       requests[i].gone,
		       requests[i].busy, requests[i].other, requests[i].error);
	return 0;
}
