# SPDX-License-Identifier: GPL-2.0
# A program of gnuplot: a bar for each pause and each XOFF, and lines for octets and frames. Panels stand one below the
# other over one axis of time, and broken lines from top to bottom are other events.

def row_height: 24;
def lines_height: 150;
def key_columns: 4;
def gap: 46;	# between two panels
def bottom: 50;
def colours: ["#1b6ca8", "#2a9d8f", "#7a5195", "#c8553d", "#e0a03c", "#6a994e", "#b07aa1", "#5c6b73", "#8c564b",
	"#17becf", "#d62f7f", "#a3a317"];

# A string of gnuplot that needs no more care
def quoted: "'" + gsub("'"; "''") + "'";
# Ports have colours of their own, or the priorities of the only port have.
def colour($all; $port; $timer): colours[(if ($all.ports | length) == 1 then $timer else $port end) % 12];
# The name of a port, as long as there is room: its end tells more than the begin.
def short_name: (if .netns == "" then "" else .netns + "/" end) + .name | if length > 15 then .[-15:] else . end;

# Neighbours that belong together become one. Both filters get the two.
def unite(together; one): foreach (.[], null) as $next ({};
	if .it and $next and ([.it, $next] | together) then .out = null | .it = ([.it, $next] | one)
	else .out = .it | .it = $next end;
	.out | values);

# If both ends are recorded, the pauses of the other end tell, unless it does not obey.
def shown: [.spans[] | select(.span == "paused")] as $pauses | .ports as $ports
	| .spans |= map(select(.span == "paused" or ($ports[.port].peer_port as $peer | .timer as $timer
		| $peer == null or all($pauses[]; .port != $peer or .timer != $timer))));

# Panels have a title, a count of what is drawn, a height and that of their key, and a drawing.

