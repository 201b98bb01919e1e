/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The APP table of a port, in the words of dcb app: the priorities of DSCPs, EtherTypes and ports,
 * which trust goes by.
 */
#ifndef PAUSECTL_APP_H
#define PAUSECTL_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse.h"

#define APPS_MAX	256
#define APP_WORDS	6
#define APP_TEXT	(APPS_MAX * sizeof("0xffff:7,"))

/**
 * struct apps - entries of an APP table
 * @entries: as in PAUSECTL_A_APP_TABLE
 * @count: of them
 */
struct apps {
	uint32_t entries[APPS_MAX];
	size_t count;
};

/**
 * struct app_wish - entries that are to replace others
 * @apps: the new entries. Each replaces all entries of its DSCP, EtherType or port; with the
 *	priority 255 it only removes them
 * @words: bit n: all entries of app_words[n] go before
 */
struct app_wish {
	struct apps apps;
	uint32_t words;
};

/**
 * struct app_word - an option for entries of a kind
 * @option: its name, as dcb app has it
 * @key: in JSON
 * @grammar: it and its value behind set
 * @help: what it means, whole lines
 * @field: of trust, that looks into these entries
 * @selector: of IEEE 802.1Q Table D-9
 * @least: least DSCP, EtherType or port
 * @most: the greatest; 0: the entries have none, and their words are priorities alone
 */
struct app_word {
	const char *option;
	const char *key;
	const char *grammar;
	const char *help;
	const char *field;
	uint8_t selector;
	uint16_t least;
	uint16_t most;
};

extern const struct app_word app_words[APP_WORDS];
#define APP_DSCP	0	/* its place in app_words */
#define APP_ALL_WORDS	((1U << APP_WORDS) - 1)
#define APP_CHANGES_MAX	(APPS_MAX + APP_WORDS)

/*
 * The value of an option: pairs, priorities, or default. Entries that @wish has before stay. If one
 * of them is given anew, that is an error, except with @again. 0, or -1 with @err filled.
 */
int app_parse(const struct app_word *word, const char *value, bool again, struct app_wish *wish,
	      struct parse_error *err);
bool app_wished(const struct app_wish *wish);
/* The table that the wish makes of @old. 0, or -1 if that has no room for it. */
int app_resolve(const struct app_wish *wish, const struct apps *old, struct apps *table);
/* The wish as PAUSECTL_A_APP_CHANGE. Returns the number of its u32. */
size_t app_changes(const struct app_wish *wish, uint32_t changes[APP_CHANGES_MAX]);
/* In the order of their DSCPs, EtherTypes or ports */
void app_sort(struct apps *apps);
/* The entries of a word, as app_parse() takes them: "default" if there are none */
void app_format(const struct app_word *word, const struct apps *apps, char text[APP_TEXT]);

/* app_print.c */

/* JSON only: arrays of entries */
void add_apps(const struct apps *apps);
/* Text only: each word that has entries, with @before and @behind. Without @behind, as a line. */
void print_apps(const struct apps *apps, const char *before, const char *behind);
/*
 * Text, with @before in front, and JSON: "WORD OLD -> NEW" of each word whose entries differ. Are
 * there any?
 */
bool print_app_changes(const struct apps *old, const struct apps *apps, const char *before);

#endif /* PAUSECTL_APP_H */
