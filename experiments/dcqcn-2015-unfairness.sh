# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Zhu et al., Congestion Control for Large-Scale RDMA Deployments (DCQCN), SIGCOMM 2015, figure 3: four hosts send to one in a
# Clos of three tiers. With PFC alone the sender at the switch of the receiver beats the others, because PFC stops ports and
# not flows.

prio=0	# all that TCP sends

topology() {
	switch t1 l1 s1 l2 t2
	host h1 h2 h3 h4 r
	link h1-t1,h2-t1,h3-t1,t1-l1,l1-s1,s1-l2,l2-t2,h4-t2,r-t2 40 buffer-xoff 60k
}

# shares NAME: the rate of h4, as a multiple of the highest of the others, in $times
shares() {
	local i most=0

	for i in h1 h2 h3 h4; do
		tcp $i r
	done
	nap 2
	phase "$1" 3
	stop
	for i in h1-t1 h2-t1 h3-t1 h4-t2; do
		mbit $i
		value "$i, Mb/s" "$mbit"
		times=$(part "$mbit" "$most" 2> /dev/null) || true
		most=$(printf '%s\n' "$most" "$mbit" | sort -n | tail -n 1)
	done
}

experiment() {
	shares "PFC alone"
	claim "rate of h4, times the next" "$times" 1.5 4 "3 if the others share alike"
	count drops
	claim "frames lost" "$count" 0 0 "none"
}
