// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "observe.h"

static void roots_take_sample(struct sample *sample, const struct nlattr *stats)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];

	genl_nested(stats, sent, PAUSECTL_A_STATS_MAX);
	counters_take(sample->queue_bytes, sent[PAUSECTL_A_STATS_QUEUE_BYTES], 8);
	counters_take(sample->occupancy, sent[PAUSECTL_A_STATS_OCCUPANCY], 8);
	counters_take(sample->paused, sent[PAUSECTL_A_STATS_PAUSED], COUNTER_VALUES);
	counters_take(sample->pause_duration_us, sent[PAUSECTL_A_STATS_PAUSE_DURATION_US],
		      COUNTER_VALUES);
	counters_take(sample->xoff_outstanding, sent[PAUSECTL_A_STATS_XOFF_OUTSTANDING],
		      COUNTER_VALUES);
	counters_take(sample->tx_xoff, sent[PAUSECTL_A_STATS_TX_XOFF], COUNTER_VALUES);
}

/* A new port may be the other end of an older one. */
static void join(struct tree *tree)
{
	struct tree_port *port = tree->ports, *end = port + tree->count;
	size_t peer;

	for (; port < end; port++) {
		if (!*port->place.peer.text)
			continue;
		peer = tree_find(tree, port->place.peer_netns.text, port->place.peer_index);
		port->peer = peer < tree->count ? (int)peer : -1;
	}
}

void roots_sample(struct roots *roots, const char *netns, const struct nlattr *const *attributes,
		  uint64_t time)
{
	struct sample sample = { .time = time };
	struct tree_port *port;
	bool fresh;

	if (!attributes[PAUSECTL_A_IFINDEX] || !attributes[PAUSECTL_A_IFNAME] ||
	    !attributes[PAUSECTL_A_STATS])
		return;
	port = tree_port(&roots->tree, format_name(netns).text,
			 mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]), &fresh);
	if (!port) {
		roots->no_memory = true;
		return;
	}
	roots_take_sample(&sample, attributes[PAUSECTL_A_STATS]);
	tree_add(port, &sample);
	if (!fresh)
		return;
	port->place.name = format_name(mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME]));
	machine_place(&roots->machine, &port->place);
	join(&roots->tree);
}

void roots_charge(struct roots *roots, const char *netns, const struct nlattr *const *attributes)
{
	struct charge_row row = charge_row(attributes);
	const struct word name = format_name(netns);
	struct charge charge = {
		.ingress = tree_find(&roots->tree, name.text, row.ingress),
		.egress = tree_find(&roots->tree, name.text, row.egress),
		.priority = row.priority, .timers = row.timers, .octets = row.octets,
	};

	/* A port that came after the samples has no place in the tree yet. */
	if (charge.ingress < roots->tree.count && charge.egress < roots->tree.count &&
	    charge.priority < 8 && tree_charge(&roots->tree, &charge))
		roots->no_memory = true;
}

void roots_free(struct roots *roots)
{
	tree_free(&roots->tree);
	machine_free(&roots->machine);
}

static struct label label_of(const struct word *name, const struct word *netns)
{
	struct label label;

	snprintf(label.text, sizeof(label.text), "%s%s%s", name->text,
		 *netns->text ? " in " : "", netns->text);
	return label;
}

static uint64_t octets_of(const uint64_t *octets, unsigned int timer)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < 8; i++)
		if (i == timer || timer == PAUSECTL_LINK)
			sum += octets[i];
	return sum;
}

/* Why nothing is known of a device: trace looks at all ports. */
static const char *roots_no_port(const struct roots *roots)
{
	return roots->recorded ? "no port in the recording" : "no port";
}

static void roots_add_device(const char *name_key, const struct word *name, const char *netns_key,
			     const struct word *netns)
{
	if (*name->text)
		add_string(name_key, name->text);
	if (*name->text && *netns->text)
		add_string(netns_key, netns->text);
}

static const struct tree_port *roots_peer_of(const struct roots *roots, const struct node *node)
{
	return node->port->peer < 0 ? NULL : &roots->tree.ports[node->port->peer];
}

