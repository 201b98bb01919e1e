// SPDX-License-Identifier: GPL-2.0
/* What settings of the watchdog must not be, and what others make of them. */
#include "port/port.h"
#include "settings/settings.h"

/* The attribute that made looks too rare: the one that was given. */
static u32 poll_attr(const struct pausectl_change *change)
{
	static const u32 attrs[] = {
		PAUSECTL_A_WATCHDOG_POLL, PAUSECTL_A_WATCHDOG_DETECT,
		PAUSECTL_A_WATCHDOG_RESTORE,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(attrs); i++)
		if (test_bit(attrs[i], change->present))
			return attrs[i];
	return PAUSECTL_A_WATCHDOG;
}

static const char not_lossless[] =
	"watchdog: allowed for priorities with PFC (prio), as 3:drop, or in mode pause for link";
static const char looks_too_rare[] =
	"watchdog-poll: allowed are 10 ms to detect and restore of each timer that is watched";

/**
 * pausectl_watchdog_check() - may the port come to have these settings?
 * @change: what is asked for
 * @set: what it would be
 * @attr: set to the attribute at fault
 *
 * Return: NULL, or what is wrong and what is allowed.
 */
const char *pausectl_watchdog_check(const struct pausectl_change *change,
				    const struct pausectl_settings *set,
				    u32 *attr)
{
	u16 timers = pausectl_rx_timers(set);
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		if (set->watchdog[i] == PAUSECTL_WATCHDOG_ACTION_OFF)
			continue;
		*attr = PAUSECTL_A_WATCHDOG;
		if (!(timers & BIT(i)))
			return not_lossless;
		*attr = poll_attr(change);
		if (set->watchdog_poll > set->watchdog_detect[i] ||
		    set->watchdog_poll > set->watchdog_restore[i])
			return looks_too_rare;
	}
	return NULL;
}

/* The same is asked for all nine. */
static bool names_all(const struct pausectl_change *change)
{
	const u32 *actions = change->to.watchdog;

	return test_bit(PAUSECTL_A_WATCHDOG, change->present) &&
	       !memcmp(actions, actions + 1,
		       (MAC_CTRL_TIMERS - 1) * sizeof(*actions));
}

/*
 * A timer that is no longer lossless is not watched, also if a request for other timers sends back
 * the action that it read. pausectl_watchdog_check() refuses a new action for such a timer. One
 * action for all nine timers is allowed, and applies to the lossless ones.
 */
void pausectl_watchdog_follow(const struct pausectl_change *change,
			      const struct pausectl_settings *old,
			      struct pausectl_settings *set)
{
	u16 timers = pausectl_rx_timers(set);
	bool all = timers && names_all(change);
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (!(timers & BIT(i)) &&
		    (all || set->watchdog[i] == old->watchdog[i]))
			set->watchdog[i] = PAUSECTL_WATCHDOG_ACTION_OFF;
}
