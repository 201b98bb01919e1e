# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # what lib.sh sets
#
# For tests in which the root user of another user namespace has ports. Source it in place of lib.sh.
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"

# other_user ARGUMENT...: this user runs the script on standard input, with these arguments, in a network namespace and a
# mount namespace of its own
other_user()
{
	cat >"$TMP/own.sh"
	coproc other { exec unshare --user --map-root-user --net --mount bash "$TMP/own.sh" "$@" 2>&1; }
	jobs_started+=("$other_PID")
}

# next: the next line that the script prints, in $reply
next()
{
	read -rt 120 reply <&"${other[0]}"
}

# ask: the script reads a line, and goes on; the next line that it prints is in $reply
ask()
{
	echo >&"${other[1]}"
	next
}

# script_says PATTERN [COMMAND]: the next line matches; COMMAND is next or ask
script_says()
{
	"${2:-next}"
	check_match "the other user" "$reply" "$1"
}
