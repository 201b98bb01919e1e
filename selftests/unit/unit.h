/* SPDX-License-Identifier: GPL-2.0 */
/* The frame of a unit test. The program runs each TEST(name) { ... } of its file, in order. */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

static struct CMUnitTest tests[64];
static size_t test_count;

static void enlist(const char *name, CMUnitTestFunction run, const void *row)
{
	if (test_count == COUNT(tests))
		abort();
	tests[test_count++] = (struct CMUnitTest){
		.name = name, .test_func = run, .initial_state = (void *)row,
	};
}

#define TEST(name)							\
	static void name(void **state);					\
	static void __attribute__((constructor)) enlist_##name(void)	\
	{								\
		enlist(#name, name, NULL);				\
	}								\
	static void name(void **state)

/* TEST_EACH(run, table) { ... } is a test for each row, with its name. *state is the row. */
#define TEST_EACH(run, table)						\
	static void run(void **state);					\
	static void __attribute__((constructor)) enlist_##run(void)	\
	{								\
		size_t i;						\
									\
		for (i = 0; i < COUNT(table); i++)			\
			enlist((table)[i].name, run, &(table)[i]);	\
	}								\
	static void run(void **state)

int main(void)
{
	return _cmocka_run_group_tests("tests", tests, test_count, NULL, NULL);
}

#endif /* UNIT_H */
