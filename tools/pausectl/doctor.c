// SPDX-License-Identifier: GPL-2.0
/*
 * What makes a port lose frames that are to be lossless, and the commands that mend it. Notes are
 * about what stops or loses frames only in some cases, as in a storm.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <rules/quanta.h>

#include "doctor.h"

#define ACTIONS		(PAUSECTL_WATCHDOG_ACTION_DROP_ALL + 1)

static struct look look, before;
static uint64_t watched_msec;	/* from @before to @look, 0: there is no @before */
static bool one_port, any_found;

/* What the port at the other end says of itself */
static struct {
	bool known;
	uint32_t obeys;		/* timers, if its receive checks let XOFF pass */
	uint32_t qdiscs;
	uint32_t prio;		/* that it sends XOFF for, in mode pfc */
	bool has_pfc;
	bool rx_off;
	uint32_t forced;	/* timers that pausectl xoff stops here */
	struct rules rules;
	bool disagrees;		/* rx is on, but its agreement forbids it */
} partner;

static void begin_remedies(const struct nlattr *ifname, const struct nlattr *ifindex)
{
	unsigned int index = ifindex ? mnl_attr_get_u32(ifindex) : 0;
	const struct device *device, *peer;
	const char *netns_there = NULL;
	size_t netns = 0;

	/* In a namespace that is newer than the machine's list there is nothing to find. */
	while (netns_other() && netns < look.machine.netns.count &&
	       strcmp(look.machine.netns.each[netns].name, netns_other()))
		netns++;
	device = machine_device(&look.machine, netns, index);
	peer = machine_peer(&look.machine, device);
	if (peer)
		netns_there = look.machine.netns.each[peer->netns].name;
	/* The namespace without a name is that of the tool, or the one of -n. */
	if ((!peer || !*netns_there) && !netns_all())
		netns_there = netns_name();
	here = end_of("", netns_name(), ifname ? mnl_attr_get_str(ifname) : "");
	here.device = device;
	there = end_of(peer ? "" : "there: ", netns_there, peer ? peer->name.text : "");
	there.device = peer;
}

/* The timers that the port sends XOFF for, or obeys. Priorities of PFC need no agreement. */
static uint32_t doctor_timers_of(const struct nlattr *const *attributes, uint16_t active,
				 uint16_t prio)
{
	switch (number_of(attributes[PAUSECTL_A_MODE])) {
	case PAUSECTL_MODE_PAUSE:
		return is_on(attributes[active]) ? LINK_BIT : 0;
	case PAUSECTL_MODE_PFC:
		return number_of(attributes[prio]);
	default:
		return 0;
	}
}

static uint32_t obeyed_timers(const struct nlattr *const *attributes)
{
	return doctor_timers_of(attributes, PAUSECTL_A_RX_ACTIVE, PAUSECTL_A_RX_PRIO);
}

/* Those whose XOFF comes too late for a partner of the same speed, too. */
static uint32_t late_timers(const struct nlattr *const *attributes)
{
	uint32_t xoff[PAUSECTL_LINK + 1], refresh[PAUSECTL_LINK + 1], late = 0;
	uint64_t bps = bits_per_second(attributes);
	struct wire_rate rate = wire_rate_of(bps ? bps : SPEED_ASSUMED_BPS);
	unsigned int i;

	numbers_of(attributes[PAUSECTL_A_XOFF_QUANTA], xoff, PAUSECTL_LINK + 1);
	numbers_of(attributes[PAUSECTL_A_REFRESH_QUANTA], refresh, PAUSECTL_LINK + 1);
	for (i = 0; i <= PAUSECTL_LINK; i++)
		if (quanta_to_ns(&rate, xoff[i]) <= xoff_refresh_ns(&rate, refresh[i]))
			late |= 1U << i;
	return late;
}

/* As in "3:off,link:off" */
static struct word watchdog_off(uint32_t timers)
{
	struct word word = { "" };
	size_t used = 0;
	unsigned int i;

