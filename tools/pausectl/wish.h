/* SPDX-License-Identifier: GPL-2.0 */
/* What settings are to become: from words to a request, for set and for tc. */
#ifndef PAUSECTL_WISH_H
#define PAUSECTL_WISH_H

#include "settings.h"

#define SETTINGS_MAX	64

/**
 * struct wish - what is to become of a setting, by its place in the table
 * @values: new values
 * @given: bit n: values[n] was given; the others stay as they are
 */
struct wish {
	uint64_t values[MAX_VALUES];
	uint32_t given;
};

/*
 * All words to wishes and a device, which has to be there, and a wish, too. Where
 * @device is NULL there is none, and no wish will do. A switch may stand without its
 * "on". 0, or -1 with @err filled.
 */
int wishes_parse(char **words, struct wish *wishes, const char **device,
		 struct parse_error *err);
void wishes_put(struct nlmsghdr *message, const struct wish *wishes);

#endif /* PAUSECTL_WISH_H */
