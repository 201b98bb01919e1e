# SPDX-License-Identifier: GPL-2.0
# tools/lib/settings_table.c: the settings as the tool knows them
include "settings";

def c_name: gsub("-"; "_");

# Words with ", " between them, in lines of at most $width columns
def comma_lines($width):
	reduce .[] as $word ([];
		if length > 0 and (.[-1] + ", " + $word | length) < $width
		then .[-1] += ", " + $word else . + [$word] end);

def words_array:
	([entry_names[] | c] + ["NULL"]) as $words
	| "const char *const \(.name | c_name)_words[] = {" as $head
	| $head + " \($words | join(", ")) };"
	| if length <= 100 then . else $head + "\n	\($words | comma_lines(92) | join(",\n	"))\n};" end;

# The default of each element, without zeros
def default_member:
	defaults as $values
	| if all($values[]; . == 0) then empty
	elif .count > 1 and all($values[]; . == $values[0]) then
		".defaults = { [0 ... \(.count - 1)] = \($values[0]) }"
	else ".defaults = { \($values | map(tostring) | join(", ")) }" end;

# Two columns: a name, and what it means
def help_lines:
	(.meaning + " Default: " + default_words + "." | wrap(66)) as $lines
	| "  " + (.name + " " * 20)[:20] + $lines[0], ($lines[1:][] | " " * 22 + .);

# What every setting has is in the macro
def row($first):
	.name as $name
	| [ "SETTING(" + (.macro | ltrimstr("PAUSECTL_A_")), .key, (.name | c), .kind, .min, .max, (.unit | c),
	    "\(.size)", "\(.count)", (grammar | ltrimstr($name + " ") | c) + ")",
	    (if .enum then ".words = \(.enum | c_name)_words" else empty end),
	    (if .dcb != "" then ".dcb = \(.dcb | c)" else empty end),
	    (if .refused != "" then ".refused = \(.refused | c)" else empty end),
	    (if .of | startswith("filter") then ".elements = \(.of | c_name)_words" else empty end),
	    (if .zero != "" then ".zero = \(.zero | c)" else empty end),
	    default_member,
	    (if $first then ".begins = \(.group | c)" else empty end),
	    ".help =" ] as $members
	| "	{ \($members | comma_lines(90) | join(",\n	  "))\n"
	+ ([help_lines | "	\(. + "\n" | c)"] | join("\n")) + " },";

.definitions as $definitions
| settings as $all
| "// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include \"lib.h\"

#define SETTING(NAME, name, text, sort, least, greatest, what, octets, count, words) \\
	.option = text, .key = #name, .attribute = PAUSECTL_A_##NAME, .kind = &kind_##sort, \\
	.min = least, .max = greatest, .unit = what, .size = octets, .values = count, \\
	.grammar = text \" \" words

\([$definitions[] | select(.type == "enum" or .type == "flags") | words_array] | join("\n"))

const struct setting settings[] = {
\([range($all | length) as $i | $all[$i] | row($i == 0 or .group != $all[$i - 1].group)] | join("\n"))
};

const size_t setting_count = MNL_ARRAY_SIZE(settings);"
