# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Choudhury and Hahne, Dynamic queue length thresholds for shared-memory packet switches, 1998: n queues that fill alike, each
# allowed alpha times what is free of a pool of B octets, stop at alpha B / (1 + n alpha).

pool=240000

topology() {
	switch s
	host h r
	link h-s,r-s 40
}

experiment() {
	local alpha n before after threshold frame=1518

	for alpha in 1/2 1 2 8; do
		for n in 1 2 4 8; do
			phase="alpha $alpha, n $n"
			restart
			everywhere prio all
			# Each class has the same share, so that all queues fill alike.
			at h-s tsa ets tc-bw 0:13,1:13,2:13,3:13,4:12,5:12,6:12,7:12
			at s-h buffer-size 64k alpha "$(seq -s ":$alpha," 0 $((n - 1))):$alpha" pool $pool
			pausectl -n r xoff dev r-s for 10
			before=$(on h cat /sys/class/net/h-s/statistics/tx_packets)
			# The frames stay in the memory of the socket that has sent them until they leave s.
			prio=$(seq -s , 0 $((n - 1))) blast h r sndbuf 4000000
			nap 0.3
			after=$(on h cat /sys/class/net/h-s/statistics/tx_packets)
			stop 0
			threshold=$(awk "BEGIN { printf \"%d\", $alpha * $pool / (1 + $n * $alpha) }")
			claim "octets of each queue" $(((after - before) * frame / n)) "$threshold" $((threshold + 2 * frame)) \
				"the frame that exceeds it, and one on its way"
		done
	done
}
