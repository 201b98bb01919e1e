// SPDX-License-Identifier: GPL-2.0
/*
 * What settings and states of the ports at both ends do to frames that are to be lossless, and
 * their ways between the ports of a bridge, and by a bond: where they stop nobody.
 */
#include <linux/if_bridge.h>
#include <linux/if_ether.h>
#include <linux/rtnetlink.h>
#include <rules/filter_rule.h>
#include <rules/quanta.h>

#include "pausectl.h"

static const char *place_of(const struct end *end)
{
	return end == &there ? "at the other end, " : "";
}

static void array_of(const struct end *end, uint16_t attribute, void *array, size_t octets)
{
	const struct nlattr *sent = end->port[attribute];

	if (sent && mnl_attr_get_payload_len(sent) >= octets)
		memcpy(array, mnl_attr_get_payload(sent), octets);
	else
		memset(array, 0, octets);
}

/* --- control frames ------------------------------------------------------------------------- */

/* Timers whose XOFF comes too late for a partner of the same speed, too */
static uint32_t late_timers(void)
{
	uint32_t xoff[PAUSECTL_LINK + 1], refresh[PAUSECTL_LINK + 1], late = 0;
	struct wire_rate rate = wire_rate_of(bits_per_second(here.port) ?: SPEED_ASSUMED_BPS);
	unsigned int i;

	array_of(&here, PAUSECTL_A_XOFF_QUANTA, xoff, sizeof(xoff));
	array_of(&here, PAUSECTL_A_REFRESH_QUANTA, refresh, sizeof(refresh));
	for (i = 0; i <= PAUSECTL_LINK; i++)
		if (quanta_to_ns(&rate, xoff[i]) <= xoff_refresh_ns(&rate, refresh[i]))
			late |= 1U << i;
	return late;
}

#define BROADCAST	0xffffffffffffULL
#define OWN		0x020000000001ULL	/* stands for the address of the device */

/* Would the receive checks take frames of IP, IPv6 or ARP for control frames? */
static bool takes_data(void)
{
	static const struct filter_frame frames[] = {
		{ .destination = OWN, .own = OWN, .type = ETH_P_IP, .opcode = 0x4500 },
		{ .destination = OWN, .own = OWN, .type = ETH_P_IPV6, .opcode = 0x6000 },
		{ .destination = OWN, .own = OWN, .type = ETH_P_ARP, .opcode = 1 },
		{ .destination = BROADCAST, .own = OWN, .type = ETH_P_ARP, .opcode = 1 },
	};
	struct pausectl_settings set;
	size_t i;

	array_of(&here, PAUSECTL_A_FILTER, set.filter, sizeof(set.filter));
	array_of(&here, PAUSECTL_A_FILTER_TYPE, set.filter_type, sizeof(set.filter_type));
	array_of(&here, PAUSECTL_A_FILTER_OPCODE, set.filter_opcode, sizeof(set.filter_opcode));
	array_of(&here, PAUSECTL_A_FILTER_ADDRESS, set.filter_address, sizeof(set.filter_address));
	for (i = 0; i < MNL_ARRAY_SIZE(frames); i++)
		if (filter_judge(&set, &frames[i]) >= FILTER_CONTROL)
			return true;
	return false;
}

/* --- the priority of a frame ---------------------------------------------------------------- */

/*
 * What makes a frame one of a lossless priority. Doctor cannot know whether the table or trust is
 * meant. So it advises no change: that might give lossless frames a priority that is lossless
 * nowhere.
 */
static void look_at_trust(void)
{
	uint64_t fields = number_of(&here, PAUSECTL_A_TRUST);
	struct word trust = setting_word(setting_named("trust"), fields);
	/* With commas around each, "port" is not a part of "stream-port". */
	struct word list = word_printf(",%s,", trust.text);
	bool differ = fields != number_of(&there, PAUSECTL_A_TRUST);
	struct apps apps, apps_there;
	char entries[APP_TEXT];
	bool no_dscp = false;
	unsigned int i;

	apps_of(here.port[PAUSECTL_A_APP_TABLE], &apps);
	apps_of(there.port[PAUSECTL_A_APP_TABLE], &apps_there);
	/* No table matters if both trust the PCP alone. */
	if (strcmp(trust.text, "pcp"))
		differ |= apps.count != apps_there.count ||
			  memcmp(apps.entries, apps_there.entries, apps.count * sizeof(uint32_t));
	for (i = 0; i < APP_WORDS; i++) {
		bool trusted = strstr(list.text, word_printf(",%s,", app_words[i].field).text);
		bool any;

		app_format(&app_words[i], &apps, entries);
		any = strcmp(entries, "default");
		no_dscp |= i == APP_DSCP && trusted && !any;
		tell_if(any && !trusted, NOTED, &here, "%s has entries, but trust has no %s\n"
			"pausectl show dev DEV", app_words[i].option, app_words[i].field);
	}
	tell_if(no_dscp, NOTED, NULL, "trust has dscp, but no DSCP has a priority\n"
		"pausectl help dscp-prio");
	tell_if(!no_dscp && number_of(&there, PAUSECTL_A_PRIO) && differ, NOTED, &there,
		"the ends tell priorities in different ways, by trust and its table\n"
		"pausectl show dev DEV");
}

