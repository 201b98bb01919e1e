/* SPDX-License-Identifier: GPL-2.0 */
/* Pause timers (31B.3, IEEE 802.1Q Clause 36) and the watchdog. */
#ifndef PAUSECTL_PAUSE_PAUSE_H
#define PAUSECTL_PAUSE_PAUSE_H

#include "port/port.h"

/* pause.c: under port->lock. init, stop: RTNL. ack_stopped: under the qdisc lock alone. */
int pausectl_pause_init(struct pausectl_port *port);
void pausectl_pause_request(struct pausectl_port *port,
			    const struct mac_ctrl_request *req, u16 vector,
			    u64 now);
void pausectl_pause_stop(struct pausectl_port *port);
enum pausectl_pause_state pausectl_pause_state(const struct pausectl_port *port,
					       unsigned int index);
void pausectl_ack_update(struct pausectl_port *port);
void pausectl_ack_end(struct pausectl_port *port);
void pausectl_ack_stopped(struct pausectl_port *port, struct port_queue *queue);

/* watchdog.c: RTNL; update: port->lock, too. */
int pausectl_watchdog_prepare(struct pausectl_port *port, const struct pausectl_settings *set);
void pausectl_watchdog_update(struct pausectl_port *port);

#endif /* PAUSECTL_PAUSE_PAUSE_H */
