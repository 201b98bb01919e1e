# SPDX-License-Identifier: GPL-2.0
# mac_ctrl/rules/settings.h: the settings of a port as a struct, and those of a new port
include "settings";

# What the name does not say: unit or enumeration, the word for 0, and the elements of an array
def remark:
	[ (if .enum then (if .kind == "order" then "4 bits a field: " else "" end) + "enum pausectl_" + (.enum | gsub("-"; "_"))
	   elif .unit == "" or (.unit as $unit | .key | endswith("_" + $unit)) then empty else .unit end),
	  (if .zero != "" then "0: " + .zero else empty end),
	  (if .of != "" then "of each " + ({ "filter-class": "class of frames", "filter-address": "kind of address" }[.of] // .of) else empty end) ]
	| if length > 0 then "/* " + join(", ") + " */" else "" end;

# The remark stands in column 40.
def member:
	"__\(.type)	\(.key)\(if .count > 1 then "[\(.count)]" else "" end);" as $field
	| remark as $remark
	| "	" + $field + if $remark == "" then "" else "	" * ((39 - 16 - ($field | sub(".*	"; "") | length)) / 8 | floor + 1) + $remark end;

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

/* What a user can set. Documentation/settings.rst has the meanings and ranges. */
struct pausectl_settings {
\([settings[] | member] | join("\n"))
};

/* Those of a new port. */
#define PAUSECTL_SETTINGS_DEFAULT { \\
\([settings[] | initial] | join("\n"))
}

#endif /* PAUSECTL_RULES_SETTINGS_H */"
