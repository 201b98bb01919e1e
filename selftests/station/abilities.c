// SPDX-License-Identifier: GPL-2.0
/*
 * station abilities: sets the link partner abilities that a device tells. A tap device takes them
 * from a request for its link settings, as a driver takes them from a PHY.
 */
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/sockios.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "station.h"

#define MAX_WORDS	16

/* The header and three masks: supported, advertising, lp_advertising. */
struct link_settings {
	struct ethtool_link_settings head;
	uint32_t masks[3 * MAX_WORDS];
};

static void call(int fd, const char *dev, struct link_settings *settings, uint32_t command)
{
	struct ifreq ifr = { .ifr_data = (void *)settings };

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", dev);
	settings->head.cmd = command;
	if (ioctl(fd, SIOCETHTOOL, &ifr))
		fail("link settings of \"%s\": %s", dev, strerror(errno));
}

/* "none", or words that each stand for a bit. */
static uint32_t parse_abilities(const char *word)
{
	if (!strcmp(word, "none"))
		return 1U << ETHTOOL_LINK_MODE_Autoneg_BIT;
	if (!strcmp(word, "pause"))
		return 1U << ETHTOOL_LINK_MODE_Pause_BIT;
	if (!strcmp(word, "asym"))
		return 1U << ETHTOOL_LINK_MODE_Asym_Pause_BIT;
	if (!strcmp(word, "pause-asym"))
		return 1U << ETHTOOL_LINK_MODE_Pause_BIT |
		       1U << ETHTOOL_LINK_MODE_Asym_Pause_BIT;
	if (!strcmp(word, "unknown"))
		return 0;
	usage("abilities \"%s\": allowed are unknown, none, pause, asym and pause-asym", word);
}

int cmd_abilities(int argc, char **argv)
{
	struct link_settings settings = { 0 };
	uint32_t abilities;
	const char *dev;
	int fd, words;

	argc--, argv++;
	dev = next_word(&argc, &argv, "device");
	abilities = parse_abilities(next_word(&argc, &argv, "abilities"));
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		fail("socket: %s", strerror(errno));

	/* The kernel answers the first request with minus the length of its masks. */
	call(fd, dev, &settings, ETHTOOL_GLINKSETTINGS);
	words = -settings.head.link_mode_masks_nwords;
	if (words <= 0 || words > MAX_WORDS)
		fail("link settings of \"%s\": masks of %d words", dev, words);
	settings.head.link_mode_masks_nwords = words;
	call(fd, dev, &settings, ETHTOOL_GLINKSETTINGS);
	settings.masks[2 * words] = abilities;
	call(fd, dev, &settings, ETHTOOL_SLINKSETTINGS);
	return 0;
}
