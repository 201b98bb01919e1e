// SPDX-License-Identifier: GPL-2.0
/* Words of the command line: the parser takes or refuses values, and prints them again. */
#include "unit.h"
#include "lib.h"

/* The call fails with this message. */
#define assert_refused(call, error) do {					\
	*parse_error = '\0';						\
	assert_int_equal(call, -1);					\
	assert_string_equal(parse_error, error);				\
} while (0)

static const struct setting *setting_of(const char *option)
{
	size_t i;

	for (i = 0; i < setting_count; i++)
		if (!strcmp(settings[i].option, option))
			return &settings[i];
	fail_msg("no setting %s", option);
	return NULL;
}

/* The word as a value of @option */
static int parse_as(const char *option, const char *word, uint64_t *value)
{
	uint32_t given;

	return parse_values(setting_of(option), word, value, &given);
}

TEST(choice)
{
	static const char *const modes[] = { "off", "pause", "pfc", NULL };
	unsigned int index = 9;

	assert_refused(parse_choice("mode", "PFC", modes, &index),
		       "mode \"PFC\": allowed are off, pause, pfc (did you mean \"pfc\"?)");
	assert_refused(parse_choice("mode", "", modes, &index),
		       "mode \"\": allowed are off, pause, pfc");
	assert_int_equal(index, 9);
	assert_int_equal(parse_choice("mode", "pfc", modes, &index), 0);
	assert_int_equal(index, 2);
}

TEST(nearest)
{
	static const char *const words[] = {
		"mode", "rx", "tx", "prio", "speed", "ecn-min", "ecn-max", "watchdog-detect-ms",
		"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", "pace", "limit", NULL
	};
	static const struct {
		const char *word, *nearest;
	} cases[] = {
		{ "mdoe", "mode" }, { "mod", "mode" }, { "modes", "mode" }, { "nodes", NULL },
		{ "MODE", "mode" }, { "xt", "tx" }, { "ecn-mni", "ecn-min" }, { "ecn", "ecn-min" },
		{ "watchdog-detect", "watchdog-detect-ms" }, { "watchdog", "watchdog-detect-ms" },
		{ "pfc", "prio" }, { "list", NULL }, { "autoneg", NULL },
		{ "r", NULL }, { "pr", NULL }, { "", NULL }, { "nonsense", NULL },
		{ "\xff\xfe", NULL },
		{ "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxy", NULL },
	};
	unsigned int index;
	size_t i;

	for (i = 0; i < COUNT(cases); i++) {
		const char *found = parse_nearest(cases[i].word, words);

		if (cases[i].nearest)
			assert_string_equal(found, cases[i].nearest);
		else
			assert_null(found);
	}
	/* The list is too long for a sentence. */
	assert_refused(parse_choice("option", "mdoe", words, &index),
		       "option \"mdoe\": unknown (did you mean \"mode\"?)");
	assert_refused(parse_choice("option", "nonsense", words, &index),
		       "option \"nonsense\": unknown");
	assert_refused(parse_choice("option", NULL, words, &index), "option: missing");
}

TEST(numbers)
{
	static const char *const bad[] = {
		"65536", "-1", "", " 1", "1 ", "+1", "0x", "0x10000", "1e3", "ten",
		"99999999999999999999999",
	};
	uint64_t value = 42;
	size_t i;

	for (i = 0; i < COUNT(bad); i++) {
		assert_int_equal(parse_number("quanta", bad[i], 0, 65535, &value), -1);
		assert_non_null(strstr(parse_error, bad[i]));
		assert_non_null(strstr(parse_error, "allowed are 0 to 65535"));
	}
	assert_refused(parse_number("quanta", NULL, 0, 65535, &value),
		       "quanta: value missing, allowed are 0 to 65535");
	assert_refused(parse_number("count", "0", 1, 9, &value), "count \"0\": allowed are 1 to 9");
	assert_int_equal(value, 42);
	assert_int_equal(parse_number("quanta", "65535", 0, 65535, &value), 0);
	assert_int_equal(value, 65535);
	assert_int_equal(parse_number("quanta", "0xFFFF", 0, 65535, &value), 0);
	assert_int_equal(value, 65535);
	/* A leading zero does not mean octal. */
	assert_int_equal(parse_number("quanta", "010", 0, 65535, &value), 0);
	assert_int_equal(value, 10);
	assert_int_equal(parse_number("quanta", "0", 0, 65535, &value), 0);
	assert_int_equal(value, 0);
}

