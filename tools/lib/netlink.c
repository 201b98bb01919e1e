// SPDX-License-Identifier: GPL-2.0
/* Generic netlink: requests and answers, ports and their events. This prints nothing but errors. */
#include <endian.h>
#include <sys/socket.h>
#include <sys/utsname.h>

#include <linux/genetlink.h>

#include "lib.h"

/* The tool asks so often for a dump if ports that come or go tear it. */
#define DUMP_TRIES	100

/* Events of some hundred octets: room for a burst of thousands of pauses. */
#define RECEIVE_BUFFER	(8 << 20)

/* The kernel's words about the last request */
static char said[256];

void attr_table(const struct nlmsghdr *header, size_t offset, const struct nlattr **table,
		uint16_t max)
{
	const struct nlattr *attr;

	memset(table, 0, (max + 1) * sizeof(*table));
	mnl_attr_for_each(attr, header, offset)
		if (mnl_attr_get_type(attr) <= max)
			table[mnl_attr_get_type(attr)] = attr;
}

void attr_nest(const struct nlattr *nest, const struct nlattr **table, uint16_t max)
{
	const struct nlattr *attr;

	memset(table, 0, (max + 1) * sizeof(*table));
	if (!nest)
		return;
	mnl_attr_for_each_nested(attr, nest)
		if (mnl_attr_get_type(attr) <= max)
			table[mnl_attr_get_type(attr)] = attr;
}

