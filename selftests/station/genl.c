// SPDX-License-Identifier: GPL-2.0
/*
 * station genl: sends requests to the family pausectl, octet by octet as given, to test the answers
 * to wrong requests. Prints a line for each request: errno, the attribute that the kernel points
 * at, and its message.
 */
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <stdio.h>
#include <string.h>

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
	unsigned int skip = sizeof(struct nlmsgerr);
	const struct nlattr *text = NULL, *at = NULL;

	if (!(reply->nlmsg_flags & NLM_F_CAPPED))
		skip += mnl_nlmsg_get_payload_len(request);
	if (reply->nlmsg_type == NLMSG_ERROR && reply->nlmsg_flags & NLM_F_ACK_TLVS) {
		text = netlink_find(reply, skip, NLMSGERR_ATTR_MSG);
		at = netlink_find(reply, skip, NLMSGERR_ATTR_OFFS);
	}
	printf("error=%d attribute=%s message=%s\n", netlink_error(reply),
	       at ? attribute_at(request, mnl_attr_get_u32(at)) : "-",
	       text ? mnl_attr_get_str(text) : "");
}

int cmd_genl(char **words)
{
	static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];
	struct mnl_socket *nl = netlink_open(NETLINK_GENERIC);
	unsigned int family = genl_family(nl, PAUSECTL_GENL_NAME);
	const struct nlmsghdr *reply;
	struct nlmsghdr *nlh;

	do {
		nlh = genl_message(buf, family, genl_command(next_word(&words, "command")));
		while (*words && strcmp(*words, "+"))
			genl_put(nlh, *words++);
		reply = netlink_ask(nl, nlh, answer);
		print_answer(nlh, reply);
		/* A request that got data gets an ACK, too. */
		if (reply->nlmsg_type != NLMSG_ERROR)
			netlink_receive(nl, answer);
	} while (*words && words++);
	return 0;
}