TEST(times)
{
	static const struct {
		const char *word;
		uint64_t ns;
	} good[] = {
		{ "1us", 1000 }, { "1000ns", 1000 }, { "0.5ms", 500000 }, { "1", NS_PER_S },
		{ "0.01", 10000000 }, { "10s", 10 * NS_PER_S }, { "200ms", 200000000 },
		{ "1m", 60 * NS_PER_S }, { "1.5m", 90 * NS_PER_S }, { "24h", MAX_TIME },
		{ "86400", MAX_TIME }, { "2S", 2 * NS_PER_S },
	};
	static const char *const bad[] = {
		"999ns", "0.0000009", "86400.000000001", "25h", "0", "-1", "", "1d", "1.us", "1.",
		".", "..5", "1.2.3", "1 s", "99999999999999999999", "1sec", "1.0000000001", "0x10",
	};
	uint64_t value = 7;
	size_t i;

	for (i = 0; i < COUNT(bad); i++) {
		assert_int_equal(parse_time("for", bad[i], 1000, MAX_TIME, &value), -1);
		assert_non_null(strstr(parse_error,
				       "allowed are 1us to 24h (ns, us, ms, s, m, h; "));
	}
	assert_int_equal(parse_time("for", "11", 1000, 10 * NS_PER_S, &value), -1);
	assert_non_null(strstr(parse_error, "1us to 10s"));
	assert_int_equal(parse_time("for", "0.0009", NS_PER_MS, MAX_TIME, &value), -1);
	assert_non_null(strstr(parse_error, "1ms to 24h"));
	assert_int_equal(value, 7);
	for (i = 0; i < COUNT(good); i++) {
		assert_int_equal(parse_time("for", good[i].word, 1000, MAX_TIME, &value), 0);
		assert_int_equal(value, good[i].ns);
	}
	assert_int_equal(msec_of(250 * NS_PER_MS), 250);
	assert_int_equal(msec_of(1000100), 2);
}

/* What a setting takes, as the value of each element, and what it refuses */
static const struct values {
	const char *name;
	const char *allowed;	/* which is in an error, beside the word */
	struct {
		const char *word;
		uint64_t value;
	} taken[20];
	const char *refused[24];
} settings_values[] = {
	{ "rx", "allowed are off, on", { { "on", 1 }, { "off", 0 } }, { "maybe", "defaults" } },
	/* A setting in ms takes a time; its bare number is ms. */
	{ "watchdog-detect-ms", "100 to 5000 ms", {
		{ "200", 200 }, { "200ms", 200 }, { "2s", 2000 }, { "0.2s", 200 },
		{ "100000us", 100 }, { "0xc8", 200 },
	}, {
		"1m", "99ms", "100.5", "100500us", "2 s", "2sec",
	} },
	{ "speed", "1mbit to 1.6tbit", {
		{ "auto", 0 }, { "1mbit", 1000000 }, { "1000000", 1000000 },
		{ "1000kbit", 1000000 }, { "1000000bit", 1000000 },
		{ "2.5gbit", 2500000000 }, { "2.5Gbit", 2500000000 },
		{ "1.6tbit", 1600000000000 }, { "1.000000001gbit", 1000000001 },
		{ "1.599999999999tbit", 1599999999999 }, { "400gbit", 400000000000 },
		{ "1.50000000000000gbit", 1500000000 }, { "10G", 10000000000 },
		{ "2.5g", 2500000000 }, { "100M", 100000000 }, { "1000K", 1000000 },
		{ "1.6T", 1600000000000 },
	}, {
		"0", "0gbit", "999999", "0.999999mbit", "1.600000000001tbit", "2tbit",
		"18446744073709551616", "18446744073709551615tbit", "1.gbit", ".gbit", "-1gbit",
		"1 gbit", "1gbits", "gbit", "", "1.0000000001gbit", "1000000.5", "1e9", "0x1000000",
		"1.5.5gbit",
	} },
	{ "limit", "16384 to 1073741824 octets, like 64k or 4mb", {
		{ "0", 0 }, { "1", 1 }, { "16384", 16384 }, { "16384b", 16384 }, { "16k", 16384 },
		{ "16kb", 16384 }, { "4mb", 4 << 20 }, { "4M", 4 << 20 }, { "1gb", 1 << 30 },
		{ "1.5mb", 3 << 19 }, { "4294967295", UINT32_MAX }, { "10MiB", 10 << 20 },
		{ "64KiB", 65536 }, { "1G", 1 << 30 }, { "1GiB", 1 << 30 },
	}, {
		"4gb", "4294967296", "-1", "", "k", "1.1kb", "1tb", "1 mb",
		"18446744073709551615gb",
	} },
};

