// SPDX-License-Identifier: GPL-2.0
/* Asks the kernel for ports, and prints nothing but errors. */
#include <errno.h>

#include <uapi/pausectl.h>

#include "netlink.h"
#include "query.h"

struct question {
	const char *asked;
	uint8_t request;
	unsigned int index;
	port_fn *port;
	void *data;
};

static int on_port(const struct nlmsghdr *header, void *data)
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
	return genl_call(genl, header, port ? on_port : NULL, &question);
}

static int ask(void *data)
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

	return index ? ask(&question) : netns_visit(ask, &question);
}
