#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: debug
#
# If 30 % of all atomic allocations fail while congestion begins and ends, the port still sends XOFF
# and XON, perhaps late. All frames sent arrive or are counted as dropped. The last frame of a storm
# still ends the pause of the partner.
#
# If allocations of the kernel's workers fail, the monitor is told that events were lost.
#
#	sender-1             here                         $PEER
#	tx1 ---------------- sw1 [switch] $DUT ---------- $LINK station, sends PFC
#	pausectl, sends      pausectl     pausectl        (pausectl in the second part,
#	                                                   sends storms)
. "${0%/*}/../../lib/lossless.sh"
. "${0%/*}/../../lib/failslab.sh"

rounds=12
percent=30
fails=0

# fail WORD: allocations fail from now on; WORD is atomic or kworkers
fail()
{
	"fail_$1" $percent
}

# no_longer: no allocation fails any more; adds the number of those that failed to $fails
no_longer()
{
	stop_failing
	fails=$((fails + reply))
}

check_failed() # WHAT
{
	check_between "$1: allocations that failed" $fails $rounds 100000000
	fails=0
}

# received_by DEV COMMAND...: how many frames the device has received, in $reply; COMMAND enters
# its namespace
received_by()
{
	reply=$("${@:2}" ip -s -j link show dev "$1")
	reply=${reply#*\"rx\":}
	json_field "$reply" packets
}

receiver_pair
sender 1 prio 3 speed 1gbit buffer-xoff 3:8000 buffer-xon 3:3000
configure prio 3 speed 10mbit

# --- congestion --------------------------------------------------------------------------
note received_by "$LINK" on_peer
sent=0
missed=""
for ((round = 0; round < rounds; round++)); do
	# station refreshes the pause, which lasts for 3.4 s at 10 Mb/s.
	background station -n "$PEER" frame "$LINK" pfc 3:65535 count 1000000 every 100ms
	pauser=$job
	await 10 counter_is paused_3 1
	fail atomic
	blast_from 1 prio 3 size 1000 for 100ms
	busywait 5 counter_is xoff_outstanding_3 1 sw1 || missed+=" xoff"
	wait "$job" || missed+=" sender"
	no_longer
	kill "$pauser"
	wait "$pauser" || :
	fail atomic
	from_peer pfc 3:0
	busywait 5 counter_is xoff_outstanding_3 0 sw1 || missed+=" xon"
	busywait 5 drained || missed+=" frames"
	no_longer
	cp "$TMP/blast-1" "$TMP/blast"
	sent_by_blast 3
	sent=$((sent + reply))
done
check_eq "what did not come in 5 s" "$missed" ""
check_failed "congestion"
check_empty sw1
reply_between "XOFFs sent" $rounds 1000000 counter tx_xoff_3 sw1
reply_between "XONs sent" $rounds 1000000 counter tx_xon_3 sw1
json_field "$(on_sender 1 pausectl -j stats dev tx1)" paused
check_eq "the partner's pauses in the end" "$reply" "[0,0,0,0,0,0,0,0,0]"
# If an XOFF comes late, the buffer of sw1 may have no room. drops_3 of $DUT includes such frames.
counter drops_3
drops=$reply
counter drops_3 sw1
drops=$((drops + reply))
since received_by "$LINK" on_peer
echo "# congestion: sent $sent, arrived $reply, counted as dropped $drops"
check_between "frames sent" "$sent" $((rounds * 5)) 1000000
check_eq "frames that arrived or were counted as dropped" $((reply + drops)) "$sent"

# --- XOFF by hand: $DUT is the partner. Without XON its pause would last for 3 s ----------------
partner_port prio 3 speed 10mbit
held=0
for ((round = 0; round < rounds; round++)); do
	on_peer pausectl xoff dev "$LINK" prio 3 interval 1ms for 0.2
	await 10 counter_is paused_3 1
	fail atomic
	await 5 xoff_over "$LINK" on_peer
	busywait 1 counter_is paused_3 0 || held=$((held + 1))
	no_longer
	await 10 counter_is paused_3 0
done
check_failed "XOFF by hand"
check_eq "XOFFs whose end did not let the partner go on" $held 0

# --- events --------------------------------------------------------------------------------------
listener monitor pausectl -j monitor dev sw1
note counter tx_xoff_3 sw1
fail kworkers
pausectl xoff dev sw1 prio 3 interval 1ms for 0.2
await 5 xoff_over sw1
no_longer
# This is the last event that the monitor is told of.
pausectl set dev sw1 prio 3,4
await 10 told monitor 1 '"config"'
since counter tx_xoff_3 sw1
xoffs=$reply
finish monitor
check_failed "events"
reply_between "XOFFs that the monitor prints" 0 $((xoffs - 1)) times_told monitor '"event":"xoff"'
reply_between "times that it says that events were lost" 1 1000 times_told monitor '"event":"lost"'
