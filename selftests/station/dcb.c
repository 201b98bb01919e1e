// SPDX-License-Identifier: GPL-2.0
/*
 * station dcb: sends requests of dcbnl, and prints the kernel's answers. The tool dcb does not see
 * the answer to most of its requests, because it takes the ACK of its own earlier reading for the
 * answer. dcb has no monitor either.
 */
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>

#include "station.h"

/* Newer than the headers of the C library. */
#define TRUST_TABLE	11
#define REWRITE_TABLE	12
#define TRUST_DCB	2	/* of what is no selector of IEEE 802.1Q, as the PCP */
#define TRUST_PCP	255

static void put_pfc(struct nlmsghdr *nlh, char **words)
{
	static const struct option options[] = {
		{ "en", MEMBER(struct ieee_pfc, pfc_en), 0, UINT8_MAX },
		{ "mbc", MEMBER(struct ieee_pfc, mbc), 0, UINT8_MAX },
		{ "delay", MEMBER(struct ieee_pfc, delay), 0, UINT16_MAX },
		{ }
	};
	struct ieee_pfc pfc = { 0 };

	take_options(options, &pfc, words);
	mnl_attr_put(nlh, DCB_ATTR_IEEE_PFC, sizeof(pfc), &pfc);
}

static void put_ets(struct nlmsghdr *nlh, char **words)
{
	static const struct option options[] = {
		{ "cbs", MEMBER(struct ieee_ets, cbs), 0, UINT8_MAX },
		{ "map", MEMBER(struct ieee_ets, prio_tc), .take = take_list },
		{ "tsa", MEMBER(struct ieee_ets, tc_tsa), .take = take_list },
		{ "bw", MEMBER(struct ieee_ets, tc_tx_bw), .take = take_list },
		{ }
	};
	struct ieee_ets ets = { 0 };

	take_options(options, &ets, words);
	mnl_attr_put(nlh, DCB_ATTR_IEEE_ETS, sizeof(ets), &ets);
}

static void put_maxrate(struct nlmsghdr *nlh, char **words)
{
	uint64_t kbits[PRIORITIES];

	parse_values(next_word(&words, "kbit/s"), kbits);
	mnl_attr_put(nlh, DCB_ATTR_IEEE_MAXRATE, sizeof(kbits), kbits);
}

static void put_buffer(struct nlmsghdr *nlh, char **words)
{
	static const struct option options[] = {
		{ "map", MEMBER(struct dcbnl_buffer, prio2buffer), .take = take_list },
		{ "size", MEMBER(struct dcbnl_buffer, buffer_size), .take = take_list },
		{ }
	};
	struct dcbnl_buffer buffer = { 0 };

	take_options(options, &buffer, words);
	mnl_attr_put(nlh, DCB_ATTR_DCB_BUFFER, sizeof(buffer), &buffer);
}

static struct dcb_app app_of(char **words)
{
	uint64_t values[PRIORITIES];

	parse_values(next_word(&words, "SELECTOR,PROTOCOL,PRIORITY"), values);
	return (struct dcb_app){ .selector = values[0], .protocol = values[1],
				 .priority = values[2] };
}

static void put_entry(struct nlmsghdr *nlh, unsigned int table, char **words)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, table);
	struct dcb_app app = app_of(words);

	mnl_attr_put(nlh, app.selector == TRUST_PCP ? TRUST_DCB : DCB_ATTR_IEEE_APP, sizeof(app),
		     &app);
	mnl_attr_nest_end(nlh, nest);
}

static void put_app(struct nlmsghdr *nlh, char **words)
{
	put_entry(nlh, DCB_ATTR_IEEE_APP_TABLE, words);
}

static void put_rewrite(struct nlmsghdr *nlh, char **words)
{
	put_entry(nlh, REWRITE_TABLE, words);
}

static void put_trust(struct nlmsghdr *nlh, char **words)
{
	struct nlattr *table = mnl_attr_nest_start(nlh, TRUST_TABLE);
	unsigned int i, n = 0;
	uint64_t values[PRIORITIES];

	if (*words)
		n = parse_values(*words, values);
	for (i = 0; i < n; i++)
		mnl_attr_put_u8(nlh, values[i] == TRUST_PCP ? TRUST_DCB : DCB_ATTR_IEEE_APP,
				values[i]);
	mnl_attr_nest_end(nlh, table);
}

static const struct {
	const char *name;
	void (*put)(struct nlmsghdr *nlh, char **words);
} objects[] = {
	{ "pfc", put_pfc },
	{ "ets", put_ets },
	{ "maxrate", put_maxrate },
	{ "buffer", put_buffer },
	{ "app", put_app },
	{ "rewr", put_rewrite },
	{ "trust", put_trust },
};

/* Sends a request that changes something, and prints the error in the answer */
static int ask(struct nlmsghdr *nlh)
{
	static char answer[NETLINK_ROOM];

	printf("error=%d\n", dcb_error(netlink_ask(netlink_open(NETLINK_ROUTE), nlh, answer)));
	return 0;
}

