#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# Who holds a packet socket may say of a frame how the kernel is to divide it, and where in
# memory its headers lie. MAC Control frames of that sort are control frames: with spoof-check
# on, none leaves; what cannot be divided does not leave whole. FORGE_FRAMES made at random in
# each of four settings, in parts of 2,000, FUZZ_SEED says how, beside traffic and pauses: each
# is sent or dropped, none stays or holds up what is not paused.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/spoofed.sh"

frames=2000
parts=$(((${FORGE_FRAMES:-frames} + frames - 1) / frames))
seed=${FUZZ_SEED:-20261123}

in_pieces()
{
	station frame "$DUT" pause 9 len 5000 pieces persist + "${marker[@]}"
}

divided()
{
	station frame "$DUT" pause 9 len 3000 gso 1000 persist + "${marker[@]}"
}

# Frames that left, by tc and as the partner got them; in the array left
count_left()
{
	left=("$(tc -s qdisc show dev "$DUT" | sed -n '/^qdisc pausectl/,$s/.* \([0-9]*\) pkt .*/\1/p')")
	left+=("$(ip -n "$PEER" -s -j link show "$LINK" | jq '.[0].stats64.rx.packets')")
}

# random WHAT: so many with that set
random()
{
	local part

	for ((part = 0; part < parts; part++)); do
		random_part "$1"
	done
}

# random_part WHAT: 2,000 of them, others each time
random_part()
{
	local counts wire control pauses spoofed paused earlier

	capture_peer wire type 88b5
	wire=$job
	capture_peer control type 8808
	control=$job
	counter tx_spoofed
	spoofed=$reply
	counter pause_transitions_0
	paused=$reply
	count_left
	earlier=("${left[@]}")
	blast prio 2-7 every 10ms size 200
	sender=$job
	background station -n "$PEER" frame "$LINK" pfc 0:65535,1:65535 count 100000 every 5ms
	pauses=$job
	station forge "$DUT" $frames "$seed" >"$TMP/counts"
	read -r counts <"$TMP/counts"
	kill "$pauses"
	wait "$pauses" || :
	reap "$sender"
	from_peer pfc 0:0,1:0
	await 10 drained
	reap "$wire" "$control"
	echo "# $1, seed $seed: $counts"
	seed=$((seed + 1))
	fields "$counts"
	check_between "$1: frames sent" "${field[sent]}" $((frames / 4)) $frames
	check_between "$1: refused by the kernel" "${field[refused]}" $((frames / 20)) $((frames / 2))
	counter pause_transitions_0
	check_between "$1: priority 0 paused and let go" $((reply - paused)) 2 100000
	counter tx_spoofed
	check_between "$1: control frames dropped" $((reply - spoofed)) $((frames / 100)) \
		"${field[dropped]}"
	check_eq "$1: control frames at the partner" \
		"$(grep ' in ' "$TMP/control" | grep -vc ' vlan=' || :)" 0
	check_received wire
	# What goes whole to the driver is divided behind the qdisc.
	[[ $1 == *off ]] && return
	count_left
	check_eq "$1: frames that arrived, of those that left" $((left[1] - earlier[1])) \
		$((left[0] - earlier[0]))
}

pair mtu 9000
attach
# What waits is no more than the partner takes at once: 1,000 frames, divided.
configure speed 10gbit prio 0,1 limit 32768
for trust in pcp dscp,pcp; do
	configure trust $trust spoof-check off split-gso on
	check_way "trust $trust, in pieces" 1 1 in_pieces
	check_way "trust $trust, cannot be divided" 1 0 divided 0
	configure spoof-check on
	check_way "trust $trust, spoof-check, in pieces" 1 0 in_pieces
	check_way "trust $trust, spoof-check, cannot be divided" 1 0 divided
	random "trust $trust, split-gso on"
	configure split-gso off
	check_way "trust $trust, spoof-check, not to be divided" 1 0 divided
	random "trust $trust, split-gso off"
done