/* A refused word leaves the values as they were. */
TEST_EACH(values_of_settings, settings_values)
{
	const struct values *row = *state;
	const struct setting *setting = setting_of(row->name);
	uint64_t values[MAX_VALUES] = { 77 };
	uint32_t given;
	size_t i, j;

	for (i = 0; row->refused[i]; i++) {
		print_message("%s %s\n", row->name, row->refused[i]);
		assert_int_equal(parse_values(setting, row->refused[i], values, &given), -1);
		assert_non_null(strstr(parse_error, row->refused[i]));
		assert_non_null(strstr(parse_error, row->allowed));
	}
	assert_int_equal(parse_values(setting, NULL, values, &given), -1);
	assert_non_null(strstr(parse_error, ": value missing, "));
	assert_int_equal(values[0], 77);
	for (i = 0; row->taken[i].word; i++) {
		print_message("%s %s\n", row->name, row->taken[i].word);
		assert_int_equal(parse_values(setting, row->taken[i].word, values, &given), 0);
		for (j = 0; j < setting->values; j++)
			assert_int_equal(values[j], row->taken[i].value);
	}
}

TEST(priorities)
{
	static const struct {
		const char *word;
		uint32_t mask;
	} good[] = {
		{ "none", 0 }, { "all", 0xff }, { "0-7", 0xff }, { "0", 0x01 },
		{ "3,4", 0x18 }, { "1,3-5", 0x3a }, { "3,3", 0x08 }, { "7,0", 0x81 },
		{ "5-5", 0x20 },
	};
	static const struct {
		const char *word, *error;
	} bad[] = {
		{ "8", "priority \"8\": allowed are 0 to 7" },
		{ "3-8", "priority \"3-8\": allowed are 0 to 7" },
		{ "-1", "priority \"-1\": allowed are 0 to 7" },
		{ "3,,4", "priority \"\": allowed are 0 to 7, with commas and no blanks between" },
		{ "3,", "priority \"\": allowed are 0 to 7, with commas and no blanks between" },
		{ ",", "priority \"\": allowed are 0 to 7, with commas and no blanks between" },
		{ "3,none", "priority \"none\": allowed are 0 to 7" },
		{ "03", "priority \"03\": allowed are 0 to 7" },
		{ "/", "priority \"/\": allowed are 0 to 7" },
		{ "5-3", "priority \"5-3\": allowed are ranges from low to high, like 3-5" },
		{ "0000000000000000000000000000000000000000000000000000000000000000000003",
		  "priority \"000000000000000000000000000000000000000000000000000000000000...\": allowed are 0 to 7",
		},
		{ "", "prio \"\": allowed are lists like 3,4 or 0-7, all, none" },
		{ NULL, "prio: value missing, allowed are lists like 3,4 or 0-7, all, none" },
	};
	uint32_t mask;
	size_t i;

	for (i = 0; i < COUNT(good); i++) {
		mask = ~0U;
		assert_int_equal(parse_priorities("prio", good[i].word, &mask), 0);
		assert_int_equal(mask, good[i].mask);
	}
	mask = 0x55;
	for (i = 0; i < COUNT(bad); i++)
		assert_refused(parse_priorities("prio", bad[i].word, &mask), bad[i].error);
	assert_int_equal(mask, 0x55);
}

