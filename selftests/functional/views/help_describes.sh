#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# "pausectl help" describes each command in a line, everyday commands and settings first, and "help COMMAND" has
# the grammar, and examples of this command.
. "${0%/*}/../../lib/lib.sh"

help=$(pausectl help)
check_eq "lines of more than 88 columns" "$(grep -E '.{89}' <<<"$help" || :)" ""
mapfile -t commands < <(sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' <<<"$help")
check_between "commands" ${#commands[@]} 19 99
check_eq "the first ones" "${commands[*]::5}" "add set show stats doctor"
check_match "everyday settings" "$help" "*Everyday settings: mode, rx, tx, prio, *speed, *"
for command in "${commands[@]}"; do
	check_match "$command: a description of up to 60 characters" \
		"$(sed -n "s/^  $command  *//p" <<<"$help" | grep -E '^[^ ].{9,59}$')" "?*"
	about=$(pausectl help "$command")
	check_match "$command: its grammar" "$about" "usage: pausectl $command*"
	check_between "$command: examples" "$(grep -cE "^  pausectl .*$command|^  systemctl" <<<"$about")" 1 20
	check_eq "$command --help" "$(pausectl "$command" --help)" "$about"
done
