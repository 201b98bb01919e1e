// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "kind.h"

/* A kernel newer than the tool may know more values. */
static struct word word_of(const char *const *words, uint64_t value)
{
	struct word word;
	uint64_t i;

	for (i = 0; words[i] && i < value; i++)
		;
	snprintf(word.text, sizeof(word.text), "%s", words[i] ? words[i] : "unknown");
	return word;
}

static int parse_word(const char *what, const char *word, const char *const *words,
		      uint64_t *value, struct parse_error *err)
{
	unsigned int index;

	if (parse_choice(what, word, words, &index, err))
		return -1;
	*value = index;
	return 0;
}

/* kind_NAME: one of NAME_words, whose place there is the number. */
#define WORD_KIND(name)								\
static int read_##name(const char *what, const char *word, uint64_t *value,	\
		       struct parse_error *err)					\
{										\
	return parse_word(what, word, name##_words, value, err);		\
}										\
										\
static struct word name##_word(uint64_t value)					\
{										\
	return word_of(name##_words, value);					\
}										\
										\
const struct kind kind_##name = { read_##name, name##_word, JSON_AS_TEXT }

/* --- mode -------------------------------------------------------------------- */

static const char *const mode_words[] = {
	[PAUSECTL_MODE_OFF] = "off",
	[PAUSECTL_MODE_PAUSE] = "pause",
	[PAUSECTL_MODE_PFC] = "pfc",
	NULL
};

WORD_KIND(mode);

/* --- advertisement and requirement of PAUSE ----------------------------------- */

static const char *const advertisement_words[] = {
	[PAUSECTL_ADVERTISEMENT_NONE] = "none",
	[PAUSECTL_ADVERTISEMENT_PAUSE] = "pause",
	[PAUSECTL_ADVERTISEMENT_ASYM] = "asym",
	[PAUSECTL_ADVERTISEMENT_PAUSE_ASYM] = "pause,asym",
	[PAUSECTL_ADVERTISEMENT_TX] = "tx",
	[PAUSECTL_ADVERTISEMENT_RX] = "rx",
	[PAUSECTL_ADVERTISEMENT_TX_RX] = "tx,rx",
	[PAUSECTL_ADVERTISEMENT_AUTO] = "auto",
	NULL
};

WORD_KIND(advertisement);

static const char *const requirement_words[] = {
	[PAUSECTL_REQUIREMENT_NONE] = "none",
	[PAUSECTL_REQUIREMENT_TX] = "tx",
	[PAUSECTL_REQUIREMENT_RX] = "rx",
	[PAUSECTL_REQUIREMENT_BOTH] = "both",
	NULL
};

WORD_KIND(requirement);

static const char *const pause_wish_words[] = {
	[PAUSECTL_PAUSE_WISH_NONE] = "none",
	[PAUSECTL_PAUSE_WISH_OFF] = "off",
	[PAUSECTL_PAUSE_WISH_RX] = "rx",
	[PAUSECTL_PAUSE_WISH_TX] = "tx",
	[PAUSECTL_PAUSE_WISH_TX_RX] = "tx,rx",
	NULL
};

WORD_KIND(pause_wish);

/* --- on or off --------------------------------------------------------------- */

static int read_onoff(const char *what, const char *word, uint64_t *value,
		      struct parse_error *err)
{
	uint8_t on;

	if (parse_onoff(what, word, &on, err))
		return -1;
	*value = on;
	return 0;
}

static struct word onoff_word(uint64_t value)
{
	return value ? (struct word){ "on" } : (struct word){ "off" };
}

const struct kind kind_onoff = { read_onoff, onoff_word, JSON_AS_BOOL };

/* --- a set of priorities ------------------------------------------------------ */

static int read_priorities(const char *what, const char *word, uint64_t *value,
			   struct parse_error *err)
{
	uint32_t mask;

