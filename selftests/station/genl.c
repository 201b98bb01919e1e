// SPDX-License-Identifier: GPL-2.0
/*
 * station genl: sends requests to the family pausectl, octet by octet as given, to test the answers
 * to wrong requests. Prints a line for each request: errno, the attribute that the kernel points
 * at, and its message.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linux/pausectl.h>

#include "station.h"

static const char *const commands[] = {
	[PAUSECTL_CMD_PORT_GET] = "port-get",
	[PAUSECTL_CMD_PORT_SET] = "port-set",
	[PAUSECTL_CMD_STATS_GET] = "stats-get",
	[PAUSECTL_CMD_FRAME_SEND] = "frame-send",
	[PAUSECTL_CMD_XOFF_SET] = "xoff-set",
	[PAUSECTL_CMD_WATCHDOG_GET] = "watchdog-get",
	[PAUSECTL_CMD_CHARGES_GET] = "charges-get",
};

static unsigned int lookup(const char *const *names, size_t count, const char *word,
			   const char *what)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (names[i] && !strcmp(names[i], word))
			return i;
	return parse_number(word, what, 0, UINT16_MAX);
}

/* One entry PRIO:QUANTA of a PFC frame, either of them any u32. */
static void put_pfc_entry(struct nlmsghdr *nlh, unsigned int id, const char *word)
{
	unsigned int prio, quanta;
	struct nlattr *nest;

	if (sscanf(word, "%u:%u", &prio, &quanta) != 2)
		usage("pfc \"%s\": allowed is PRIO:QUANTA", word);
	nest = mnl_attr_nest_start(nlh, id);
	mnl_attr_put_u32(nlh, PAUSECTL_A_PFC_PRIORITY, prio);
	mnl_attr_put_u32(nlh, PAUSECTL_A_PFC_QUANTA, quanta);
	mnl_attr_nest_end(nlh, nest);
}

unsigned int genl_command(const char *word)
{
	return lookup(commands, sizeof(commands) / sizeof(commands[0]), word, "command");
}

void genl_put(struct nlmsghdr *nlh, char *word)
{
	char *type = strchr(word, '='), *value = type ? strchr(type, ':') : NULL;
	uint8_t octets[256];
	unsigned int id;

	if (!value)
		usage("attribute \"%s\": allowed is NAME=TYPE:VALUE", word);
	*type++ = 0;
	*value++ = 0;
	id = lookup(attribute_names, PAUSECTL_A_MAX + 1, word, "attribute");
	if (!strcmp(type, "u8"))
		mnl_attr_put_u8(nlh, id, parse_number(value, type, 0, UINT8_MAX));
	else if (!strcmp(type, "u16"))
		mnl_attr_put_u16(nlh, id, parse_number(value, type, 0, UINT16_MAX));
	else if (!strcmp(type, "u32"))
		mnl_attr_put_u32(nlh, id, parse_number(value, type, 0, UINT32_MAX));
	else if (!strcmp(type, "u64"))
		mnl_attr_put_u64(nlh, id, parse_number(value, type, 0, UINT64_MAX));
	else if (!strcmp(type, "dev"))
		mnl_attr_put_u32(nlh, id, device_index(value));
	else if (!strcmp(type, "hex"))
		mnl_attr_put(nlh, id, parse_hex(value, octets, sizeof(octets)), octets);
	else if (!strcmp(type, "empty"))
		mnl_attr_put(nlh, id, 0, NULL);
	else if (!strcmp(type, "nest"))
		mnl_attr_nest_end(nlh, mnl_attr_nest_start(nlh, id));
	else if (!strcmp(type, "pfc"))
		put_pfc_entry(nlh, id, value);
	else
		usage("type \"%s\" is unknown, see station --help", type);
}

struct nlmsghdr *genl_message(void *buf, unsigned int family, unsigned int command)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = family;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
	nlh->nlmsg_seq = time(NULL);
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = command;
	genl->version = 1;
	return nlh;
}

void netlink_receive(struct mnl_socket *nl, void *answer)
{
	if (mnl_socket_recvfrom(nl, answer, NETLINK_ROOM) < 0)
		fail("netlink: %s", strerror(errno));
}

const struct nlmsghdr *netlink_ask(struct mnl_socket *nl, const struct nlmsghdr *nlh,
				   void *answer)
{
	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0)
		fail("netlink: %s", strerror(errno));
	netlink_receive(nl, answer);
	return answer;
}

