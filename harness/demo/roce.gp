# SPDX-License-Identifier: GPL-2.0
# gnuplot: goodput, lost frames, pauses and the queue of a RoCE incast, over time. dir is the directory of
# the demonstration. roce-timeline has made the files in it.

height = 980
load "harness/demo/style.gp"

senders = 8
colours = "#1b6ca8 #2a9d8f #7a5195 #c8553d #e0a03c #6a994e #b07aa1 #5c6b73"

stats dir."/notes" using 2 nooutput
end = STATS_max
stats dir."/notes" every ::1::1 using 1 nooutput
to_pfc = STATS_min
stats dir."/notes" every ::2::2 using 1 nooutput
to_ecn = STATS_min
stats dir."/lost" using 3 nooutput
most_lost = STATS_max > 0 ? STATS_max : 1
stats dir."/lost" using 2 nooutput
most_dropped = STATS_max
stats dir."/waiting" using 2 nooutput
most_waiting = STATS_max

set multiplot

set xrange [0:end]
set xtics 500
set format x ""
set lmargin at screen 0.085
set rmargin at screen 0.985
set arrow 1 from to_pfc, graph 0 to to_pfc, graph 1 nohead dashtype 2 linecolor "#444444" front
set arrow 2 from to_ecn, graph 0 to to_ecn, graph 1 nohead dashtype 2 linecolor "#444444" front
set label 1 "RoCE incast on a Linux bridge of pausectl ports: eight senders of 1 Gb/s, one receiver of 100 Mb/s" \
	at screen 0.015, 0.975 font ",15" textcolor "#222222"

# What arrives
set tmargin at screen 0.905
set bmargin at screen 0.70
set yrange [0:124]
set ytics 0, 25, 100
set ylabel "Mb/s" offset 1, 0 textcolor "#333333"
set label 2 "goodput of the senders, stacked" at graph 0.008, 0.91 textcolor "#333333" front
set label 3 "without PFC" at to_pfc / 2, graph 1.09 center textcolor "#444444"
set label 4 "PFC for priority 3" at (to_pfc + to_ecn) / 2, graph 1.09 center textcolor "#444444"
set label 5 "PFC, and ECN below it" at (to_ecn + end) / 2, graph 1.09 center textcolor "#444444"
unset key
plot for [i = senders:1:-1] dir."/goodput" using 1:(column(i + 1)) with fillsteps linecolor rgb word(colours, i)
do for [i = 3:5] { unset label i }
unset label 1

# What is lost
set tmargin at screen 0.66
set bmargin at screen 0.505
set yrange [0:most_lost * 1.45]
set ytics 0, 5000
set ylabel "frames" offset 1, 0
set label 2 "retransmissions, added up" at graph 0.008, 0.91 textcolor "#333333" front
set label 3 "dropped by the switch" at end * 0.985, most_dropped * 0.5 right textcolor "white" front
set label 4 "refused by the receiver: frames behind a lost one" at end * 0.985, (most_lost + most_dropped) / 2 \
	right textcolor "#333333" front
plot dir."/lost" using 1:3 with filledcurves y1=0 linecolor rgb "#e0a03c", \
	dir."/lost" using 1:2 with filledcurves y1=0 linecolor rgb "#c8553d", \
	dir."/notes" using (($1 + $2) / 2):(most_lost * 1.13):4 with labels textcolor "#333333"
unset label 3
unset label 4

# The paused senders
set tmargin at screen 0.465
set bmargin at screen 0.27
set yrange [senders + 0.6:-0.9]
set ytics ("sender 1" 1, "2" 2, "3" 3, "4" 4, "5" 5, "6" 6, "7" 7, "8" 8)
unset ylabel
set label 2 "senders paused by PFC" at graph 0.008, 1.07 textcolor "#333333" front
plot for [i = 1:senders] dir."/pauses" using ($3 == i ? $1 : NaN):(i):1:2:(i - 0.38):(i + 0.38) \
	with boxxyerror linecolor rgb word(colours, i), \
	dir."/notes" using (($1 + $2) / 2):(-0.1):5 with labels textcolor "#333333"

# What waits
set tmargin at screen 0.23
set bmargin at screen 0.07
set yrange [0:most_waiting * 1.3]
set ytics 0, 100
set ylabel "KiB" offset 1, 0
set label 2 "octets that wait in the switch" at graph 0.008, 0.91 textcolor "#333333" front
set format x "%g"
set xlabel "time in ms; the time between the phases is left out" offset 0, 0.4 textcolor "#333333"
plot dir."/waiting" using 1:2 with filledcurves y1=0 fillstyle solid 0.5 linecolor rgb "#1b6ca8"
unset multiplot
unset output
