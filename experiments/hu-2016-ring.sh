# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Hu et al., Deadlocks in Datacenter Networks, HotNets 2016: two flows around a ring of four switches make a cyclic buffer
# dependency and no deadlock. A third flow makes them deadlock, and does not if its rate is limited.

topology() {
	switch s1 s2 s3 s4
	host h1 h2 h3 h4
	link h1-s1,h2-s2,h3-s3,h4-s4,s1-s2,s2-s3,s3-s4,s4-s1 40 buffer-xoff 20k
	via s1 s2 h4
	via s2 s3 h4
	via s3 s4 h2
	via s4 s1 h2
}

# flows NAME [RATE]: two flows, and a third one with this rate, for 3 s or until trace names a ring; 1 in $rings if it does
flows() {
	local begin

	phase=$1
	say "$phase"
	restart
	blast h1 h4
	blast h3 h2
	nap 0.5
	if [ $# = 2 ]; then
		at h2-s2 maxrate "3:$2"
		blast h2 h3
	fi
	begin=${EPOCHREALTIME/./}
	until ring for 50ms || ((${EPOCHREALTIME/./} > begin + 3000000)); do
		nap 0.1
	done
	ms=$(((${EPOCHREALTIME/./} - begin) / 1000))
	stop 1
}

experiment() {
	flows "two flows"
	claim "rings that trace names" "$rings" 0 0 "no deadlock"
	flows "three flows" 40mbit
	claim "rings that trace names" "$rings" 1 1 "deadlock"
	claim "ms until trace names it" "$ms" 0 1000 "within a second"
	flows "three flows, the third with 2 Mb/s" 2mbit
	claim "rings that trace names" "$rings" 0 0 "no deadlock"
}
