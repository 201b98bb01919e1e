#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# pausectl shows the settings of the watchdog. A setting is refused if it is out of range,
# contradicts another or would watch a priority that is not lossless.
#
# If the user removes PFC from a priority, the watchdog no longer watches it. One action without a
# priority sets this action for all lossless priorities, or for the link in mode pause.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"

shown() # KEY
{
	json_field "$(pausectl -j show dev "$DUT")" "$1"
	echo "$reply"
}

refused() # PATTERN SETTING...
{
	check_refused "${*:2}" 2 "*$1*" pausectl set dev "$DUT" limit 1mb "${@:2}"
	check_setting limit 4194304
}

misread() # PATTERN SETTING...
{
	check_refused "${*:2}" 1 "*$1*" pausectl set dev "$DUT" "${@:2}"
}

pair
attach
off="off off off off off off off off off"
check_setting watchdog "$off"
check_setting watchdog_detect_ms "200 200 200 200 200 200 200 200 200"
check_setting watchdog_restore_ms "200 200 200 200 200 200 200 200 200"
check_eq "never switched on" "$(pausectl watchdog dev "$DUT")" "$DUT: watchdog off"
check_eq "that of all ports" "$(pausectl watchdog)" "$DUT: watchdog off"

configure prio 3,4 watchdog 3:drop,4:forward watchdog-detect-ms 3:100 watchdog-restore-ms 60000
check_setting watchdog "off off off drop forward off off off off"
check_eq "watchdog in JSON" "$(shown watchdog)" \
	'["off","off","off","drop","forward","off","off","off","off"]'
check_eq "watchdog_detect_ms in JSON" "$(shown watchdog_detect_ms)" "[200,200,200,100,200,200,200,200,200]"
check_setting watchdog_restore_ms "60000 60000 60000 60000 60000 60000 60000 60000 60000"
check_match "text" "$(pausectl show dev "$DUT" | tr -d '\n')" \
	"*watchdog 3:drop,4:forward watchdog-detect-ms 3:100 watchdog-restore-ms 60000"

refused "watchdog:*PFC*" watchdog 5:alert
refused "watchdog:*PFC*" watchdog link:alert
# The request changes the action of priority 3, so it is refused. Without a new action, mode pause would
# switch the action of priority 3 off.
refused "watchdog:*PFC*" mode pause watchdog 3:forward
refused "watchdog:*PFC*" watchdog 5:drop-all
misread "100 to 5000" watchdog-detect-ms 99
misread "100 to 5000" watchdog-detect-ms 3:5001
misread "100 to 60000" watchdog-restore-ms 60001
misread "drop, forward, alert, drop-all" watchdog 3:shout
misread "drop, forward, alert, drop-all" watchdog 3:none
misread "watchdog*0 to 7, and link" watchdog 9:off
for count in 1 8 10; do
	check_match "$count actions" \
		"$(station genl port-set "ifindex=dev:$DUT" "watchdog=hex:$(printf "%0$((8 * count))x" 0)")" \
		"error=34 attribute=watchdog *"
done

# One action for all lossless priorities
configure watchdog drop
check_setting watchdog "off off off drop drop off off off off"
configure prio 3,4,6 watchdog alert
check_setting watchdog "off off off alert alert off alert off off"
configure watchdog forward
check_setting watchdog "off off off forward forward off forward off off"
configure watchdog drop-all
check_setting watchdog "off off off drop-all drop-all off drop-all off off"
configure watchdog off
check_setting watchdog "$off"
configure mode pause watchdog alert
check_setting watchdog "off off off off off off off off alert"
refused "watchdog:*PFC*" mode off watchdog drop
check_setting watchdog "off off off off off off off off alert"

# Priorities that lose PFC are no longer watched, also if the request names others.
configure prio 4 watchdog 4:alert
check_setting watchdog "off off off off alert off off off off"
configure prio 3,4 watchdog 3:drop,4:forward
configure prio 4
check_setting watchdog "off off off off forward off off off off"
configure mode pause
check_setting watchdog "$off"
configure watchdog link:drop
check_eq "link in JSON" "$(shown watchdog)" '["off","off","off","off","off","off","off","off","drop"]'
configure prio 3
check_setting watchdog "$off"

# Priority 3 is lossless in one direction: it sends XOFF but obeys no pause. So only drop-all is allowed.
configure rx-prio none tx-prio 3
refused "watchdog:*" watchdog 3:drop
configure watchdog 3:drop-all
check_setting watchdog "off off off drop-all off off off off off"
