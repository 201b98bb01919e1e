#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 37.1.1: if two classes both offer more than their share, they get the shares that are set, 50/50, 15/85
# and 85/15. The test measures over 10,000,000 bit times with frames of maximum size, on an end device and
# on a switch. Bandwidth can be set for three classes and more.
#
#	end device:     here                        |  $PEER
#	                $DUT pausectl, sends data --+- $LINK, captures, sends PAUSE
#
#	switch:         br0 +- in1 -----------------+- src1, sends TC 1
#	                    +- in2 -----------------+- src2, sends TC 2
#	                    +- $DUT pausectl -------+- $LINK, captures, sends PAUSE
. "${0%/*}/ets-lib.sh"

runs() # NAME
{
	local percent1 run=0

	for percent1 in 50 15 85; do
		run=$((run + 1))
		part="$1, run $run"
		configure tsa 1:ets,2:ets tc-bw "1:$percent1,2:$((100 - percent1))"
		transmit 1000 1000
		shares
		told "frames in 10,000,000 bit times" "${share[0]}"
		shares_kept $percent1
		all_arrive 1000 1000
	done
}

end_device
keep_memory
configure tsa ets tc-bw 0:20,1:15,2:14,3:13,4:12,5:11,6:10,7:5
setting tc_bw
exactly "bandwidth of eight classes" "$reply" "20 15 14 13 12 11 10 5"
configure tsa strict tc-bw 0
runs "end device"
detach
ip link del "$DUT"
switch
runs switch