TEST(mac)
{
	static const uint8_t expected[MAC_LEN] = { 0x01, 0x80, 0xc2, 0x00, 0x0F, 0xa1 };
	static const char *const bad[] = {
		"01:80:c2:00:0f", "01:80:c2:00:0f:a1:", "01:80:c2:00:0f:a1:02", "0180c2000fa1",
		"01:80:c2:00:0f:ag", "01:80-c2:00:0f:a1", "1:80:c2:00:0f:a1:", "",
		"0x:80:c2:00:0f:a1",
		"01:80:c2:00:0f: 1", "01:80:c2:00:0f:-1", "01.80.c2.00.0f.a1", "01:80:c2:00:0f+a1",
	};
	uint8_t address[MAC_LEN] = { 0 };
	size_t i;

	assert_int_equal(parse_mac("to", "01:80:c2:00:0f:a1", address), 0);
	assert_memory_equal(address, expected, MAC_LEN);
	memset(address, 0, MAC_LEN);
	assert_int_equal(parse_mac("to", "01-80-C2-00-0F-A1", address), 0);
	assert_memory_equal(address, expected, MAC_LEN);
	for (i = 0; i < COUNT(bad); i++) {
		assert_int_equal(parse_mac("to", bad[i], address), -1);
		assert_non_null(strstr(parse_error, bad[i]));
		assert_memory_equal(address, expected, MAC_LEN);
	}
	assert_int_equal(parse_mac("to", NULL, address), -1);
}

TEST(pfc)
{
	static const struct {
		const char *word, *error;
	} bad[] = {
		{ "8:1", "pfc \"8\": allowed are 0 to 7" },
		{ "3:65536", "quanta \"65536\": allowed are 0 to 65535" },
		{ "3:", "quanta \"\": allowed are 0 to 65535" },
		{ ":1", "pfc \"\": allowed are 0 to 7" },
		{ "3", "pfc \"3\": allowed are PRIO:QUANTA pairs, like 3:65535" },
		{ "3:1,", "pfc \"\": allowed are PRIO:QUANTA pairs, like 3:65535" },
		{ "3:1,3:2", "pfc \"3\": given twice, allowed once" },
		{ "3:1:2", "quanta \"1:2\": allowed are 0 to 65535" },
		{ "3:0000000000000000000000000000000000000000000000000000000000000000000001",
		  "quanta \"0000000000000000000000000000000000000000000000000000000000...\": allowed are 0 to 65535",
		},
		{ "", "pfc \"\": allowed are PRIO:QUANTA[,PRIO:QUANTA...], like 3:65535,4:0" },
	};
	uint16_t quanta[PRIORITIES], untouched[PRIORITIES];
	uint8_t vector = 0x11;
	size_t i;

	memset(untouched, 0xa5, sizeof(untouched));
	memcpy(quanta, untouched, sizeof(quanta));
	for (i = 0; i < COUNT(bad); i++)
		assert_refused(parse_pfc("pfc", bad[i].word, &vector, quanta), bad[i].error);
	assert_int_equal(vector, 0x11);
	assert_memory_equal(quanta, untouched, sizeof(quanta));

	assert_int_equal(parse_pfc("pfc", "3:65535,0:0,7:0x10", &vector, quanta), 0);
	assert_int_equal(vector, 0x89);
	assert_int_equal(quanta[3], 65535);
	assert_int_equal(quanta[7], 16);
	/* Disabled entries carry time 0. */
	assert_int_equal(quanta[0] + quanta[1] + quanta[2] + quanta[4] + quanta[5] + quanta[6], 0);
}

