#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# hook: any
#
# A word of the release before this one is a usage error that names what does its work now: on the command
# line, in help, and in a line of a batch file.
#
#	here
#	$DUT pausectl, for the batch file
. "${0%/*}/../../lib/lib.sh"

pair
attach
check_refused "storm" 1 '*command "storm": gone, use "xoff DEV*interval TIME for TIME*"*' \
	pausectl storm dev "$DUT" pfc 3 for 1
check_refused "storm, without words" 1 '*gone, use "xoff DEV*' pausectl storm
check_refused "help storm" 1 '*gone, use "xoff DEV*' pausectl help storm
check_refused "an unknown word" 1 '*command "stor": unknown*' pausectl stor
cat >"$TMP/batch" <<END
set $DUT prio 3
storm $DUT pfc 3 for 1
set $DUT prio 4
END
check_refused "a batch" 1 "*batch:2: command \"storm\": gone, use \"xoff DEV*" pausectl -b "$TMP/batch"
check_setting prio 3
check_refused "a batch that goes on" 1 "*batch:2: command*" pausectl -b "$TMP/batch" --force
check_setting prio 4
