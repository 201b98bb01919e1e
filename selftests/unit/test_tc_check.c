// SPDX-License-Identifier: GPL-2.0
/*
 * The plugin of tc refuses a tc that it is not made for. This program acts as tc. It exports the
 * functions that the plugin calls, and a structure that the tests change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tc.h"

bool is_json_context(void)
{
	return false;
}

void open_json_object(const char *key)
{
}

void close_json_object(void)
{
}

void open_json_array(int type, const char *key)
{
}

void close_json_array(int type, const char *delimiter)
{
}

int print_color_string(int type, int color, const char *key, const char *format,
		       const char *value)
{
	return 0;
}

int print_color_lluint(int type, int color, const char *key, const char *format,
		       unsigned long long value)
{
	return 0;
}

int print_color_bool(int type, int color, const char *key, const char *format, bool value)
{
	return 0;
}

static int parse(struct qdisc_util *util, int argc, char **argv, struct nlmsghdr *message,
		 const char *device)
{
	return 0;
}

static int print(struct qdisc_util *util, FILE *to, struct rtattr *options)
{
	return 0;
}

struct qdisc_util ets_qdisc_util = { .id = "ets", .parse_qopt = parse, .print_qopt = print };

static void the_right_one_is_known(void **state)
{
	assert_true(tc_is_known());
}

/* In a tc with another layout, id has another value, or a pointer is NULL. */
static void a_structure_laid_out_otherwise_is_refused(void **state)
{
	struct qdisc_util right = ets_qdisc_util;

	ets_qdisc_util.id = "sfq";
	assert_false(tc_is_known());
	ets_qdisc_util.id = NULL;
	assert_false(tc_is_known());
	ets_qdisc_util = right;
	ets_qdisc_util.print_qopt = NULL;
	assert_false(tc_is_known());
	ets_qdisc_util = right;
	assert_true(tc_is_known());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_right_one_is_known),
		cmocka_unit_test(a_structure_laid_out_otherwise_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
