/* SPDX-License-Identifier: GPL-2.0 */
/* What doctor knows of a link and of the machine, and what it says. */
#ifndef PAUSECTL_DOCTOR_H
#define PAUSECTL_DOCTOR_H

#include "observe.h"

#define LINK_BIT	(1U << PAUSECTL_LINK)

/* A device that commands are for: an end of the link, or another one */
struct end {
	const char *place;	/* before a command for a device that is not known, or "" */
	char enter[96];		/* before the program of a command */
	char option[64];	/* behind it */
	struct word name;	/* of the device, in a command */
	const struct device *device;	/* NULL: none is known */
	const struct nlattr *port[PAUSECTL_A_MAX + 1];	/* what its port says; all NULL: nothing */
};

extern struct end here, there;

/* @netns: as in struct netns, or NULL */
struct end end_of(const char *netns, const char *device);

/* A command for an end: its word DEV becomes the name of the device. */
struct text command(const struct end *end, const char *words);

/* Why frames may be lost, what loses them in some cases only, and what doctor does not see */
extern struct list found, noted, unseen;

/*
 * Put a sentence in the list, and behind a line feed the commands that help, for @end, with "; "
 * between them. If @end is NULL, these stay as they are.
 */
void tell(struct list *list, const struct end *end, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Say what doctor could not read, and why. Then no headline has "0 lost". */
void could_not_read(const char *what, int error);

/* Of the port of an end, 0 if nothing is known: an attribute of one or four octets, and an array */
uint32_t number_of(const struct end *end, uint16_t attribute);
void array_of(const struct end *end, uint16_t attribute, void *array, size_t octets);

/* "the link", or "priority 3,4" */
struct word name_of(uint32_t timers);
/* The settings that make a port obey these timers */
struct word settings_for(uint32_t timers);
/* "81,344" */
struct word grouped(uint64_t number);

/* --- doctor_port.c: settings and states of the ports at both ends --------------------------- */

/* The timers that a port sends XOFF for, and those that it obeys */
uint32_t sent_timers(const struct end *end);
uint32_t obeyed_timers(const struct end *end);
/* @lossless: those of @here that are sent. With @one_port, also what is wrong only there */
void look_at_port(uint32_t lossless, bool one_port);

/* --- doctor_ways.c: ways out of the bridge of a port, and ways in --------------------------- */

void look_at_ways(uint32_t lossless);

/* --- doctor_counts.c ------------------------------------------------------------------------ */

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
/* The machine as it was in the last look, and whether one of its devices had a port */
const struct machine *looked_at(void);
bool is_port(const struct device *device);
/* A device of the namespace of @here, NULL: there is none */
const struct device *device_of(unsigned int index);
void look_free(void);
/* What was counted at the device @here between two looks, or since the port began */
struct sum look_at_counts(uint32_t lossless);

#endif /* PAUSECTL_DOCTOR_H */
