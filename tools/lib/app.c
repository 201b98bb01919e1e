// SPDX-License-Identifier: GPL-2.0
#include <strings.h>

#include "lib.h"

#define NONE		0xffU	/* the priority of an entry that only removes others */
#define FROM		0xfeU	/* of one that removes all from its DSCP, EtherType or port on */
#define PRIORITY_SHIFT	16
#define SELECTOR_SHIFT	24

#define ENTRY		0xffffffff
#define KEY		0xff00ffff	/* selector and DSCP, EtherType or port */

enum { ETHERTYPE = 1, STREAM, DGRAM, ANY, DSCP };

#define APP(text, form, of, number, from, to, meaning) \
	.option = text, .grammar = text " " form "PRIO,...|default", .field = of, \
	.selector = number, .least = from, .most = to, .help = meaning

const struct app_word app_words[APP_WORDS] = {
	{ APP("dscp-prio", "DSCP:", "dscp", DSCP, 0, 63,
	      "Priorities of DSCPs, by trust dscp: 0 to 63, CS3, AF31, EF; 26:default removes.") },
	{ APP("ethtype-prio", "TYPE:", "ethtype", ETHERTYPE, 1, 0xffff,
	      "Priorities of EtherTypes, by trust ethtype, like 0x8915:3.") },
	{ APP("default-prio", "", "ethtype", ETHERTYPE, 0, 0,
	      "Priority of all other frames, by trust ethtype. The highest of several wins.") },
	{ APP("stream-port-prio", "PORT:", "stream-port", STREAM, 0, 0xffff,
	      "Priorities of ports of TCP and SCTP, by trust stream-port.") },
	{ APP("dgram-port-prio", "PORT:", "dgram-port", DGRAM, 0, 0xffff,
	      "Priorities of ports of UDP and DCCP, by trust dgram-port.") },
	{ APP("port-prio", "PORT:", "port", ANY, 0, 0xffff,
	      "Priorities of ports of any of these, by trust port.") },
};

static unsigned int priority_of(uint32_t entry)
{
	return entry >> PRIORITY_SHIFT & 0xff;
}

static bool is_of(const struct app_word *word, uint32_t entry)
{
	unsigned int protocol = entry & 0xffff;

	return entry >> SELECTOR_SHIFT == word->selector && protocol >= word->least &&
	       protocol <= word->most;
}

/* Is there an entry with the bits of @mask as in @entry? */
static bool has(const struct apps *apps, uint32_t mask, uint32_t entry)
{
	size_t i;

	for (i = 0; i < apps->count; i++)
		if ((apps->entries[i] & mask) == (entry & mask))
			return true;
	return false;
}

static int append(struct apps *apps, uint32_t entry)
{
	if (apps->count == APPS_MAX)
		return -1;
	apps->entries[apps->count++] = entry;
	return 0;
}

/* --- words ------------------------------------------------------------------------------ */

/* "CS3", "AF31" or "EF" of RFC 2474, 2597 and 3246 */
static bool named_dscp(const char *text, uint64_t *dscp)
{
	char class[2], drop[2], rest;

	if (!strcasecmp(text, "EF"))
		*dscp = 46;
	else if (!strncasecmp(text, "CS", 2) &&
		 sscanf(text + 2, "%1[0-7]%c", class, &rest) == 1)
		*dscp = (*class - '0') * 8;
	else if (!strncasecmp(text, "AF", 2) &&
		 sscanf(text + 2, "%1[1-4]%1[1-3]%c", class, drop, &rest) == 2)
		*dscp = (*class - '0') * 8 + (*drop - '0') * 2;
	else
		return false;
	return true;
}

