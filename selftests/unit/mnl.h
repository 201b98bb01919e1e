/* SPDX-License-Identifier: GPL-2.0 */
/* What of libmnl opens and closes sockets, for tests that answer in place of the kernel. */
#ifndef PAUSECTL_UNIT_MNL_H
#define PAUSECTL_UNIT_MNL_H

#include <libmnl/libmnl.h>

struct mnl_socket *mnl_socket_open2(int bus, int flags)
{
	static int socket;

	return (struct mnl_socket *)&socket;
}

int mnl_socket_bind(struct mnl_socket *socket, unsigned int groups, pid_t pid)
{
	return 0;
}

int mnl_socket_setsockopt(const struct mnl_socket *socket, int type, void *value, socklen_t size)
{
	return 0;
}

int mnl_socket_close(struct mnl_socket *socket)
{
	return 0;
}

#endif /* PAUSECTL_UNIT_MNL_H */
