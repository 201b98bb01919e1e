#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# pausectl record writes events, counters, and the roots of pauses, each line JSON, and misses none. It ends cleanly,
# also if there is no room for a line. pausectl plot draws the recording, with each pause at its time.
#
#	sender-1           here                          $PEER
#	tx1 -------------- sw1 --- switch --- $DUT ----- $LINK, sends a pause
#	pausectl, sends    pausectl, slow
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"
require dot gnuplot jq

# check_recorded WHAT FILTER DEMANDED: what jq makes of all lines of the recording
check_recorded()
{
	check_eq "$1" "$(jq -s -r "$2" "$TMP/recording")" "$3"
}

# check_lines WHAT FILE: each line is JSON
check_lines()
{
	check_eq "$1: lines that are no JSON" "$(jq -nR '[inputs | try (fromjson | empty) catch 1] | length' "$2")" 0
}

# record ARGUMENTS...: starts it, pid in $job
record()
{
	listener record pausectl record "$@"
	check_eq "record $*: standard error" "$(<"$TMP/record.err")" "pausectl: recording"
}

receiver_pair
configure prio 3 speed 10mbit pace on
sender 1 prio 3 speed 100mbit pace on buffer-xoff $early_xoff

# --- a pause and congestion --------------------------------------------------------------
record file "$TMP/recording" interval 10ms
from_peer pfc 3:4000
await 5 counter_is pause_transitions_3 1
blast_from 1 prio 3 size 1514 for 0.3s
wait "$job"
await 20 all_drained "$DUT"
check_empty sw1
# What the ports have told by now is written, because a later event is.
pausectl set dev "$DUT" limit 2mb
await 5 grep -q '"event":"config"' "$TMP/recording"
finish record

check_lines "recording" "$TMP/recording"
# What all lines say, by one jq: a name, a tab, a value
declare -A said
while IFS=$'\t' read -r name reply; do
	said[$name]=$reply
