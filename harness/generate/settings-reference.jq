# SPDX-License-Identifier: GPL-2.0
# Documentation/settings.rst: all settings
include "settings";

def title($mark): "\n\(.)\n\(. as $text | $mark * ($text | length))\n";

def row:
	"   * - ``\(.name)``\(if .count > 1 then " [\(.count)]" else "" end)
     - \(.meaning)
     - \(allowed_words)
     - \(default_words)
     -\(if .source != "" then " " + .source else "" end)";

".. SPDX-License-Identifier: GPL-2.0

.. \(made_from)

========
Settings
========

``pausectl add`` and ``pausectl set`` take these settings by their names; ``pausectl show`` prints them.
In JSON, ``-`` of a name is ``_``. A number in brackets says how many values a setting has:
[8] one for each priority, class or buffer, [9] one for each priority and the link, [4] one for each
class of receive checks, [3] one for each kind of address. :doc:`abi` explains the settings.
" + ([groups[] | (.[0].group[:1] | ascii_upcase) + .[0].group[1:] | title("=")] as $titles
| [groups | to_entries[] | $titles[.key]
+ "\n.. list-table::\n   :header-rows: 1\n   :widths: 18 44 20 10 14\n\n   * - Setting\n     - Meaning\n     - Allowed\n     - Default\n     - Source\n"
+ ([.value[] | row] | join("\n")) + "\n"] | join(""))
