// SPDX-License-Identifier: GPL-2.0
/* The requests of station faults: all kinds of requests to a port. */
#include <errno.h>
#include <fcntl.h>
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <linux/pausectl.h>

#include "faults.h"

#define PRIORITY	3	/* with PFC, where a port has it */

static const char *dev;
static unsigned int index_of_dev;
static unsigned int pausectl_family, ethtool_family, events;
static struct mnl_socket *generic, *route, *listener;
static char buf[NETLINK_ROOM], answer[2 * NETLINK_ROOM];
static struct state *kept;	/* takes what is answered, if not NULL */

/* --- one request by netlink ----------------------------------------------------------- */

static void append(struct state *state, const void *octets, size_t length)
{
	if (state->length + length > sizeof(state->octets))
		fail("faults: too much to compare");
	memcpy(state->octets + state->length, octets, length);
	state->length += length;
}

/* Do these octets have the end of the answer? Its error goes to @error. */
static int ended(const void *at, int left, int *error)
{
	const struct nlmsghdr *nlh;

	for (nlh = at; mnl_nlmsg_ok(nlh, left); nlh = mnl_nlmsg_next(nlh, &left)) {
		if (nlh->nlmsg_type != NLMSG_ERROR && nlh->nlmsg_type != NLMSG_DONE)
			continue;
		*error = -*(const int *)mnl_nlmsg_get_payload(nlh);
		return 1;
	}
	return 0;
}

/* But for what comes with each message, and what ends them */
static void keep(const void *at, int left)
{
	const struct nlmsghdr *nlh;

	for (nlh = at; kept && mnl_nlmsg_ok(nlh, left); nlh = mnl_nlmsg_next(nlh, &left))
		if (nlh->nlmsg_type != NLMSG_ERROR && nlh->nlmsg_type != NLMSG_DONE)
			append(kept, mnl_nlmsg_get_payload(nlh), mnl_nlmsg_get_payload_len(nlh));
}

/* Up to the ACK or the end of a dump; dcb, which has none, tells all in one message. */
static void ask(struct mnl_socket *nl, struct nlmsghdr *nlh, struct result *result)
{
	int length, one = nlh->nlmsg_type == RTM_SETDCB || nlh->nlmsg_type == RTM_GETDCB;

	if (!one && (nlh->nlmsg_flags & NLM_F_DUMP) != NLM_F_DUMP)
		nlh->nlmsg_flags |= NLM_F_ACK;
	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0) {
		result->error = errno;
		return;
	}
	do {
		length = mnl_socket_recvfrom(nl, answer, sizeof(answer));
		if (length < 0) {
			result->error = errno;
			result->unanswered = errno == ENOBUFS;
			return;
		}
		result->octets += length;
		keep(answer, length);
		if (one) {
			const struct nlmsghdr *reply = (const void *)answer;

			if (nlh->nlmsg_type == RTM_SETDCB || reply->nlmsg_type == NLMSG_ERROR)
				result->error = dcb_error(reply);
			return;
		}
	} while (!ended(answer, length, &result->error));
}

/* Settings that each have something made of them: a filter, trust, a watchdog, a schedule */
static void put_settings(struct nlmsghdr *nlh)
{
	uint32_t watchdog[PRIORITIES + 1] = { [PRIORITY] = 1 };
	uint64_t maxrate[PRIORITIES] = { [PRIORITY] = 50000000 };
	uint64_t addresses[] = { 0x020000000042, 0x0180c2000021, 0 };

	mnl_attr_put_u32(nlh, PAUSECTL_A_PRIO, 1 << PRIORITY);
	mnl_attr_put_u32(nlh, PAUSECTL_A_TRUST, PAUSECTL_TRUST_FIELD_DSCP);
	mnl_attr_put(nlh, PAUSECTL_A_WATCHDOG, sizeof(watchdog), watchdog);
	mnl_attr_put(nlh, PAUSECTL_A_MAXRATE, sizeof(maxrate), maxrate);
	mnl_attr_put(nlh, PAUSECTL_A_FILTER_ADDRESS, sizeof(addresses), addresses);
	mnl_attr_put_u8(nlh, PAUSECTL_A_ACK, 1);
}

static void put_options(struct nlmsghdr *nlh)
{
	struct nlattr *options = mnl_attr_nest_start(nlh, TCA_OPTIONS);

	mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX, index_of_dev);
	put_settings(nlh);
	mnl_attr_nest_end(nlh, options);
}

