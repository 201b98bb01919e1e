// SPDX-License-Identifier: GPL-2.0
/* How the tool prints numbers that a double cannot hold, times, and names with octets to escape. */
#include "unit.h"
#include "lib.h"

TEST(numbers_beyond_a_double_are_strings)
{
	static const uint64_t numbers[] = { 7, (1ULL << 53) + 1, 1ULL << 63 };
	static const char demanded[] =
		"{\"a\":9007199254740992,\"b\":[7,\"9007199254740993\",\"9223372036854775808\"]}\n";
	FILE *screen = stdout;
	char *text = NULL;
	size_t length;

	stdout = open_memstream(&text, &length);
	output.json = true;
	object_begin();
	add_number("a", 1ULL << 53);
	add_numbers("b", numbers, 3);
	object_end();
	fclose(stdout);
	stdout = screen;
	assert_string_equal(text, demanded);
	free(text);
}

TEST(times_are_seconds_and_nanoseconds)
{
	assert_string_equal(format_time(0).text, "0.000000000");
	assert_string_equal(format_time(1795427557187142699).text, "1795427557.187142699");
	assert_string_equal(format_time(UINT64_MAX).text, "18446744073.709551615");
}

TEST(names_are_shown_in_one_way)
{
	static const char *const names[][2] = {
		{ "eth0", "eth0" },
		{ "", "" },
		{ "a b~!", "a b~!" },
		/* The least and the greatest of two, three and four octets */
		{ "\xc2\xa0\xdf\xbf", "\xc2\xa0\xdf\xbf" },
		{ "\xe0\xa0\x80\xef\xbf\xbf", "\xe0\xa0\x80\xef\xbf\xbf" },
		{ "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf" },
		/* The backslash of an escape, and control characters */
		{ "a\\xff", "a\\x5cxff" },
		{ "\x01\x1b[1m\x7f", "\\x01\\x1b[1m\\x7f" },
		{ "\xc2\x80\xc2\x9f", "\\xc2\\x80\\xc2\\x9f" },
		/* Lone octets, sequences cut off, overlong ones, a surrogate, beyond U+10FFFF */
		{ "\xff\xfe\x80", "\\xff\\xfe\\x80" },
		{ "\xe2\x82", "\\xe2\\x82" },
		{ "\xe2\x82z", "\\xe2\\x82z" },
		{ "\xc0\xaf\xc1\xbf", "\\xc0\\xaf\\xc1\\xbf" },
		{ "\xe0\x9f\xbf", "\\xe0\\x9f\\xbf" },
		{ "\xf0\x8f\xbf\xbf", "\\xf0\\x8f\\xbf\\xbf" },
		{ "\xed\xa0\x80", "\\xed\\xa0\\x80" },
		{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80" },
		{ "\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80" },
		/* The longest that the kernel allows */
		{ "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
		  "\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff" },
	};
	size_t i;

	for (i = 0; i < COUNT(names); i++)
		assert_string_equal(format_name(names[i][0]).text, names[i][1]);
}
