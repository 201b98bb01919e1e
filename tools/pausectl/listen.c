// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <linux/genetlink.h>
#include <uapi/pausectl.h>

#include "listen.h"
#include "pausectl.h"

struct receiver {
	void (*event)(const struct nlattr *const *attributes, void *data);
	void *data;
};

static int listen_here(void *data)
{
	struct listeners *listeners = data;
	struct listener *listener;
	int error;

	listener = realloc(listeners->each, (listeners->count + 1) * sizeof(*listener));
	if (!listener)
		return refused(listeners->asked, "%s", strerror(ENOMEM));
	listeners->each = listener;
	listener += listeners->count;
	memset(listener, 0, sizeof(*listener));
	error = genl_open(&listener->genl);
	if (error)
		return genl_open_refused(&listener->genl, listeners->asked, error);
	listener->netns = netns_name() ? strdup(netns_name()) : NULL;
	listeners->count++;
	error = genl_subscribe(&listener->genl);
	return error ? genl_refused(&listener->genl, listeners->asked, error) : STATUS_OK;
}

int listen_begin(struct listeners *listeners, const char *asked)
{
	unsigned int i;
	int status;

	memset(listeners, 0, sizeof(*listeners));
	listeners->asked = asked;
	status = netns_visit(listen_here, listeners);
	if (status != STATUS_OK)
		return status;
	listeners->fds = calloc(listeners->count + 2, sizeof(*listeners->fds));
	if (!listeners->fds)
		return refused(asked, "%s", strerror(ENOMEM));
	for (i = 0; i < listeners->count; i++) {
		listeners->fds[i].fd = mnl_socket_get_fd(listeners->each[i].genl.socket);
		listeners->fds[i].events = POLLIN;
	}
	return STATUS_OK;
}

void listen_end(struct listeners *listeners)
{
	unsigned int i;

	netns_speak_of(NULL);
	for (i = 0; i < listeners->count; i++) {
		genl_close(&listeners->each[i].genl);
		free(listeners->each[i].netns);
	}
	free(listeners->each);
	free(listeners->fds);
}

static int on_message(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	const struct genlmsghdr *extra = mnl_nlmsg_get_payload(header);
	const struct receiver *receiver = data;

	if (extra->cmd != PAUSECTL_CMD_EVENT_NTF)
		return MNL_CB_OK;
	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	receiver->event(attributes, receiver->data);
	return MNL_CB_OK;
}

int listen_receive(struct listener *listener,
		   void (*event)(const struct nlattr *const *attributes, void *data), void *data)
{
	struct receiver receiver = { event, data };
	union genl_reply reply;
	ssize_t length = mnl_socket_recvfrom(listener->genl.socket, &reply, sizeof(reply));

	if (length < 0 && errno == ENOBUFS) {
		listener->overrun = true;
		return 0;
	}
	netns_speak_of(listener->netns);
	if (length < 0 || mnl_cb_run(&reply, length, 0, 0, on_message, &receiver) < 0)
		return -errno;
	return 0;
}
