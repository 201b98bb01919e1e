/* SPDX-License-Identifier: GPL-2.0 */
/* Marking frames that join a long queue. */
#ifndef PAUSECTL_TRANSMIT_ECN_H
#define PAUSECTL_TRANSMIT_ECN_H

#include "ecn_curve.h"
#include "qdisc.h"

/* transmit/ecn.c: under the qdisc lock. */
void pausectl_ecn(struct pausectl_qdisc *q, unsigned int priority,
		  struct sk_buff *skb, unsigned int frames);

#endif /* PAUSECTL_TRANSMIT_ECN_H */
