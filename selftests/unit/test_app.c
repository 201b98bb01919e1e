// SPDX-License-Identifier: GPL-2.0
/* The words of the APP table become entries, and entries become words. */
#include "unit.h"
#include "lib.h"

static const struct app_word *word_named(const char *option)
{
	unsigned int i;

	for (i = 0; i < APP_WORDS; i++)
		if (!strcmp(app_words[i].option, option))
			return &app_words[i];
	fail_msg("no word %s", option);
	return NULL;
}

/* What @option takes of @value, as text, behind what @wish has before */
static void taken(struct app_wish *wish, const char *option, const char *value)
{
	*parse_error = '\0';
	assert_int_equal(app_parse(word_named(option), value, true, wish), 0);
	assert_string_equal(parse_error, "");
}

/* What the kernel makes of a table by PAUSECTL_A_APP_CHANGE. -1: the new table has no room. */
static int resolve(const struct app_wish *wish, const struct apps *old, struct apps *table)
{
	uint32_t changes[APP_CHANGES_MAX];
	size_t count = app_changes(wish, changes), i, j;

	table->count = 0;
	for (i = 0; i < old->count; i++) {
		uint32_t key = old->entries[i] & 0xff00ffff;

		for (j = 0; j < count; j++)
			if ((changes[j] & 0xff00ffff) == key ||
			    ((changes[j] >> 16 & 0xff) == 0xfe && changes[j] >> 24 == key >> 24 &&
			     (changes[j] & 0xffff) <= (key & 0xffff)))
				break;
		if (j == count)
			table->entries[table->count++] = old->entries[i];
	}
	for (j = 0; j < count; j++) {
		if ((changes[j] >> 16 & 0xff) > 7)
			continue;
		if (table->count == APPS_MAX)
			return -1;
		table->entries[table->count++] = changes[j];
	}
	app_sort(table);
	return 0;
}

static void rejects(const char *option, const char *value, const char *error)
{
	struct app_wish wish = { .words = 0 };

	*parse_error = '\0';
	assert_int_equal(app_parse(word_named(option), value, true, &wish), -1);
	assert_string_equal(parse_error, error);
	assert_int_equal(wish.apps.count + wish.words, 0);
}

static void assert_text(const struct apps *apps, const char *option, const char *text)
{
	char found[APP_TEXT];

	app_format(word_named(option), apps, found);
	assert_string_equal(found, text);
}

TEST(words)
{
	static const char *const names[] = { "CS0", "cs7", "AF11", "af43", "EF" };
	static const char *const dscps[] = { "0:1", "56:1", "10:1", "38:1", "46:1" };
	static const struct apps none;
	struct apps table;
	char value[16];
	size_t i;

	for (i = 0; i < COUNT(names); i++) {
		struct app_wish wish = { .words = 0 };

		snprintf(value, sizeof(value), "%s:1", names[i]);
		taken(&wish, "dscp-prio", value);
		resolve(&wish, &none, &table);
		assert_text(&table, "dscp-prio", dscps[i]);
	}
	rejects("dscp-prio", "AF51:1",
		"dscp-prio \"AF51\": allowed are 0 to 63, CS0 to CS7, AF11 to AF43, EF");
	rejects("dscp-prio", "AF14:1",
		"dscp-prio \"AF14\": allowed are 0 to 63, CS0 to CS7, AF11 to AF43, EF");
	rejects("dscp-prio", "CS8:1",
		"dscp-prio \"CS8\": allowed are 0 to 63, CS0 to CS7, AF11 to AF43, EF");
	rejects("dscp-prio", "26:", "dscp-prio \"\": allowed are 0 to 7, and default for no entry");
	rejects("dscp-prio", "26:3,", "dscp-prio \"\": allowed are DSCP:PRIO,...|default");
	rejects("dscp-prio", "26:3,26:default", "dscp-prio \"26\": given twice, allowed once");
	rejects("dscp-prio", "26:default,26:3", "dscp-prio \"26\": given twice, allowed once");
	rejects("ethtype-prio", "0:3", "ethtype-prio \"0\": allowed are 1 to 65535");
	rejects("default-prio", "0:3", "default-prio \"0:3\": allowed are 0 to 7");
	rejects("port-prio", "65536:1", "port-prio \"65536\": allowed are 0 to 65535");
	rejects("port-prio", "", "port-prio \"\": allowed are PORT:PRIO,...|default");
	rejects("default-prio", "", "default-prio \"\": allowed are PRIO,...|default");
}

