#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
#
# A program with a packet socket may give the kernel false offsets of headers and a false GSO type.
# With spoof-check on, no forged MAC Control frame leaves, and a frame that cannot be divided does not
# leave whole.
#
# Random forged frames come beside traffic and pauses, in each of four settings. The port sends or
# drops each. None stays in a queue, and none delays frames that are not paused. FORGE_FRAMES is the
# number of frames, rounded up to a multiple of 2,000, and FUZZ_SEED selects other frames.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends forged   |  captures, sends PFC
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

# count_left: how many frames have left, by tc and by the device of the partner; in the array left
count_left()
{
	left=("$(tc -s qdisc show dev "$DUT" | sed -n '/^qdisc pausectl/,$s/.* \([0-9]*\) pkt .*/\1/p')")
	left+=("$(ip -n "$PEER" -s -j link show "$LINK" | jq '.[0].stats64.rx.packets')")
}

# random_part WHAT: sends 2,000 random frames, with another seed in each part
random_part()
{
	local counts pauses earlier

	capture_peer wire type 88b5
	capture_peer control type 8808
	note counter tx_spoofed
	note counter pause_transitions_0
	count_left
	earlier=("${left[@]}")
	blast prio 2-7 every 10ms size 200
	background station -n "$PEER" frame "$LINK" pfc 0:65535,1:65535 count 100000 every 7ms
	pauses=$job
	station forge "$DUT" $frames "$seed" >"$TMP/counts"
	read -r counts <"$TMP/counts"
	kill "$pauses"
	wait "$pauses" || :
	finish blast
	from_peer pfc 0:0,1:0
	await 10 drained
	finish wire control
	echo "# $1, seed $seed: $counts"
	seed=$((seed + 1))
	fields "$counts"
	check_between "$1: frames sent" "${field[sent]}" $((frames / 4)) $frames
	check_between "$1: refused by the kernel" "${field[refused]}" $((frames / 20)) $((frames / 2))
	reply_between "$1: priority 0 paused and let go" 2 100000 since counter pause_transitions_0
	reply_between "$1: control frames dropped" $((frames / 100)) "${field[dropped]}" since counter tx_spoofed
	check_eq "$1: control frames at the partner" \
		"$(grep ' in ' "$TMP/control" | grep -vc ' vlan=' || :)" 0
	check_received wire
	# With split-gso off, the kernel divides frames behind the qdisc, so the two counts differ.
	[[ $1 == *off ]] && return
	count_left
	check_eq "$1: frames that arrived, of those that left" $((left[1] - earlier[1])) \
		$((left[0] - earlier[0]))
}

pair mtu 9000
attach
# With this limit at most 1,000 frames wait, once they are divided. The partner takes 1,000 frames at once.
configure speed 10gbit prio 0,1 limit 32768
for trust in pcp dscp,pcp; do
	configure trust $trust spoof-check off split-gso on
	check_way "trust $trust, in pieces" 1 1 in_pieces
	check_way "trust $trust, cannot be divided" 1 0 divided 0
	configure spoof-check on
	check_way "trust $trust, spoof-check, in pieces" 1 0 in_pieces
	check_way "trust $trust, spoof-check, cannot be divided" 1 0 divided
	for ((part = 0; part < parts; part++)); do
		random_part "trust $trust, split-gso on"
	done
	configure split-gso off
	check_way "trust $trust, spoof-check, not to be divided" 1 0 divided
	for ((part = 0; part < parts; part++)); do
		random_part "trust $trust, split-gso off"
	done
done
