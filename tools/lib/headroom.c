// SPDX-License-Identifier: GPL-2.0
/* Compare the headroom of lossless buffers with the octets in flight, for show and stats. */
#include <string.h>

#include <uapi/pausectl.h>

#include "output.h"
#include "settings.h"

void print_headroom(const struct nlattr *const *attributes, const char *line_break)
{
	const struct nlattr *headroom = attributes[PAUSECTL_A_HEADROOM];
	const char *before = " warning: above XOFF";
	uint64_t values[PRIORITIES];
	uint32_t octets[PRIORITIES], in_flight;
	unsigned int i;

	/* An older kernel does not send these attributes. */
	if (!headroom || !attributes[PAUSECTL_A_IN_FLIGHT] ||
	    mnl_attr_get_payload_len(headroom) < sizeof(octets))
		return;
	memcpy(octets, mnl_attr_get_payload(headroom), sizeof(octets));
	in_flight = mnl_attr_get_u32(attributes[PAUSECTL_A_IN_FLIGHT]);
	for (i = 0; i < PRIORITIES; i++) {
		values[i] = octets[i];
		/* 0: nothing lossless is in that buffer. */
		if (!octets[i] || octets[i] >= in_flight)
			continue;
		if (*before != ',')
			print_text("%s", line_break);
		print_text("%s buffer %u has %u octets", before, i, octets[i]);
		before = ",";
	}
	add_numbers("headroom", values, PRIORITIES);
	add_number("in_flight", in_flight);
	if (*before == ',')
		print_text("; the sender may have %u or more in flight: set %s", in_flight,
			   "pace on there or a larger buffer-size here");
}
