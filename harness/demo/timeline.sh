# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Functions that the timelines share; sourced.

# told START NAME...: a line for each such event in the file events, which pausectl -j monitor has
# left: ms since START, name, device. START is in us of the kernel's clock of real time, exact in a double.
told() {
	jq -r --arg names "${*:2}" 'select(.event as $event | $names / " " | index($event))
		| [(.time | tonumber * 1000000 | floor), .event, .ifname] | @tsv' events |
		awk -v start="$1" '{ printf "%.2f %s %s\n", ($1 - start) / 1000, $2, $3 }'
}

# pauses_since START: a line for each pause in the file: begin and end in ms, device
pauses_since() {
	told "$1" paused resumed | awk '
		$2 == "paused" && !($3 in begin) { begin[$3] = $1 }
		$2 == "resumed" && $3 in begin { print begin[$3], $1, $3; delete begin[$3] }'
}

# For awk: functions for a line with a character for each cell of 20 ms
# shellcheck disable=SC2034 # used by the scripts that source this one
cells='
# A bar as high as this part of the line, 0 to 1; for 0, empty
function bar(part, empty,   levels, level, height) {
	levels = split("▁ ▂ ▃ ▄ ▅ ▆ ▇ █", level, " ")
	height = int(part * levels + 0.999)
	return height ? level[height > levels ? levels : height] : empty
}
# Adds to covered[CELL, who] the part of each cell between these times
function cover(covered, who, from, to,   cell, low, high) {
	for (cell = int(from / 20); cell <= int(to / 20); cell++) {
		low = from > cell * 20 ? from : cell * 20
		high = to < cell * 20 + 20 ? to : cell * 20 + 20
		covered[cell, who] += (high - low) / 20
	}
}'
