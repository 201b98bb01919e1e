/* SPDX-License-Identifier: GPL-2.0 */
/* What the commands share: their description, and their exit status. */
#ifndef PAUSECTL_H
#define PAUSECTL_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "parse.h"

enum status {
	STATUS_OK = 0,
	STATUS_USAGE = 1,	/* the command line is wrong, and nothing was sent */
	STATUS_FOUND = 1,	/* doctor has found why frames may be lost */
	STATUS_REFUSED = 2,	/* the kernel refused */
};

/**
 * struct command - a command, the word behind "pausectl"
 * @name: the word
 * @grammar: the words that may follow, in one line or several
 * @help: meaning and examples, whole lines
 * @all_netns: it may run with "-n all"
 * @run: gets the words behind @name, NULL behind the last; returns a status
 */
struct command {
	const char *name;
	const char *grammar;
	const char *help;
	bool all_netns;
	int (*run)(const struct command *self, char **words);
};

extern const struct command show_command;
extern const struct command add_command;
extern const struct command del_command;
extern const struct command set_command;
extern const struct command stats_command;
extern const struct command doctor_command;
extern const struct command send_command;
extern const struct command xoff_command;
extern const struct command xon_command;
extern const struct command watchdog_command;
extern const struct command monitor_command;
extern const struct command top_command;
extern const struct command record_command;
extern const struct command plot_command;
extern const struct command trace_command;
extern const struct command metrics_command;
extern const struct command profile_command;
extern const struct command save_command;
extern const struct command restore_command;

/* main.c: milliseconds between two answers of stats; 0: one answer */
extern uint64_t interval_msec;
/* main.c: show has the counters, too */
extern bool show_statistics;

/* command.c */

/* The next word; NULL at the end, also in later calls. */
const char *next_word(char ***words);
/* The name behind "dev", allowed once. 0, or -1 with @err filled. */
int take_device(const char **device, char ***words, struct parse_error *err);
/*
 * The first word behind a command names the device without "dev", if the word is none of @keywords,
 * does not begin with "-", and no "dev" follows. @keywords are all words that may stand there, and
 * end with NULL.
 */
void take_bare_device(const char **device, char ***words, const char *const *keywords);
/* A device that must come first, with "dev" or without. */
int take_first_device(const char **device, char ***words, const char *const *keywords,
		      struct parse_error *err);
/* The words "[[dev] DEV]", and no more */
int take_only_device(const char **device, char **words, struct parse_error *err);
/* Index of a device; 0 after a message that @asked fails. */
unsigned int device_index(const char *asked, const char *device);

/* CLOCK_MONOTONIC */
uint64_t now_msec(void);
/*
 * A descriptor that becomes readable when SIGINT or SIGTERM has come after this call; or a negative
 * errno.
 */
int signals_open(void);

/* Print an error: one line to stderr, in which "?" stands for a control character. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The name of the program in these lines, "pausectl" unless this call has set another. */
void complain_as(const char *name);
struct source {
	const char *file;	/* NULL: none */
	unsigned int line;
};

/* From now on, complain() names this line of a file. Returns the line that it named before. */
struct source complain_from(const char *file, unsigned int line);
/*
 * Both print a line to stderr and return the status of their name. The line of usage_error() ends
 * with the help that explains more: of @command, or of the tool if @command is NULL.
 */
int usage_error(const struct command *command, const char *reason);
int refused(const char *asked, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A name of a file, with "pid " before it, and 0 behind it */
#define NETNS_NAME	(NAME_MAX + 5)

/*
 * netns.c: enter the network namespace /run/netns/@name. A status. netns_name() is the name of the
 * namespace that the command is in or speaks of, NULL for that of the process at its start.
 */
int netns_enter(const char *name);
const char *netns_name(void);
/* Speak of a namespace without entering it. */
void netns_speak_of(const char *name);
/* The option "-n all" */
void netns_choose_all(void);
bool netns_all(void);
/* With "-n all", netns_name(), which the names of devices need then; else NULL. */
const char *netns_other(void);
/* Let /sys have the devices of the namespace that the command is in. 0 or a negative errno. */
int netns_mount_sys(void);

/**
 * struct netns - a network namespace
 * @name: below /run/netns, or "pid N" of a process in it; "" is the one that the tool runs in
 * @fd: open file
 * @inode: tells it from others
 */
struct netns {
	char name[NETNS_NAME];
	int fd;
	ino_t inode;
};

struct netns_list {
	struct netns *each;	/* first the one that the tool runs in */
	size_t count;
	size_t now;		/* the one that netns_each() is in */
	size_t missing;		/* those that netns_each() could not enter */
};

/* Those that have a name, and with @unnamed those of all processes. 0 or a negative errno. */
int netns_list_read(struct netns_list *list, bool unnamed);
void netns_list_free(struct netns_list *list);
/*
 * Call @visit in each namespace that the tool may enter, until @visit returns something other than
 * 0. Returns that, or 0. The tool is where it was afterwards.
 */
int netns_each(struct netns_list *list, int (*visit)(void *data), void *data);
/*
 * Call @visit in one of them, also within a visit, and return what it returns; or a negative errno.
 * The tool is where it was afterwards, and speaks of the same namespace.
 */
int netns_in(const struct netns *netns, int (*visit)(void *data), void *data);
/* Warn of namespaces that are missing, once. */
void netns_tell_missing(const struct netns_list *list);
/*
 * Call @visit in the present namespace and, with "-n all", in all others that have a name, until
 * one returns a status other than STATUS_OK. Returns the last status. Namespaces that go are left
 * out, and a warning tells of those that the tool may not enter.
 */
int netns_visit(int (*visit)(void *data), void *data);

/*
 * remember.c: what a command remembers of a port, @size octets, 0 at first. NULL: no memory. A list
 * starts as NULL. A port is known by the namespace that is spoken of and the index of its device.
 */
struct remembered;
void *remember(struct remembered **list, unsigned int index, size_t size);
/* NULL: nothing is remembered. */
void *recall(struct remembered *list, unsigned int index);
void forget(struct remembered **list, unsigned int index);
void forget_all(struct remembered **list);

/*
 * batch.c: @run gets the words of each line of @file, or of standard input if that is "-". A line
 * that fails ends the batch, except with @force. Returns the status of the first line that failed.
 */
int batch(const char *file, bool force, int (*run)(char **words));

#endif /* PAUSECTL_H */
