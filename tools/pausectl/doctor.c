// SPDX-License-Identifier: GPL-2.0
/* What makes a port lose frames that are to be lossless, and the commands that mend it. */
#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "format.h"
#include "output.h"
#include "query.h"
#include "settings.h"

#define MOST_FINDINGS	64
#define LINK_BIT	(1U << PAUSECTL_LINK)

/* The findings about one port, and a remedy for each. */
static struct {
	char what[MOST_FINDINGS][160];
	char remedy[MOST_FINDINGS][192];
	unsigned int count;
} found;

/* For remedies: " -n NETNS", if the port is in another network namespace; and the begin of a set */
static char netns_option[64], set_here[96];
static bool any_port;

static void find(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void find(const char *format, ...)
{
	va_list values;

	found.count++;
	if (found.count > MOST_FINDINGS)
		return;
	va_start(values, format);
	vsnprintf(found.what[found.count - 1], sizeof(*found.what), format, values);
	va_end(values);
}

/* Of the last finding. */
static void mend(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void mend(const char *format, ...)
{
	va_list values;

	if (found.count > MOST_FINDINGS)
		return;
	va_start(values, format);
	vsnprintf(found.remedy[found.count - 1], sizeof(*found.remedy), format, values);
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

static void begin_remedies(const char *name)
{
	*netns_option = '\0';
	if (netns_other())
		snprintf(netns_option, sizeof(netns_option), " -n %.48s",
			 plain_name(netns_other(), "NETNS", 48).text);
	snprintf(set_here, sizeof(set_here), "pausectl%s set dev %.15s", netns_option,
		 plain_name(name, "DEV", 15).text);
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
		snprintf(word.text, sizeof(word.text), "prio %.40s",
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

static void look_at_partner(const struct nlattr *const *attributes, uint32_t lossless)
{
	const struct nlattr *obeys = attributes[PAUSECTL_A_PARTNER_OBEYS];
	uint32_t deaf = obeys ? lossless & ~number_of(obeys) : 0;

	if (!deaf)
		return;
	find("the other end does not obey XOFF of %s", name_of(deaf).text);
	mend("there: tc qdisc replace dev DEV root pausectl; pausectl set dev DEV %s %s",
	     settings_for(lossless).text,
	     "filter default filter-type default filter-opcode default");
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
			mend("%s buffer-size %u:auto", set_here, i);
		else
			mend("there: pausectl set dev DEV split-gso on");
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

/* The guard ends XOFF, and the watchdog drops frames, to end a deadlock. */
static void look_at_safety(const struct nlattr *const *attributes)
{
	uint32_t guard_ms = number_of(attributes[PAUSECTL_A_GUARD_MS]);
	uint32_t actions[PAUSECTL_LINK + 1], dropping = 0;
	unsigned int i;

	if (guard_ms) {
		find("the guard lets the partner go on after %u ms, and a full buffer then drops",
		     guard_ms);
		mend("%s guard-ms off", set_here);
	}
	numbers_of(attributes[PAUSECTL_A_WATCHDOG], actions, PAUSECTL_LINK + 1);
	for (i = 0; i <= PAUSECTL_LINK; i++)
		if (actions[i] == PAUSECTL_WATCHDOG_ACTION_DROP ||
		    actions[i] == PAUSECTL_WATCHDOG_ACTION_DROP_ALL)
			dropping |= 1U << i;
	if (dropping) {
		find("the watchdog drops frames that a pause of %s holds for long",
		     name_of(dropping).text);
		mend("%s watchdog %s", set_here, watchdog_off(dropping).text);
	}
}

/* Why the port sends no XOFF */
static void look_at_sending(const struct nlattr *const *attributes)
{
	const struct nlattr *tx = attributes[PAUSECTL_A_TX];

	if (number_of(attributes[PAUSECTL_A_MODE]) != PAUSECTL_MODE_PAUSE) {
		find("no priority is lossless, because the port sends no XOFF");
		mend("%s prio 3", set_here);
	} else if (tx && !mnl_attr_get_u8(tx)) {
		find("the link is not lossless, because tx is off");
		mend("%s tx on", set_here);
	} else {
		find("the link is not lossless, because the ends disagree on its XOFF");
		mend("there, too: %s advertise off rx on tx on", set_here);
	}
}

static void look_at_agreement(const struct nlattr *const *attributes)
{
	const struct nlattr *bad = attributes[PAUSECTL_A_LINK_CONFIGURATION_ERROR];

	if (!bad || !mnl_attr_get_u8(bad))
		return;
	find("the port holds all data back, because the ends do not agree on what it requires");
	mend("%s require none", set_here);
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
	find("the partner stops %s now, so frames wait here", name_of(paused).text);
	mend("if it never ends: %s pause-limit-ms 1000", set_here);
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
		mend("tc%s qdisc replace dev %s root pausectl", netns_option,
		     plain_name(entry->d_name, "DEV", 15).text);
	}
	closedir(ports);
}

static void print_findings(uint32_t lossless, bool partner_known)
{
	unsigned int i, count = found.count < MOST_FINDINGS ? found.count : MOST_FINDINGS;
	const char *whats[MOST_FINDINGS], *remedies[MOST_FINDINGS];

	add_bits("lossless", lossless, PAUSECTL_LINK + 1);
	if (!count)
		print_text(": %s is lossless%s", name_of(lossless).text,
			   partner_known ? "" : " if the partner obeys");
	for (i = 0; i < count; i++) {
		print_text("%s%s: %s", i ? "\n    " : ":\n    ", found.what[i], found.remedy[i]);
		whats[i] = found.what[i];
		remedies[i] = found.remedy[i];
	}
	if (found.count > count)
		print_text("\n    and %u more", found.count - count);
	add_strings("findings", whats, count);
	add_strings("remedies", remedies, count);
}

static void print(const struct nlattr *const *attributes)
{
	const struct nlattr *ifname = attributes[PAUSECTL_A_IFNAME];
	uint32_t lossless = lossless_timers(attributes);

	any_port = true;
	found.count = 0;
	begin_remedies(ifname ? mnl_attr_get_str(ifname) : "");
	look_at_agreement(attributes);
	if (lossless) {
		look_at_partner(attributes, lossless);
		look_at_buffers(attributes);
	} else {
		look_at_sending(attributes);
	}
	look_at_safety(attributes);
	look_at_pauses(attributes);
	if (lossless)
		look_at_bridge(ifname);
	print_findings(lossless, attributes[PAUSECTL_A_PARTNER_OBEYS]);
}

static int run(const struct command *self, char **words)
{
	int status;

	any_port = false;
	status = query(self, words, PAUSECTL_CMD_PORT_GET, print);
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
	"other end decide, too, if it is on this machine; its speed, trust and pause-limit-ms are\n"
	"not looked at.\n"
	"\n"
	"  pausectl doctor dev eth0\n"
	"  pausectl -j doctor | jq -r '.[] | select(.findings != []) | .ifname'\n",
	.all_netns = true,
	.run = run,
};
