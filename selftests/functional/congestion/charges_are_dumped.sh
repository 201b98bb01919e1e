#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# The dump of charges tells in which queue the charges of each ingress port and buffer wait: each octet once, over
# all qdiscs of the egress port, in as many messages as it takes. The charges of a port that has ended are in no row.
#
#	here, eight switch ports                      |  $PEER
#	tx1 --- sw1 --+                               |
#	...           +- tc -- $DUT pausectl, mq -----+- $LINK station
#	tx8 --- sw8 --+        is paused              |  sends PFC
. "${0%/*}/../../lib/lossless.sh"
require jq

senders=8
each=3
size=500

# looked: the rows of one look, in $TMP/rows
looked()
{
	pausectl record interval 10s for 0.001 2>/dev/null >"$TMP/recording"
	jq -c 'select(.record == "charge" and .sample == 0) | del(.time)' "$TMP/recording" >"$TMP/rows"
}

# rows FILTER: what jq makes of the list of rows, in $reply
rows()
{
	reply=$(jq -s -r "$1" "$TMP/rows")
}

index_of()
{
	reply=$(<"/sys/class/net/$1/ifindex")
}

pair numtxqueues 4 numrxqueues 4
tc qdisc add dev "$DUT" root handle 1: mq
for queue in 1 2 3 4; do
	tc qdisc add dev "$DUT" parent 1:$queue pausectl
done
configure speed 1mbit prio 0-7
for ((i = 1; i <= senders; i++)); do
	veth "sw$i" "tx$i"
	port "sw$i" prio 0-7
	tc qdisc add dev "sw$i" clsact
	tc filter add dev "sw$i" ingress protocol 802.1q matchall action mirred egress redirect dev "$DUT"
done
pausectl set dev sw2 prio-buffer 2:1
pausectl set dev sw3 mode pause
check_eq "nothing waits" "$(station dump charges)" "entries=0 torn=0 error=0"

shut {0..7}
for ((i = 1; i <= senders; i++)); do
	station blast "tx$i" tag "$i" prio 0-7 size $size count $each >"$TMP/blast"
done
await 2 at_least $((senders * 8 * each)) sum_of queue_packets "$DUT"
looked
check_eq "messages" "$(station dump charges)" "entries=$((senders * 8)) torn=0 error=0"
check_eq "rows" "$(wc -l <"$TMP/rows")" $((senders * 8))
index_of "$DUT"
rows "map(select(.ifindex == $reply and .frames == $each and .octets == $((each * size)))) | length"
check_eq "rows of $DUT with $each frames of $size octets" "$reply" $((senders * 8))
rows 'map([.ingress, .priority]) | unique | length'
check_eq "ingress ports and queues" "$reply" $((senders * 8))
for dev in sw1 sw2 sw3; do
	index_of $dev
	rows "map(select(.ingress == $reply)) | group_by(.buffer) |
		map([.[0].buffer, (map(.octets) | add)]) as \$sums |
		[range(8)] | map(. as \$i | \$sums | map(select(.[0] == \$i)[1])[0] // 0) | join(\" \")"
	check_eq "$dev: octets of each buffer" "$reply" "$(pausectl -j stats dev $dev | jq -r '.[0].occupancy | join(" ")')"
done
index_of sw1
rows "map(select(.ingress == $reply) | \"\(.priority) \(.buffer) \(.timers)\") | join(\", \")"
check_eq "sw1: queue, buffer, timers" "$reply" \
	"0 0 [0], 1 1 [1], 2 2 [2], 3 3 [3], 4 4 [4], 5 5 [5], 6 6 [6], 7 7 [7]"
index_of sw2
rows "map(select(.ingress == $reply and .buffer == 1) | \"\(.priority) \(.timers)\") | join(\", \")"
check_eq "sw2: queue and timers of buffer 1" "$reply" "1 [1,2], 2 [1,2]"
index_of sw3
rows "map(select(.ingress == $reply) | \"\(.buffer) \(.timers)\") | unique | join(\", \")"
check_eq "sw3: buffer and timers" "$reply" "0 [8]"

detach sw1
ip link del sw2
check_eq "two ports have ended" "$(station dump charges)" "entries=$(((senders - 2) * 8)) torn=0 error=0"
check_eq "a dump with an attribute" "$(station dump charges "ifindex=dev:$DUT")" \
	"entries=0 torn=0 error=22 message=a dump takes no attributes"
check_match "no dump" "$(station genl charges-get "ifindex=dev:$DUT")" "error=95*"
reopen {0..7}
await 5 all_drained "$DUT"
check_eq "all have left" "$(station dump charges)" "entries=0 torn=0 error=0"
