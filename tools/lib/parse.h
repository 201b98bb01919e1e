/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words of the command line become values. No output and no system calls, so that unit tests
 * run on the host.
 *
 * Every parser returns 0. On a bad word it returns -1, leaves its results as they are, and writes a
 * sentence to @err that names the word and the allowed values. @word NULL means that the command
 * line ends before the word. @what names the option.
 */
#ifndef PAUSECTL_PARSE_H
#define PAUSECTL_PARSE_H

#include <stdint.h>

#define PRIORITIES	8
#define MAX_QUANTA	65535
#define MAC_LEN		6

#define MAX_RATE	1600000000000ULL	/* 1.6tbit */

struct parse_error {
	char text[512];
};

/* Write the sentence that refuses @word; return -1. */
int parse_refuse(struct parse_error *err, const char *what, const char *word,
		 const char *allowed);

/* The same for a word that was given twice. */
int parse_twice(struct parse_error *err, const char *what, const char *word);

/*
 * The word of @allowed, which ends with NULL, that is nearest to @word; NULL if none is near.
 * Near means few letters that are missing, too many, wrong, or swapped with their neighbour.
 */
const char *parse_nearest(const char *word, const char *const *allowed);

/*
 * Allowed words end with NULL; *index is the position of @word among them. The sentence names the
 * allowed words if they are few, and the nearest of them.
 */
int parse_choice(const char *what, const char *word, const char *const *allowed,
		 unsigned int *index, struct parse_error *err);
int parse_onoff(const char *what, const char *word, uint8_t *value,
		struct parse_error *err);
/* Decimal, or hexadecimal with 0x. */
int parse_number(const char *what, const char *word, uint64_t min, uint64_t max,
		 uint64_t *value, struct parse_error *err);
/* Decimal fraction of a second, to the millisecond. */
int parse_seconds(const char *what, const char *word, uint64_t *msec,
		  struct parse_error *err);
/* "50us" and the like, 1us to 10s, to ns. */
int parse_interval(const char *what, const char *word, uint64_t *ns,
		   struct parse_error *err);
/* The same, 1us to 86400s. */
int parse_duration(const char *what, const char *word, uint64_t *ns,
		   struct parse_error *err);
/* "3,4", "0-7", "1,3-5", "none" or "all" to a bit mask. */
int parse_priorities(const char *what, const char *word, uint32_t *mask,
		     struct parse_error *err);
/*
 * "+5,6", "-4", "+5,-3-4", "3:on,4:off": the priorities to switch on and off, none of them both. A
 * sign is for the items behind it, too.
 */
int parse_priority_change(const char *what, const char *word, uint32_t *on, uint32_t *off,
			  struct parse_error *err);
/* As tc: "2.5gbit", a bare number is bit/s, at least @least; @zero is the word for 0. */
int parse_rate(const char *what, const char *word, const char *zero, uint64_t least,
	       uint64_t *bits_per_second, struct parse_error *err);
/* As tc: "64k", "4mb", a bare number is octets, units are powers of 1024. */
int parse_size(const char *what, const char *word, uint32_t *octets,
	       struct parse_error *err);
/* Six pairs of hexadecimal digits, colons or dashes between them. */
int parse_mac(const char *what, const char *word, uint8_t mac[MAC_LEN],
	      struct parse_error *err);
struct setting;

/* Reads one value. @setting may be NULL: no setting. @what names the value in a refusal. */
typedef int parse_value_fn(const struct setting *setting, const char *what, const char *word,
			   uint64_t *value, struct parse_error *err);

/*
 * The value of a setting. A setting with several values takes "VALUE" for all of them, or
 * "PRIO:VALUE[,PRIO:VALUE...]", each element once. VALUE may be "default". Bit n of *given:
 * values[n] was given.
 */
int parse_values(const struct setting *setting, const char *word, uint64_t *values,
		 uint32_t *given, struct parse_error *err);

/* "PRIO:QUANTA[,PRIO:QUANTA...]", each priority once. */
int parse_pfc(const char *what, const char *word, uint8_t *vector,
	      uint16_t quanta[PRIORITIES], struct parse_error *err);

#endif /* PAUSECTL_PARSE_H */
