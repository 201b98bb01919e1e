// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <linux/genetlink.h>
#include <uapi/pausectl.h>

#include "lib.h"

/* The tool asks so often for a dump if ports that come or go tear it. */
#define DUMP_TRIES	100

/* Events of some hundred octets: room for a burst of thousands of pauses. */
#define RECEIVE_BUFFER	(8 << 20)

struct call {
	struct genl *genl;
	mnl_cb_t answer;
	void *data;
};

void genl_attributes(const struct nlmsghdr *header, const struct nlattr **table, uint16_t max)
{
	const struct nlattr *attr;

	memset(table, 0, (max + 1) * sizeof(*table));
	mnl_attr_for_each(attr, header, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) <= max)
			table[mnl_attr_get_type(attr)] = attr;
}

void genl_nested(const struct nlattr *nest, const struct nlattr **table, uint16_t max)
{
	const struct nlattr *attr;

	memset(table, 0, (max + 1) * sizeof(*table));
	mnl_attr_for_each_nested(attr, nest)
		if (mnl_attr_get_type(attr) <= max)
			table[mnl_attr_get_type(attr)] = attr;
}

static uint64_t number_at(const uint8_t *octets, size_t size)
{
	uint16_t half;
	uint32_t word;
	uint64_t number;

	switch (size) {
	case sizeof(*octets):
		return *octets;
	case sizeof(half):
		memcpy(&half, octets, size);
		return half;
	case sizeof(word):
		memcpy(&word, octets, size);
		return word;
	case sizeof(number):
		memcpy(&number, octets, size);
		return number;
	default:
		return 0;
	}
}

uint64_t attr_number(const struct nlattr *attribute)
{
	return attribute ? number_at(mnl_attr_get_payload(attribute),
				     mnl_attr_get_payload_len(attribute)) : 0;
}

size_t attr_numbers(const struct nlattr *attribute, size_t size, uint64_t *numbers, size_t count)
{
	const uint8_t *octets = attribute ? mnl_attr_get_payload(attribute) : NULL;
	size_t sent = attribute ? mnl_attr_get_payload_len(attribute) / size : 0, i;

	for (i = 0; i < count; i++)
		numbers[i] = i < sent ? number_at(octets + i * size, size) : 0;
	return sent < count ? sent : count;
}

/* Keep the text of the extended ack that starts @offset octets into the payload. */
static void keep_message(struct genl *genl, const struct nlmsghdr *header, size_t offset)
{
	const struct nlattr *attr;

	if (!(header->nlmsg_flags & NLM_F_ACK_TLVS) ||
	    mnl_nlmsg_get_payload_len(header) < offset)
		return;
	mnl_attr_for_each(attr, header, offset)
		if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
			snprintf(genl->message, sizeof(genl->message), "%.*s",
				 (int)mnl_attr_get_payload_len(attr), mnl_attr_get_str(attr));
}

static int on_error(const struct nlmsghdr *header, void *data)
{
	const struct nlmsgerr *error = mnl_nlmsg_get_payload(header);
	size_t offset = sizeof(*error);
	struct call *call = data;

	if (mnl_nlmsg_get_payload_len(header) < sizeof(*error)) {
		errno = EBADMSG;
		return MNL_CB_ERROR;
	}
	/* Unless capped, the whole request comes back before the attributes. */
	if (error->error && !(header->nlmsg_flags & NLM_F_CAPPED))
		offset += error->msg.nlmsg_len - MNL_NLMSG_HDRLEN;
	keep_message(call->genl, header, MNL_ALIGN(offset));
	errno = -error->error;
	return error->error ? MNL_CB_ERROR : MNL_CB_STOP;
}

static int on_done(const struct nlmsghdr *header, void *data)
{
	struct call *call = data;
	int error = 0;

	if (mnl_nlmsg_get_payload_len(header) >= sizeof(error))
		error = *(const int *)mnl_nlmsg_get_payload(header);
	keep_message(call->genl, header, sizeof(error));
	errno = -error;
	return error ? MNL_CB_ERROR : MNL_CB_STOP;
}

static int on_answer(const struct nlmsghdr *header, void *data)
{
	const struct call *call = data;

	return call->answer ? call->answer(header, call->data) : MNL_CB_OK;
}

