#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
# length: long
#
# Four TCP senders with the default offloads of veth send through a bridge to one receiver of 50 Mb/s.
# The test sets only PFC, speeds and the pace of the bottleneck: no pace at the senders, no size of a
# buffer. No frame is lost, TCP takes no segment for lost, and the receiver's link is full. The kernel's own
# account of drops (the tracepoint skb:kfree_skb) has none before the sockets. In the first round GSO frames
# pass whole where a port does not pace. In the second round all ports split them.
#
#	sender-1 ... sender-4      here                                $PEER
#	tx1 ... tx4 -------------- sw1 ... sw4 [bridge] $DUT --------- $LINK
#	pausectl, 1 Gb/s,          pausectl, 1 Gb/s     pausectl,      pausectl, 50 Mb/s,
#	iperf3 sends                                    50 Mb/s, pace  captures, iperf3 receives
#
# TCP may send a segment again although no frame was lost. If XOFF delays acknowledgements for more than
# two round-trip times, TCP sends its last segment again as a tail loss probe. The receiver then has the
# segment twice, and counts the duplicate SACK that it sends. The sender may miss this duplicate SACK,
# because it may have closed its socket. So the test demands that
# - the receiver already had each segment that TCP sent again,
# - no segment comes before an earlier one,
# - TCP takes no segment for lost.
. "${0%/*}/../../lib/lossless.sh"
require iperf3 jq nstat

senders=4
bps=50000000

receiver_pair
partner_port
on_peer ip address add 10.0.0.100/24 dev "$LINK"
switch_ports=("$DUT")
for ((n = 1; n <= senders; n++)); do
	sender "$n" prio 0-7
	on_sender "$n" ip address add "10.0.0.$n/24" dev "tx$n"
	switch_ports+=("sw$n")
done

# each_port COMMAND...: runs the command for each port, in its namespace, with its name in place of DEV
each_port()
{
	local n dev

	for dev in "${switch_ports[@]}"; do
		"${@/#DEV/$dev}"
	done
	for ((n = 1; n <= senders; n++)); do
		on_sender "$n" "${@/#DEV/tx$n}"
	done
	on_peer "${@/#DEV/$LINK}"
}

# ports_anew: makes all ports anew, so that their counters are 0, and sets PFC and speeds
ports_anew()
{
	each_port tc qdisc del dev DEV root
	each_port tc qdisc add dev DEV root handle 1: pausectl
	each_port pausectl set dev DEV prio 0-7 speed 1gbit
	configure_partner speed $bps
	pausectl set dev "$DUT" speed $bps pace on
}

# all_drops: the frames that all ports have dropped, in $reply
all_drops()
{
	reply=$(each_port pausectl -j stats dev DEV | jq -s '[.[][].drops[]] | add')
}

# all_tcp_since: writes how far the TCP counters of each sender and of the receiver have moved since the last call
all_tcp_since()
{
	local n

	for ((n = 1; n <= senders; n++)); do
		tcp_since "$n" on_sender "$n"
	done
	tcp_since peer on_peer
}

listening()
{
	(($(on_peer ss -Htln | wc -l) == senders))
}

# incast: all senders send at once for 1 s; $LINK captures to $TMP/peer
incast()
{
	local n servers=() clients=()

	capture_peer peer
	for ((n = 1; n <= senders; n++)); do
		background on_peer iperf3 -s -1 -p $((5200 + n)) >"$TMP/server-$n"
		servers+=("$job")
	done
	await 5 listening
	for ((n = 1; n <= senders; n++)); do
		background on_sender "$n" iperf3 -c 10.0.0.100 -p $((5200 + n)) -t 1 >"$TMP/client-$n"
		clients+=("$job")
	done
	wait "${clients[@]}"
	wait "${servers[@]}"
	await 60 all_drained "${switch_ports[@]}"
	finish peer
}

# utilisation: the octets on the wire in permille of what the speed allows, from 0.25 s to 0.75 s after
# the first full frame, in $reply. A frame takes the time until the next one starts. A GSO frame counts as
# its frames of 1448 octets of payload, each with headers of 66 octets.
utilisation()
{
	reply=$(awk -v bps=$bps '
		$2 != "in" || $4 != "0800" || !begin && $3 < 1514 { next }
		!begin { begin = $1 + 250000000 }
		$1 < begin || $1 > begin + 500000000 { next }
		!first { first = $1 }
		{
			octets += last_octets
			frames = $3 > 1514 ? int(($3 - 66 + 1447) / 1448) : 1
			last_octets = $3 + (frames - 1) * 66 + frames * 24
			last = $1
		}
		END { if (last > first) printf "%d", octets * 8e12 / (last - first) / bps }' "$TMP/peer")
}

# check_incast NAME: runs an incast with the present settings and checks the counters
check_incast()
{
	local dev most again

	note backlog_drops
	all_tcp_since
	incast
	all_tcp_since
	for dev in "${switch_ports[@]}"; do
		counter occupancy_max_0 "$dev"
		most=$reply
		counter size_in_force_0 "$dev"
		echo "$1: $dev: at most $most octets charged, the buffer has $reply"
	done
	reply_is "$1: frames dropped by full buffers" 0 sum_of buffer_drops "${switch_ports[@]}"
	reply_is "$1: frames dropped by all ports" 0 all_drops
	reply_is "$1: frames dropped before a port saw them" 0 since backlog_drops
	check_nothing_lost "$1"
	tcp_sum TcpRetransSegs
	again=$reply
	tcp_sum TcpExtTCPDSACKOldSent
	check_eq "$1: segments sent again that had not arrived" "$((again - reply)) of $again" "0 of $again"
	reply_between "$1: link used, permille" 990 1001 utilisation
}

watch_drops
for split in auto on; do
	ports_anew
	each_port pausectl set dev DEV split-gso $split
	check_incast "split-gso $split"
done
reply_is "frames that the kernel dropped before they reached a socket" 0 dropped_on_the_way
on_peer tc qdisc add dev "$LINK" clsact
on_peer tc filter add dev "$LINK" ingress matchall action drop
on_sender 1 ping -c 1 -W 0.1 10.0.0.100 >"$TMP/ping" || :
reply_between "the same, after a filter has dropped a ping" 1 10 dropped_on_the_way
