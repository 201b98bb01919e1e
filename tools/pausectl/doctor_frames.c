// SPDX-License-Identifier: GPL-2.0
/* What a port takes a frame for: its priority, by trust, and whether it is a control frame. */
#include <string.h>

#include <linux/if_ether.h>
#include <rules/filter_rule.h>

#include "doctor.h"

void rules_of(const struct nlattr *const *attributes, struct rules *rules)
{
	const struct nlattr *trust = attributes[PAUSECTL_A_TRUST];

	rules->trust = 0;
	if (trust)
		setting_values(setting_named("trust"), trust, &rules->trust);
	apps_of(attributes[PAUSECTL_A_APP_TABLE], &rules->apps);
}

static struct word trust_of(const struct rules *rules)
{
	const struct setting *setting = setting_named("trust");

	return setting->kind->format(setting, rules->trust);
}

static bool trusts_more_than_pcp(const struct rules *rules)
{
	return rules->trust != setting_named("trust")->defaults[0];
}

/* No table matters if both ends trust the PCP alone. */
static bool differ(const struct rules *a, const struct rules *b)
{
	return a->trust != b->trust ||
	       (trusts_more_than_pcp(a) &&
		(a->apps.count != b->apps.count ||
		 memcmp(a->apps.entries, b->apps.entries,
			a->apps.count * sizeof(*a->apps.entries))));
}

/* Is the field one of trust? */
static bool trusts(const struct rules *rules, const char *field)
{
	struct word trust = trust_of(rules);
	char *rest = trust.text, *one;

	while ((one = strsep(&rest, ",")))
		if (!strcmp(one, field))
			return true;
	return false;
}

/*
 * Entries of the table for fields that trust does not have. Doctor cannot know whether the table or
 * trust is meant. So this and what follows advise no change: it might give lossless frames a
 * priority that is lossless nowhere.
 */
static void look_at_idle_entries(const struct rules *rules)
{
	char entries[APP_TEXT];
	unsigned int i;

	for (i = 0; i < APP_WORDS; i++) {
		app_format(&app_words[i], &rules->apps, entries);
		if (!strcmp(entries, "default") || trusts(rules, app_words[i].field))
			continue;
		tell(&noted, "%s has entries, but trust has no %s", app_words[i].option,
		     app_words[i].field);
		mend(&noted, "%s", command(&here, "pausectl", "show").text);
	}
}

/* What makes a frame one of a lossless priority */
void look_at_trust(const struct nlattr *const *attributes, const struct rules *partners)
{
	struct rules rules;
	char dscps[APP_TEXT];

	if (!attributes[PAUSECTL_A_APP_TABLE] || !number_of(attributes[PAUSECTL_A_PRIO]))
		return;
	rules_of(attributes, &rules);
	look_at_idle_entries(&rules);
	app_format(&app_words[APP_DSCP], &rules.apps, dscps);
	if (trusts(&rules, "dscp") && !strcmp(dscps, "default")) {
		tell(&noted, "trust has dscp, but no DSCP has a priority");
		mend(&noted, "pausectl help dscp-prio");
		return;
	}
	if (!partners || !differ(&rules, partners))
		return;
	tell(&noted, "the ends tell priorities in different ways, by trust and its table");
	mend(&noted, "%s%s", there.place, command(&there, "pausectl", "show").text);
}

#define BROADCAST	0xffffffffffffULL
#define OWN		0x020000000001ULL	/* stands for the address of the device */

/* Would the receive checks take frames of IP, IPv6 or ARP for control frames? */
static bool takes_data(const struct pausectl_settings *set)
{
	static const struct filter_frame frames[] = {
		{ .destination = OWN, .own = OWN, .type = ETH_P_IP, .opcode = 0x4500 },
		{ .destination = OWN, .own = OWN, .type = ETH_P_IPV6, .opcode = 0x6000 },
		{ .destination = OWN, .own = OWN, .type = ETH_P_ARP, .opcode = 1 },
		{ .destination = BROADCAST, .own = OWN, .type = ETH_P_ARP, .opcode = 1 },
	};
	size_t i;

	for (i = 0; i < sizeof(frames) / sizeof(frames[0]); i++)
		if (filter_judge(set, &frames[i]) >= FILTER_CONTROL)
			return true;
	return false;
}

/* Control frames go no further, except with forward. */
void look_at_checks(const struct nlattr *const *attributes)
{
	struct pausectl_settings set = { 0 };
	uint64_t addresses[MAX_VALUES] = { 0 };
	unsigned int i;

	numbers_of(attributes[PAUSECTL_A_FILTER], set.filter, FILTER_CLASSES);
	numbers_of(attributes[PAUSECTL_A_FILTER_TYPE], set.filter_type, FILTER_CLASSES);
	numbers_of(attributes[PAUSECTL_A_FILTER_OPCODE], set.filter_opcode, FILTER_CLASSES);
	if (attributes[PAUSECTL_A_FILTER_ADDRESS])
		setting_values(setting_named("filter-address"),
			       attributes[PAUSECTL_A_FILTER_ADDRESS], addresses);
	for (i = 0; i < sizeof(set.filter_address) / sizeof(set.filter_address[0]); i++)
		set.filter_address[i] = addresses[i];
	if (!takes_data(&set) || is_on(attributes[PAUSECTL_A_FORWARD]))
		return;
	tell(&found, "the receive checks take data for control frames, and drop it");
	mend(&found, "%s filter default filter-type default", set_of(&here).text);
}
