# SPDX-License-Identifier: GPL-2.0
# tools/observe/metrics_table.c: what the counters mean, for metrics
include "settings";

# On one line of at most 100 columns, else on two
def row:
	"[PAUSECTL_A_STATS_\(.key | ascii_upcase)] =" as $index
	| "\(.meaning | sub("^Microseconds spent"; "Time spent") | c)," as $text
	| "	" + $index + if ($index + $text | length) <= 91 then " " else "\n		" end + $text;

"// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include \"lib.h\"

#include <uapi/pausectl.h>

const char *const counter_meaning[PAUSECTL_A_STATS_MAX + 1] = {
\([counters[] | row] | join("\n"))
};"
