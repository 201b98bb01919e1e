/* SPDX-License-Identifier: GPL-2.0 */
/* The commands of pausectl, and what several of them need. */
#ifndef PAUSECTL_PAUSECTL_H
#define PAUSECTL_PAUSECTL_H

#include "lib.h"

/* --- batch.c -------------------------------------------------------------------------------- */

/*
 * @run gets the words of each line of @file, or of standard input if that is "-". A line
 * that fails ends the batch, except with @force. Returns the status of the first line that failed.
 */
int batch(const char *file, bool force, int (*run)(char **words));

/* --- set.c ---------------------------------------------------------------------------------- */

/* The options of set: "dev", settings in the order of their table, words of the APP table, NULL */
const char *const *option_names(void);

#define SETTINGS_MAX	64

/* New values of a setting */
struct wish {
	uint64_t values[MAX_VALUES];
	uint32_t given;	/* bit n: values[n] was given; other values stay as they are */
};

struct wishes {
	struct wish settings[SETTINGS_MAX];	/* by place in the table */
	struct app_wish apps;
	bool any;	/* words have named a setting */
};

/*
 * Words become wishes and a device, which they must name; they need name no setting. A wish that is
 * there before stays, except for the elements that the words name. If @device is NULL, as in a
 * file, the words name no device, and no wish needs a port. 0, or -1 with parse_error filled.
 */
int wishes_parse(char **words, struct wishes *wishes, const char **device);
/* Wish the default of each element that has no wish, so that a port becomes what the wishes say. */
void wishes_fill(struct wishes *wishes);
/* Put all but the entries of the APP table in a message. */
void wishes_put(struct nlmsghdr *message, const struct wishes *wishes);

/* These return a status, after a message if it is not good. */

/* Make the wishes settings of the port, all of them or none. */
int set_wishes(const char *asked, const char *device, const struct wishes *wishes);
/* The words of set, and of add, which need name no setting */
int set_parse(const struct command *self, char **words, struct wishes *wishes,
	      const char **device);
/* Take a word out of @words, and its value, if @value is not NULL. False: it is not there. */
bool take_word(char **words, const char *word, const char **value);

/* --- config.c ------------------------------------------------------------------------------- */

/*
 * Settings in files: those of devices, which save writes and restore reads, and profiles. A line
 * has settings and values as set takes them, # begins a comment. A message names file and line.
 */

#define CONFIG_FOLDER	"/etc/pausectl"

/* This profile is no file: the settings of a new port. A file of that name is left out. */
#define PROFILE_DEFAULT	"default"

int config_read(const char *file, struct wishes *wishes);
/* @rest: all other settings are to have their defaults, as in the profile "default". */
int profile_read(const char *name, struct wishes *wishes, bool *rest);

#endif /* PAUSECTL_PAUSECTL_H */