static uint64_t number_at(const uint8_t *octets, size_t size)
{
	uint64_t number = 0;
	size_t skip = htobe16(1) == 1 ? sizeof(number) - size : 0;

	if (size <= sizeof(number))
		memcpy((uint8_t *)&number + skip, octets, size);
	return number;
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

/* Of NLMSG_DONE or NLMSG_ERROR: the error, and perhaps the text of the extended ack */
static int read_end(const struct nlmsghdr *header)
{
	const struct nlmsgerr *end = mnl_nlmsg_get_payload(header);
	size_t length = mnl_nlmsg_get_payload_len(header), offset = sizeof(end->error);
	int error = length >= sizeof(end->error) ? end->error : 0;
	const struct nlattr *attr;

	if (header->nlmsg_type == NLMSG_ERROR && length >= sizeof(*end)) {
		offset = sizeof(*end);
		/* Unless capped, the whole request comes back before the attributes. */
		if (error && !(header->nlmsg_flags & NLM_F_CAPPED))
			offset += MNL_ALIGN(end->msg.nlmsg_len) - MNL_NLMSG_HDRLEN;
	}
	if (header->nlmsg_flags & NLM_F_ACK_TLVS && length >= offset)
		mnl_attr_for_each(attr, header, offset)
			if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
				snprintf(said, sizeof(said), "%.*s",
					 (int)mnl_attr_get_payload_len(attr),
					 mnl_attr_get_str(attr));
	return error;
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

/* Receive the whole answer, which the caller frees. Its error, 0 or a negative errno */
static int receive_all(struct genl *genl, char **octets, size_t *length)
{
	bool torn = false, last = false;
	int error = 0;

	while (!last) {
		const struct nlmsghdr *at;
		ssize_t came;
		int left;

		*octets = room_for(*octets, *length + sizeof(union genl_reply), 1);
		at = (const void *)(*octets + *length);
		came = mnl_socket_recvfrom(genl->socket, *octets + *length,
					   sizeof(union genl_reply));
		if (came < 0)
			return -errno;
		*length += MNL_ALIGN(came);
		for (left = (int)came; mnl_nlmsg_ok(at, left); at = mnl_nlmsg_next(at, &left)) {
			torn |= !!(at->nlmsg_flags & NLM_F_DUMP_INTR);
			if (at->nlmsg_type != NLMSG_DONE && at->nlmsg_type != NLMSG_ERROR)
				continue;
			last = true;
			if (!torn)
				error = read_end(at);
		}
	}
	/* Ports have come or gone during the dump. */
	return torn ? -EINTR : error;
}

/* Receive the whole answer first: no caller gets a torn one, and @answer may ask for more. */
static int call_once(struct genl *genl, struct nlmsghdr *request, mnl_cb_t answer, void *data)
{
	char *octets = NULL;
	size_t length = 0;
	int error;

	*said = '\0';
	request->nlmsg_seq = ++genl->sequence;
	if (mnl_socket_sendto(genl->socket, request, request->nlmsg_len) < 0)
		return -errno;
	error = receive_all(genl, &octets, &length);
	if (!error && *said)
		complain("warning: %s", said);
	if (!error && mnl_cb_run(octets, length, genl->sequence,
				 mnl_socket_get_portid(genl->socket), answer, data) < 0)
		error = -errno;
	free(octets);
	return error;
}

int genl_call(struct genl *genl, struct nlmsghdr *request, mnl_cb_t answer, void *data)
{
	unsigned int tries = DUMP_TRIES;
	int error;

	request->nlmsg_type = genl->family;
	do {
		error = call_once(genl, request, answer, data);
	} while (error == -EINTR && --tries);
	return error;
}

static int on_family(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *family[CTRL_ATTR_MCAST_GROUPS + 1], *group;
	const struct nlattr *member[CTRL_ATTR_MCAST_GRP_MAX + 1];
	struct genl *genl = data;

	attr_table(header, sizeof(struct genlmsghdr), family, CTRL_ATTR_MCAST_GROUPS);
	genl->family = attr_number(family[CTRL_ATTR_FAMILY_ID]);
	if (!family[CTRL_ATTR_MCAST_GROUPS])
		return MNL_CB_OK;
	mnl_attr_for_each_nested(group, family[CTRL_ATTR_MCAST_GROUPS]) {
		attr_nest(group, member, CTRL_ATTR_MCAST_GRP_MAX);
		if (!strcmp(attr_text(member[CTRL_ATTR_MCAST_GRP_NAME]), PAUSECTL_MCGRP_EVENTS))
			genl->events = attr_number(member[CTRL_ATTR_MCAST_GRP_ID]);
	}
	return MNL_CB_OK;
}

static int open_socket(struct genl *genl, int protocol)
{
	int on = 1, error;

	*said = '\0';
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
	union genl_request request;
	struct nlmsghdr *header = genl_prepare(&request, CTRL_CMD_GETFAMILY, 0);
	int error = open_socket(genl, NETLINK_GENERIC);

	if (error)
		return error;
	genl->family = GENL_ID_CTRL;
	mnl_attr_put_strz(header, CTRL_ATTR_FAMILY_NAME, PAUSECTL_GENL_NAME);
	error = genl_call(genl, header, on_family, genl);
	if (error)
		genl_close(genl);
	return error == -ENOENT ? -ENOPKG : error;
}

int route_call(struct nlmsghdr *request, uint16_t type, mnl_cb_t answer, void *data)
{
	struct genl route;
	int error = open_socket(&route, NETLINK_ROUTE);

	route.family = type;
	if (!error)
		error = genl_call(&route, request, answer, data);
	genl_close(&route);
	return error;
}

void genl_close(struct genl *genl)
{
	if (genl->socket)
		mnl_socket_close(genl->socket);
	genl->socket = NULL;
}

const char *module_state(void)
{
	static char state[160];
	char path[128], line[4096];
	struct utsname kernel;
	bool installed;
	FILE *list;

	if (!access("/sys/module/pausectl", F_OK) || uname(&kernel))
		return NULL;
	snprintf(path, sizeof(path), "/lib/modules/%s/modules.dep", kernel.release);
	list = fopen(path, "re");
	/* Without a list nobody knows. */
	installed = !list;
	while (!installed && fgets(line, sizeof(line), list))
		installed = strstr(line, "/pausectl.ko");
	if (list)
		fclose(list);
	if (installed)
		return "the pausectl module is not loaded: \"modprobe pausectl\" says why";
	snprintf(state, sizeof(state), "the pausectl module is not installed for Linux %s",
		 kernel.release);
	return state;
}

int genl_refused(const char *asked, int error)
{
	const char *device = strstr(asked, " dev "), *netns = netns_name();
	const char *state = error == -ENOPKG ? module_state() : NULL;

	if (state)
		return refused(asked, "%s", state);
	error = error == -ENOPKG ? -ENOENT : error;
	if (error == -ENOENT && device) {
		device += strlen(" dev ");
		return refused(asked, "no port on %.*s; make one with: pausectl%s%s add %.*s",
			       (int)strcspn(device, " "), device, netns ? " -n " : "", netns ?: "",
			       (int)strcspn(device, " "), device);
	}
	if (*said)
		return refused(asked, "%s", said);
	if (error == -EINTR)
		return refused(asked, "ports come and go too fast, no list in %d tries was whole",
			       DUMP_TRIES);
	if (error == -EPERM)
		return refused(asked, "needs CAP_NET_ADMIN over the network namespace");
	return refused(asked, "%s", strerror(-error));
}

/* --- ask for ports ------------------------------------------------------------------------ */

struct answer {
	port_fn *port;
	void *data;
};

static int on_port(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	const struct answer *answer = data;

	attr_table(header, sizeof(struct genlmsghdr), attributes, PAUSECTL_A_MAX);
	answer->port(attributes, answer->data);
	return MNL_CB_OK;
}

int query_socket(struct genl *genl, uint8_t request, unsigned int index, port_fn *port, void *data)
{
	struct answer answer = { port, data };
	union genl_request message;
	struct nlmsghdr *header = genl_prepare(&message, request, index ? 0 : NLM_F_DUMP);

	if (index)
		mnl_attr_put_u32(header, PAUSECTL_A_IFINDEX, index);
	return genl_call(genl, header, port ? on_port : NULL, &answer);
}

int query_here(uint8_t request, unsigned int index, port_fn *port, void *data)
{
	struct genl genl;
	int error = genl_open(&genl);

	if (!error)
		error = query_socket(&genl, request, index, port, data);
	genl_close(&genl);
	return error;
}

struct question {
	const char *asked;
	uint8_t request;
	unsigned int index;
	port_fn *port;
	void *data;
};

static int query_ask(void *data)
{
	const struct question *question = data;
	int error = query_here(question->request, question->index, question->port, question->data);

	/* Without the family there are no ports. A request for all ports finds none. */
	if (error == -ENOPKG && !question->index)
		return STATUS_OK;
	return error ? genl_refused(question->asked, error) : STATUS_OK;
}

int query_ports(const char *asked, uint8_t request, unsigned int index, port_fn *port, void *data)
{
	struct question question = { asked, request, index, port, data };

	return index ? query_ask(&question) : netns_visit(query_ask, &question);
}

int port_request(const char *asked, const char *device, struct nlmsghdr *message, bool *no_port)
{
	unsigned int index;
	struct genl genl;
	int error;

	if (find_device(asked, device, &index))
		return STATUS_REFUSED;
	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	error = genl_open(&genl);
	if (!error)
		error = genl_call(&genl, message, NULL, NULL);
	genl_close(&genl);
	if (no_port)
		*no_port = error == -ENOENT || error == -ENOPKG;
	return error && !(no_port && *no_port) ? genl_refused(asked, error) : STATUS_OK;
}

/* --- listen ------------------------------------------------------------------------------- */

static int set_membership(struct genl *genl, int option)
{
	return mnl_socket_setsockopt(genl->socket, option, &genl->events,
				     sizeof(genl->events)) ? -errno : 0;
}

/* Receive the events from now on, with room for a burst of them. */
static int subscribe(struct genl *genl)
{
	int size = RECEIVE_BUFFER, fd = mnl_socket_get_fd(genl->socket);

	/* Beyond the limit of the system if the program may, else up to the limit. */
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)))
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	return set_membership(genl, NETLINK_ADD_MEMBERSHIP);
}

