# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2086,SC2154
# Crisan et al., Got Loss? Get zOVN!, SIGCOMM 2013: the answers of partition-aggregate collide at the aggregator. On a lossless
# virtual switch the queries complete sooner, by up to 15 times in the mean, because no answer waits for a timeout of TCP.

workers="w1 w2 w3 w4 w5 w6 w7 w8"
prio=0	# all that TCP sends

topology() {
	local i

	switch s
	host aggregator $workers
	for i in aggregator $workers; do
		link "$i-s" 40 buffer-xoff 20k limit 40k
	done
}

# queries NAME COUNT: each worker answers each query with 60,000 octets. The times in ms, mean and longest, are in $mean and $longest.
queries() {
	local i port turn begin ms sum=0

	phase=$1 longest=0
	for ((turn = 0; turn < $2; turn++)); do
		port=6000 traffic=()
		for i in $workers; do
			start aggregator station stream listen $((++port))
		done
		until [ "$(on aggregator ss -Htln | wc -l)" = 8 ]; do
			nap 0.01
		done
		begin=${EPOCHREALTIME/./} port=6000
		for i in $workers; do
			start "$i" station stream connect "$(address aggregator)" $((++port)) 60000
		done
		wait "${traffic[@]}"
		ms=$(((${EPOCHREALTIME/./} - begin) / 1000)) sum=$((sum + ms))
		value "query, ms" $ms
		longest=$((ms > longest ? ms : longest))
	done
	mean=$((sum / $2)) traffic=()
}

# resent: segments that all workers have sent again since the last call, in $resent
resent() {
	local i

	resent=0
	for i in $workers; do
		resent=$((resent + $(on "$i" nstat -sz TcpRetransSegs | awk '/Tcp/ { print $2 }')))
	done
}

experiment() {
	local lossy

	everywhere mode off
	queries "lossy" 20
	lossy=$mean lossy_longest=$longest
	resent
	claim "segments sent again" "$resent" 1 100000 "the answers collide"
	everywhere prio 0
	resent && lost=$resent
	queries "lossless" 20
	resent
	claim "segments sent again" $((resent - lost)) 0 0 "nothing is lost"
	claim "mean time, part of the lossy one" "$(awk "BEGIN { print $mean / $lossy }")" 0 0.99 "it falls"
	claim "longest time, part of the lossy one" "$(awk "BEGIN { print $longest / $lossy_longest }")" 0 0.99 "it falls"
}