	if (parse_priorities(what, word, &mask, err))
		return -1;
	*value = mask;
	return 0;
}

static struct word priorities_word(uint64_t value)
{
	return format_priorities(value);
}

const struct kind kind_priorities = { read_priorities, priorities_word, JSON_AS_BITS };

/* --- bit/s, where 0 follows the link ------------------------------------------ */

static struct word speed_word(uint64_t value)
{
	return value ? format_rate(value) : (struct word){ "auto" };
}

const struct kind kind_speed = { parse_speed, speed_word, JSON_AS_NUMBER };

/* --- octets ------------------------------------------------------------------- */

static int read_size(const char *what, const char *word, uint64_t *value,
		     struct parse_error *err)
{
	uint32_t octets;

	if (parse_size(what, word, &octets, err))
		return -1;
	*value = octets;
	return 0;
}

static struct word size_word(uint64_t value)
{
	return format_size(value);
}

const struct kind kind_size = { read_size, size_word, JSON_AS_NUMBER };

/* --- a traffic class ---------------------------------------------------------- */

static int read_class(const char *what, const char *word, uint64_t *value,
		      struct parse_error *err)
{
	return parse_number(what, word, 0, PRIORITIES - 1, value, err);
}

static struct word number_word(uint64_t value)
{
	struct word word;

	snprintf(word.text, sizeof(word.text), "%llu", (unsigned long long)value);
	return word;
}

const struct kind kind_class = { read_class, number_word, JSON_AS_NUMBER };

/* --- transmission selection algorithm: by its number, IEEE 802.1Q Table 8-6 ---- */

static const char *const algorithms[] = { "strict", "cbs", "ets", NULL };

/* The credit-based shaper is known, but not to be had. */
static int read_algorithm(const char *what, const char *word, uint64_t *value,
			  struct parse_error *err)
{
	static const char *const words[] = { "strict", "ets", NULL };

	if (parse_word(what, word, words, value, err))
		return -1;
	*value *= 2;
	return 0;
}

static struct word algorithm_word(uint64_t value)
{
	return word_of(algorithms, value);
}

const struct kind kind_algorithm = { read_algorithm, algorithm_word, JSON_AS_TEXT };

/* --- percent ------------------------------------------------------------------ */

static int read_percent(const char *what, const char *word, uint64_t *value,
			struct parse_error *err)
{
	return parse_number(what, word, 0, 100, value, err);
}

const struct kind kind_percent = { read_percent, number_word, JSON_AS_NUMBER };

/* --- bit/s, where 0 is no limit ------------------------------------------------ */

static struct word maxrate_word(uint64_t value)
{
	return value ? format_rate(value) : (struct word){ "none" };
}

const struct kind kind_maxrate = { parse_maxrate, maxrate_word, JSON_AS_NUMBER };

/* --- quanta, of which 0 would be an XON ----------------------------------------- */

static int read_quanta(const char *what, const char *word, uint64_t *value,
		       struct parse_error *err)
{
	return parse_number(what, word, 1, MAX_QUANTA, value, err);
}

const struct kind kind_quanta = { read_quanta, number_word, JSON_AS_NUMBER };

/* --- ns between control frames --------------------------------------------------- */

static int read_gap(const char *what, const char *word, uint64_t *value,
		    struct parse_error *err)
{
	return parse_number(what, word, 0, 1000000, value, err);
}

const struct kind kind_gap = { read_gap, number_word, JSON_AS_NUMBER };

/* --- octets of a buffer, bit times of a delay, where 0 is worked out --------------- */

static bool is_auto(const char *word)
{
	return word && !strcmp(word, "auto");
}

static int read_octets(const char *what, const char *word, uint64_t *value,
		       struct parse_error *err)
{
	uint64_t octets;

	if (is_auto(word)) {
		*value = 0;
		return 0;
	}
	if (read_size(what, word, &octets, err) || !octets)
		return parse_refuse(err, what, word, "auto, or octets like 64k or 4mb");
	*value = octets;
	return 0;
}

static struct word octets_word(uint64_t value)
{
	return value ? format_size(value) : (struct word){ "auto" };
}

const struct kind kind_octets = { read_octets, octets_word, JSON_AS_NUMBER };

static int read_delay(const char *what, const char *word, uint64_t *value,
		      struct parse_error *err)
{
	uint64_t bits;

