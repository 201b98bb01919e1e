# SPDX-License-Identifier: GPL-2.0
# mac_ctrl/settings/table.h: the settings as the kernel knows them
include "settings";

# On one line of at most 100 columns, else on two
def row:
	(if .kind == "priorities" then 8 else .count end) as $elements
	| "S(\(.macro | ltrimstr("PAUSECTL_A_")), \(.key), \(.size), \(.count), \($elements), \(.min), \(.max), \(.zero != ""),"
		as $numbers
	| "\("\(.name): allowed are \(allowed_text)" | c))" as $message
	| "	" + $numbers + if ($numbers + $message | length) <= 88 then " " else " \\\n		" end + $message;

"/* SPDX-License-Identifier: GPL-2.0 */
/* \(made_from) */
/*
 * S(NAME, name, octets, values, elements, min, max, zero, message): a setting, as struct
 * pausectl_setting describes it, in the order in which views show the settings.
 */
#ifndef PAUSECTL_SETTINGS_TABLE_H
#define PAUSECTL_SETTINGS_TABLE_H

#define PAUSECTL_SETTINGS(S) \\
\([settings[] | row] | join(" \\\n"))

#endif /* PAUSECTL_SETTINGS_TABLE_H */"
