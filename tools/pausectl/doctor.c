// SPDX-License-Identifier: GPL-2.0
/*
 * What makes a port lose frames that are to be lossless, and the commands that mend it. Notes are
 * about what loses frames only to end a storm or a deadlock.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "format.h"
#include "machine.h"
#include "output.h"
#include "query.h"
#include "settings.h"

#define MOST_FINDINGS	64
#define LINK_BIT	(1U << PAUSECTL_LINK)
#define ACTIONS			(PAUSECTL_WATCHDOG_ACTION_DROP_ALL + 1)
#define LEAST_REFRESH_NS	20000	/* the port sends XOFF again no sooner */

/* What is found at one port, and a remedy for each. */
static struct list {
	char what[MOST_FINDINGS][160];
	char remedy[MOST_FINDINGS][256];
	unsigned int count;
} found, noted;

/* Commands for an end of the link, without words behind "set dev DEV", and what stands before */
struct end {
	const char *place;
	char set[160];
	char make_port[160];
};

static struct end here, there;
static struct machine machine;
static bool any_port;

static void write_to(struct list *list, const char *format, va_list values)
{
	list->count++;
	if (list->count <= MOST_FINDINGS)
		vsnprintf(list->what[list->count - 1], sizeof(*list->what), format, values);
}

static void find(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void find(const char *format, ...)
{
	va_list values;

	va_start(values, format);
	write_to(&found, format, values);
	va_end(values);
}

static void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void note(const char *format, ...)
{
	va_list values;

	va_start(values, format);
	write_to(&noted, format, values);
	va_end(values);
}

/* Of the last finding or note. */
static void mend(struct list *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void mend(struct list *list, const char *format, ...)
{
	va_list values;

	if (list->count > MOST_FINDINGS)
		return;
	va_start(values, format);
	vsnprintf(list->remedy[list->count - 1], sizeof(*list->remedy), format, values);
	va_end(values);
}

/* A name for a command that people paste into a shell: @other if it is not plain or too long. */
static struct word plain_name(const char *name, const char *other, size_t length)
{
	const char *end = name;
	struct word word;

	while (*end && (isalnum((unsigned char)*end) || strchr("._-", *end)))
		end++;
	snprintf(word.text, sizeof(word.text), "%.48s",
		 end != name && !*end && strlen(name) <= length ? name : other);
	return word;
}

/* @netns: as in struct netns, or NULL */
static struct end commands_for(const char *place, const char *netns, const char *device)
{
	struct word name = plain_name(device, "DEV", 15);
	char enter[96] = "", option[64] = "";
	struct end end = { .place = place };

	if (netns && !strncmp(netns, "pid ", 4))
		snprintf(enter, sizeof(enter), "nsenter -t %.48s -n ",
			 plain_name(netns + 4, "PID", 48).text);
	else if (netns && *netns)
		snprintf(option, sizeof(option), " -n %.48s", plain_name(netns, "NETNS", 48).text);
	snprintf(end.set, sizeof(end.set), "%spausectl%s set dev %.15s", enter, option, name.text);
	/* add, which ends no qdisc that is there */
	snprintf(end.make_port, sizeof(end.make_port), "%stc%s qdisc add dev %.15s root pausectl",
		 enter, option, name.text);
	return end;
}

static void begin_remedies(const struct nlattr *ifname, const struct nlattr *ifindex)
{
	struct recorded_port port = { .index = ifindex ? mnl_attr_get_u32(ifindex) : 0 };
	size_t netns = 0;

	/* In a namespace that is newer than the machine's list there is nothing to find. */
	while (netns_other() && netns < machine.netns.count &&
	       strcmp(machine.netns.each[netns].name, netns_other()))
		netns++;
	machine_place(&machine, netns, &port);
	here = commands_for("", netns_name(), ifname ? mnl_attr_get_str(ifname) : "");
	/* The namespace without a name is that of the tool, or the one of -n. */
	there = commands_for(*port.peer.text ? "" : "there: ",
			     *port.peer_netns.text ? port.peer_netns.text :
			     netns_all() ? NULL : netns_name(), port.peer.text);
}

static uint32_t number_of(const struct nlattr *attribute)
{
	return attribute && mnl_attr_get_payload_len(attribute) >= sizeof(uint32_t) ?
	       mnl_attr_get_u32(attribute) : 0;
}

/* The values of an array of u32, or zeros */
static void numbers_of(const struct nlattr *attribute, uint32_t *values, size_t count)
{
	memset(values, 0, count * sizeof(*values));
	if (attribute && mnl_attr_get_payload_len(attribute) >= count * sizeof(*values))
		memcpy(values, mnl_attr_get_payload(attribute), count * sizeof(*values));
}

/* "the link", or "priority 3,4" */
static struct word name_of(uint32_t timers)
{
	struct word word = { "the link" };

	if (!(timers & LINK_BIT))
		snprintf(word.text, sizeof(word.text), "priority %.40s",
			 format_priorities(timers).text);
	return word;
}

/* The settings that make a port obey these timers */
static struct word settings_for(uint32_t timers)
{
	struct word word = { "mode pause rx on" };

	if (!(timers & LINK_BIT))
		snprintf(word.text, sizeof(word.text), "prio +%.40s",
			 format_priorities(timers).text);
	return word;
}

/* The timers that the port sends XOFF for. */
static uint32_t lossless_timers(const struct nlattr *const *attributes)
{
	const struct nlattr *active = attributes[PAUSECTL_A_TX_ACTIVE];

	if (!active || !mnl_attr_get_u8(active))
		return 0;
	switch (number_of(attributes[PAUSECTL_A_MODE])) {
	case PAUSECTL_MODE_PAUSE:
		return LINK_BIT;
	case PAUSECTL_MODE_PFC:
		return number_of(attributes[PAUSECTL_A_TX_PRIO]);
	default:
		return 0;
	}
}

static uint64_t bits_per_second(const struct nlattr *const *attributes)
{
	const struct nlattr *set = attributes[PAUSECTL_A_SPEED];
	uint64_t bps = set ? mnl_attr_get_u64(set) : 0;

	return bps ? bps : number_of(attributes[PAUSECTL_A_SPEED_MBPS]) * 1000000ULL;
}

/* Those whose XOFF comes too late for a partner of the same speed, too. */
static uint32_t late_timers(const struct nlattr *const *attributes)
{
	uint32_t xoff[PAUSECTL_LINK + 1], refresh[PAUSECTL_LINK + 1], late = 0;
	uint64_t bps = bits_per_second(attributes);
	unsigned int i;

	numbers_of(attributes[PAUSECTL_A_XOFF_QUANTA], xoff, PAUSECTL_LINK + 1);
	numbers_of(attributes[PAUSECTL_A_REFRESH_QUANTA], refresh, PAUSECTL_LINK + 1);
	for (i = 0; bps && i <= PAUSECTL_LINK; i++)
		if (xoff[i] <= refresh[i] ||
		    xoff[i] * 512000000000ULL / bps <= LEAST_REFRESH_NS)
			late |= 1U << i;
	return late;
}

static void look_at_partner(const struct nlattr *const *attributes, uint32_t lossless)
{
	const struct nlattr *obeys = attributes[PAUSECTL_A_PARTNER_OBEYS];
	const struct nlattr *resumes = attributes[PAUSECTL_A_PARTNER_RESUMES];
	uint32_t deaf = obeys ? lossless & ~number_of(obeys) : 0;
	uint32_t early = lossless & number_of(resumes), late;

	if (deaf && !resumes) {
		find("the other end has no port to obey XOFF of %s", name_of(deaf).text);
		mend(&found, "%s%s && %s %s", there.place, there.make_port, there.set,
		     settings_for(lossless).text);
	} else if (deaf) {
		find("the other end does not obey XOFF of %s", name_of(deaf).text);
		mend(&found, "%s%s %s %s", there.place, there.set, settings_for(lossless).text,
		     "filter default filter-type default filter-opcode default filter-address default");
	}
	late = early & late_timers(attributes);
	if (late) {
		find("XOFF of %s is sent again when the pause is over", name_of(late).text);
		mend(&found, "%s xoff-quanta default refresh-quanta default", here.set);
	}
	if (early & ~late) {
		find("the other end has another speed, and goes on before the next XOFF of %s",
		     name_of(early & ~late).text);
		mend(&found, "%s%s speed %s", there.place, there.set,
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
		find("buffer %u holds %u octets above XOFF, and the sender may have %u in flight",
		     i, headroom[i], in_flight);
		if (sizes[i])
			mend(&found, "%s buffer-size %u:auto", here.set, i);
		else
			mend(&found, "%s%s split-gso on", there.place, there.set);
	}
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

/* To end a deadlock, the guard ends XOFF, the watchdog drops, and long pauses are ignored. */
static void look_at_safety(const struct nlattr *const *attributes)
{
	uint32_t guard_ms = number_of(attributes[PAUSECTL_A_GUARD_MS]);
	uint32_t limit_ms = number_of(attributes[PAUSECTL_A_PAUSE_LIMIT_MS]);
	uint32_t actions[PAUSECTL_LINK + 1], by_action[ACTIONS] = { 0 }, timers;
	unsigned int i;

	if (guard_ms) {
		note("the guard lets the partner go on after %u ms, and a full buffer then drops",
		     guard_ms);
		mend(&noted, "%s guard-ms off", here.set);
	}
	if (limit_ms) {
		note("a pause of %u ms is ignored, and the partner may then drop", limit_ms);
		mend(&noted, "%s pause-limit-ms off", here.set);
	}
	numbers_of(attributes[PAUSECTL_A_WATCHDOG], actions, PAUSECTL_LINK + 1);
	for (i = 0; i <= PAUSECTL_LINK; i++)
		by_action[actions[i] < ACTIONS ? actions[i] : 0] |= 1U << i;
	timers = by_action[PAUSECTL_WATCHDOG_ACTION_DROP_ALL];
	if (timers) {
		find("the watchdog drops all frames of %s", name_of(timers).text);
		mend(&found, "%s watchdog %s", here.set, watchdog_off(timers).text);
	}
	timers = by_action[PAUSECTL_WATCHDOG_ACTION_DROP];
	if (timers) {
		note("the watchdog drops frames that a pause of %s holds for long",
		     name_of(timers).text);
		mend(&noted, "%s watchdog %s", here.set, watchdog_off(timers).text);
	}
	timers = by_action[PAUSECTL_WATCHDOG_ACTION_FORWARD];
	if (timers) {
		note("the watchdog ignores a long pause of %s, and the partner may then drop",
		     name_of(timers).text);
		mend(&noted, "%s watchdog %s", here.set, watchdog_off(timers).text);
	}
}

/* Why the port sends no XOFF */
static void look_at_sending(const struct nlattr *const *attributes)
{
	const struct nlattr *tx = attributes[PAUSECTL_A_TX];

	if (number_of(attributes[PAUSECTL_A_MODE]) != PAUSECTL_MODE_PAUSE) {
		find("no priority is lossless, because the port sends no XOFF");
		mend(&found, "%s prio 3", here.set);
	} else if (tx && !mnl_attr_get_u8(tx)) {
		find("the link is not lossless, because tx is off");
		mend(&found, "%s tx on", here.set);
	} else {
		find("the link is not lossless, because the ends disagree on its XOFF");
		mend(&found, "%s advertise off rx on tx on; %s%s advertise off rx on tx on",
		     here.set, there.place, there.set);
	}
}

static void look_at_agreement(const struct nlattr *const *attributes)
{
	const struct nlattr *bad = attributes[PAUSECTL_A_LINK_CONFIGURATION_ERROR];

	if (!bad || !mnl_attr_get_u8(bad))
		return;
	find("the port holds all data back, because the ends do not agree on what it requires");
	mend(&found, "%s require none", here.set);
}

/* A partner that stops this port loses nothing, but lets frames wait. */
static void look_at_pauses(const struct nlattr *const *attributes)
{
	uint32_t states[PAUSECTL_LINK + 1], paused = 0;
	unsigned int i;

	numbers_of(attributes[PAUSECTL_A_PAUSE_STATE], states, PAUSECTL_LINK + 1);
	for (i = 0; i <= PAUSECTL_LINK; i++)
		if (states[i])
			paused |= 1U << i;
	if (!paused)
		return;
	note("the partner stops %s now, so frames wait here", name_of(paused).text);
	mend(&noted, "if it never ends: %s pause-limit-ms 1000", here.set);
}

/* Frames that leave a bridge by a device without a port are charged to nobody, and may be lost. */
static void look_at_bridge(const struct nlattr *ifname)
{
	const struct dirent *entry;
	struct word name;
	char path[64];
	DIR *ports;
	int error;

	if (!ifname)
		return;
	error = netns_mount_sys();
	if (error) {
		complain("warning: doctor looks at no bridge: sysfs: %s", strerror(-error));
		return;
	}
	snprintf(path, sizeof(path), "/sys/class/net/%.15s/brport/bridge/brif",
		 mnl_attr_get_str(ifname));
	ports = opendir(path);
	if (!ports)
		return;
	while ((entry = readdir(ports))) {
		snprintf(path, sizeof(path), "/sys/class/net/%.15s/pausectl", entry->d_name);
		if (entry->d_name[0] == '.' || !access(path, F_OK))
			continue;
		name = format_name(entry->d_name);
		find("frames that leave the bridge by %s stop nobody", name.text);
		mend(&found, "%s", commands_for("", netns_name(), entry->d_name).make_port);
	}
	closedir(ports);
}

static void print_list(const struct list *list, const char *mark, const char *whats_key,
		       const char *remedies_key)
{
	unsigned int i, count = list->count < MOST_FINDINGS ? list->count : MOST_FINDINGS;
	const char *whats[MOST_FINDINGS], *remedies[MOST_FINDINGS];

	for (i = 0; i < count; i++) {
		print_text("\n    %s%s: %s", mark, list->what[i], list->remedy[i]);
		whats[i] = list->what[i];
		remedies[i] = list->remedy[i];
	}
	if (list->count > count)
		print_text("\n    and %u more", list->count - count);
	add_strings(whats_key, whats, count);
	add_strings(remedies_key, remedies, count);
}

static void print(const struct nlattr *const *attributes)
{
	const struct nlattr *ifname = attributes[PAUSECTL_A_IFNAME];
	uint32_t lossless = lossless_timers(attributes);

	any_port = true;
	found.count = 0;
	noted.count = 0;
	begin_remedies(ifname, attributes[PAUSECTL_A_IFINDEX]);
	look_at_agreement(attributes);
	if (lossless) {
		look_at_partner(attributes, lossless);
		look_at_buffers(attributes);
		look_at_bridge(ifname);
	} else {
		look_at_sending(attributes);
	}
	look_at_safety(attributes);
	look_at_pauses(attributes);
	add_bits("lossless", lossless, PAUSECTL_LINK + 1);
	if (found.count)
		print_text(":");
	else
		print_text(": %s is lossless%s", name_of(lossless).text,
			   attributes[PAUSECTL_A_PARTNER_OBEYS] ? "" : " if the partner obeys");
	print_list(&found, "", "findings", "remedies");
	print_list(&noted, "note: ", "notes", "note_remedies");
}

static int run(const struct command *self, char **words)
{
	int error, status;

	any_port = false;
	error = machine_read(&machine);
	if (error)
		complain("warning: doctor finds no other ends: %s", strerror(-error));
	status = query(self, words, PAUSECTL_CMD_PORT_GET, print);
	machine_free(&machine);
	if (!status && !any_port)
		print_text("there is no port: tc qdisc add dev DEV root pausectl\n");
	return status;
}

const struct command doctor_command = {
	.name = "doctor",
	.grammar = "[[dev] DEV]",
	.help =
	"Say what makes the port of DEV, or any port, lose frames that are to be\n"
	"lossless: a line for each reason, with the command that mends it. The settings of the\n"
	"other end decide, too, if it is on this machine; its trust is not looked at. A note is about\n"
	"what stops or drops frames only in a storm or a deadlock. Exit status 0 means that doctor\n"
	"has looked: ask the JSON for what it found.\n"
	"\n"
	"  pausectl doctor dev eth0\n"
	"  pausectl -j doctor | jq -r '.[] | select(.findings != []) | .ifname'\n"
	"  pausectl -j doctor | jq -e 'all(.findings == [])'   # exit status 1: not all are lossless\n",
	.all_netns = true,
	.run = run,
};
