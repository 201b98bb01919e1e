# SPDX-License-Identifier: GPL-2.0
# mac_ctrl/settings/table.c: the settings as the kernel knows them
include "settings";

# On one line of at most 100 columns, else on two
def row:
	"SETTING(\(.macro | ltrimstr("PAUSECTL_A_")), \(.key), \(.size), \(.count), \(.min), \(.max), \(.zero != ""),"
		as $numbers
	| "\("\(.name): allowed are \(allowed_text)" | c))" as $message
	| "	" + $numbers + if ($numbers + $message | length) <= 90 then " " else "\n		" end + $message;

"// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include \"settings/settings.h\"

#define SETTING(NAME, field, octets, count, least, greatest, or_zero, text) { \\
	.attr = PAUSECTL_A_##NAME, .offset = offsetof(struct pausectl_settings, field), \\
	.size = octets, .values = count, .min = least, .max = greatest, .zero = or_zero, \\
	.message = text }

/* In the order in which views show them. */
const struct pausectl_setting pausectl_setting_table[] = {
\([settings[] | row] | join(",\n"))
};

const unsigned int pausectl_setting_rows = ARRAY_SIZE(pausectl_setting_table);"
