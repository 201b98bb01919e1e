/* SPDX-License-Identifier: GPL-2.0 */
/* The one table of settings of the tool: set reads them, show prints them. */
#ifndef PAUSECTL_SETTINGS_H
#define PAUSECTL_SETTINGS_H

#include <stddef.h>

#include <libmnl/libmnl.h>

#include "kind.h"

/* settings_table.c, made from the specification */
extern const struct setting settings[];
extern const size_t setting_count;
/* The grammar behind "set", and the meaning of each setting. */
extern const char settings_grammar[];
extern const char settings_help[];

/* Words of enumerations, by value, ended by NULL. */
extern const char *const speed_source_words[];
extern const char *const hook_words[];
extern const char *const pause_state_words[];
extern const char *const pause_precision_words[];
extern const char *const advertisement_words[];
extern const char *const partner_source_words[];
extern const char *const event_words[];

/* Values of @setting from its attribute; all 0 if the attribute is too short. */
void setting_values(const struct setting *setting, const struct nlattr *attribute,
		    uint64_t *values);
void setting_put(struct nlmsghdr *message, const struct setting *setting,
		 const uint64_t *values);

/*
 * The headroom of lossless buffers, and the octets that the sender may have in flight. JSON always
 * has them. Text has a warning if the headroom is less.
 */
void print_headroom(const struct nlattr *const *attributes, const char *line_break);

/* The device of a message. */
void print_device(const struct nlattr *const *attributes);
/*
 * All settings in @attributes, a table up to PAUSECTL_A_MAX. @line_break is the text between
 * two groups of settings.
 */
void print_settings(const struct nlattr *const *attributes, const char *line_break);

/* The agreement of the port and its partner. */
void print_agreement(const struct nlattr *const *attributes, const char *line_break);

#endif /* PAUSECTL_SETTINGS_H */
