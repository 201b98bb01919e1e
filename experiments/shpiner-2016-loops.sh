# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Shpiner et al., Unlocking Credit Loop Deadlocks, HotNets 2016, and Qian et al., Gentle Flow Control, SIGCOMM 2019: a ring that
# would deadlock goes on and loses no frame. A watchdog drops. The guard of a port ends XOFF, and needs room for what comes then.

# shellcheck source=experiments/hu-2016-ring.sh
. "${BASH_SOURCE[0]%/*}/hu-2016-ring.sh"

# way NAME SETTING VALUE...: the three flows until they have deadlocked; what is delivered and lost once all ports are set
way() {
	restart
	blast h1 h4
	blast h3 h2
	nap 0.5
	blast h2 h3
	for tries in {1..20}; do
		phase "before the $1" 0.3
		mbit s4-h4 s2-h2 s3-h3
		[ "$mbit" != 0.00 ] || break
	done
	rings 1 "deadlock"
	everywhere "${@:2}"
	phase "$1" 3
	mbit s4-h4 s2-h2 s3-h3
	claim "delivered, Mb/s" "$mbit" 1 120 "it goes on"
	stop 1
}

experiment() {
	way "watchdog" watchdog 3:drop
	lost 1 1000000 "a watchdog drops"
	way "guard" guard-ms 100
	lost 0 0 "no frame is lost"
	way "guard without room" guard-ms 100 buffer-size 3:24k
	lost 1 1000000 "the negative control"
}
