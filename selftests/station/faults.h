/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between faults.c, which lets requests fail, faults_requests.c, which makes them, and
 * faults_namespace.c, where it is the end of a network namespace.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include "station.h"

struct result {
	int error;			/* 0: done */
	int unanswered;			/* the answer found no memory: who knows */
	size_t octets;			/* of all answers */
};

/* What can be seen of a port: settings, what dcb shows, and what a request is to move */
struct state {
	size_t length;
	char octets[4 * NETLINK_ROOM];
};

struct request {
	const char *name;
	void (*run)(struct result *result);
	void (*first)(struct result *result);	/* what a new port needs for it */
	int bare;			/* begins without a port */
	int ends;			/* the port; those who listen are told */
	int loads;			/* the module, which is all there is to see */
	int tail;			/* its last allocations are the module's own */
	const char *counter;		/* that it moves, as a file of the port in sysfs */
};

struct tally {
	unsigned int allocations;	/* of one without a fault */
	unsigned int tries;
	unsigned int done;		/* all the same */
	unsigned int refused;
	unsigned int unanswered;
	unsigned int half;		/* neither as before nor as without a fault */
	unsigned int changed;		/* refused, but done all the same */
	unsigned int poorer;		/* succeeds, with another answer */
	unsigned int strange;		/* an error that is not about memory */
	unsigned int stuck;		/* without a fault, it fails in the end */
	unsigned int silent;		/* an event lost without a sign */
	int error;			/* the last strange one, or where it is stuck */
	unsigned int where;		/* and n of the last try that went wrong */
};

/* A storm or a frame asked for has gone out by then, from a tasklet. */
#define SETTLE_NS	2000000

/* More than any request takes */
#define NO_FAULT	1000000

/* faults.c: the n-th allocation from now on is to fail, of the task with that fail-nth; 0: none */
void faults_arm(int fd, unsigned int n);
/* How many allocations it would still have taken to fail; 0: one has */
unsigned int faults_left(int fd);
/* Whatever must not be */
unsigned int faults_wrong(const struct tally *t);
int faults_same(const struct state *a, const struct state *b);

/* faults_namespace.c */
void faults_namespace(struct tally *tally);

/* faults_requests.c */
const struct request *faults_request(const char *name);
void faults_device(const char *name);
/* A new port, or none; sockets that have heard nothing yet */
void faults_begin(const struct request *request);
/* The same port, new sockets */
void faults_listen(void);
void faults_close(void);
void faults_state(const struct request *request, struct state *state);
/* Have those who listen been told that the port has ended, or that events were lost? */
int faults_told(void);

#endif /* FAULTS_H */
