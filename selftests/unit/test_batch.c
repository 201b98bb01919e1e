// SPDX-License-Identifier: GPL-2.0
/* Batches: the words of each line, and the lines that run. */
#include <unistd.h>

#include "unit.h"
#include "pausectl.h"

static char ran[8192];	/* the words of all lines, with | and a line feed behind them */

/* The command "bad" fails as a command line, and "refused" as a request. */
static int record(char **words)
{
	char **word;

	for (word = words; *word; word++) {
		strcat(ran, *word);
		strcat(ran, word[1] ? "|" : "\n");
	}
	if (!strcmp(words[0], "bad"))
		return STATUS_USAGE;
	return strcmp(words[0], "refused") ? STATUS_OK : STATUS_REFUSED;
}

static int run_text(const char *text, size_t length, bool force)
{
	char path[] = "/tmp/pausectl-batch-XXXXXX";
	int fd = mkstemp(path), status;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, length), length);
	close(fd);
	ran[0] = '\0';
	status = batch(path, force, record);
	unlink(path);
	return status;
}

TEST(lines)
{
	static const struct {
		const char *text, *ran;
		int status;
		bool force;
	} cases[] = {
		{ "", "", STATUS_OK, false },
		{ "\n \t\r\n# set a\n   #\n", "", STATUS_OK, false },
		{ " set\ta  b \r\nc#d #e f\n", "set|a|b\nc#d\n", STATUS_OK, false },
		{ "a\nrefused b\nc\nbad\n", "a\nrefused|b\n", STATUS_REFUSED, false },
		{ "a\nrefused b\nc\nbad\n", "a\nrefused|b\nc\nbad\n", STATUS_REFUSED, true },
		{ "bad\nrefused\n", "bad\nrefused\n", STATUS_USAGE, true },
		{ "a\nb", "a\n", STATUS_USAGE, false },
		{ "a\nb", "a\n", STATUS_USAGE, true },
		{ "refused\nb", "refused\n", STATUS_REFUSED, true },
	};
	size_t i;

	for (i = 0; i < COUNT(cases); i++) {
		assert_int_equal(run_text(cases[i].text, strlen(cases[i].text), cases[i].force),
				 cases[i].status);
		assert_string_equal(ran, cases[i].ran);
	}
	assert_int_equal(run_text("a\0b\nc\n", 6, false), STATUS_USAGE);
	assert_string_equal(ran, "");
	assert_int_equal(run_text("a\0b\nc\n", 6, true), STATUS_USAGE);
	assert_string_equal(ran, "c\n");
	assert_int_equal(batch("/nonexistent", true, record), STATUS_USAGE);
	assert_int_equal(batch("/", true, record), STATUS_USAGE);
}

/* The longest line, and one octet more */
TEST(long_lines)
{
	char text[4099];
	size_t i;

	memset(text, 'x', sizeof(text));
	memcpy(text + 4095, "\ny\n", 3);
	assert_int_equal(run_text(text, 4098, false), STATUS_OK);
	assert_int_equal(strlen(ran), 4098);
	memcpy(text + 4095, "x\ny\n", 4);
	assert_int_equal(run_text(text, 4099, false), STATUS_USAGE);
	assert_string_equal(ran, "");
	assert_int_equal(run_text(text, 4099, true), STATUS_USAGE);
	assert_string_equal(ran, "y\n");
	/* The most words */
	for (i = 0; i < 4095; i += 2)
		text[i + 1] = ' ';
	memcpy(text + 4095, "\n", 1);
	assert_int_equal(run_text(text, 4096, false), STATUS_OK);
	assert_int_equal(strlen(ran), 4096);
}
