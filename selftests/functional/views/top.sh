#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# pausectl top shows what ports do, soon after they do it, in terminals of any size, and takes less than 5 %
# of a processor for 1,000 ports.
#
#	terminal of tmux | here            |  $PEER
#	pausectl top     | $DUT pausectl --+- $LINK pausectl, sends PFC
#	                 | many dummies pausectl
. "${0%/*}/../../lib/lib.sh"
require tmux

export LC_ALL=C.UTF-8 TERM=xterm
screen=$TMP/screen

terminals=0

terminal()
{
	tmux -S "$TMP/tmux-$terminals" -f /dev/null "$@"
}

# open_top COLUMNS LINES WORDS...: runs pausectl in a terminal
open_top()
{
	terminal new-session -d -x "$1" -y "$2" "pausectl ${*:3} 2>$TMP/top.err; echo \$? >$TMP/top.status; sleep 1000"
}

# A server ends some time later, so the next terminal has a server of its own.
close_terminal()
{
	terminal kill-server
	terminals=$((terminals + 1))
}

# sees PATTERN: a line of the screen matches
sees()
{
	terminal capture-pane -p >"$screen"
	grep -qE -e "$1" "$screen"
}

check_screen() # WHAT PATTERN
{
	local good=0

	busywait 5 sees "$2" && good=1
	verdict $good "$1: measured $(grep -E -m 1 -e "$2" "$screen" || cat "$screen"), demanded $2"
}

pair
attach
# At this speed a pause lasts 33 s, so that a slow kernel shows it before it ends.
configure prio 3 watchdog 3:alert watchdog-detect-ms 3:100 speed 1mbit
on_peer tc qdisc add dev "$LINK" root pausectl

# --- what a port does ------------------------------------------------------------------------------
open_top 80 24 -n all -i 0.2 top sort device
finally "terminal kill-server 2>/dev/null"
check_screen "two ports" '^[0-9:]{8}  ports 2  paused 0  sending XOFF 0  stormed 0$'
check_screen "an idle port" "^$DUT +\\.{9} +0% +\\.{8} +0 +0 +0 +0$"
check_screen "a port of a namespace" "^$PEER/$LINK +\\.{9}"
check_screen "the keys" '^s sort  r reverse  / filter  arrows scroll  q quit$'
# The interval is an hour: only events bring news.
close_terminal
open_top 80 24 -i 3600 top
check_screen "one port" '  ports 1  paused 0'
from_peer pfc 3:65535
check_screen "a pause, at once" "^$DUT +\\.\\.\\.P\\.{5}"
check_screen "ports that are paused" '  ports 1  paused 1  sending XOFF 0'
pausectl xoff "$DUT" prio 3
check_screen "both directions stand" "^$DUT +\\.\\.\\.\\*\\.{5}"
pausectl xon "$DUT" prio 3
from_peer pfc 3:0
check_screen "nothing any more" "^$DUT +\\.{9}"
close_terminal

# --- rates -----------------------------------------------------------------------------------------
open_top 80 24 -i 0.5 top
check_screen "one port again" '  ports 1 '
on_peer pausectl set dev "$LINK" prio 3
on_peer pausectl xoff dev "$LINK" prio 3 interval 10ms for 60
check_screen "XOFF frames by the second and a pause that lasts" "^$DUT +\\.\\.\\.P\\.{5} +(9[5-9]|100)% +\\.{8} +(9[5-9]|10[0-9]) "
on_peer pausectl xon dev "$LINK"
terminal send-keys q
await 5 nonempty "$TMP/top.status"
check_eq "status after q" "$(<"$TMP/top.status")" 0
check_eq "errors" "$(<"$TMP/top.err")" ""
rm "$TMP/top.status"
close_terminal

# --- many ports ------------------------------------------------------------------------------------
# One that has no memory for them, beyond 1 MiB
terminal new-session -d -x 80 -y 24 "pausectl top; sleep 1000"
check_screen "one port, before there are many" '  ports 1 '
top=$(pgrep -x pausectl)
prlimit --pid "$top" --as=$(($(awk '/^VmSize:/ { print $2 }' "/proc/$top/status") * 1024 + (1 << 20)))
for ((i = 0; i < 998; i++)); do
	echo "link add many$i type dummy"
done >"$TMP/links"
ip -b "$TMP/links"
finally "ip link del group 77"
for ((i = 0; i < 998; i++)); do
	echo "link set many$i group 77"
done >"$TMP/links"
ip -b "$TMP/links"
for ((i = 0; i < 998; i++)); do
	echo "qdisc add dev many$i root pausectl"
done >"$TMP/qdiscs"
tc -b "$TMP/qdiscs" 2>/dev/null
check_screen "why it has ended, after its screen" '^pausectl: Cannot allocate memory$'
close_terminal
ports=$(pausectl -j show | jq length)
open_top 80 24 -i 1 top sort device
check_screen "many ports" "  ports $ports "
top=$(pgrep -x pausectl)
ticks()
{
	local -a stat

	read -r -a stat <"/proc/$top/stat"
	reply=$((stat[13] + stat[14]))
}
ticks
before=$reply
began=${EPOCHREALTIME/.}
sleep 10
ticks
share=$(((reply - before) * 10000 * 1000 / (${EPOCHREALTIME/.} - began)))
check_between "$ports ports: share of a processor, 1/1000" "$share" 0 50
check_screen "the first port" '^many0 '
terminal send-keys r
check_screen "the last port first" "^$DUT "
terminal send-keys / 9 9 7 Enter
check_screen "the filter" '^ports with "997"'
check_screen "the port that was asked for" '^many997 '
check_eq "ports on the screen" "$(grep -c ^many "$screen")" 1
terminal send-keys / Escape
check_screen "all ports" "^$DUT "
terminal send-keys r NPage
check_screen "the next page" '^many119 '
terminal send-keys q
await 5 nonempty "$TMP/top.status"
close_terminal

# --- terminals -------------------------------------------------------------------------------------
open_top 20 5 top sort device
check_screen "20 columns" '^many0 +\.{9}$'
check_screen "and two lines of ports" '^many1 +\.{9}$'
terminal resize-window -x 60 -y 6
check_screen "60 columns now" '^many0 +\.{9} +0% +\.{8} +0$'
close_terminal
runs 2 "pausectl: top: needs a terminal; to a pipe: pausectl stats, or record" top
runs 2 'pausectl: top: no such device "x"' top x
runs 1 '*option "x": allowed are dev, sort*' top sort paused x
open_top 80 24 top "$DUT" many7
check_screen "two devices" "^$DUT "
check_screen "the other one" '^many7 '
check_eq "ports on the screen" "$(grep -cE "^(many|$DUT)" "$screen")" 2
close_terminal
runs 1 '*sort "x": allowed are device, paused, *' top sort x
terminal new-session -d -x 80 -y 24 "TERM=nosuch pausectl top 2>$TMP/top.err; echo \$? >$TMP/unknown; sleep 1000"
await 5 nonempty "$TMP/unknown"
check_eq "a terminal that nobody knows" "$(<"$TMP/unknown") $(<"$TMP/top.err")" '2 pausectl: top: terminal "nosuch" is unknown; TERM names it'
close_terminal
terminal new-session -d -x 80 -y 24 "timeout 100 pausectl top 2>$TMP/top.err; echo \$? >$TMP/background; sleep 1000"
await 5 nonempty "$TMP/background"
check_eq "timeout, which makes a job in the background" "$(<"$TMP/background") $(<"$TMP/top.err")" \
	'2 pausectl: top: is in the background of its terminal; for timeout: timeout --foreground'
