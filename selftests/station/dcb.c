// SPDX-License-Identifier: GPL-2.0
/*
 * station dcb: sends requests of dcbnl, and prints the kernel's answers. The tool dcb does not see
 * the answer to most of its requests, because it takes the ACK of its own earlier reading for the
 * answer. dcb has no monitor either.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/rtnetlink.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "station.h"

#define MESSAGE_ROOM	16384

/* Newer than the headers of the C library. */
#define TRUST_TABLE	11
#define REWRITE_TABLE	12
#define TRUST_DCB	2	/* of what is no selector of IEEE 802.1Q, as the PCP */
#define TRUST_PCP	255

/* At most eight numbers with commas between them. The other numbers are 0. */
static unsigned int numbers(const char *word, uint64_t *values)
{
	char text[256], *rest = text, *part;
	unsigned int n = 0;

	snprintf(text, sizeof(text), "%s", word);
	while (n < PRIORITIES && (part = strsep(&rest, ",")))
		values[n++] = parse_number(part, "value", 0, UINT64_MAX);
	return n;
}

static void octets(const char *word, uint8_t *to)
{
	uint64_t values[PRIORITIES] = { 0 };
	unsigned int i;

	numbers(word, values);
	for (i = 0; i < PRIORITIES; i++)
		to[i] = values[i];
}

static void put_pfc(struct nlmsghdr *nlh, int argc, char **argv)
{
	struct ieee_pfc pfc = { 0 };

	while (argc) {
		const char *key = next_word(&argc, &argv, "key");
		uint16_t value = parse_number(next_word(&argc, &argv, key), key, 0, UINT16_MAX);

		if (!strcmp(key, "en"))
			pfc.pfc_en = value;
		else if (!strcmp(key, "mbc"))
			pfc.mbc = value;
		else if (!strcmp(key, "delay"))
			pfc.delay = value;
		else
			usage("pfc \"%s\": allowed are en, mbc and delay", key);
	}
	mnl_attr_put(nlh, DCB_ATTR_IEEE_PFC, sizeof(pfc), &pfc);
}

static void put_ets(struct nlmsghdr *nlh, int argc, char **argv)
{
	struct ieee_ets ets = { 0 };

	while (argc) {
		const char *key = next_word(&argc, &argv, "key");
		const char *word = next_word(&argc, &argv, key);

		if (!strcmp(key, "cbs"))
			ets.cbs = parse_number(word, key, 0, UINT8_MAX);
		else if (!strcmp(key, "map"))
			octets(word, ets.prio_tc);
		else if (!strcmp(key, "tsa"))
			octets(word, ets.tc_tsa);
		else if (!strcmp(key, "bw"))
			octets(word, ets.tc_tx_bw);
		else
			usage("ets \"%s\": allowed are cbs, map, tsa and bw", key);
	}
	mnl_attr_put(nlh, DCB_ATTR_IEEE_ETS, sizeof(ets), &ets);
}

static void put_maxrate(struct nlmsghdr *nlh, int argc, char **argv)
{
	struct ieee_maxrate maxrate;
	uint64_t values[PRIORITIES] = { 0 };

	numbers(next_word(&argc, &argv, "kbit/s"), values);
	memcpy(maxrate.tc_maxrate, values, sizeof(values));
	mnl_attr_put(nlh, DCB_ATTR_IEEE_MAXRATE, sizeof(maxrate), &maxrate);
}

static void put_buffer(struct nlmsghdr *nlh, int argc, char **argv)
{
	struct dcbnl_buffer buffer = { 0 };
	uint64_t values[PRIORITIES];
	unsigned int i;

	while (argc) {
		const char *key = next_word(&argc, &argv, "key");
		const char *word = next_word(&argc, &argv, key);

		if (!strcmp(key, "map")) {
			octets(word, buffer.prio2buffer);
		} else if (!strcmp(key, "size")) {
			memset(values, 0, sizeof(values));
			numbers(word, values);
			for (i = 0; i < PRIORITIES; i++)
				buffer.buffer_size[i] = values[i];
		} else {
			usage("buffer \"%s\": allowed are map and size", key);
		}
	}
	mnl_attr_put(nlh, DCB_ATTR_DCB_BUFFER, sizeof(buffer), &buffer);
}

static struct dcb_app app_of(int argc, char **argv)
{
	uint64_t values[PRIORITIES] = { 0 };

	numbers(next_word(&argc, &argv, "SELECTOR,PROTOCOL,PRIORITY"), values);
	return (struct dcb_app){ .selector = values[0], .protocol = values[1],
				 .priority = values[2] };
}

