# SPDX-License-Identifier: GPL-2.0
# Documentation/counters.rst: all counters
include "settings";

".. SPDX-License-Identifier: GPL-2.0

.. \(made_from)

========
Counters
========

All are unsigned, have 64 bits, and start at 0 when the port begins. [8]: one value for each priority,
or for each buffer. [9]: one for each priority and, at index 8, the link. :doc:`abi` tells how a received
frame moves them.

.. list-table::
   :header-rows: 1
   :widths: 26 54 20

   * - Counter
     - Meaning
     - Source
\([counters[] | "   * - ``\(.key)``\(if .values != "1" then " [\(.values)]" else "" end)\n     - \(.meaning)\n     -\(if .source != "" then " " + .source else "" end)"] | join("\n"))"