	for (i = 0; i < PAUSECTL_LINK; i++)
		if (timers & 1U << i)
			used += snprintf(word.text + used, sizeof(word.text) - used, "%s%u:off",
					 used ? "," : "", i);
	if (timers & LINK_BIT)
		snprintf(word.text + used, sizeof(word.text) - used, "%slink:off",
			 used ? "," : "");
	return word;
}

/* What a watchdog does to frames of a timer, around the name of that timer */
static const struct {
	const char *before, *behind;
} actions_words[ACTIONS] = {
	[PAUSECTL_WATCHDOG_ACTION_DROP] = { "drops frames that a pause of ", " holds for long" },
	[PAUSECTL_WATCHDOG_ACTION_FORWARD] = {
		"ignores a long pause of ", ", and frames may then be lost"
	},
	[PAUSECTL_WATCHDOG_ACTION_DROP_ALL] = { "drops all frames of ", "" },
};

/* How an end of the link ends a pause that lasts */
static void look_at_long_pauses(const struct nlattr *const *attributes, const struct end *end)
{
	const char *where = end == &there ? "at the other end, " : "";
	uint32_t actions[PAUSECTL_LINK + 1], timers;
	struct list *list;
	unsigned int i, action;

	numbers_of(attributes[PAUSECTL_A_WATCHDOG], actions, PAUSECTL_LINK + 1);
	for (action = 0; action < ACTIONS; action++) {
		for (i = 0, timers = 0; i <= PAUSECTL_LINK; i++)
			timers |= (actions[i] == action) << i;
		if (!timers || !actions_words[action].before)
			continue;
		list = action == PAUSECTL_WATCHDOG_ACTION_DROP_ALL ? &found : &noted;
		tell(list, "%sthe watchdog %s%s%s", where, actions_words[action].before,
		     name_of(timers).text, actions_words[action].behind);
		mend(list, "%s watchdog %s", set_of(end).text, watchdog_off(timers).text);
	}
}

static void on_partner(const struct nlattr *const *attributes, void *data)
{
	uint32_t mode = number_of(attributes[PAUSECTL_A_MODE]);

	(void)data;
	partner.known = true;
	rules_of(attributes, &partner.rules);
	partner.rx_off = is_off(attributes[PAUSECTL_A_RX]);
	partner.obeys = obeyed_timers(attributes);
	partner.forced = number_of(attributes[PAUSECTL_A_FORCED]);
	partner.qdiscs = number_of(attributes[PAUSECTL_A_QDISCS]);
	if (mode == PAUSECTL_MODE_PAUSE) {
		partner.disagrees = is_on(attributes[PAUSECTL_A_RX]) && !partner.obeys;
	} else if (mode == PAUSECTL_MODE_PFC) {
		partner.prio = number_of(attributes[PAUSECTL_A_TX_PRIO]);
		partner.has_pfc = number_of(attributes[PAUSECTL_A_PRIO]);
	}
	/* Doctor tells of each of several ports by itself. */
	if (one_port)
		look_at_long_pauses(attributes, &there);
}

static int ask_there(void *data)
{
	struct genl genl;
	int error = genl_open(&genl);

	if (!error)
		error = query_socket(&genl, PAUSECTL_CMD_PORT_GET, there.device->index, on_partner,
				     data);
	genl_close(&genl);
	return error;
}

/* Without an answer, nothing is known. */
static void ask_partner(void)
{
	memset(&partner, 0, sizeof(partner));
	if (there.device)
		netns_in(&look.machine.netns.each[there.device->netns], ask_there, NULL);
}

#define DEFAULT_CHECKS "filter default filter-type default filter-opcode default filter-address default"

