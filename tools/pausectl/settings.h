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
/* What may follow "set", and what each means. */
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

/* Values of @setting from its attribute, 0 for those that are not there. */
void setting_values(const struct setting *setting, const struct nlattr *attribute,
		    uint64_t *values);
void setting_put(struct nlmsghdr *message, const struct setting *setting,
		 const uint64_t *values);

/*
 * The headroom of lossless buffers beside what the sender may have in flight: in JSON always, in
 * text where it is less.
 */
void print_headroom(const struct nlattr *const *attributes, const char *line_break);

/* The device a message is about. */
void print_device(const struct nlattr *const *attributes);
/*
 * All settings that @attributes, a table up to PAUSECTL_A_MAX, hold.
 * @line_break goes where text becomes too long for one line.
 */
void print_settings(const struct nlattr *const *attributes, const char *line_break);

/* What the port and its partner agree on, as print_settings() does. */
void print_agreement(const struct nlattr *const *attributes, const char *line_break);

#endif /* PAUSECTL_SETTINGS_H */
