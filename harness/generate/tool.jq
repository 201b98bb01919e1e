# SPDX-License-Identifier: GPL-2.0
# tools/pausectl/settings_table.c: the settings as the tool knows them
include "settings";

def c_name: gsub("-"; "_");

def words_array:
	"const char *const \(.name | c_name)_words[] = {\n"
	+ ([.entries[] | "	\"\(.name)\","] | join("\n")) + "\n	NULL\n};\n";

def member($name; $value): if $value == null then empty else "\($name) = \($value)" end;

def string: c;

# The default of each element, without zeros
def default_member:
	defaults as $values
	| if all($values[]; . == 0) then empty
	elif .count > 1 and all($values[]; . == $values[0]) then
		".defaults = { [0 ... \(.count - 1)] = \($values[0])ULL },"
	else ".defaults = { \($values | map("\(.)ULL") | join(", ")) }," end
	| "\n		" + .;

# Two columns: a name, and what it means
def help_lines:
	(.meaning + " Default: " + default_words + "." | wrap(66)) as $lines
	| "  " + (.name + " " * 20)[:20] + $lines[0], ($lines[1:][] | " " * 22 + .);

def c_string: . + "\n" | c;

def row($first):
	"	{
		.option = \(.name | string), .key = \(.key | string), .attribute = \(.macro),
		\([ "&kind_\(.kind)" as $kind | member(".kind"; $kind),
		     member(".words"; if .enum then "\(.enum | c_name)_words" else null end),
		     member(".refused"; if .refused != "" then .refused | string else null end),
		     member(".elements"; if .of | startswith("filter") then "\(.of | c_name)_words" else null end),
		     member(".zero"; if .zero != "" then .zero | string else null end) ] | join(", ")),
		.grammar = \(grammar | string),
		.help =
	\([help_lines | "		" + c_string] | join("\n")),
		.min = \(.min)ULL, .max = \(.max)ULL, .unit = \(.unit | string), .size = \(.size), .values = \(.count),\(default_member // "")\(if $first then "\n		.begins = \(.group | string)," else "" end)
	},";

# The words of grammar, a line for as many as fit
def grammar_lines:
	reduce ("[profile NAME]", (settings[] | "[" + grammar + "]")) as $word ([];
		if length > 0 and (.[-1] + " " + $word | length) <= 78
		then .[-1] += " " + $word else . + [$word] end);

.definitions as $definitions
| settings as $all
| "// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include <uapi/pausectl.h>

#include \"settings.h\"

\([$definitions[] | select(.type == "enum" or .type == "flags") | words_array] | join("\n"))
const struct setting settings[] = {
\([range($all | length) as $i | $all[$i] | row($i == 0 or .group != $all[$i - 1].group)] | join("\n"))
};

const size_t setting_count = MNL_ARRAY_SIZE(settings);

const char settings_grammar[] =
	\"[dev] DEV \(grammar_lines | join("\"\n	\"\\n           "))\";"
