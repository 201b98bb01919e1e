// SPDX-License-Identifier: GPL-2.0
/* Ask the kernel for ports, and listen to their events. This prints nothing but errors. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <linux/genetlink.h>

#include <uapi/pausectl.h>

#include "lib.h"

/* --- ask ------------------------------------------------------------------------------------ */

struct question {
	const char *asked;
	uint8_t request;
	unsigned int index;
	port_fn *port;
	void *data;
};

static int query_on_port(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	const struct question *question = data;

	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	question->port(attributes, question->data);
	return MNL_CB_OK;
}

int query_socket(struct genl *genl, uint8_t request, unsigned int index, port_fn *port, void *data)
{
	struct question question = { .port = port, .data = data };
	union genl_request message;
	struct nlmsghdr *header = genl_prepare(&message, request, index ? 0 : NLM_F_DUMP);

	if (index)
		mnl_attr_put_u32(header, PAUSECTL_A_IFINDEX, index);
	return genl_call(genl, header, port ? query_on_port : NULL, &question);
}

static int query_ask(void *data)
{
	const struct question *question = data;
	struct genl genl;
	int error = genl_open(&genl);

	/* Without the family there are no ports. A request for all ports finds none. */
	if (error == -ENOENT && !question->index)
		return STATUS_OK;
	if (error)
		return genl_open_refused(&genl, question->asked, error);
	error = query_socket(&genl, question->request, question->index, question->port,
			     question->data);
	genl_close(&genl);
	return error ? genl_refused(&genl, question->asked, error) : STATUS_OK;
}

int query_ports(const char *asked, uint8_t request, unsigned int index, port_fn *port, void *data)
{
	struct question question = { asked, request, index, port, data };

	return index ? query_ask(&question) : netns_visit(query_ask, &question);
}

/* --- listen --------------------------------------------------------------------------------- */

static int listen_here(void *data)
{
	struct listeners *listeners = data;
	struct listener *listener = realloc(listeners->each,
					    (listeners->count + 1) * sizeof(*listener));
	int error;

	if (!listener)
		return refused(listeners->asked, "%s", strerror(ENOMEM));
	listeners->each = listener;
	listener += listeners->count++;
	memset(listener, 0, sizeof(*listener));
	listener->netns = netns_name() ? strdup(netns_name()) : NULL;
	error = genl_open(&listener->events);
	if (!error && listeners->asks)
		error = genl_open(&listener->requests);
	if (error)
		return genl_open_refused(&listener->events, listeners->asked, error);
	error = genl_subscribe(&listener->events);
	return error ? genl_refused(&listener->events, listeners->asked, error) : STATUS_OK;
}

int listen_begin(struct listeners *listeners, const char *asked)
{
	unsigned int i;
	int status;

	*listeners = (struct listeners){ .asked = asked, .asks = listeners->asks };
	status = netns_visit(listen_here, listeners);
	if (status != STATUS_OK)
		return status;
	listeners->fds = calloc(listeners->count + 2, sizeof(*listeners->fds));
	if (!listeners->fds)
		return refused(asked, "%s", strerror(ENOMEM));
	for (i = 0; i < listeners->count + 2; i++)
		listeners->fds[i] = (struct pollfd){
			.fd = i < listeners->count ?
			      mnl_socket_get_fd(listeners->each[i].events.socket) : -1,
			.events = POLLIN,
		};
	return STATUS_OK;
}

void listen_end(struct listeners *listeners)
{
	unsigned int i;

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
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	const struct genlmsghdr *extra = mnl_nlmsg_get_payload(header);
	const struct listeners *listeners = data;

	if (extra->cmd != PAUSECTL_CMD_EVENT_NTF)
		return MNL_CB_OK;
	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	listeners->event(attributes, listeners->data);
	return MNL_CB_OK;
}

/* Receive the events that a socket has now; 0 or a negative errno. */
static int receive(struct listeners *listeners, struct listener *listener)
{
	union genl_reply reply;
	ssize_t length = mnl_socket_recvfrom(listener->events.socket, &reply, sizeof(reply));

	if (length < 0 && errno == ENOBUFS) {
		listener->overrun = true;
		return 0;
	}
	netns_speak_of(listener->netns);
	if (length < 0 || mnl_cb_run(&reply, length, 0, 0, on_message, listeners) < 0)
		return -errno;
	return 0;
}

/*
 * Take what poll() has found; 0 or a negative errno. The kernel tells of an overrun at once, and
 * drops events until the program has read the events that found room. So the overrun belongs behind
 * those events. The socket gets all later events.
 */
static int query_serve(struct listeners *listeners)
{
	struct listener *listener = listeners->each;
	unsigned int i;
	int error = 0;

	for (i = 0; i < listeners->count && !error; i++, listener++) {
		if (listeners->fds[i].revents) {
			error = receive(listeners, listener);
		} else if (listener->overrun) {
			netns_speak_of(listener->netns);
			listeners->event(NULL, listeners->data);
			listener->overrun = false;
		}
	}
	netns_speak_of(listeners->each[0].netns);
	return error;
}

int listen_wait(struct listeners *listeners, int timeout, event_fn *event, void *data)
{
	unsigned int i;

	listeners->event = event;
	listeners->data = data;
	for (i = 0; i < listeners->count; i++)
		if (listeners->each[i].overrun)
			timeout = 0;
	if (poll(listeners->fds, listeners->count + 2, timeout) < 0)
		return errno == EINTR ? 0 : -errno;
	return query_serve(listeners);
}

int listen_last(struct listeners *listeners, event_fn *event, void *data)
{
	int error = 0, found = 1;
	unsigned int i;

	listeners->event = event;
	listeners->data = data;
	for (i = 0; i < listeners->count && !error; i++)
		error = genl_unsubscribe(&listeners->each[i].events);
	/* When none is readable, this tells of overruns for the last time. */
	while (!error && found > 0) {
		found = poll(listeners->fds, listeners->count, 0);
		if (found >= 0)
			error = query_serve(listeners);
	}
	return error;
}
