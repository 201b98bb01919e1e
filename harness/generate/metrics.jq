# SPDX-License-Identifier: GPL-2.0
# tools/observe/metrics_table.c: what the counters mean, for metrics
include "settings";

def row: "	[PAUSECTL_A_STATS_\(.key | ascii_upcase)] = \(.meaning | sub("^Microseconds spent"; "Time spent") | c),";

"// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include \"lib.h\"

#include <uapi/pausectl.h>

const char *const counter_meaning[PAUSECTL_A_STATS_MAX + 1] = {
\([counters[] | row] | join("\n"))
};"
