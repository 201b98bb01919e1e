// SPDX-License-Identifier: GPL-2.0
/* The requests of station faults: all kinds of requests to a port. */
#include <errno.h>
#include <fcntl.h>
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
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
				result->error = dcb_answer(reply);
			return;
		}
	} while (!ended(answer, length, &result->error));
}

static struct nlmsghdr *pausectl_message(unsigned int command)
{
	struct nlmsghdr *nlh = genl_message(buf, pausectl_family, command);

	nlh->nlmsg_flags = NLM_F_REQUEST;
	mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX, index_of_dev);
	return nlh;
}

static void pausectl_ask(unsigned int command, struct result *result)
{
	ask(generic, pausectl_message(command), result);
}

static void pausectl_dump(unsigned int command, struct result *result)
{
	struct nlmsghdr *nlh = genl_message(buf, pausectl_family, command);

	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	ask(generic, nlh, result);
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

static struct nlmsghdr *tc_message(unsigned int type, unsigned int flags)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct tcmsg *tc = mnl_nlmsg_put_extra_header(nlh, sizeof(*tc));

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	tc->tcm_ifindex = index_of_dev;
	tc->tcm_parent = TC_H_ROOT;
	return nlh;
}

static struct nlmsghdr *qdisc_message(const char *kind, unsigned int flags)
{
	struct nlmsghdr *nlh = tc_message(RTM_NEWQDISC, flags);
	struct tcmsg *tc = mnl_nlmsg_get_payload(nlh);

	tc->tcm_handle = 1 << 16;
	mnl_attr_put_strz(nlh, TCA_KIND, kind);
	return nlh;
}

static void put_options(struct nlmsghdr *nlh)
{
	struct nlattr *options = mnl_attr_nest_start(nlh, TCA_OPTIONS);

	mnl_attr_put_u32(nlh, PAUSECTL_A_IFINDEX, index_of_dev);
	put_settings(nlh);
	mnl_attr_nest_end(nlh, options);
}

static struct nlmsghdr *dcb_message(unsigned int type)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct dcbmsg *dcb = mnl_nlmsg_put_extra_header(nlh, sizeof(*dcb));

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST;
	dcb->cmd = type == RTM_SETDCB ? DCB_CMD_IEEE_SET : DCB_CMD_IEEE_GET;
	mnl_attr_put_strz(nlh, DCB_ATTR_IFNAME, dev);
	return nlh;
}

static struct nlmsghdr *ethtool_message(unsigned int command, unsigned int header)
{
	struct nlmsghdr *nlh = genl_message(buf, ethtool_family, command);
	struct nlattr *nest = mnl_attr_nest_start(nlh, header);

	mnl_attr_put_strz(nlh, ETHTOOL_A_HEADER_DEV_NAME, dev);
	if (command == ETHTOOL_MSG_PAUSE_GET)
		mnl_attr_put_u32(nlh, ETHTOOL_A_HEADER_FLAGS, ETHTOOL_FLAG_STATS);
	mnl_attr_nest_end(nlh, nest);
	return nlh;
}

/* --- the requests ---------------------------------------------------------------------- */

static void attach(struct result *result)
{
	ask(route, qdisc_message("pausectl", NLM_F_CREATE | NLM_F_EXCL), result);
}

/* Each queue of the device gets the qdisc that is the default. */
static void attach_mq(struct result *result)
{
	ask(route, qdisc_message("mq", NLM_F_CREATE | NLM_F_EXCL), result);
}

static void attach_set(struct result *result)
{
	struct nlmsghdr *nlh = qdisc_message("pausectl", NLM_F_CREATE | NLM_F_EXCL);

	put_options(nlh);
	ask(route, nlh, result);
}

static void detach(struct result *result)
{
	ask(route, tc_message(RTM_DELQDISC, 0), result);
}

static void tc_set(struct result *result)
{
	struct nlmsghdr *nlh = qdisc_message("pausectl", 0);

	put_options(nlh);
	ask(route, nlh, result);
}

