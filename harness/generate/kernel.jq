# SPDX-License-Identifier: GPL-2.0
# mac_ctrl/settings/table.c: the settings as the kernel knows them
include "settings";

def row:
	"	{
		.attr = \(.macro), .offset = offsetof(struct pausectl_settings, \(.key)),
		.size = \(.size), .values = \(.count), .min = \(.min)ULL, .max = \(.max)ULL,\(if .zero != "" then " .zero = true," else "" end)
		.message = \("\(.name): allowed are \(allowed_text)" | c),
	},";

"// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include \"settings/settings.h\"

/* In the order in which views show them. */
const struct pausectl_setting pausectl_setting_table[] = {
\([settings[] | row] | join("\n"))
};

const unsigned int pausectl_setting_rows = ARRAY_SIZE(pausectl_setting_table);
static_assert(ARRAY_SIZE(pausectl_setting_table) < PAUSECTL_SETTINGS_MAX);"
