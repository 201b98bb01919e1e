# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.3 and figure 5: one NIC that sends pause frames
# for ever stops its fabric. A watchdog at the NIC or at its switch bounds that.

topology() {
	switch spine leaf1 leaf2
	host bad h1 h2 h3
	link bad-leaf1,h1-leaf1,h2-leaf2,h3-leaf2,leaf1-spine,leaf2-spine 40 buffer-xoff 20k
}

# rate NAME: of the hosts that are not bad, in $mbit
rate() {
	nap 0.5
	phase "$1" 0.5
	mbit h1-leaf1 h2-leaf2 h3-leaf2
}

experiment() {
	local calm found=0

	blast h1 h2 every 1ms
	blast h2 h3 every 1ms
	blast h3 h1 every 1ms
	for i in h1 h2 h3; do
		blast $i bad every 5ms
	done
	rate "no storm" && calm=$mbit && value "rate of three hosts, Mb/s" "$mbit"
	pausectl -n bad xoff dev bad-leaf1 prio 3 for 10m
	rate "storm"
	claim "rate of three hosts, Mb/s" "$mbit" 0 0 "each soon has a frame for the bad host in front"
	! ring || found=1
	claim "rings that trace names" $found 0 0 "a storm has a root"
	at leaf1-bad watchdog 3:drop
	rate "storm, watchdog at the switch"
	claim "rate, part of the rate without a storm" "$(part "$mbit" "$calm")" 0.99 1.01 "a frame in 100"
	at leaf1-bad watchdog 3:off
	rate "storm again"
	claim "rate of three hosts, Mb/s" "$mbit" 0 0 "the negative control"
	at bad-leaf1 guard-ms 100
	pausectl -n bad xon dev bad-leaf1
}
