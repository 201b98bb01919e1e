// SPDX-License-Identifier: GPL-2.0
/* Print the APP table. */
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "output.h"

static void add_app(const struct app_word *word, const char *value)
{
	char text[APP_TEXT], *rest = text;
	const char *items[APPS_MAX];
	size_t count = 0;

	snprintf(text, sizeof(text), "%s", value);
	if (strcmp(text, "default"))
		while (count < APPS_MAX && (items[count] = strsep(&rest, ",")))
			count++;
	add_strings(word->key, items, count);
}

void add_apps(const struct apps *apps)
{
	char text[APP_TEXT];
	unsigned int i;

	for (i = 0; i < APP_WORDS; i++) {
		app_format(&app_words[i], apps, text);
		add_app(&app_words[i], text);
	}
}

void print_apps(const struct apps *apps, const char *before, const char *behind)
{
	char text[APP_TEXT];
	unsigned int i;

	for (i = 0; i < APP_WORDS; i++) {
		app_format(&app_words[i], apps, text);
		if (!strcmp(text, "default"))
			continue;
		print_text("%s%s %s%s", before, app_words[i].option, text, behind);
		before = *behind ? before : " ";
	}
}

bool print_app_changes(const struct apps *old, const struct apps *apps, const char *before)
{
	char was[APP_TEXT], text[APP_TEXT];
	bool any = false;
	unsigned int i;

	for (i = 0; i < APP_WORDS; i++) {
		app_format(&app_words[i], old, was);
		app_format(&app_words[i], apps, text);
		if (!strcmp(was, text))
			continue;
		add_app(&app_words[i], text);
		print_text("%s %s %s -> %s", any ? "" : before, app_words[i].option, was, text);
		any = true;
	}
	return any;
}
