/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_SETTINGS_H
#define PAUSECTL_SETTINGS_H

#include <libmnl/libmnl.h>

/* Words of enum pausectl_mode in its order, NULL at the end. */
extern const char *const mode_words[];

/* The device a message is about. */
void print_device(const struct nlattr *const *attributes);
/*
 * All settings that @attributes, a table up to PAUSECTL_A_MAX, hold.
 * @line_break goes where text becomes too long for one line.
 */
void print_settings(const struct nlattr *const *attributes, const char *line_break);

#endif /* PAUSECTL_SETTINGS_H */