/* --- buffers, rates and roots --------------------------------------------------------------- */

static void look_at_buffers(void)
{
	uint32_t headroom[PRIORITIES], sizes[PRIORITIES];
	uint32_t in_flight = number_of(&here, PAUSECTL_A_IN_FLIGHT);
	unsigned int i;

	array_of(&here, PAUSECTL_A_HEADROOM, headroom, sizeof(headroom));
	array_of(&here, PAUSECTL_A_BUFFER_SIZE, sizes, sizeof(sizes));
	for (i = 0; i < PRIORITIES; i++)
		tell_if(headroom[i] && headroom[i] < in_flight, FOUND, sizes[i] ? &here : &there,
			"buffer %u holds %u octets above XOFF, and the sender may have %u in flight\n"
			"pausectl set dev DEV %s", i, headroom[i], in_flight, sizes[i] ?
			word_printf("buffer-size %u:auto", i).text : "split-gso on");
}

/* A rate above the speed may come from a dcb that speaks octets/s to an interface of kbit/s. */
static void look_at_rates(void)
{
	uint64_t speed = number_of(&here, PAUSECTL_A_SPEED_MBPS) * 1000000ULL;
	uint64_t rates[PRIORITIES];
	unsigned int i;

	array_of(&here, PAUSECTL_A_MAXRATE, rates, sizeof(rates));
	for (i = 0; i < PRIORITIES; i++)
		tell_if(speed && rates[i] > speed, NOTED, &here,
			"maxrate %u:%s is above the speed of %s; a dcb before iproute2 6.18 sends it for %s\n"
			"pausectl set dev DEV maxrate %u:none", i, format_rate(rates[i]).text,
			format_rate(speed).text, format_rate(rates[i] / 125).text, i);
}

/* Another root, such as mq or htb, may have queues and classes without pausectl. */
static void look_at_root(const struct end *end)
{
	const struct device *device = end->device;

	if (device && strcmp(device->qdisc, "pausectl") &&
	    (strcmp(device->qdisc, "mq") || number_of(end, PAUSECTL_A_QDISCS) < device->queues))
		tell(NOTED, end,
		     "%sthe root qdisc is %s, which may have queues without pausectl: nothing stops these\n"
		     "tc qdisc show dev DEV", place_of(end), device->qdisc);
}

/* --- pauses that last ----------------------------------------------------------------------- */

/* What a watchdog does to frames of a timer, around the name of that timer */
static const struct {
	const char *before, *behind;
	enum severity severity;
} actions_words[PAUSECTL_WATCHDOG_ACTION_DROP_ALL + 1] = {
	[PAUSECTL_WATCHDOG_ACTION_DROP] = {
		"drops frames that a pause of ", " holds for long", NOTED
	},
	[PAUSECTL_WATCHDOG_ACTION_FORWARD] = {
		"ignores a long pause of ", ", and frames may then be lost", NOTED
	},
	[PAUSECTL_WATCHDOG_ACTION_DROP_ALL] = { "drops all frames of ", "", FOUND },
};

static void look_at_watchdog(const struct end *end)
{
	uint32_t actions[PAUSECTL_LINK + 1], timers;
	unsigned int i, action;
	struct word off;

	array_of(end, PAUSECTL_A_WATCHDOG, actions, sizeof(actions));
	for (action = 0; action < MNL_ARRAY_SIZE(actions_words); action++) {
		timers = 0;
		off = (struct word){ "" };
		for (i = 0; i <= PAUSECTL_LINK; i++) {
			if (actions[i] != action)
				continue;
			timers |= 1U << i;
			word_append(&off, ",", format_timers(1U << i).text);
			word_append(&off, "", ":off");
		}
		tell_if(timers && actions_words[action].before, actions_words[action].severity,
			end, "%sthe watchdog %s%s%s\npausectl set dev DEV watchdog %s",
			place_of(end), actions_words[action].before, name_of(timers).text,
			actions_words[action].behind, off.text);
	}
}