	if (is_auto(word)) {
		*value = 0;
		return 0;
	}
	if (parse_number(what, word, 1, 1000000000, &bits, err))
		return parse_refuse(err, what, word, "auto, or 1 to 1000000000 bit times");
	*value = bits;
	return 0;
}

static struct word delay_word(uint64_t value)
{
	return value ? number_word(value) : (struct word){ "auto" };
}

const struct kind kind_delay = { read_delay, delay_word, JSON_AS_NUMBER };

/* --- fields that tell a priority, in their order: 4 bits each, the first the lowest -- */

#define TRUST_BITS	4
#define TRUST_MASK	0xf

static const char *const trust_words[] = {
	[PAUSECTL_TRUST_FIELD_NONE] = "none",
	[PAUSECTL_TRUST_FIELD_ETHTYPE] = "ethtype",
	[PAUSECTL_TRUST_FIELD_STREAM_PORT] = "stream-port",
	[PAUSECTL_TRUST_FIELD_DGRAM_PORT] = "dgram-port",
	[PAUSECTL_TRUST_FIELD_PORT] = "port",
	[PAUSECTL_TRUST_FIELD_DSCP] = "dscp",
	[PAUSECTL_TRUST_FIELD_PCP] = "pcp",
	NULL
};

static int read_trust(const char *what, const char *word, uint64_t *value,
		      struct parse_error *err)
{
	const char *const *fields = trust_words + 1;
	unsigned int i, at, seen = 0;
	uint64_t order = 0;
	char text[64], *rest = text, *field;

	if (!word || strlen(word) >= sizeof(text))
		return parse_refuse(err, what, word, "lists like pcp,dscp, none");
	snprintf(text, sizeof(text), "%s", word);
	for (at = 0; strcmp(word, "none") && (field = strsep(&rest, ",")); at += TRUST_BITS) {
		if (parse_choice(what, field, fields, &i, err))
			return -1;
		if (seen & 1U << i)
			return parse_twice(err, "field", field);
		seen |= 1U << i;
		order |= (uint64_t)(i + 1) << at;
	}
	*value = order;
	return 0;
}

static struct word trust_word(uint64_t value)
{
	struct word word = { "none" };
	size_t length = 0;

	for (; value && length < sizeof(word.text); value >>= TRUST_BITS)
		length += snprintf(word.text + length, sizeof(word.text) - length, "%s%s",
				   length ? "," : "",
				   word_of(trust_words, value & TRUST_MASK).text);
	return word;
}

const struct kind kind_trust = { read_trust, trust_word, JSON_AS_LIST };

/* --- the watchdog: what it does, and its times in ms ---------------------------------- */

static const char *const watchdog_words[] = {
	[PAUSECTL_WATCHDOG_ACTION_OFF] = "off",
	[PAUSECTL_WATCHDOG_ACTION_DROP] = "drop",
	[PAUSECTL_WATCHDOG_ACTION_FORWARD] = "forward",
	[PAUSECTL_WATCHDOG_ACTION_ALERT] = "alert",
	NULL
};

WORD_KIND(watchdog);

static int read_detect(const char *what, const char *word, uint64_t *value,
		       struct parse_error *err)
{
	return parse_number(what, word, 100, 5000, value, err);
}

const struct kind kind_detect = { read_detect, number_word, JSON_AS_NUMBER };

static int read_restore(const char *what, const char *word, uint64_t *value,
			struct parse_error *err)
{
	return parse_number(what, word, 100, 60000, value, err);
}

const struct kind kind_restore = { read_restore, number_word, JSON_AS_NUMBER };

static int read_poll(const char *what, const char *word, uint64_t *value,
		     struct parse_error *err)
{
	return parse_number(what, word, 10, 3000, value, err);
}

const struct kind kind_poll = { read_poll, number_word, JSON_AS_NUMBER };

/* --- the guard: ms of XOFF, where 0 is off ------------------------------------------------ */

#define GUARD_AUTO_MS	100

static int read_guard(const char *what, const char *word, uint64_t *value,
		      struct parse_error *err)
{
	uint64_t ms = is_auto(word) ? GUARD_AUTO_MS : 0;

