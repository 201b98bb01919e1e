/* SPDX-License-Identifier: GPL-2.0 */
/* Kinds of setting: how a value is read, written, and put into JSON. Pure. */
#ifndef PAUSECTL_KIND_H
#define PAUSECTL_KIND_H

#include <stdint.h>

#include "format.h"
#include "parse.h"

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
	struct word (*format)(uint64_t value);
	enum json_as json;
};

extern const struct kind kind_mode;
extern const struct kind kind_advertisement;
extern const struct kind kind_requirement;
extern const struct kind kind_pause_wish;
extern const struct kind kind_onoff;
extern const struct kind kind_priorities;
extern const struct kind kind_speed;
extern const struct kind kind_size;
extern const struct kind kind_class;
extern const struct kind kind_algorithm;
extern const struct kind kind_percent;
extern const struct kind kind_maxrate;
extern const struct kind kind_quanta;
extern const struct kind kind_gap;
extern const struct kind kind_octets;
extern const struct kind kind_delay;
extern const struct kind kind_trust;
extern const struct kind kind_watchdog;
extern const struct kind kind_detect;
extern const struct kind kind_restore;
extern const struct kind kind_poll;
extern const struct kind kind_guard;
extern const struct kind kind_pause_limit;
extern const struct kind kind_pause_ignore;
extern const struct kind kind_queue;
extern const struct kind kind_share;
extern const struct kind kind_alpha;
extern const struct kind kind_pool;

/* kind_filter.c */
extern const struct kind kind_checks;
extern const struct kind kind_type;
extern const struct kind kind_opcodes;
extern const struct kind kind_unicast;
extern const struct kind kind_multicast;
extern const struct kind kind_source;

#endif /* PAUSECTL_KIND_H */
