/* SPDX-License-Identifier: GPL-2.0 */
/* What doctor knows of a link and of the machine, and what it says. */
#ifndef PAUSECTL_DOCTOR_H
#define PAUSECTL_DOCTOR_H

#include "observe.h"

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

/* @device: NULL: the one at the other end of the link, which is not known */
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
struct sum look_at_counts(void);

#endif /* PAUSECTL_DOCTOR_H */