/* An entry of the APP table as DCBX of CEE has it */
static int set_cee(char **words)
{
	static char buf[NETLINK_ROOM];
	const char *dev = next_word(&words, "device");
	struct dcb_app app = app_of(words);
	struct nlmsghdr *nlh = dcb_message(buf, RTM_SETDCB, DCB_CMD_SAPP, dev);
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_APP);

	mnl_attr_put_u8(nlh, DCB_APP_ATTR_IDTYPE, app.selector);
	mnl_attr_put_u16(nlh, DCB_APP_ATTR_ID, app.protocol);
	mnl_attr_put_u8(nlh, DCB_APP_ATTR_PRIORITY, app.priority);
	mnl_attr_nest_end(nlh, nest);
	return ask(nlh);
}

/* DCB_CMD_IEEE_SET or DCB_CMD_IEEE_DEL */
static int change(unsigned int command, char **words)
{
	static char buf[NETLINK_ROOM];
	const char *dev = next_word(&words, "device");
	const char *object = next_word(&words, "object");
	struct nlmsghdr *nlh = dcb_message(buf, RTM_SETDCB, command, dev);
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE);
	size_t i;

	for (i = 0; i < MNL_ARRAY_SIZE(objects); i++) {
		if (strcmp(object, objects[i].name))
			continue;
		objects[i].put(nlh, words);
		mnl_attr_nest_end(nlh, nest);
		return ask(nlh);
	}
	usage("object \"%s\" is unknown, see station --help", object);
}

/* Print one line: NUMBER=VALUE of all attributes in the nest of a reading command. */
static void print_abilities(const char *dev, unsigned int command, unsigned int nest,
			    unsigned int all)
{
	static char buf[NETLINK_ROOM], answer[NETLINK_ROOM];
	struct nlmsghdr *nlh = dcb_message(buf, RTM_GETDCB, command, dev);
	struct nlattr *wanted = mnl_attr_nest_start(nlh, nest);
	const struct nlattr *told, *ability;
	const struct nlmsghdr *reply;

	mnl_attr_put(nlh, all, 0, NULL);
	mnl_attr_nest_end(nlh, wanted);
	reply = netlink_ask(netlink_open(NETLINK_ROUTE), nlh, answer);
	if (reply->nlmsg_type == NLMSG_ERROR)
		fail("dcb: %s", strerror(netlink_error(reply)));
	told = netlink_find(reply, sizeof(struct dcbmsg), nest);
	if (told)
		mnl_attr_for_each_nested(ability, told)
			printf("%u=%u ", mnl_attr_get_type(ability), mnl_attr_get_u8(ability));
	printf("\n");
}

/* DCB_CAP_ATTR_x, then DCB_NUMTCS_ATTR_x */
static int abilities(char **words)
{
	const char *dev = next_word(&words, "device");

	print_abilities(dev, DCB_CMD_GCAP, DCB_ATTR_CAP, DCB_CAP_ATTR_ALL);
	print_abilities(dev, DCB_CMD_GNUMTCS, DCB_ATTR_NUMTCS, DCB_NUMTCS_ATTR_ALL);
	return 0;
}

static void print_notice(const struct nlmsghdr *nlh)
{
	const struct nlattr *dev = netlink_find(nlh, sizeof(struct dcbmsg), DCB_ATTR_IFNAME);
	const struct nlattr *ieee = netlink_find(nlh, sizeof(struct dcbmsg), DCB_ATTR_IEEE);
	const struct nlattr *pfc = ieee ? netlink_nested(ieee, DCB_ATTR_IEEE_PFC) : NULL;
	const struct nlattr *trust = ieee ? netlink_nested(ieee, TRUST_TABLE) : NULL;
	const struct nlattr *selector;
	const char *part = " ";

	printf("%s pfc %u", dev ? mnl_attr_get_str(dev) : "-",
	       pfc ? ((const struct ieee_pfc *)mnl_attr_get_payload(pfc))->pfc_en : 0);
	if (trust) {
		printf(" trust");
		mnl_attr_for_each_nested(selector, trust) {
			printf("%s%u", part, mnl_attr_get_u8(selector));
			part = ",";
		}
	}
	putchar('\n');
}

static void monitor(void)
{
	static char buf[NETLINK_ROOM];
	struct mnl_socket *nl = netlink_open(NETLINK_ROUTE);
	const struct nlmsghdr *nlh;
	int len;

	netlink_join(nl, RTNLGRP_DCB);
	exit_by_signal();
	say_ready();
	for (;;) {
		len = netlink_receive(nl, buf);
		for (nlh = (void *)buf; mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len))
			print_notice(nlh);
	}
}

int cmd_dcb(char **words)
{
	const char *what = next_word(&words, "set, del, cee, abilities or monitor");

	if (!strcmp(what, "set"))
		return change(DCB_CMD_IEEE_SET, words);
	if (!strcmp(what, "del"))
		return change(DCB_CMD_IEEE_DEL, words);
	if (!strcmp(what, "cee"))
		return set_cee(words);
	if (!strcmp(what, "abilities"))
		return abilities(words);
	if (!strcmp(what, "monitor"))
		monitor();
	usage("dcb \"%s\": allowed are set, del, cee, abilities and monitor", what);
}
