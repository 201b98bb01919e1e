/* SPDX-License-Identifier: GPL-2.0 */
/* Kinds of value: parse the word of a setting, format its value, choose its form in JSON. */
#ifndef PAUSECTL_KIND_H
#define PAUSECTL_KIND_H

#include <stddef.h>
#include <stdint.h>

#include "format.h"
#include "parse.h"

#define MAX_VALUES	9

enum json_as {
	JSON_AS_NUMBER,
	JSON_AS_BOOL,
	JSON_AS_TEXT,	/* the word of format */
	JSON_AS_BITS,	/* a mask as an array of 8 booleans */
	JSON_AS_LIST,	/* an array of the words between commas, empty for none */
};

/**
 * struct kind - a kind of value
 * @parse: makes a value of a word
 * @format: makes of a value the word that parse reads
 * @json: form of the value in JSON
 */
struct kind {
	parse_value_fn *parse;
	struct word (*format)(const struct setting *setting, uint64_t value);
	enum json_as json;
};

/**
 * struct setting - a row of the table of settings
 * @option: its name on the command line and in text
 * @key: in JSON
 * @attribute: PAUSECTL_A_x
 * @kind: kind of its values
 * @words: words by value, ended by NULL; NULL if it has none
 * @refused: a word that the tool refuses, or NULL
 * @elements: names of its elements, ended by NULL; NULL: priorities, and the link
 * @zero: the word for 0, or NULL
 * @grammar: it and its value behind set
 * @help: what it means, whole lines
 * @begins: the group, if it is the first setting of the group, or NULL
 * @unit: of a number, or ""
 * @min: least number
 * @max: greatest number
 * @size: octets of a value in the attribute: 1, 4 or 8
 * @values: number of values: 1, or one for each element
 * @defaults: the values of a new port, which the word "default" stands for
 */
struct setting {
	const char *option;
	const char *key;
	uint16_t attribute;
	const struct kind *kind;
	const char *const *words;
	const char *refused;
	const char *const *elements;
	const char *zero;
	const char *grammar;
	const char *help;
	const char *begins;
	const char *unit;
	uint64_t min;
	uint64_t max;
	uint8_t size;
	uint8_t values;
	uint64_t defaults[MAX_VALUES];
};

extern const struct kind kind_switch;
extern const struct kind kind_word;
/*
 * A set, or a change of a set. In a change the high octet is not 0: it has the priorities that stay
 * as they are, and the low octet has those to switch on.
 */
extern const struct kind kind_priorities;
extern const struct kind kind_order;
extern const struct kind kind_number;
extern const struct kind kind_size;
extern const struct kind kind_rate;
extern const struct kind kind_part;

/* kind_filter.c */
extern const struct kind kind_checks;
extern const struct kind kind_type;
extern const struct kind kind_opcodes;
extern const struct kind kind_address;

static inline uint64_t kept_priorities(uint64_t value)
{
	return value >> PRIORITIES;
}

/* The word for a value; "unknown" if a newer kernel has more values than the tool. */
const char *word_of(const char *const *words, uint64_t value);

/* 1 and *value 0 if @word is the word for 0, else 0. */
int read_zero(const struct setting *setting, const char *word, uint64_t *value);

#endif /* PAUSECTL_KIND_H */
