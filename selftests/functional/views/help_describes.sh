#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# "pausectl help" describes each command in a line, everyday commands and settings first. "help COMMAND" has
# the grammar, which completion goes by, and examples of this command.
. "${0%/*}/../../lib/lib.sh"

help=$(pausectl help)
check_eq "lines of more than 88 columns" "$(grep -E '.{89}' <<<"$help" || :)" ""
mapfile -t commands < <(sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p' <<<"$help")
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

# --- completion goes by that grammar -----------------------------------------------------
of_sources tools/pausectl/pausectl.bash
# shellcheck source=tools/pausectl/pausectl.bash
. "$reply"
completes() # DEMANDED WORD...
{
	COMP_WORDS=(pausectl "${@:2}")
	COMP_CWORD=$(($# - 1))
	_pausectl
	check_eq "completion of ${*:2}" "${COMPREPLY[*]}" "$1"
}
completes show sh
completes "dev prio quanta interval for received" xoff lo ""
completes "dev quanta interval for" xoff lo prio 3 received ""
completes "off pause pfc default" set lo mode ""
completes "guard-ms" set lo gu
completes "lo" show l
ip() # There is none.
{
	return 127
}
completes "lo" show l
completes "" -n other show l
unset -f ip
completes "svg png trace dot" plot file format ""
completes "default" add lo profile default
completes "guard-ms" help guard
