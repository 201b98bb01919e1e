# SPDX-License-Identifier: GPL-2.0
# tools/lib/tables.c: the settings as the tool knows them
include "settings";

def c_name: gsub("-"; "_");

# Words with ", " between them, in lines of at most $width columns
def comma_lines($width):
	reduce .[] as $word ([];
		if length > 0 and (.[-1] + ", " + $word | length) < $width
		then .[-1] += ", " + $word else . + [$word] end);

def words_array:
	["WORDS(\(.name | c_name)", (entry_names[] | c)] | comma_lines(94) | join(",\n	") + ");";

# The default of each element, without zeros
def default_member:
	defaults as $values
	| if all($values[]; . == 0) then empty
	elif .count > 1 and all($values[]; . == $values[0]) then
		".defaults = { [0 ... \(.count - 1)] = \($values[0]) }"
	else ".defaults = { \($values | map(tostring) | join(", ")) }" end;

# Other kinds have a range that their words, or their octets, say.
def range_member:
	if .kind | IN("number", "size", "rate", "type", "part")
	then "RANGE(\(.min), \(.max), \(.unit | c))" else empty end;

# Two lines: what it takes, and what it means. What every setting has is in the macro.
def setting_row($first):
	.name as $name
	| [ "SETTING(" + (.macro | ltrimstr("PAUSECTL_A_")), (.name | c), .kind,
	    "\(.count)", (grammar | ltrimstr($name + " ") | c) + ")", range_member,
	    (if .enum then ".words = \(.enum | c_name)_words" elif .kind == "switch" then ".words = onoff_words"
	     else empty end),
	    (if .dcb != "" then ".dcb = \(.dcb | c)" else empty end),
	    (if .refused != "" then ".refused = \(.refused | c)" else empty end),
	    (if .of | startswith("filter") then ".elements = \(.of | c_name)_words" else empty end),
	    (if .zero != "" then ".zero = \(.zero | c)" else empty end),
	    default_member,
	    (if $first then ".begins = \(.group | c)" else empty end) ] as $members
	| "	{ \($members | join(", ")),\n"
	+ "	  .help = \(.meaning + " Default: " + default_words + "." | c) },";

.definitions as $definitions
| settings as $all
| "// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include \"lib.h\"

#define WORDS(name, ...) const char *const name##_words[] = { __VA_ARGS__, NULL }

#define SETTING(NAME, text, sort, count, form) \\
	.option = text, .attribute = PAUSECTL_A_##NAME, .kind = &kind_##sort, \\
	.values = count, .grammar = text \" \" form

#define RANGE(least, greatest, what) .min = least, .max = greatest, .unit = what

WORDS(onoff, \"off\", \"on\");
\([$definitions[] | select(.type == "enum" or .type == "flags") | words_array] | join("\n"))

const struct setting settings[] = {
\([range($all | length) as $i | $all[$i] | setting_row($i == 0 or .group != $all[$i - 1].group)] | join("\n"))
};

const size_t setting_count = MNL_ARRAY_SIZE(settings);"
