/* SPDX-License-Identifier: GPL-2.0 */
/* New values of settings: the words of set and tc become a request. */
#ifndef PAUSECTL_WISH_H
#define PAUSECTL_WISH_H

#include <stdbool.h>

#include "settings.h"

#define SETTINGS_MAX	64

/**
 * struct wish - new values of a setting, by its place in the table
 * @values: new values
 * @given: bit n: values[n] was given; other values stay as they are
 */
struct wish {
	uint64_t values[MAX_VALUES];
	uint32_t given;
};

struct wishes {
	struct wish settings[SETTINGS_MAX];
	struct app_wish apps;
};

/*
 * Parse all words to wishes and a device. The words must name a device, and need name no setting. A
 * wish that is there before stays, but for the elements that the words name. If @device is NULL,
 * the words name no device, no wish needs a port, and a switch may stand without its "on". 0, or
 * -1 with @err filled.
 */
int wishes_parse(char **words, struct wishes *wishes, const char **device,
		 struct parse_error *err);
bool wishes_any(const struct wishes *wishes);
/* Do wishes depend on the settings of the port, such as "prio +5"? */
bool wishes_need_port(const struct wishes *wishes);
/* Wish the default of each element that has no wish, so that a port becomes what the wishes say. */
void wishes_fill(struct wishes *wishes);
void wishes_put(struct nlmsghdr *message, const struct wishes *wishes);

#endif /* PAUSECTL_WISH_H */
