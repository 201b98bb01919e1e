#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# Runs the commands of Documentation/tutorial.rst as they stand there, in their order, in one shell.
# The commands print the text blocks of the tutorial, and the times, losses and counters are as the
# tutorial says.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/document.sh"
require ping

# times_of NAME: of the pings of that block, in whole ms, to the array times
times_of()
{
	mapfile -t times < <(grep -oP 'time=\K[0-9]+(?=(\.[0-9]+)? ms)' <<<"${printed[$1]}")
}

# losses_of NAME: of the pings of that block, in whole percent, to the array losses
losses_of()
{
	mapfile -t losses < <(grep -oP '[0-9.]+(?=% packet loss)' <<<"${printed[$1]}")
}

# row_of NAME COUNTER: the values of a counter that the block printed, to the array row
row_of()
{
	read -ra row < <(sed -n "s/^ *$2 //p" <<<"${printed[$1]}")
}

split_document tutorial
run_blocks

times_of tutorial-paused
check_between "PAUSE of 3.36 s: time of the ping, ms" "${times[0]}" 1000 3360
times_of tutorial-resumed
check_between "pause ended: time of the ping, ms" "${times[0]}" 0 500
times_of tutorial-pfc
check_between "PFC of priority 3: time of the ping of priority 0, ms" "${times[0]}" 0 500
check_between "PFC of priority 3: time of the ping of priority 3, ms" "${times[1]}" 1000 3360
losses_of tutorial-lossy
# The pings of both senders come in step, so nearly all of the loss may hit one of them.
check_between "without PFC: percent of both lost" $(((${losses[0]%.*} + ${losses[1]%.*}) / 2)) 5 95
losses_of tutorial-lossless
check_eq "with PFC: percent lost" "${losses[*]}" "0 0"
row_of tutorial-xoff tx_xoff
check_between "XOFF sent" "${row[3]}" 1 100000
row_of tutorial-xoff buffer_drops
check_eq "dropped from buffers" "${row[*]}" "0 0 0 0 0 0 0 0"
