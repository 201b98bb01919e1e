// SPDX-License-Identifier: GPL-2.0
/* The tool's way of printing, by that of tc, so that both print with the same code. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>

#include "format.h"
#include "output.h"
#include "tc.h"

/* tc -d */
bool output_details(void)
{
	const int *details = dlsym(RTLD_DEFAULT, "show_details");

	return details && *details;
}

void print_text(const char *format, ...)
{
	va_list args;

	if (is_json_context())
		return;
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
}

/* tc gives no way to print colors alone. */
void text_color(enum color color)
{
	(void)color;
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
	if (is_json_context())
		print_color_string(PRINT_JSON, COLOR_NONE, key, NULL, value);
}

void add_number(const char *key, uint64_t value)
{
	char digits[24];

	if (!is_json_context())
		return;
	if (format_exact(value)) {
		print_color_lluint(PRINT_JSON, COLOR_NONE, key, NULL, value);
		return;
	}
	snprintf(digits, sizeof(digits), "%llu", (unsigned long long)value);
	add_string(key, digits);
}

void add_bool(const char *key, bool value)
{
	if (is_json_context())
		print_color_bool(PRINT_JSON, COLOR_NONE, key, NULL, value);
}

void add_strings(const char *key, const char *const *values, size_t count)
{
	size_t i;

	open_json_array(PRINT_JSON, key);
	for (i = 0; i < count; i++)
		add_string(NULL, values[i]);
	close_json_array(PRINT_JSON, NULL);
}

void add_numbers(const char *key, const uint64_t *values, size_t count)
{
	size_t i;

	open_json_array(PRINT_JSON, key);
	for (i = 0; i < count; i++)
		add_number(NULL, values[i]);
	close_json_array(PRINT_JSON, NULL);
}

void add_bits(const char *key, uint32_t mask, size_t count)
{
	size_t i;

	open_json_array(PRINT_JSON, key);
	for (i = 0; i < count; i++)
		add_bool(NULL, mask >> i & 1);
	close_json_array(PRINT_JSON, NULL);
}
