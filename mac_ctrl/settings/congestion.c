// SPDX-License-Identifier: GPL-2.0
/* Checks of congestion settings against each other. */
#include "port/port.h"
#include "settings/settings.h"

static const char ends_crossed[] =
	"ecn-min, ecn-max: allowed are 0 to ecn-max and ecn-min to 1073741824 octets";

/**
 * pausectl_congestion_check() - are the congestion settings valid?
 * @change: what is to change
 * @set: the resulting settings
 * @attr: set to the attribute at fault
 *
 * Return: NULL, or what is wrong and what is allowed.
 */
const char *pausectl_congestion_check(const struct pausectl_change *change,
				      const struct pausectl_settings *set,
				      u32 *attr)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		if (set->ecn_min[i] <= set->ecn_max[i])
			continue;
		*attr = test_bit(PAUSECTL_A_ECN_MIN, change->present) ?
			PAUSECTL_A_ECN_MIN : PAUSECTL_A_ECN_MAX;
		return ends_crossed;
	}
	return NULL;
}
