#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# pausectl refuses a command line that is wrong in a word, in combination or for the device. The
# message names what is wrong and what is allowed, and nothing changes.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"

pair
attach
configure mode pause limit 1mb
pausectl -j show >"$TMP/before"

usage() # PATTERN COMMAND...
{
	check_refused "pausectl ${*:2}" 1 "*$1*" pausectl "${@:2}"
}

refused() # PATTERN COMMAND...
{
	check_refused "pausectl ${*:2}" 2 "*$1*" pausectl "${@:2}"
}

usage '"nonsense"*' nonsense
usage '"speedy"*speed*' set dev "$DUT" speedy 1gbit
usage 'setting: value missing, allowed are those of help, like "prio 3" or "mode pause"; see pausectl help set' set dev "$DUT"
usage 'option "ecn-mni": unknown (did you mean "ecn-min"?); see pausectl help set' set dev "$DUT" ecn-mni 1
usage 'mode "pcf": allowed are off, pause, pfc (did you mean "pfc"?); see pausectl help set' set dev "$DUT" mode pcf
usage 'command "sett": unknown (did you mean "set"?); see pausectl help' sett
usage 'dev: value missing*; see pausectl help show' show dev
message=$(pausectl set dev "$DUT" nonsense 1 2>&1) || true
check_eq "all of an error" "$message" 'pausectl: option "nonsense": unknown; see pausectl help set'
usage '"8"*0 to 7' set dev "$DUT" prio 8
usage '*0 to 7' set dev "$DUT" prio 0-8
usage 'prio*' set dev "$DUT" prio ""
usage 'mode*"pcf"*off*pause*pfc' set dev "$DUT" mode pcf
usage 'rx*"maybe"*off*on' set dev "$DUT" rx maybe
usage 'speed*"0"*1mbit*1.6tbit' set dev "$DUT" speed 0
usage 'speed*1mbit*1.6tbit' set dev "$DUT" speed 2tbit
usage 'speed*1mbit*1.6tbit' set dev "$DUT" speed fast
usage 'advertise*"both"*pause*asym*auto' set dev "$DUT" advertise both
usage 'partner*"1"*pause*asym*auto' set dev "$DUT" partner 1
usage 'require*"pause"*none*tx*rx*both' set dev "$DUT" require pause
usage 'advertise*"yes"*none*auto, off' set dev "$DUT" advertise yes
refused 'limit*16384*1073741824' set dev "$DUT" limit 16383
refused 'limit*16384*1073741824' set dev "$DUT" limit 2gb
usage 'limit*' set dev "$DUT" limit much
usage 'rx*' set dev "$DUT" rx on rx off
usage 'filter*"mac"*multicast*opcode' set dev "$DUT" filter global-pause:mac
usage 'filter*"3"*global-control*priority-pause' set dev "$DUT" filter 3:any
usage 'check "type"*twice' set dev "$DUT" filter global-pause:type+type
usage 'filter-type*"0x5ff"*0x0600 to 0xffff' set dev "$DUT" filter-type global-pause:0x5ff
usage 'filter-type*"8808"*0x0600 to 0xffff' set dev "$DUT" filter-type 8808
usage 'filter-opcode*"0x10000"*65535' set dev "$DUT" filter-opcode global-pause:0x10000
usage 'filter-opcode*"9-2"*low to high' set dev "$DUT" filter-opcode global-control:9-2
usage 'filter-address*"none"*addresses' set dev "$DUT" filter-address unicast:none
usage 'filter-address*"own"*unicast*multicast*source' set dev "$DUT" filter-address own:02:00:00:00:00:01
refused 'filter-opcode*pause*one' set dev "$DUT" filter-opcode global-pause:1-2
refused 'filter: source*filter-address' set dev "$DUT" filter global-pause:source
refused 'contradict*control classes' set dev "$DUT" filter global-control:off,priority-control:unicast,global-pause:multicast
usage '"65536"*0 to 65535' send dev "$DUT" pause 65536
usage '65535' send dev "$DUT" pause -1
usage '"65536"*0 to 65535' send dev "$DUT" pfc 3:65536
usage '0 to 7' send dev "$DUT" pfc 8:1
usage '"3"*twice' send dev "$DUT" pfc 3:1,3:2
usage '"01:80:c2:00:00"*' send dev "$DUT" pause 1 to 01:80:c2:00:00
refused '"nosuch"*' set dev nosuch mode off
refused 'no port on lo; make one with: pausectl add lo' set dev lo mode off
refused 'no port on lo; make one with: pausectl add lo' stats dev lo

