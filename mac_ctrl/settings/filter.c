// SPDX-License-Identifier: GPL-2.0
/* Checks of the settings of the filter against each other. Their ranges are in table.c. */
#include <linux/if_ether.h>

#include "port/port.h"
#include "settings/settings.h"

static const char source_missing[] =
	"filter: source is allowed only if filter-address has an address for source";

#define NO_CONTRADICTION \
	": checks of a pause class contradict the enabled control classes, and must agree with one"

/* The message that checks contradict each other, and the attribute of the request at fault. */
static const char *contradiction(const struct pausectl_change *change, u32 *attr)
{
	static const struct {
		u32		attr;
		const char	*message;
	} given[] = {
		{ PAUSECTL_A_FILTER_OPCODE, "filter-opcode" NO_CONTRADICTION },
		{ PAUSECTL_A_FILTER_TYPE, "filter-type" NO_CONTRADICTION },
		{ PAUSECTL_A_FILTER_ADDRESS, "filter-address" NO_CONTRADICTION },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(given); i++) {
		*attr = given[i].attr;
		if (test_bit(*attr, change->present))
			return given[i].message;
	}
	*attr = PAUSECTL_A_FILTER;
	return "filter" NO_CONTRADICTION;
}

static bool valid_class(const struct pausectl_settings *set, unsigned int n, u32 *attr)
{
	u32 least = FILTER_OPCODE_MIN(set->filter_opcode[n]);
	u32 greatest = FILTER_OPCODE_MAX(set->filter_opcode[n]);

	*attr = PAUSECTL_A_FILTER;
	if (set->filter[n] && !(set->filter[n] & PAUSECTL_FILTER_CHECK_ENABLE))
		return false;
	*attr = PAUSECTL_A_FILTER_TYPE;
	if (set->filter_type[n] == ETH_P_8021Q || set->filter_type[n] == ETH_P_8021AD)
		return false;
	*attr = PAUSECTL_A_FILTER_OPCODE;
	return least <= greatest && (n < FILTER_CONTROLS || least == greatest);
}

static bool valid_addresses(const struct pausectl_settings *set, u32 *attr)
{
	const u64 *address = set->filter_address;
	u64 multicast = address[PAUSECTL_FILTER_ADDRESS_MULTICAST];

	*attr = PAUSECTL_A_FILTER_ADDRESS;
	return !(address[PAUSECTL_FILTER_ADDRESS_UNICAST] & FILTER_GROUP_BIT) &&
	       !(address[PAUSECTL_FILTER_ADDRESS_SOURCE] & FILTER_GROUP_BIT) &&
	       (!multicast || multicast & FILTER_GROUP_BIT);
}

/* A class that checks the source needs an address for source. */
static const char *check_source(const struct pausectl_change *change,
				const struct pausectl_settings *set, u32 *attr)
{
	unsigned int n;

	*attr = test_bit(PAUSECTL_A_FILTER_ADDRESS, change->present) ?
		PAUSECTL_A_FILTER_ADDRESS : PAUSECTL_A_FILTER;
	for (n = 0; n < FILTER_CLASSES; n++)
		if (set->filter[n] & PAUSECTL_FILTER_CHECK_SOURCE &&
		    !set->filter_address[PAUSECTL_FILTER_ADDRESS_SOURCE])
			return source_missing;
	return NULL;
}

/**
 * pausectl_filter_check() - are the settings of the filter valid?
 * @change: what is to change
 * @set: the resulting settings
 * @attr: set to the attribute at fault
 *
 * Return: NULL, or what is wrong and what is allowed.
 */
const char *pausectl_filter_check(const struct pausectl_change *change,
				  const struct pausectl_settings *set,
				  u32 *attr)
{
	struct filter_rule rule;
	const char *message;
	unsigned int n;

	for (n = 0; n < FILTER_CLASSES; n++)
		if (!valid_class(set, n, attr))
			return pausectl_setting_of(*attr)->message;
	if (!valid_addresses(set, attr))
		return pausectl_setting_of(*attr)->message;
	message = check_source(change, set, attr);
	if (message)
		return message;
	filter_rule_make(&rule, set);
	for (n = FILTER_CONTROLS; n < FILTER_CLASSES; n++)
		if (!filter_possible(&rule, n))
			return contradiction(change, attr);
	return NULL;
}
