# SPDX-License-Identifier: GPL-2.0
# selftests/station/attributes_table.c: names of attributes, and shapes of settings to fuzz
include "settings";

def macro: "PAUSECTL_A_" + (gsub("-"; "_") | ascii_upcase);

(.["attribute-sets"][] | select(.name == "main") | .attributes) as $attributes
| settings as $settings
| "// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include <linux/pausectl.h>

#include \"station.h\"

const char *const attribute_names[PAUSECTL_A_MAX + 1] = {
\([$attributes[] | select(.type != "unused") | "	[\(.name | macro)] = \"\(.name)\","] | join("\n"))
};

const struct shape settings_shapes[] = {
\([$settings[] | "	{ \(.macro), \(.size), \(.count), \(.max) },"] | join("\n"))
};

const unsigned int settings_count = sizeof(settings_shapes) / sizeof(*settings_shapes);"
