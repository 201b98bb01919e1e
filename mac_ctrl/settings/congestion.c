// SPDX-License-Identifier: GPL-2.0
/* What settings of congestion must not be, whichever of them change. */
#include "port/port.h"
#include "settings/settings.h"

static const char ends_crossed[] =
	"ecn-min, ecn-max: allowed are 0 to ecn-max and ecn-min to 1073741824 octets";

/**
 * pausectl_congestion_check() - may the port come to have these settings?
 * @change: what is asked for
 * @set: what it would be
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
