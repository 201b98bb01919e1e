/* SPDX-License-Identifier: GPL-2.0 */
/* Kinds of value: how a value of a setting is read, written, and put into JSON. Pure. */
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
	JSON_AS_TEXT,	/* what format gives */
	JSON_AS_BITS,	/* of a mask: an array of 8 booleans */
	JSON_AS_LIST,	/* what commas part in the text: an array of those, empty for none */
};

/**
 * struct kind - a kind of value
 * @parse: from a word
 * @format: to the word that parse reads
 * @json: what it is there
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
 * @kind: of its values
 * @words: by value, ended by NULL; NULL where there are none
 * @refused: one of them that is refused, or NULL
 * @elements: what its values are of, ended by NULL; NULL: priorities, and the link
 * @zero: the word for 0, or NULL
 * @begins: the group of settings that it is the first of, or NULL
 * @unit: of a number, or ""
 * @min: least number
 * @max: greatest number
 * @size: octets of a value in the attribute: 1, 4 or 8
 * @values: how many: 1, or one for each of elements
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
	const char *begins;
	const char *unit;
	uint64_t min;
	uint64_t max;
	uint8_t size;
	uint8_t values;
};

extern const struct kind kind_switch;
extern const struct kind kind_word;
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

/* The word for a value, "unknown" where a kernel newer than the tool has more values. */
const char *word_of(const char *const *words, uint64_t value);

/* Takes the word for 0, if @word is that. */
int read_zero(const struct setting *setting, const char *word, uint64_t *value);

#endif /* PAUSECTL_KIND_H */