static void tc_show(struct result *result)
{
	ask(route, tc_message(RTM_GETQDISC, NLM_F_DUMP), result);
}

static void tc_classes(struct result *result)
{
	ask(route, tc_message(RTM_GETTCLASS, NLM_F_DUMP), result);
}

static void genl_set(struct result *result)
{
	struct nlmsghdr *nlh = pausectl_message(PAUSECTL_CMD_PORT_SET);

	put_settings(nlh);
	ask(generic, nlh, result);
}

/* DSCP 12 comes, beside an entry that goes and others that stay. */
static void apps_change(struct result *result)
{
	struct nlmsghdr *nlh = pausectl_message(PAUSECTL_CMD_PORT_SET);
	uint32_t changes[] = {
		IEEE_8021QAZ_APP_SEL_DSCP << 24 | PRIORITY << 16 | 12,
		IEEE_8021QAZ_APP_SEL_DSCP << 24 | 255 << 16 | 26,
	};

	mnl_attr_put(nlh, PAUSECTL_A_APP_CHANGE, sizeof(changes), changes);
	mnl_attr_put_u8(nlh, PAUSECTL_A_ACK, 1);
	ask(generic, nlh, result);
}

static void genl_show(struct result *result)
{
	pausectl_ask(PAUSECTL_CMD_PORT_GET, result);
}

static void genl_stats(struct result *result)
{
	pausectl_ask(PAUSECTL_CMD_STATS_GET, result);
}

static void genl_watchdog(struct result *result)
{
	pausectl_ask(PAUSECTL_CMD_WATCHDOG_GET, result);
}

static void genl_show_all(struct result *result)
{
	pausectl_dump(PAUSECTL_CMD_PORT_GET, result);
}

static void genl_stats_all(struct result *result)
{
	pausectl_dump(PAUSECTL_CMD_STATS_GET, result);
}

static void genl_charges(struct result *result)
{
	pausectl_dump(PAUSECTL_CMD_CHARGES_GET, result);
}

static void genl_frame(struct result *result)
{
	struct nlmsghdr *nlh = pausectl_message(PAUSECTL_CMD_FRAME_SEND);

	mnl_attr_put_u32(nlh, PAUSECTL_A_PAUSE_TIME, 77);
	ask(generic, nlh, result);
}

static void genl_xoff(struct result *result)
{
	struct nlmsghdr *nlh = pausectl_message(PAUSECTL_CMD_XOFF_SET);

	mnl_attr_put_u8(nlh, PAUSECTL_A_STOP, 1);
	ask(generic, nlh, result);
}

static void dcb_show(struct result *result)
{
	ask(route, dcb_message(RTM_GETDCB), result);
}

static void dcb_pfc(struct result *result)
{
	struct nlmsghdr *nlh = dcb_message(RTM_SETDCB);
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE);
	struct ieee_pfc pfc = { .pfc_en = 1 << PRIORITY };

	mnl_attr_put(nlh, DCB_ATTR_IEEE_PFC, sizeof(pfc), &pfc);
	mnl_attr_nest_end(nlh, nest);
	ask(route, nlh, result);
}

static void dcb_maxrate(struct result *result)
{
	struct nlmsghdr *nlh = dcb_message(RTM_SETDCB);
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE);
	struct ieee_maxrate maxrate = { .tc_maxrate = { [PRIORITY] = 50000 } };

	mnl_attr_put(nlh, DCB_ATTR_IEEE_MAXRATE, sizeof(maxrate), &maxrate);
	mnl_attr_nest_end(nlh, nest);
	ask(route, nlh, result);
}

