/* SPDX-License-Identifier: GPL-2.0 */
/* Building and sending PAUSE and PFC frames. */
#ifndef PAUSECTL_CONTROL_CONTROL_H
#define PAUSECTL_CONTROL_CONTROL_H

#include "port/port.h"

/* send, allowed, possible: RTNL; transmit: softirq, no lock held; own, read, forwarded: enqueue. */
int pausectl_control_allowed(const struct pausectl_port *port, struct netlink_ext_ack *extack);
int pausectl_control_possible(const struct pausectl_port *port, struct netlink_ext_ack *extack);
int pausectl_control_transmit(struct pausectl_port *port, const struct mac_ctrl_request *req,
			      const u8 *da, bool waits);
bool pausectl_control_own(const struct pausectl_port *port, struct sk_buff *skb);
bool pausectl_control_read(const struct sk_buff *skb, struct mac_ctrl_request *req);
void pausectl_control_forwarded(struct pausectl_port *port, const struct mac_ctrl_request *req);
int pausectl_control_send(struct pausectl_port *port, const struct mac_ctrl_request *req,
			  const u8 *da, struct netlink_ext_ack *extack);

#endif /* PAUSECTL_CONTROL_CONTROL_H */
