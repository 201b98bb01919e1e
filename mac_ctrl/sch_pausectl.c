// SPDX-License-Identifier: GPL-2.0
/*
 * The operations of the qdisc pausectl. A port begins with the first such qdisc of its device and
 * ends with the last. queue/ handles frames.
 */
#include <linux/module.h>
#include <net/netlink.h>
#include <net/pkt_sched.h>

#include "compat.h"
#include "top.h"
#include "port/port.h"
#include "queue/queue.h"
#include "settings/settings.h"
#include "views/views.h"

/*
 * The port of the device. The core creates a default qdisc without an extack. If there can be no
 * port, the log then says why, and the core gives the device noqueue instead.
 */
static struct pausectl_port *sch_port_of(const struct Qdisc *sch,
					 struct netlink_ext_ack *extack)
{
	struct netlink_ext_ack why = { };
	struct pausectl_port *port;

	port = pausectl_port_get(qdisc_dev(sch), extack ?: &why);
	if (IS_ERR(port) && !extack)
		net_info_ratelimited("%s: %s\n", qdisc_dev(sch)->name,
				     why._msg ?: "pausectl: no memory for a port");
	return port;
}

/*
 * The core lets a new root replace one that somebody has configured, without a word. It does so
 * after this, so the old root is still there. A default qdisc has the handle 0.
 */
static void sch_warn(const struct Qdisc *sch, const struct pausectl_port *port,
		     struct netlink_ext_ack *extack)
{
	const struct Qdisc *root = rtnl_dereference(qdisc_dev(sch)->qdisc);

	if (sch->parent == TC_H_ROOT && root->handle && root->ops != sch->ops)
		pausectl_warn_of_root(extack, root);
	else if (port->active.speed_source == PAUSECTL_SPEED_SOURCE_ASSUMED)
		NL_SET_ERR_MSG(extack,
			       "pausectl: the device does not tell its speed, 1 Gb/s is assumed ('pausectl set dev DEV speed RATE' sets it)");
}

/* A function of its own, because the change and the attributes fill a stack frame of 32 bits. */
static noinline_for_stack int sch_change(struct pausectl_port *port, struct nlattr **attrs,
					 struct netlink_ext_ack *extack)
{
	struct pausectl_change change;
	int err = pausectl_netlink_change(attrs, &change, extack) ?:
		  pausectl_settings_change(port, &change, extack);

	if (change.bad)
		NL_SET_BAD_ATTR(extack, attrs[change.bad]);
	return err;
}

/*
 * The settings with which `pausectl add` begins a port, or with which `pausectl add replace` finds
 * one: all or none. The core puts a new root in place only after these, so a refused setting leaves
 * the old root as it was. It may still find then that the qdisc cannot stand below its parent, so
 * such a qdisc sets nothing. The plugin of tc, which 0.2 had, always sends a list, which may be
 * empty.
 */
static int sch_options(struct Qdisc *sch, struct nlattr *options,
		       struct netlink_ext_ack *extack)
{
	struct nlattr *attrs[PAUSECTL_SET_ATTRS], *index;
	struct pausectl_qdisc *q = qdisc_priv(sch);
	int err;

	if (!options || !nla_len(options))
		return 0;
	err = nla_parse_nested(attrs, PAUSECTL_SET_ATTRS - 1, options, pausectl_set_policy, extack);
	if (err)
		return err;
	index = attrs[PAUSECTL_A_IFINDEX];
	if (!index || nla_get_u32(index) != qdisc_dev(sch)->ifindex || sch->parent != TC_H_ROOT)
		return pausectl_netlink_refuse(extack, NULL,
					       "pausectl: the qdisc takes options only from 'pausectl add': 'pausectl set' sets the port");
	if (attrs[PAUSECTL_A_APP_CHANGE])
		return pausectl_netlink_refuse(extack, attrs[PAUSECTL_A_APP_CHANGE],
					       "attribute is not an option of the qdisc");
	return sch_change(q->port, attrs, extack);
}

static int sch_init(struct Qdisc *sch, struct nlattr *opt,
		    struct netlink_ext_ack *extack)
{
	struct pausectl_port *port = sch_port_of(sch, extack);
	int err;

	if (IS_ERR(port))
		return PTR_ERR(port);
	pausectl_qdisc_begin(sch, port);
	err = sch_options(sch, opt, extack);
	if (!err)
		sch_warn(sch, port, extack);
	return err;
}

/* The core also calls this if init failed. */
static void sch_destroy(struct Qdisc *sch)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_port *port = q->port;

	if (!port)
		return;
	pausectl_qdisc_end(sch);
	pausectl_port_put(port);
}

/*
 * One class for each priority, for `tc -s class show`: class MAJOR:n+1 is priority n. Classes are
 * only shown: they cannot be added, changed or deleted, and have no leaf.
 */
static struct Qdisc *sch_class_leaf(struct Qdisc *sch, unsigned long class)
{
	return NULL;
}

static unsigned long sch_class_find(struct Qdisc *sch, u32 classid)
{
	unsigned long class = TC_H_MIN(classid);

	return class <= MAC_CTRL_PRIORITIES ? class : 0;
}

static void sch_class_walk(struct Qdisc *sch, struct qdisc_walker *walker)
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

static int sch_class_dump(struct Qdisc *sch, unsigned long class,
			  struct sk_buff *skb, struct tcmsg *tcm)
{
	tcm->tcm_handle = TC_H_MAKE(sch->handle, class);
	return 0;
}

static int sch_class_dump_stats(struct Qdisc *sch, unsigned long class, struct gnet_dump *dump)
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

static const struct Qdisc_class_ops sch_class_ops = {
	.leaf		= sch_class_leaf,
	.find		= sch_class_find,
	.walk		= sch_class_walk,
	.dump		= sch_class_dump,
	.dump_stats	= sch_class_dump_stats,
};

struct Qdisc_ops pausectl_qdisc_ops __read_mostly = {
	.id		= "pausectl",
	.owner		= THIS_MODULE,
	.cl_ops		= &sch_class_ops,
	.priv_size	= sizeof(struct pausectl_qdisc),
	.enqueue	= pausectl_enqueue,
	.dequeue	= pausectl_dequeue,
	.peek		= qdisc_peek_dequeued,
	.init		= sch_init,
	.change		= sch_options,
	.reset		= pausectl_reset,
	.destroy	= sch_destroy,
};

MODULE_ALIAS_NET_SCH("pausectl");
