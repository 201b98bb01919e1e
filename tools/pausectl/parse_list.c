// SPDX-License-Identifier: GPL-2.0
/* The words that are lists of priorities; the single values are in parse.c. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "parse.h"

struct item {
	char text[32];
};

/* Take the next of the items that commas part; false when there is none left. */
static bool next_item(const char **rest, struct item *item)
{
	size_t length;

	if (!*rest)
		return false;
	length = strcspn(*rest, ",");
	/* Cut, an overlong item could turn into a good one; the dots prevent it. */
	if (length < sizeof(item->text))
		snprintf(item->text, sizeof(item->text), "%.*s", (int)length, *rest);
	else
		snprintf(item->text, sizeof(item->text), "%.28s...", *rest);
	*rest = (*rest)[length] ? *rest + length + 1 : NULL;
	return true;
}

/* "3" or "3-5" */
static bool item_range(const char *item, unsigned int *first, unsigned int *last)
{
	size_t length = strlen(item);

	if (length != 1 && !(length == 3 && item[1] == '-'))
		return false;
	*first = (unsigned int)item[0] - '0';
	*last = (unsigned int)item[length - 1] - '0';
	return *first < PRIORITIES && *last < PRIORITIES;
}

int parse_priorities(const char *what, const char *word, uint32_t *mask,
		     struct parse_error *err)
{
	unsigned int first, last;
	const char *rest = word;
	uint32_t result = 0;
	struct item item;

	if (!word || !*word)
		return parse_refuse(err, what, word, "lists like 3,4 or 0-7, all, none");
	if (!strcmp(word, "none") || !strcmp(word, "all")) {
		*mask = !strcmp(word, "all") ? (1 << PRIORITIES) - 1 : 0;
		return 0;
	}
	while (next_item(&rest, &item)) {
		if (!item_range(item.text, &first, &last))
			return parse_refuse(err, "priority", item.text, "0 to 7");
		if (first > last)
			return parse_refuse(err, "priority", item.text,
					    "ranges from low to high, like 3-5");
		for (; first <= last; first++)
			result |= 1U << first;
	}
	*mask = result;
	return 0;
}

int parse_pfc(const char *what, const char *word, uint8_t *vector,
	      uint16_t quanta[PRIORITIES], struct parse_error *err)
{
	uint16_t result[PRIORITIES] = { 0 };
	const char *rest = word;
	unsigned int seen = 0;
	struct item item;

	if (!word || !*word)
		return parse_refuse(err, what, word,
				    "PRIO:QUANTA[,PRIO:QUANTA...], like 3:65535,4:0");
	while (next_item(&rest, &item)) {
		char *colon = strchr(item.text, ':');
		uint64_t priority, value;

		if (!colon)
			return parse_refuse(err, what, item.text,
					    "PRIO:QUANTA pairs, like 3:65535");
		*colon = '\0';
		if (parse_number("priority", item.text, 0, PRIORITIES - 1, &priority, err) ||
		    parse_number("quanta", colon + 1, 0, MAX_QUANTA, &value, err))
			return -1;
		if (seen & 1U << priority)
			return parse_twice(err, "priority", item.text);
		seen |= 1U << priority;
		result[priority] = value;
	}
	*vector = seen;
	memcpy(quanta, result, sizeof(result));
	return 0;
}
