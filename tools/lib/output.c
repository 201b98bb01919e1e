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
	json_t *open[4];	/* arrays and objects, each within the one before */
	unsigned int depth;	/* how many */
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

static void write_json(json_t *value)
{
	size_t flags = json_is_array(value) && output.pretty ? JSON_INDENT(4) : JSON_COMPACT;
	FILE *stream = output.stream ? output.stream : stdout;

	if (json_dumpf(value, stream, flags) || putc('\n', stream) == EOF || fflush(stream))
		output.failed = true;
	json_decref(value);
}

/* jansson passes a failed allocation on as NULL, which ends here. */
static void put(const char *key, json_t *value)
{
	json_t *in = output.depth ? output.open[output.depth - 1] : NULL;

	if (!is_json())
		json_decref(value);
	else if (json_is_array(in) ? json_array_append_new(in, value) :
				     json_object_set_new(in, key, value))
		output.failed = true;
}

static void begin(json_t *(*make)(void))
{
	if (is_json())
		output.open[output.depth++] = make();
}

static void end(const char *key)
{
	json_t *value;

	if (!is_json())
		return;
	value = output.open[--output.depth];
	if (output.depth)
		put(key, value);
	else
		write_json(value);
}

void list_begin(void)
{
	begin(json_array);
}

void list_end(void)
{
	end(NULL);
}

void list_cancel(void)
{
	if (is_json())
		json_decref(output.open[--output.depth]);
}

void object_begin(void)
{
	begin(json_object);
}

void object_end(void)
{
	end(NULL);
	if (is_json())
		return;
	change_color();
	if (putchar('\n') == EOF || fflush(stdout))
		output.failed = true;
}

void member_end(const char *key)
{
	end(key);
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

void print_number(const char *key, const char *label, uint64_t value)
{
	add_number(key, value);
	print_text(" %s %llu", label, (unsigned long long)value);
}

void add_string(const char *key, const char *value)
{
	put(key, json_string_nocheck(value));
}

/* A double may not hold a number above 2^53. */
void add_number(const char *key, uint64_t value)
{
	put(key, value <= 1ULL << 53 ? json_integer((json_int_t)value) :
				       json_sprintf("%llu", (unsigned long long)value));
}

void add_bool(const char *key, bool value)
{
	put(key, json_boolean(value));
}

void add_strings(const char *key, const char *const *values, size_t count)
{
	size_t i;

	list_begin();
	for (i = 0; i < count; i++)
		add_string(NULL, values[i]);
	member_end(key);
}

void add_numbers(const char *key, const uint64_t *values, size_t count)
{
	size_t i;

	list_begin();
	for (i = 0; i < count; i++)
		add_number(NULL, values[i]);
	member_end(key);
}

void add_bits(const char *key, uint32_t mask, size_t count)
{
	size_t i;

	list_begin();
	for (i = 0; i < count; i++)
		add_bool(NULL, mask & 1U << i);
	member_end(key);
}
