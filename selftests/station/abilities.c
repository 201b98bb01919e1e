// SPDX-License-Identifier: GPL-2.0
/*
 * station abilities: sets the link partner abilities that a device tells. A tap device takes them
 * from a request for its link settings, as a driver takes them from a PHY.
 */
#include <linux/ethtool.h>
#include <string.h>

#include "station.h"

#define MAX_WORDS	16

/* The header and three masks: supported, advertising, lp_advertising. */
struct link_settings {
	struct ethtool_link_settings head;
	uint32_t masks[3 * MAX_WORDS];
};

static const struct {
	const char *name;
	uint32_t mask;
} abilities[] = {
	{ "unknown", 0 },
	{ "none", 1U << ETHTOOL_LINK_MODE_Autoneg_BIT },
	{ "pause", 1U << ETHTOOL_LINK_MODE_Pause_BIT },
	{ "asym", 1U << ETHTOOL_LINK_MODE_Asym_Pause_BIT },
	{ "pause-asym",
	  1U << ETHTOOL_LINK_MODE_Pause_BIT | 1U << ETHTOOL_LINK_MODE_Asym_Pause_BIT },
};

#define ABILITIES	(sizeof(abilities) / sizeof(abilities[0]))

static void call(const char *dev, struct link_settings *settings, uint32_t command)
{
	int error;

	settings->head.cmd = command;
	error = ethtool_ioctl(dev, settings);
	if (error)
		fail("link settings of \"%s\": %s", dev, strerror(error));
}

int cmd_abilities(char **words)
{
	const char *dev = next_word(&words, "device"), *word = next_word(&words, "abilities");
	struct link_settings settings = { 0 };
	size_t i = 0;
	int length;

	while (i < ABILITIES && strcmp(word, abilities[i].name))
		i++;
	if (i == ABILITIES)
		usage("abilities \"%s\": allowed are unknown, none, pause, asym and pause-asym",
		      word);

	/* The kernel answers the first request with minus the length of its masks. */
	call(dev, &settings, ETHTOOL_GLINKSETTINGS);
	length = -settings.head.link_mode_masks_nwords;
	if (length <= 0 || length > MAX_WORDS)
		fail("link settings of \"%s\": masks of %d words", dev, length);
	settings.head.link_mode_masks_nwords = length;
	call(dev, &settings, ETHTOOL_GLINKSETTINGS);
	settings.masks[2 * length] = abilities[i].mask;
	call(dev, &settings, ETHTOOL_SLINKSETTINGS);
	return 0;
}