/*
 * A partner that stops this port loses nothing, but lets frames wait. It may be congested itself:
 * a limit of the pause would lose what it has no room for, so the way is to find the root.
 */
static void look_at_pauses(void)
{
	uint32_t states[PAUSECTL_LINK + 1], actions[PAUSECTL_LINK + 1], paused = 0;
	uint32_t stormed = number_of(&here, PAUSECTL_A_STORMED);
	bool by_hand;
	unsigned int i;

	array_of(&here, PAUSECTL_A_PAUSE_STATE, states, sizeof(states));
	array_of(&here, PAUSECTL_A_WATCHDOG, actions, sizeof(actions));
	/* A watchdog that does more than tell ends such a pause. */
	for (i = 0; i <= PAUSECTL_LINK; i++)
		if (states[i] && (actions[i] == PAUSECTL_WATCHDOG_ACTION_OFF ||
				  actions[i] == PAUSECTL_WATCHDOG_ACTION_ALERT))
			paused |= 1U << i;
	paused &= ~stormed;
	by_hand = paused & number_of(&there, PAUSECTL_A_FORCED);
	tell_if(stormed, NOTED, NULL, "the watchdog takes the pause of %s for a storm\n"
		"pausectl trace", name_of(stormed).text);
	tell_if(paused, NOTED, by_hand ? &there : NULL,
		"the partner stops %s now, so frames wait here, without a limit for ever\n%s",
		name_of(paused).text, by_hand ? "pausectl xon dev DEV" : "pausectl trace");
}

/* --- all of it ------------------------------------------------------------------------------ */

#define CHECKS	"filter default filter-type default filter-opcode default filter-address default"

/* Does XOFF of lossless timers stop the other end, and for as long as it should? */
static void look_at_partner(void)
{
	bool port_there = here.port[PAUSECTL_A_PARTNER_RESUMES];
	uint32_t early = here.sent & number_of(&here, PAUSECTL_A_PARTNER_RESUMES);
	uint32_t late = early & late_timers(), prio = there.sent & ~LINK_BIT;
	uint32_t deaf = here.port[PAUSECTL_A_PARTNER_OBEYS] ?
			here.sent & ~number_of(&here, PAUSECTL_A_PARTNER_OBEYS) : 0;
	uint32_t refused = port_there ? deaf & there.obeyed : 0;
	const char *more = there.port[PAUSECTL_A_MODE] ? "" : " " CHECKS;

	deaf &= ~refused;
	early &= ~late;
	/* With rx on, only its agreement can forbid it to obey. */
	if (deaf == LINK_BIT && number_of(&there, PAUSECTL_A_RX) &&
	    number_of(&there, PAUSECTL_A_MODE) == PAUSECTL_MODE_PAUSE)
		more = " advertise off";
	if (deaf && !port_there)
		tell(FOUND, &there, "the other end has no port to obey XOFF of %s\n"
		     "pausectl add dev DEV %s", name_of(deaf).text, settings_for(here.sent).text);
	else if (deaf == LINK_BIT && prio)
		/* So that both ends give the same advice */
		tell(FOUND, &here,
		     "the other end does not obey XOFF of the link, because it has PFC\n"
		     "pausectl set dev DEV %s", settings_for(prio).text);
	else if (deaf)
		tell(FOUND, &there, "the other end does not obey XOFF of %s\n"
		     "pausectl set dev DEV %s%s",
		     name_of(deaf).text, settings_for(deaf).text, more);
	tell_if(refused, FOUND, &there, "the receive checks of the other end refuse XOFF of %s\n"
		"pausectl set dev DEV " CHECKS, name_of(refused).text);
	tell_if(late, FOUND, &here, "XOFF of %s is sent again when the pause is over\n"
		"pausectl set dev DEV xoff-quanta default refresh-quanta default",
		name_of(late).text);
	tell_if(early, FOUND, &there,
		"the other end has another speed, and goes on before the next XOFF of %s\n"
		"pausectl set dev DEV speed %s", name_of(early).text,
		format_rate(bits_per_second(here.port)).text);
	tell_if(!here.port[PAUSECTL_A_PARTNER_OBEYS], UNSEEN, NULL, "the other end of the link");
}

