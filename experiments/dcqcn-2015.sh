# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Zhu et al., Congestion Control for Large-Scale RDMA Deployments (DCQCN), SIGCOMM 2015, figures 3 and 4, in a Clos of three
# tiers. With PFC alone the sender at the switch of the receiver beats the others, and a flow that shares no congested link with
# an incast becomes its victim. ECN below the threshold of PFC mends both.

prio=0	# iperf3 has a connection of this priority beside the data

interval=50ms

topology() {
	switch t1 l1 s1 l2 t2 t3
	host h1 h2 h3 h4 h5 h6 r v w
	link h1-t1,h2-t1,h3-t1,v-t1,t1-l1,w-l1,l1-s1,s1-l2,l2-t2,l2-t3,h4-t2,r-t2,h5-t3,h6-t3 40 buffer-xoff 60k
}

# rates NAME HOST...: each HOST sends to r, or v to w, by $send; their rates are in the array rate
declare -A rate receiver=([v]=w)
rates() {
	local host

	for host in "${@:2}"; do
		$send "$host" "${receiver[$host]-r}"
	done
	nap 2
	phase "$1" 2
	rings 0 "no deadlock"
	stop
	for host in "${@:2}"; do
		mbit "$host-${near[$host]# }"
		rate[$host]=$mbit
		value "$host, Mb/s" "$mbit"
	done
	lost 0 0 "none"
}

# figures NAME, and of each figure LOW HIGH REASON: the advantage of h4, and what v keeps of its rate once h5 and h6 send
figures() {
	rates "$1, figure 3" h1 h2 h3 h4
	claim "rate of h4, times the mean of h1 to h3" "$(part "3 * ${rate[h4]}" "(${rate[h1]} + ${rate[h2]} + ${rate[h3]})")" "${@:2:3}"
	rates "$1, figure 4 without h5 and h6" h1 h2 v
	local alone=${rate[v]}
	rates "$1, figure 4" h1 h2 v h5 h6
	claim "what v keeps" "$(part "${rate[v]}" "$alone")" "${@:5}"
}

experiment() {
	# RoCE without congestion control sends as fast as the link.
	send=blast
	figures "PFC alone" 2.7 3.3 "3, since each port of t2 has half, and 10 %" 0 0.95 "it falls"
	send=tcp control=dctcp
	everywhere ecn $prio:100 ecn-min $prio:15000 ecn-max $prio:15000
	figures "PFC and ECN" 0.7 1.3 "1, and 30 %" 1 3 "no less, since h1 and h2 leave it more"
}
