// SPDX-License-Identifier: GPL-2.0
/* What a config event changes: monitor remembers the settings of each port. */
#include <string.h>

#include <uapi/pausectl.h>

#include "pausectl.h"

struct known {
	bool repeats_prio;
	struct word speed;
	uint64_t values[SETTINGS_MAX][MAX_VALUES];
	struct apps apps;
};

static struct remembered *ports;

void changes_learn(unsigned int index, const struct nlattr *const *attributes)
{
	struct known *port = remember(&ports, index, sizeof(*port));
	unsigned int i;

	if (!port)
		return;
	port->repeats_prio = repeats_prio(attributes);
	port->speed = speed_in_force(attributes);
	for (i = 0; i < setting_count; i++)
		if (attributes[settings[i].attribute])
			setting_values(&settings[i], attributes[settings[i].attribute],
				       port->values[i]);
	apps_of(attributes[PAUSECTL_A_APP_TABLE], &port->apps);
}

void changes_forget(unsigned int index)
{
	forget(&ports, index);
}

static void print_speed(const struct known *port, const struct nlattr *const *attributes)
{
	struct word speed = speed_in_force(attributes);

	if (strcmp(speed.text, port->speed.text))
		print_text(" speed %s -> %s", port->speed.text, speed.text);
}

static void compare(const struct setting *setting, const uint64_t *old,
		    const struct nlattr *attribute)
{
	uint64_t values[MAX_VALUES];

	setting_values(setting, attribute, values);
	if (!memcmp(values, old, setting->values * sizeof(*values)))
		return;
	print_text(" ");
	print_change(setting, old, values);
}

/* rx-prio and tx-prio were prio, and are prio. */
static bool says_the_same(const struct known *port, const struct nlattr *const *attributes,
			  uint16_t setting)
{
	return (setting == PAUSECTL_A_RX_PRIO || setting == PAUSECTL_A_TX_PRIO) &&
	       port->repeats_prio && repeats_prio(attributes);
}

void print_changes(unsigned int index, const struct nlattr *const *attributes)
{
	struct known *port = recall(ports, index);
	struct apps apps;
	unsigned int i;

	add_settings(attributes);
	for (i = 0; port && i < setting_count; i++) {
		const struct nlattr *attribute = attributes[settings[i].attribute];

		if (!attribute)
			continue;
		if (settings[i].attribute == PAUSECTL_A_SPEED)
			print_speed(port, attributes);
		else if (!says_the_same(port, attributes, settings[i].attribute))
			compare(&settings[i], port->values[i], attribute);
	}
	apps_of(attributes[PAUSECTL_A_APP_TABLE], &apps);
	if (port)
		print_app_changes(&port->apps, &apps, "");
	print_agreement(attributes, "");
	changes_learn(index, attributes);
}