/* The first field in the lowest 4 bits */
static void put_trust(struct nlmsghdr *nlh)
{
	mnl_attr_put_u32(nlh, PAUSECTL_A_TRUST,
			 PAUSECTL_TRUST_FIELD_DSCP | PAUSECTL_TRUST_FIELD_PCP << 4);
}

/* DSCP 12 comes, beside an entry that goes and others that stay. */
static void put_app_changes(struct nlmsghdr *nlh)
{
	uint32_t changes[] = {
		IEEE_8021QAZ_APP_SEL_DSCP << 24 | PRIORITY << 16 | 12,
		IEEE_8021QAZ_APP_SEL_DSCP << 24 | 255 << 16 | 26,
	};

	mnl_attr_put(nlh, PAUSECTL_A_APP_CHANGE, sizeof(changes), changes);
	mnl_attr_put_u8(nlh, PAUSECTL_A_ACK, 1);
}

static void put_pause_time(struct nlmsghdr *nlh)
{
	mnl_attr_put_u32(nlh, PAUSECTL_A_PAUSE_TIME, 77);
}

static void put_stop(struct nlmsghdr *nlh)
{
	mnl_attr_put_u8(nlh, PAUSECTL_A_STOP, 1);
}

static void put_pfc(struct nlmsghdr *nlh)
{
	struct ieee_pfc pfc = { .pfc_en = 1 << PRIORITY };

	mnl_attr_put(nlh, DCB_ATTR_IEEE_PFC, sizeof(pfc), &pfc);
}

static void put_maxrate(struct nlmsghdr *nlh)
{
	struct ieee_maxrate maxrate = { .tc_maxrate = { [PRIORITY] = 50000 } };

	mnl_attr_put(nlh, DCB_ATTR_IEEE_MAXRATE, sizeof(maxrate), &maxrate);
}

/* So many entries of the table, of DSCP 10 and 11 */
static void put_entries(struct nlmsghdr *nlh, unsigned int entries)
{
	struct nlattr *table = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE_APP_TABLE);

	while (entries--) {
		struct dcb_app app = {
			.selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = 10 + entries,
			.priority = PRIORITY,
		};

		mnl_attr_put(nlh, DCB_ATTR_IEEE_APP, sizeof(app), &app);
	}
	mnl_attr_nest_end(nlh, table);
}

static void put_app(struct nlmsghdr *nlh)
{
	put_entries(nlh, 1);
}

static void put_apps(struct nlmsghdr *nlh)
{
	put_entries(nlh, 2);
}

static void put_rx_off(struct nlmsghdr *nlh)
{
	mnl_attr_put_u8(nlh, ETHTOOL_A_PAUSE_RX, 0);
}

static void set_by_ioctl(struct result *result)
{
	struct ethtool_pauseparam param = { .cmd = ETHTOOL_SPAUSEPARAM, .rx_pause = 1 };

	result->error = ethtool_ioctl(dev, &param);
}

static int module;

static void load(struct result *result)
{
	if (syscall(SYS_finit_module, module, "", 0))
		result->error = errno;
}

static void unload(struct result *result)
{
	if (syscall(SYS_delete_module, "pausectl", O_NONBLOCK))
		result->error = errno;
}

static void open_module(void)
{
	const char *path = getenv("PAUSECTL_MODULE");

	if (!path)
		path = "";
	module = open(path, O_RDONLY);
	if (module < 0)
		fail("PAUSECTL_MODULE=%s: %s", path, strerror(errno));
}

static int sysfs_open(const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/class/net/%s/pausectl/%s", dev, name);
	return open(path, O_RDONLY);
}

static void sysfs_show(struct result *result)
{
	int fd = sysfs_open("statistics/rx_pause");
	ssize_t length = fd < 0 ? -1 : read(fd, answer, sizeof(answer));

	if (length < 0)
		result->error = errno;
	else
		result->octets = length;
	if (fd >= 0)
		close(fd);
}

static int held = -1;

/* A file that was read has memory for its text. If it is read again, only the module allocates. */
static void sysfs_hold(struct result *result)
{
	if (held >= 0)
		close(held);
	held = sysfs_open("statistics/rx_pause");
	if (held < 0 || read(held, answer, sizeof(answer)) < 0)
		result->error = errno;
}

static void sysfs_again(struct result *result)
{
	ssize_t length = pread(held, answer, sizeof(answer), 0);

	if (length < 0)
		result->error = errno;
	else
		result->octets = length;
}

