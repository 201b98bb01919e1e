// SPDX-License-Identifier: GPL-2.0
/*
 * The agreement of a port and its partner, for show and monitor. JSON always has it. Text has it if
 * the port advertises.
 */
#include <rules/resolution.h>

#include "kind.h"
#include "output.h"
#include "settings.h"

struct agreement {
	struct pause_flow flow;
	uint32_t advertised;
	uint32_t partner;
	const char *source;	/* NULL: the partner's advertisement is not known */
	bool error;
	bool partner_error;
};

static void add_json(const struct agreement *agreed)
{
	add_bool("rx_active", agreed->flow.rx);
	add_bool("tx_active", agreed->flow.tx);
	add_string("agreed", pause_letter(agreed->flow));
	add_string("advertised", word_of(advertisement_words, agreed->advertised));
	add_string("partner_advertised",
		   agreed->source ? word_of(advertisement_words, agreed->partner) : "unknown");
	add_string("partner_source", agreed->source ? agreed->source : "unknown");
	add_bool("link_configuration_error", agreed->error);
	add_bool("partner_link_configuration_error", agreed->partner_error);
}

/* The advertisement, and the wish that it stands for in Frazier's letters. */
static void print_advertisement(const char *label, uint32_t value)
{
	print_text(" %s %s (%s)", label, word_of(advertisement_words, value),
		   pause_letter(pause_wish(value)));
}

static void print_negotiated(const struct agreement *agreed)
{
	print_text(" agreed %s", pause_letter(agreed->flow));
	print_advertisement("advertised", agreed->advertised);
	if (!agreed->source) {
		print_text(" partner-advertised unknown");
		return;
	}
	print_advertisement("partner-advertised", agreed->partner);
	print_text(" by %s", agreed->source);
}

/* False if an older kernel does not send all attributes. */
static bool read_agreement(const struct nlattr *const *attributes, struct agreement *agreed)
{
	static const uint16_t needed[] = {
		PAUSECTL_A_RX_ACTIVE, PAUSECTL_A_TX_ACTIVE, PAUSECTL_A_ADVERTISED,
		PAUSECTL_A_PARTNER_ADVERTISED, PAUSECTL_A_PARTNER_SOURCE,
		PAUSECTL_A_LINK_CONFIGURATION_ERROR,
		PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR,
	};
	uint32_t source;
	unsigned int i;

	for (i = 0; i < MNL_ARRAY_SIZE(needed); i++)
		if (!attributes[needed[i]])
			return false;
	agreed->flow.rx = mnl_attr_get_u8(attributes[PAUSECTL_A_RX_ACTIVE]);
	agreed->flow.tx = mnl_attr_get_u8(attributes[PAUSECTL_A_TX_ACTIVE]);
	agreed->advertised = mnl_attr_get_u32(attributes[PAUSECTL_A_ADVERTISED]);
	agreed->partner = mnl_attr_get_u32(attributes[PAUSECTL_A_PARTNER_ADVERTISED]);
	agreed->error = mnl_attr_get_u8(attributes[PAUSECTL_A_LINK_CONFIGURATION_ERROR]);
	agreed->partner_error =
		mnl_attr_get_u8(attributes[PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR]);
	source = mnl_attr_get_u32(attributes[PAUSECTL_A_PARTNER_SOURCE]);
	agreed->source = source ? word_of(partner_source_words, source) : NULL;
	return true;
}

/* Only in mode pause do the ends agree on anything. */
static bool negotiates(const struct nlattr *const *attributes)
{
	const struct nlattr *advertise = attributes[PAUSECTL_A_ADVERTISE];
	const struct nlattr *mode = attributes[PAUSECTL_A_MODE];

	return advertise && mnl_attr_get_u32(advertise) != PAUSECTL_ADVERTISEMENT_OFF &&
	       mode && mnl_attr_get_u32(mode) == PAUSECTL_MODE_PAUSE;
}

void print_agreement(const struct nlattr *const *attributes, const char *line_break)
{
	struct agreement agreed;

	if (!read_agreement(attributes, &agreed))
		return;
	add_json(&agreed);
	if (negotiates(attributes)) {
		print_text("%s", line_break);
		print_negotiated(&agreed);
	}
}
