// SPDX-License-Identifier: GPL-2.0
/* Checks of the setting watchdog, and its changes that follow from other settings. */
#include "port/port.h"
#include "settings/settings.h"

static const char not_lossless[] =
	"watchdog: allowed are priorities with PFC (prio 3 watchdog 3:drop), or link in mode pause";

/* The timers that may have an action: those that obey pauses; for drop-all, rx or tx. */
static u16 timers_for(const struct pausectl_settings *set, u32 action)
{
	return action == PAUSECTL_WATCHDOG_ACTION_DROP_ALL ? pausectl_mode_timers(set) :
							     pausectl_rx_timers(set);
}

/**
 * pausectl_watchdog_check() - is the setting watchdog valid?
 * @change: what is to change
 * @set: the resulting settings
 * @attr: set to the attribute at fault
 *
 * Return: NULL, or what is wrong and what is allowed.
 */
const char *pausectl_watchdog_check(const struct pausectl_change *change,
				    const struct pausectl_settings *set,
				    u32 *attr)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		u16 timers = timers_for(set, set->watchdog[i]);

		if (set->watchdog[i] == PAUSECTL_WATCHDOG_ACTION_OFF)
			continue;
		*attr = PAUSECTL_A_WATCHDOG;
		if (!(timers & BIT(i)))
			return not_lossless;
	}
	return NULL;
}

/* Tell of timers whose watchdog goes off although the request does not ask for that. */
void pausectl_watchdog_tell(const struct pausectl_change *change,
			    const struct pausectl_settings *old,
			    const struct pausectl_settings *set,
			    struct netlink_ext_ack *extack)
{
	bool asked = test_bit(PAUSECTL_A_WATCHDOG, change->present);
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (old->watchdog[i] && !set->watchdog[i] &&
		    !(asked && !change->to.watchdog[i]))
			NL_SET_ERR_MSG(extack,
				       "watchdog: off now where the port no longer obeys pauses");
}

/* Whether the request gives all nine timers the same action. */
static bool names_all(const struct pausectl_change *change)
{
	const u32 *actions = change->to.watchdog;

	return test_bit(PAUSECTL_A_WATCHDOG, change->present) &&
	       !memcmp(actions, actions + 1,
		       (MAC_CTRL_TIMERS - 1) * sizeof(*actions));
}

/*
 * Switch the watchdog off for a timer that is no longer lossless, also if a request for other
 * timers repeats the old action of this timer. pausectl_watchdog_check() refuses a new action for
 * such a timer. One action for all nine timers is allowed, and applies to the lossless timers.
 */
void pausectl_watchdog_follow(const struct pausectl_change *change,
			      const struct pausectl_settings *old,
			      struct pausectl_settings *set)
{
	bool all = names_all(change) && timers_for(set, set->watchdog[0]);
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (!(timers_for(set, set->watchdog[i]) & BIT(i)) &&
		    (all || set->watchdog[i] == old->watchdog[i]))
			set->watchdog[i] = PAUSECTL_WATCHDOG_ACTION_OFF;
}
