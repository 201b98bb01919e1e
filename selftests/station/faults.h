/* SPDX-License-Identifier: GPL-2.0 */
/* Between faults.c, which lets requests fail, and faults_requests.c, which makes them. */
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
	int bare;			/* begins without a port */
	int ends;			/* the port; those who listen are told */
	int loads;			/* the module, which is all there is to see */
	int tail;			/* its last allocations are what it is about */
	const char *counter;		/* that it moves, as a file of the port in sysfs */
};

extern const struct request faults_requests[];	/* ended by one without a name */

void faults_device(const char *name);
/* A new port, or none; sockets that have heard nothing yet */
void faults_begin(const struct request *request);
/* The same port, new sockets */
void faults_listen(void);
void faults_state(const struct request *request, struct state *state);
/* Have those who listen been told that the port has ended, or that events were lost? */
int faults_told(void);

#endif /* FAULTS_H */
