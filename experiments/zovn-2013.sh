# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2086,SC2154
# Crisan et al., Got Loss? Get zOVN!, SIGCOMM 2013: the answers of partition-aggregate collide at the aggregator. On a lossless
# virtual switch the queries complete sooner, by up to 15 times in the mean, because no answer waits for a timeout of TCP.

workers="w1 w2 w3 w4 w5 w6 w7 w8"
prio=0	# all that TCP sends

topology() {
	switch s
	host aggregator $workers
	link "aggregator-s,${workers// /-s,}-s" 40 buffer-xoff 20k limit 40k
}

# queries NAME: each worker answers each of 20 queries with 60,000 octets. The times in ms, mean and longest, are in $mean and
# $longest, and what the workers have sent again is in $resent.
queries() {
	local i port begin ms sum=0

	phase=$1 longest=0 resent=0
	for _ in {1..20}; do
		port=6000
		for i in $workers; do
			serve aggregator $((++port)) station stream listen $port
		done
		begin=${EPOCHREALTIME/./} port=6000
		for i in $workers; do
			start "$i" station stream connect "$(address aggregator)" $((++port)) 60000
		done
		wait "${traffic[@]}"
		ms=$(((${EPOCHREALTIME/./} - begin) / 1000)) traffic=()
		value "query, ms" $ms
		sum=$((sum + ms)) longest=$((ms > longest ? ms : longest))
	done
	mean=$((sum / 20))
	for i in $workers; do
		resent=$((resent + $(NSTAT_HISTORY=$work/$i on "$i" nstat -z TcpRetransSegs | awk '/Tcp/ { print $2 }')))
	done
}

experiment() {
	everywhere mode off
	queries "lossy"
	lossy=$mean lossy_longest=$longest
	claim "segments sent again" "$resent" 1 100000 "the answers collide"
	everywhere prio 0
	queries "lossless"
	claim "segments sent again" "$resent" 0 0 "nothing is lost"
	claim "mean time, part of the lossy one" "$(part $mean $lossy)" 0 0.99 "it falls"
	claim "longest time, part of the lossy one" "$(part $longest $lossy_longest)" 0 0.99 "it falls"
}