/* "default" is a value of each setting, and of each element. */
TEST(default_values)
{
	static const struct {
		const char *option, *shown;
	} some[] = {
		{ "mode", "pause" }, { "rx", "on" }, { "prio", "none" }, { "limit", "4mb" },
		{ "trust", "pcp" }, { "tsa", "strict" }, { "xoff-quanta", "65535" },
		{ "ecn", "off" }, { "alpha", "static" }, { "filter-address", "default" },
		{ "filter", "multicast+unicast+type+opcode" },
	};
	uint64_t values[MAX_VALUES], again[MAX_VALUES];
	const struct setting *setting;
	uint32_t given;
	size_t i, j;

	for (i = 0; i < setting_count; i++) {
		setting = &settings[i];
		assert_int_equal(parse_values(setting, "default", values, &given), 0);
		assert_int_equal(given, (1U << setting->values) - 1);
		for (j = 0; j < setting->values; j++) {
			const char *text = setting_word(setting, values[j]).text;

			assert_int_equal(parse_values(setting, text, again, &given), 0);
			assert_int_equal(values[j], again[j]);
		}
	}
	for (i = 0; i < COUNT(some); i++) {
		setting = setting_of(some[i].option);
		assert_int_equal(parse_values(setting, "default", values, &given), 0);
		assert_string_equal(setting_word(setting, values[0]).text, some[i].shown);
	}
	assert_int_equal(parse_values(setting_of("prio-tc"), "0:7,5:default", values, &given), 0);
	assert_int_equal(given, 0x21);
	assert_int_equal(values[0], 7);
	assert_int_equal(values[5], 5);
	assert_int_equal(parse_values(setting_of("prio-tc"), "0:7,all:default,5:1", values, &given),
			 0);
	assert_int_equal(given, 0xff);
	assert_int_equal(values[0], 7);
	assert_int_equal(values[4], 4);
	assert_int_equal(values[5], 1);
	assert_int_equal(parse_values(setting_of("watchdog-detect-ms"), "link:default", values,
				      &given), 0);
	assert_int_equal(given, 0x100);
	assert_int_equal(values[8], 200);
	assert_refused(parse_values(setting_of("rx"), "defaults", values, &given),
		       "rx \"defaults\": allowed are off, on");
	assert_refused(parse_values(setting_of("ecn"), "8:default", values, &given),
		       "ecn \"8\": allowed are 0 to 7");
	assert_refused(parse_values(setting_of("ecn"), "default,3:default", values, &given),
		       "ecn \"default\": allowed are PRIO:off|PERCENT,...");
}

