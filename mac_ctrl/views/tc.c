// SPDX-License-Identifier: GPL-2.0
/*
 * The view of tc. The options of the qdisc are the settings of its port, and its statistics are the
 * port's counters. Both are attributes of the genetlink family, with the same policy and checks.
 *
 * When a qdisc replaces another, the kernel sends one message with the options and statistics of
 * both. If they do not fit its 3.7 KiB, the kernel sends none. So the qdisc shows only options that
 * differ from those of a new port, and only counters of the port as a whole. The genetlink family
 * shows all settings and counters, and a class shows some counters of its priority.
 */
#include <linux/gen_stats.h>
#include <linux/rtnetlink.h>
#include <net/netlink.h>

#include "port/port.h"
#include "queue/qdisc.h"
#include "settings/settings.h"
#include "views/netlink_gen.h"
#include "views/tc.h"
#include "views/views.h"

static int check_attrs(const struct Qdisc *sch, struct nlattr *const *attrs,
		       struct netlink_ext_ack *extack)
{
	unsigned int i;

	for (i = 1; i < ARRAY_SIZE(pausectl_main_nl_policy); i++) {
		if (!attrs[i] || pausectl_netlink_settable(i) ||
		    (i == PAUSECTL_A_IFINDEX &&
		     nla_get_u32(attrs[i]) == qdisc_dev(sch)->ifindex))
			continue;
		NL_SET_ERR_MSG_ATTR(extack, attrs[i],
				    "attribute is not an option of the qdisc");
		return -EINVAL;
	}
	return 0;
}

/**
 * pausectl_tc_change() - change settings as tc asks, all or none
 * @sch: the qdisc
 * @options: TCA_OPTIONS
 * @extack: says what is wrong and what is allowed
 *
 * Return: 0 or an error of pausectl_settings_change().
 */
int pausectl_tc_change(struct Qdisc *sch, struct nlattr *options,
		       struct netlink_ext_ack *extack)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct nlattr *attrs[ARRAY_SIZE(pausectl_main_nl_policy)];
	struct pausectl_change change;
	int err;

	err = nla_parse_nested(attrs, ARRAY_SIZE(attrs) - 1, options,
			       pausectl_main_nl_policy, extack);
	if (!err)
		err = check_attrs(sch, attrs, extack);
	if (!err)
		err = pausectl_netlink_change(attrs, &change, extack);
	if (err)
		return err;
	err = pausectl_settings_change(q->port, &change, extack);
	if (change.bad)
		NL_SET_BAD_ATTR(extack, attrs[change.bad]);
	/* Of tc. "pausectl add" names the device. */
	if (!err && !attrs[PAUSECTL_A_IFINDEX])
		q->tc_options = true;
	return err;
}

/* tc reads only nests without NLA_F_NESTED. Return: 0 or -EMSGSIZE. */
static int put_options(struct sk_buff *msg, struct pausectl_port *port)
{
	struct nlattr *nest = nla_nest_start_noflag(msg, TCA_OPTIONS);

	if (!nest)
		return -EMSGSIZE;
	if (pausectl_netlink_put_options(msg, port)) {
		nla_nest_cancel(msg, nest);
		return -EMSGSIZE;
	}
	nla_nest_end(msg, nest);
	return 0;
}

static int put_statistics(struct sk_buff *msg, struct pausectl_port *port)
{
	struct nlattr *nest = nla_nest_start_noflag(msg, TCA_STATS_APP);

	if (!nest)
		return -EMSGSIZE;
	if (pausectl_netlink_put_scalars(msg, port)) {
		nla_nest_cancel(msg, nest);
		return -EMSGSIZE;
	}
	nla_nest_end(msg, nest);
	return 0;
}

/*
 * A tc without our plugin prints unknown options as text inside its JSON. So show options only
 * after a tc has sent options. The plugin always sends a list, even if it is empty. A tc without
 * the plugin skips statistics.
 */
int pausectl_tc_dump(struct Qdisc *sch, struct sk_buff *skb)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);

	if (q->tc_options && put_options(skb, q->port))
		return -1;
	return skb->len;
}

int pausectl_tc_dump_stats(struct Qdisc *sch, struct gnet_dump *dump)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);

	return put_statistics(dump->skb, q->port) ? -1 : 0;
}