/* So many entries of the table, or their deletion: DSCP 10 and 11 */
static void dcb_apps(unsigned int cmd, unsigned int entries, struct result *result)
{
	struct nlmsghdr *nlh = dcb_message(RTM_SETDCB);
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE);
	struct nlattr *table = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE_APP_TABLE);
	struct dcbmsg *dcb = mnl_nlmsg_get_payload(nlh);

	dcb->cmd = cmd;
	while (entries--) {
		struct dcb_app app = {
			.selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = 10 + entries,
			.priority = PRIORITY,
		};

		mnl_attr_put(nlh, DCB_ATTR_IEEE_APP, sizeof(app), &app);
	}
	mnl_attr_nest_end(nlh, table);
	mnl_attr_nest_end(nlh, nest);
	ask(route, nlh, result);
}

static void dcb_app(struct result *result)
{
	dcb_apps(DCB_CMD_IEEE_SET, 1, result);
}

static void dcb_app_del(struct result *result)
{
	dcb_apps(DCB_CMD_IEEE_DEL, 1, result);
}

static void ethtool_show(struct result *result)
{
	ask(generic, ethtool_message(ETHTOOL_MSG_PAUSE_GET, ETHTOOL_A_PAUSE_HEADER), result);
}

static void ethtool_set(struct result *result)
{
	struct nlmsghdr *nlh = ethtool_message(ETHTOOL_MSG_PAUSE_SET, ETHTOOL_A_PAUSE_HEADER);

	mnl_attr_put_u8(nlh, ETHTOOL_A_PAUSE_RX, 0);
	ask(generic, nlh, result);
}

static void ethtool_ioctl(struct result *result)
{
	struct ethtool_pauseparam param = { .cmd = ETHTOOL_SPAUSEPARAM, .rx_pause = 1 };
	struct ifreq request = { .ifr_data = (void *)&param };

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", dev);
	if (ioctl(mnl_socket_get_fd(route), SIOCETHTOOL, &request))
		result->error = errno;
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
	const char *build = getenv("PAUSECTL_BUILD");
	struct utsname kernel;
	char path[512];

	uname(&kernel);
	snprintf(path, sizeof(path), "%s/%s/module/pausectl.ko", build ? build : "",
		 kernel.release);
	module = open(path, O_RDONLY);
	if (module < 0)
		fail("%s: %s", path, strerror(errno));
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

static void trust_set(struct result *result)
{
	struct nlmsghdr *nlh = pausectl_message(PAUSECTL_CMD_PORT_SET);

	/* The first field in the lowest 4 bits */
	mnl_attr_put_u32(nlh, PAUSECTL_A_TRUST,
			 PAUSECTL_TRUST_FIELD_DSCP | PAUSECTL_TRUST_FIELD_PCP << 4);
	ask(generic, nlh, result);
}

/* The port asks the table: each change makes another that it looks into. */
static void trust_apps(struct result *result)
{
	trust_set(result);
	if (!result->error)
		dcb_apps(DCB_CMD_IEEE_SET, 2, result);
}

static const struct request requests[] = {
	/* Before that come the kernel's own; its tracing warns of each that fails. */
	{ .name = "load", .run = load, .loads = 1, .tail = 1 },
	{ .name = "attach", .run = attach, .bare = 1 },
	{ .name = "attach-set", .run = attach_set, .bare = 1 },
	{ .name = "attach-mq", .run = attach_mq, .bare = 1 },
	{ .name = "detach", .run = detach, .ends = 1 },
	{ .name = "tc-set", .run = tc_set },
	{ .name = "tc-show", .run = tc_show },
	{ .name = "tc-classes", .run = tc_classes },
	{ .name = "set", .run = genl_set },
	{ .name = "set-trust", .run = trust_set },
	{ .name = "change-apps", .run = apps_change, .first = trust_apps },
	{ .name = "show", .run = genl_show },
	{ .name = "stats", .run = genl_stats },
	{ .name = "watchdog", .run = genl_watchdog },
	{ .name = "show-all", .run = genl_show_all },
	{ .name = "stats-all", .run = genl_stats_all },
	{ .name = "charges", .run = genl_charges },
	{ .name = "frame", .run = genl_frame, .counter = "statistics/tx_mac_control" },
	{ .name = "xoff", .run = genl_xoff, .counter = "statistics/xoff_outstanding" },
	{ .name = "dcb-show", .run = dcb_show },
	{ .name = "dcb-pfc", .run = dcb_pfc },
	{ .name = "dcb-maxrate", .run = dcb_maxrate },
	{ .name = "dcb-app", .run = dcb_app, .first = trust_set },
	{ .name = "dcb-app-del", .run = dcb_app_del, .first = trust_apps },
	{ .name = "ethtool-show", .run = ethtool_show },
	{ .name = "ethtool-set", .run = ethtool_set },
	{ .name = "ethtool-ioctl", .run = ethtool_ioctl },
	{ .name = "sysfs-show", .run = sysfs_show },
};

const struct request *faults_request(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		if (!strcmp(name, requests[i].name))
			return &requests[i];
	usage("request \"%s\" is unknown", name);
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

/* The id of the group events, the only one of the family */
static void find_events(void)
{
	struct nlmsghdr *nlh = genl_message(buf, GENL_ID_CTRL, CTRL_CMD_GETFAMILY);
	const struct nlattr *attr, *group, *part;

	nlh->nlmsg_flags = NLM_F_REQUEST;
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, PAUSECTL_GENL_NAME);
	nlh = (struct nlmsghdr *)netlink_ask(generic, nlh, answer);
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(attr) != CTRL_ATTR_MCAST_GROUPS)
			continue;
		mnl_attr_for_each_nested(group, attr)
			mnl_attr_for_each_nested(part, group)
				if (mnl_attr_get_type(part) == CTRL_ATTR_MCAST_GRP_ID)
					events = mnl_attr_get_u32(part);
	}
	if (!events)
		fail("family %s has no group", PAUSECTL_GENL_NAME);
}

