// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>

#include <jansson.h>

#include "lib.h"

static struct {
	bool json;
	bool pretty;
	bool details;
	bool colors;
	enum color color;	/* of the next text */
	enum color current;	/* of the terminal */
	FILE *text;		/* NULL: stdout */
	FILE *stream;		/* all is JSON, to this stream; NULL: what @json says, to stdout */
	bool failed;		/* something is missing from the output */
	json_t *list;		/* NULL outside a list */
	json_t *object;
	json_t *outer;		/* its member is the object; else NULL */
} output;

void output_init(bool json, bool pretty, bool details, bool color)
{
	output.json = json;
	output.pretty = pretty;
	output.details = details;
	output.colors = color && !json;
}

bool output_details(void)
{
	return output.details;
}

const char *output_format(void)
{
	return !output.json ? "text" : output.pretty ? "pretty" : "json";
}

void output_to(FILE *text)
{
	output.text = text;
}

void output_json_to(FILE *stream)
{
	output.stream = stream;
}

bool output_failed(void)
{
	return output.failed;
}

static bool is_json(void)
{
	return output.json || output.stream;
}

int output_close(void)
{
	return fflush(stdout) || ferror(stdout) || output.failed ? -1 : 0;
}

void text_color(enum color color)
{
	output.color = color;
}

static void change_color(void)
{
	static const char *const codes[] = {
		[COLOR_OFF] = "0",
		[COLOR_DEVICE] = "36",
		[COLOR_GOOD] = "32",
		[COLOR_STOPPED] = "33",
		[COLOR_BAD] = "31",
	};

	/* A file between two words on the terminal has no colors. */
	if (output.text)
		return;
	if (output.colors && output.color != output.current)
		printf("\033[%sm", codes[output.color]);
	output.current = output.color;
}

static void write_json(json_t *value, size_t flags)
{
	FILE *stream = output.stream ? output.stream : stdout;

	if (json_dumpf(value, stream, flags) || putc('\n', stream) == EOF || fflush(stream))
		output.failed = true;
	json_decref(value);
}

void list_begin(void)
{
	if (is_json())
		output.list = json_array();
}

void list_end(void)
{
	if (is_json())
		write_json(output.list, output.pretty ? JSON_INDENT(4) : JSON_COMPACT);
	output.list = NULL;
}

void list_cancel(void)
{
	json_decref(output.list);
	output.list = NULL;
}

void object_begin(void)
{
	if (is_json())
		output.object = json_object();
}

void object_end(void)
{
	if (!is_json()) {
		change_color();
		if (putchar('\n') == EOF || fflush(stdout))
			output.failed = true;
	} else if (output.list) {
		if (json_array_append_new(output.list, output.object))
			output.failed = true;
	} else {
		write_json(output.object, JSON_COMPACT);
	}
	output.object = NULL;
}

void print_text(const char *format, ...)
{
	va_list args;

	if (is_json() && !output.text)
		return;
	change_color();
	va_start(args, format);
	vfprintf(output.text ? output.text : stdout, format, args);
	va_end(args);
}

/* jansson passes a failed allocation on as NULL, which ends here. */
static void put(const char *key, json_t *value)
{
	if (json_object_set_new(output.object, key, value))
		output.failed = true;
}

void member_begin(void)
{
	if (!is_json())
		return;
	output.outer = output.object;
	output.object = json_object();
}

void member_end(const char *key)
{
	json_t *member = output.object;

	if (!is_json())
		return;
	output.object = output.outer;
	output.outer = NULL;
	put(key, member);
}

static json_t *output_number(uint64_t value)
{
	char digits[24];

	if (format_exact(value))
		return json_integer((json_int_t)value);
	snprintf(digits, sizeof(digits), "%llu", (unsigned long long)value);
	return json_string(digits);
}

void print_string(const char *key, const char *label, const char *value)
{
	add_string(key, value);
	print_text(" %s %s", label, value);
}

void print_number(const char *key, const char *label, uint64_t value)
{
	add_number(key, value);
	print_text(" %s %llu", label, (unsigned long long)value);
}

void add_string(const char *key, const char *value)
{
	if (is_json())
		put(key, json_string_nocheck(value));
}

void add_number(const char *key, uint64_t value)
{
	if (is_json())
		put(key, output_number(value));
}

void add_bool(const char *key, bool value)
{
	if (is_json())
		put(key, json_boolean(value));
}

void add_strings(const char *key, const char *const *values, size_t count)
{
	json_t *array;
	size_t i;

	if (!is_json())
		return;
	array = json_array();
	for (i = 0; i < count; i++)
		if (json_array_append_new(array, json_string_nocheck(values[i])))
			output.failed = true;
	put(key, array);
}

void add_numbers(const char *key, const uint64_t *values, size_t count)
{
	json_t *array;
	size_t i;

	if (!is_json())
		return;
	array = json_array();
	for (i = 0; i < count; i++)
		if (json_array_append_new(array, output_number(values[i])))
			output.failed = true;
	put(key, array);
}

void add_bits(const char *key, uint32_t mask, size_t count)
{
	json_t *array;
	size_t i;

	if (!is_json())
		return;
	array = json_array();
	for (i = 0; i < count; i++)
		if (json_array_append_new(array, json_boolean(mask & 1U << i)))
			output.failed = true;
	put(key, array);
}
