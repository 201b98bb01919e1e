#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# pausectl refuses a command line that is wrong in a word, in combination or for the device. The
# message names what is wrong and what is allowed, and nothing changes. A word of the release before this one
# is a usage error that names what does its work now.
. "${0%/*}/../../lib/lib.sh"

# bad PATTERN SETTING VALUE...: each value is a usage error
bad()
{
	local value

	for value in "${@:3}"; do
		usage "$1" set dev "$DUT" "$2" "$value"
	done
}

port_pair mode pause limit 1mb
keep_settings

usage '"nonsense"*' nonsense
bad '"speedy"*speed*' speedy 1gbit
usage 'setting: value missing, allowed are those of help, like "prio 3" or "mode pause"; see pausectl help set' set dev "$DUT"
bad 'option "ecn-mni": unknown (did you mean "ecn-min"?); see pausectl help set' ecn-mni 1
bad 'mode "*": allowed are off, pause, pfc*' mode both ""
bad 'mode "pcf": allowed are off, pause, pfc (did you mean "pfc"?); see pausectl help set' mode pcf
usage 'command "sett": unknown (did you mean "set"?); see pausectl help' sett
usage 'dev: value missing*; see pausectl help show' show dev
runs 1 'pausectl: option "nonsense": unknown; see pausectl help set' set dev "$DUT" nonsense 1
bad '"8"*0 to 7' prio 8
bad '0 to 7' prio 0-8
bad 'prio*' prio ""
bad 'rx*"*"*off*on' rx maybe 2
bad 'tx*"maybe"*off*on' tx maybe
bad 'pace*off*on' pace ""
bad 'split-gso*"-1"*off*on*auto' split-gso -1
bad 'speed*"0"*1mbit*1.6tbit' speed 0
bad 'speed*1mbit*1.6tbit' speed 2tbit fast 999999 1600000000001
bad 'advertise*"both"*pause*asym*auto' advertise both
bad 'partner*"*"*pause*asym*auto' partner 1 off
bad 'require*"pause"*none*tx*rx*both' require pause
bad 'advertise*"yes"*none*auto, off' advertise yes
for octets in 16383 1073741825 2gb; do
	refused 'limit*16384*1073741824' set dev "$DUT" limit $octets
done
bad 'limit*' limit much
usage 'rx*' set dev "$DUT" rx on rx off
bad 'filter*"*"*multicast*opcode' filter global-pause:mac priority-pause:on ""
bad 'filter*"3"*global-control*priority-pause' filter 3:any
bad 'check "type"*twice' filter global-pause:type+type
bad 'filter-type*"0x5ff"*0x0600 to 0xffff' filter-type global-pause:0x5ff
bad 'filter-type*"8808"*0x0600 to 0xffff' filter-type 8808
bad 'filter-opcode*"*"*65535' filter-opcode global-pause:0x10000 priority-control:0-0x10000 priority-pause:-
bad 'filter-opcode*"9-2"*low to high' filter-opcode global-control:9-2
bad 'filter-address*"none"*addresses' filter-address unicast:none
bad 'filter-address*' filter-address unicast:02:00:00:00:00 unicast:02:00:00:00:00:42:1 unicast:own unicast: \
	unicast:00:00:00:00:00:00 peer:02:00:00:00:00:42
bad 'filter-address*"own"*unicast*multicast*source' filter-address own:02:00:00:00:00:01
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
bad 'option "--prio": unknown (did you mean "prio"?)*' --prio 3
usage 'option "profile": given twice*' set "$DUT" profile lab profile nic
bad 'limit "5g": allowed are 16384 to 1073741824 octets, like 64k or 4mb*' limit 5g
bad 'tsa "9": allowed are 0 to 7;*' tsa 9:ets
bad 'xoff-quanta "9": allowed are 0 to 7, and link;*' xoff-quanta 9:100
bad 'quanta*allowed*' xoff-quanta 3:1,5 5,3:1 3:1,3:2 9:1 -1:1 :1 3: 3:0 3:65536 3:1:2 x:1 "3:1,"{4..9}:0
bad 'prio-tc*allowed*' prio-tc 1:9 link:1
usage 'option "4": allowed are settings; a list has commas*' set "$DUT" prio 3 4
bad 'prio "off": allowed are lists like 3,4 or 0-7, all, none' prio off
bad 'guard-ms "*": allowed are off, or 80 to 8000 ms' guard-ms 9s 0 79 8001 never
bad 'trust "vlan": allowed are none, ethtype,*dscp*' trust vlan
bad 'filter "none": allowed are off, any, multicast,*opcode*' filter none
bad 'buffer-size "none": allowed are auto, or 64 to 1073741824 octets*' buffer-size none
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
bad 'option "pfc": unknown (did you mean "prio"?)*' pfc 3
usage "option \"$DUT\": allowed are settings, because a device comes first*" set limit 2mb "$DUT"
refused 'no such device "roce"' set roce "$DUT"
# Letters that are missing, too many or swapped
near=${DUT:1:1}${DUT:0:1}${DUT:2}
refused "no such device \"$near\" (did you mean \"$DUT\"?)" show "$near"
refused "no such device \"${DUT}x\" (did you mean \"$DUT\"?)" set "${DUT}x" prio 3
bad 'option "guard-sm": unknown (did you mean "guard-ms"?)*' guard-sm 100
usage "\"$DUT\" is a device: allowed are files of pausectl record" plot "$DUT"
usage 'nosuch: No such file or directory' trace nosuch
for dir in /usr/share/pausectl /usr/local/share/pausectl; do
	[[ ! -d $dir ]] || mount -t tmpfs tmpfs $dir
