# SPDX-License-Identifier: GPL-2.0
# gnuplot: what the pictures share. format, svg or png, says what to draw, height how high for 1000
# wide; the PNG is half as large again. dir and name say where to.

if (format eq "svg") {
	set terminal svg size 1000,height font "DejaVu Sans,13" background "white"
} else {
	set terminal pngcairo size 1500,height * 3 / 2 font "DejaVu Sans,14" fontscale 1.1 background "white"
}
set output dir."/".name.".".format

set border 3 linecolor "#555555"
set tics nomirror out scale 0.5 textcolor "#333333"
set grid ytics linecolor "#dddddd" linetype 1
set style fill solid 0.85 noborder

# Of what there are several
colours = "#1b6ca8 #2a9d8f #7a5195 #c8553d"
grey = "#9aa5b1"
