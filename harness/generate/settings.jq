# SPDX-License-Identifier: GPL-2.0
# The settings of the specification as objects, in the order in which port-set names them.
#
# A setting is an attribute that a request port-set may hold and that has a group. The first paragraph
# of its doc is its meaning. Another paragraph may describe its form in netlink. Fields follow:
#
#	:group:		everyday, sharing, congestion, safety or receive checks
#	:words:		the enumeration of its words
#	:kind:		the form of its value, see kind_of below
#	:of:		the elements of an array: priority, class, buffer (8), timer (the
#			priorities and the link, 9), filter-class (4), filter-address (3)
#	:range:		least and greatest value
#	:allowed:	the allowed values in words, if the range is not all
#	:unit:		unit of the value
#	:zero:		the word for 0, which is allowed beside the range
#	:dcb:		its name in dcb, if that is another
#	:default:	a word, a number, a number for each element, or index: each its own number
#	:source:	clause of the standard, or the paper

def field($name):
	[.doc | split("\n")[] | capture("^:" + $name + ": (?<value>.*)$") | .value][0] // "";

def meaning:
	.doc | split("\n\n")[0] | gsub("\n"; " ") | sub(" +$"; "");

# "a b c" in lines of at most $width
def wrap($width):
	reduce split(" ")[] as $word ([];
		if length > 0 and (.[-1] + " " + $word | length) <= $width
		then .[-1] += " " + $word else . + [$word] end);

# The meaning of a setting or counter, and where it comes from, in lines of a reference
def body:
	.meaning + (if .source != "" then " *\(.source)*" else "" end) | wrap(120) | map("    " + .) | join("\n");

def join_and:
	if length > 1 then (.[:-1] | join(", ")) + " and " + .[-1] else .[0] // "" end;

# The enumeration of its words. A setting with a single value has :words: instead of "enum:", because the
# generated policy would refuse other values with a message that does not name the allowed ones.
def enum_of:
	.enum // (field("words") | if . == "" then null else . end);

def kind_of:
	if field("kind") != "" then field("kind")
	elif enum_of then "word"
	elif .type == "u8" then "switch"
	else "number" end;

def elements_of:
	{ "": 1, priority: 8, class: 8, buffer: 8, timer: 9, "filter-class": 4, "filter-address": 3 }[field("of")];

