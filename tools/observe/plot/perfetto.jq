# SPDX-License-Identifier: GPL-2.0
# Trace events. A port is a process, and each of its timers a thread for pauses and one for XOFF. Times are in us.

def us: . / 1000;
def thread: 2 * .timer + if .span == "xoff" then 1 else 0 end;
def named($what; $pid; $tid): {ph: "M", name: $what, pid: $pid, tid: $tid, args: {name: .}};

# Samples in which nothing has changed are left out.
def counters($key; $name): foreach .samples[] as $sample ({last: {}};
	.changed = (.last["\($sample.port)"] != $sample[$key]) | .last["\($sample.port)"] = $sample[$key];
	select(.changed) | {ph: "C", $name, pid: $sample.port, ts: ([$sample.sample, 0] | max | us),
		args: ($sample[$key] | with_entries(.key |= tostring))});

def events:
	(.ports | to_entries[] | .key as $pid | .value | full_name | named("process_name"; $pid; 0)),
	(.spans | unique_by([.port, thread])[] | thread as $tid | .port as $pid
		| (if .span == "xoff" then "sends XOFF, " else "is paused, " end) + (.timer | timer_name)
		| named("thread_name"; $pid; $tid)),
	(.spans[] | {ph: "X", name: (if .span == "xoff" then "XOFF" else "paused" end), pid: .port, tid: thread,
		ts: (.from | us), dur: (.to - .from | us)}),
	counters("occupancy"; "octets charged"),
	counters("queue_bytes"; "octets that wait"),
	(.marks[] | {ph: "i", s: "p", name: .mark, pid: .port, tid: 0, ts: ([.time, 0] | max | us)});

with_notes("", "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"begin\":\"\(.begin)\"},\"traceEvents\":[",
	({ph: "i", s: "g", name: "begin", pid: 0, tid: 0, ts: 0} | tojson),
	"," + (events | tojson),
	"]}")
