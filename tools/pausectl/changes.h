/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_CHANGES_H
#define PAUSECTL_CHANGES_H

#include "settings.h"

/* Remember the settings of the port of a device, or forget them. */
void changes_learn(unsigned int index, const struct nlattr *const *attributes);
void changes_forget(unsigned int index);
/*
 * JSON has all settings, text those that differ from what is known, as "NAME OLD -> NEW". If the
 * port is not known, text has none. The new settings are known from now on.
 */
void print_changes(unsigned int index, const struct nlattr *const *attributes);

#endif /* PAUSECTL_CHANGES_H */