done < <(jq -s -r --arg dut "$DUT" '
	def ns: split(".") | .[0][-4:] + .[1] | tonumber;
	def of($record): map(select(.record == $record));
	def events($event; $dev): map(select(.event == $event and .ifname == $dev and .priority == 3)) | length;
	def last($counter; $dev): of("sample") | map(select(.ifname == $dev) | .[$counter] // empty) | last[3];
	{
		ends: ([.[0], .[-1]] | map(.record) | join(" ")),
		ports: (of("port") | map("\(.ifname) \(.bridge // "-") \(.peer) \(.peer_netns)") | sort | join("; ")),
		lost: (map(.lost // 0) | add),
		events: .[-1].events,
		resumed: events("resumed"; $dut), pause_transitions: last("pause_transitions"; $dut),
		xoff: events("xoff"; "sw1"), tx_xoff: last("tx_xoff"; "sw1"),
		xon: events("xon"; "sw1"), tx_xon: last("tx_xon"; "sw1"),
		hundredths: ((.[-1].monotonic | tonumber) - (.[0].monotonic | tonumber) | . * 100 | floor),
		samples: .[-1].samples,
		charged: (of("sample") | map(select(.ifname == "sw1").occupancy[3] // 0) | max),
		keys: (of("sample") | map(length) | [max, min] | join(" ")),
		roots: (of("root") | map("\(.kind) \(.ifname) \(.priority)") | unique | join("; ")),
		slow: (of("root") | map(select(.kind == "slow"))[0].says),
		stops: (of("stop") | map("\(.depth) \(.ifname) \(.stops) \(.obeys)") | unique | join("; ")),
		windows: (of("root") | map(.to_ns - .from_ns) | [min, max] | map(. / 1000000 | floor) | join(" ")),
		times: ([.[0], .[-1]] | map(.time | ns) | join(" ")),
		bar: (map(select(.event == "resumed" and .ifname == $dut))[0] | "\(.time | ns) \(.duration_ns)")
	} | to_entries[] | "\(.key)\t\(.value)"' "$TMP/recording")

check_eq "first and last line" "${said[ends]}" "begin end"
check_eq "ports, and how they are joined" "${said[ports]}" "sw1 br0 tx1 sender-$$-1; $DUT br0 $LINK $PEER"
check_eq "events lost" "${said[lost]}" 0
check_eq "events by the last line" "${said[events]}" "$(grep -c '"event"' "$TMP/recording")"
for row in "resumed $DUT pause_transitions" "xoff sw1 tx_xoff" "xon sw1 tx_xon"; do
	read -r event dev name <<<"$row"
	counter "${name}_3" "$dev"
	check_eq "$event of $dev: events" "${said[$event]}" "$reply"
	check_eq "$name of $dev in the last sample" "${said[$name]}" "$reply"
done
# A sample each 10 ms: a look that takes longer makes one less.
demanded=${said[hundredths]}
check_between "samples" "${said[samples]}" $((demanded * 9 / 10)) $((demanded + 2))
check_between "most octets charged to sw1 in a sample" "${said[charged]}" $((early_xoff / 2)) $((early_xoff * 3 / 2))
check_match "keys of the longest and of the shortest sample" "${said[keys]}" "5? 5"

# Each root, and what is below it, in the words of trace
check_eq "roots" "${said[roots]}" "slow $DUT 3; station $DUT 3"
check_match "what is said of a root" "${said[slow]}" "priority 3: $DUT is the root: no pause stops it, and * octets wait"
check_eq "below the roots" "${said[stops]}" "1 sw1 tx1 null"
read -r least most <<<"${said[windows]}"
# The last one ends with the recording, and a sample may be late.
check_between "ms of the longest window with a root" "$most" 95 120
check_between "ms of the shortest one" "$least" 0 "$most"

# --- drawn -------------------------------------------------------------------------------
pausectl plot "$TMP/recording" output "$TMP/picture.svg"
read -r resumed duration <<<"${said[bar]}"
read -r begin end <<<"${said[times]}"
# left and right end of the only bar of $DUT, in tenths of a pixel: time goes from 170 to 980
left=$((1700 + 8100 * (resumed - duration - begin) / (end - begin)))
right=$((1700 + 8100 * (resumed - begin) / (end - begin)))
bars=$(awk -v left=$left -v right=$right -F "[', ]+" '/<polygon/ {
		for (i = 1; i < NF && $i != "points"; i++)
			;
		from = $(i + 2) * 10 - left
		to = $(i + 4) * 10 - right
		if (from * from <= 100 && to * to <= 100)
			bars++
	}
	END { print bars + 0 }' "$TMP/picture.svg")
check_eq "bars from $left to $right tenths of a pixel, each within 10" "$bars" 1
check_match "rows of the picture" "$(grep -o '>[^<]* priority 3<' "$TMP/picture.svg" | tr -d '\n')" ">$DUT priority 3<>sw1 priority 3<"
# y_of TEXT: where it stands in the picture, in pixels from the top
y_of()
{
	awk -v text=">$1<" '
		match($0, /translate\([0-9.]+,[0-9]+/) { y = substr($0, RSTART, RLENGTH); sub(/.*,/, "", y) }
		/<text>/ && index($0, text) { print y; exit }' "$TMP/picture.svg"
}
check_between "pixels from a title down to the names of its lines" \
	$(($(y_of "sw1 3") - $(y_of "KiB charged to port and buffer"))) 15 30
check_eq "panels of frames" "$(grep -o '>frames of [^<]*' "$TMP/picture.svg")" ">frames of port and priority that leave in each ms"
check_match "events" "$(grep -o '>config [^<]*' "$TMP/picture.svg")" ">config of $DUT"
pausectl plot "$TMP/recording" output "$TMP/picture.png"
check_eq "PNG: width and height" "$(od -An -tu1 -j16 -N8 "$TMP/picture.png" | tr -s ' ')" " 0 0 5 220 0 0 5 94"

pausectl plot "$TMP/recording" format trace output "$TMP/trace"
# traced PORT THREAD: number and sum in ns of the spans of this thread, in $reply
traced()
{
	reply=$(jq -r --arg port "$1" --arg thread "$2" '.traceEvents as $all |
		($all[] | select(.name == "process_name" and .args.name == $port).pid) as $pid |
		($all[] | select(.name == "thread_name" and .pid == $pid and .args.name == $thread).tid) as $tid |
		[$all[] | select(.ph == "X" and .pid == $pid and .tid == $tid).dur * 1000 | round] |
		"\(length) \(add)"' "$TMP/trace")
}
traced "$DUT" "is paused, priority 3"
read -r count sum <<<"$reply"
counter pause_transitions_3
check_eq "pauses of $DUT in the trace" "$count" "$reply"
counter pause_duration_us_3
check_between "ns paused by the trace, within 1 us of the counter" "$sum" $((reply * 1000 - 1000)) $((reply * 1000 + 1000))
traced sw1 "sends XOFF, priority 3"
read -r count sum <<<"$reply"
paused=$(on_sender 1 pausectl -j stats dev tx1 | jq -r '.[0] | "\(.pause_transitions[3]) \(.pause_duration_us[3])"')
read -r demanded paused <<<"$paused"
check_eq "XOFFs of sw1 in the trace, by the pauses of tx1" "$count" "$demanded"
check_between "ns from XOFF to XON, within 20 us of each pause of tx1" "$sum" $((paused * 1000)) $((paused * 1000 + 20000 * count))
check_eq "most octets charged to sw1 in the trace" \
	"$(jq '[.traceEvents[] | select(.name == "octets charged").args["3"]] | max' "$TMP/trace")" \
	"${said[charged]}"
check_eq "other events of the trace" "$(jq -r '.traceEvents[] | select(.ph == "i").name' "$TMP/trace" | tr '\n' ' ')" "begin config "

# --- who paused whom ---------------------------------------------------------------------
pausectl plot "$TMP/recording" format dot output "$TMP/graph.dot"

# check_graph WHAT PATTERN DEMANDED: the line of the graph that has PATTERN
check_graph()
{
	check_match "$1" "$(grep -e "$2" "$TMP/graph.dot" || :)" "$3"
}

# The number that the graph has for each port, or for the other end of a port
declare -A node
for name in "$DUT" sw1 tx1 "$LINK"; do
	node[$name]=$(sed -n "s/.*\\(port[0-9]*\\|other[0-9]*\\) .*label=\"${name}[\\\\\"].*/\\1/p" "$TMP/graph.dot")
done
dut=${node[$DUT]} sw=${node[sw1]} tx=${node[tx1]} link=${node[$LINK]}
check_eq "arrows" "$(dot -Tplain "$TMP/graph.dot" | sed -n 's/^edge \([^ ]* [^ ]*\) .*/\1/p' | sort | tr '\n' ' ')" \
	"$(printf '%s %s\n' "$dut" "$sw" "$link" "$dut" "$sw" "$tx" | sort | tr '\n' ' ')"
check_graph "arrow to the sender" "$sw -> $tx" "*priority 3: $demanded pauses, *"
check_graph "arrow to $DUT" "$link -> $dut" "*priority 3: 1 pause, 204.8?(0[0-9]) ms*"
check_graph "arrow inside of the switch" "$dut -> $sw" "*dashed*"
# The pause lasts for 204.8 ms, which touch 3 or 4 windows, and the traffic for more than 300 ms. A window ends with the sample
# that is nearest to 100 ms, so it has 95 ms at least.
check_graph "first root" "$link .*root" "*root for @(2[89]?|[34]??) ms*"
check_graph "second root" "$dut .*root" "*root for [3-6]?? ms*"
check_eq "roots" "$(grep -c root "$TMP/graph.dot")" 2

# --- files that are not whole ------------------------------------------------------------
lines=$(wc -l <"$TMP/recording")
head -c -3 "$TMP/recording" >"$TMP/cut"
runs 1 "pausectl: $TMP/cut:$lines: the line has no end, so the file may be cut off" plot "$TMP/cut"
{ head -n 3 "$TMP/recording"; echo "{"; } >"$TMP/cut"
runs 1 "pausectl: $TMP/cut:4: this is no line of pausectl record" plot "$TMP/cut" format trace
tail -n +2 "$TMP/recording" >"$TMP/cut"
runs 1 "pausectl: $TMP/cut:1: this is no line of pausectl record" plot "$TMP/cut"
: >"$TMP/cut"
runs 1 "pausectl: $TMP/cut: the file is empty" plot "$TMP/cut"
runs 1 "pausectl: $TMP/none: No such file or directory" plot "$TMP/none"
runs 1 'pausectl: format "pgn": allowed are svg, png, trace, dot*did you mean "png"*' plot "$TMP/recording" format pgn
runs 1 'pausectl: FILE: value missing*' plot
head -n 1 "$TMP/recording" >"$TMP/short"
full="pausectl: plot: /dev/full: No space left on device"
runs 2 "$full" plot "$TMP/recording" format trace output /dev/full
for format in svg dot; do
	runs 2 "$full" plot "$TMP/short" format $format output /dev/full
done
runs 2 "pausectl: plot: $TMP/no/file.svg: No such file or directory" plot "$TMP/recording" output "$TMP/no/file.svg"
mkdir "$TMP/programs"
check_refused "without jq" 2 "pausectl: plot: jq is missing, install the package jq" \
	env PATH="$TMP/programs" "$(command -v pausectl)" trace "$TMP/recording"
ln -s "$(type -P jq)" "$TMP/programs"
check_refused "without gnuplot" 2 "pausectl: plot: gnuplot is missing, install the package gnuplot-nox*" \
	env PATH="$TMP/programs" "$(command -v pausectl)" plot "$TMP/recording"
check_eq "picture of nothing" "$(pausectl plot "$TMP/short" | grep -o 'no pause.*waits')" "no pause, and nothing waits"

# --- its end -----------------------------------------------------------------------------
pausectl record "$DUT" for 0.1 >"$TMP/recording" 2>/dev/null
check_recorded "ports, if one is asked for" 'map(select(.ifname) | .ifname) | unique | join(" ")' "$DUT"
runs 2 'pausectl: record: no such device "nosuch"' record "$DUT" nosuch
runs 2 'pausectl: record dev lo: no port on lo; *' record lo
runs 2 "pausectl: record: $TMP/no/file: No such file or directory" record "$DUT" file "$TMP/no/file"
runs 1 'pausectl: interval "5h": allowed are *' record "$DUT" interval 5h
runs 1 'pausectl: option "fro": *did you mean "for"*' record "$DUT" for 1 fro 2
runs 1 'pausectl: option "file": given twice*' record file a file b
runs 1 'pausectl: output "'"$TMP"'/recording": allowed are files other than the recording*' plot "$TMP/recording" output "$TMP/recording"
runs 1 '*output "x.pdf": allowed are names that end with .svg, .png or .dot*' plot "$TMP/recording" output x.pdf

mkdir "$TMP/small"
mount -t tmpfs -o size=32k tmpfs "$TMP/small"
finally "umount '$TMP/small'"
runs 2 "pausectl: recording"$'\n'"pausectl: could not write all of the output" \
	record interval 1ms file "$TMP/small/recording"
check_eq "full disk: octets behind the last line" "$(tail -c 1 "$TMP/small/recording" | od -An -tx1)" " 0a"
check_lines "full disk" "$TMP/small/recording"

mkfifo "$TMP/pipe"
head -n 1 <"$TMP/pipe" >/dev/null &
jobs_started+=($!)
status=0
output=$(pausectl record interval 1ms 2>&1 >"$TMP/pipe") || status=$?
check_eq "closed pipe: exit status" $status 2
check_match "closed pipe: message" "$output" "*pausectl: could not write all of the output"

# --- ports that end and begin meanwhile --------------------------------------------------------
record "$DUT" sw1 file "$TMP/recording" interval 5ms
shut 3
detach
# sampled_after EVENT: sw1 was sampled after the event
sampled_after()
{
	awk -v event="\"event\":\"$1\"" '
		index($0, event) { seen = 1 }
		seen && /"record":"sample"/ && /"ifname":"sw1"/ { samples++ }
		END { exit samples <= 3 }' "$TMP/recording"
}
await 5 sampled_after detached
attach
await 5 sampled_after attached
ip link del "$DUT"
nap 0.05
finish record
check_recorded "events of a port that ends, begins, and ends with its device" \
	"map(select(.event and .ifname == \"$DUT\") | .event) | join(\" \")" "paused detached attached detached"
check_recorded "last line" '[.[-1] | .record, .events] | join(" ")' "end 4"
pausectl plot "$TMP/recording" format trace output "$TMP/trace"
check_eq "its picture has marks" "$(jq -r '[.traceEvents[] | select(.ph == "i").name] | join(" ")' "$TMP/trace")" \
	"begin detached attached detached"
# The pause ends with its port, and not when its time of 3.4 s is over.
check_recorded "ns that the pause lasted" \
	"map(select(.event and .ifname == \"$DUT\") | .time | split(\".\") | .[0][-4:] + .[1] | tonumber) | .[1] - .[0]" \
	"$(jq '[.traceEvents[] | select(.name == "paused").dur * 1000 | round] | add' "$TMP/trace")"