# "dev" may be left out, but a word of the grammar is no device then.
refused '"nosuch"*' show nosuch
refused '"prio"*' show dev prio
usage 'option "dev"*twice' set dev "$DUT" dev "$DUT" mode off
usage 'option "mdoe": unknown (did you mean "mode"?)' set mdoe off dev "$DUT"
usage 'option "-j": allowed only before the command, as in pausectl -j show; see pausectl help' show "$DUT" -j
usage 'option "-j": allowed only before the command*' show -j
usage 'option "--force": allowed only before the command*' set "$DUT" prio 3 --force
usage 'option "--prio": unknown (did you mean "prio"?)*' set "$DUT" --prio 3
usage 'option "profile": given twice*' set "$DUT" profile lab profile nic
usage 'limit "5g": allowed are 16384 to 1073741824 octets, like 64k or 4mb*' set "$DUT" limit 5g
usage 'tsa "9": allowed are 0 to 7;*' set "$DUT" tsa 9:ets
usage 'xoff-quanta "9": allowed are 0 to 7, and link;*' set "$DUT" xoff-quanta 9:100
usage 'option "4": allowed are settings; a list has commas*' set "$DUT" prio 3 4
usage 'prio "off": allowed are lists like 3,4 or 0-7, all, none' set "$DUT" prio off
usage 'guard-ms "9s": allowed are off, or 80 to 8000 ms' set "$DUT" guard-ms 9s
usage 'trust "vlan": allowed are none, ethtype,*dscp*' set "$DUT" trust vlan
usage 'filter "none": allowed are off, any, multicast,*opcode*' set "$DUT" filter none
usage 'buffer-size "none": allowed are auto, or 64 to 1073741824 octets*' set "$DUT" buffer-size none
usage '-n all: trace always looks at all network namespaces; see pausectl help trace' -n all trace
usage 'option "4:100": allowed are pairs with commas between them*' send "$DUT" pfc 3:100 4:100
usage 'dev "../eth0": allowed are names of network devices' restore ../eth0
usage 'command: missing; see pausectl help' -c
refused 'no such device "-j"' show dev -j
usage 'option "lo": allowed are one device, or none for all ports' show "$DUT" lo

# Words of other tools, and words in another order
usage 'command "delete": unknown (did you mean "del"?)*' delete "$DUT"
usage 'option "--bogus": allowed are -j*' -h --bogus
usage 'command "never": unknown (a color is part of its option, as in --color=never)*' -c never show
usage "command \"$DUT\": unknown (a device comes second, as in pausectl show DEV)*" "$DUT"
usage 'command "list": unknown (did you mean "show"?)*' list
usage 'option "pfc": unknown (did you mean "prio"?)*' set "$DUT" pfc 3
usage "option \"$DUT\": allowed are settings, because a device comes first*" set limit 2mb "$DUT"
refused 'no such device "roce"' set roce "$DUT"
# Letters that are missing, too many or swapped
near=${DUT:1:1}${DUT:0:1}${DUT:2}
refused "no such device \"$near\" (did you mean \"$DUT\"?)" show "$near"
refused "no such device \"${DUT}x\" (did you mean \"$DUT\"?)" set "${DUT}x" prio 3
usage 'option "guard-sm": unknown (did you mean "guard-ms"?)*' set dev "$DUT" guard-sm 100
usage "\"$DUT\" is a device: allowed are files of pausectl record" plot "$DUT"
usage 'nosuch: No such file or directory' trace nosuch
for dir in /usr/share/pausectl /usr/local/share/pausectl; do
	[[ ! -d $dir ]] || mount -t tmpfs tmpfs $dir