static void look_at_partner(const struct nlattr *const *attributes, uint32_t lossless)
{
	const struct nlattr *obeys = attributes[PAUSECTL_A_PARTNER_OBEYS];
	const struct nlattr *resumes = attributes[PAUSECTL_A_PARTNER_RESUMES];
	uint32_t deaf = obeys ? lossless & ~number_of(obeys) : 0;
	uint32_t early = lossless & number_of(resumes), late;
	uint32_t refused = resumes && partner.known ? deaf & partner.obeys : 0;

	deaf &= ~refused;
	if (deaf && !resumes) {
		tell(&found, "the other end has no port to obey XOFF of %s", name_of(deaf).text);
		mend(&found, "%s%s %s", there.place, command(&there, "pausectl", "add").text,
		     settings_for(lossless).text);
	} else if (deaf == LINK_BIT && partner.prio) {
		/* So that both ends give the same advice */
		tell(&found, "the other end does not obey XOFF of the link, because it has PFC");
		mend(&found, "%s %s", set_of(&here).text, settings_for(partner.prio).text);
	} else if (deaf) {
		tell(&found, "the other end does not obey XOFF of %s", name_of(deaf).text);
		mend(&found, "%s%s %s%s%s", there.place, set_of(&there).text,
		     settings_for(deaf).text,
		     partner.disagrees && deaf == LINK_BIT ? " advertise off" : "",
		     partner.known ? "" : " " DEFAULT_CHECKS);
	}
	if (refused) {
		tell(&found, "the receive checks of the other end refuse XOFF of %s",
		     name_of(refused).text);
		mend(&found, "%s%s %s", there.place, set_of(&there).text, DEFAULT_CHECKS);
	}
	late = early & late_timers(attributes);
	if (late) {
		tell(&found, "XOFF of %s is sent again when the pause is over", name_of(late).text);
		mend(&found, "%s xoff-quanta default refresh-quanta default", set_of(&here).text);
	}
	if (early & ~late) {
		tell(&found,
		     "the other end has another speed, and goes on before the next XOFF of %s",
		     name_of(early & ~late).text);
		mend(&found, "%s%s speed %s", there.place, set_of(&there).text,
		     format_rate(bits_per_second(attributes)).text);
	}
}

static void look_at_buffers(const struct nlattr *const *attributes)
{
	uint32_t headroom[PRIORITIES], sizes[PRIORITIES];
	uint32_t in_flight = number_of(attributes[PAUSECTL_A_IN_FLIGHT]);
	unsigned int i;

	numbers_of(attributes[PAUSECTL_A_HEADROOM], headroom, PRIORITIES);
	numbers_of(attributes[PAUSECTL_A_BUFFER_SIZE], sizes, PRIORITIES);
	for (i = 0; i < PRIORITIES; i++) {
		if (!headroom[i] || headroom[i] >= in_flight)
			continue;
		tell(&found,
		     "buffer %u holds %u octets above XOFF, and the sender may have %u in flight",
		     i, headroom[i], in_flight);
		if (sizes[i])
			mend(&found, "%s buffer-size %u:auto", set_of(&here).text, i);
		else
			mend(&found, "%s%s split-gso on", there.place, set_of(&there).text);
	}
}

/* To end a deadlock, the guard ends XOFF. */
static void look_at_guard(const struct nlattr *const *attributes)
{
	uint32_t guard_ms = number_of(attributes[PAUSECTL_A_GUARD_MS]);

	if (!guard_ms)
		return;
	tell(&noted, "the guard lets the partner go on after %u ms, and a full buffer then drops",
	     guard_ms);
	mend(&noted, "%s guard-ms off", set_of(&here).text);
}

/* Why the port sends no XOFF */
static void look_at_sending(const struct nlattr *const *attributes)
{
	if (number_of(attributes[PAUSECTL_A_MODE]) != PAUSECTL_MODE_PAUSE) {
		tell(&found, "no priority is lossless, because the port sends no XOFF");
		mend(&found, "%s prio 3", set_of(&here).text);
	} else if (is_off(attributes[PAUSECTL_A_TX])) {
		tell(&found, "the link is not lossless, because tx is off");
		mend(&found, "%s tx on", set_of(&here).text);
	} else if (partner.rx_off) {
		tell(&found, "the link is not lossless, because rx of the other end is off");
		mend(&found, "%s%s rx on", there.place, set_of(&there).text);
	} else {
		tell(&found, "the link is not lossless, because the ends disagree on its XOFF");
		mend(&found, "%s advertise off rx on tx on; %s%s advertise off rx on tx on",
		     set_of(&here).text, there.place, set_of(&there).text);
	}
}

