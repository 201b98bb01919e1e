# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Hu et al., Deadlocks in Datacenter Networks, HotNets 2016: frames that run in a loop of n switches until their TTL ends
# deadlock only above the rate r = n B / TTL, B being that of the links.

interval=50ms

topology() {
	router r1 r2 r3 r4
	host source lost
	link source-r1,r4-lost,r1-r2,r2-r3,r3-r1,r3-r4,r4-r1 20 buffer-xoff 12k
}

# deadlock PERMILLE: sends at so much of n B / TTL for 2 s, or until trace names a ring; 1 in $rings if it does
deadlock() {
	local begin=${EPOCHREALTIME/./}

	restart
	at source-r1 maxrate "3:$((20 * n * $1 / ttl))kbit"
	# A frame crosses as many links of the loop as its TTL says, after the first router has counted.
	start source mausezahn source-r1 -q -c 0 -p 1472 -b "$(mac r1)" -A "$(address source)" -B "$(address lost)" \
		-t udp "dp=9,sp=9,dscp=24,ttl=$((ttl + 1))"
	until ring for 50ms || ((${EPOCHREALTIME/./} > begin + 2000000)); do
		nap 0.1
	done
	value "ms at $1 permille" $(((${EPOCHREALTIME/./} - begin) / 1000))
	stop 0
}

experiment() {
	local n ttl i

	for n in 2 3 4; do
		# r1 to r2, and so on, and the last one to r1
		for ((i = 1; i <= n; i++)); do
			forward r$i r$((i % n + 1)) lost
		done
		for ttl in 12 24 36 48; do
			phase="n $n, TTL $ttl"
			deadlock 950
			claim "deadlocks at 95 % of n B / TTL" "$rings" 0 0 "the threshold is within 5 %"
			deadlock 1050
			claim "deadlocks at 105 % of n B / TTL" "$rings" 1 1 "the threshold is within 5 %"
		done
	done
}
