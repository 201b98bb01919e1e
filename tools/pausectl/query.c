// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "netlink.h"
#include "output.h"
#include "query.h"
#include "settings.h"

struct printer {
	void (*print)(const struct nlattr *const *attributes);
};

static int on_port(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	const struct printer *printer = data;

	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	object_begin();
	print_device(attributes);
	printer->print(attributes);
	object_end();
	return MNL_CB_OK;
}

static int ask(const char *asked, uint8_t command, unsigned int index, struct printer *printer)
{
	union genl_request request;
	struct nlmsghdr *header = genl_prepare(&request, command, index ? 0 : NLM_F_DUMP);
	struct genl genl;
	int error = genl_open(&genl);

	/* Without the family there are no ports. A request for all ports gets an empty list. */
	if (error == -ENOENT && !index)
		return STATUS_OK;
	if (error)
		return genl_open_refused(&genl, asked, error);
	if (index)
		mnl_attr_put_u32(header, PAUSECTL_A_IFINDEX, index);
	error = genl_call(&genl, header, on_port, printer);
	genl_close(&genl);
	return error ? genl_refused(&genl, asked, error) : STATUS_OK;
}

int query(const struct command *command, char **words, uint8_t request,
	  void (*print)(const struct nlattr *const *attributes))
{
	static const char *const options[] = { "dev", NULL };
	struct printer printer = { print };
	const char *device = NULL;
	struct parse_error err;
	unsigned int index = 0;
	char asked[64];
	int status;

	take_bare_device(&device, &words, options);
	while (*words)
		if (parse_choice("option", next_word(&words), options, &index, &err) ||
		    take_device(&device, &words, &err))
			return usage_error(command, err.text);

	snprintf(asked, sizeof(asked), "%s%s%s", command->name, device ? " dev " : "",
		 device ? device : "");
	index = device ? device_index(asked, device) : 0;
	if (device && !index)
		return STATUS_REFUSED;
	list_begin();
	status = ask(asked, request, index, &printer);
	if (status == STATUS_OK)
		list_end();
	else
		list_cancel();
	return status;
}
