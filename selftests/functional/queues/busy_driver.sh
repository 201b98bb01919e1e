#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# If a driver takes no frames for a while, the port sends XOFF and XON later.
# Waiting frames leave afterwards, control frames first. It does the same if its device is a macvlan, and the
# qdisc of the device below drops XOFF.
#
# A port ends without waiting for its driver.
#
#	$PEER                   here                             $PEER
#	busy1 station --------- busy0 [switch] $DUT ------------ $LINK station
#	sends data, captures    pausectl       pausectl          sends PFC
#	                        (its driver can be stopped)
#
#	stacked pausectl, sends XOFF
#	  | macvlan
#	lower, tbf and red --- far	here
. "${0%/*}/../../lib/lossless.sh"

# pfc_frames: prints the vector and the times of each PFC frame of the capture $TMP/wire
pfc_frames()
{
	sed -n 's/.* op=0101 vector=\([0-9]*\) pfc=\([0-9,]*\)$/\1 \2/p' "$TMP/wire"
}

receiver_pair
busy_pair
for dev in busy0 "$DUT"; do
	pausectl set dev "$dev" prio 3 speed 10mbit buffer-xoff $early_xoff
done
switched busy0

# --- congestion comes and goes while the driver is busy ------------------------------
capture wire -n "$PEER" capture busy1 type 8808
for round in 1 2; do
	driver_stops
	note counter tx_xoff_3 busy0
	shut 3
	station -n "$PEER" blast busy1 tag 1 prio 3 size 500 count 20 >"$TMP/blast"
	await 5 counter_reaches queue_packets_3 20
	# The port tries again each 50 us.
	nap 0.02
	check_counter xoff_outstanding_3 0 busy0
	reply_is "XOFFs while the driver is busy" 0 since counter tx_xoff_3 busy0
	driver_goes
	await 5 at_least 1 since counter tx_xoff_3 busy0
	check_counter xoff_outstanding_3 1 busy0

	driver_stops
	from_peer pfc 3:0
	await 5 all_drained "$DUT"
	check_empty busy0
	nap 0.02
	check_counter xoff_outstanding_3 1 busy0
	check_counter tx_xon_3 $((round - 1)) busy0
	driver_goes
	await 5 counter_is tx_xon_3 $round busy0
	check_counter xoff_outstanding_3 0 busy0
done
finish wire
counter tx_xoff_3 busy0
check_eq "frames at the partner" "$(pfc_frames | wc -l)" $((reply + 2))
check_eq "XONs among them" "$(pfc_frames | grep -c "^8 0,0,0,0,0,0,0,0")" 2
check_eq "the last one" "$(pfc_frames | tail -n 1)" "8 0,0,0,0,0,0,0,0"

# --- frames that wait meanwhile ---------------------------------------------------------
driver_stops
capture wire -n "$PEER" capture busy1
background station blast busy0 prio 5 count 30 >"$TMP/blast"
await 5 counter_reaches queue_packets_5 21 busy0
pausectl send dev busy0 pfc 3:77
driver_goes
wait "$job"
await 5 all_drained busy0
finish wire
check_received wire
check_match "the first that came" "$(grep -m 1 "^[0-9]" "$TMP/wire")" "* 8808 *"

# --- XOFF ends by itself meanwhile: XON comes afterwards --------------------------------
note counter tx_xoff_3 busy0
note counter tx_xon_3 busy0
pausectl xoff dev busy0 prio 3 interval 1ms for 0.1
await 5 at_least 5 since counter tx_xoff_3 busy0
driver_stops
await 5 xoff_over busy0
nap 0.02
reply_is "XONs while the driver is busy" 0 since counter tx_xon_3 busy0
driver_goes
await 5 at_least 1 since counter tx_xon_3 busy0
nap 0.02
reply_is "XONs afterwards" 1 since counter tx_xon_3 busy0

# --- the driver gives a frame back: the port sends it first, or loses it with the others ---
# waits_given_back: three frames wait; the driver has given back the first of them
waits_given_back()
{
	echo Y >/sys/module/pausectl_busy/parameters/full
	station blast busy0 prio 5 count 3 >"$TMP/blast"
	check_counter queue_packets_5 2 busy0
}

capture wire -n "$PEER" capture busy1 type 88b5
waits_given_back
echo N >/sys/module/pausectl_busy/parameters/full
await 5 all_drained busy0
finish wire
check_received wire

note counter drops_5 busy0
note device_counter busy0 tx_dropped
waits_given_back
ip link set busy0 down
reply_is "frames that the port dropped" 3 since counter drops_5 busy0
reply_is "frames that the device dropped" 3 since device_counter busy0 tx_dropped
echo N >/sys/module/pausectl_busy/parameters/full
ip link set busy0 up

# --- the port ends with XOFF outstanding while the driver is busy ---------------------------
pausectl xoff dev busy0 prio 3
await 5 counter_is xoff_outstanding_3 1 busy0
driver_stops
detach busy0
check_eq "ports" "$(station dump port)" "entries=1 torn=0 error=0"
driver_goes
attach busy0
check_setting mode pause busy0

# --- red below a macvlan drops XOFF, and returns NET_XMIT_CN, as for a frame that it has queued ---
ip link add lower up type veth peer name far
finally "ip link del lower"
ip link set far up
ip link add link lower name stacked up type macvlan
tc qdisc add dev lower root handle 1: tbf rate 8kbit burst 2000 limit 100000
tc qdisc add dev lower parent 1:1 handle 2: red limit 100000 min 2000 max 4000 avpkt 1000 burst 3 bandwidth 10mbit
station blast lower size 1000 count 100 >"$TMP/blast"
attach stacked
pausectl set dev stacked speed 10mbit
pausectl xoff dev stacked
nap 0.02
check_counter tx_xoff_link 0 stacked
check_counter xoff_outstanding_link 0 stacked
tc qdisc del dev lower root
await 2 counter_is tx_xoff_link 1 stacked
