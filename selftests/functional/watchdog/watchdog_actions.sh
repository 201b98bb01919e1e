#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# The watchdog detects a storm of pauses after the time to detect, and its end after the time to
# restore, each at most one look later. During the storm, alert obeys the pause, forward sends frames
# in spite of the pause, and drop drops all frames of the priority. Another priority loses nothing.
#
# The same holds for `pausectl xoff` with received. In mode pause the watchdog watches the link in the
# same way.
#
#	here                      |  $PEER
#	$DUT pausectl, watched ---+- $LINK pausectl
#	sends data                |  sends storms, captures
. "${0%/*}/../../lib/watchdog.sh"

detect_ms=200
restore_ms=100
# The time from one frame of the traffic to the next. A storm begins only when a frame waits.
frame_us=2000

# weather TIMER [WORD...]: sends traffic of 3 and 4 with a storm in the middle, until the watchdog restores the timer. At the
# height of the storm, $paused tells if the timer is paused, and $queued and $beside how many frames of 3 and 4 wait.
weather()
{
	local timer=$1 name=${1//\"/}
	shift

	note counter "storms_detected_$name"
	note counter "storms_restored_$name"
	capture_peer peer
	note device_counter "$DUT" tx_packets
	blast prio 3,4 size 200 every ${frame_us}us for 1s
	# A pause is no storm while no frame waits.
	await 2 at_least 3 since device_counter "$DUT" tx_packets
	storm "$@" for 0.6
	await 2 counter_is "stormed_$name" 1
	nap 0.1
	counter "paused_$name"
	paused=$reply
	counter queue_packets_3
	queued=$reply
	counter queue_packets_4
	beside=$reply
	await 2 counter_is "stormed_$name" 0
	await_end blast
	await 5 drained
	finish peer
	reply_is "$what: storms detected" 1 since counter "storms_detected_$name"
	reply_is "$what: storms restored" 1 since counter "storms_restored_$name"
	counter "storms_restored_$name"
	await 2 told_of storm-restored "$timer" "$reply"
	check_after "$what: detected after" paused storm-detected "$timer" $detect_ms $frame_us
	check_after "$what: restored after" resumed storm-restored "$timer" $restore_ms
	check_eq "$what: paused" "$paused" 1
	seen=$(pausectl -j watchdog dev "$DUT")
}

# storms KEY: the value of priority 3 in the output of pausectl watchdog; in $reply
storms()
{
	json_element "$seen" "$1" 3
}

# arrived PRIO: frames that the peer has captured, in $reply
arrived()
{
	fields "$(station check "$TMP/peer" in | grep "^prio=$1 ")"
	reply=${field[frames]}
}

stormed_pair prio 3,4
configure watchdog-detect-ms $detect_ms watchdog-restore-ms $restore_ms

what=alert
configure watchdog 3:alert
weather 3 prio 3
check_between "alert: frames that wait" "$queued" 50 1000
check_eq "alert: frames that wait of priority 4" "$beside" 0
check_received peer
check_counter storm_drops_3 0
# Frames leave when the partner ends the storm, before the watchdog judges it to be over.
reply_between "alert: frames sent in the storm" "$queued" 1000 storms last_tx_packets
after_alert=$reply

what=forward
configure watchdog 3:forward
weather 3 prio 3
check_eq "forward: frames that wait" "$queued" 0
check_received peer
check_counter storm_drops_3 0
reply_between "forward: frames sent in the storm" 150 400 storms last_tx_packets
in_forward=$reply
reply_is "forward: frames dropped in it" 0 storms last_drop_packets

what=drop
configure watchdog 3:drop
weather 3 prio 3
check_eq "drop: frames that wait" "$queued" 0
reply_between "drop: frames dropped" 150 400 counter storm_drops_3
dropped=$reply
sent_by_blast 3
reply_is "drop: frames of priority 3 that arrived" $((reply - dropped)) arrived 3
sent_by_blast 4
reply_is "drop: frames of priority 4 that arrived" "$reply" arrived 4
check_counter drops_3 "$dropped"
check_counter drops_4 0
reply_is "drop: in the last storm" "$dropped" storms last_drop_packets
reply_is "drop: octets" $((dropped * 200)) storms last_drop_bytes
reply_is "storms in all" 3 storms detected
reply_is "drop: frames sent in the last storm" 0 storms last_tx_packets
reply_is "frames sent in storms in all" $((after_alert + in_forward)) storms tx_packets

what="link"
configure mode pause watchdog link:drop
configure_partner mode pause
weather '"link"'
check_eq "link: frames that wait" "$queued" 0
reply_between "link: frames of priority 4 dropped" 150 400 counter storm_drops_4

# A storm that only the port knows
what=own
storm()
{
	pausectl xoff dev "$DUT" "$@" received
}
configure prio 3,4 watchdog 3:drop
note counter rx_mac_control
note counter storm_drops_3
note counter drops_4
weather 3 prio 3
reply_between "own: frames dropped" 150 400 since counter storm_drops_3
reply_is "own: frames of priority 4 dropped" 0 since counter drops_4
reply_is "own: control frames received" 0 since counter rx_mac_control