# The names of an enumeration, by number. An entry without a doc is its name. A number that has gone is "".
def entry_names:
	reduce .entries[] as $entry ([];
		[.[], (range(($entry.value? // length) - length) | ""), $entry.name? // $entry]);

def words_of($definitions):
	enum_of as $enum | [$definitions[] | select(.name == $enum) | entry_names[]];

# The number in netlink of a default, which may be a word
def number_of($setting):
	. as $word
	| if $setting.zero != "" and $word == $setting.zero then 0
	elif $setting.kind == "word" then $setting.words | index($word)
	elif $setting.kind == "switch" then { off: 0, on: 1 }[$word]
	elif $setting.kind == "priorities" and $word == "none" then 0
	elif $setting.kind == "order" then
		reduce (split(",") | reverse)[] as $field (0; . * 16 + ($setting.words | index($field)))
	elif $setting.kind == "checks" then
		reduce split("+")[] as $check (1; . + pow(2; $setting.words | index($check)))
	elif $setting.kind == "address" then
		reduce (split(":")[] | explode[] | if . > 96 then . - 87 else . - 48 end) as $digit (0; . * 16 + $digit)
	elif startswith("0x") then
		reduce (.[2:] | explode[] | if . > 96 then . - 87 else . - 48 end) as $digit (0; . * 16 + $digit)
	else tonumber end;

def defaults:
	. as $setting
	| if .default == "index" then [range(.count)]
	else .default | split(" ") | map(number_of($setting))
		| if length < $setting.count then [range($setting.count) as $i | .[0]] else . end
	end;

# The allowed values, in the sentence of the kernel
def allowed_text:
	if .allowed != "" then .allowed else
	if .kind == "switch" then "off (0) and on (1)"
	elif .kind == "word" then
		. as $setting | [.words | to_entries[] | select(.value != $setting.refused) | "\(.value) (\(.key))"] | join_and
	elif .kind == "priorities" then "priorities 0 to 7, a mask of 0 to 255"
	else "\(.min) to \(.max)" + (if .unit != "" then " " + .unit else "" end)
		+ (if .zero != "" then ", or \(.zero) (0)" else "" end)
	end
	+ if .of != "" then ", one for each \({ timer: "priority and the link" }[.of] // .of)" else "" end
	end;

def settings:
	.definitions as $definitions
	| (.["attribute-sets"][] | select(.name == "main") | .attributes) as $attributes
	| (.operations.list[] | select(.name == "port-set") | .do.request.attributes) as $order
	| [$order[] as $name | $attributes[] | select(.name == $name and field("group") != "")
	| { name, key: (.name | gsub("-"; "_")), macro: ("PAUSECTL_A_" + (.name | gsub("-"; "_") | ascii_upcase)),
	    type: (if .type == "binary" then .["sub-type"] else .type end),
	    count: elements_of, of: field("of"), group: field("group"), kind: kind_of,
	    min: (field("range") | split(" ")[0] // "0"), max: (field("range") | split(" ")[1]),
	    unit: field("unit"), zero: field("zero"), refused: field("refused"),
	    allowed: field("allowed"), default: field("default"), source: field("source"),
	    enum: enum_of,
	    words: words_of($definitions), dcb: field("dcb"),
	    meaning: (meaning + if field("dcb") != "" then " dcb calls it \(field("dcb"))." else "" end) }
	| .size = { u8: 1, u32: 4, u64: 8 }[.type]
	| if .kind == "word" then .max //= (.words | length - 1 | tostring)
	  elif .kind == "switch" then .max = "1" else . end];

# The settings of each group, in order
def groups:
	settings | to_entries | map(.value + { index: .key }) | group_by(.group) | sort_by(.[0].index);

# A string of C
def c: @json;

# The grammar of a value on the command line
def value_grammar:
	(if .zero != "" then .zero + "|" else "" end) +
	if .kind == "switch" then "on|off"
	elif .kind == "word" then . as $setting | [.words[] | select(. != $setting.refused)] | join("|")
	elif .kind == "priorities" then "[+|-]LIST|none|all"
	elif .kind == "order" then "FIELD,...|none"
	elif .kind == "size" then "SIZE"
	elif .kind == "rate" then "RATE"
	elif .kind == "part" then "PART"
	elif .kind == "checks" then "CHECK+...|any|off"
	elif .kind == "type" then "TYPE"
	elif .kind == "opcodes" then "OPCODE[-OPCODE]"
	elif .kind == "address" then "MAC"
	else { "": "N", ms: "MS", ns: "NS", percent: "PERCENT" }[.unit] // "N" end;

def index_word:
	{ priority: "PRIO", timer: "PRIO", class: "CLASS", buffer: "BUFFER", "filter-class": "CLASS",
	  "filter-address": "WHICH" }[.of];

def grammar:
	.name + " " + (if .count > 1 then index_word + ":" else "" end) + value_grammar
	+ (if .count > 1 then ",..." else "" end);

# The allowed values, in words for users
def allowed_words:
	if .kind == "switch" or .kind == "word" then value_grammar | gsub("\\|"; ", ")
	elif .kind == "priorities" then "priorities 0 to 7, or none"
	elif .kind == "order" then "fields in their order, or none"
	elif .kind == "part" then "1/128 to 8, or static"
	elif .kind == "checks" then "off, any, or multicast, unicast, source, type, opcode with + between them"
	elif .kind == "type" then "0x0600 to 0xffff, but not 0x8100 and 0x88a8"
	elif .kind == "opcodes" then "0x0000 to 0xffff, or a range of these"
	elif .kind == "address" then "an address, or default"
	elif .kind == "rate" then (if .min == "1000" then "1 kbit/s" else "1 Mbit/s" end) + " to 1.6 Tbit/s, or " + .zero
	else "\(.min) to \(.max)" + (if .unit != "" then " " + .unit else "" end)
		+ (if .zero != "" then ", or " + .zero else "" end)
	end;

def default_words:
	if .default == "index" then "its own number"
	elif .kind == "opcodes" then "0x0000-0xffff, the same, 0x0001, 0x0101"
	else .default end;

def made_from:
	"Made by \"make generate\" from Documentation/netlink/specs/pausectl.yaml.";

# The counters: attributes of stats. Their docs have the fields :values: (1, 8 or 9), :kept: (counted:
# the port counts it; found: a reader works it out; gauge: found, and may fall) and :source:
def counters:
	[.["attribute-sets"][] | select(.name == "stats") | .attributes[] | select(.type != "unused")
	| { key: (.name | gsub("-"; "_")), meaning: meaning, values: field("values"), kept: field("kept"),
	    source: field("source") }];