/* Why the port sends no XOFF */
static void look_at_sending(void)
{
	static const char agree[] = "pausectl set dev DEV advertise off rx on tx on";

	if (number_of(&here, PAUSECTL_A_MODE) != PAUSECTL_MODE_PAUSE)
		tell(FOUND, &here, "no priority is lossless, because the port sends no XOFF\n"
		     "pausectl set dev DEV prio 3");
	else if (!number_of(&here, PAUSECTL_A_TX))
		tell(FOUND, &here, "the link is not lossless, because tx is off\n"
		     "pausectl set dev DEV tx on");
	else if (there.port[PAUSECTL_A_MODE] && !number_of(&there, PAUSECTL_A_RX))
		tell(FOUND, &there,
		     "the link is not lossless, because rx of the other end is off\n"
		     "pausectl set dev DEV rx on");
	else
		tell(FOUND, NULL,
		     "the link is not lossless, because the ends disagree on its XOFF\n%s; %s",
		     command(&here, agree).text, command(&there, agree).text);
}

/* Frames that a device which is down sends, or gets, are lost. */
static void look_at_link(void)
{
	bool down_here = here.device && !here.device->up;
	bool down_there = there.device && !there.device->up;

	if (!here.device || (here.device->up && here.device->has_link))
		return;
	tell_if(down_here || down_there, FOUND, down_here ? &here : &there, "the link is down\n"
		"ip link set dev DEV up");
	tell_if(!down_here && !down_there, FOUND, &here,
		"the link is down, because it has no carrier\nip link show dev DEV");
}

/* The port gives all frames that leave to the ring of a tap, and does not learn what it drops. */
static void look_at_ring(void)
{
	bool drops = ring_drops(mnl_attr_get_str(here.port[PAUSECTL_A_IFNAME]));
	uint64_t speed = bits_per_second(here.port) ?: SPEED_ASSUMED_BPS;
	bool pace = number_of(&here, PAUSECTL_A_PACE);

	tell_if(drops && pace, NOTED, &here,
		"the device drops frames if its reader fetches less than %s\n"
		"ip -s link show dev DEV", format_rate(speed).text);
	tell_if(drops && !pace, FOUND, &here,
		"the device drops frames that its reader does not fetch in time\n"
		"pausectl set dev DEV pace on");
}

void look_at_port(bool one_port)
{
	uint32_t guard_ms = number_of(&here, PAUSECTL_A_GUARD_MS);

	look_at_link();
	tell_if(number_of(&here, PAUSECTL_A_LINK_CONFIGURATION_ERROR), FOUND, &here,
		"the port holds all data back, because the ends do not agree on what it requires\n"
		"pausectl set dev DEV require none");
	if (here.sent) {
		look_at_partner();
		look_at_buffers();
		look_at_ring();
	} else {
		look_at_sending();
	}
	tell_if(takes_data() && !number_of(&here, PAUSECTL_A_FORWARD), FOUND, &here,
		"the receive checks take data for control frames, and drop it\n"
		"pausectl set dev DEV filter default filter-type default");
	if (number_of(&here, PAUSECTL_A_PRIO))
		look_at_trust();
	look_at_root(&here);
	look_at_rates();
	/* To end a deadlock, the guard ends XOFF. */
	tell_if(guard_ms, NOTED, &here,
		"the guard lets the partner go on after %u ms, and a full buffer then drops\n"
		"pausectl set dev DEV guard-ms off", guard_ms);
	/* Doctor tells of each of several ports by itself. */
	if (one_port && there.port[PAUSECTL_A_MODE]) {
		look_at_root(&there);
		look_at_watchdog(&there);
	}
	look_at_watchdog(&here);
	look_at_pauses();
}

/* --- ways out of the bridge of a port, and by a bond ------------------------------------------ */

/* A port of a bridge */
struct member {
	const struct device *device;
	bool isolated, forwards;
	uint8_t vlans[4096 / 8];
};

struct members {
	struct member *each;
	size_t count;
};

static void add_vlans(struct member *member, const struct nlattr *spec)
{
	const struct nlattr *attr;
	unsigned int vid = 0;

	mnl_attr_for_each_nested(attr, spec) {
		const struct bridge_vlan_info *vlan = mnl_attr_get_payload(attr);

		if (mnl_attr_get_type(attr) != IFLA_BRIDGE_VLAN_INFO)
			continue;
		/* A range is two of them, and goes on from the first. */
		if (!(vlan->flags & BRIDGE_VLAN_INFO_RANGE_END))
			vid = vlan->vid;
		for (; vid <= vlan->vid && vid < 4096; vid++)
			member->vlans[vid / 8] |= 1 << vid % 8;
	}
}

