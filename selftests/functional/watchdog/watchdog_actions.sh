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
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/watchdog.sh"

detect_ms=200
restore_ms=100
# The time from one frame of the traffic to the next. A storm begins only when a frame waits.
frame_us=2000

stormed_pair prio 3,4
configure watchdog-detect-ms $detect_ms watchdog-restore-ms $restore_ms

sent_more_than() # FRAMES
{
	read -r reply <"/sys/class/net/$DUT/statistics/tx_packets"
	((reply > $1))
}

# weather TIMER [WORD...]: sends traffic of 3 and 4 with a storm in the middle, until the watchdog
# restores the timer
weather()
{
	local timer=$1 name=$1 detected restored
	shift

	[[ $timer != '"link"' ]] || name="link"
	counter "storms_detected_$name"
	detected=$reply
	counter "storms_restored_$name"
	restored=$reply
	capture_peer peer
	peer=$job
	sent_more_than 0 || :
	blast prio 3,4 size 200 every ${frame_us}us for 1s
	sender=$job
	# A pause is no storm while no frame waits.
	await 2 sent_more_than $((reply + 2))
	storm "$@" for 0.6
	await 2 counter_is "stormed_$name" 1
	nap 0.1
	at_height
	await 2 counter_is "stormed_$name" 0
	wait "$sender"
	await 5 drained
	reap "$peer"
	check_counter "storms_detected_$name" $((detected + 1))
	check_counter "storms_restored_$name" $((restored + 1))
	await 2 told_of storm-restored "$timer" $((restored + 1))
	check_after "detected after" paused storm-detected "$timer" $detect_ms $frame_us
	check_after "restored after" resumed storm-restored "$timer" $restore_ms
}

# storms KEY: the value of priority $prio in the output of pausectl watchdog; in $reply
storms()
{
	json_field "$seen" "$1"
	reply=${reply#\[}
	IFS=, read -ra values <<<"${reply%]}"
	reply=${values[prio]}
}

# --- alert -------------------------------------------------------------------------
at_height()
{
	counter paused_3
	paused=$reply
	counter queue_packets_3
	queued=$reply
	counter queue_packets_4
	beside=$reply
}
configure watchdog 3:alert
weather 3 prio 3
check_eq "alert: paused" "$paused" 1
check_between "alert: frames that wait" "$queued" 50 1000
check_eq "alert: frames that wait of priority 4" "$beside" 0
check_received peer
check_counter storm_drops_3 0

seen=$(pausectl -j watchdog dev "$DUT")
prio=3
# Frames leave when the partner ends the storm, before the watchdog judges it to be over.
storms last_tx_packets
after_alert=$reply
check_between "alert: frames sent in the storm" "$after_alert" "$queued" 1000

# --- forward -----------------------------------------------------------------------
at_height()
{
	counter paused_3
	paused=$reply
	counter queue_packets_3
	queued=$reply
}
configure watchdog 3:forward
weather 3 prio 3
check_eq "forward: paused" "$paused" 1
check_eq "forward: frames that wait" "$queued" 0
check_received peer
check_counter storm_drops_3 0
seen=$(pausectl -j watchdog dev "$DUT")
storms last_tx_packets
in_forward=$reply
check_between "forward: frames sent in the storm" "$in_forward" 150 400
storms last_drop_packets
check_eq "forward: frames dropped in it" "$reply" 0

# --- drop --------------------------------------------------------------------------
configure watchdog 3:drop
weather 3 prio 3
check_eq "drop: paused" "$paused" 1
check_eq "drop: frames that wait" "$queued" 0
counter storm_drops_3
dropped=$reply
check_between "drop: frames dropped" "$dropped" 150 400
sent_by_blast 3
sent=$reply
fields "$(station check "$TMP/peer" in | grep "^prio=3 ")"
check_eq "drop: frames of priority 3 that arrived" "${field[frames]}" $((sent - dropped))
sent_by_blast 4
sent=$reply
fields "$(station check "$TMP/peer" in | grep "^prio=4 ")"
check_eq "drop: frames of priority 4 that arrived" "${field[frames]}" "$sent"
check_counter drops_3 "$dropped"
check_counter drops_4 0
seen=$(pausectl -j watchdog dev "$DUT")
storms last_drop_packets
check_eq "drop: in the last storm" "$reply" "$dropped"
storms last_drop_bytes
check_eq "drop: octets" "$reply" $((dropped * 200))
storms detected
check_eq "storms in all" "$reply" 3
storms last_tx_packets
check_eq "drop: frames sent in the last storm" "$reply" 0
storms tx_packets
check_eq "frames sent in storms in all" "$reply" $((after_alert + in_forward))

# --- the link ----------------------------------------------------------------------
at_height()
{
	counter paused_link
	paused=$reply
	counter queue_packets_3
	queued=$reply
}
configure mode pause watchdog link:drop
on_peer pausectl set dev "$LINK" mode pause
weather '"link"'
check_eq "link: paused" "$paused" 1
check_eq "link: frames that wait" "$queued" 0
counter storm_drops_4
check_between "link: frames of priority 4 dropped" "$reply" 150 400

# --- drop, in a storm that only the port knows ------------------------------------------
storm()
{
	pausectl xoff dev "$DUT" "$@" received
}
at_height()
{
	counter paused_3
	paused=$reply
}
configure prio 3,4 watchdog 3:drop
counter rx_mac_control
received=$reply
counter storm_drops_3
dropped=$reply
counter drops_4
beside=$reply
weather 3 prio 3
check_eq "own: paused" "$paused" 1
counter storm_drops_3
check_between "own: frames dropped" $((reply - dropped)) 150 400
check_counter drops_4 "$beside"
check_counter rx_mac_control "$received"
