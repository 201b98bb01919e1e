# SPDX-License-Identifier: GPL-2.0
# mac_ctrl/rules/settings.h: the settings of a port as a struct, and those of a new port
include "settings";

def member:
	"	/** @\(.key): \(.meaning) */" as $line
	| (if ($line | length) <= 93 then $line
	else "	/**\n" + ("@\(.key): \(.meaning)" | wrap(88) | map("	 * " + .) | join("\n")) + "\n	 */" end)
	+ "\n	__\(.type)	\(.key)\(if .count > 1 then "[\(.count)]" else "" end);";

def initial:
	defaults as $values
	| if all($values[]; . == 0) then empty
	elif .count == 1 then "	.\(.key) = \($values[0])\(if .size == 8 then "ULL" else "U" end)"
	elif all($values[]; . == $values[0]) then "	.\(.key) = { [0 ... \(.count - 1)] = \($values[0])U }"
	else "	.\(.key) = { \($values | map("\(.)U") | join(", ")) }" end
	+ ", \\";

"/* SPDX-License-Identifier: GPL-2.0 */
/* \(made_from) */
#ifndef PAUSECTL_RULES_SETTINGS_H
#define PAUSECTL_RULES_SETTINGS_H

#include <linux/types.h>

/** struct pausectl_settings - what a user can set */
struct pausectl_settings {
\([settings[] | member] | join("\n"))
};

/* Those of a new port. */
#define PAUSECTL_SETTINGS_DEFAULT { \\
\([settings[] | initial] | join("\n"))
}

#endif /* PAUSECTL_RULES_SETTINGS_H */"