/* A device that is part of a bridge, or the bridge itself */
static int on_member(const struct nlmsghdr *header, void *data)
{
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(header);
	struct members *members = data;
	const struct nlattr *sent[IFLA_MAX + 1], *port[IFLA_BRPORT_ISOLATED + 1];
	struct member *member;
	uint8_t state;

	members->each = room_for(members->each, members->count + 1, sizeof(*member));
	member = &members->each[members->count];
	*member = (struct member){ .device = device_of(info->ifi_index) };
	members->count += !!member->device;
	attr_table(header, sizeof(*info), sent, IFLA_MAX);
	/* The bridge has no state of a port: it is BR_STATE_DISABLED. */
	attr_nest(sent[IFLA_PROTINFO], port, IFLA_BRPORT_ISOLATED);
	state = attr_number(port[IFLA_BRPORT_STATE]);
	member->forwards = state != BR_STATE_DISABLED && state != BR_STATE_BLOCKING;
	member->isolated = attr_number(port[IFLA_BRPORT_ISOLATED]);
	if (sent[IFLA_AF_SPEC])
		add_vlans(member, sent[IFLA_AF_SPEC]);
	return MNL_CB_OK;
}

/* May a frame that comes in by one leave by the other one? */
static bool leads_to(const struct member *from, const struct member *to, bool filters_vlans)
{
	size_t i;

	if (to == from || to->device->upper != from->device->upper || !to->forwards ||
	    (from->isolated && to->isolated))
		return false;
	for (i = 0; filters_vlans && i < sizeof(from->vlans); i++)
		if (from->vlans[i] & to->vlans[i])
			return true;
	return !filters_vlans;
}

/* A device without a port makes frames lossy. If it has parts, as a bond or a team, these do. */
static void find_lossy(const char *what, const struct device *device)
{
	const struct device *part = looked_at->devices, *last = part + looked_at->count;
	struct end end = end_of(device);
	bool some = false;

	for (; part < last; part++) {
		if (part->netns != device->netns || part->upper != device->index)
			continue;
		some = true;
		if (part->has_link && !part->counts->is_port)
			find_lossy(what, part);
	}
	if (!some)
		tell(FOUND, &end, "frames that %s %s stop nobody\n"
		     "pausectl add dev DEV %s", what, device->name.text,
		     settings_for(here.sent).text);
}

/* A bridge drops frames that are too long for the way out, and counts them nowhere. */
static void look_at_way(const struct device *from, const struct device *to)
{
	struct end end = end_of(to);
	const struct device *below = NULL;

	/* Of a VLAN device, the one below it can have a port, if it is in this namespace. */
	if (!strcmp(to->kind, "vlan") && to->link_nsid < 0)
		below = device_of(to->link);
	if (!(below ?: to)->counts->is_port)
		find_lossy("leave the bridge by", below ?: to);
	tell_if(to->mtu < from->mtu, FOUND, &end,
		"frames above %u octets cannot leave the bridge by %s: no counter has them\n"
		"ip link set mtu %u dev DEV", to->mtu, to->name.text, from->mtu);
}

/* Frames that leave a bridge by a device without a port are charged to nobody, and may be lost. */
void look_at_ways(void)
{
	const struct device *device = here.device;
	const struct device *upper = device ? device_of(device->upper) : NULL;
	const struct member *from, *to, *end;
	/* Of all bridges in the namespace */
	struct ifinfomsg bridges = { .ifi_family = AF_BRIDGE };
	struct members members = { 0 };
	int error;

	if (upper && !strcmp(upper->kind, "bond")) {
		find_lossy("pass by", upper);
		device = upper;
		upper = device_of(device->upper);
	}
	if (!upper || strcmp(upper->kind, "bridge"))
		return;
	error = machine_ask(RTM_GETLINK, &bridges, sizeof(bridges), IFLA_EXT_MASK,
			    RTEXT_FILTER_BRVLAN_COMPRESSED, on_member, &members);
	if (error)
		could_not_read("the ports of bridges", error);
	end = members.each + members.count;
	for (from = members.each; from < end && from->device != device; from++)
		;
	for (to = members.each; from < end && to < end; to++)
		if (leads_to(from, to, upper->filters_vlans))
			look_at_way(from->device, to->device);
	free(members.each);
}