done
bad '*none is there*' profile roce
check_eq "profiles if there are none" "$(pausectl -j profile 2>/dev/null | jq -r '.[].name')" default
check_match "warning of that" "$(pausectl profile 2>&1 >/dev/null)" "pausectl: warning: no profiles in /etc/pausectl/profiles, *"
usage 'dev: value missing' set mode off
usage 'device "pause": allowed are names of network devices, before all other words' send pause 1
usage 'dev: value missing' send
usage 'option "4": allowed are prio, quanta, interval, for, received*' xoff "$DUT" prio 3 4
usage 'option "dscp": allowed are settings; a list has commas, like 3,4*' set "$DUT" trust pcp dscp
usage 'priority "": allowed are 0 to 7, with commas and no blanks between*' set "$DUT" prio 3, 4
bad 'filter "unicast,type": allowed are checks with "+" between them*' filter unicast,type
bad 'maxrate "1mbit": allowed are CLASS:none|RATE,...*' maxrate 1mbit,3:2mbit
bad 'tc-bw "70,30": allowed are CLASS:PERCENT,...*' tc-bw 70,30
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
for words in "pause prio 3" "off prio 3" "pause rx on prio 3,4 limit 2mb" "off prio +3"; do
	# shellcheck disable=SC2086 # words
	refused 'prio*pfc*' set dev "$DUT" mode $words
done
refused 'watchdog: allowed are priorities with PFC (prio 3 watchdog 3:drop)*' set dev "$DUT" watchdog 3:drop
refused 'tc-bw: *add up to 100, and classes that are not named keep theirs' set dev "$DUT" tsa 0:ets,1:ets tc-bw 0:70,1:20
refused 'prio: mode pause stops the link*' xoff "$DUT" prio 4
refused 'set dev lo: no port on lo; *' set lo prio +3
usage '"of"*off, on' set "$DUT" prio 3:on 4:of
# Only mode pause has agreement.
refused 'advertise*mode pfc*' set dev "$DUT" prio 3 advertise auto
refused 'advertise*mode pfc*' set dev "$DUT" mode pfc advertise pause-asym
refused 'partner*mode pfc*' set dev "$DUT" mode pfc partner none
refused 'require*mode pfc*' set dev "$DUT" prio 3 require tx
check_kept "after all that"

# --- words of the release before this one ---------------------------------------------------
instead='gone, use "xoff DEV*'
usage "command \"storm\": ${instead}interval TIME for TIME*\"*" storm dev "$DUT" pfc 3 for 1
usage "$instead" storm
usage "$instead" help storm
usage 'command "stor": unknown*' stor
usage 'option "pause-limit-ms": gone, use "watchdog LIST:forward"*' set "$DUT" pause-limit-ms 5
usage 'option "delay-statistics": gone, use "wait.bt *"*' set "$DUT" prio 5 delay-statistics on
usage 'setting "pause-limit-ms": gone, use "watchdog LIST:forward"*' help pause-limit-ms
usage 'setting "delay-statistics": gone, use "wait.bt *"*' help set delay-statistics
runs 1 'pausectl: -i: gone from stats, use "top"; see pausectl help top' -i 1 stats "$DUT"
check_kept "after old words"
printf '%s\n' "set $DUT prio 3" "storm $DUT pfc 3 for 1" "set $DUT prio 4" >"$TMP/batch"
usage "batch:2: command \"storm\": $instead" -b "$TMP/batch"
check_setting prio 3
usage "batch:2: command*" -b "$TMP/batch" --force
check_setting prio 4

# --- mode pfc --------------------------------------------------------------------------------
configure prio 3,4
check_setting mode pfc
keep_settings
refused 'advertise*mode pfc*' set dev "$DUT" advertise pause-asym
refused 'advertise*mode pfc*' set dev "$DUT" limit 2mb advertise none
check_kept "mode pfc, after that"
check_setting prio 3-4
for mode in pause pfc; do
	configure mode $mode
	check_setting prio none
done
configure mode off
check_setting mode off

check_refused "tc with an option" 1 "*nonsense*" tc qdisc add dev lo root pausectl nonsense
check_refused "deleting a class" 2 "*not supported*" tc class del dev "$DUT" classid 1:3