/* Another root, such as mq or htb, may have queues and classes without pausectl. */
static void look_at_root(const struct end *end, uint32_t qdiscs)
{
	const struct device *device = end->device;

	if (!device || !strcmp(device->qdisc, "pausectl") ||
	    (!strcmp(device->qdisc, "mq") && qdiscs >= device->queues))
		return;
	tell(&noted,
	     "%sthe root qdisc is %s, which may have queues without pausectl: nothing stops these",
	     end == &there ? "at the other end, " : "", device->qdisc);
	mend(&noted, "%s", command(end, "tc", "qdisc show").text);
}

/* A rate above the speed may come from a dcb that speaks octets/s to an interface of kbit/s. */
static void look_at_rates(const struct nlattr *const *attributes)
{
	uint64_t rates[MAX_VALUES] = { 0 };
	uint64_t speed = number_of(attributes[PAUSECTL_A_SPEED_MBPS]) * 1000000ULL;
	unsigned int i;

	if (attributes[PAUSECTL_A_MAXRATE])
		setting_values(setting_named("maxrate"), attributes[PAUSECTL_A_MAXRATE], rates);
	for (i = 0; i < PRIORITIES; i++) {
		if (!speed || rates[i] <= speed)
			continue;
		tell(&noted,
		     "maxrate %u:%s is above the speed of %s; a dcb before iproute2 6.18 sends it for %s",
		     i, format_rate(rates[i]).text, format_rate(speed).text,
		     format_rate(rates[i] / 125).text);
		mend(&noted, "%s maxrate %u:none", set_of(&here).text, i);
	}
}

static void look_at_agreement(const struct nlattr *const *attributes)
{
	if (!is_on(attributes[PAUSECTL_A_LINK_CONFIGURATION_ERROR]))
		return;
	tell(&found,
	     "the port holds all data back, because the ends do not agree on what it requires");
	mend(&found, "%s require none", set_of(&here).text);
}

/*
 * A partner that stops this port loses nothing, but lets frames wait. It may be congested itself:
 * a limit of the pause would lose what it has no room for, so the way is to find the root.
 */
static void look_at_pauses(const struct nlattr *const *attributes)
{
	uint32_t states[PAUSECTL_LINK + 1], actions[PAUSECTL_LINK + 1], paused = 0;
	uint32_t stormed = number_of(attributes[PAUSECTL_A_STORMED]);
	unsigned int i;

	numbers_of(attributes[PAUSECTL_A_PAUSE_STATE], states, PAUSECTL_LINK + 1);
	numbers_of(attributes[PAUSECTL_A_WATCHDOG], actions, PAUSECTL_LINK + 1);
	/* A watchdog that does more than tell ends such a pause. */
	for (i = 0; i <= PAUSECTL_LINK; i++)
		if (states[i] && !actions_words[actions[i] < ACTIONS ? actions[i] : 0].before)
			paused |= 1U << i;
	if (stormed) {
		tell(&noted, "the watchdog takes the pause of %s for a storm",
		     name_of(stormed).text);
		mend(&noted, "pausectl trace");
	}
	paused &= ~stormed;
	if (!paused)
		return;
	tell(&noted, "the partner stops %s now, so frames wait here, without a limit for ever",
	     name_of(paused).text);
	if (paused & partner.forced)
		mend(&noted, "%s%s", there.place, command(&there, "pausectl", "xon").text);
	else
		mend(&noted, "pausectl trace");
}

