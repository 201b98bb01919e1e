/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The user's wish for PAUSE, in force or not.
 *
 * PFC excludes PAUSE. While PFC is on, the setting pause_wish keeps the wish: that of ethtool -A,
 * or the PAUSE that PFC displaced. The port applies the wish when it is in mode pause again. In
 * mode pause, rx and tx are the wish. In mode off there is no wish.
 */
#ifndef PAUSECTL_SETTINGS_PAUSE_WISH_H
#define PAUSECTL_SETTINGS_PAUSE_WISH_H

#include "port/port.h"
#include "settings/settings.h"

static inline u32 pause_wish_word(struct pause_flow flow)
{
	return PAUSECTL_PAUSE_WISH_OFF + !!flow.rx + 2 * !!flow.tx;
}

static inline struct pause_flow pause_wish_flow(u32 word)
{
	return (struct pause_flow) {
		.tx = word == PAUSECTL_PAUSE_WISH_TX ||
		      word == PAUSECTL_PAUSE_WISH_TX_RX,
		.rx = word == PAUSECTL_PAUSE_WISH_RX ||
		      word == PAUSECTL_PAUSE_WISH_TX_RX,
	};
}

static inline struct pause_flow
pause_wish_of(const struct pausectl_settings *set)
{
	if (set->mode == PAUSECTL_MODE_OFF)
		return (struct pause_flow) { 0, 0 };
	if (set->pause_wish != PAUSECTL_PAUSE_WISH_NONE)
		return pause_wish_flow(set->pause_wish);
	return (struct pause_flow) { set->tx, set->rx };
}

/* A change of @set that makes @flow the wish: at once, or later in mode pfc. */
static inline void pause_wish_change(struct pausectl_change *change,
				     const struct pausectl_settings *set,
				     struct pause_flow flow)
{
	/* It is off already. */
	if (set->mode == PAUSECTL_MODE_OFF && !flow.rx && !flow.tx)
		return;
	if (set->mode == PAUSECTL_MODE_OFF) {
		change->to.mode = PAUSECTL_MODE_PAUSE;
		__set_bit(PAUSECTL_A_MODE, change->present);
	}
	change->to.pause_wish = pause_wish_word(flow);
	__set_bit(PAUSECTL_A_PAUSE_WISH, change->present);
}

/* A wish comes true in mode pause, but for what the same change sets otherwise. */
static inline void pause_wish_apply(struct pausectl_settings *set,
				    const struct pausectl_change *change)
{
	struct pause_flow flow = pause_wish_flow(set->pause_wish);

	if (set->mode != PAUSECTL_MODE_PAUSE ||
	    set->pause_wish == PAUSECTL_PAUSE_WISH_NONE)
		return;
	if (!test_bit(PAUSECTL_A_RX, change->present))
		set->rx = flow.rx;
	if (!test_bit(PAUSECTL_A_TX, change->present))
		set->tx = flow.tx;
	set->pause_wish = PAUSECTL_PAUSE_WISH_NONE;
}

#endif /* PAUSECTL_SETTINGS_PAUSE_WISH_H */