static int listen_here(void *data)
{
	struct listeners *listeners = data;
	struct listener *listener;
	struct pollfd *fd;
	int error;

	listeners->each = room_for(listeners->each, listeners->count + 1, sizeof(*listener));
	listener = &listeners->each[listeners->count++];
	*listener = (struct listener){ .netns = netns_name() ? strdup(netns_name()) : NULL };
	error = genl_open(&listener->events) ?: genl_open(&listener->requests) ?:
		subscribe(&listener->events);
	if (error)
		return genl_refused(listeners->asked, error);
	listeners->fds = room_for(listeners->fds, FD_LISTENERS + listeners->count, sizeof(*fd));
	fd = &listeners->fds[FD_LISTENERS + listeners->count - 1];
	*fd = (struct pollfd){ .fd = mnl_socket_get_fd(listener->events.socket), .events = POLLIN };
	return STATUS_OK;
}

int listen_begin(struct listeners *listeners, const char *asked)
{
	int signals = signals_open();

	*listeners = (struct listeners){ .asked = asked };
	listeners->fds = room_for(NULL, FD_LISTENERS, sizeof(struct pollfd));
	listeners->fds[FD_SIGNALS] = (struct pollfd){ .fd = signals, .events = POLLIN };
	listeners->fds[FD_CALLER] = (struct pollfd){ .fd = -1, .events = POLLIN };
	return signals < 0 ? refused(asked, "%s", strerror(-signals)) :
			     netns_visit(listen_here, listeners);
}

