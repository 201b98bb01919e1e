/* SPDX-License-Identifier: GPL-2.0 */
/* The commands of pausectl, and what several of them need. */
#ifndef PAUSECTL_PAUSECTL_H
#define PAUSECTL_PAUSECTL_H

#include <stdbool.h>
#include <stdint.h>

#include "lib.h"

/* --- batch.c -------------------------------------------------------------------------------- */

/*
 * @run gets the words of each line of @file, or of standard input if that is "-". A line
 * that fails ends the batch, except with @force. Returns the status of the first line that failed.
 */
int batch(const char *file, bool force, int (*run)(char **words));

/* --- set.c ---------------------------------------------------------------------------------- */

/* New values of settings: the words of set become a request. */

#define SETTINGS_MAX	64

/* New values of a setting, by its place in the table */
struct wish {
	uint64_t values[MAX_VALUES];	/* new values */
	uint32_t given;	/* bit n: values[n] was given; other values stay as they are */
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

/* --- config.c, set.c ------------------------------------------------------------------------ */

/*
 * Settings in files: those of devices, which save writes and restore reads, and profiles. A line
 * has settings and values as set takes them, # begins a comment.
 */

#define CONFIG_FOLDER	"/etc/pausectl"

#define PROFILE_FOLDERS \
	CONFIG_FOLDER "/profiles, or share/pausectl/profiles below /usr/local or /usr"
/* This profile is no file: the settings of a new port. A file of that name is left out. */
#define PROFILE_DEFAULT	"default"
#define PROFILES_MAX	64
#define PROFILE_OCTETS	64	/* of a name */

struct profile {
	char path[128];		/* "": the profile default */
	const char *name;	/* the end of the path */
};

/*
 * At most PROFILES_MAX, first the profile default. One of the administrator, in CONFIG_FOLDER,
 * hides one of the package.
 */
size_t profiles_find(struct profile *profiles);

/* These return a status, after a message that names the file and the line if it is not good. */

int profile_choose(const struct profile *profiles, size_t count, const char *name,
		   size_t *chosen);
int config_read(const char *file, struct wishes *wishes);
/* @rest: all other settings are to have their defaults, as in the profile "default". */
int profile_read(const char *name, struct wishes *wishes, bool *rest);

/* set.c: make the wishes settings of the port, all of them or none */
int set_wishes(const char *asked, const char *device, const struct wishes *wishes);

/*
 * set.c: the words of set, and of add, which need name no setting. A status. take_word() takes a
 * word without a value out of @words before.
 */
bool take_word(char **words, const char *word);
int set_parse(const struct command *self, char **words, struct wishes *wishes,
	      const char **device);

#endif /* PAUSECTL_PAUSECTL_H */
