#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 36.1.5: a PFC frame for any combination of priorities stops exactly these. All eight priorities send
# a frame each 200 us. In a pause of 1.024 ms, each other priority starts its five frames, and the
# named priorities start no frame.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PFC, captures
. "${0%/*}/lib.sh"

speed=1000000000
quanta=2000

rig
receiving_cost
part=
control="pfc none after 5ms"
for ((vector = 1; vector < 256; vector++)); do
	named=
	for prio in {0..7}; do
		((vector >> prio & 1)) && named+=,$prio:$quanta
	done
	control+=" + pfc ${named#,} after 1900us"
done
configure prio 0-7 speed $speed pace on
in_front=0
take_snapshot
record all
blast prio 0-7 size 60 every 200us
blasts=("$job")
live all $speed "$control"

# 256 combinations of priorities
pauses_kept all $speed 1024

# All pauses of a PFC frame have the same time of reception. The priorities that it does not name
# go on.
fewest=$(awk '
	function leave(prio) {
		for (prio = 0; prio < 8; prio++)
			if (!(prio in named) && (!seen++ || started[prio + 1] + 0 < least))
				least = started[prio + 1] + 0
		split("", named)
	}
	NR > 1 && $1 != at { leave() }
	{
		at = $1
		split($2, word, "=")
		named[word[2]] = 1
		split($NF, word, "=")
		split(word[2], started, ",")
	}
	END { leave(); print least }' "$TMP/all.pauses")
within "fewest frames in 1.024 ms of a priority that is not paused, one each 200 us" \
	"$fewest" 4 6 frames
for prio in {0..7}; do
	sent_by_blast "$prio"
	all_sent all "$reply" "$prio"
done
counted counters rx_mac_control=256 rx_pfc_frames=256 rx_pfc_{0..7}=128 rx_xoff_{0..7}=128 \
	pause_transitions_{0..7}=128