/* The port gives all frames that leave to the ring of a tap, and does not learn what it drops. */
static void look_at_ring(const struct nlattr *const *attributes)
{
	const struct nlattr *ifname = attributes[PAUSECTL_A_IFNAME];
	uint64_t bps = bits_per_second(attributes);

	if (!ifname || !ring_drops(mnl_attr_get_str(ifname)))
		return;
	if (is_on(attributes[PAUSECTL_A_PACE])) {
		tell(&noted, "the device drops frames if its reader fetches less than %s",
		     format_rate(bps ? bps : SPEED_ASSUMED_BPS).text);
		mend(&noted, "%s", command(&here, "ip", "-s link show").text);
		return;
	}
	tell(&found, "the device drops frames that its reader does not fetch in time");
	mend(&found, "%s pace on", set_of(&here).text);
}

/* Frames that a device which is down sends, or gets, are lost. */
static void look_at_link(void)
{
	const struct end *down = here.device && !here.device->up ? &here :
				 there.device && !there.device->up ? &there : NULL;

	if (!here.device || (here.device->up && here.device->has_link))
		return;
	tell(&found, "the link is down%s", down ? "" : ", because it has no carrier");
	if (down)
		mend(&found, "%s up", command(down, "ip", "link set").text);
	else
		mend(&found, "%s", command(&here, "ip", "link show").text);
}

/* As in "PFC 3 both ways", or "PAUSE sent, but not obeyed" */
static struct word control_of(uint32_t sent, uint32_t obeyed)
{
	struct word word = { "no PAUSE, no PFC" };
	bool link = (sent | obeyed) & LINK_BIT;
	struct word first = format_priorities(sent), second = format_priorities(obeyed);

	if (link)
		snprintf(word.text, sizeof(word.text), "PAUSE %s", sent == obeyed ? "both ways" :
			 sent ? "sent, not obeyed" : "obeyed, not sent");
	else if (sent == obeyed && sent)
		snprintf(word.text, sizeof(word.text), "PFC %.20s both ways", first.text);
	else if (sent | obeyed)
		snprintf(word.text, sizeof(word.text), "PFC %.20s sent, %.20s obeyed", first.text,
			 second.text);
	return word;
}

/*
 * What was looked at, and what was counted. "0 lost" only if nothing was found. A single look knows
 * nothing of devices, processors and the link.
 */
static void print_headline(const struct nlattr *const *attributes, uint32_t lossless,
			   struct sum sum)
{
	print_text(": %s; ", control_of(lossless, obeyed_timers(attributes)).text);
	if (watched_msec)
		print_text("in %g s ", (double)watched_msec / 1000);
	if (lossless)
		print_text("%s frames%s%s passed", grouped(sum.passed).text,
			   lossless & LINK_BIT ? "" : " of ",
			   lossless & LINK_BIT ? "" : name_of(lossless).text);
	else
		print_text("nothing is lossless");
	if (sum.lost)
		print_text(", %s lost", grouped(sum.lost).text);
	if (sum.lost_elsewhere)
		print_text(", %s%s lost on the way", sum.lost ? "and " : "up to ",
			   grouped(sum.lost_elsewhere).text);
	if (found.count)
		print_text("; %u finding%s", found.count, found.count == 1 ? "" : "s");
	else if (lossless)
		print_text(", 0 lost%s", watched_msec ? "" : " in queues and buffers");
}

