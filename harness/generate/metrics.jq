# SPDX-License-Identifier: GPL-2.0
# tools/observe/metrics_table.c: the metric of each counter, whose name ends with its base unit
include "settings";

def unit: if endswith("_us") then [.[:-3] + "_seconds", 6]
	elif endswith("_ns") then [.[:-3] + "_seconds", 9]
	elif test("^occupancy|_in_force$") then [. + "_bytes", 0]
	else [., 0] end;

def row: (.kept == "gauge") as $gauge | (.key | unit) as [$name, $digits]
	| "	{ PAUSECTL_A_STATS_\(.key | ascii_upcase), \("pausectl_" + $name + if $gauge then "" else "_total" end | c), "
	+ "\(if $gauge then "gauge" else "counter" end | c), \($digits), "
	+ "\(.meaning | sub("^Microseconds spent"; "Time spent") | c) },";

"// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include \"observe.h\"

const struct metric metrics[] = {
\([counters[] | row] | join("\n"))
	{ 0 }
};"
