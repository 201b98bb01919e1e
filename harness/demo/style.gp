# SPDX-License-Identifier: GPL-2.0
# gnuplot: settings that the pictures share. format is svg or png. height is the height for a width of
# 1000. The PNG is half as large again. The picture goes to dir/name.

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

# Colours of several lines in one panel
colours = "#1b6ca8 #2a9d8f #7a5195 #c8553d"
grey = "#9aa5b1"
