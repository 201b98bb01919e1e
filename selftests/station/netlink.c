// SPDX-License-Identifier: GPL-2.0
/* Requests by netlink, and what is in their answers. */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/if.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include "station.h"

struct mnl_socket *netlink_open(int protocol)
{
	struct mnl_socket *nl = mnl_socket_open(protocol);
	int on = 1;

	if (!nl || mnl_socket_bind(nl, 0, MNL_SOCKET_AUTOPID))
		fail("netlink: %s", strerror(errno));
	mnl_socket_setsockopt(nl, NETLINK_EXT_ACK, &on, sizeof(on));
	mnl_socket_setsockopt(nl, NETLINK_CAP_ACK, &on, sizeof(on));
	return nl;
}

void netlink_join(struct mnl_socket *nl, unsigned int group)
{
	if (mnl_socket_setsockopt(nl, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)))
		fail("netlink group %u: %s", group, strerror(errno));
}

void netlink_send(struct mnl_socket *nl, const struct nlmsghdr *nlh)
{
	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0)
		fail("netlink: %s", strerror(errno));
}

int netlink_receive(struct mnl_socket *nl, void *answer)
{
	int length = mnl_socket_recvfrom(nl, answer, NETLINK_ROOM);

	if (length < 0)
		fail("netlink: %s", strerror(errno));
	return length;
}

const struct nlmsghdr *netlink_ask(struct mnl_socket *nl, const struct nlmsghdr *nlh,
				   void *answer)
{
	netlink_send(nl, nlh);
	netlink_receive(nl, answer);
	return answer;
}

int netlink_error(const struct nlmsghdr *reply)
{
	const struct nlmsgerr *err = mnl_nlmsg_get_payload(reply);

	return reply->nlmsg_type == NLMSG_ERROR ? -err->error : 0;
}

/* The kernel answers a number of an error in an octet, or an error as to any request. */
int dcb_error(const struct nlmsghdr *reply)
{
	const struct nlattr *attr;

	if (reply->nlmsg_type == NLMSG_ERROR)
		return netlink_error(reply);
	attr = netlink_find(reply, sizeof(struct dcbmsg), DCB_ATTR_IEEE);
	if (!attr)
		attr = netlink_find(reply, sizeof(struct dcbmsg), DCB_ATTR_APP);
	if (!attr)
		fail("dcb: an answer without a result");
	return -(int8_t)mnl_attr_get_u8(attr);
}

const struct nlattr *netlink_find(const struct nlmsghdr *nlh, unsigned int skip, unsigned int type)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, skip)
		if (mnl_attr_get_type(attr) == type)
			return attr;
	return NULL;
}

const struct nlattr *netlink_nested(const struct nlattr *nest, unsigned int type)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, nest)
		if (mnl_attr_get_type(attr) == type)
			return attr;
	return NULL;
}

/* An attribute of the kernel's description of a family */
static const struct nlattr *about_family(struct mnl_socket *nl, const char *name, unsigned int type,
					 void *answer)
{
	char buf[256];
	struct nlmsghdr *nlh = genl_message(buf, GENL_ID_CTRL, CTRL_CMD_GETFAMILY);
	const struct nlmsghdr *reply;

	nlh->nlmsg_flags = NLM_F_REQUEST;
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, name);
	reply = netlink_ask(nl, nlh, answer);
	if (reply->nlmsg_type == NLMSG_ERROR)
		fail("family %s: there is none", name);
	return netlink_find(reply, sizeof(struct genlmsghdr), type);
}

unsigned int genl_family(struct mnl_socket *nl, const char *name)
{
	char answer[NETLINK_ROOM];

	return mnl_attr_get_u16(about_family(nl, name, CTRL_ATTR_FAMILY_ID, answer));
}

unsigned int genl_group(struct mnl_socket *nl, const char *family, const char *group)
{
	char answer[NETLINK_ROOM];
	const struct nlattr *groups, *entry, *name;

	groups = about_family(nl, family, CTRL_ATTR_MCAST_GROUPS, answer);
	if (groups)
		mnl_attr_for_each_nested(entry, groups) {
			name = netlink_nested(entry, CTRL_ATTR_MCAST_GRP_NAME);
			if (!strcmp(mnl_attr_get_str(name), group))
				return mnl_attr_get_u32(netlink_nested(entry,
								       CTRL_ATTR_MCAST_GRP_ID));
		}
	fail("group %s: there is none", group);
}

/* A header of netlink, and room for the header of @size octets that follows it */
static struct nlmsghdr *message(void *buf, unsigned int type, unsigned int flags, size_t size)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	nlh->nlmsg_seq = time(NULL);
	mnl_nlmsg_put_extra_header(nlh, size);
	return nlh;
}

struct nlmsghdr *genl_message(void *buf, unsigned int family, unsigned int command)
{
	struct nlmsghdr *nlh = message(buf, family, NLM_F_ACK, sizeof(struct genlmsghdr));

	*(struct genlmsghdr *)mnl_nlmsg_get_payload(nlh) = (struct genlmsghdr) {
		.cmd = command, .version = 1,
	};
	return nlh;
}

struct nlmsghdr *tc_message(void *buf, unsigned int type, unsigned int flags, const char *kind,
			    unsigned int index)
{
	struct nlmsghdr *nlh = message(buf, type, flags, sizeof(struct tcmsg));

	*(struct tcmsg *)mnl_nlmsg_get_payload(nlh) = (struct tcmsg) {
		.tcm_ifindex = index, .tcm_parent = TC_H_ROOT, .tcm_handle = kind ? 1 << 16 : 0,
	};
	if (kind)
		mnl_attr_put_strz(nlh, TCA_KIND, kind);
	return nlh;
}

struct nlmsghdr *dcb_message(void *buf, unsigned int type, unsigned int command, const char *dev)
{
	struct nlmsghdr *nlh = message(buf, type, 0, sizeof(struct dcbmsg));

	*(struct dcbmsg *)mnl_nlmsg_get_payload(nlh) = (struct dcbmsg) { .cmd = command };
	mnl_attr_put_strz(nlh, DCB_ATTR_IFNAME, dev);
	return nlh;
}

struct nlmsghdr *ethtool_message(void *buf, unsigned int family, unsigned int command,
				 unsigned int header, const char *dev)
{
	struct nlmsghdr *nlh = genl_message(buf, family, command);
	struct nlattr *nest = mnl_attr_nest_start(nlh, header);

	nlh->nlmsg_flags = NLM_F_REQUEST;
	mnl_attr_put_strz(nlh, ETHTOOL_A_HEADER_DEV_NAME, dev);
	if (command == ETHTOOL_MSG_PAUSE_GET)
		mnl_attr_put_u32(nlh, ETHTOOL_A_HEADER_FLAGS, ETHTOOL_FLAG_STATS);
	mnl_attr_nest_end(nlh, nest);
	return nlh;
}

int ethtool_ioctl(const char *dev, void *request)
{
	struct ifreq ifr = { .ifr_data = request };
	static int fd = -1;

	if (fd < 0)
		fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		fail("socket: %s", strerror(errno));
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", dev);
	return ioctl(fd, SIOCETHTOOL, &ifr) ? errno : 0;
}