TEST(every_entry_comes_back)
{
	static const struct apps none;
	struct app_wish wish = { .words = 0 };
	struct apps table;

	taken(&wish, "dscp-prio", "63:7,0:0,26:3,26:1");
	taken(&wish, "ethtype-prio", "0xffff:1,0x0001:2");
	taken(&wish, "default-prio", "0,7");
	taken(&wish, "stream-port-prio", "65535:3,0:1");
	taken(&wish, "dgram-port-prio", "4791:3");
	taken(&wish, "port-prio", "53:6");
	assert_int_equal(resolve(&wish, &none, &table), 0);
	assert_text(&table, "dscp-prio", "0:0,26:1,26:3,63:7");
	assert_text(&table, "ethtype-prio", "0x0001:2,0xffff:1");
	assert_text(&table, "default-prio", "0,7");
	assert_text(&table, "stream-port-prio", "0:1,65535:3");
	assert_text(&table, "dgram-port-prio", "4791:3");
	assert_text(&table, "port-prio", "53:6");
}

TEST(pairs_change_what_they_name)
{
	static const struct apps none;
	struct app_wish old = { .words = 0 }, wish = { .words = 0 };
	uint32_t changes[APP_CHANGES_MAX];
	struct apps before, table;

	taken(&old, "dscp-prio", "10:1,26:3,26:4,48:6");
	taken(&old, "ethtype-prio", "0x8906:3");
	taken(&old, "default-prio", "2");
	resolve(&old, &none, &before);
	taken(&wish, "dscp-prio", "26:5,48:default,12:0");
	taken(&wish, "ethtype-prio", "default");
	assert_int_equal(resolve(&wish, &before, &table), 0);
	assert_text(&table, "dscp-prio", "10:1,12:0,26:5");
	assert_text(&table, "ethtype-prio", "default");
	assert_text(&table, "default-prio", "2");
	assert_int_equal(app_changes(&wish, changes), 4);
	assert_int_equal(changes[0], 0x01fe0001);	/* from EtherType 1 on: not the default */
	assert_int_equal(changes[1], 0x0505001a);
	assert_int_equal(changes[2], 0x05ff0030);
	assert_int_equal(changes[3], 0x0500000c);

	wish = (struct app_wish){ .words = APP_ALL_WORDS };
	assert_int_equal(resolve(&wish, &before, &table), 0);
	assert_int_equal(table.count, 0);
	assert_int_equal(app_changes(&wish, changes), APP_WORDS);
	assert_int_equal(changes[APP_DSCP], 0x05fe0000);
	assert_int_equal(changes[2], 0x01ff0000);

	/* What stands beside a profile wins. In a file, one entry may not be given twice. */
	wish = (struct app_wish){ .words = 0 };
	taken(&wish, "dscp-prio", "26:3,48:6");
	taken(&wish, "dscp-prio", "26:4");
	assert_int_equal(app_parse(word_named("dscp-prio"), "48:1", false, &wish), -1);
	assert_string_equal(parse_error, "option \"dscp-prio\": given twice, allowed once");
	assert_int_equal(app_parse(word_named("dscp-prio"), "10:1", false, &wish), 0);
	resolve(&wish, &none, &table);
	assert_text(&table, "dscp-prio", "10:1,26:4,48:6");

	wish = (struct app_wish){ .words = 0 };
	assert_int_equal(app_parse(word_named("dscp-prio"), "default", false, &wish), 0);
	assert_int_equal(app_parse(word_named("port-prio"), "default", false, &wish), 0);
	assert_int_equal(app_parse(word_named("dscp-prio"), "default", false, &wish), -1);
	assert_string_equal(parse_error, "option \"dscp-prio\": given twice, allowed once");
	taken(&wish, "dscp-prio", "default");
}

TEST(a_table_has_an_end)
{
	struct app_wish full = { .words = 0 }, wish = { .words = 0 };
	char value[APP_TEXT] = "";
	size_t used = 0, i;
	struct apps table;

	for (i = 0; i < APPS_MAX; i++)
		used += snprintf(value + used, sizeof(value) - used, "%s%zu:7", i ? "," : "",
				 65535 - i);
	taken(&full, "port-prio", value);
	assert_int_equal(app_parse(word_named("default-prio"), "1", true, &full), -1);
	assert_int_equal(full.apps.count, APPS_MAX);
	app_format(word_named("port-prio"), &full.apps, value);
	assert_int_equal(strlen(value), APPS_MAX * strlen("65535:7,") - 1);
	taken(&wish, "default-prio", "1");
	assert_int_equal(resolve(&wish, &full.apps, &table), -1);
}
