#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# Text is short. show has what the port does just now, mode, speed, and what is not as in a new port; stats
# has counters that are not 0; monitor has settings as show. With -d, show and stats have all, and JSON always
# has all.
#
#	here                   |  $PEER
#	$DUT pausectl ---------+- $LINK station
#	sends XOFF             |  sends PFC
. "${0%/*}/../../lib/lib.sh"

text=
# shown [OPTION...]: the text of show, in $text
shown()
{
	text=$(pausectl "$@" show "$DUT")
}

counted() # [OPTION...]
{
	text=$(pausectl "$@" stats "$DUT")
}

pair
attach
pausectl set "$DUT" speed 10mbit
speed="speed 10mbit (configured, quanta only)"

# --- show --------------------------------------------------------------------------------
shown
check_eq "a port with a speed" "$text" "$DUT: mode pause rx on tx on $speed"
pausectl set "$DUT" prio 3,4 watchdog 3:drop ecn-min 10k
shown
check_eq "changed settings, in groups" "$text" "\
$DUT: mode pfc prio 3,4 $speed
    ecn-min 10kb
    watchdog 3:drop"
pausectl set "$DUT" rx-prio 3
shown
check_match "directions that differ" "$text" "$DUT: mode pfc prio 3,4 rx-prio 3 tx-prio 3,4 $speed?*"
shown -d
check_match "all settings" "$text" \
	"$DUT: mode pfc rx on tx on prio 3,4 * watchdog 0:off,1:off,2:off,3:drop,*link:off *qdiscs 1 capacity *"
# A watchdog goes with its priority, and no one has asked for that.
check_eq "a priority that is left out" "$(pausectl set "$DUT" prio 4 2>&1)" \
	"pausectl: warning: watchdog: off now where the port no longer obeys pauses"
check_eq "it had no watchdog" "$(pausectl set "$DUT" prio 3,4 2>&1)" ""
pausectl set "$DUT" watchdog 3:drop
check_eq "off by request" "$(pausectl set "$DUT" prio 4 watchdog off 2>&1)" ""
pausectl set "$DUT" prio 3,4 ecn-min default
shown
check_eq "settings that are as in a new port again" "$text" "$DUT: mode pfc prio 3,4 $speed"

pausectl xoff "$DUT" prio 4
from_peer pfc 3:65535
await 5 counter_is paused_3 1
await 5 counter_is xoff_outstanding_4 1
shown
check_eq "what it does just now comes first" "$text" "\
$DUT: pause 3:counting xoff 4
    mode pfc prio 3,4 $speed"
shown_of xoff_outstanding
check_eq "JSON: xoff_outstanding" "$reply" "[false,false,false,false,true,false,false,false,false]"
from_peer pfc 3:0
pausectl xon "$DUT" prio 4
await 5 counter_is xoff_outstanding_4 0
shown
check_eq "nothing any more" "$text" "$DUT: mode pfc prio 3,4 $speed"

# The watchdog finds a storm: a frame has to wait for longer than 100 ms.
pausectl set "$DUT" watchdog-detect-ms 3:100 watchdog 3:alert
pausectl xoff "$DUT" prio 3 interval 10ms for 60 received
await 5 counter_is paused_3 1
station blast "$DUT" tag 1 prio 3 count 1 >/dev/null
await 5 counter_is stormed_3 1
shown
check_match "a storm" "$text" "$DUT: pause 3:counting stormed 3?*"
shown_of stormed:3 stormed:4
check_eq "JSON: stormed" "$reply" "true false"
pausectl xon "$DUT"

# --- colors ------------------------------------------------------------------------------
esc=$'\033'
from_peer pfc 3:65535
await 5 counter_is paused_3 1
shown -c
check_match "colors" "$text" "${esc}[[]36m$DUT${esc}[[]0m:${esc}[[]33m pause 3:counting${esc}[[]31m stormed 3${esc}[[]0m?*"
shown --color=never
check_eq "no colors" "${text//$esc/ESC}" "$text"
check_eq "JSON has no colors" "$(pausectl -c -j show "$DUT" | jq -r '.[0].ifname')" "$DUT"
runs 1 '*color "x": allowed are auto, always, never*' -c=x show "$DUT"
from_peer pfc 3:0

# --- stats -------------------------------------------------------------------------------
detach
attach
counted
check_eq "no counter" "$text" "$DUT: all counters are 0"
pausectl send "$DUT" pause 7
pausectl send "$DUT" pause 7
counted
check_eq "counters that are not 0" "$text" "\
$DUT:
    tx_mac_control            2
    tx_pause                  2
    priority                  0    1    2    3    4    5    6    7 link
    tx_xoff                   0    0    0    0    0    0    0    0    2"
shown -s
check_match "counters of show" "$text" "$DUT: mode pause *"$'\n'"    tx_mac_control            2"$'\n'*
check_eq "counters of show as JSON" "$(pausectl -j -s show "$DUT" | jq -c '.[0] | [.mode, .stats.tx_pause]')" '["pause",2]'
runs 1 '*-s: allowed only with show*' -s stats "$DUT"

# Help about one setting: its values, and its lines
runs 0 "usage: pausectl set ?dev? DEV prio [[]+|-]LIST|none|all"$'\n\n'"  prio  *Priorities with PFC*dcb calls it prio-pfc. Default:*none.*" help set prio
check_between "lines of help about prio" "$(pausectl help set prio | wc -l)" 3 8
check_eq "allowed values in it" "$(pausectl help prio | tail -n 1)" "Allowed are lists like 3,4 or 0-7, all, none."
check_eq "of a number" "$(pausectl help guard-ms | tail -n 1)" "Allowed are off, or 80 to 8000 ms."
runs 0 "usage: pausectl set ?dev? DEV ack on|off*  ack  *" help set ack
runs 0 "usage: pausectl watchdog *" help watchdog
runs 0 "usage: pausectl set ?dev? DEV watchdog PRIO:*" help set watchdog
runs 1 'pausectl: command or setting "prip": unknown (did you mean "prio"?); see pausectl help' help prip
runs 1 'pausectl: setting "prip": unknown (did you mean "prio"?); see pausectl help set' help set prip
runs 0 "usage: pausectl show*" help show "$DUT"
counted -d
check_eq "all counters" "$(wc -l <<<"$text")" "$(($(jq 'length' < <(pausectl -j stats "$DUT" | jq '.[0] |
	del(.ifname, .ifindex, .headroom, .in_flight)')) + 2))"

check_refused "an interval that is none" 1 "*interval \"0\": allowed are*" pausectl -i 0 top
check_refused "an interval of show" 1 "*-i: allowed only with top*" pausectl -i 1 show "$DUT"

# --- monitor -----------------------------------------------------------------------------
: >"$TMP/monitor.err"
background pausectl monitor count 5 >"$TMP/monitor" 2>"$TMP/monitor.err"
monitor=$job
await 10 nonempty "$TMP/monitor.err"
pausectl set "$DUT" prio 3 speed 100mbit
pausectl set "$DUT" watchdog 3:drop
pausectl set "$DUT" watchdog off prio +4
pausectl set "$DUT" tx-prio 4
detach
wait "$monitor"
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
shown
check_match "XOFF at an interval" "$text" "$DUT: xoff 3?*"
shown_of forced:3 forced:4
check_eq "JSON: forced" "$reply" "true false"
pausectl xon "$DUT"
pausectl set "$DUT" mode pause
pausectl xoff "$DUT"
pausectl set "$DUT" tx off
shown
check_match "XOFF that tx forbids" "$text" "$DUT: xoff link (not sent)*"
