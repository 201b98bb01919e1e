# SPDX-License-Identifier: GPL-2.0
# gnuplot: drops, waiting octets and paused senders, over time. dir is the directory of the
# demonstration. lossless-timeline has made the files in it.

height = 760
load "harness/demo/style.gp"

senders = 4

stats dir."/marks" using 1 nooutput
end = STATS_max
# The second row is the change to PFC
stats dir."/marks" every ::1::1 using 1 nooutput
change = STATS_min
stats dir."/dropped" using 2 nooutput
most_drops = STATS_max
stats dir."/waiting" using 2 nooutput
most_waiting = STATS_max

left = 0.085
right = 0.985

set multiplot

set xrange [0:end]
set xtics 100
set format x ""
set lmargin at screen left
set rmargin at screen right
set arrow 1 from change, graph 0 to change, graph 1 nohead dashtype 2 linecolor "#444444" front
set label 1 "Incast on a Linux bridge of pausectl ports: four senders of 40 Mb/s, one receiver of 40 Mb/s" \
	at screen left, 0.975 font ",15" textcolor "#222222"

# What is lost
set tmargin at screen 0.90
set bmargin at screen 0.70
set yrange [0:most_drops * 1.25]
set ytics autofreq
set ylabel "frames per 10 ms" offset 1, 0 textcolor "#333333"
set label 2 "frames dropped by the switch" at graph 0.008, 0.92 textcolor "#c8553d" front
set label 3 "PFC off" at change, graph 1.08 right offset -1, 0 textcolor "#444444"
set label 4 "PFC on for priority 3" at change, graph 1.08 left offset 1, 0 textcolor "#444444"
unset key
plot dir."/dropped" using ($1 + 5):2:(9) with boxes linecolor rgb "#c8553d"
unset label 1
unset label 3
unset label 4

# What waits
set tmargin at screen 0.655
set bmargin at screen 0.345
set yrange [0:most_waiting * 1.3]
set ylabel "KiB" offset 1, 0
set label 2 "octets that wait in the switch" at graph 0.008, 0.95 textcolor "#333333" front
set key at graph 0.995, 0.99 right top horizontal samplen 2 width 1 maxrows 2
set arrow 2 from change, 64 to end, 64 nohead dashtype 4 linecolor "#888888" front
set arrow 3 from change, 32 to end, 32 nohead dashtype 4 linecolor "#888888" front
set label 5 "XOFF above 64" at change, 64 right offset -0.7, 0 textcolor "#666666" front
set label 6 "XON below 32" at change, 32 right offset -0.7, 0 textcolor "#666666" front
plot dir."/waiting" using 1:2 with filledcurves y1=0 fillstyle solid 0.35 linecolor rgb grey \
		title "at the way out, in all", \
	for [i = 1:senders] dir."/waiting" using 1:(column(i + 3)) with lines linewidth 1.6 \
		linecolor rgb word(colours, i) title "charged to sender ".i
unset arrow 2
unset arrow 3
unset label 5
unset label 6

# The paused senders
set tmargin at screen 0.30
set bmargin at screen 0.085
set yrange [senders + 0.6:0.4]
set ytics ("sender 1" 1, "sender 2" 2, "sender 3" 3, "sender 4" 4)
unset ylabel
unset key
set format x "%g"
set xlabel "time in ms" offset 0, 0.4 textcolor "#333333"
set label 2 "senders paused by PFC" at graph 0.008, 1.06 textcolor "#333333" front
plot for [i = 1:senders] dir."/pauses" using ($3 == i ? $1 : NaN):(i):1:2:(i - 0.35):(i + 0.35) \
	with boxxyerror linecolor rgb word(colours, i)
unset xlabel
unset multiplot
unset output
