# SPDX-License-Identifier: GPL-2.0
# mac_ctrl/rules/counters.h: the counters and gauges of a port
include "settings";

"/* SPDX-License-Identifier: GPL-2.0 */
/* \(made_from) */
/*
 * KIND(name, NAME, values, meaning): a counter or gauge of a port. name is the field of struct
 * pausectl_counters and what users see, NAME the stem of its attribute PAUSECTL_A_STATS_NAME.
 * values is 1 (the port), 8 (priorities) or 9 (those and the link). The port has COUNTED it, or it
 * is FOUND when somebody reads it; a GAUGE is found, too, and may fall.
 */
#ifndef PAUSECTL_RULES_COUNTERS_H
#define PAUSECTL_RULES_COUNTERS_H

#define PAUSECTL_COUNTERS(COUNTED, FOUND, GAUGE) \\
\([counters[] | "	\(.kept | ascii_upcase)(\(.key), \(.key | ascii_upcase), \(.values), \(.meaning | sub("^Microseconds "; "Time ") | c))"] | join(" \\\n"))

#endif /* PAUSECTL_RULES_COUNTERS_H */"
