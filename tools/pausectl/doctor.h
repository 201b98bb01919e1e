/* SPDX-License-Identifier: GPL-2.0 */
/* What doctor says of a port: lists of sentences, and commands that are pasted into a shell. */
#ifndef PAUSECTL_DOCTOR_H
#define PAUSECTL_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uapi/pausectl.h>

#include "observe.h"

#define MOST_FINDINGS	64
#define LINK_BIT	(1U << PAUSECTL_LINK)

/* Sentences about one port, with a remedy for each, or "" */
struct list {
	char what[MOST_FINDINGS][192];
	char remedy[MOST_FINDINGS][512];
	unsigned int count;
};

/* Why frames may be lost, what loses them in some cases only, and what doctor does not see */
extern struct list found, noted, unseen;

void tell(struct list *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The remedy of what was told last */
void mend(struct list *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* @mark comes before each sentence in text. */
void print_list(const struct list *list, const char *mark, const char *whats_key,
		const char *remedies_key);

/* An end of the link: what its commands need */
struct end {
	const char *place;	/* before a command for a device that is not known, or "" */
	char enter[96];		/* before the program */
	char option[64];	/* behind it */
	struct word name;
	const struct device *device;	/* NULL: none is known */
};

struct text {
	char text[208];
};

extern struct end here, there;

/* @netns: as in struct netns, or NULL */
struct end end_of(const char *place, const char *netns, const char *device);
/* "PROGRAM -n NETNS WORDS dev DEV" */
struct text command(const struct end *end, const char *program, const char *words);
struct text set_of(const struct end *end);

/* Of an attribute that may be missing: its value, the values of its array of u32, or zeros */
uint32_t number_of(const struct nlattr *attribute);
void numbers_of(const struct nlattr *attribute, uint32_t *values, size_t count);
/* An attribute of one octet that is there, and is 1, or 0 */
static inline bool is_on(const struct nlattr *attribute)
{
	return attribute && mnl_attr_get_u8(attribute);
}

static inline bool is_off(const struct nlattr *attribute)
{
	return attribute && !mnl_attr_get_u8(attribute);
}

/* "the link", or "priority 3,4" */
struct word name_of(uint32_t timers);
/* The settings that make a port obey these timers */
struct word settings_for(uint32_t timers);
/* "81,344" */
struct word grouped(uint64_t number);

/* doctor_frames.c: how an end tells the priority of a frame */
struct rules {
	uint64_t trust;
	struct apps apps;
};

void rules_of(const struct nlattr *const *attributes, struct rules *rules);
/* @partners: of the other end, if it has PFC, or NULL */
void look_at_trust(const struct nlattr *const *attributes, const struct rules *partners);
/* Do the receive checks take data for control frames? */
void look_at_checks(const struct nlattr *const *attributes);

/* doctor_ways.c: ways out of the bridge of a port, and ways in */
void look_at_ways(const char *ifname, uint32_t lossless);

/* What was counted at a port, in frames of its lossless priorities */
struct sum {
	uint64_t passed;	/* received or sent */
	uint64_t lost;	/* at the port */
	/* on ways that the frames may have gone, frames of others among them */
	uint64_t lost_elsewhere;
};

/* One look at the whole machine */
struct look {
	struct machine machine;	/* namespaces and devices */
	struct counts *counts;	/* of each device */
	/* frames that processors have dropped, because their backlog was full */
	uint64_t backlog_drops;
};

/* doctor_counts.c: 0 or a negative errno */
int look_read(struct look *look);
void look_free(struct look *look);
/*
 * What was counted at the device @here between two looks, and its findings. @before may be NULL:
 * since the port began.
 */
struct sum look_at_counts(const struct look *before, const struct look *now, uint32_t lossless);

#endif /* PAUSECTL_DOCTOR_H */
