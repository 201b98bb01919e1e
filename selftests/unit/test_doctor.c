// SPDX-License-Identifier: GPL-2.0
/*
 * Doctor, if the kernel refuses one of its dumps. This program replaces the socket functions of
 * libmnl, and ioctl(), and answers as the kernel does: port0, for which priority 3 is lossless, and
 * port1 are in a bridge.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <linux/genetlink.h>
#include <linux/if.h>
#include <linux/if_bridge.h>
#include <linux/nsfs.h>
#include <linux/rtnetlink.h>
#include <uapi/pausectl.h>

#include "mnl.h"
#include "unit.h"
#include "pausectl.h"

#define FAMILY	77

enum { PORT0 = 2, PORT1, BRIDGE };

/* Dumps that doctor reads */
enum dump { NONE, LINKS, QDISCS, PORTS, MEMBERS, OTHERS };

static enum dump fails;		/* the dump that the kernel refuses */
static char answer[32768];
static size_t length;

static struct nlmsghdr *add_message(const struct nlmsghdr *request, uint16_t type)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(answer + length);

	header->nlmsg_type = type;
	header->nlmsg_seq = request->nlmsg_seq;
	return header;
}

static void *add_header(struct nlmsghdr *header, size_t size)
{
	return memset(mnl_nlmsg_put_extra_header(header, size), 0, size);
}

static void end_message(const struct nlmsghdr *header)
{
	length += MNL_ALIGN(header->nlmsg_len);
}

static void add_link(const struct nlmsghdr *request, int index, bool members)
{
	static const char *const names[] = {
		[PORT0] = "port0", [PORT1] = "port1", [BRIDGE] = "bridge0"
	};
	struct nlmsghdr *header = add_message(request, RTM_NEWLINK);
	struct ifinfomsg *info = add_header(header, sizeof(*info));
	struct nlattr *nest;

	info->ifi_index = index;
	info->ifi_flags = IFF_UP | IFF_LOWER_UP;
	mnl_attr_put_strz(header, IFLA_IFNAME, names[index]);
	mnl_attr_put_u32(header, IFLA_MTU, 1500);
	if (index == BRIDGE) {
		nest = mnl_attr_nest_start(header, IFLA_LINKINFO);
		mnl_attr_put_strz(header, IFLA_INFO_KIND, "bridge");
		mnl_attr_nest_end(header, nest);
	} else {
		mnl_attr_put_u32(header, IFLA_MASTER, BRIDGE);
		mnl_attr_put_strz(header, IFLA_QDISC, "pausectl");
	}
	if (members) {
		nest = mnl_attr_nest_start(header, IFLA_PROTINFO);
		mnl_attr_put_u8(header, IFLA_BRPORT_STATE, BR_STATE_FORWARDING);
		mnl_attr_nest_end(header, nest);
	}
	end_message(header);
}

static void add_port(const struct nlmsghdr *request, uint32_t index, const char *name,
		     uint8_t command)
{
	uint32_t xoff[PAUSECTL_LINK + 1], refresh[PAUSECTL_LINK + 1];
	struct nlmsghdr *header = add_message(request, FAMILY);
	struct genlmsghdr *extra = add_header(header, sizeof(*extra));
	size_t i;

	extra->cmd = command;
	mnl_attr_put_u32(header, PAUSECTL_A_IFINDEX, index);
	mnl_attr_put_strz(header, PAUSECTL_A_IFNAME, name);
	if (command == PAUSECTL_CMD_STATS_GET) {
		mnl_attr_nest_end(header, mnl_attr_nest_start(header, PAUSECTL_A_STATS));
	} else {
		for (i = 0; i <= PAUSECTL_LINK; i++) {
			xoff[i] = 65535;
			refresh[i] = 0;
		}
		mnl_attr_put_u8(header, PAUSECTL_A_MODE, PAUSECTL_MODE_PFC);
		mnl_attr_put_u8(header, PAUSECTL_A_TX_PRIO, 1 << 3);
		mnl_attr_put_u32(header, PAUSECTL_A_PARTNER_OBEYS, 1 << 3);
		mnl_attr_put(header, PAUSECTL_A_XOFF_QUANTA, sizeof(xoff), xoff);
		mnl_attr_put(header, PAUSECTL_A_REFRESH_QUANTA, sizeof(refresh), refresh);
	}
	end_message(header);
}

