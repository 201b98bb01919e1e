# SPDX-License-Identifier: GPL-2.0
# tools/pausectl/pausectl.bash: the settings and values that completion offers
include "settings";

def offered:
	[ (if .zero != "" then .zero else empty end),
	  if .kind == "switch" then "on", "off"
	  elif .kind == "word" then . as $setting | .words[] | select(. != $setting.refused)
	  elif .kind == "priorities" then "none", "all", "0-7", "3,4", "+3", "-3", "3:on"
	  elif .kind == "order" then "pcp", "dscp", "pcp,dscp", "none"
	  elif .kind == "size" then "64kb", "1mb"
	  elif .kind == "rate" then "100mbit", "1gbit", "10gbit", "100gbit", "400gbit"
	  elif .kind == "part" then "1", "1/2"
	  elif .kind == "type" then "0x0600", "0xffff"
	  elif .kind == "checks" then "multicast+unicast+type+opcode", "any", "off"
	  elif .kind == "opcodes" then "0x0000-0xffff", "0x0001"
	  elif .kind == "address" then "01:80:c2:00:00:01"
	  elif .default == "index" then .min, .max
	  else ([.min, default_words, .max] | map(select(test("^[0-9]"))) | unique | .[]) end,
	  if .zero == "default" then empty else "default" end ]
	| join(" ");

settings as $all
| "_pausectl_settings=\"\([$all[] | .name] | join(" "))\"

# What may follow the setting $1
_pausectl_setting_values() {
	case $1 in
\([$all | group_by(offered)[] | "	\([.[] | .name] | join(" | "))) echo \(.[0] | offered) ;;"] | join("\n"))
	*) return 1 ;;
	esac
}"
