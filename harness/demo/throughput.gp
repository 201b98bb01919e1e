# SPDX-License-Identifier: GPL-2.0
# gnuplot: throughput over time, one panel for each priority, pauses shaded. dir is the directory of the
# demonstration. timeline has made the files in it.

height = 720
load "harness/demo/style.gp"

# Priorities that carry traffic, from the top of the picture
priorities = "5 3 2 0"
panels = words(priorities)
pfc_shade = "#f4b942"
link_shade = grey

stats dir."/bins" using 1 nooutput
end = STATS_max + 5
pauses = dir."/pauses"

left = 0.075
right = 0.985
bottom = 0.06
panel = 0.835 / panels
top(i) = bottom + panel * (panels - i + 1)

# Rows of pauses that stop priority p; the others become undefined and vanish
by_pfc(p) = stringcolumn(3) eq p ? column(1) : NaN
by_link(x) = stringcolumn(3) eq "link" ? column(1) : NaN

set multiplot

set xrange [0:end]
set yrange [0:110]
set xtics 200
set ytics 0, 50, 100
set lmargin at screen left
set rmargin at screen right
set style fill solid 0.55 noborder

set label 1 "pausectl on veth: frames arriving at the peer, 100 Mb/s paced port, 12 Mb/s offered on each priority" \
	at screen left, 0.975 font ",15" textcolor "#222222"
set label 2 "Mb/s" at screen 0.012, 0.915 textcolor "#333333"

do for [i = 1:panels] {
	p = word(priorities, i)
	set tmargin at screen top(i) - 0.02
	set bmargin at screen top(i + 1) + 0.018
	set label 3 "priority ".p at graph 0.006, 0.88 font ",13" textcolor rgb word(colours, i) front
	if (i == panels) {
		set format x "%g"
		set xlabel "time in ms" offset 0, 0.4
	} else {
		set format x ""
		unset xlabel
	}
	if (i == 1) {
		set key at screen right, 0.955 right top horizontal samplen 2 width 1
	} else {
		unset key
	}
	plot pauses using (by_pfc(p)):(0):1:2:(0):(110) with boxxyerror \
			linecolor rgb pfc_shade title "priority paused by PFC", \
		pauses using (by_link(0)):(0):1:2:(0):(110) with boxxyerror \
			linecolor rgb link_shade title "link paused by PAUSE", \
		dir."/marks" using 1:(110) with impulses dashtype 2 linecolor "#444444" \
			notitle, \
		dir."/marks" using 1:(98):(i == 1 ? strcol(2)." ".strcol(3) : "") \
			with labels right offset -0.5, 0 textcolor "#444444" notitle, \
		dir."/bins" using 1:(column(p + 2)) with fillsteps fillstyle solid 0.85 \
			linecolor rgb word(colours, i) notitle
	unset label 1
	unset label 2
}
unset multiplot
unset output
