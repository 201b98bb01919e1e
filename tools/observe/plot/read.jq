# SPDX-License-Identifier: GPL-2.0
# recording: what the lines of a file of pausectl record say. Times are ns after its begin.
#
#	begin, seconds	 its begin since the epoch		over	 when it ends
#	lost	 events that are missing		roots	 whether it has roots
#	ports	 [{place, name, netns, bridge, peer_name, peer_netns, peer_port}]	peer_port: the number of a port
#	spans	 [{span: "paused" or "xoff", port, timer, from, to}]	of a timer in the order of time
#	samples	 [{sample: time, port, queue_bytes, occupancy, tx_packets, drops}]
#	marks	 [{mark: event, port, time, mode}]	events that begin or end no span; mode is a new one
#	nodes	 [lines of roots and of what is below them, with port]

def bad($why): "pausectl: \($file):\(.line): \($why)\n" | halt_error(1);

def port_of($line): "\($line.netns // "") \($line.ifindex)" as $place
	| if .index[$place] then . else
		.index[$place] = (.ports | length)
		| .ports += [{place: $place, name: ($line.ifname // ""), netns: ($line.netns // ""), bridge: "", last: {}}]
	end
	| .port = .index[$place];

# A pause or XOFF may have begun before the recording. An XOFF ends by itself.
def close($key; $time): .open[$key] as $span
	| if $span == null then . else
		([$span.from, 0] | max) as $from
		| .open[$key] = null
		| .out += [{span: $span.span, port: $span.port, timer: $span.timer, $from,
			to: ([$from, ([$time, $span.expires // $time] | min)] | max)}]
	end;
def close_all($time; f): reduce (.open | to_entries[] | select(.value != null and (.value | f)).key) as $key
	(.; close($key; $time));

def event($line; $time): ($line.priority | if type == "string" then 8 else . // 0 end) as $timer
	| (if $line.event | startswith("x") then "xoff" else "paused" end) as $span
	| "\($span) \(.port) \($timer)" as $key
	| {$span, port, $timer, from: $time} as $new
	| if $line.event == "paused" then
		close($key; $time) | .open[$key] = $new
	elif $line.event == "resumed" then
		.open[$key] = ($new | .from -= $line.duration_ns) | close($key; $time)
	elif $line.event == "xoff" then
		# A refresh goes on with the XOFF before, if that has not expired.
		(if (.open[$key].expires // $time) < $time then close($key; $time) else . end)
		| .open[$key] = (.open[$key] // $new)
		| .ports[.port].speed as $mbps
		| if $mbps then .open[$key].expires = $time + $line.quanta * 512000 / $mbps else . end
	elif $line.event == "xon" then
		close($key; $time)
	else
		# Nothing tells of the pauses that end with the port.
		(if $line.event == "detached" then .port as $port | close_all($time; .port == $port) else . end)
		| (if $line.speed_mbps then .ports[.port].speed = $line.speed_mbps else . end)
		| .out += [{mark: $line.event, port, $time,
			mode: (if $line.mode == .ports[.port].mode then null else $line.mode end)}]
		| .ports[.port].mode = ($line.mode // .ports[.port].mode)
	end;

def read($line): ($line.time[-9:] | tonumber) as $ns
	| ($line.time[:-10] | tonumber) as $seconds
	| (if .seconds then . else .begin = $line.time | .seconds = $seconds | .ns = $ns | .roots = ($line.roots == true) end)
	| (($seconds - .seconds) * 1000000000 + $ns - .ns) as $time
	| .over = ([.over, $time] | max)
	| if $line.event then
		.lost += ($line.lost // 0)
		| if $line.ifindex then port_of($line) | event($line; $time) else .lost += 1 end
	elif $line.record == "port" then
		port_of($line)
		| .ports[.port] += {bridge: ($line.bridge // ""), speed: $line.speed_mbps, mode: $line.mode, peer_name: $line.peer,
			peer_netns: ($line.peer_netns // ""), peer: "\($line.peer_netns // "") \($line.peer_ifindex)"}
	elif $line.record == "sample" then
		# Values that have not changed since the line before are not in the line.
		port_of($line)
		| .ports[.port].last += ($line | {queue_bytes, occupancy, tx_packets, drops} | map_values(values))
		| .out = [.ports[.port].last + {sample: $time, port}]
	elif $line.record | IN("root", "stop") then
		port_of($line) | .out = [{node: ($line + {port})}]
	else . end;

def recording: [
	foreach (inputs, null) as $text ({line: 0, over: 0, lost: 0, index: {}, ports: [], open: {}, out: []};
		.out = []
		| if $text == null then
			close_all(.over; true)
		else
			.line += 1
			| (try ($text | fromjson) catch null) as $line
			| if ($line | type) != "object" or ($line.time | type) != "string" or ($line.time[-10:-9]) != "." or
				(.line == 1 and $line.record != "begin") then bad("this is no line of pausectl record")
			else read($line) end
		end;
		.out[], (select($text == null) | {last: .}))]
	| (.[-1].last | {begin, seconds, over, lost, roots, ports}) + {
		spans: map(select(.span)), samples: map(select(.sample != null)), marks: map(select(.mark)),
		nodes: map(.node // empty)}
	| [.ports[].place] as $places
	| .ports |= map(.peer as $peer | .peer_port = ($places | index($peer)));

# What stands before a drawing: lines for standard error
def with_notes(f): recording
	| (if .lost > 0 then "pausectl: warning: \(.lost) events were lost, so pauses may be missing" else empty end), f;
def needs_roots: if .roots then . else
	"pausectl: \($file): the recording has no roots: record it again by pausectl 0.3 or later\n" | halt_error(1) end;

def timer_name: if . == 8 then "link" else "priority \(.)" end;
def full_name: .name + if .netns == "" then "" else " in \(.netns)" end;