static void doctor_print(const struct nlattr *const *attributes)
{
	const struct nlattr *ifname = attributes[PAUSECTL_A_IFNAME];
	uint32_t lossless = doctor_timers_of(attributes, PAUSECTL_A_TX_ACTIVE, PAUSECTL_A_TX_PRIO);
	struct sum sum;

	found.count = 0;
	noted.count = 0;
	unseen.count = 0;
	begin_remedies(ifname, attributes[PAUSECTL_A_IFINDEX]);
	look_at_link();
	look_at_agreement(attributes);
	ask_partner();
	if (lossless) {
		look_at_partner(attributes, lossless);
		look_at_buffers(attributes);
		if (ifname)
			look_at_ways(mnl_attr_get_str(ifname), lossless);
		look_at_ring(attributes);
	} else {
		look_at_sending(attributes);
	}
	look_at_checks(attributes);
	sum = look_at_counts(watched_msec ? &before : NULL, &look, lossless);
	look_at_trust(attributes, partner.has_pfc ? &partner.rules : NULL);
	look_at_root(&here, number_of(attributes[PAUSECTL_A_QDISCS]));
	if (one_port && partner.known)
		look_at_root(&there, partner.qdiscs);
	look_at_rates(attributes);
	look_at_guard(attributes);
	look_at_long_pauses(attributes, &here);
	look_at_pauses(attributes);
	if (lossless && !attributes[PAUSECTL_A_PARTNER_OBEYS])
		tell(&unseen, "the other end of the link");
	any_found |= found.count;
	add_bits("lossless", lossless, PAUSECTL_LINK + 1);
	add_number("passed", sum.passed);
	add_number("lost", sum.lost);
	add_number("lost_elsewhere", sum.lost_elsewhere);
	print_headline(attributes, lossless, sum);
	print_list(&found, "", "findings", "remedies");
	print_list(&noted, "note: ", "notes", "note_remedies");
	print_list(&unseen, "not seen: ", "not_seen", NULL);
}

static int doctor_parse_words(const char **device, char **words, struct parse_error *err)
{
	static const char *const options[] = { "dev", "for", NULL };
	unsigned int option;

	take_bare_device(device, &words, options);
	while (*words) {
		const char *word = next_word(&words);
		/* After a device, a message does not offer "dev". */
		bool later = *device && strcmp(word, options[0]);

		if (parse_choice("option", word, options + later, &option, err))
			return -1;
		option += later;
		if (option && watched_msec)
			return parse_twice(err, "option", "for");
		if (option ? parse_msec("for", next_word(&words), &watched_msec, err) :
			     take_device(device, &words, err))
			return -1;
	}
	return 0;
}

/* Look, wait until the time or a signal ends it, and look again. */
static void look_twice(void)
{
	struct pollfd signals = { .events = POLLIN };
	uint64_t begin = now_msec();
	int error = watched_msec ? look_read(&before) : 0;

	if (watched_msec && !error) {
		signals.fd = signals_open();
		poll(&signals, 1, (int)watched_msec);
		if (signals.fd >= 0)
			close(signals.fd);
		watched_msec = now_msec() - begin;
	}
	if (!error)
		error = look_read(&look);
	if (error) {
		complain("warning: doctor counts nothing, and finds no other ends: %s",
			 strerror(-error));
		watched_msec = 0;
	}
}

static int doctor_run(const struct command *self, char **words)
{
	const char *device = NULL;
	char *only_device[3] = { NULL };
	struct parse_error err;
	int status;

	watched_msec = 0;
	any_found = false;
	if (doctor_parse_words(&device, words, &err))
		return usage_error(self, err.text);
	if (device) {
		only_device[0] = "dev";
		only_device[1] = (char *)device;
	}
	one_port = device && !netns_all();
	look_twice();
	status = query(self, only_device, PAUSECTL_CMD_PORT_GET, doctor_print);
	look_free(&before);
	look_free(&look);
	return status == STATUS_OK && any_found ? STATUS_FOUND : status;
}

const struct command doctor_command = {
	.name = "doctor",
	.brief = "why frames may be lost, and what mends it",
	.grammar = "[[dev] DEV] [for TIME]",
	.help =
	"Say what makes the port of DEV, or any port, lose frames that are to be lossless: a line for\n"
	"each reason, with the command that mends it or shows more. The first line says what passed\n"
	"and what was lost, since the port began, or with \"for\" in that time: run this while traffic\n"
	"runs, because some losses show only then. A note is about what stops or drops frames only in\n"
	"some cases, as in a storm. Exit status 3 means that there is a reason.\n"
	"\n"
	"  pausectl doctor dev eth0\n"
	"  pausectl doctor eth0 for 10\n"
	"  pausectl -j doctor | jq -r '.[] | select(.findings != []) | .ifname'\n",
	.all_netns = true,
	.run = doctor_run,
};
