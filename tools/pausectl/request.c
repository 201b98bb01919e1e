// SPDX-License-Identifier: GPL-2.0
/* What several commands share: words with values, and a request about the port of a device. */
#include <errno.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "pausectl.h"

int take_values(const char **device, bool needs_device, char **words,
		const struct named_value *values, struct parse_error *err)
{
	const char *names[NAMED_VALUES_MAX + 2] = { "dev" };
	const struct named_value *named;
	unsigned int i;

	for (i = 0; values[i].name; i++)
		names[i + 1] = values[i].name;
	if (!needs_device)
		take_bare_device(device, &words, names);
	else if (take_first_device(device, &words, names, err))
		return -1;
	while (*words) {
		const char *word = next_word(&words);
		/* Behind a device, a message does not offer "dev". */
		bool later = *device && strcmp(word, "dev");

		if (parse_choice("option", word, names + later, &i, err))
			return -1;
		i += later;
		if (!i) {
			if (take_device(device, &words, err))
				return -1;
			continue;
		}
		named = &values[i - 1];
		if (*named->value)
			return parse_twice(err, "option", word);
		if (!named->parse)
			*named->value = 1;
		else if (named->parse(word, next_word(&words), named->least, named->most,
				      named->value, err))
			return -1;
	}
	return 0;
}

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