struct nlmsghdr *genl_prepare(union genl_request *request, uint8_t command, uint16_t flags)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(request);
	struct genlmsghdr *extra = mnl_nlmsg_put_extra_header(header, sizeof(*extra));

	header->nlmsg_flags = NLM_F_REQUEST | (flags ? flags : NLM_F_ACK);
	extra->cmd = command;
	extra->version = PAUSECTL_GENL_VERSION;
	return header;
}

/* All messages of the answer to one request. */
struct answers {
	char *octets;
	size_t length;
	bool torn;		/* ports have come or gone during the dump */
};

/* Receive messages; 1, 0 once the last message has come, or a negative errno. */
static int receive_more(struct genl *genl, struct answers *answers)
{
	const struct nlmsghdr *at;
	ssize_t length;
	int left, more = 1;
	char *octets = realloc(answers->octets, answers->length + sizeof(union genl_reply));

	if (!octets)
		return -ENOMEM;
	answers->octets = octets;
	octets += answers->length;
	length = mnl_socket_recvfrom(genl->socket, octets, sizeof(union genl_reply));
	if (length < 0)
		return -errno;
	answers->length += MNL_ALIGN(length);
	left = (int)length;
	for (at = (const void *)octets; mnl_nlmsg_ok(at, left); at = mnl_nlmsg_next(at, &left)) {
		answers->torn |= !!(at->nlmsg_flags & NLM_F_DUMP_INTR);
		if (at->nlmsg_type == NLMSG_DONE || at->nlmsg_type == NLMSG_ERROR)
			more = 0;
	}
	return more;
}

/* Receive the whole answer first, so that no caller gets a torn one. */
static int call_once(struct genl *genl, struct nlmsghdr *request, struct call *call)
{
	static mnl_cb_t control[] = {
		[NLMSG_ERROR] = on_error,
		[NLMSG_DONE] = on_done,
	};
	struct answers answers = { 0 };
	int error;

	genl->message[0] = '\0';
	request->nlmsg_seq = ++genl->sequence;
	if (mnl_socket_sendto(genl->socket, request, request->nlmsg_len) < 0)
		return -errno;
	do {
		error = receive_more(genl, &answers);
	} while (error > 0);
	if (!error && answers.torn)
		error = -EINTR;
	if (!error && mnl_cb_run2(answers.octets, answers.length, genl->sequence,
				  mnl_socket_get_portid(genl->socket), on_answer, call,
				  control, MNL_ARRAY_SIZE(control)) < 0)
		error = -errno;
	free(answers.octets);
	return error;
}

int genl_call(struct genl *genl, struct nlmsghdr *request, mnl_cb_t answer, void *data)
{
	struct call call = { genl, answer, data };
	unsigned int tries = DUMP_TRIES;
	int error;

	request->nlmsg_type = genl->family;
	do {
		error = call_once(genl, request, &call);
	} while (error == -EINTR && --tries);
	if (!error && genl->message[0])
		complain("warning: %s", genl->message);
	return error;
}

static int on_family(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *family[CTRL_ATTR_MCAST_GROUPS + 1], *group;
	const struct nlattr *member[CTRL_ATTR_MCAST_GRP_MAX + 1];
	struct genl *genl = data;

	genl_attributes(header, family, CTRL_ATTR_MCAST_GROUPS);
	genl->family = attr_number(family[CTRL_ATTR_FAMILY_ID]);
	if (!family[CTRL_ATTR_MCAST_GROUPS])
		return MNL_CB_OK;
	mnl_attr_for_each_nested(group, family[CTRL_ATTR_MCAST_GROUPS]) {
		genl_nested(group, member, CTRL_ATTR_MCAST_GRP_MAX);
		if (member[CTRL_ATTR_MCAST_GRP_NAME] &&
		    !strcmp(mnl_attr_get_str(member[CTRL_ATTR_MCAST_GRP_NAME]),
			    PAUSECTL_MCGRP_EVENTS))
			genl->events = attr_number(member[CTRL_ATTR_MCAST_GRP_ID]);
	}
	return MNL_CB_OK;
}

static int resolve(struct genl *genl)
{
	union genl_request request;
	struct nlmsghdr *header = genl_prepare(&request, CTRL_CMD_GETFAMILY, 0);

	genl->family = GENL_ID_CTRL;
	mnl_attr_put_strz(header, CTRL_ATTR_FAMILY_NAME, PAUSECTL_GENL_NAME);
	return genl_call(genl, header, on_family, genl);
}