void faults_device(const char *name)
{
	dev = name;
	index_of_dev = device_index(name);
	generic = open_socket(NETLINK_GENERIC);
	pausectl_family = genl_family(generic, PAUSECTL_GENL_NAME);
	ethtool_family = genl_family(generic, ETHTOOL_GENL_NAME);
	find_events();
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

static void must(const char *what, void (*run)(struct result *result), int other)
{
	struct result result = { 0 };

	run(&result);
	if (result.error && result.error != other)
		fail("faults: %s: %s", what, strerror(result.error));
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
	must("detach", detach, ENOENT);
	if (request->loads) {
		if (!module)
			open_module();
		must("unload", unload, ENOENT);
	}
	if (request->bare || request->loads)
		return;
	must("attach", attach, 0);
	if (request->first)
		must(request->name, request->first, 0);
	if (!request->ends)
		return;
	listener = open_socket(NETLINK_GENERIC);
	if (mnl_socket_setsockopt(listener, NETLINK_ADD_MEMBERSHIP, &events, sizeof(events)))
		fail("netlink: %s", strerror(errno));
}

static void append_answer(struct state *state, struct mnl_socket *nl, struct nlmsghdr *nlh)
{
	struct result result = { 0 };

	kept = state;
	ask(nl, nlh, &result);
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
	append_answer(state, generic, pausectl_message(PAUSECTL_CMD_PORT_GET));
	append_answer(state, route, dcb_message(RTM_GETDCB));
	if (request->counter)
		append_counter(state, request->counter);
	mnl_socket_close(generic);
	mnl_socket_close(route);
	generic = used[0];
	route = used[1];
}

int faults_told(void)
{
	const struct nlmsghdr *nlh;
	const struct nlattr *attr;
	int length, told = 0;

	while (!told) {
		length = recv(mnl_socket_get_fd(listener), answer, sizeof(answer), MSG_DONTWAIT);
		if (length < 0)
			return errno == ENOBUFS;
		nlh = (const void *)answer;
		mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
			if (mnl_attr_get_type(attr) == PAUSECTL_A_EVENT &&
			    mnl_attr_get_u32(attr) == PAUSECTL_EVENT_DETACHED)
				told = 1;
	}
	return told;
}