/* "26:3", or "3" if the entries have no more than a priority. "26:default" removes. */
static int parse_item(const struct app_word *word, char *item, uint32_t *entry)
{
	bool dscp = word->selector == DSCP;
	char *priority = strchr(item, ':');
	uint64_t protocol = 0, value = NONE;

	if (!word->most) {
		if (parse_number(word->option, item, 0, PRIORITIES - 1, &value))
			return -1;
	} else {
		if (!priority)
			return parse_refuse(word->option, item, "%s",
					    word->grammar + strlen(word->option) + 1);
		*priority++ = '\0';
		if (!(dscp && named_dscp(item, &protocol)) &&
		    parse_number(word->option, item, word->least, word->most, &protocol))
			return !dscp ? -1 : parse_refuse(word->option, item,
							 "0 to 63, CS0 to CS7, AF11 to AF43, EF");
		if (strcmp(priority, "default") &&
		    parse_number(word->option, priority, 0, PRIORITIES - 1, &value))
			return parse_refuse(word->option, priority,
					    "0 to 7, and default for no entry");
	}
	*entry = (uint32_t)word->selector << SELECTOR_SHIFT |
		 (uint32_t)value << PRIORITY_SHIFT | (uint32_t)protocol;
	return 0;
}

/* A DSCP may get several priorities, or lose its entry, but not both. */
static int parse_list(const struct app_word *word, const char *value, struct apps *apps)
{
	const char *rest = value;
	uint32_t entry = 0;
	struct word item;

	while (next_item(&rest, ',', &item)) {
		if (parse_item(word, item.text, &entry))
			return -1;
		if (has(apps, ENTRY, entry) ||
		    has(apps, ENTRY, (entry & KEY) | NONE << PRIORITY_SHIFT) ||
		    (priority_of(entry) == NONE && has(apps, KEY, entry)))
			return parse_twice(word->option, item.text);
		if (append(apps, entry))
			return parse_refuse(word->option, item.text, "256 entries at most");
	}
	return 0;
}

int app_parse(const struct app_word *word, const char *value, bool again, struct app_wish *wish)
{
	struct apps new = { .count = 0 }, *apps = &wish->apps;
	uint32_t bit = 1U << (word - app_words);
	bool all = value && !strcmp(value, "default");
	size_t i, kept = 0;

	if (!value || !*value)
		return parse_refuse(word->option, value, "%s",
				    word->grammar + strlen(word->option) + 1);
	if (!all && parse_list(word, value, &new))
		return -1;
	if (all && !again && wish->words & bit)
		return parse_twice("option", word->option);
	for (i = 0; i < apps->count; i++) {
		if (all ? !is_of(word, apps->entries[i]) : !has(&new, KEY, apps->entries[i]))
			apps->entries[kept++] = apps->entries[i];
		else if (!again)
			return parse_twice("option", word->option);
	}
	apps->count = kept;
	wish->words |= all ? bit : 0;
	for (i = 0; i < new.count; i++)
		if (append(apps, new.entries[i]))
			return parse_refuse(word->option, NULL, "256 entries at most");
	return 0;
}

/* --- tables ----------------------------------------------------------------------------- */

size_t app_changes(const struct app_wish *wish, uint32_t changes[APP_CHANGES_MAX])
{
	size_t count = 0, i;

	for (i = 0; i < APP_WORDS; i++)
		if (wish->words & 1U << i)
			changes[count++] = (uint32_t)app_words[i].selector << SELECTOR_SHIFT |
					   (app_words[i].most ? FROM : NONE) << PRIORITY_SHIFT |
					   app_words[i].least;
	for (i = 0; i < wish->apps.count; i++)
		changes[count++] = wish->apps.entries[i];
	return count;
}

static int app_compare(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	if ((*x & KEY) != (*y & KEY))
		return (*x & KEY) < (*y & KEY) ? -1 : 1;
	return (int)priority_of(*x) - (int)priority_of(*y);
}

void app_sort(struct apps *apps)
{
	qsort(apps->entries, apps->count, sizeof(*apps->entries), app_compare);
}

void app_format(const struct app_word *word, const struct apps *apps, char text[APP_TEXT])
{
	const char *form = word->selector == ETHERTYPE ? "%s0x%04x:" : "%s%u:";
	size_t used = 0, i;

	for (i = 0; i < apps->count; i++) {
		uint32_t entry = apps->entries[i];
		const char *comma = used ? "," : "";

		if (!is_of(word, entry))
			continue;
		used += word->most ? sprintf(text + used, form, comma, entry & 0xffff) :
				     sprintf(text + used, "%s", comma);
		used += sprintf(text + used, "%u", priority_of(entry) & 7);
	}
	if (!used)
		sprintf(text, "default");
}