static int open_socket(struct genl *genl, int protocol)
{
	int on = 1, error;

	memset(genl, 0, sizeof(*genl));
	genl->sequence = time(NULL);
	genl->socket = mnl_socket_open2(protocol, SOCK_CLOEXEC);
	if (!genl->socket)
		return -errno;
	/* A kernel that lacks these gives poorer messages, no more. */
	mnl_socket_setsockopt(genl->socket, NETLINK_EXT_ACK, &on, sizeof(on));
	mnl_socket_setsockopt(genl->socket, NETLINK_CAP_ACK, &on, sizeof(on));
	error = mnl_socket_bind(genl->socket, 0, MNL_SOCKET_AUTOPID) ? -errno : 0;
	if (error)
		genl_close(genl);
	return error;
}

int genl_open(struct genl *genl)
{
	int error = open_socket(genl, NETLINK_GENERIC);

	if (error)
		return error;
	error = resolve(genl);
	if (error)
		genl_close(genl);
	return error;
}

int route_open(struct genl *genl)
{
	return open_socket(genl, NETLINK_ROUTE);
}

int route_call(struct genl *genl, uint16_t type, struct nlmsghdr *request, mnl_cb_t answer,
	       void *data)
{
	genl->family = type;
	return genl_call(genl, request, answer, data);
}

void genl_close(struct genl *genl)
{
	if (genl->socket)
		mnl_socket_close(genl->socket);
	genl->socket = NULL;
}

static int set_membership(struct genl *genl, int option)
{
	return mnl_socket_setsockopt(genl->socket, option, &genl->events,
				     sizeof(genl->events)) ? -errno : 0;
}

int genl_subscribe(struct genl *genl)
{
	int size = RECEIVE_BUFFER, fd = mnl_socket_get_fd(genl->socket);

	/* Beyond the limit of the system if the program may, else up to the limit. */
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)))
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	return set_membership(genl, NETLINK_ADD_MEMBERSHIP);
}

int genl_unsubscribe(struct genl *genl)
{
	return set_membership(genl, NETLINK_DROP_MEMBERSHIP);
}

/* Is the module in the list of modules of this kernel? True if the list cannot be read. */
static bool is_installed(const char *release)
{
	char path[128], line[4096];
	bool found = false;
	FILE *file;

	snprintf(path, sizeof(path), "/lib/modules/%s/modules.dep", release);
	file = fopen(path, "re");
	if (!file)
		return true;
	while (!found && fgets(line, sizeof(line), file))
		found = strstr(line, "/pausectl.ko");
	fclose(file);
	return found;
}

const char *module_state(void)
{
	static char state[160];
	struct utsname kernel;

	if (!access("/sys/module/pausectl", F_OK) || uname(&kernel))
		return NULL;
	if (is_installed(kernel.release))
		return "the pausectl module is not loaded: \"modprobe pausectl\" says why";
	snprintf(state, sizeof(state), "the pausectl module is not installed for Linux %s",
		 kernel.release);
	return state;
}

int genl_open_refused(const struct genl *genl, const char *asked, int error)
{
	const char *state = error == -ENOENT ? module_state() : NULL;

	return state ? refused(asked, "%s", state) : genl_refused(genl, asked, error);
}

/* @asked names a device behind "dev". */
static int netlink_no_port(const char *asked, const char *device)
{
	int length = (int)strcspn(device, " ");

	return refused(asked, "no port on %.*s; make one with: pausectl%s%s add %.*s", length,
		       device, netns_name() ? " -n " : "", netns_name() ?: "", length, device);
}

int genl_refused(const struct genl *genl, const char *asked, int error)
{
	const char *device = strstr(asked, " dev ");

	if (error == -ENOENT && device)
		return netlink_no_port(asked, device + strlen(" dev "));
	if (genl->message[0])
		return refused(asked, "%s", genl->message);
	if (error == -EINTR)
		return refused(asked, "ports come and go too fast, no list in %d tries was whole",
			       DUMP_TRIES);
	if (error == -EPERM)
		return refused(asked, "needs CAP_NET_ADMIN over the network namespace");
	return refused(asked, "%s", strerror(-error));
}
