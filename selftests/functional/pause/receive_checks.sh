#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# The receive checks sort frames as the pseudo code of Xilinx PG292 does: data, control, PAUSE or PFC.
# The port refuses settings under which a pause class can have no frame, and no others.
#
# The peer sends 64 frames under every combination of checks of each class, and under combinations
# of all four classes drawn at random. The frames differ in destination (both multicast addresses,
# the own one, another), source, EtherType and opcode. An awk program works out the kind of each frame
# from the pseudo code and compares it with the traced one.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	client, capture|  sends 64 kinds of frames a round
. "${0%/*}/../../lib/lib.sh"

own=02:00:00:00:00:42
global=01:80:c2:00:00:01
priority=03:00:00:00:00:07
source=02:00:00:00:00:51
other=88b9
range=0x0000-0x0fff
joint=30

choices=(off)
for mask in {0..31}; do
	words=""
	for bit in 0:multicast 1:unicast 2:source 3:type 4:opcode; do
		((!(mask >> ${bit%:*} & 1))) || words+=+${bit#*:}
	done
	choices+=("${words:-+any}")
done
choices=("${choices[@]#+}")

# Each frame has a length of its own, which tells it from the others. The first parameter is 3: for
# PAUSE this is a time, for PFC a vector. The last frame of a round has no opcode: it is counted as
# malformed under any checks, and so ends the round.
frames=()
length=60
for da in $global $priority $own 02:00:00:00:00:43; do
	for sa in $source 02:00:00:00:00:52; do
		for type in 8808 $other; do
			for opcode in 0x0001 0x0101 0x0002 0x9999; do
				frames+=(control "$opcode" da "$da" sa "$sa" type "0x$type" vector 3 len "$length" +)
				echo "frame $length $da $sa $type $opcode" >>"$TMP/table"
				length=$((length + 1))
			done
		done
	done
done
frames+=(pause 1 len 15)

# by_class VALUE VALUE VALUE VALUE: as pausectl takes them; in $reply
by_class()
{
	reply="global-control:$1,priority-control:$2,global-pause:$3,priority-pause:$4"
}

rounds=0
# round TYPES CHECKS...: sets types and checks of the four classes, then the peer sends all frames
round()
{
	local types=$1 refused=0
	shift

	# shellcheck disable=SC2086 # a word a class
	by_class $types
	configure filter-type "$reply"
	by_class "$@"
	configure filter "$reply" 2>/dev/null || refused=1
	echo "round $refused $types $*" >"$tracing/trace_marker"
	((!refused)) || return 0
	rounds=$((rounds + 1))
	echo >&"${sender[1]}"
	await 5 counter_is rx_malformed $rounds
}

one_of() # WORD...; in $reply
{
	local words=("$@")

	reply=${words[RANDOM % $#]}
}

pair
ip link set "$DUT" address $own promisc on
attach
configure filter-opcode global-control:$range,priority-control:$range \
	filter-address multicast:$priority,source:$source
trace_events receive
finally "echo 1408 >$tracing/buffer_size_kb"
echo 4096 >"$tracing/buffer_size_kb"
capture client capture "$DUT" proto $other
coproc sender { exec station -n "$PEER" frame "$LINK" lines "${frames[@]}"; }
# shellcheck disable=SC2154 # set by coproc
jobs_started+=("$sender_PID")

standard="0x8808 0x8808 0x8808 0x8808"
for check in "${choices[@]}"; do
	round "$standard" "$check" off any any
	round "$standard" off "$check" any any
	round "$standard" any any "$check" off
	round "$standard" any any off "$check"
done
RANDOM=1
for ((i = 0; i < joint; i++)); do
	types="" all=()
	for _ in {0..3}; do
		one_of 0x8808 0x8808 0x$other
		types+=" $reply"
		one_of "${choices[@]}"
		all+=("$reply")
	done
	# The drawn types may contradict the checks of the round before, so remove these checks first.
	configure filter any
	round "${types# }" "${all[@]}"
done
echo 0 >"$tracing/events/pausectl/pausectl_receive/enable"
finish client
sed -n 's/.*tracing_mark_write: //p; s/.*pausectl_receive: //p' "$tracing/trace" >>"$TMP/table"

# Xilinx PG292, Determining Pause Packets: _gcp, _pcp, _gpp and _ppp are the classes 0 to 3.
awk -v own=$own -v global=$global -v priority=$priority -v source=$source '
	function on(class, check) { return index(checks[class], check) > 0 }
	# Caches the answer of works_out() for a frame, a class, and the type and checks of that class.
	function matches(class, i,   key) {
		key = class " " type[class] " " checks[class] " " i
		if (!(key in known))
			known[key] = works_out(class, i)
		return known[key]
	}
	function works_out(class, i,   da_match, sa_match, etype_match, opcode_match, mcast) {
		mcast = class % 2 ? priority : global
		da_match = (!on(class, "multicast") && !on(class, "unicast")) ||
			(DA[i] == own && on(class, "unicast")) ||
			(DA[i] == mcast && on(class, "multicast"))
		sa_match = !on(class, "source") || SA[i] == source
		etype_match = !on(class, "type") || "0x" ETYPE[i] == type[class]
		opcode_match = !on(class, "opcode") ||
			(class < 2 ? OPCODE[i] != "0x9999" : OPCODE[i] == (class == 2 ? "0x0001" : "0x0101"))
		return da_match && sa_match && etype_match && opcode_match && checks[class] != "off"
	}
	function taken_for(i,   pause, pfc) {
		if (!matches(0, i) && !matches(1, i))
			return ETYPE[i] == "8808" ? "discarded" : "data"
		can[2] += pause = matches(2, i)
		can[3] += pfc = matches(3, i)
		return pause ? "PAUSE" : pfc ? "PFC" : "control"
	}
	# Compares the traced kind of each frame of the last round with that of the pseudo code.
	function judge(   i, is, wrong, possible) {
		if (!round)
			return
		can[2] = can[3] = 0
		for (i in DA)
			is[i] = taken_for(i)
		possible = 1
		for (i = 2; i <= 3; i++)
			if (checks[i] != "off" && !can[i] && (checks[0] != "off" || checks[1] != "off"))
				possible = 0
		if (refused == possible) {
			print "wrong: refused " refused ": " line
			wrongs++
		}
		if (refused) {
			refusals++
			return
		}
		for (i in DA) {
			if (!(i in seen))
				seen[i] = "data"
			verdicts[is[i]]++
			compared++
			if (seen[i] == is[i])
				continue
			if (wrongs++ < 20)
				print "wrong: " DA[i], SA[i], ETYPE[i], OPCODE[i] ": " seen[i] \
					", by the table " is[i] ": " line
		}
	}
	$1 == "frame" { DA[$2] = $3; SA[$2] = $4; ETYPE[$2] = $5; OPCODE[$2] = $6; next }
	$1 == "round" {
		judge()
		round++
		line = $0
		refused = $2
		for (i = 0; i < 4; i++) {
			type[i] = $(3 + i)
			checks[i] = $(7 + i)
		}
		delete seen
		next
	}
	/malformed/ { next }
	{
		sub("len=", "", $4)
		seen[$4] = $0
		if ($3 == "vector=0x100") seen[$4] = "PAUSE"
		else if ($3 == "vector=0x003") seen[$4] = "PFC"
		else if (/unsupported|no pause/) seen[$4] = "control"
		else if (/wrong dest|no control/) seen[$4] = "discarded"
	}
	END {
		judge()
		print "rounds=" round " refused=" refusals + 0 " compared=" compared " wrong=" wrongs + 0 \
			" data=" verdicts["data"] " discarded=" verdicts["discarded"] \
			" control=" verdicts["control"] " PAUSE=" verdicts["PAUSE"] " PFC=" verdicts["PFC"]
	}
' "$TMP/table" >"$TMP/judged"
cat "$TMP/judged"
fields "$(tail -n 1 "$TMP/judged")"
check_eq "rounds" "${field[rounds]}" $((4 * 33 + joint))
check_between "of those refused" "${field[refused]}" 1 $joint
check_eq "frames compared with the table" "${field[compared]}" $((rounds * 64))
check_eq "of those not as it says" "${field[wrong]}" 0
for kind in data discarded control PAUSE PFC; do
	check_between "frames that are $kind by the table" "${field[$kind]}" 100 "${field[compared]}"
done
check_eq "data that reached the client" "$(grep -c ' in ' "$TMP/client" || :)" "${field[data]}"

# PG292: with forward on, frames that pass the first step also go to the client.
configure filter any forward on
take_snapshot
capture forwarded capture "$DUT" proto $other
echo >&"${sender[1]}"
check_moved "forwarded" rx_mac_control=65 rx_pause=64 rx_malformed=1 rx_xoff_link=64 \
	pause_transitions_link=any
finish forwarded
check_eq "frames of type $other at the client" "$(grep -c ' in ' "$TMP/forwarded" || :)" 32

# A frame for another station is told as such, whatever type the control classes take.
configure filter-type global-control:0x$other,priority-control:0x$other \
	filter global-control:multicast+type,priority-control:unicast+type,global-pause:any,priority-pause:any forward off
take_snapshot
from_peer pause 3 da 02:00:00:00:00:43 + pause 3
check_moved "of another type" rx_mac_control=2 rx_wrong_address=1 rx_filtered=1
configure filter any
configure filter multicast+unicast+type+opcode filter-type 0x8808 filter-opcode global-control:0-0xffff,priority-control:0-0xffff \
	filter-address default forward off
take_snapshot
from_peer pause 3 da $own + pause 3 sa $source type 0x$other + pause 0 da 02:00:00:00:00:43
check_moved "the standard's again" rx_mac_control=2 rx_pause=1 rx_wrong_address=1 rx_xoff_link=1 \
	pause_transitions_link=1
