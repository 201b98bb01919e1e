// SPDX-License-Identifier: GPL-2.0
#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "format.h"
#include "netlink.h"
#include "output.h"
#include "query.h"

void print_netns(void)
{
	struct word shown;

	if (!netns_other())
		return;
	shown = format_name(netns_other());
	add_string("netns", shown.text);
	print_text("%s/", shown.text);
}

void print_device(const struct nlattr *const *attributes)
{
	const struct nlattr *name = attributes[PAUSECTL_A_IFNAME];
	const struct nlattr *index = attributes[PAUSECTL_A_IFINDEX];

	print_netns();
	if (name) {
		struct word shown = format_name(mnl_attr_get_str(name));

		add_string("ifname", shown.text);
		text_color(COLOR_DEVICE);
		print_text("%s", shown.text);
		text_color(COLOR_OFF);
	}
	if (index)
		add_number("ifindex", mnl_attr_get_u32(index));
}

struct printer {
	void (*print)(const struct nlattr *const *attributes);
	const char *device;	/* NULL: all */
	bool any;
};

static void print_port(const struct nlattr *const *attributes, void *data)
{
	const struct nlattr *index = attributes[PAUSECTL_A_IFINDEX];
	struct printer *printer = data;

	/* With "-n all", the name may be one of ports in several namespaces. */
	if (printer->device &&
	    (!index || mnl_attr_get_u32(index) != if_nametoindex(printer->device)))
		return;
	printer->any = true;
	object_begin();
	print_device(attributes);
	printer->print(attributes);
	object_end();
}

/* For text: JSON has an empty list. */
static void tell_no_port(void)
{
	if (netns_all())
		print_text("there is no port in any network namespace\n");
	else
		print_text("there is no port: pausectl%s%s add DEV\n",
			   netns_name() ? " -n " : "", netns_name() ?: "");
}

int query(const struct command *command, char **words, uint8_t request,
	  void (*print)(const struct nlattr *const *attributes))
{
	struct printer printer = { .print = print };
	const char *device = NULL;
	struct parse_error err;
	unsigned int index = 0;
	char asked[64];
	int status;

	if (take_only_device(&device, words, &err))
		return usage_error(command, err.text);
	snprintf(asked, sizeof(asked), "%s%s%s", command->name, device ? " dev " : "",
		 device ? device : "");
	if (netns_all())
		printer.device = device;
	index = device && !netns_all() ? device_index(asked, device) : 0;
	if (device && !netns_all() && !index)
		return STATUS_REFUSED;
	list_begin();
	status = query_ports(asked, request, index, print_port, &printer);
	if (status == STATUS_OK && printer.device && !printer.any)
		status = refused(asked, "no network namespace has such a port");
	if (status == STATUS_OK && !printer.any)
		tell_no_port();
	if (status == STATUS_OK)
		list_end();
	else
		list_cancel();
	return status;
}
