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

refused() # PATTERN SETTING...
{
	check_refused "${*:2}" 2 "*$1*" pausectl set dev "$DUT" limit 1mb "${@:2}"
	check_setting limit 4194304
}

makes() # ACTIONS SETTING VALUE...
{
	configure "${@:2}"
	check_setting watchdog "$1"
}

port_pair
off="off off off off off off off off off"
check_settings watchdog "$off" watchdog_detect_ms "200 200 200 200 200 200 200 200 200" \
	watchdog_restore_ms "200 200 200 200 200 200 200 200 200"
check_eq "never switched on" "$(pausectl watchdog dev "$DUT")" "$DUT: watchdog off"
check_eq "that of all ports" "$(pausectl watchdog)" "$DUT: watchdog off"

configure prio 3,4 watchdog 3:drop,4:forward watchdog-detect-ms 3:100 watchdog-restore-ms 60000
check_eq "JSON" "$(port_json '[.watchdog, .watchdog_detect_ms]')" \
	'[["off","off","off","drop","forward","off","off","off","off"],[200,200,200,100,200,200,200,200,200]]'
check_settings watchdog "off off off drop forward off off off off" \
	watchdog_restore_ms "60000 60000 60000 60000 60000 60000 60000 60000 60000"
check_match "text" "$(pausectl show dev "$DUT" | tr -d '\n')" \
	"*watchdog 3:drop,4:forward watchdog-detect-ms 3:100 watchdog-restore-ms 60000"

refused "watchdog:*PFC*" watchdog 5:alert
refused "watchdog:*PFC*" watchdog link:alert
# The request changes the action of priority 3, so it is refused. Without a new action, mode pause would
# switch the action of priority 3 off.
refused "watchdog:*PFC*" mode pause watchdog 3:forward
refused "watchdog:*PFC*" watchdog 5:drop-all
usage "100 to 5000" set dev "$DUT" watchdog-detect-ms 99
usage "100 to 5000" set dev "$DUT" watchdog-detect-ms 3:5001
usage "100 to 60000" set dev "$DUT" watchdog-restore-ms 60001
usage "drop, forward, alert, drop-all" set dev "$DUT" watchdog 3:shout
usage "drop, forward, alert, drop-all" set dev "$DUT" watchdog 3:none
usage "watchdog*0 to 7, and link" set dev "$DUT" watchdog 9:off
for count in 1 8 10; do
	check_match "$count actions" \
		"$(station genl port-set "ifindex=dev:$DUT" "watchdog=hex:$(printf "%0$((8 * count))x" 0)")" \
		"error=34 attribute=watchdog *"
done

# One action for all lossless priorities
makes "off off off drop drop off off off off" watchdog drop
for action in alert forward drop-all; do
	makes "off off off $action $action off $action off off" prio 3,4,6 watchdog $action
done
makes "$off" watchdog off
makes "off off off off off off off off alert" mode pause watchdog alert
refused "watchdog:*PFC*" mode off watchdog drop
check_setting watchdog "off off off off off off off off alert"

# Priorities that lose PFC are no longer watched, also if the request names others.
makes "off off off off alert off off off off" prio 4 watchdog 4:alert
configure prio 3,4 watchdog 3:drop,4:forward
makes "off off off off forward off off off off" prio 4
makes "$off" mode pause
configure watchdog link:drop
check_eq "link in JSON" "$(port_json .watchdog)" '["off","off","off","off","off","off","off","off","drop"]'
makes "$off" prio 3

# Priority 3 is lossless in one direction: it sends XOFF but obeys no pause. So only drop-all is allowed.
configure rx-prio none tx-prio 3
refused "watchdog:*" watchdog 3:drop
makes "off off off drop-all off off off off off" watchdog 3:drop-all