static void put_entry(struct nlmsghdr *nlh, unsigned int table, int argc, char **argv)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, table);
	struct dcb_app app = app_of(argc, argv);

	mnl_attr_put(nlh, app.selector == TRUST_PCP ? TRUST_DCB : DCB_ATTR_IEEE_APP, sizeof(app),
		     &app);
	mnl_attr_nest_end(nlh, nest);
}

static void put_app(struct nlmsghdr *nlh, int argc, char **argv)
{
	put_entry(nlh, DCB_ATTR_IEEE_APP_TABLE, argc, argv);
}

static void put_rewrite(struct nlmsghdr *nlh, int argc, char **argv)
{
	put_entry(nlh, REWRITE_TABLE, argc, argv);
}

static void put_trust(struct nlmsghdr *nlh, int argc, char **argv)
{
	struct nlattr *table = mnl_attr_nest_start(nlh, TRUST_TABLE);
	uint64_t values[PRIORITIES] = { 0 };
	unsigned int i, n = argc ? numbers(next_word(&argc, &argv, "SELECTOR,..."), values) : 0;

	for (i = 0; i < n; i++)
		mnl_attr_put_u8(nlh, values[i] == TRUST_PCP ? TRUST_DCB : DCB_ATTR_IEEE_APP,
				values[i]);
	mnl_attr_nest_end(nlh, table);
}

static const struct {
	const char *name;
	void (*put)(struct nlmsghdr *nlh, int argc, char **argv);
} objects[] = {
	{ "pfc", put_pfc },
	{ "ets", put_ets },
	{ "maxrate", put_maxrate },
	{ "buffer", put_buffer },
	{ "app", put_app },
	{ "rewr", put_rewrite },
	{ "trust", put_trust },
};

static struct mnl_socket *open_socket(unsigned int groups)
{
	struct mnl_socket *nl = mnl_socket_open(NETLINK_ROUTE);

	if (!nl || mnl_socket_bind(nl, groups, MNL_SOCKET_AUTOPID))
		fail("netlink: %s", strerror(errno));
	return nl;
}

static struct nlmsghdr *message(void *buf, const char *dev, unsigned int type,
				unsigned int command)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct dcbmsg *dcb;

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST;
	nlh->nlmsg_seq = time(NULL);
	dcb = mnl_nlmsg_put_extra_header(nlh, sizeof(*dcb));
	dcb->cmd = command;
	mnl_attr_put_strz(nlh, DCB_ATTR_IFNAME, dev);
	return nlh;
}

/* The kernel answers a number of an error in an octet, or an error as to any request. */
int dcb_answer(const struct nlmsghdr *reply)
{
	const struct nlmsgerr *err = mnl_nlmsg_get_payload(reply);
	const struct nlattr *attr;

	if (reply->nlmsg_type == NLMSG_ERROR)
		return -err->error;
	mnl_attr_for_each(attr, reply, sizeof(struct dcbmsg))
		if (mnl_attr_get_type(attr) == DCB_ATTR_IEEE ||
		    mnl_attr_get_type(attr) == DCB_ATTR_APP)
			return -(int8_t)mnl_attr_get_u8(attr);
	fail("dcb: an answer without a result");
}

static int ask(struct nlmsghdr *nlh, char *buf)
{
	struct mnl_socket *nl = open_socket(0);

	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0 ||
	    mnl_socket_recvfrom(nl, buf, MESSAGE_ROOM) < 0)
		fail("netlink: %s", strerror(errno));
	printf("error=%d\n", dcb_answer((struct nlmsghdr *)buf));
	mnl_socket_close(nl);
	return 0;
}

/* An entry of the APP table as DCBX of CEE has it */
static int set_cee(int argc, char **argv)
{
	static char buf[MESSAGE_ROOM];
	const char *dev = next_word(&argc, &argv, "device");
	struct dcb_app app = app_of(argc, argv);
	struct nlmsghdr *nlh = message(buf, dev, RTM_SETDCB, DCB_CMD_SAPP);
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_APP);

	mnl_attr_put_u8(nlh, DCB_APP_ATTR_IDTYPE, app.selector);
	mnl_attr_put_u16(nlh, DCB_APP_ATTR_ID, app.protocol);
	mnl_attr_put_u8(nlh, DCB_APP_ATTR_PRIORITY, app.priority);
	mnl_attr_nest_end(nlh, nest);
	return ask(nlh, buf);
}

/* DCB_CMD_IEEE_SET or DCB_CMD_IEEE_DEL */
static int change(unsigned int command, int argc, char **argv)
{
	static char buf[MESSAGE_ROOM];
	const char *dev = next_word(&argc, &argv, "device");
	const char *object = next_word(&argc, &argv, "object");
	struct nlmsghdr *nlh = message(buf, dev, RTM_SETDCB, command);
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE);
	size_t i;

	for (i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
		if (!strcmp(object, objects[i].name))
			break;
	if (i == sizeof(objects) / sizeof(objects[0]))
		usage("object \"%s\" is unknown, see station --help", object);
	objects[i].put(nlh, argc, argv);
	mnl_attr_nest_end(nlh, nest);
	return ask(nlh, buf);
}

