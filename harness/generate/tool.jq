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

def row($first):
	"	{
		.option = \(.name | string), .key = \(.key | string), .attribute = \(.macro),
		\([ "&kind_\(.kind)" as $kind | member(".kind"; $kind),
		     member(".words"; if .enum then "\(.enum | c_name)_words" else null end),
		     member(".refused"; if .refused != "" then .refused | string else null end),
		     member(".elements"; if .of | startswith("filter") then "\(.of | c_name)_words" else null end),
		     member(".zero"; if .zero != "" then .zero | string else null end) ] | join(", ")),
		.min = \(.min)ULL, .max = \(.max)ULL, .unit = \(.unit | string), .size = \(.size), .values = \(.count),\(default_member // "")\(if $first then "\n		.begins = \(.group | string)," else "" end)
	},";

# The words of grammar, a line for as many as fit
def grammar_lines:
	reduce ("[profile NAME]", (settings[] | "[" + grammar + "]")) as $word ([];
		if length > 0 and (.[-1] + " " + $word | length) <= 78
		then .[-1] += " " + $word else . + [$word] end);

# Two columns: a name, and what it means
def help_lines:
	(.meaning + " Default: " + default_words + "." | wrap(66)) as $lines
	| "  " + (.name + " " * 20)[:20] + $lines[0], ($lines[1:][] | " " * 22 + .);

def c_string: . + "\n" | c;

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
	\"[dev] DEV \(grammar_lines | join("\"\n	\"\\n           "))\";

const char settings_help[] =
	\"Change settings of the port of DEV: all that are given, or none if one of them is\\n\"
	\"refused.\\n\"
\([groups[] | "", "\(.[0].group):", (.[] | help_lines) | "	" + c_string] | join("\n"))
	\"\\n\"
	\"Lists of pairs change what they name; one value without a colon is for all. The value\\n\"
	\"default stands for the default of any setting. A switch without a value means on. A LIST of priorities that begins with + or\\n\"
	\"- is added to those of the port, or removed. prio 3:on,4:off or 3:on 4:off does both.\\n\"
	\"profile NAME sets what \\\"pausectl profile NAME\\\" shows; settings beside it win.\\n\"
	\"\\n\"
	\"  pausectl set dev eth0 prio 3,4\\n\"
	\"  pausectl set dev eth0 prio +5 tx-prio -4\\n\"
	\"  pausectl set dev eth0 mode pause speed 10gbit pace on\\n\"
	\"  pausectl set eth0 profile roce speed 10gbit\\n\"
	\"  pausectl set dev eth0 tsa 0:ets,1:ets tc-bw 0:70,1:30\\n\"
	\"  pausectl set dev eth0 advertise pause-asym require rx\\n\"
	\"  pausectl set dev eth0 trust pcp,dscp\\n\"
	\"  pausectl set dev eth0 speed default ecn 3:default\\n\"
	\"  pausectl set dev eth0 prio 3,4 watchdog 3:drop,4:drop watchdog-detect-ms 400\\n\"
	\"  pausectl set dev eth0 filter global-pause:unicast+type+opcode\\n\"
	\"  pausectl set dev eth0 buffer-size 3:256k buffer-xoff 3:128k xoff-quanta 3:1000\\n\";"
