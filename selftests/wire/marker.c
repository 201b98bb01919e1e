// SPDX-License-Identifier: GPL-2.0
/*
 * The testing station divides the dump of the wire into parts. It sends a marker before and after
 * each part, a frame whose payload is a text,
 *
 *	begin TEST key=value ...
 *	end
 *
 *	port=MAC	the port under test; all other frames come from the station
 *	speed=BITS	of the link, bit/s
 *	size=OCTETS	of each data frame, with its tag, without FCS
 *	prios=LIST	priorities that the port sends, such as 0 or 3,4
 *	sent=N		frames that the port has to send of each priority in each VLAN, from 0 on
 *	lossy=LIST	priorities of which the port has to send fewer than N, in order
 *	vlans=LIST	last digits of the VLANs of these frames, such as 1,2; default: no tag
 *	obeys=WHO	link: PAUSE frames stop the port; LIST: PFC stops these priorities; none
 *	reference=1	the gaps of this part are those of the port without control frames
 *	stall=NS	how much longer than in the reference a gap may be; default one quantum
 *	late=NS		how late a port may resume; default RESUME_NS
 *	pauses=N	control frames that the port itself has to send: at least N, or none. If
 *			none, the station has to send at least twice R_MAX data frames (31.2.1)
 *	shares=P:N,...	priority P has to get N % of the octets while all of these send
 *	acts=MASK	frame N of the station that is no data is a PAUSE frame if bit N is set;
 *			default by 31B.3.3
 */
#include <stdio.h>
#include <string.h>

#include "part.h"

#define RESUME_NS	20000		/* this project's demand, the standard names none */

static const char *const numbers[NUMBERS] = {
	"speed", "size", "sent", "stall", "late", "pauses", "reference", "acts"
};

/* A list such as 0,3,4 as a bit mask; false if it is none */
static bool parse_list(const char *word, unsigned int *mask)
{
	*mask = 0;
	do {
		if (*word < '0' || *word > '7')
			return false;
		*mask |= 1U << (*word++ - '0');
	} while (*word++ == ',');
	return !word[-1];
}

/* A list such as 1:15,2:85 */
static bool parse_shares(struct part *part, const char *word)
{
	unsigned int priority, percent;
	int used;

	for (; sscanf(word, "%u:%u%n", &priority, &percent, &used) == 2; word += used) {
		if (priority >= PRIORITIES)
			return false;
		part->shares[priority] = percent;
		used += word[used] == ',';
	}
	part->shared = true;
	return !*word;
}

static bool parse_key(struct part *part, const char *key, const char *value)
{
	unsigned int i;
	char rest;

	for (i = 0; i < NUMBERS; i++)
		if (!strcmp(key, numbers[i]))
			return sscanf(value, "%lli%c", &part->is[i], &rest) == 1;
	if (!strcmp(key, "port"))
		return ether_aton_r(value, &part->port);
	if (!strcmp(key, "prios"))
		return parse_list(value, &part->prios);
	if (!strcmp(key, "vlans"))
		return parse_list(value, &part->vlans);
	if (!strcmp(key, "lossy"))
		return parse_list(value, &part->lossy);
	if (!strcmp(key, "shares"))
		return parse_shares(part, value);
	if (strcmp(key, "obeys"))
		return false;
	if (!strcmp(value, "link"))
		part->obeys = 1U << LINK;
	return part->obeys || !strcmp(value, "none") || parse_list(value, &part->obeys);
}

const char *part_begin(struct part *part, char *text)
{
	char *rest, *word, *key;

	*part = (struct part){
		.is = { [STALL] = -1, [LATE] = RESUME_NS, [PAUSES] = -1, [ACTS] = -1 }
	};
	strtok_r(text, " ", &rest);
	word = strtok_r(NULL, " ", &rest);
	snprintf(part->test, sizeof(part->test), "%s", word ?: "");
	while ((word = strtok_r(NULL, " ", &rest))) {
		key = strsep(&word, "=");
		if (!word || !parse_key(part, key, word))
			return "a word of a marker is not understood";
	}
	if (part->is[SPEED] <= 0 || part->is[SIZE] <= 0 || part->is[SENT] <= 0 || !part->prios)
		return "a marker lacks one of speed, size, prios, sent";
	if (part->is[STALL] < 0)
		part->is[STALL] = quantum_ns(part);
	return NULL;
}
