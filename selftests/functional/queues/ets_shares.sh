#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# Classes share a paced port as they are set: strict classes go before ETS, ETS classes share by
# percent, and priorities of a class share in equal parts. What one class leaves goes to the others
# by weight, and a change holds for the frames that already wait. Two or three classes get the shares that
# the kernel's own selftest of sch_ets demands: that one lets weighted streams be 15% off, this test 1% or a frame.
#
# All frames join the queue while the port is paused, so no sender runs while shares are measured.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE, captures
. "${0%/*}/../../lib/queues.sh"

port_pair limit 268435456

# queued PRIO=COUNT...: pauses the port; then COUNT frames of $size octets wait for each PRIO
size=1514
queued()
{
	local arg classes=()

	for arg; do
		classes+=("${arg%=*}" "${arg#*=}" "$size")
	done
	frames_wait "$DUT" "${classes[@]}"
	configure speed 1gbit pace on
}

# scenario WHAT PRIO=PERMILLE...: 600 frames of each of these classes wait; the shares of the first 600 that leave
scenario()
{
	local classes=("${@:2}")

	queued "${classes[@]/%=*/=600}"
	release scenario
	shares scenario "n <= 600"
	check_shares "$@"
}

# The scenarios of sch_ets. Classes stand for its bands, in the opposite order, and the nearest percentages for its quanta.
scenario "strict" 2=1000 1=0
scenario "strict, the other two" 1=1000 0=0
# The quantum of 1500 is for a band that has no stream.
configure tsa 0:ets,1:ets tc-bw 0:33,1:67
scenario "strict 1, quanta 5000 2500 1500: strict" 2=1000 1=0
scenario "strict 1, quanta 5000 2500 1500" 1=670 0=330
configure tsa 0:ets,1:ets,2:ets tc-bw 0:34,1:33,2:33
scenario "quanta 3300 3300 3300" 0=340 1=330 2=330
configure tc-bw 0:50,1:35,2:15
scenario "quanta 5000 3500 1500" 0=500 1=350 2=150
configure tc-bw 0:34,1:55,2:11
scenario "quanta 5000 8000 1500" 0=340 1=550 2=110
configure tsa 2:strict tc-bw 0:67,1:33,2:0
scenario "quanta 5000 2500" 0=670 1=330

configure tsa 0:ets,1:ets,2:ets tc-bw 0:50,1:30,2:20
queued 0=500 1=500 2=500
release dwrr
shares dwrr "n <= 900"
check_shares "50/30/20" 0=500 1=300 2=200

queued 0=600 2=600
release idle
shares idle "n <= 600"
check_shares "50/20 of 70, 30 idle" 0=714 2=286

# Class 7 is strict: it goes first.
queued 0=300 1=300 2=300 7=50
release strict
shares strict "n <= 50"
check_shares "strict" 7=1000
shares strict "n > 50 && n <= 550"
check_shares "ETS after strict" 0=500 1=300 2=200

# Small frames of one class, large ones of the others: classes share octets, not frames.
queued 0=500 1=500
size=100
station blast "$DUT" prio 2 count 4000 size 100 sndbuf 1000000000 >>"$TMP/blast"
size=1514
release sizes
shares sizes "n <= 2000"
check_shares "frames of 100 and 1514 octets" 0=500 1=300 2=200

# Priorities 0 and 3 share class 0.
configure prio-tc 3:0
queued 0=300 1=300 3=300
release nested
shares nested "n <= 450"
check_shares "two priorities in a class of 50, 30 beside it" 0=313 3=313 1=375
configure prio-tc 3:3

# A class of one percent
configure tc-bw 0:99,1:1,2:0
queued 0=2000 1=30
release one
shares one "n <= 2000"
check_shares "99/1" 0=990 1=10

# Class 2 has no bandwidth of its own: it sends only when the others have no frames.
queued 0=200 2=100
release rest
shares rest "n <= 200"
check_shares "0% beside 99%" 0=1000
shares rest "n > 200 && n <= 300"
check_shares "0% alone" 2=1000

# If shares change while frames wait, the new shares hold from then on.
configure tc-bw 0:80,1:20,2:0
# pausectl already runs before the frames leave, because its start takes longer than some frames.
coproc changer { exec pausectl -b -; }
# shellcheck disable=SC2154 # set by coproc
jobs_started+=("$changer_PID")
queued 0=1000 1=1000
configure speed 100mbit
capture_peer change
from_peer pause 0
while counter_reaches queue_packets_0 701; do :; done
echo "set $DUT tc-bw 0:20,1:80" >&"${changer[1]}"
await 20 drained
reap "$job"
check_received change
shares change "n <= 370"
check_shares "before the change" 0=800 1=200
shares change "n > 400 && n <= 900"
check_shares "after the change" 0=200 1=800
