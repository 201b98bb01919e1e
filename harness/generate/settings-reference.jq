# SPDX-License-Identifier: GPL-2.0
# Documentation/settings.rst: all settings
include "settings";

def title($mark): "\n\(.)\n\(. as $text | $mark * ($text | length))\n";

def entry:
	"``\(.name)``\(if .count > 1 then " [\(.count)]" else "" end): \(allowed_words). Default: \(default_words)
\(body)";

".. SPDX-License-Identifier: GPL-2.0

.. \(made_from)

========
Settings
========

``pausectl add`` and ``pausectl set`` take these settings by their names; ``pausectl show`` prints them. In JSON, ``-`` of a
name is ``_``. A number in brackets says how many values a setting has: [8] one for each priority, class or buffer, [9] one
for each priority and the link, [4] one for each class of receive checks, [3] one for each kind of address. Then come the
allowed values. In italics is where a setting comes from: a clause, a paper, or PG292 of Xilinx. :doc:`abi` says how settings
work together.
" + ([groups[] | (.[0].group[:1] | ascii_upcase) + .[0].group[1:] | title("=")] as $titles
| [groups | to_entries[] | $titles[.key]
+ "\n" + ([.value[] | entry] | join("\n")) + "\n"] | join(""))
