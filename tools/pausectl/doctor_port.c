// SPDX-License-Identifier: GPL-2.0
/* What settings and states of the ports at both ends do to frames that are to be lossless. */
#include <linux/if_ether.h>
#include <rules/filter_rule.h>
#include <rules/quanta.h>

#include "doctor.h"

static bool has_port(const struct end *end)
{
	return end->port[PAUSECTL_A_MODE];
}

static const char *place_of(const struct end *end)
{
	return end == &there ? "at the other end, " : "";
}

/* --- control frames ------------------------------------------------------------------------- */

/* Priorities of PFC need no agreement. */
static uint32_t timers_of(const struct end *end, uint16_t active, uint16_t prio)
{
	switch (number_of(end, PAUSECTL_A_MODE)) {
	case PAUSECTL_MODE_PAUSE:
		return number_of(end, active) ? LINK_BIT : 0;
	case PAUSECTL_MODE_PFC:
		return number_of(end, prio);
	default:
		return 0;
	}
}

uint32_t sent_timers(const struct end *end)
{
	return timers_of(end, PAUSECTL_A_TX_ACTIVE, PAUSECTL_A_TX_PRIO);
}

uint32_t obeyed_timers(const struct end *end)
{
	return timers_of(end, PAUSECTL_A_RX_ACTIVE, PAUSECTL_A_RX_PRIO);
}