# A row for each timer of a port that has spans
def rows($span; $title): . as $all
	| [shown.spans[] | select(.span == $span)] | group_by([.port, .timer])
	| map(.[0] as $of | {bars: [unite(.[1].from <= .[0].to + $all.step; .[0] + {to: .[1].to})],
		colour: colour($all; $of.port; $of.timer),
		name: "\($all.ports[$of.port] | short_name) \($of.timer | timer_name)"})
	| {$title, count: length, height: (length * row_height), key: 0, drawing: [
		"$rows << END",
		(to_entries[] | .key as $at | .value.colour as $colour | .value.bars[]
			| "\(.from / $all.unit) \(.to / $all.unit) \($at + 1) 0x\($colour[1:])"),
		"END",
		"set ytics (" + (to_entries | map("\(.value.name | quoted) \(.key + 1)") | join(", ")) + ") noenhanced",
		"set yrange [\(length).5:0.5]
unset grid
unset key
plot $rows using 1:3:1:2:($3 - 0.33):($3 + 0.33):4 with boxxyerror linecolor rgb variable linewidth 0.5 fillstyle solid border"]};

# [time, KiB]: the greatest value of each step of the picture
def octets($step): unite(.[1].time < .[0].time + $step; .[0] + {value: ([.[].value] | max)}) | [.time, .value / 1024];

# [from, frames in a unit of time, to]: over times that a reader can see
def rates($least; $unit): [unite(.[1].time < .[0].time + $least; .[0])]
	| range(1; length) as $i | .[$i - 1] as $from | .[$i] as $to
	| [$from.time, ([$to.value - $from.value, 0] | max) * $unit / ($to.time - $from.time), $to.time];

# A line for each priority or buffer of a port that is not always as at first
def lines($key; $title; $rates): . as $all
	| [.samples | group_by(.port)[] | .[0].port as $port
		| range(8) as $index
		| map({time: .sample, value: .[$key][$index]})
		| (if $rates then .[0].value else 0 end) as $first
		| select(any(.[]; .value != $first))
		| {$port, $index, points: [if $rates then rates($all.over / 160; $all.unit) else octets($all.step) end]}]
	# A line that nobody can tell from 0 is left out, except drops.
	| map(.sum = ([.points[][1]] | add // 0))
	| (if $key == "drops" then 0 else (map(.sum) | max // 0) / 100 end) as $least
	| map(select(.sum > $least))
	| . as $lines
	| {$title, count: length, height: lines_height, key: ((length + key_columns - 1) / key_columns | floor * 20), drawing: [
		(to_entries[] | "$line\(.key) << END",
			# A rate holds until the next one.
			(.value.points | (.[] | "\([.[0], 0] | max / $all.unit) \(.[1])"),
				(.[-1] | select(.[2]) | "\(.[2] / $all.unit) \(.[1])")),
			"END"),
		"set ytics autofreq
set grid ytics linecolor '#dddddd' linetype 1
set yrange [0:*]
set key at graph 0, graph 1.02 left bottom horizontal samplen 2 width 1 noenhanced Left reverse maxcols \(key_columns)",
		"plot " + (to_entries | map(.key as $at | .value | .port as $port
			# The priorities of a port have its colour, and dashes of their own.
			| (if ($all.ports | length) == 1 then 1 else [$lines[:$at][] | select(.port == $port)] | length + 1 end) as $dash
			| "$line\($at) using 1:2 with \(if $rates then "steps" else "lines" end) linewidth 1.6 "
				+ "linecolor rgb '\(colour($all; .port; .index))' dashtype \($dash) "
				+ "title \("\($all.ports[.port] | short_name) \(.index)" | quoted)") | join(", "))]};

def empty_panel: {title: "no pause, and nothing waits", height: lines_height, key: 0,
	drawing: ["unset key\nset yrange [0:1]\nplot -1"]};

# Panels with their places, in pixels from the top
def panels($top): [
	rows("paused"; "paused by the partner"),
	rows("xoff"; "asks the partner to stop (XOFF)"),
	lines("occupancy"; "KiB charged to port and buffer"; false),
	lines("queue_bytes"; "KiB that wait to leave port and priority"; false),
	lines("tx_packets"; "frames of port and priority that leave in each \(.unit_name)"; true),
	lines("drops"; "frames of port and priority that are dropped in each \(.unit_name)"; true)]
	| map(select(.count > 0))
	| if length == 0 then [empty_panel] else . end
	| [foreach .[] as $panel ({at: ($top - gap)};
		.title = .at + gap | .at = .title + $panel.key | .top = .at | .at += $panel.height;
		$panel + {title_at: .title, top, bottom: .at})];

# Events that are close to each other have one label. Labels stand in three rows in turn.
def marks: . as $all
	| [.marks | sort_by(.time) | map(. + {more: 0}) | unite(.[1].time < .[0].time + $all.over / 6; .[0] | .more += 1)]
	| to_entries[] | .key as $at | .value
	| ([.time, 0] | max / $all.unit) as $x
	| "set arrow \(1000 + $at) from \($x), graph 0 to \($x), graph 1 nohead dashtype 2 linecolor '#444444' front",
	("set label \(1000 + $at) "
		+ (.mark + (if .mode then " mode \(.mode)" else "" end) + " of " + ($all.ports[.port] | short_name)
			+ (if .more > 0 then " and \(.more) more" else "" end) | quoted)
		+ " at first \($x), screen \(1 - (58 + $at % 3 * 16) / $all.height) "
		+ (if .time > $all.over * 0.7 then "right" else "left" end) + " font ',11' textcolor '#444444' noenhanced");

def style: (if $format == "svg" then "set terminal svg size 1000,\(.height) font 'DejaVu Sans,13'"
	else "set terminal pngcairo size 1500,\(.height * 3 / 2 | floor) font 'DejaVu Sans,14' fontscale 1.1" end)
	+ " background 'white'
set border 3 linecolor '#555555'
set tics nomirror out scale 0.5 textcolor '#333333'
set style fill solid 0.85 noborder
set multiplot
set format x ''
set lmargin at screen 0.17
set rmargin at screen 0.98
set xrange [0:\(if .over > 0 then .over / .unit else 1 end)]
set label 2 'Ports of pausectl from \(.seconds | strflocaltime("%Y-%m-%d %H:%M:%S")) on' at screen 0.015, screen \(1 - 22 / .height) font ',15' textcolor '#222222'";

# Labels of the first panel are drawn with it alone.
def draw($all; $last): "set label 1 \(.title | quoted) at screen 0.17, screen \(1 - (.title_at - 16) / $all.height) textcolor '#333333'
set tmargin at screen \(1 - .top / $all.height)
set bmargin at screen \(1 - .bottom / $all.height)",
	(select($last) | "set format x '%g'
set xlabel 'time in \($all.unit_name)' offset 0, 0.4 textcolor '#333333'"),
	.drawing[],
	"unset label";

# The picture shows nothing finer than a step.
with_notes((if .over < 10000000000 then {unit: 1000000, unit_name: "ms"} else {unit: 1000000000, unit_name: "s"} end)
	as $unit
	| . + $unit | .step = .over / 4000
	| panels(76 + if (.marks | length) > 0 then 48 else 0 end) as $panels
	| .height = $panels[-1].bottom + bottom
	| . as $all
	| "", style, marks, ($panels | length as $count | to_entries[] | .key as $at | .value | draw($all; $at == $count - 1)),
	"unset multiplot")
