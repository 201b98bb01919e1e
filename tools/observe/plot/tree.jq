# SPDX-License-Identifier: GPL-2.0
# What pausectl trace says of the time in which ports were stopped most, the first one of such times

def seconds: . / 100000000 | round / 10 | tostring | if contains(".") then . else . + ".0" end;

with_notes(needs_roots
	| (.ports | length) as $ports
	| ([.nodes[].stopped_us] | max) as $most
	| (first(.nodes[] | select(.stopped_us == $most)) // null) as $first
	| [.nodes[] | select(.from_ns == $first.from_ns)] as $nodes
	| (select($first) | "pausectl: \($file): from \($first.from_ns | seconds) s to \($first.to_ns | seconds) s, when ports were stopped most"),
	"",
	if $format != "text" then
		$nodes | map(del(.time, .record, .from_ns, .to_ns, .stopped_us, .says, .port))
		| if $format == "json" then tojson else . end
	elif $first then
		$nodes[].says
	elif $ports > 0 then
		"no port of \($ports) is paused, or stops another"
	else
		"there is no port"
	end)
