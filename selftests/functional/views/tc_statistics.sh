#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# tc shows the qdisc, and a class for each priority, 1:1 for priority 0 to 1:8 for 7, with the
# frames that each sent, holds and dropped. Classes only show: a qdisc below a class is refused.
. "${0%/*}/../../lib/lib.sh"

port_pair speed 10mbit limit 16384 prio 2

# Priority p sends p + 1 frames.
for prio in {0..7}; do
	station blast "$DUT" prio "$prio" count $((prio + 1)) size 1000 >/dev/null
done
await 2 drained
from_peer pfc 2:60000
await 2 counter_is paused_2 1
station blast "$DUT" prio 2 count 100 size 1000 sndbuf 1000000 >"$TMP/blast"
counter queue_packets_2
held=$reply
counter queue_bytes_2
held_bytes=$reply
counter drops_2
dropped=$reply
check_eq "frames of priority 2 held and dropped" $((held + dropped)) 100

# The text has two lines for each class. tc of Debian 12 has no JSON of classes.
classes=$(tc -s class show dev "$DUT" | awk '
	/^class/ { class = $2 " " $3 }
	/Sent/ { sub(",", "", $7); sent = $4 " " $7 }
	/backlog/ { sub("b", "", $2); sub("p", "", $3); print class, sent, $3, $2 }' | sort)
check_eq "classes" "$(wc -l <<<"$classes")" 8
prio=0
while read -r kind handle packets drops qlen backlog; do
	check_eq "class $((prio + 1)): kind and handle" "$kind $handle" "pausectl 1:$((prio + 1))"
	if ((prio == 2)); then
		check_eq "$handle: sent dropped waiting octets" "$packets $drops $qlen $backlog" \
			"3 $dropped $held $held_bytes"
	else
		check_eq "$handle: sent dropped waiting octets" "$packets $drops $qlen $backlog" \
			"$((prio + 1)) 0 0 0"
	fi
	prio=$((prio + 1))
done <<<"$classes"

qdisc=$(tc -s qdisc show dev "$DUT")
check_match "qdisc: sent" "$qdisc" "*pausectl 1: root*Sent 36000 bytes 36 pkt*"
check_match "qdisc: dropped" "$qdisc" "*dropped $dropped*"
check_eq "qdisc as JSON: kind packets drops qlen backlog" "$(tc -s -j qdisc show dev "$DUT" |
	jq -r '.[] | "\(.kind) \(.packets) \(.drops) \(.qlen) \(.backlog)"')" \
	"pausectl 36 $dropped $held $held_bytes"
check_match "qdisc: backlog" "$qdisc" "*backlog *b ${held}p*"
check_match "class 1:8" "$(tc -s class show dev "$DUT" classid 1:8)" \
	"class pausectl 1:8*Sent 8000 bytes 8 pkt*"
check_refused "a qdisc below a class" 2 "*" tc qdisc add dev "$DUT" parent 1:3 pfifo

from_peer pfc 2:0
await 2 drained
check_match "qdisc: nothing left" "$(tc -s qdisc show dev "$DUT")" "*backlog 0b 0p*"
