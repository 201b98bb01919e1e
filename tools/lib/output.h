/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One way to print for text and JSON: one call prints a property, with its JSON key and its text.
 * Text goes out at once. JSON is collected, and goes out at the end of the list or, outside a list,
 * at the end of the object.
 */
#ifndef PAUSECTL_OUTPUT_H
#define PAUSECTL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* @color: text has colors, if its terminal has them */
void output_init(bool json, bool pretty, bool details, bool color);
/* Is text to have all there is, and not only what is worth a look? JSON always has all. */
bool output_details(void);
/* "text", "json" or "pretty", for a program that prints in place of this one */
const char *output_format(void);
/* Text goes to another stream, also with JSON, until @text is NULL. */
void output_to(FILE *text);
/* All output is JSON, in lines of @stream, with -j or without, until @stream is NULL. */
void output_json_to(FILE *stream);
/* Is something missing from the output so far? */
bool output_failed(void);
/* Flush; 0, or -1 if a part of the output could not be written. */
int output_close(void);

void list_begin(void);
void list_end(void);
/* Forget a list that is not whole. */
void list_cancel(void);
void object_begin(void);
void object_end(void);
/* JSON only: an object that is a member of the object. */
void member_begin(void);
void member_end(const char *key);

/* Text only: names, layout, and values whose text and JSON differ. */
void print_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

enum color {
	COLOR_OFF,
	COLOR_DEVICE,
	COLOR_GOOD,	/* frames flow again */
	COLOR_STOPPED,	/* frames wait, as PAUSE and PFC mean it */
	COLOR_BAD,	/* errors, and what makes a port lose frames */
};

/* The color of text from here on, until the next call. */
void text_color(enum color color);

/* Both: text is " LABEL VALUE". */
void print_string(const char *key, const char *label, const char *value);
void print_number(const char *key, const char *label, uint64_t value);

/* JSON only. A number that a double may not hold is a string there. */
void add_string(const char *key, const char *value);
void add_number(const char *key, uint64_t value);
void add_bool(const char *key, bool value);
void add_strings(const char *key, const char *const *values, size_t count);
void add_numbers(const char *key, const uint64_t *values, size_t count);
void add_bits(const char *key, uint32_t mask, size_t count);

#endif /* PAUSECTL_OUTPUT_H */