#define NEW	(NLM_F_CREATE | NLM_F_EXCL)

static const struct request requests[] = {
	/* Before that come the kernel's own; its tracing warns of each that fails. */
	{ "load", CALL, .call = load, .loads = 1, .tail = 1 },
	{ "unload", CALL, .call = unload },
	{ "attach", TC, RTM_NEWQDISC, NEW, "pausectl", .bare = 1 },
	{ "attach-set", TC, RTM_NEWQDISC, NEW, "pausectl", put_options, .bare = 1 },
	/* Each queue of the device gets the qdisc that is the default. */
	{ "attach-mq", TC, RTM_NEWQDISC, NEW, "mq", .bare = 1 },
	{ "detach", TC, RTM_DELQDISC, .ends = 1 },
	{ "tc-set", TC, RTM_NEWQDISC, 0, "pausectl", put_options },
	{ "tc-show", TC, RTM_GETQDISC, NLM_F_DUMP },
	{ "tc-classes", TC, RTM_GETTCLASS, NLM_F_DUMP },
	{ "set", GENL, PAUSECTL_CMD_PORT_SET, .put = put_settings },
	{ "set-trust", GENL, PAUSECTL_CMD_PORT_SET, .put = put_trust },
	{ "change-apps", GENL, PAUSECTL_CMD_PORT_SET, .put = put_app_changes, .first = "dcb-apps" },
	{ "show", GENL, PAUSECTL_CMD_PORT_GET },
	{ "stats", GENL, PAUSECTL_CMD_STATS_GET },
	{ "watchdog", GENL, PAUSECTL_CMD_WATCHDOG_GET },
	{ "show-all", GENL, PAUSECTL_CMD_PORT_GET, NLM_F_DUMP },
	{ "stats-all", GENL, PAUSECTL_CMD_STATS_GET, NLM_F_DUMP },
	{ "charges", GENL, PAUSECTL_CMD_CHARGES_GET, NLM_F_DUMP },
	{ "frame", GENL, PAUSECTL_CMD_FRAME_SEND, .put = put_pause_time,
	  .counter = "statistics/tx_mac_control" },
	{ "xoff", GENL, PAUSECTL_CMD_XOFF_SET, .put = put_stop,
	  .counter = "statistics/xoff_outstanding" },
	{ "dcb-show", DCB, DCB_CMD_IEEE_GET },
	{ "dcb-pfc", DCB, DCB_CMD_IEEE_SET, .put = put_pfc },
	{ "dcb-maxrate", DCB, DCB_CMD_IEEE_SET, .put = put_maxrate },
	/* The port asks the table: each change makes another that it looks into. */
	{ "dcb-app", DCB, DCB_CMD_IEEE_SET, .put = put_app, .first = "set-trust" },
	{ "dcb-apps", DCB, DCB_CMD_IEEE_SET, .put = put_apps, .first = "set-trust" },
	{ "dcb-app-del", DCB, DCB_CMD_IEEE_DEL, .put = put_app, .first = "dcb-apps" },
	{ "ethtool-show", ETHTOOL, ETHTOOL_MSG_PAUSE_GET },
	{ "ethtool-set", ETHTOOL, ETHTOOL_MSG_PAUSE_SET, .put = put_rx_off },
	{ "ethtool-ioctl", CALL, .call = set_by_ioctl },
	{ "sysfs-show", CALL, .call = sysfs_show },
	{ "sysfs-hold", CALL, .call = sysfs_hold },
	{ "sysfs-again", CALL, .call = sysfs_again, .first = "sysfs-hold" },
};

const struct request *faults_request(const char *name)
{
	size_t i;

	for (i = 0; i < MNL_ARRAY_SIZE(requests); i++)
		if (!strcmp(name, requests[i].name))
			return &requests[i];
	usage("request \"%s\" is unknown", name);
}

static struct nlmsghdr *message_of(const struct request *r)
{
	struct nlmsghdr *nlh;

	switch (r->way) {
	case TC:
		return tc_message(buf, r->command, r->flags, r->kind, index_of_dev);
	case DCB:
		return dcb_message(buf, r->command == DCB_CMD_IEEE_GET ? RTM_GETDCB : RTM_SETDCB,
				   r->command, dev);
	case ETHTOOL:
		return ethtool_message(buf, ethtool_family, r->command, ETHTOOL_A_PAUSE_HEADER,
				       dev);
	default:
		nlh = genl_message(buf, pausectl_family, r->command);
		nlh->nlmsg_flags = NLM_F_REQUEST | r->flags;
		if (!r->flags)
			mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX, index_of_dev);
		return nlh;
	}
}