/* The dump that is asked for, and its messages */
static enum dump add_answer(const struct nlmsghdr *request)
{
	const struct genlmsghdr *extra = mnl_nlmsg_get_payload(request);
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(request);
	struct nlmsghdr *header;
	int index;

	switch (request->nlmsg_type) {
	case GENL_ID_CTRL:
		header = add_message(request, GENL_ID_CTRL);
		add_header(header, sizeof(*extra));
		mnl_attr_put_u16(header, CTRL_ATTR_FAMILY_ID, FAMILY);
		end_message(header);
		return OTHERS;
	case FAMILY:
		add_port(request, PORT0, "port0", extra->cmd);
		if (extra->cmd != PAUSECTL_CMD_STATS_GET)
			return OTHERS;
		add_port(request, PORT1, "port1", extra->cmd);
		return PORTS;
	case RTM_GETLINK:
		for (index = PORT0; index <= BRIDGE; index++)
			add_link(request, index, info->ifi_family == AF_BRIDGE);
		return info->ifi_family == AF_BRIDGE ? MEMBERS : LINKS;
	case RTM_GETQDISC:
		return QDISCS;
	default:
		return OTHERS;
	}
}

/* An emulator of user space has no ioctl of namespaces. */
int ioctl(int fd, unsigned long request, ...)
{
	if (request == NS_GET_NSTYPE)
		return CLONE_NEWNET;
	errno = ENOTTY;
	return -1;
}

unsigned int mnl_socket_get_portid(const struct mnl_socket *socket)
{
	return 0;
}

ssize_t mnl_socket_sendto(const struct mnl_socket *socket, const void *octets, size_t size)
{
	struct nlmsghdr *header;
	struct nlmsgerr *end;
	bool refused;

	length = 0;
	refused = add_answer(octets) == fails;
	if (refused)
		length = 0;
	header = add_message(octets, NLMSG_ERROR);
	end = add_header(header, sizeof(*end));
	end->error = refused ? -ENOBUFS : 0;
	header->nlmsg_flags = NLM_F_CAPPED;
	end_message(header);
	return (ssize_t)size;
}

ssize_t mnl_socket_recvfrom(const struct mnl_socket *socket, void *octets, size_t room)
{
	memcpy(octets, answer, length);
	return (ssize_t)length;
}

/* What doctor prints of port0, and its complaints, while the kernel refuses a dump. A status. */
static int diagnose(enum dump refused, char **said, char **complaints)
{
	FILE *screen = stdout, *errors = stderr;
	char *no_word = NULL;
	size_t size, error_size;
	int status;

	fails = refused;
	stdout = open_memstream(said, &size);
	stderr = open_memstream(complaints, &error_size);
	status = doctor_command.run(&doctor_command, &no_word);
	fclose(stdout);
	fclose(stderr);
	stdout = screen;
	stderr = errors;
	return status;
}

TEST(nothing_is_lost_if_all_is_read)
{
	char *said, *complaints;

	assert_int_equal(diagnose(NONE, &said, &complaints), STATUS_OK);
	assert_non_null(strstr(said, "; 0 frames of priority 3 passed, 0 lost in queues"));
	assert_null(strstr(said, "not seen"));
	assert_string_equal(complaints, "");
	free(said);
	free(complaints);
}

/* Doctor names what it could not read, once, and does not say that nothing was lost. */
TEST(a_dump_that_fails_is_said)
{
	static const struct {
		enum dump dump;
		const char *what, *counted, *unseen;
	} cases[] = {
		{ LINKS, "the devices of the machine", "nothing was counted", "what was counted" },
		{ QDISCS, "the counters of qdiscs", "nothing was counted", "what was counted" },
		{ PORTS, "the counters of ports", "nothing was counted", "what was counted" },
		{ MEMBERS, "the ports of bridges", "0 frames of priority 3 passed",
		  "the ports of bridges" },
	};
	char *said, *complaints, demanded[256];
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(diagnose(cases[i].dump, &said, &complaints), STATUS_REFUSED);
		snprintf(demanded, sizeof(demanded),
			 "test_doctor: doctor: could not read %s: No buffer space available\n",
			 cases[i].what);
		assert_string_equal(complaints, demanded);
		snprintf(demanded, sizeof(demanded),
			 "port0: PFC 3 sent, none obeyed; %s\n    not seen: %s\n",
			 cases[i].counted, cases[i].unseen);
		assert_string_equal(said, demanded);
		free(said);
		free(complaints);
	}
}
