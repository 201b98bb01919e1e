// SPDX-License-Identifier: GPL-2.0
#include <net/if.h>
#include <stdarg.h>
#include <stdio.h>

#include "pausectl.h"

const char *next_word(char ***words)
{
	return **words ? *(*words)++ : NULL;
}

int take_device(const char **device, char ***words, struct parse_error *err)
{
	const char *word = next_word(words);

	if (!word)
		return parse_refuse(err, "dev", word, "names of network devices");
	if (*device)
		return parse_twice(err, "option", "dev");
	*device = word;
	return 0;
}

unsigned int device_index(const char *asked, const char *device)
{
	unsigned int index = if_nametoindex(device);

	if (!index)
		refused(asked, "no such device \"%s\"", device);
	return index;
}

int usage_error(const struct command *command, const char *reason)
{
	fprintf(stderr, "pausectl: %s\nusage: pausectl %s %s\n", reason,
		command->name, command->grammar);
	return STATUS_USAGE;
}

int refused(const char *asked, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "pausectl: %s: ", asked);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return STATUS_REFUSED;
}
