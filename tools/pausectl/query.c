// SPDX-License-Identifier: GPL-2.0
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
};

static void print_port(const struct nlattr *const *attributes, void *data)
{
	const struct printer *printer = data;

	object_begin();
	print_device(attributes);
	printer->print(attributes);
	object_end();
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
	while (*words) {
		const char *word = next_word(&words);

		if (device && strcmp(word, "dev")) {
			parse_refuse(&err, "option", word, "one device, or none for all ports");
			return usage_error(command, err.text);
		}
		if (parse_choice("option", word, options, &index, &err) ||
		    take_device(&device, &words, &err))
			return usage_error(command, err.text);
	}

	snprintf(asked, sizeof(asked), "%s%s%s", command->name, device ? " dev " : "",
		 device ? device : "");
	if (device && netns_all())
		return usage_error(command, "-n all: allowed only without a device");
	index = device ? device_index(asked, device) : 0;
	if (device && !index)
		return STATUS_REFUSED;
	list_begin();
	status = query_ports(asked, request, index, print_port, &printer);
	if (status == STATUS_OK)
		list_end();
	else
		list_cancel();
	return status;
}
