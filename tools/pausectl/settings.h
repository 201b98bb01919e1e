/* SPDX-License-Identifier: GPL-2.0 */
/* The one table of settings of the tool: set reads them, show prints them. */
#ifndef PAUSECTL_SETTINGS_H
#define PAUSECTL_SETTINGS_H

#include <stddef.h>

#include <libmnl/libmnl.h>

#include "kind.h"

#define MAX_VALUES	9

/**
 * struct setting - a row of the table
 * @option: on the command line and in text
 * @key: in JSON
 * @attribute: PAUSECTL_A_x
 * @kind: of its values
 * @size: octets of a value in the attribute: 1, 4 or 8
 * @values: how many: 1, or by priority 8, or with the link 9, or by filter class 4
 * @breaks: starts a new line of text
 */
struct setting {
	const char *option;
	const char *key;
	uint16_t attribute;
	const struct kind *kind;
	uint8_t size;
	uint8_t values;
	uint8_t breaks;
};

extern const struct setting settings[];
extern const size_t setting_count;

/* What its values are of, ended by NULL; NULL: priorities, and the link. */
const char *const *setting_names(const struct setting *setting);

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