/* Timers whose XOFF comes too late for a partner of the same speed, too */
static uint32_t late_timers(void)
{
	uint32_t xoff[PAUSECTL_LINK + 1], refresh[PAUSECTL_LINK + 1], late = 0;
	uint64_t bps = bits_per_second(here.port);
	struct wire_rate rate = wire_rate_of(bps ? bps : SPEED_ASSUMED_BPS);
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

/* The word of the setting */
static struct word trust_of(const struct end *end)
{
	const struct setting *setting = setting_named("trust");

	return setting->kind->format(setting, number_of(end, PAUSECTL_A_TRUST));
}

/* Is the field one of trust? */
static bool trusts(struct word trust, const char *field)
{
	char *rest = trust.text, *one;

	while ((one = strsep(&rest, ",")))
		if (!strcmp(one, field))
			return true;
	return false;
}

/*
 * What makes a frame one of a lossless priority. Doctor cannot know whether the table or trust is
 * meant. So it advises no change: that might give lossless frames a priority that is lossless
 * nowhere.
 */
static void look_at_trust(void)
{
	struct word trust = trust_of(&here), trust_there = trust_of(&there);
	bool trusted, no_dscp = false, differ = false;
	char entries[APP_TEXT], entries_there[APP_TEXT];
	struct apps apps, apps_there;
	unsigned int i;

	apps_of(here.port[PAUSECTL_A_APP_TABLE], &apps);
	apps_of(there.port[PAUSECTL_A_APP_TABLE], &apps_there);
	for (i = 0; i < APP_WORDS; i++) {
		app_format(&app_words[i], &apps, entries);
		app_format(&app_words[i], &apps_there, entries_there);
		differ |= strcmp(entries, entries_there);
		trusted = trusts(trust, app_words[i].field);
		if (!strcmp(entries, "default"))
			no_dscp |= i == APP_DSCP && trusted;
		else if (!trusted)
			tell(&noted, &here, "%s has entries, but trust has no %s\n"
			     "pausectl show dev DEV", app_words[i].option, app_words[i].field);
	}
	/* No table matters if both trust the PCP alone. */
	differ = strcmp(trust.text, trust_there.text) || (differ && strcmp(trust.text, "pcp"));
	if (no_dscp)
		tell(&noted, NULL, "trust has dscp, but no DSCP has a priority\n"
		     "pausectl help dscp-prio");
	else if (number_of(&there, PAUSECTL_A_PRIO) && differ)
		tell(&noted, &there,
		     "the ends tell priorities in different ways, by trust and its table\n"
		     "pausectl show dev DEV");
}

/* --- buffers, rates and roots --------------------------------------------------------------- */

static void look_at_buffers(void)
{
	uint32_t headroom[PRIORITIES], sizes[PRIORITIES];
	uint32_t in_flight = number_of(&here, PAUSECTL_A_IN_FLIGHT);
	char size[32];
	unsigned int i;

	array_of(&here, PAUSECTL_A_HEADROOM, headroom, sizeof(headroom));
	array_of(&here, PAUSECTL_A_BUFFER_SIZE, sizes, sizeof(sizes));
	for (i = 0; i < PRIORITIES; i++) {
		if (!headroom[i] || headroom[i] >= in_flight)
			continue;
		snprintf(size, sizeof(size), "buffer-size %u:auto", i);
		tell(&found, sizes[i] ? &here : &there,
		     "buffer %u holds %u octets above XOFF, and the sender may have %u in flight\n"
		     "pausectl set dev DEV %s", i, headroom[i], in_flight,
		     sizes[i] ? size : "split-gso on");
	}
}

/* A rate above the speed may come from a dcb that speaks octets/s to an interface of kbit/s. */
static void look_at_rates(void)
{
	uint64_t speed = number_of(&here, PAUSECTL_A_SPEED_MBPS) * 1000000ULL;
	uint64_t rates[PRIORITIES];
	unsigned int i;

	array_of(&here, PAUSECTL_A_MAXRATE, rates, sizeof(rates));
	for (i = 0; i < PRIORITIES; i++)
		if (speed && rates[i] > speed)
			tell(&noted, &here,
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
		tell(&noted, end,
		     "%sthe root qdisc is %s, which may have queues without pausectl: nothing stops these\n"
		     "tc qdisc show dev DEV", place_of(end), device->qdisc);
}

/* --- pauses that last ----------------------------------------------------------------------- */

/* What a watchdog does to frames of a timer, around the name of that timer */
static const struct {
	const char *before, *behind;
} actions_words[PAUSECTL_WATCHDOG_ACTION_DROP_ALL + 1] = {
	[PAUSECTL_WATCHDOG_ACTION_DROP] = { "drops frames that a pause of ", " holds for long" },
	[PAUSECTL_WATCHDOG_ACTION_FORWARD] = {
		"ignores a long pause of ", ", and frames may then be lost"
	},
	[PAUSECTL_WATCHDOG_ACTION_DROP_ALL] = { "drops all frames of ", "" },
};

static void look_at_watchdog(const struct end *end)
{
	uint32_t actions[PAUSECTL_LINK + 1], timers;
	unsigned int i, action;
	char off[96];
	size_t used;

	array_of(end, PAUSECTL_A_WATCHDOG, actions, sizeof(actions));
	for (action = 0; action < MNL_ARRAY_SIZE(actions_words); action++) {
		for (i = 0, timers = 0, used = 0; i <= PAUSECTL_LINK; i++) {
			if (actions[i] != action)
				continue;
			used += snprintf(off + used, sizeof(off) - used,
					 i == PAUSECTL_LINK ? "%slink:off" : "%s%u:off",
					 timers ? "," : "", i);
			timers |= 1U << i;
		}
		if (timers && actions_words[action].before)
			tell(action == PAUSECTL_WATCHDOG_ACTION_DROP_ALL ? &found : &noted, end,
			     "%sthe watchdog %s%s%s\n"
			     "pausectl set dev DEV watchdog %s", place_of(end),
			     actions_words[action].before, name_of(timers).text,
			     actions_words[action].behind, off);
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
	if (stormed)
		tell(&noted, NULL, "the watchdog takes the pause of %s for a storm\n"
		     "pausectl trace", name_of(stormed).text);
	if (paused)
		tell(&noted, by_hand ? &there : NULL,
		     "the partner stops %s now, so frames wait here, without a limit for ever\n%s",
		     name_of(paused).text, by_hand ? "pausectl xon dev DEV" : "pausectl trace");
}

/* --- all of it ------------------------------------------------------------------------------ */

#define CHECKS	"filter default filter-type default filter-opcode default filter-address default"

/* Does XOFF of lossless timers stop the other end, and for as long as it should? */
static void look_at_partner(uint32_t lossless)
{
	bool port_there = here.port[PAUSECTL_A_PARTNER_RESUMES];
	uint32_t early = lossless & number_of(&here, PAUSECTL_A_PARTNER_RESUMES);
	uint32_t late = early & late_timers(), prio = sent_timers(&there) & ~LINK_BIT;
	uint32_t deaf = here.port[PAUSECTL_A_PARTNER_OBEYS] ?
			lossless & ~number_of(&here, PAUSECTL_A_PARTNER_OBEYS) : 0;
	uint32_t refused = port_there ? deaf & obeyed_timers(&there) : 0;
	const char *more = has_port(&there) ? "" : " " CHECKS;

	deaf &= ~refused;
	early &= ~late;
	/* With rx on, only its agreement can forbid it to obey. */
	if (deaf == LINK_BIT && number_of(&there, PAUSECTL_A_RX) &&
	    number_of(&there, PAUSECTL_A_MODE) == PAUSECTL_MODE_PAUSE)
		more = " advertise off";
	if (deaf && !port_there)
		tell(&found, &there, "the other end has no port to obey XOFF of %s\n"
		     "pausectl add dev DEV %s", name_of(deaf).text, settings_for(lossless).text);
	else if (deaf == LINK_BIT && prio)
		/* So that both ends give the same advice */
		tell(&found, &here,
		     "the other end does not obey XOFF of the link, because it has PFC\n"
		     "pausectl set dev DEV %s", settings_for(prio).text);
	else if (deaf)
		tell(&found, &there, "the other end does not obey XOFF of %s\n"
		     "pausectl set dev DEV %s%s",
		     name_of(deaf).text, settings_for(deaf).text, more);
	if (refused)
		tell(&found, &there, "the receive checks of the other end refuse XOFF of %s\n"
		     "pausectl set dev DEV " CHECKS, name_of(refused).text);
	if (late)
		tell(&found, &here, "XOFF of %s is sent again when the pause is over\n"
		     "pausectl set dev DEV xoff-quanta default refresh-quanta default",
		     name_of(late).text);
	if (early)
		tell(&found, &there,
		     "the other end has another speed, and goes on before the next XOFF of %s\n"
		     "pausectl set dev DEV speed %s", name_of(early).text,
		     format_rate(bits_per_second(here.port)).text);
	if (!here.port[PAUSECTL_A_PARTNER_OBEYS])
		tell(&unseen, NULL, "the other end of the link");
}

/* Why the port sends no XOFF */
static void look_at_sending(void)
{
	static const char agree[] = "pausectl set dev DEV advertise off rx on tx on";

	if (number_of(&here, PAUSECTL_A_MODE) != PAUSECTL_MODE_PAUSE)
		tell(&found, &here, "no priority is lossless, because the port sends no XOFF\n"
		     "pausectl set dev DEV prio 3");
	else if (!number_of(&here, PAUSECTL_A_TX))
		tell(&found, &here, "the link is not lossless, because tx is off\n"
		     "pausectl set dev DEV tx on");
	else if (has_port(&there) && !number_of(&there, PAUSECTL_A_RX))
		tell(&found, &there,
		     "the link is not lossless, because rx of the other end is off\n"
		     "pausectl set dev DEV rx on");
	else
		tell(&found, NULL,
		     "the link is not lossless, because the ends disagree on its XOFF\n%s; %s",
		     command(&here, agree).text, command(&there, agree).text);
}

/* Frames that a device which is down sends, or gets, are lost. */
static void look_at_link(void)
{
	if (!here.device || (here.device->up && here.device->has_link))
		return;
	if (!here.device->up || (there.device && !there.device->up))
		tell(&found, here.device->up ? &there : &here, "the link is down\n"
		     "ip link set dev DEV up");
	else
		tell(&found, &here, "the link is down, because it has no carrier\n"
		     "ip link show dev DEV");
}

/* The port gives all frames that leave to the ring of a tap, and does not learn what it drops. */
static void look_at_ring(void)
{
	uint64_t bps = bits_per_second(here.port);

	if (!ring_drops(mnl_attr_get_str(here.port[PAUSECTL_A_IFNAME])))
		return;
	if (number_of(&here, PAUSECTL_A_PACE))
		tell(&noted, &here, "the device drops frames if its reader fetches less than %s\n"
		     "ip -s link show dev DEV", format_rate(bps ? bps : SPEED_ASSUMED_BPS).text);
	else
		tell(&found, &here,
		     "the device drops frames that its reader does not fetch in time\n"
		     "pausectl set dev DEV pace on");
}

void look_at_port(uint32_t lossless, bool one_port)
{
	uint32_t guard_ms = number_of(&here, PAUSECTL_A_GUARD_MS);

	look_at_link();
	if (number_of(&here, PAUSECTL_A_LINK_CONFIGURATION_ERROR))
		tell(&found, &here,
		     "the port holds all data back, because the ends do not agree on what it requires\n"
		     "pausectl set dev DEV require none");
	if (lossless) {
		look_at_partner(lossless);
		look_at_buffers();
		look_at_ring();
	} else {
		look_at_sending();
	}
	if (takes_data() && !number_of(&here, PAUSECTL_A_FORWARD))
		tell(&found, &here, "the receive checks take data for control frames, and drop it\n"
		     "pausectl set dev DEV filter default filter-type default");
	if (number_of(&here, PAUSECTL_A_PRIO))
		look_at_trust();
	look_at_root(&here);
	look_at_rates();
	/* To end a deadlock, the guard ends XOFF. */
	if (guard_ms)
		tell(&noted, &here,
		     "the guard lets the partner go on after %u ms, and a full buffer then drops\n"
		     "pausectl set dev DEV guard-ms off", guard_ms);
	/* Doctor tells of each of several ports by itself. */
	if (one_port && has_port(&there)) {
		look_at_root(&there);
		look_at_watchdog(&there);
	}
	look_at_watchdog(&here);
	look_at_pauses();
}
