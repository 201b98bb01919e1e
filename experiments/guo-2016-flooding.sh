# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.2 and figure 4: two hosts are dead, and their switches
# know no port for them, but still send to them. So they flood, and flooded frames close a ring of waiting ports. There is none if
# the switches drop such frames.

topology() {
	switch t0 la t1 lb
	host s1 s2 s3 s4 s5
	link s1-t0,s2-t0,s3-t1,s4-t1,s5-t1,la-t1 40 buffer-xoff 20k buffer-xon 1k
	link t1-lb,lb-t0,t0-la 40 buffer-xoff 4k buffer-xon 1k
	# Up by one leaf, and down on the other side
	via t0 la s3 s5
	via t1 lb s2
}

# flows on|off LOW HIGH REASON: switches flood or drop frames for dead hosts. s1 sends to s3 and s5, s4 to s2. A claim about the rate
# to s5 after a second
flows() {
	restart
	for port in t0-{s1,la,lb} t1-{s4,s5,la,lb}; do
		bridge -n "${port%-*}" link set dev "$port" flood "$1"
	done
	blast s1 s3
	blast s1 s5
	blast s4 s2
	nap 1
	phase "flooding $1" 2
	mbit t1-s5
	claim "rate to s5, Mb/s" "$mbit" "${@:2}"
}

experiment() {
	# The switches have lost the ports of these two.
	for port in t1-s3 t0-s2; do
		bridge -n "${port%-*}" fdb del "$(mac "${port#*-}")" dev "$port" master
		ip -n "${port%-*}" link set "$port" down
	done
	flows on 0 0 "deadlock"
	rings 1 "flooded frames close it"
	stop 1
	flows off 1 40.1 "s5 gets what s1 sends"
	rings 0 "no ring"
}