/* Changes of a set of priorities: the low octet switches on, the high octet has those that stay. */
TEST(changes)
{
	static const struct {
		const char *word;
		uint64_t value;
	} good[] = {
		{ "3,4", 0x18 }, { "+5", 0xdf20 }, { "-4", 0xef00 }, { "+5,6", 0x9f60 },
		{ "-4,6", 0xaf00 }, { "-4-6", 0x8f00 }, { "+5,-3-4", 0xc720 }, { "3:on", 0xf708 },
		{ "3:on,4:off", 0xe708 }, { "0-2:off,7:on", 0x7880 }, { "+3,3", 0xf708 },
		{ "0-7:on", 0x00ff }, { "-0-7", 0 }, { "all:off,3:on", 0x0008 },
		{ "3:on,all:off", 0x0008 }, { "all:on", 0x00ff }, { "all:off", 0 },
	};
	static const struct {
		const char *word, *error;
	} bad[] = {
		{ "+8", "priority \"8\": allowed are 0 to 7" },
		{ "+", "priority \"\": allowed are 0 to 7, with commas and no blanks between" },
		{ "-", "priority \"\": allowed are 0 to 7, with commas and no blanks between" },
		{ "--4", "priority \"-4\": allowed are 0 to 7" },
		{ "+3:on", "priority \"+3\": allowed are 0 to 7" },
		{ "+none", "priority \"none\": allowed are 0 to 7" },
		{ "-6-4", "priority \"6-4\": allowed are ranges from low to high, like 3-5" },
		{ "3:maybe", "prio \"maybe\": allowed are off, on" },
		{ "3:", "prio \"\": allowed are off, on" },
		{ "8:on", "priority \"8\": allowed are 0 to 7" },
		{ "+3,-3", "priority \"3\": given twice, allowed once" },
		{ "3:on,3:off", "priority \"3\": given twice, allowed once" },
		{ "3,+4", "prio \"3,+4\": allowed are changes like +5,6 or 3:on,4:off" },
		{ "3:on,4", "prio \"3:on,4\": allowed are changes like +5,6 or 3:on,4:off" },
		{ "3,-4", "priority \"-4\": allowed are 0 to 7" },
		{ "+all", "priority \"all\": allowed are 0 to 7" },
		{ "all:off,3:on,3:off", "priority \"3\": given twice, allowed once" },
	};
	const struct setting *setting = setting_of("prio");
	uint64_t value = 77;
	uint32_t given = 0;
	size_t i;

	for (i = 0; i < COUNT(bad); i++)
		assert_refused(parse_values(setting, bad[i].word, &value, &given), bad[i].error);
	assert_int_equal(value, 77);
	for (i = 0; i < COUNT(good); i++) {
		assert_int_equal(parse_values(setting, good[i].word, &value, &given), 0);
		assert_int_equal(value, good[i].value);
	}
}

TEST(formats)
{
	assert_string_equal(format_timers(0).text, "none");
	assert_string_equal(format_timers(0x18).text, "3,4");
	assert_string_equal(format_timers(0xff).text, "0-7");
	assert_string_equal(format_timers(0x3a).text, "1,3-5");
	assert_string_equal(format_timers(0xdb).text, "0,1,3,4,6,7");
	assert_string_equal(format_timers(0x118).text, "3,4,link");
	assert_string_equal(format_timers(0x100).text, "link");
	assert_string_equal(format_rate(1000000000).text, "1gbit");
	assert_string_equal(format_rate(2500000000).text, "2.5gbit");
	assert_string_equal(format_rate(1000000001).text, "1.000000001gbit");
	assert_string_equal(format_rate(1600000000000).text, "1.6tbit");
	assert_string_equal(format_rate(10).text, "10bit");
	assert_string_equal(format_whole(size_units, 4194304).text, "4mb");
	assert_string_equal(format_whole(size_units, 1 << 30).text, "1gb");
	assert_string_equal(format_whole(size_units, 16385).text, "16385b");
	assert_string_equal(format_whole(size_units, 0).text, "0b");
	assert_string_equal(format_duration(512000).text, "512.000us");
	assert_string_equal(format_duration(33553920001).text, "33553920.001us");
}

/* The parser reads a printed value as the same value. */
TEST(round_trips)
{
	static const uint64_t rates[] = {
		1000000, 1000001, 1234567, 10000000, 999999999, 2500000000, 25600000001,
		1599999999999, 1600000000000,
	};
	static const uint32_t sizes[] = { 16384, 16385, 65536, 1000000, 4194304, 1 << 30 };
	uint32_t mask, result;
	uint64_t rate, size;
	size_t i;

	for (mask = 0; mask < 256; mask++) {
		assert_int_equal(parse_priorities("prio", format_timers(mask).text,
						  &result), 0);
		assert_int_equal(result, mask);
	}
	for (i = 0; i < COUNT(rates); i++) {
		assert_int_equal(parse_as("speed", format_rate(rates[i]).text, &rate), 0);
		assert_int_equal(rate, rates[i]);
	}
	for (i = 0; i < COUNT(sizes); i++) {
		assert_int_equal(parse_as("limit", format_whole(size_units, sizes[i]).text, &size),
				 0);
		assert_int_equal(size, sizes[i]);
	}
}
