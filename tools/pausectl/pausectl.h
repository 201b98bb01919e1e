/* SPDX-License-Identifier: GPL-2.0 */
/* The commands of pausectl, and what several of them need. */
#ifndef PAUSECTL_PAUSECTL_H
#define PAUSECTL_PAUSECTL_H

#include "observe.h"

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
/* Make the wishes settings of the port, all of them or none. A status, after a message */
int set_wishes(const char *asked, const char *device, const struct wishes *wishes);

/* --- files.c -------------------------------------------------------------------------------- */

/*
 * @run gets the words of each line of @file, or of standard input if that is "-". A line
 * that fails ends the batch, except with @force. Returns the status of the first line that failed.
 */
int batch(const char *file, bool force, int (*run)(char **words));

/* This profile is no file: the settings of a new port. A file of that name is left out. */
#define PROFILE_DEFAULT	"default"

/* A status. @rest: all other settings are to have their defaults, as in that profile. */
int profile_read(const char *name, struct wishes *wishes, bool *rest);

/* --- doctor.c ------------------------------------------------------------------------------- */

/* What doctor knows of a link and of the machine, and what it says */

#define LINK_BIT	(1U << PAUSECTL_LINK)

/* A device that commands are for: an end of the link, or another one */
struct end {
	char enter[96];		/* before the program of a command */
	char option[64];	/* behind it */
	struct word name;	/* of the device, in a command */
	const struct device *device;	/* NULL: none is known */
	const struct nlattr *port[PAUSECTL_A_MAX + 1];	/* what its port says; all NULL: nothing */
	uint32_t sent, obeyed;	/* timers that its port sends XOFF for, and that it obeys */
};

/* What @here sends XOFF for is to be lossless. */
extern struct end here, there;

/* The end that a device is. NULL: the device at the other end of the link is not known. */
struct end end_of(const struct device *device);

/* A command for an end: its word DEV becomes the name of the device. */
struct text command(const struct end *end, const char *words);

/* Why frames may be lost, what loses them in some cases only, and what doctor does not see */
enum severity { FOUND, NOTED, UNSEEN };

/*
 * Say a sentence if @condition is true, and behind a line feed the commands that help, for @end,
 * with "; " between them. If @end is NULL, these stay as they are.
 */
void tell_if(bool condition, enum severity severity, const struct end *end, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
#define tell(...)	tell_if(true, __VA_ARGS__)

/* Say what doctor could not read, and why. Then no headline has "0 lost". */
void could_not_read(const char *what, int error);

/* Of the port of an end, 0 if nothing is known */
uint64_t number_of(const struct end *end, uint16_t attribute);

/* "the link", or "priority 3,4" */
struct word name_of(uint32_t timers);
/* The settings that make a port obey these timers */
struct word settings_for(uint32_t timers);
/* "81,344" */
struct word grouped(uint64_t number);

/* --- doctor_port.c -------------------------------------------------------------------------- */

/* Settings and states of the ports; with @one_port, also what is wrong only at the other end */
void look_at_port(bool one_port);
/* Ways out of the bridge of the port, and ways in */
void look_at_ways(void);

/* --- doctor_counts.c ------------------------------------------------------------------------ */

/* Of a device: numbers, which two looks subtract, and whether it has a port */
struct counts {
	uint64_t of[PAUSECTL_A_STATS_MAX + 1][MAX_VALUES];	/* by attribute, of the port */
	/* the same, in a time that begins before and ends after that of "of" at any port */
	uint64_t around[PAUSECTL_A_STATS_MAX + 1][MAX_VALUES];
	uint64_t root, ingress;		/* frames that qdiscs have dropped */
	uint64_t rx_packets;
	/* Since the device began, these have counted other things, too: 0 in a single look. */
	uint64_t driver;	/* frames that the device has dropped */
	uint64_t flaps;		/* times that its link went up or down */
	uint64_t fragments;	/* of the loopback device: datagrams that IP failed to send */
	bool is_port;
};

/* What was counted at a port, in frames of its lossless priorities */
struct sum {
	uint64_t passed;	/* received or sent */
	uint64_t lost;	/* at the port */
	/* on ways that the frames may have gone, frames of others among them */
	uint64_t lost_elsewhere;
};

/*
 * Look at all of the machine, and with @msec again after this time or a signal. Returns the time
 * between two looks, or 0. If a part cannot be read, there is no machine.
 */
uint64_t look_twice(uint64_t msec);
/* The machine as it was in the last look */
extern const struct machine *const looked_at;
/* A device of the namespace of @here, NULL: there is none */
const struct device *device_of(unsigned int index);
void look_free(void);
/* What was counted at the device @here between two looks, or since the port began */
struct sum look_at_counts(void);

#endif /* PAUSECTL_PAUSECTL_H */
