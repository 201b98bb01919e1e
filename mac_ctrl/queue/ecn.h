/* SPDX-License-Identifier: GPL-2.0 */
/* Marks frames that join a long queue. */
#ifndef PAUSECTL_QUEUE_ECN_H
#define PAUSECTL_QUEUE_ECN_H

#include "rules/ecn_curve.h"
#include "queue/qdisc.h"

/* queue/ecn.c: under the qdisc lock. */
void pausectl_ecn(struct pausectl_qdisc *q, unsigned int priority,
		  struct sk_buff *skb, unsigned int frames);

#endif /* PAUSECTL_QUEUE_ECN_H */
