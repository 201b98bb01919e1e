// SPDX-License-Identifier: GPL-2.0
/* Options of commands, from tables. */
#include <stdio.h>
#include <string.h>

#include "station.h"

static void put_number(void *at, size_t size, uint64_t value)
{
	if (size == 1)
		*(uint8_t *)at = value;
	else if (size == 2)
		*(uint16_t *)at = value;
	else if (size == 4)
		*(uint32_t *)at = value;
	else
		*(uint64_t *)at = value;
}

void take_option(const struct option *table, void *to, char ***words)
{
	const char *key = next_word(words, "option");
	const struct option *option = table;
	void *at;

	while (option->key && strcmp(key, option->key))
		option++;
	if (!option->key)
		usage("option \"%s\" is unknown, see station --help", key);
	at = (uint8_t *)to + option->at;
	if (option->take)
		option->take(at, option, next_word(words, key));
	else if (!option->max)
		put_number(at, option->size, 1);
	else
		put_number(at, option->size, parse_number(next_word(words, key), key, option->min,
							  option->max));
}

void take_options(const struct option *table, void *to, char **words)
{
	while (*words)
		take_option(table, to, &words);
}

void take_time(void *to, const struct option *option, const char *word)
{
	put_number(to, option->size, parse_time_ns(word));
}

void take_mac(void *to, const struct option *option, const char *word)
{
	(void)option;
	parse_mac(word, to);
}

/* At most eight numbers with commas between them. The other numbers are 0. */
unsigned int parse_values(const char *word, uint64_t values[PRIORITIES])
{
	char text[256], *rest = text, *part;
	unsigned int n = 0;

	memset(values, 0, PRIORITIES * sizeof(*values));
	snprintf(text, sizeof(text), "%s", word);
	while (n < PRIORITIES && (part = strsep(&rest, ",")))
		values[n++] = parse_number(part, "value", 0, UINT64_MAX);
	return n;
}

/* Such numbers, to an array of eight */
void take_list(void *to, const struct option *option, const char *word)
{
	size_t size = option->size / PRIORITIES, i;
	uint64_t values[PRIORITIES];

	parse_values(word, values);
	for (i = 0; i < PRIORITIES; i++)
		put_number((uint8_t *)to + i * size, size, values[i]);
}
