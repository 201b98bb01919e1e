# SPDX-License-Identifier: GPL-2.0
# What the recording of a scene shows. Fails if it does not show what the scene is about. Stands after read.jq of
# tools/observe/plot.

def ms: . / 100000 | round / 10;
def fails($why): "FAILED: \($why)\n" | halt_error(1);

# How much a counter of priority 3 grew from one time to another, at all ports whose names match
def growth($key; $name; $from; $to): .ports as $ports
	| [.samples | group_by(.port)[] | select($ports[.[0].port].name | test($name))
		| ([.[] | select(.sample <= $from)][-1] // .[0])[$key][3] as $before
		| [.[] | select(.sample <= $to)][-1][$key][3] - $before]
	| add;

def phase($name; $from; $to): [.spans[] | select(.span == "paused" and .from >= $from and .from < $to)] as $pauses
	| {$name, sent: growth("tx_packets"; "^h"; $from; $to), dropped: growth("drops"; ""; $from; $to),
		left: growth("tx_packets"; "^out$"; $from; $to), pauses: ($pauses | length)}
	| .text = "\(.name): \(.sent) frames sent, \(.dropped) dropped, \(.left) left the switch, \(.pauses) pauses";

def pauses:
	(.spans | sort_by(.from)[] | "\(.from | ms) ms: \(.timer | timer_name) is paused for \(.to - .from | ms) ms"),
	(select(.spans | length != 6) | fails("there are six pauses"));

def lossless: . as $all
	| first(.marks[] | select(.mode == "pfc")).time as $on
	| phase("PFC off"; 0; $on), phase("PFC on"; $on; .over)
	| .text, (select(.name == "PFC on" and (.dropped > 0 or .pauses == 0)) | fails("PFC has to make it lossless"));

def deadlock: first(.marks[] | select(.mark == "storm-detected")) as $storm
	| first(.marks[] | select(.mark == "storm-restored" and .port == $storm.port)).time as $over
	| .ports[$storm.port].name as $name
	| [.spans[] | select(.span == "paused" and .from < $storm.time and .to >= $storm.time)] as $stuck
	| first(.nodes[] | select(.kind == "ring")).from_ns as $ring
	| if ($stuck | length) < 3 or $ring == null then fails("there is no deadlock") else
		"\($stuck | map(.from) | max | ms) ms to \($storm.time | ms) ms: deadlock, each waits for the next",
		(.nodes[] | select(.from_ns == $ring).says),
		"\($storm.time | ms) ms: the watchdog of \($name) detects a storm, and drops what waits there",
		"\($over | ms) ms: the storm is over, and \($name) sends again"
	end;

# The guest leaves a line for each phase: name, begin, end, timeouts and errors of sequence of RDMA.
def roce: . as $all
	| def since_begin: split(".") | ((.[0] | tonumber) - $all.seconds) * 1000000000
		+ (.[1] + "000" | tonumber) - ($all.begin[-9:] | tonumber);
	[$phases | split("\n")[] | select(. != "") | split(" ")] as $rows
	| ($rows[] | . as [$name, $from, $to, $timeouts, $errors]
		| $all | phase($name; $from | since_begin; $to | since_begin)
		| "\(.text), \($timeouts) timeouts, \($errors) errors of sequence",
		(select($name != "off" and [.dropped, ($timeouts | tonumber), ($errors | tonumber)] != [0, 0, 0])
			| fails("PFC has to make it lossless"))),
	(select($rows | length != 3) | fails("there are three phases"));

recording | if $scene == "pauses" then pauses elif $scene == "lossless" then lossless elif $scene == "deadlock" then deadlock
	else roce end
