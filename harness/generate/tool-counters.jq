# SPDX-License-Identifier: GPL-2.0
# tools/lib/counters_table.c: the counters as the tool knows them. The name of a metric ends with its base unit
include "settings";

def unit: if endswith("_us") then [.[:-3] + "_seconds", 6]
	elif endswith("_ns") then [.[:-3] + "_seconds", 9]
	elif test("^occupancy|_in_force$") then [. + "_bytes", 0]
	else [., 0] end;

def row: (.kept == "gauge") as $gauge | (.key | unit) as [$name, $digits]
	| "	{ \(.key | c), PAUSECTL_A_STATS_\(.key | ascii_upcase), \(.values), \($gauge), "
	+ "\("pausectl_" + $name + if $gauge then "" else "_total" end | c), \($digits), "
	+ "\(.meaning | sub("^Microseconds spent"; "Time spent") | c) },";

"// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include \"lib.h\"

const struct counter port_counters[] = {
\([counters[] | row] | join("\n"))
};

const size_t port_counter_count = MNL_ARRAY_SIZE(port_counters);
_Static_assert(MNL_ARRAY_SIZE(port_counters) <= COUNTERS_MAX, \"room for all counters\");"