	if (!ms && !(word && !strcmp(word, "off")) &&
	    parse_number(what, word, 80, 8000, &ms, err))
		return parse_refuse(err, what, word, "off, auto (100), or 80 to 8000 ms");
	*value = ms;
	return 0;
}

static struct word off_or_number_word(uint64_t value)
{
	return value ? number_word(value) : (struct word){ "off" };
}

const struct kind kind_guard = { read_guard, off_or_number_word, JSON_AS_NUMBER };

/* --- the limit: ms of pause, where 0 is off, and ms without obeying ----------------------- */

#define PAUSE_LIMIT_MAX_MS	60000

static int read_pause_limit(const char *what, const char *word, uint64_t *value,
			    struct parse_error *err)
{
	uint64_t ms = 0;

	if (!(word && !strcmp(word, "off")) &&
	    parse_number(what, word, 1, PAUSE_LIMIT_MAX_MS, &ms, err))
		return parse_refuse(err, what, word, "off, or 1 to 60000 ms");
	*value = ms;
	return 0;
}

const struct kind kind_pause_limit = { read_pause_limit, off_or_number_word, JSON_AS_NUMBER };

static int read_pause_ignore(const char *what, const char *word, uint64_t *value,
			     struct parse_error *err)
{
	return parse_number(what, word, 1, PAUSE_LIMIT_MAX_MS, value, err);
}

const struct kind kind_pause_ignore = { read_pause_ignore, number_word, JSON_AS_NUMBER };

/* --- ECN: octets that wait, of which there may be none, and percent at their end -------- */

#define QUEUE_MAX	(1U << 30)

static int read_queue(const char *what, const char *word, uint64_t *value,
		      struct parse_error *err)
{
	if (read_size(what, word, value, err) || *value > QUEUE_MAX)
		return parse_refuse(err, what, word, "0 to 1gb, like 65536, 64k or 4mb");
	return 0;
}

const struct kind kind_queue = { read_queue, size_word, JSON_AS_NUMBER };

static int read_share(const char *what, const char *word, uint64_t *value,
		      struct parse_error *err)
{
	return parse_number(what, word, 1, 100, value, err);
}

const struct kind kind_share = { read_share, number_word, JSON_AS_NUMBER };

/* --- dynamic thresholds: a part of what is free, and the pool it is of ------------------ */

#define ALPHA_ONE	128	/* what netlink tells it in parts of */
#define ALPHA_MAX	(8 * ALPHA_ONE)
#define POOL_MIN	16384

/* N or N/M */
static bool is_part(const char *word, unsigned int *over, unsigned int *below)
{
	char rest;

	*below = 1;
	if (sscanf(word, "%4u/%3u%c", over, below, &rest) == 2)
		return *over && *below;
	return sscanf(word, "%4u%c", over, &rest) == 1 && *over;
}

static int read_alpha(const char *what, const char *word, uint64_t *value,
		      struct parse_error *err)
{
	unsigned int over, below;

	if (!word || !is_part(word, &over, &below) || over * ALPHA_ONE % below ||
	    over * ALPHA_ONE / below > ALPHA_MAX)
		return parse_refuse(err, what, word, "1/128 to 8, in steps of 1/128");
	*value = over * ALPHA_ONE / below;
	return 0;
}

static struct word alpha_word(uint64_t value)
{
	unsigned int over = value, below = ALPHA_ONE;
	struct word word;

	for (; below > 1 && over % 2 == 0; over /= 2)
		below /= 2;
	if (below == 1)
		return number_word(over);
	snprintf(word.text, sizeof(word.text), "%u/%u", over, below);
	return word;
}

const struct kind kind_alpha = { read_alpha, alpha_word, JSON_AS_TEXT };

static int read_pool(const char *what, const char *word, uint64_t *value,
		     struct parse_error *err)
{
	if (read_octets(what, word, value, err) ||
	    (*value && (*value < POOL_MIN || *value > QUEUE_MAX)))
		return parse_refuse(err, what, word, "auto, or 16k to 1gb");
	return 0;
}

const struct kind kind_pool = { read_pool, octets_word, JSON_AS_NUMBER };
