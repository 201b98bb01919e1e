/* SPDX-License-Identifier: GPL-2.0 */
/* The one table of settings of the tool: set reads them, show prints them. */
#ifndef PAUSECTL_SETTINGS_H
#define PAUSECTL_SETTINGS_H

#include <stddef.h>

#include <libmnl/libmnl.h>

#include "app.h"
#include "kind.h"

/* settings_table.c, made from the specification */
extern const struct setting settings[];
extern const size_t setting_count;
/* The grammar behind "set" */
extern const char settings_grammar[];

/* Words of enumerations, by value, ended by NULL. */
extern const char *const speed_source_words[];
extern const char *const pause_state_words[];
extern const char *const advertisement_words[];
extern const char *const partner_source_words[];
extern const char *const event_words[];

/* The setting of an option of set; NULL: there is none. */
const struct setting *setting_named(const char *option);
/* Values of @setting from its attribute; all 0 if the attribute is too short. */
void setting_values(const struct setting *setting, const struct nlattr *attribute,
		    uint64_t *values);
void setting_put(struct nlmsghdr *message, const struct setting *setting,
		 const uint64_t *values);

/* The APP table of a port, in order. @attribute may be NULL. */
void apps_of(const struct nlattr *attribute, struct apps *apps);

/*
 * The headroom of lossless buffers, and the octets that the sender may have in flight. JSON always
 * has them. Text has a warning if the headroom is less.
 */
void print_headroom(const struct nlattr *const *attributes, const char *line_break);

/*
 * What the port does just now: pauses, storms, congestion, errors. Text has what there is of it,
 * and then @line_break.
 */
void print_state(const struct nlattr *const *attributes, const char *line_break);
/* What the port is on, for text only with details, and a warning if its headroom is short. */
void print_facts(const struct nlattr *const *attributes, const char *line_break);
/*
 * The settings in @attributes, a table up to PAUSECTL_A_MAX. JSON has them all; text, too, or only
 * mode, speed, and what is not as in a new port. @line_break is the text between two groups.
 */
void print_settings(const struct nlattr *const *attributes, bool all, const char *line_break);
/* The same for JSON alone. */
void add_settings(const struct nlattr *const *attributes);
/* One of them, for JSON. */
void add_setting(const struct setting *setting, const uint64_t *values);
/* For text: one word if all values are equal, else pairs as set takes them, but those in @known. */
void print_values(const struct setting *setting, const uint64_t *values, const uint64_t *known);
/* For text: "NAME OLD -> NEW", of arrays the values that differ */
void print_change(const struct setting *setting, const uint64_t *old, const uint64_t *values);
/* The speed in force: the one that is set, or the one that the port has found. 0: not known */
uint64_t bits_per_second(const struct nlattr *const *attributes);
/* The speed, its source, and whether frames leave at that speed. */
struct word speed_in_force(const struct nlattr *const *attributes);
/* Are rx-prio and tx-prio both prio, so that prio says all? */
bool repeats_prio(const struct nlattr *const *attributes);

/* The agreement of the port and its partner. */
void print_agreement(const struct nlattr *const *attributes, const char *line_break);

#endif /* PAUSECTL_SETTINGS_H */
