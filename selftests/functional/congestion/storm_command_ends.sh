#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# hook: any
#
# `pausectl storm` ends on SIGTERM and SIGINT, whenever they come, and when its storm ends. Its exit
# status is 0 after a signal or when its time is over. Otherwise it is 2, and a message says why.
#
# While a storm runs, the end of any program that uses generic netlink waits for no lock of others.
#
#	here                               |  $PEER
#	$DUT pausectl, sends storms -------+- $LINK
#	gone pausectl, sends a storm --- gone1, both here
#	busy0 ---------------------------+- busy1, slow: ip holds RTNL for 3 s
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

ended()
{
	! kill -0 "$1" 2>/dev/null
}

# storm WORDS...: begins a storm; the pid of the command in $job
storm()
{
	: >"$TMP/storm.err"
	background pausectl storm dev "${dev:-$DUT}" "$@" 2>"$TMP/storm.err"
}

# check_ended WHAT STATUS MESSAGE-PATTERN: the command has ended, or ends within 2 s
check_ended()
{
	local status=0

	busywait 2 ended "$job" || { kill -KILL "$job"; echo "# $1: it hung on"; }
	wait "$job" || status=$?
	check_eq "$1: exit status" $status "$2"
	check_match "$1: message" "$(cat "$TMP/storm.err")" "$3"
}

# storm_runs [TIMER]: the storm has sent a frame, which is the first since the port began
storm_runs()
{
	counter_reaches "tx_xoff_${1:-link}" 1 "${dev:-$DUT}"
}

pair
attach
# SIGTERM comes later in each round: first before the command has begun, in the end while it waits. A
# signal that comes before the command has its handlers ends the command by default. The shell that is to
# become the command may lose a signal. The test does not count such a signal as lost.
time=${EPOCHREALTIME/./}
storm pause for 30
await 2 storm_runs
took=$((${EPOCHREALTIME/./} - time))
kill -TERM "$job"
check_ended "SIGTERM" 0 ""
lost=0 done=0
for ((delay = 0; delay < 60; delay++)); do
	storm pause for 30
	# nap starts no process, because this would take longer than the start of the storm.
	printf -v time 0.%06d $((delay * took * 2 / 60))
	nap "$time"
	read -r comm <"/proc/$job/comm"
	kill -TERM "$job"
	if busywait 1 ended "$job"; then
		wait "$job" && done=$((done + 1))
	else
		[[ $comm != pausectl ]] || lost=$((lost + 1))
		kill -KILL "$job"
		wait "$job" || :
	fi
done
check_eq "SIGTERM that did not end it, of 60" $lost 0
check_between "SIGTERM that it saw to, of 60" $done 1 59

detach
attach
storm pause
await 2 storm_runs
kill -INT "$job"
check_ended "SIGINT" 0 ""
storm pause for 0.05
check_ended "its time is over" 0 ""
storm pause for 0.05 interval 10us
check_ended "its time is over, a frame each 10 us" 0 ""
storm pause for 0.001
check_ended "its time is over at once" 0 ""

detach
attach
storm pause
await 2 storm_runs
detach
check_ended "the port ends" 2 "*storm dev $DUT: the storm ended early*no pausectl qdisc*"
attach
storm pause for 30
await 2 storm_runs
detach
check_ended "the port ends, with a time" 2 "*the storm ended early*no pausectl qdisc*"
attach
storm pause for 30 interval 100us
await 2 storm_runs
configure tx off
check_ended "the port may not send any more" 2 "*the storm ended early*tx*"
configure tx on prio 3
storm pfc 3 received
await 2 counter_is paused_3 1
configure prio 4
check_ended "the port does not listen any more" 2 "*the storm ended early*rx*"
ip link add gone type veth peer name gone1
ip link set gone1 up
ip link set gone up
attach gone
dev=gone
storm pause
await 2 storm_runs
ip link del gone
check_ended "the device goes" 2 "*the storm ended early*no such device*"
dev=$DUT

busy_pair
listen_pausectl
listener=$job
storm pfc 4
await 2 storm_runs 4
ip -n "$PEER" link set busy1 down
echo 3000 >/sys/module/pausectl_busy/parameters/slow_ms
background ip -n "$PEER" link set busy1 address 02:00:00:00:00:01
slow=$job
nap 0.2
kill "$listener"
status="waits"
! busywait 1 ended "$listener" || status=ended
ended "$slow" || status+=" while RTNL is held"
check_eq "a program that has listened" "$status" "ended while RTNL is held"
wait "$slow" "$listener" || :
detach
attach
configure prio 4

# SIGKILL closes the socket of the command, so no command is left to tell of the end.
storm pfc 4
await 2 storm_runs 4
kill -KILL "$job"
wait "$job" || :
storm pfc 4 for 0.01
check_ended "the next one" 0 ""
