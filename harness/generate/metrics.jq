# SPDX-License-Identifier: GPL-2.0
# tools/pausectl/metrics_table.c: what the counters mean, for metrics
include "settings";

"// SPDX-License-Identifier: GPL-2.0
/* \(made_from) */
#include \"counters.h\"

#include <uapi/pausectl.h>

const char *const counter_meaning[PAUSECTL_A_STATS_MAX + 1] = {
\([counters[] | "	[PAUSECTL_A_STATS_\(.key | ascii_upcase)] =\n\t\t\(.meaning | sub("^Microseconds spent"; "Time spent") | tojson),"] | join("\n"))
};"