bool listen_stopped(const struct listeners *listeners)
{
	return listeners->fds[FD_SIGNALS].revents;
}

void listen_end(struct listeners *listeners)
{
	unsigned int i;

	close(listeners->fds[FD_SIGNALS].fd);
	for (i = 0; i < listeners->count; i++) {
		genl_close(&listeners->each[i].events);
		genl_close(&listeners->each[i].requests);
		free(listeners->each[i].netns);
	}
	free(listeners->each);
	free(listeners->fds);
}

static int on_message(const struct nlmsghdr *header, void *data)
{
	const struct genlmsghdr *extra = mnl_nlmsg_get_payload(header);

	return extra->cmd == PAUSECTL_CMD_EVENT_NTF ? on_port(header, data) : MNL_CB_OK;
}

/* Receive the events that a socket has now; 0 or a negative errno. */
static int receive(struct listener *listener, struct answer *answer)
{
	union genl_reply reply;
	ssize_t length = mnl_socket_recvfrom(listener->events.socket, &reply, sizeof(reply));

	if (length < 0 && errno == ENOBUFS) {
		listener->overrun = true;
		return 0;
	}
	netns_speak_of(listener->netns);
	if (length < 0 || mnl_cb_run(&reply, length, 0, 0, on_message, answer) < 0)
		return -errno;
	return 0;
}

/*
 * Wait for the descriptors from @first on. Return: how many are readable, or a negative errno.
 * The kernel tells of an overrun at once, and drops events until the program has read the events
 * that found room. So the overrun belongs behind those events. The socket gets all later events.
 */
static int listen_poll(struct listeners *listeners, unsigned int first, int timeout,
		       struct answer answer)
{
	struct listener *listener = listeners->each, *end = listener + listeners->count;
	struct pollfd *fd = &listeners->fds[FD_LISTENERS];
	int found, error = 0;

	for (; listener < end; listener++)
		timeout = listener->overrun ? 0 : timeout;
	found = poll(listeners->fds + first, FD_LISTENERS + listeners->count - first, timeout);
	if (found < 0)
		return errno == EINTR ? 0 : -errno;
	for (listener = listeners->each; listener < end && !error; listener++, fd++) {
		if (fd->revents) {
			error = receive(listener, &answer);
		} else if (listener->overrun) {
			netns_speak_of(listener->netns);
			answer.port(NULL, answer.data);
			listener->overrun = false;
		}
	}
	netns_speak_of(listeners->each->netns);
	return error ?: found;
}

int listen_wait(struct listeners *listeners, uint64_t until, port_fn *event, void *data)
{
	uint64_t now = now_msec();
	int timeout = until == UINT64_MAX ? -1 : until > now ? (int)(until - now) : 0;
	int found = listen_poll(listeners, FD_SIGNALS, timeout, (struct answer){ event, data });

	return found < 0 ? found : 0;
}

int listen_last(struct listeners *listeners, port_fn *event, void *data)
{
	int found = 1, error = 0;
	unsigned int i;

	for (i = 0; i < listeners->count && !error; i++)
		error = set_membership(&listeners->each[i].events, NETLINK_DROP_MEMBERSHIP);
	/* When none is readable, this tells of overruns for the last time. */
	while (!error && found > 0)
		found = listen_poll(listeners, FD_LISTENERS, 0, (struct answer){ event, data });
	return error ?: found;
}
