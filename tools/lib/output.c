// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>

#include <jansson.h>

#include "lib.h"

struct output output;

static enum color now;		/* of the terminal */
static json_t *nest[4];		/* arrays and objects, each within the one before */
static unsigned int depth;	/* how many */

static bool is_json(void)
{
	return output.json || output.stream;
}

int output_close(void)
{
	return fflush(stdout) || ferror(stdout) || output.failed ? -1 : 0;
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
	if (output.colors && !output.json && output.color != now)
		printf("\033[%sm", codes[output.color]);
	now = output.color;
}

static void write_json(json_t *value)
{
	size_t flags = json_is_array(value) && output.pretty ? JSON_INDENT(4) : JSON_COMPACT;
	FILE *stream = output.stream ? output.stream : stdout;

	if (json_dumpf(value, stream, flags) || putc('\n', stream) == EOF || fflush(stream))
		output.failed = true;
	if (output.stream && !output.failed)
		output.whole = lseek(fileno(stream), 0, SEEK_END);
	json_decref(value);
}

/* jansson passes a failed allocation on as NULL, which ends here. */
static void put(const char *key, json_t *value)
{
	json_t *in = depth ? nest[depth - 1] : NULL;
	struct word member = word_printf("%s", key ?: "");
	char *dash = member.text;

	while ((dash = strchr(dash, '-')))
		*dash = '_';
	if (!is_json())
		json_decref(value);
	else if (json_is_array(in) ? json_array_append_new(in, value) :
				     json_object_set_new(in, member.text, value))
		output.failed = true;
}

static void begin(json_t *(*make)(void))
{
	if (is_json())
		nest[depth++] = make();
}

void member_end(const char *key)
{
	json_t *value;

	if (!is_json())
		return;
	value = nest[--depth];
	if (depth)
		put(key, value);
	else
		write_json(value);
}

void list_begin(void)
{
	begin(json_array);
}

void list_cancel(void)
{
	if (is_json())
		json_decref(nest[--depth]);
}

void object_begin(void)
{
	begin(json_object);
}

void object_end(void)
{
	member_end(NULL);
	if (is_json())
		return;
	change_color();
	if (putchar('\n') == EOF || fflush(stdout))
		output.failed = true;
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

/* The number of octets of the character at @c; 0 if there is none, or one that becomes \xHH */
static size_t character(const char *c)
{
	size_t length = 0;
	json_t *whole;

	/* jansson takes neither a part of a character, nor what RFC 3629 forbids. */
	do
		whole = json_stringn(c, ++length);
	while (!whole && length < 4 && c[length]);
	json_decref(whole);
	if (!whole || *c == '\\' || (length == 1 && (*c < ' ' || *c == 0x7f)) ||
	    (*c == '\xc2' && c[1] < '\xa0'))
		return 0;
	return length;
}

/* Names in the kernel have at most 15 octets. */
struct word format_name(const char *name)
{
	struct word word = { "" };
	size_t length;

	/* No part of a character, or of \xHH: names of namespaces may be longer. */
	for (; *name && strlen(word.text) + 4 < sizeof(word.text); name += length ?: 1) {
		length = character(name);
		word_append(&word, "", length ? word_printf("%.*s", (int)length, name).text :
				       word_printf("\\x%02x", (unsigned char)*name).text);
	}
	return word;
}
