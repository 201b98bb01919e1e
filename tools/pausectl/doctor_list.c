// SPDX-License-Identifier: GPL-2.0
/* The words of doctor. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "doctor.h"

struct list found, noted, unseen;
struct end here, there;

void tell(struct list *list, const char *format, ...)
{
	va_list values;

	if (list->count++ >= MOST_FINDINGS)
		return;
	va_start(values, format);
	vsnprintf(list->what[list->count - 1], sizeof(*list->what), format, values);
	va_end(values);
	*list->remedy[list->count - 1] = '\0';
}

void mend(struct list *list, const char *format, ...)
{
	va_list values;

	if (list->count > MOST_FINDINGS)
		return;
	va_start(values, format);
	vsnprintf(list->remedy[list->count - 1], sizeof(*list->remedy), format, values);
	va_end(values);
}

/* A name for a command that people paste into a shell: @other if it is not plain or too long. */
static struct word plain_name(const char *name, const char *other, size_t length)
{
	const char *end = name;
	struct word word;

	while (*end && (isalnum((unsigned char)*end) || strchr("._-", *end)))
		end++;
	snprintf(word.text, sizeof(word.text), "%.48s",
		 end != name && !*end && strlen(name) <= length ? name : other);
	return word;
}

struct end end_of(const char *place, const char *netns, const char *device)
{
	struct end end = { .place = place, .name = plain_name(device, "DEV", 15) };

	if (netns && !strncmp(netns, "pid ", 4))
		snprintf(end.enter, sizeof(end.enter), "nsenter -t %.48s -n ",
			 plain_name(netns + 4, "PID", 48).text);
	else if (netns && *netns)
		snprintf(end.option, sizeof(end.option), " -n %.48s",
			 plain_name(netns, "NETNS", 48).text);
	return end;
}

struct text command(const struct end *end, const char *program, const char *words)
{
	struct text line;

	snprintf(line.text, sizeof(line.text), "%s%s%s %s dev %.15s", end->enter, program,
		 end->option, words, end->name.text);
	return line;
}

struct text set_of(const struct end *end)
{
	return command(end, "pausectl", "set");
}

uint32_t number_of(const struct nlattr *attribute)
{
	return attribute && mnl_attr_get_payload_len(attribute) >= sizeof(uint32_t) ?
	       mnl_attr_get_u32(attribute) : 0;
}

void numbers_of(const struct nlattr *attribute, uint32_t *values, size_t count)
{
	memset(values, 0, count * sizeof(*values));
	if (attribute && mnl_attr_get_payload_len(attribute) >= count * sizeof(*values))
		memcpy(values, mnl_attr_get_payload(attribute), count * sizeof(*values));
}

struct word name_of(uint32_t timers)
{
	struct word word = { "the link" };

	if (!(timers & LINK_BIT))
		snprintf(word.text, sizeof(word.text), "priority %.40s",
			 format_priorities(timers).text);
	return word;
}

struct word settings_for(uint32_t timers)
{
	struct word word = { "mode pause rx on" };

	if (!(timers & LINK_BIT))
		snprintf(word.text, sizeof(word.text), "prio +%.40s",
			 format_priorities(timers).text);
	return word;
}

struct word grouped(uint64_t number)
{
	char digits[24];
	struct word word;
	size_t length = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)number);
	char *at = word.text;
	const char *digit;

	for (digit = digits; *digit; digit++) {
		*at++ = *digit;
		length--;
		if (length && length % 3 == 0)
			*at++ = ',';
	}
	*at = '\0';
	return word;
}

void print_list(const struct list *list, const char *mark, const char *whats_key,
		const char *remedies_key)
{
	unsigned int i, count = list->count < MOST_FINDINGS ? list->count : MOST_FINDINGS;
	const char *whats[MOST_FINDINGS], *remedies[MOST_FINDINGS];

	for (i = 0; i < count; i++) {
		print_text("\n    %s%s%s%s", mark, list->what[i], *list->remedy[i] ? ": " : "",
			   list->remedy[i]);
		whats[i] = list->what[i];
		remedies[i] = list->remedy[i];
	}
	if (list->count > count)
		print_text("\n    and %u more", list->count - count);
	add_strings(whats_key, whats, count);
	if (remedies_key)
		add_strings(remedies_key, remedies, count);
}
