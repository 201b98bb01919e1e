# SPDX-License-Identifier: GPL-2.0
# Documentation/counters.rst: all counters
include "settings";

".. SPDX-License-Identifier: GPL-2.0

.. \(made_from)

========
Counters
========

All are unsigned, have 64 bits, and start at 0 when the port begins. A gauge shows the present, and may fall. A number in
brackets says how many values there are: [8] one for each priority, or for each buffer, [9] one for each priority and, at index
8, the link. In italics is where the counter comes from. :doc:`abi` says how a received frame moves them.

\([counters[] | "``\(.key)``\(if .values != "1" then " [\(.values)]" else "" end)\(if .kept == "gauge" then ", gauge" else "" end)\n\(body)"] | join("\n"))"
