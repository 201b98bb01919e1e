#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# Text is short. show has what the port does just now, mode, speed, and what is not as in a new port; stats
# has counters that are not 0; monitor has settings as show. With -d, show and stats have all, and JSON always
# has all.
. "${0%/*}/../../lib/lib.sh"

# show_is WHAT PATTERN [OPTION...]: the text of show
show_is()
{
	check_match "$1" "$(pausectl "${@:3}" show "$DUT")" "$2"
}

stats_are() # WHAT PATTERN [OPTION...]
{
	check_match "$1" "$(pausectl "${@:3}" stats "$DUT")" "$2"
}

# warned WHAT WARNING SETTING...: what pausectl set says
warned()
{
	check_eq "$1" "$(pausectl set "$DUT" "${@:3}" 2>&1)" "$2"
}

port_pair
pausectl set "$DUT" speed 10mbit
speed="speed 10mbit (configured, quanta only)"

# --- show --------------------------------------------------------------------------------
show_is "a port with a speed" "$DUT: mode pause rx on tx on $speed"
pausectl set "$DUT" prio 3,4 watchdog 3:drop ecn-min 10k
show_is "changed settings, in groups" "\
$DUT: mode pfc prio 3,4 $speed
    ecn-min 10kb
    watchdog 3:drop"
pausectl set "$DUT" rx-prio 3
show_is "directions that differ" "$DUT: mode pfc prio 3,4 rx-prio 3 tx-prio 3,4 $speed?*"
show_is "all settings" \
	"$DUT: mode pfc rx on tx on prio 3,4 * watchdog 0:off,1:off,2:off,3:drop,*link:off *qdiscs 1 capacity *" -d
# A watchdog goes with its priority, and no one has asked for that.
warned "a priority that is left out" "pausectl: warning: watchdog: off now where the port no longer obeys pauses" prio 4
warned "it had no watchdog" "" prio 3,4
pausectl set "$DUT" watchdog 3:drop
warned "off by request" "" prio 4 watchdog off
pausectl set "$DUT" prio 3,4 ecn-min default
show_is "settings that are as in a new port again" "$DUT: mode pfc prio 3,4 $speed"

pausectl xoff "$DUT" prio 4
shut 3
await 5 counter_is xoff_outstanding_4 1
show_is "what it does just now comes first" "\
$DUT: pause 3:counting xoff 4
    mode pfc prio 3,4 $speed"
reply_is "JSON: xoff_outstanding" "[false,false,false,false,true,false,false,false,false]" shown_of xoff_outstanding
from_peer pfc 3:0
pausectl xon "$DUT" prio 4
await 5 counter_is xoff_outstanding_4 0
show_is "nothing any more" "$DUT: mode pfc prio 3,4 $speed"

# The watchdog finds a storm: a frame has to wait for longer than 100 ms.
pausectl set "$DUT" watchdog-detect-ms 3:100 watchdog 3:alert
pausectl xoff "$DUT" prio 3 interval 10ms for 60 received
await 5 counter_is paused_3 1
station blast "$DUT" tag 1 prio 3 count 1 >/dev/null
await 5 counter_is stormed_3 1
show_is "a storm" "$DUT: pause 3:counting stormed 3?*"
reply_is "JSON: stormed" "true false" shown_of stormed:3 stormed:4
pausectl xon "$DUT"

# --- colors ------------------------------------------------------------------------------
esc=$'\033'
shut 3
show_is "colors" "${esc}[[]36m$DUT${esc}[[]0m:${esc}[[]33m pause 3:counting${esc}[[]31m stormed 3${esc}[[]0m?*" -c
show_is "no colors" "$DUT: pause 3:counting stormed 3?*" --color=never
check_eq "octets of color" "$(pausectl --color=never show "$DUT" | grep -c "$esc" || :)" 0
check_eq "JSON has no colors" "$(pausectl -c -j show "$DUT" | jq -r '.[0].ifname')" "$DUT"
runs 1 '*color "x": allowed are auto, always, never*' -c=x show "$DUT"
from_peer pfc 3:0

# --- stats -------------------------------------------------------------------------------
detach
attach
stats_are "no counter" "$DUT: all counters are 0"
pausectl send "$DUT" pause 7
pausectl send "$DUT" pause 7
stats_are "counters that are not 0" "\
$DUT:
    tx_mac_control            2
    tx_pause                  2
    priority                  0    1    2    3    4    5    6    7 link
    tx_xoff                   0    0    0    0    0    0    0    0    2"
show_is "counters of show" "$DUT: mode pause *"$'\n'"    tx_mac_control            2"$'\n*' -s
check_eq "counters of show as JSON" "$(pausectl -j -s show "$DUT" | jq -c '.[0] | [.mode, .stats.tx_pause]')" '["pause",2]'
runs 1 '*-s: allowed only with show*' -s stats "$DUT"

# Help about one setting: its values, and its lines
runs 0 "usage: pausectl set [[]dev] DEV prio [[]+|-]LIST|none|all"$'\n\n'"  prio  *Priorities with PFC*dcb calls it prio-pfc. Default:*none.*" help set prio
check_between "lines of help about prio" "$(pausectl help set prio | wc -l)" 3 8
check_eq "allowed values in it" "$(pausectl help prio | tail -n 1)" "Allowed are lists like 3,4 or 0-7, all, none."
check_eq "of a number" "$(pausectl help guard-ms | tail -n 1)" "Allowed are off, or 80 to 8000 ms."
runs 0 "usage: pausectl set [[]dev] DEV ack on|off*  ack  *" help set ack
runs 0 "usage: pausectl watchdog *" help watchdog
runs 0 "usage: pausectl set [[]dev] DEV watchdog PRIO:*" help set watchdog
runs 1 'pausectl: command or setting "prip": unknown (did you mean "prio"?); see pausectl help' help prip
runs 1 'pausectl: setting "prip": unknown (did you mean "prio"?); see pausectl help set' help set prip
runs 0 "usage: pausectl show*" help show "$DUT"
check_eq "all counters" "$(pausectl -d stats "$DUT" | wc -l)" \
	$(($(pausectl -j stats "$DUT" | jq '.[0] | del(.ifname, .ifindex, .headroom, .in_flight) | length') + 2))

usage 'interval "0": allowed are' -i 0 top
usage '-i: allowed only with top' -i 1 show "$DUT"

# --- monitor -----------------------------------------------------------------------------
listener monitor pausectl monitor count 5
pausectl set "$DUT" prio 3 speed 100mbit
pausectl set "$DUT" watchdog 3:drop
pausectl set "$DUT" watchdog off prio +4
pausectl set "$DUT" tx-prio 4
detach
await_end monitor
speed="speed 100mbit (configured, quanta only)"
check_eq "settings that are not as in a new port" "$(cut -d ' ' -f 2- "$TMP/monitor")" "\
$DUT config mode pfc prio 3 $speed
$DUT config mode pfc prio 3 $speed watchdog 3:drop
$DUT config mode pfc prio 3,4 $speed
$DUT config mode pfc prio 3,4 rx-prio 3,4 tx-prio 4 $speed
$DUT detached"

# --- what the user does to the partner -----------------------------------------------------
attach
configure prio 3
pausectl xoff "$DUT" prio 3 interval 10ms for 60
show_is "XOFF at an interval" "$DUT: xoff 3?*"
reply_is "JSON: forced" "true false" shown_of forced:3 forced:4
pausectl xon "$DUT"
pausectl set "$DUT" mode pause
pausectl xoff "$DUT"
pausectl set "$DUT" tx off
show_is "XOFF that tx forbids" "$DUT: xoff link (not sent)*"
