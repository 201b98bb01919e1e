// SPDX-License-Identifier: GPL-2.0
/*
 * This program replaces the socket functions of libmnl and answers as the kernel does. Dumps may be
 * torn: the caller gets only whole ones. Requests may be refused: the user gets the reason.
 */
#include <errno.h>

#include <linux/genetlink.h>
#include <uapi/pausectl.h>

#include "mnl.h"
#include "unit.h"
#include "lib.h"

#define PORTS	3

static struct {
	unsigned int asked;	/* how often */
	unsigned int torn;	/* how many of the dumps are torn, from the first on */
	unsigned int sent;	/* ports of this dump */
	unsigned int refused;	/* number of the request that is refused, 0: none */
	unsigned int ends;	/* from this request on only ends are sent, 0: never */
	uint32_t sequence;
} kernel;

ssize_t mnl_socket_sendto(const struct mnl_socket *socket, const void *octets, size_t length)
{
	const struct nlmsghdr *request = octets;

	kernel.asked++;
	kernel.sent = 0;
	kernel.sequence = request->nlmsg_seq;
	return (ssize_t)length;
}

/* The end of a request, with a word about it */
static void put_end(struct nlmsghdr *header)
{
	struct nlmsgerr *end = mnl_nlmsg_put_extra_header(header, sizeof(*end));

	memset(end, 0, sizeof(*end));
	header->nlmsg_type = NLMSG_ERROR;
	header->nlmsg_flags = NLM_F_CAPPED | NLM_F_ACK_TLVS;
	end->error = kernel.asked == kernel.refused ? -EBUSY : 0;
	mnl_attr_put_strz(header, NLMSGERR_ATTR_MSG, end->error ? "no" : "yes");
}

/* A message for each port, then the end. In a torn dump messages after the first are marked. */
ssize_t mnl_socket_recvfrom(const struct mnl_socket *socket, void *octets, size_t room)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(octets);

	header->nlmsg_seq = kernel.sequence;
	if (kernel.ends && kernel.asked >= kernel.ends) {
		put_end(header);
		return header->nlmsg_len;
	}
	header->nlmsg_flags = NLM_F_MULTI;
	if (kernel.asked <= kernel.torn && kernel.sent)
		header->nlmsg_flags |= NLM_F_DUMP_INTR;
	if (kernel.sent++ < PORTS) {
		header->nlmsg_type = GENL_ID_CTRL;
		mnl_nlmsg_put_extra_header(header, sizeof(struct genlmsghdr));
	} else {
		header->nlmsg_type = NLMSG_DONE;
		memset(mnl_nlmsg_put_extra_header(header, sizeof(int)), 0, sizeof(int));
	}
	return header->nlmsg_len;
}

unsigned int mnl_socket_get_portid(const struct mnl_socket *socket)
{
	return 0;
}

static int on_port(const struct nlmsghdr *header, void *data)
{
	unsigned int *ports = data;

	++*ports;
	return MNL_CB_OK;
}

/* Ask for a dump; the first @torn answers are torn. @ports: how many ports the caller gets */
static int dump(unsigned int torn, unsigned int *ports)
{
	struct genl genl = { .family = GENL_ID_CTRL };
	union genl_request request;

	memset(&kernel, 0, sizeof(kernel));
	kernel.torn = torn;
	*ports = 0;
	return genl_call(&genl, genl_prepare(&request, PAUSECTL_CMD_PORT_GET, NLM_F_DUMP),
			 on_port, ports);
}

TEST(a_whole_dump_is_asked_for_once)
{
	unsigned int ports;

	assert_int_equal(dump(0, &ports), 0);
	assert_int_equal(ports, PORTS);
	assert_int_equal(kernel.asked, 1);
}

TEST(torn_dumps_are_asked_for_again)
{
	unsigned int ports;

	assert_int_equal(dump(99, &ports), 0);
	assert_int_equal(ports, PORTS);
	assert_int_equal(kernel.asked, 100);
}

TEST(there_is_an_end_to_it)
{
	unsigned int ports;

	assert_int_equal(dump(UINT32_MAX, &ports), -EINTR);
	assert_int_equal(ports, 0);
	assert_int_equal(kernel.asked, 100);
}

/* Each port makes a request, of which the first is refused. Nobody warns of these for the dump. */
static int ask_more(const struct nlmsghdr *header, void *data)
{
	union genl_request request;
	int error = genl_call(data, genl_prepare(&request, PAUSECTL_CMD_STATS_GET, 0), NULL, NULL);

	assert_int_equal(error, kernel.asked == kernel.refused ? -EBUSY : 0);
	return MNL_CB_OK;
}

/* What a test says on stderr, from hear() to heard(), which demands the text */
static struct {
	FILE *stderr;
	char *text;
	size_t length;
} ear;

static void hear(void)
{
	ear.stderr = stderr;
	stderr = open_memstream(&ear.text, &ear.length);
}

static void heard(const char *text)
{
	fclose(stderr);
	stderr = ear.stderr;
	assert_string_equal(ear.text, text);
	free(ear.text);
}

TEST(an_answer_may_ask_for_more)
{
	struct genl genl = { .family = GENL_ID_CTRL };
	union genl_request request;

	memset(&kernel, 0, sizeof(kernel));
	kernel.refused = 2;
	kernel.ends = 2;
	hear();
	assert_int_equal(genl_call(&genl, genl_prepare(&request, PAUSECTL_CMD_PORT_GET, NLM_F_DUMP),
				   ask_more, &genl), 0);
	heard("test_netlink: warning: yes\ntest_netlink: warning: yes\n");
	assert_int_equal(kernel.asked, 1 + PORTS);
}

/* The words about the second of two sockets, not those about the first */
TEST(who_is_refused_says_why)
{
	struct listeners listeners;

	memset(&kernel, 0, sizeof(kernel));
	kernel.refused = 2;
	kernel.ends = 1;
	hear();
	assert_int_equal(listen_begin(&listeners, "record"), STATUS_REFUSED);
	heard("test_netlink: warning: yes\ntest_netlink: record: no\n");
	listen_end(&listeners);
}