/* What the XOFF of the port does to the other end */
static void print_obedience(const struct node *node, const struct tree_port *peer)
{
	uint64_t us = peer->last.pause_duration_us[node->timer];
	bool obeys = tree_obeys(peer, node->timer);

	add_bool("obeys", obeys);
	/* Less than at first: the port is a new one. */
	if (us >= peer->first.pause_duration_us[node->timer])
		us -= peer->first.pause_duration_us[node->timer];
	add_number("paused_us", us);
	if (obeys)
		print_text(", paused for %llu us", (unsigned long long)us);
	else
		print_text(", not paused");
}

/* Does the other end obey, as far as is known? */
static bool stops(const struct roots *roots, const struct node *node)
{
	const struct tree_port *peer = roots_peer_of(roots, node);

	return peer && tree_obeys(peer, node->timer);
}

static void print_stop(const struct roots *roots, const struct node *node)
{
	const struct tree_port *peer = roots_peer_of(roots, node);
	const struct place *place = &node->port->place;

	add_number("charged", node->charged);
	roots_add_device("stops", &place->peer, "stops_netns", &place->peer_netns);
	print_text("%*s%s %s %s: %llu octets charged", 4 * node->depth, "",
		   label_of(&place->name, &place->netns).text,
		   stops(roots, node) ? "stops" : "sends XOFF to",
		   *place->peer.text ? label_of(&place->peer, &place->peer_netns).text :
		   "the station at its other end", (unsigned long long)node->charged);
	if (node->again)
		add_bool("again", true);
	if (node->again)
		print_text(", as above");
	else if (peer)
		print_obedience(node, peer);
	else if (*place->peer.text)
		print_text(", %s", roots_no_port(roots));
}

static void print_station(const struct roots *roots, const struct place *place)
{
	struct label label = label_of(&place->name, &place->netns);

	roots_add_device("station", &place->peer, "station_netns", &place->peer_netns);
	if (*place->peer.text)
		print_text("%s is the root: it has %s, and stops %s",
			   label_of(&place->peer, &place->peer_netns).text, roots_no_port(roots),
			   label.text);
	else
		print_text("the station behind %s is the root: it stops %s", label.text,
			   label.text);
}

static void print_root(const struct roots *roots, const struct node *node)
{
	const struct place *place = &node->port->place;
	struct label label = label_of(&place->name, &place->netns);
	uint64_t charged = octets_of(node->port->charged, node->timer);

	if (node->timer == PAUSECTL_LINK)
		print_text("link: ");
	else
		print_text("priority %u: ", node->timer);
	switch (node->kind) {
	case NODE_SLOW:
		add_number("waiting", node->charged);
		print_text("%s is the root: no pause stops it, and %llu octets wait", label.text,
			   (unsigned long long)node->charged);
		break;
	case NODE_STATION:
		print_station(roots, place);
		break;
	case NODE_SENDER:
		print_text("%s is the root: it %s", label.text,
			   stops(roots, node) ? "stops its partner" : "sends XOFF");
		if (charged)
			print_text(", and %llu octets are charged there",
				   (unsigned long long)charged);
		else
			print_text(", and nothing waits there");
		break;
	case NODE_PAUSED:
		roots_add_device("partner", &place->peer, "partner_netns", &place->peer_netns);
		print_text("%s is the root: it is paused, and %s asks for nothing: ", label.text,
			   label_of(&place->peer, &place->peer_netns).text);
		print_text("an XOFF from before or of another program, ");
		print_text("or XOFF by hand that is received");
		break;
	default:
		print_text("no root: ports wait for each other in a ring");
		break;
	}
}

void roots_print(const struct roots *roots, const struct node *node)
{
	static const char *const kinds[] = {
		"slow", "station", "sender", "paused", "ring", "stop"
	};
	const struct place *place = &node->port->place;

	add_number("depth", node->depth);
	add_string("kind", kinds[node->kind]);
	roots_add_device("ifname", &place->name, "netns", &place->netns);
	add_number("ifindex", place->index);
	if (node->timer == PAUSECTL_LINK)
		add_string("priority", "link");
	else
		add_number("priority", node->timer);
	if (node->kind == NODE_STOP)
		print_stop(roots, node);
	else
		print_root(roots, node);
}
