/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Settings in files: those of devices, which save writes and restore reads, and profiles. A line
 * has settings and values as set takes them, # begins a comment.
 */
#ifndef PAUSECTL_CONFIG_H
#define PAUSECTL_CONFIG_H

#include "pausectl.h"
#include "wish.h"

#define CONFIG_FOLDER	"/etc/pausectl"

#define PROFILE_FOLDERS \
	CONFIG_FOLDER "/profiles, or share/pausectl/profiles below /usr/local or /usr"
/* This profile is no file: the settings of a new port. A file of that name is left out. */
#define PROFILE_DEFAULT	"default"
#define PROFILES_MAX	64
#define PROFILE_OCTETS	64	/* of a name */

struct profile {
	char path[128];
	const char *name;	/* the end of the path */
};

/* At most PROFILES_MAX. One of the administrator, in CONFIG_FOLDER, hides one of the package. */
size_t profiles_find(struct profile *profiles);

/* These return a status, after a message that names the file and the line if it is not good. */

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

#endif /* PAUSECTL_CONFIG_H */
