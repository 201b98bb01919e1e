#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# PAUSE acts in mode pause, PFC in mode pfc. Nothing acts in mode off or with rx off, and a frame
# that does not act is counted as ignored.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

pair
attach
configure speed 10mbit

pause_ignored() # WHEN
{
	take_snapshot
	from_peer pause 60000
	check_moved "$1: PAUSE" rx_mac_control=1 rx_pause=1 rx_ignored=1
	from_peer pause 0
	check_moved "$1: PAUSE 0" rx_mac_control=1 rx_pause=1 rx_ignored=1
}

pfc_ignored() # WHEN
{
	take_snapshot
	from_peer pfc 3:60000
	check_moved "$1: PFC" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_3=1 rx_ignored=1
	from_peer pfc 3:0,4:0
	check_moved "$1: PFC 0" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_3=1 rx_pfc_4=1 rx_ignored=1
}

pause_acts() # WHEN
{
	take_snapshot
	from_peer pause 60000 + pause 0
	check_moved "$1: PAUSE, PAUSE 0" rx_mac_control=2 rx_pause=2 rx_xoff_link=1 \
		rx_xon_link=1 pause_transitions_link=1
}

pfc_acts() # WHEN
{
	take_snapshot
	from_peer pfc 3:60000 + pfc 3:0
	check_moved "$1: PFC, PFC 0" rx_mac_control=2 rx_pfc_frames=2 rx_pfc_3=2 rx_xoff_3=1 rx_xon_3=1 \
		pause_transitions_3=1
}

check_setting mode pause
pause_acts "as attached"
pfc_ignored "as attached"
configure mode off
pause_ignored "mode off"
pfc_ignored "mode off"
configure mode pfc
pause_ignored "mode pfc, no priority"
pfc_ignored "mode pfc, no priority"
configure prio 3
pause_ignored "mode pfc, priority 3"
pfc_acts "mode pfc, priority 3"
configure rx off
pfc_acts "mode pfc, rx off, which is for PAUSE"
configure rx-prio none
pause_ignored "mode pfc, rx-prio none"
pfc_ignored "mode pfc, rx-prio none"
configure mode pause
pause_ignored "mode pause, rx off"
pfc_ignored "mode pause, rx off"
configure rx on tx off
pause_acts "mode pause, tx off"
configure mode off
configure prio 3
check_setting mode pfc
pfc_acts "mode pfc by a priority"