/* The kernel's description of a family */
static const struct nlmsghdr *ask_for_family(struct mnl_socket *nl, const char *name, void *answer)
{
	char buf[256];
	struct nlmsghdr *nlh = genl_message(buf, GENL_ID_CTRL, CTRL_CMD_GETFAMILY);
	const struct nlmsghdr *reply;

	nlh->nlmsg_flags = NLM_F_REQUEST;
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, name);
	reply = netlink_ask(nl, nlh, answer);
	if (reply->nlmsg_type == NLMSG_ERROR)
		fail("family %s: there is none", name);
	return reply;
}

unsigned int genl_family(struct mnl_socket *nl, const char *name)
{
	char answer[NETLINK_ROOM];
	const struct nlmsghdr *reply = ask_for_family(nl, name, answer);
	const struct nlattr *attr;
	unsigned int id = 0;

	mnl_attr_for_each(attr, reply, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_ID)
			id = mnl_attr_get_u16(attr);
	return id;
}

/* The number of @group where this is its entry, else 0 */
static unsigned int group_of_entry(const struct nlattr *entry, const char *group)
{
	const struct nlattr *attr;
	unsigned int id = 0, named = 0;

	mnl_attr_for_each_nested(attr, entry) {
		if (mnl_attr_get_type(attr) == CTRL_ATTR_MCAST_GRP_ID)
			id = mnl_attr_get_u32(attr);
		else if (mnl_attr_get_type(attr) == CTRL_ATTR_MCAST_GRP_NAME)
			named = !strcmp(mnl_attr_get_str(attr), group);
	}
	return named ? id : 0;
}

unsigned int genl_group(struct mnl_socket *nl, const char *family, const char *group)
{
	char answer[NETLINK_ROOM];
	const struct nlmsghdr *reply = ask_for_family(nl, family, answer);
	const struct nlattr *attr, *entry;
	unsigned int id = 0;

	mnl_attr_for_each(attr, reply, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(attr) != CTRL_ATTR_MCAST_GROUPS)
			continue;
		mnl_attr_for_each_nested(entry, attr)
			id = id ? id : group_of_entry(entry, group);
	}
	if (!id)
		fail("group %s: there is none", group);
	return id;
}

/* The kernel points at an octet of the request; the attribute there is meant. */
static const char *attribute_at(const struct nlmsghdr *nlh, unsigned int offset)
{
	static char number[8];
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr)) {
		unsigned int begin = (const char *)attr - (const char *)nlh;
		unsigned int type = mnl_attr_get_type(attr);

		if (offset < begin || offset >= begin + attr->nla_len)
			continue;
		if (type <= PAUSECTL_A_MAX && attribute_names[type])
			return attribute_names[type];
		snprintf(number, sizeof(number), "%u", type);
		return number;
	}
	return "-";
}

static void print_answer(const struct nlmsghdr *request, const struct nlmsghdr *reply)
{
	const struct nlmsgerr *err = mnl_nlmsg_get_payload(reply);
	const char *text = "", *at = "-";
	const struct nlattr *attr;
	unsigned int skip = sizeof(*err);

	if (reply->nlmsg_type != NLMSG_ERROR) {
		printf("error=0 attribute=- message=\n");
		return;
	}
	if (!(reply->nlmsg_flags & NLM_F_CAPPED))
		skip += mnl_nlmsg_get_payload_len(request);
	if (reply->nlmsg_flags & NLM_F_ACK_TLVS) {
		mnl_attr_for_each(attr, reply, skip) {
			if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
				text = mnl_attr_get_str(attr);
			else if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_OFFS)
				at = attribute_at(request, mnl_attr_get_u32(attr));
		}
	}
	printf("error=%d attribute=%s message=%s\n", -err->error, at, text);
}

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

int cmd_genl(int argc, char **argv)
{
	static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];
	struct mnl_socket *nl = netlink_open(NETLINK_GENERIC);
	unsigned int family = genl_family(nl, PAUSECTL_GENL_NAME), command;
	const struct nlmsghdr *reply;
	struct nlmsghdr *nlh;

	argc--, argv++;
	do {
		command = genl_command(next_word(&argc, &argv, "command"));
		nlh = genl_message(buf, family, command);
		while (argc && strcmp(*argv, "+"))
			genl_put(nlh, (char *)next_word(&argc, &argv, "attribute"));
		reply = netlink_ask(nl, nlh, answer);
		print_answer(nlh, reply);
		/* A request that got data gets an ACK, too. */
		if (reply->nlmsg_type != NLMSG_ERROR)
			netlink_receive(nl, answer);
	} while (argc-- && argv++);
	mnl_socket_close(nl);
	return 0;
}
