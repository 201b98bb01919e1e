// SPDX-License-Identifier: GPL-2.0
/* What receive checks must not be. Their ranges are in table.c. */
#include <linux/if_ether.h>

#include "port/port.h"
#include "settings/settings.h"

const char pausectl_filter_message[] =
	"filter: allowed are 0 (off), or 1 plus any of 2, 4, 8, 16 and 32, one for each class";
const char pausectl_filter_type_message[] =
	"filter-type: allowed are 1536 to 65535, but 33024 and 34984 (VLAN), for each class";
const char pausectl_filter_opcode_message[] =
	"filter-opcode: allowed are 0 to 65535, a range from low to high; of pause classes one";
const char pausectl_filter_unicast_message[] =
	"filter-unicast: allowed are addresses without the group bit, or 0 (own)";
const char pausectl_filter_multicast_message[] =
	"filter-multicast: allowed are addresses with the group bit, as 01:80:c2:00:00:01";
const char pausectl_filter_source_message[] =
	"filter-source: allowed are addresses without the group bit, or 0 (none)";

static const char source_missing[] =
	"filter: source is checked, allowed where filter-source is an address";

#define NO_CONTRADICTION \
	": checks of a pause class contradict both control classes, allowed are those of one"

/* Checks contradict each other: by the attribute that was given. */
static const char *contradiction(const struct pausectl_change *change, u32 *attr)
{
	static const struct {
		u32		attr;
		const char	*message;
	} given[] = {
		{ PAUSECTL_A_FILTER_OPCODE, "filter-opcode" NO_CONTRADICTION },
		{ PAUSECTL_A_FILTER_TYPE, "filter-type" NO_CONTRADICTION },
		{ PAUSECTL_A_FILTER_MULTICAST, "filter-multicast" NO_CONTRADICTION },
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

static const char *check_class(const struct filter_settings *filter,
			       unsigned int n, u32 *attr)
{
	u32 opcodes = filter->opcodes[n];
	u32 least = FILTER_OPCODE_MIN(opcodes);
	u32 greatest = FILTER_OPCODE_MAX(opcodes);

	*attr = PAUSECTL_A_FILTER;
	if (filter->checks[n] &&
	    !(filter->checks[n] & PAUSECTL_FILTER_CHECK_ENABLE))
		return pausectl_filter_message;
	*attr = PAUSECTL_A_FILTER_TYPE;
	if (filter->type[n] == ETH_P_8021Q || filter->type[n] == ETH_P_8021AD)
		return pausectl_filter_type_message;
	*attr = PAUSECTL_A_FILTER_OPCODE;
	if (least > greatest || (n >= FILTER_CONTROLS && least != greatest))
		return pausectl_filter_opcode_message;
	return NULL;
}

static const char *check_addresses(const struct pausectl_change *change,
				   const struct filter_settings *filter,
				   u32 *attr)
{
	unsigned int n;

	*attr = PAUSECTL_A_FILTER_UNICAST;
	if (filter->unicast & FILTER_GROUP_BIT)
		return pausectl_filter_unicast_message;
	*attr = PAUSECTL_A_FILTER_MULTICAST;
	if (!(filter->multicast & FILTER_GROUP_BIT))
		return pausectl_filter_multicast_message;
	*attr = PAUSECTL_A_FILTER_SOURCE;
	if (filter->source & FILTER_GROUP_BIT)
		return pausectl_filter_source_message;
	if (!test_bit(PAUSECTL_A_FILTER_SOURCE, change->present))
		*attr = PAUSECTL_A_FILTER;
	for (n = 0; n < FILTER_CLASSES; n++)
		if (filter->checks[n] & PAUSECTL_FILTER_CHECK_SOURCE &&
		    !filter->source)
			return source_missing;
	return NULL;
}

/**
 * pausectl_filter_check() - may the port come to have these receive checks?
 * @change: what is asked for
 * @set: what it would be
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

	for (n = 0; n < FILTER_CLASSES; n++) {
		message = check_class(&set->filter, n, attr);
		if (message)
			return message;
	}
	message = check_addresses(change, &set->filter, attr);
	if (message)
		return message;
	filter_rule_make(&rule, &set->filter);
	for (n = FILTER_CONTROLS; n < FILTER_CLASSES; n++)
		if (!filter_possible(&rule, n))
			return contradiction(change, attr);
	return NULL;
}
