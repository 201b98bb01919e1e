// SPDX-License-Identifier: GPL-2.0
/*
 * Makes the table that trust.c searches. A change of the trusted fields or of the APP table (dcb
 * app) makes a new table, which enqueue reads by RCU. A port that trusts the PCP alone has none.
 */
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "port/port.h"
#include "queue/queue.h"
#include "queue/trust.h"

static bool trusts(u32 order, u32 field)
{
	for (; order; order >>= TRUST_BITS)
		if ((order & TRUST_MASK) == field)
			return true;
	return false;
}

static void add_dscp(struct pausectl_trust *trust, const struct dcb_app *app)
{
	u8 *priority = &trust->dscp[app->protocol % TRUST_DSCPS];

	if (*priority == TRUST_NO_PRIORITY || *priority < app->priority)
		*priority = app->priority;
}

static void add(struct pausectl_trust *trust, const struct dcb_app *app)
{
	if (!trust_selects(app->selector) || !trusts(trust->order, app->selector))
		return;
	if (app->selector == IEEE_8021QAZ_APP_SEL_ETHERTYPE && !app->protocol) {
		trust->standard = max(trust->standard, app->priority);
		return;
	}
	trust->selectors |= BIT(app->selector);
	if (app->selector == IEEE_8021QAZ_APP_SEL_DSCP)
		add_dscp(trust, app);
	else
		trust->entries[trust->count++] = (struct pausectl_trust_entry) {
			.key		= trust_key(app->selector, app->protocol),
			.priority	= app->priority,
		};
}

/* Order by key. Entries with the same key: the highest priority first. */
static int compare_entries(const void *a, const void *b)
{
	const struct pausectl_trust_entry *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (int)y->priority - (int)x->priority;
}

/* Keep one entry for each key, with its highest priority. */
static void settle(struct pausectl_trust *trust)
{
	u32 i, kept = 0;

	sort(trust->entries, trust->count, sizeof(trust->entries[0]), compare_entries,
	     NULL);
	for (i = 0; i < trust->count; i++)
		if (!kept || trust->entries[kept - 1].key != trust->entries[i].key)
			trust->entries[kept++] = trust->entries[i];
	trust->count = kept;
}

static struct pausectl_trust *make(const struct pausectl_apps *apps, u32 order)
{
	u32 i, count = apps ? apps->count : 0;
	struct pausectl_trust *trust;

	trust = kvzalloc(struct_size(trust, entries, count), GFP_KERNEL);
	if (!trust)
		return NULL;
	trust->order = order;
	memset(trust->dscp, TRUST_NO_PRIORITY, sizeof(trust->dscp));
	for (i = 0; i < count; i++)
		add(trust, &apps->entry[i].app);
	settle(trust);
	return trust;
}

/**
 * pausectl_trust_prepare() - make the table that enqueue finds priorities by
 * @apps: the APP table; NULL: it is empty
 * @order: fields to trust
 * @trust: set to the table, or to NULL if the PCP alone is trusted
 *
 * Under RTNL.
 *
 * Return: 0 or -ENOMEM.
 */
int pausectl_trust_prepare(const struct pausectl_apps *apps, u32 order,
			   struct pausectl_trust **trust)
{
	ASSERT_RTNL();
	*trust = NULL;
	if (order == PAUSECTL_TRUST_FIELD_PCP)
		return 0;
	*trust = make(apps, order);
	return *trust ? 0 : -ENOMEM;
}

/*
 * The octets of a priority up to which a frame joins its queue on the short way. 0, so that every
 * frame takes the long way, if the port trusts more than the PCP.
 */
static u32 plain_limit(const struct pausectl_settings *set, bool trusts_more)
{
	u32 limit = trusts_more ? 0 : set->limit;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (set->ecn[i])
			limit = min(limit, set->ecn_min[i]);
	return limit;
}

/*
 * Publish @trust, which is from pausectl_trust_prepare(). Also apply the other settings that
 * plain_limit() reads. RTNL.
 */
void pausectl_trust_commit(struct pausectl_port *port,
			   struct pausectl_trust *trust)
{
	pausectl_trust_free(rcu_replace_pointer(port->queue.trust, trust,
						lockdep_rtnl_is_held()));
	spin_lock_irq(&port->lock);
	port->gate.plain_most = plain_limit(&port->set, trust);
	pausectl_gate_plain_update(port);
	spin_unlock_irq(&port->lock);
}

struct pausectl_apps *pausectl_apps_alloc(u32 room)
{
	struct pausectl_apps *apps;

	return kvzalloc(struct_size(apps, entry, room), GFP_KERNEL);
}

void pausectl_trust_free(struct pausectl_trust *trust)
{
	if (trust)
		kvfree_rcu(trust, rcu);
}
