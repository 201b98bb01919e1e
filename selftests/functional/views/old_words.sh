#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# A word of the release before this one is a usage error that names what does its work now: on the command
# line, in help, and in a line of a batch file. A setting of that release in a file of a port or in a profile
# is a warning with the line, and the rest of the file applies.
#
#	here
#	$DUT pausectl, for the files
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

# --- settings ----------------------------------------------------------------------------
check_refused "set" 1 '*option "pause-limit-ms": gone, use "watchdog LIST:forward"*' \
	pausectl set "$DUT" pause-limit-ms 5
check_refused "set, beside others" 1 '*option "delay-statistics": gone, use "wait.bt *"*' \
	pausectl set "$DUT" prio 5 delay-statistics on
check_setting prio 4
check_refused "help" 1 '*setting "pause-limit-ms": gone, use "watchdog LIST:forward"*' \
	pausectl help pause-limit-ms
check_refused "help set" 1 '*setting "delay-statistics": gone, use "wait.bt *"*' \
	pausectl help set delay-statistics
check_refused "stats again and again" 1 "pausectl: -i: gone from stats, use \"top\"; see pausectl help top" \
	pausectl -i 1 stats "$DUT"

# warned FILE ERRORS: three warnings, with the lines of FILE
warned()
{
	local limit='gone, use "watchdog LIST:forward"' delay='gone, use "wait.bt of tools/bpftrace"'

	check_eq "$1: warnings" "$2" "\
pausectl: $1:3: warning: option \"pause-limit-ms\": $limit
pausectl: $1:4: warning: option \"delay-statistics\": $delay
pausectl: $1:5: warning: option \"delay-statistics\": $delay"
}

private_etc
finally "rm -rf /etc/pausectl"
rm -rf /etc/pausectl
mkdir -p /etc/pausectl/profiles
cat >"/etc/pausectl/$DUT.conf" <<END
# written by pausectl save
prio 3
pause-limit-ms 1000
delay-statistics
speed 100mbit delay-statistics on limit 1000000
watchdog 3:alert
END
cp "/etc/pausectl/$DUT.conf" /etc/pausectl/profiles/old
applied()
{
	check_setting prio 3
	check_setting speed 100000000
	check_setting limit 1000000
	check_eq "$1: watchdog" "$(pausectl -j show "$DUT" | jq -r '.[0].watchdog[3]')" alert
}
check_eq "restore: status" "$(pausectl restore "$DUT" 2>"$TMP/errors"; echo $?)" 0
warned "/etc/pausectl/$DUT.conf" "$(<"$TMP/errors")"
applied restore
pausectl set "$DUT" profile default
check_eq "profile: status" "$(pausectl set "$DUT" profile old 2>"$TMP/errors"; echo $?)" 0
warned /etc/pausectl/profiles/old "$(<"$TMP/errors")"
applied profile
