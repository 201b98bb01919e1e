# SPDX-License-Identifier: GPL-2.0
# Cost per frame over no qdisc at all; dir holds cost.dat.
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.85 noborder
set boxwidth 0.9
set ylabel "ns over noqueue"
set title "Cost of a 60 octet frame through a qdisc, deterministic guest time"
set xtics rotate by -30 nomirror
set ytics nomirror
set grid y lc rgb "#dddddd"
set border 3
set key top left
set yrange [0:*]
do for [format in "svg png"] {
	if (format eq "svg") { set terminal svg size 1100,600 font "sans,13" background "white" }
	if (format eq "png") { set terminal pngcairo size 1100,600 font "sans,12" background "white" }
	set output sprintf("%s/cost.%s", dir, format)
	plot dir."/cost.dat" using 2:xtic(1) title "Linux 6.1" lc rgb "#9db8d2", \
		"" using 3 title "Linux 6.12" lc rgb "#2f6690"
}
