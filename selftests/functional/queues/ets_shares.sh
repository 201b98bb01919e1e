#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# Classes share a paced port as they are set: strict classes go before ETS, and ETS classes share octets by percent. A class
# without a percentage sends what the others leave. A change holds for the frames that already wait. Shares are off by 1% or
# a frame at most. ets_paused_priorities has the shares of priorities within a class, and those beside an idle class.
#
# All frames join the queue while the port is paused, so no sender runs while shares are measured.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE, captures
. "${0%/*}/../../lib/queues.sh"

port_pair limit 268435456

# queued PRIO=COUNT...: pauses the port; then COUNT frames of 1514 octets wait for each PRIO
queued()
{
	local arg classes=()

	for arg; do
		classes+=("${arg%=*}" "${arg#*=}" 1514)
	done
	frames_wait "$DUT" "${classes[@]}"
	configure speed 1gbit pace on
}

configure tsa 0:ets,1:ets,2:ets tc-bw 0:50,1:30,2:20

# Class 7 is strict: it goes first.
queued 0=300 1=300 2=300 7=50
release strict
shares strict "n <= 50"
check_shares "strict" 7=1000
shares strict "n > 50 && n <= 550"
check_shares "ETS after strict" 0=500 1=300 2=200

# Small frames of one class, large ones of the others: classes share octets, not frames.
queued 0=500 1=500
station blast "$DUT" prio 2 count 4000 size 100 sndbuf 1000000000 >>"$TMP/blast"
release sizes
shares sizes "n <= 2000"
check_shares "frames of 100 and 1514 octets" 0=500 1=300 2=200

# Class 2 has no bandwidth of its own: it sends only when the others have no frames.
configure tc-bw 0:99,1:1,2:0
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
