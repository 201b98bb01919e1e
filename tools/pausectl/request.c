// SPDX-License-Identifier: GPL-2.0
/* What several commands share: a request about the port of a device. */
#include <errno.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "pausectl.h"

int port_request(const char *asked, const char *device, struct nlmsghdr *message, bool *no_port)
{
	unsigned int index = device_index(asked, device);
	struct genl genl;
	int error;

	if (!index)
		return STATUS_REFUSED;
	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	error = genl_open(&genl);
	if (!error) {
		error = genl_call(&genl, message, NULL, NULL);
		genl_close(&genl);
	} else if (!no_port) {
		return genl_open_refused(&genl, asked, error);
	}
	if (no_port)
		*no_port = error == -ENOENT;
	if (!error || (no_port && *no_port))
		return STATUS_OK;
	return genl_refused(&genl, asked, error);
}
