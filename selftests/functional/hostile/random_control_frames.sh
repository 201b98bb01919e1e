#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# Random frames of type 88-08 flood a port under traffic. The port counts each frame by its kind, and all
# data that the port sends meanwhile arrives, once and in order.
#
# Half of the frames come in mode pause, half in mode pfc. FLOOD_FRAMES is their number, and
# FUZZ_SEED selects other frames.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  floods, captures
. "${0%/*}/../../lib/lib.sh"

frames=${FLOOD_FRAMES:-20000}
seed=${FUZZ_SEED:-20261121}

# flood MODE: floods the port, which is in this mode
flood()
{
	local count counts name

	capture_peer wire type 88b5
	blast prio 0-7 every 10ms
	take_snapshot
	station -n "$PEER" flood "$LINK" "$address" $((frames / 2)) "$seed" >"$TMP/counts"
	read -r counts <"$TMP/counts"
	echo "# seed $seed, mode $1: $counts"
	for count in ${counts#sent=* }; do
		name=${count%=*}
		counter "$name"
		check_eq "mode $1: $name" $((reply - snapshot["$name"])) "${count#*=}"
	done
	counter rx_ignored
	check_between "mode $1: rx_ignored" $((reply - snapshot["rx_ignored"])) 1 $((frames / 2))
	from_peer pause 0 + pfc 0:0,1:0,2:0,3:0,4:0,5:0,6:0,7:0
	finish blast
	await 10 drained
	finish wire
	check_received wire
}

port_pair speed 10gbit
read -r address <"/sys/class/net/$DUT/address"
flood pause
configure prio 1,3-7
flood pfc
