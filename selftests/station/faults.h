/* SPDX-License-Identifier: GPL-2.0 */
/*
 * faults.c lets requests fail. faults_requests.c makes the requests. faults_namespace.c ends
 * network namespaces.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include "station.h"

struct result {
	int error;			/* 0: done */
	int unanswered;			/* the answer found no memory: who knows */
	size_t octets;			/* of all answers */
};

/* The visible state of a port: settings, the view of dcb, and the counters that a request moves */
struct state {
	size_t length;
	char octets[4 * NETLINK_ROOM];
};

/* How a request is made: by a message of netlink, or by another call of the kernel. */
enum way { GENL, TC, DCB, ETHTOOL, CALL };

struct request {
	const char *name;
	enum way way;
	unsigned int command;			/* of the message, or its type */
	unsigned int flags;
	const char *kind;			/* of a qdisc */
	void (*put)(struct nlmsghdr *nlh);	/* adds attributes */
	void (*call)(struct result *result);	/* in place of a message */
	const char *first;			/* the request that a new port needs before */
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

/* XOFF or a frame asked for has gone out by then, from a tasklet. */
#define SETTLE_NS	2000000

/* More allocations than any request makes */
#define NO_FAULT	1000000

/* faults.c: the n-th allocation of the task with that fail-nth fails from now on; 0: none */
void faults_arm(int fd, unsigned int n);
/* How many more allocations the task would have needed to fail; 0: one has failed */
unsigned int faults_left(int fd);
/* Whatever must not be */
unsigned int faults_wrong(const struct tally *t);
int faults_same(const struct state *a, const struct state *b);

/* faults_namespace.c */
void faults_namespace(struct tally *tally);

/* faults_requests.c */
const struct request *faults_request(const char *name);
void faults_run(const struct request *request, struct result *result);
void faults_device(const char *name);
/* A new port, or none, and new sockets */
void faults_begin(const struct request *request);
/* The same port, new sockets */
void faults_listen(void);
void faults_close(void);
void faults_state(const struct request *request, struct state *state);
/* Have the listeners been told that the port has ended, or that events were lost? */
int faults_told(void);

#endif /* FAULTS_H */
