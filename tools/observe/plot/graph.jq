# SPDX-License-Identifier: GPL-2.0
# A graph for graphviz. A full arrow goes from a port to the one that it has paused. A broken arrow goes on, inside of a
# switch, to the ports whose frames could not leave. Roots are red.

def quoted: gsub("(?<c>[\"\\\\])"; "\\\(.c)");
def name($name; $netns): ($name | quoted) + if $netns == "" then "" else "\\nin \($netns | quoted)" end;

# The end of a node: how long it was a root, by those nodes of the recording
def root(f): ([.nodes[] | select(f) | {from_ns, to_ns}] | unique | map(.to_ns - .from_ns) | add // 0) as $ns
	| if $ns > 0 then "\\nroot for \($ns / 1000000 | round) ms\", color=\"#c8553d\", penwidth=3]" else "\"]" end;

# [from, to] for each node with what is above it: depth by depth, the port whose frames wait because of the node there
def causes: .ports as $ports
	| [foreach .nodes[] as $node ({above: []};
		.above = .above[:$node.depth]
		| .cause = if $node.kind == "stop" then .above[$node.depth - 1] else null end
		| .above[$node.depth] = if $node.kind == "stop" then $ports[$node.port].peer_port
			elif $node.kind | IN("slow", "station") then $node.port else null end;
		select(.cause != null) | [.cause, $node.port])]
	| unique;

# The arrow of the spans of a port, by timer
def arrow($port; $span; $from; $to): [.spans[] | select(.port == $port and .span == $span)]
	| select(length > 0)
	| group_by(.timer)
	| map("\(.[0].timer | timer_name): \(length) pause\(if length == 1 then "" else "s" end), \(
		map(.to - .from) | add / 1000 | round / 1000) ms")
	| "\t\($from) -> \($to) [label=\"\(join("\\n"))\"]";

def port_lines($i): .ports[$i] as $port | "port\($i)" as $here
	| (if $port.peer_port == null then "other\($i)" else "port\($port.peer_port)" end) as $there
	# If both ends are recorded, the pauses of the other end tell.
	| [arrow($i; "paused"; $there; $here), (select($port.peer_port == null) | arrow($i; "xoff"; $here; $there))] as $arrows
	| $arrows[],
	# The other end of a port, if that is not recorded
	(select($port.peer_port == null and ($arrows | length) > 0)
		| "\t\($there) [shape=ellipse, label=\"" + (if $port.peer_name then name($port.peer_name; $port.peer_netns)
			else "other end of " + name($port.name; $port.netns) end) + root(.port == $i and .kind == "station"));

with_notes(needs_roots | . as $all | "",
	"digraph pauses {",
	"\trankdir=LR",
	"\tfontname=\"DejaVu Sans\"",
	"\tnode [shape=box, fontname=\"DejaVu Sans\"]",
	"\tedge [fontname=\"DejaVu Sans\", fontsize=10]",
	# Each bridge is a box around its ports.
	(.ports | to_entries | group_by([.value.netns, .value.bridge])[]
		| "\tsubgraph \(if .[0].value.bridge == "" then "group" else "cluster" end)\(.[0].key) {",
		"\t\tlabel=\"\(.[0].value.bridge | quoted)\"",
		(.[] | .key as $i | "\t\tport\($i) [label=\"" + name(.value.name; .value.netns)
			+ ($all | root(.port == $i and (.kind | IN("slow", "sender"))))),
		"\t}"),
	(range(.ports | length) as $i | port_lines($i)),
	(causes[] | "\tport\(.[0]) -> port\(.[1]) [style=dashed]"),
	"}")
