/* SPDX-License-Identifier: GPL-2.0 */
/* The queues of a port: the functions that other floors may call. */
#ifndef PAUSECTL_QUEUE_QUEUE_H
#define PAUSECTL_QUEUE_QUEUE_H

#include "port/port.h"

/* queue/schedule.c: RTNL; commit: also port->lock. */
void pausectl_queue_init(struct pausectl_port *port);
void pausectl_queue_stop(struct pausectl_port *port);
int pausectl_schedule_prepare(struct pausectl_port *port,
			      const struct pausectl_settings *set,
			      struct pausectl_schedule **schedule);
struct pausectl_schedule *
pausectl_schedule_commit(struct pausectl_port *port,
			 struct pausectl_schedule *schedule);
void pausectl_schedule_free(struct pausectl_schedule *schedule);

/* queue/charges.c: RTNL. */
bool pausectl_charges_find(struct pausectl_port *egress, unsigned int priority);

/* queue/trust_table.c: RTNL. */
int pausectl_trust_prepare(const struct pausectl_apps *apps, u32 order,
			   struct pausectl_trust **trust);
void pausectl_trust_commit(struct pausectl_port *port,
			   struct pausectl_trust *trust);
void pausectl_trust_free(struct pausectl_trust *trust);

#endif /* PAUSECTL_QUEUE_QUEUE_H */