/* Print one line: NUMBER=VALUE of all attributes in the nest of a reading command. */
static void print_abilities(const char *dev, unsigned int command, unsigned int nest,
			    unsigned int all)
{
	static char buf[MESSAGE_ROOM];
	struct mnl_socket *nl = open_socket(0);
	struct nlmsghdr *nlh = message(buf, dev, RTM_GETDCB, command);
	struct nlattr *wanted = mnl_attr_nest_start(nlh, nest);
	const struct nlattr *attr, *ability;

	mnl_attr_put(nlh, all, 0, NULL);
	mnl_attr_nest_end(nlh, wanted);
	nlh = (struct nlmsghdr *)netlink_ask(nl, nlh, buf);
	if (nlh->nlmsg_type == NLMSG_ERROR)
		fail("dcb: %s", strerror(dcb_answer(nlh)));
	mnl_attr_for_each(attr, nlh, sizeof(struct dcbmsg))
		if (mnl_attr_get_type(attr) == nest)
			mnl_attr_for_each_nested(ability, attr)
				printf("%u=%u ", mnl_attr_get_type(ability),
				       mnl_attr_get_u8(ability));
	printf("\n");
	mnl_socket_close(nl);
}

/* DCB_CAP_ATTR_x, then DCB_NUMTCS_ATTR_x */
static int abilities(int argc, char **argv)
{
	const char *dev = next_word(&argc, &argv, "device");

	print_abilities(dev, DCB_CMD_GCAP, DCB_ATTR_CAP, DCB_CAP_ATTR_ALL);
	print_abilities(dev, DCB_CMD_GNUMTCS, DCB_ATTR_NUMTCS, DCB_NUMTCS_ATTR_ALL);
	return 0;
}

static const char *device_of(const struct nlmsghdr *nlh)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct dcbmsg))
		if (mnl_attr_get_type(attr) == DCB_ATTR_IFNAME)
			return mnl_attr_get_str(attr);
	return "-";
}

static const struct nlattr *ieee_of(const struct nlmsghdr *nlh, unsigned int type)
{
	const struct nlattr *attr, *ieee;

	mnl_attr_for_each(attr, nlh, sizeof(struct dcbmsg)) {
		if ((mnl_attr_get_type(attr)) != DCB_ATTR_IEEE)
			continue;
		mnl_attr_for_each_nested(ieee, attr)
			if (mnl_attr_get_type(ieee) == type)
				return ieee;
	}
	return NULL;
}

static void print_notice(const struct nlmsghdr *nlh)
{
	const struct nlattr *pfc = ieee_of(nlh, DCB_ATTR_IEEE_PFC), *selector;
	const struct nlattr *trust = ieee_of(nlh, TRUST_TABLE);
	char part = ' ';

	printf("%s pfc %u", device_of(nlh),
	       pfc ? ((const struct ieee_pfc *)mnl_attr_get_payload(pfc))->pfc_en : 0);
	if (trust) {
		printf(" trust");
		mnl_attr_for_each_nested(selector, trust) {
			printf("%c%u", part, mnl_attr_get_u8(selector));
			part = ',';
		}
	}
	putchar('\n');
}

static void stop(int signal_number)
{
	(void)signal_number;
	_exit(0);
}

static int monitor(void)
{
	static char buf[MESSAGE_ROOM];
	struct mnl_socket *nl = open_socket(1U << (RTNLGRP_DCB - 1));
	const struct nlmsghdr *nlh;
	int len;

	signal(SIGTERM, stop);
	setlinebuf(stdout);
	fputs("ready\n", stderr);
	for (;;) {
		len = mnl_socket_recvfrom(nl, buf, sizeof(buf));
		if (len < 0)
			fail("netlink: %s", strerror(errno));
		for (nlh = (void *)buf; mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len))
			print_notice(nlh);
	}
}

int cmd_dcb(int argc, char **argv)
{
	const char *what;

	argc--, argv++;
	what = next_word(&argc, &argv, "set, del, cee, abilities or monitor");
	if (!strcmp(what, "set"))
		return change(DCB_CMD_IEEE_SET, argc, argv);
	if (!strcmp(what, "del"))
		return change(DCB_CMD_IEEE_DEL, argc, argv);
	if (!strcmp(what, "cee"))
		return set_cee(argc, argv);
	if (!strcmp(what, "monitor"))
		return monitor();
	if (!strcmp(what, "abilities"))
		return abilities(argc, argv);
	usage("dcb \"%s\": allowed are set, del, cee, abilities and monitor", what);
}
