// SPDX-License-Identifier: GPL-2.0
/*
 * The view of tc: one class for each priority, for `tc -s class show`. Class MAJOR:n+1 is priority
 * n. Classes are only shown: they cannot be added, changed or deleted, and have no leaf.
 */
#include <net/pkt_sched.h>

#include "queue/queue.h"
#include "views/views.h"

static struct Qdisc *tc_class_leaf(struct Qdisc *sch, unsigned long class)
{
	return NULL;
}

static unsigned long tc_class_find(struct Qdisc *sch, u32 classid)
{
	unsigned long class = TC_H_MIN(classid);

	return class <= MAC_CTRL_PRIORITIES ? class : 0;
}

static void tc_class_walk(struct Qdisc *sch, struct qdisc_walker *walker)
{
	unsigned long class;

	if (walker->stop)
		return;
	for (class = 1; class <= MAC_CTRL_PRIORITIES; class++) {
		if (walker->count >= walker->skip &&
		    walker->fn(sch, class, walker) < 0) {
			walker->stop = 1;
			return;
		}
		walker->count++;
	}
}

static int tc_class_dump(struct Qdisc *sch, unsigned long class,
			 struct sk_buff *skb, struct tcmsg *tcm)
{
	tcm->tcm_handle = TC_H_MAKE(sch->handle, class);
	return 0;
}

static int tc_class_dump_stats(struct Qdisc *sch, unsigned long class,
			       struct gnet_dump *dump)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_fifo *fifo = &q->fifo[class - 1];
	struct gnet_stats_queue qstats = { };

	qstats.backlog = pausectl_fifo_read(&fifo->octets);
	qstats.drops = READ_ONCE(fifo->drops);
	if (gnet_stats_copy_basic(dump, NULL, &fifo->bstats, true) < 0 ||
	    gnet_stats_copy_queue(dump, NULL, &qstats,
				  pausectl_fifo_read(&fifo->frames.qlen)) < 0)
		return -1;
	return 0;
}

const struct Qdisc_class_ops pausectl_class_ops = {
	.leaf		= tc_class_leaf,
	.find		= tc_class_find,
	.walk		= tc_class_walk,
	.dump		= tc_class_dump,
	.dump_stats	= tc_class_dump_stats,
};
