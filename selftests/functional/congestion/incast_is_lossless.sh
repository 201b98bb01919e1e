#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
# length: long
#
# Two, and then eight, senders of 100 Mb/s send through a switch to one receiver of 10 Mb/s. With
# PFC the lossless priority loses no frame, keeps its order and fills the receiver's link, while a
# lossy priority beside it loses frames.
#
# So it is with the profile roce. With PFC off, the same priority loses frames.
#
#	sender-1 ... sender-8      here                                $PEER
#	tx1 ... tx8 -------------- sw1 ... sw8 [switch] $DUT --------- $LINK
#	pausectl, send             pausectl             pausectl,      captures
#	priorities 3 and 1                              10 Mb/s
. "${0%/*}/../../lib/lossless.sh"

out_bps=10000000
seconds=${INCAST_SECONDS:-5}
size=1514

receiver_pair
pausectl set dev "$DUT" prio 3 speed $out_bps pace on limit 100k

# incast SENDERS SECONDS [alone]: all senders send at once; $LINK captures to $TMP/peer
incast()
{
	local n senders=()

	capture_peer peer
	for ((n = 1; n <= $1; n++)); do
		blast_from "$n" prio 3 size $size for "$2s"
		senders+=("$job")
		[[ -z ${3-} ]] || continue
		lossy_from "$n" prio 1 size $size for "$2s" every 5ms
		senders+=("$job")
	done
	wait "${senders[@]}"
	await 60 all_drained "$DUT"
	finish peer
}

# utilisation CAPTURE: the octets on the wire between the first and the last frame, in permille of
# the octets that the speed allows; in $reply
utilisation()
{
	read -r reply < <(awk -v bps=$out_bps '
		/^#/ { next }
		!first { first = $1; next }
		{ octets += $3 + 24; last = $1 }
		END { printf "%d\n", octets * 8 * 1e12 / (last - first) / bps }' "$TMP/$1")
}

check_incast() # SENDERS
{
	local n ports=()

	for ((n = 1; n <= $1; n++)); do
		ports+=("sw$n")
		check_whole "$n" 3 peer
		counter occupancy_max_3 "sw$n"
		echo "sw$n: priority 3: at most $reply octets charged"
	done
	reply_is "$1 senders: lossless frames dropped" 0 sum_of buffer_drops "${ports[@]}"
	reply_between "$1 senders: lossy frames dropped" 1 1000000000 counter drops_1 "$DUT"
	check_counter drops_3 0
	reply_between "$1 senders: link used, permille" 990 1001 utilisation peer
	check_empty "${ports[@]}"
}

for n in 1 2; do
	sender "$n" prio 3 speed 100mbit pace on
done
incast 2 "$seconds"
check_incast 2
for n in {3..8}; do
	sender "$n" prio 3 speed 100mbit pace on
done
incast 8 "$seconds"
check_incast 8

# With the profile roce, each sender waits for the seven others, so long that its watchdog may tell of a storm.
install_profiles
for n in {1..8}; do
	on_sender "$n" pausectl set dev "tx$n" profile roce
	pausectl set dev "sw$n" profile roce
done
pausectl set dev "$DUT" profile roce
incast 8 2 alone
for n in {1..8}; do
	check_whole "$n" 3 peer
done

# The same frames without PFC, for 0.2 s
for n in {1..8}; do
	pausectl set dev "sw$n" mode off
done
note counter drops_3 "$DUT"
incast 8 0.2
reply_between "PFC off: frames of the lossless priority dropped" 1 1000000000 since counter drops_3 "$DUT"
