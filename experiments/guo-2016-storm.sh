# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.3 and figure 5: a NIC that takes no frame any more
# sends pause frames for ever, and so stops its fabric. A watchdog at the NIC or at its switch bounds that.

topology() {
	switch spine leaf1 leaf2
	host bad h1 h2 h3
	link bad-leaf1,h1-leaf1,h2-leaf2,h3-leaf2,leaf1-spine,leaf2-spine 40 buffer-xoff 20k
}

# rate NAME LOW HIGH REASON: a claim about the rate at which the three good hosts receive, half a second after what was done last.
rate() {
	nap 0.5
	phase "$1" 1
	mbit leaf1-h1 leaf2-h2 leaf2-h3
	claim "rate to h1, h2 and h3, Mb/s" "$mbit" "${@:2}"
}

experiment() {
	# The bad host takes its frames out of this queue.
	on bad ip link add rx up type ifb
	pausectl -n bad add dev rx prio 3 speed 40mbit pace on
	on bad tc qdisc add dev bad-leaf1 clsact
	on bad tc filter add dev bad-leaf1 ingress protocol 802.1q matchall action mirred egress redirect dev rx
	# 12.30 Mb/s to the next one, and 2.46 Mb/s to the bad one. It takes the processor from the senders for 1 or 2 ms to
	# record, and they do not catch up.
	blast h1 h2 every 5ms burst 5
	blast h2 h3 every 5ms burst 5
	blast h3 h1 every 5ms burst 5
	for i in h1 h2 h3; do blast $i bad every 5ms; done
	rate "no storm" 36.5 37.3 "what they send, and 1 %"
	pausectl -n bad xoff dev rx prio 3 for 10m received
	rate "storm" 0 0 "each soon has a frame for the bad host in front"
	rings 0 "a storm has a root"
	at leaf1-bad watchdog 3:drop
	rate "storm, watchdog at the switch" 36.5 37.3 "as without a storm"
	at leaf1-bad watchdog 3:off
	rate "storm, no watchdog" 0 0 "the negative control"
	at bad-leaf1 guard-ms 100
	rate "storm, watchdog at the NIC" 36.5 37.3 "as without a storm"
}