void faults_run(const struct request *r, struct result *result)
{
	struct nlmsghdr *nlh;
	struct nlattr *nest;

	if (r->call) {
		r->call(result);
		return;
	}
	nlh = message_of(r);
	if (r->put && r->way == DCB) {
		nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE);
		r->put(nlh);
		mnl_attr_nest_end(nlh, nest);
	} else if (r->put) {
		r->put(nlh);
	}
	ask(r->way == TC || r->way == DCB ? route : generic, nlh, result);
}

/* --- before and after -------------------------------------------------------------------- */

/* Do not wait for ever: an answer that does not come was lost. */
static struct mnl_socket *open_socket(int protocol)
{
	struct timeval limit = { .tv_sec = 5 };
	struct mnl_socket *nl = netlink_open(protocol);

	setsockopt(mnl_socket_get_fd(nl), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	return nl;
}

void faults_device(const char *name)
{
	dev = name;
	index_of_dev = device_index(name);
	generic = open_socket(NETLINK_GENERIC);
	pausectl_family = genl_family(generic, PAUSECTL_GENL_NAME);
	ethtool_family = genl_family(generic, ETHTOOL_GENL_NAME);
	events = genl_group(generic, PAUSECTL_GENL_NAME, PAUSECTL_MCGRP_EVENTS);
	mnl_socket_close(generic);
	generic = NULL;
}

void faults_close(void)
{
	struct mnl_socket **all[] = { &generic, &route, &listener };
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (*all[i])
			mnl_socket_close(*all[i]);
		*all[i] = NULL;
	}
}

static void must(const char *name, int other)
{
	struct result result = { 0 };

	faults_run(faults_request(name), &result);
	if (result.error && result.error != other)
		fail("faults: %s: %s", name, strerror(result.error));
}

/* What a new port needs before the request, in its order */
static void must_first(const struct request *request)
{
	if (!request->first)
		return;
	must_first(faults_request(request->first));
	must(request->first, 0);
}

void faults_listen(void)
{
	faults_close();
	generic = open_socket(NETLINK_GENERIC);
	route = open_socket(NETLINK_ROUTE);
}

void faults_begin(const struct request *request)
{
	faults_listen();
	/* There is none, or it is another one's. */
	must("detach", ENOENT);
	if (request->loads) {
		if (!module)
			open_module();
		must("unload", ENOENT);
	}
	if (request->bare || request->loads)
		return;
	must("attach", 0);
	must_first(request);
	if (!request->ends)
		return;
	listener = open_socket(NETLINK_GENERIC);
	netlink_join(listener, events);
}

static void append_answer(struct state *state, const char *name)
{
	struct result result = { 0 };

	kept = state;
	faults_run(faults_request(name), &result);
	kept = NULL;
	append(state, &result.error, sizeof(result.error));
}

static void append_counter(struct state *state, const char *name)
{
	int fd = sysfs_open(name);
	ssize_t length = fd < 0 ? 0 : read(fd, answer, sizeof(answer));

	if (length > 0)
		append(state, answer, length);
	if (fd >= 0)
		close(fd);
}

/* Use other sockets: those of the request may still get an answer. */
void faults_state(const struct request *request, struct state *state)
{
	struct mnl_socket *used[] = { generic, route };

	if (request->loads) {
		state->octets[0] = !access("/sys/module/pausectl", F_OK);
		state->length = 1;
		return;
	}
	generic = open_socket(NETLINK_GENERIC);
	route = open_socket(NETLINK_ROUTE);
	state->length = 0;
	append_answer(state, "show");
	append_answer(state, "dcb-show");
	if (request->counter)
		append_counter(state, request->counter);
	mnl_socket_close(generic);
	mnl_socket_close(route);
	generic = used[0];
	route = used[1];
}

int faults_told(void)
{
	const struct nlattr *event;

	for (;;) {
		if (recv(mnl_socket_get_fd(listener), answer, sizeof(answer), MSG_DONTWAIT) < 0)
			return errno == ENOBUFS;
		event = netlink_find((const void *)answer, sizeof(struct genlmsghdr),
				     PAUSECTL_A_EVENT);
		if (event && mnl_attr_get_u32(event) == PAUSECTL_EVENT_DETACHED)
			return 1;
	}
}