done
usage '*none is there*' set "$DUT" profile roce
check_eq "profiles if there are none" "$(pausectl -j profile 2>/dev/null | jq -r '.[].name')" default
check_match "warning of that" "$(pausectl profile 2>&1 >/dev/null)" "pausectl: warning: no profiles in /etc/pausectl/profiles, *"
usage 'dev: value missing' set mode off
usage 'device "pause": allowed are names of network devices, before all other words' send pause 1
usage 'dev: value missing' send
usage 'option "4": allowed are prio, quanta, interval, for, received*' xoff "$DUT" prio 3 4
usage 'option "dscp": allowed are settings; a list has commas, like 3,4*' set "$DUT" trust pcp dscp
usage 'priority "": allowed are 0 to 7, with commas and no blanks between*' set "$DUT" prio 3, 4
usage 'filter "unicast,type": allowed are checks with "+" between them*' set "$DUT" filter unicast,type
usage 'maxrate "1mbit": allowed are CLASS:none|RATE,...*' set "$DUT" maxrate 1mbit,3:2mbit
usage 'tc-bw "70,30": allowed are CLASS:PERCENT,...*' set "$DUT" tc-bw 70,30
usage 'option "200": unknown*' set "$DUT" guard-ms 100 200
usage 'option "5": allowed are count, for*' monitor "$DUT" 5
usage 'option "/tmp/x": allowed are one device, or none for all ports*' restore "$DUT" /tmp/x
usage 'file "0.5": allowed are files; "for" comes before a time*' trace 0.5
refused 'no such device "/tmp/x": "file" comes before a file' record /tmp/x
usage 'device "prio": allowed are names of network devices, before all other words' xoff prio 3
usage 'option "5": allowed *for*' doctor "$DUT" 5
usage 'for "1x"*' doctor for 1x
usage 'count "1x"' monitor "$DUT" count 1x
usage 'option "3": allowed are prio, quanta, interval, for, received*' xoff "$DUT" 3
usage 'prio*"8"*0 to 7' xoff "$DUT" prio 8
usage '"65536"*0 to 65535' send "$DUT" pause 65536
pausectl set "$DUT" limit 2mb
check_setting limit 2097152
configure limit 1mb
check_eq "show without dev" "$(pausectl -j show "$DUT")" "$(pausectl -j show dev "$DUT")"

# PAUSE and PFC exclude each other: only mode pfc has priorities.
refused 'prio*pfc*' set dev "$DUT" mode pause prio 3
refused 'prio*pfc*' set dev "$DUT" mode off prio 3
refused 'prio*pfc*' set dev "$DUT" mode pause rx on prio 3,4 limit 2mb
refused 'watchdog: allowed are priorities with PFC (prio 3 watchdog 3:drop)*' set dev "$DUT" watchdog 3:drop
refused 'tc-bw: *add up to 100, and classes that are not named keep theirs' set dev "$DUT" tsa 0:ets,1:ets tc-bw 0:70,1:20
refused 'prio: mode pause stops the link*' xoff "$DUT" prio 4
# Only mode pause has agreement.
refused 'prio*pfc*' set dev "$DUT" mode off prio +3
refused 'set dev lo: no port on lo; *' set lo prio +3
usage '"of"*off, on' set "$DUT" prio 3:on 4:of
refused 'advertise*mode pfc*' set dev "$DUT" prio 3 advertise auto
refused 'advertise*mode pfc*' set dev "$DUT" mode pfc advertise pause-asym
refused 'partner*mode pfc*' set dev "$DUT" mode pfc partner none
refused 'require*mode pfc*' set dev "$DUT" prio 3 require tx
check_eq "settings after all that" "$(pausectl -j show)" "$(cat "$TMP/before")"

configure prio 3,4
check_setting mode pfc
pausectl -j show >"$TMP/before"
refused 'advertise*mode pfc*' set dev "$DUT" advertise pause-asym
refused 'advertise*mode pfc*' set dev "$DUT" limit 2mb advertise none
check_eq "settings in mode pfc after that" "$(pausectl -j show)" "$(cat "$TMP/before")"
check_setting prio 3-4
configure mode pause
check_setting prio none
configure mode pfc
check_setting prio none
configure mode off
check_setting mode off

check_refused "tc with an option" 1 "*nonsense*" tc qdisc add dev lo root pausectl nonsense
check_refused "deleting a class" 2 "*not supported*" tc class del dev "$DUT" classid 1:3
