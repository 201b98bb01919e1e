# SPDX-License-Identifier: GPL-2.0
# gnuplot: which switch of the ring waits for which, and the traffic of the links, over time. dir is the
# directory of the demonstration. deadlock-timeline has made the files in it.

height = 700
load "harness/demo/style.gp"
links = 3
sw(i) = word("a b c", (i - 1) % links + 1)

stats dir."/rates" using 1 nooutput
end = 50 * int(STATS_max / 50)
stats dir."/deadlock" using 1 nooutput
from = STATS_min
stats dir."/deadlock" using 2 nooutput
to = STATS_min
middle = (from + to) / 2
stats dir."/deadlock" using 3 nooutput
freed_by = int(STATS_min)
stats dir."/deadlock" using 4 nooutput
restored = STATS_min
stats dir."/marks" every ::1::1 using 1 nooutput
burst = STATS_min

left = 0.135
right = 0.972
red = "#b5382a"
shade = "#fbe9e6"

set multiplot
set xrange [0:end]
set xtics 100
set lmargin at screen left
set rmargin at screen right
set label 1 "Three switches in a ring deadlock by PFC; the watchdog of one frees them all" \
	at screen 0.015, 0.968 font ",16" textcolor "#222222"
set label 7 "links of 40 Mb/s, PFC for priority 3; each host sends to the switch after the next" \
	at screen 0.015, 0.928 textcolor "#555555"
set object 1 rectangle from from, graph 0 to to, graph 1 fillcolor rgb shade fillstyle solid noborder behind
set arrow 1 from burst, graph 0 to burst, graph 1 nohead dashtype 2 linecolor "#444444" front
set arrow 2 from to, graph 0 to to, graph 1 nohead dashtype 2 linecolor "#444444" front
set arrow 3 from restored, graph 0 to restored, graph 1 nohead dashtype 2 linecolor "#444444" front

# The switches that wait for each other
set tmargin at screen 0.80
set bmargin at screen 0.56
set format x ""
set yrange [links + 0.6:0.4]
set ytics ("a waits for b" 1, "b waits for c" 2, "c waits for a" 3)
set label 2 "a bar: paused by PFC" at graph 0.995, 0.07 right textcolor "#333333" front
set label 3 "hosts send\ntoo much" at burst, graph 1.14 right offset -0.7, 0 textcolor "#444444"
set label 4 "DEADLOCK:\neach waits for the next" at middle, graph 1.14 center textcolor rgb red
set label 5 "watchdog of ".sw(freed_by)."\nsees a storm, drops" at to, graph 1.14 left offset 0.7, 0 textcolor "#444444"
set label 6 "storm is over,\n".sw(freed_by)." sends again" at restored, graph 1.14 left offset 0.7, 0 textcolor "#444444"
unset key
plot for [i = 1:links] dir."/pauses" using ($3 == i ? $1 : NaN):(i):1:2:(i - 0.33):(i + 0.33) \
	with boxxyerror linecolor rgb word(colours, i)
do for [i = 1:7] { unset label i }

# What the links carry
top = 0.455
set tmargin at screen top
set bmargin at screen 0.085
most = 44
set yrange [0:most]
set ytics 0, 10, 40
set format x "%g"
set xlabel "time in ms" offset 0, 0.4 textcolor "#333333"
set ylabel "Mb/s" offset 1, 0 textcolor "#333333"
set key at graph 1, 1.15 right top horizontal samplen 2 width 1
set label 2 "throughput of each link" at graph 0, 1.10 textcolor "#333333"
set label 3 sw(freed_by)." drops what\nis to go to ".sw(freed_by + 1) at (to + restored) / 2, 6 center \
	textcolor rgb word(colours, freed_by) front

# The ring, in the midst of the deadlock: x in ms, y in Mb/s
per_ms = (right - left) * 1000 / end
per_mbps = (top - 0.085) * height / most
radius = 72
corner_x(i) = middle + radius * cos(pi / 2 - 2 * pi * (i - 1) / links) / per_ms
corner_y(i) = most * 0.43 + radius * sin(pi / 2 - 2 * pi * (i - 1) / links) / per_mbps
do for [i = 1:links] {
	x = corner_x(i)
	y = corner_y(i)
	dx = corner_x(i % links + 1) - x
	dy = corner_y(i % links + 1) - y
	set arrow 10 + i from x + 0.23 * dx, y + 0.23 * dy to x + 0.77 * dx, y + 0.77 * dy \
		head filled size screen 0.012, 20 linewidth 3 linecolor rgb red front
	set object 10 + i circle at x, y size first 17 / per_ms front fillcolor rgb word(colours, i) \
		fillstyle solid noborder
	set label 10 + i sw(i) at x, y center font ",15" textcolor "white" front
}
set label 20 "waits for" at middle, most * 0.43 center font ",11" textcolor rgb red front
plot for [i = 1:links] dir."/rates" using 1:(column(i + 1)) with lines linewidth 6.5 - 1.5 * i \
	linecolor rgb word(colours, i) title sw(i)." to ".sw(i + 1)
unset multiplot
unset output
