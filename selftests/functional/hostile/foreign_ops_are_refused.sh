#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# A device that has PAUSE of its own (ethtool), or PFC and ETS of its own (dcb), gets no port, and
# the message says why. With the module parameter force it gets a port and keeps its own views.
#
#	here
#	foreign_pause, a device of a test module: ethtool -a of its own
#	foreign_dcb, a device of a test module: dcb of its own
#	both with pausectl only by force; no frame is sent
. "${0%/*}/../../lib/views.sh"

force=/sys/module/pausectl/parameters/force
modprobe pausectl
echo N >$force
test_module pausectl_foreign
finally "rmmod pausectl_foreign"
finally "echo N >$force"
# The module makes its devices in the first namespace.
for dev in foreign_pause foreign_dcb; do
	nsenter --net=/proc/1/ns/net ip link set $dev netns $$
done

# The first line of tc says why, the second line says that the request was refused.
check_refused "PAUSE of its own" 2 "*PAUSE of its own*ethtool -a*force=1*" \
	tc qdisc add dev foreign_pause root pausectl
check_refused "PFC of its own" 2 "*PFC or ETS of its own*dcb*force=1*" \
	tc qdisc add dev foreign_dcb root pausectl
check_eq "ports" "$(pausectl -j show)" "[]"

echo Y >$force
attach foreign_pause
attach foreign_dcb
check_pause "forced, its own" "off on off" foreign_pause
check_setting tx 1 foreign_pause
DUT=foreign_dcb
check_eq "forced, its own" "$(priorities_of_dcb)" "[6]"
check_setting prio none foreign_dcb
check_pause "forced, without PAUSE of its own" "off on on" foreign_dcb
ethtool -A foreign_dcb rx off
check_setting rx 0 foreign_dcb
DUT=foreign_pause
check_eq "forced, without PFC of its own" "$(priorities_of_dcb)" "[]"
pausectl set dev foreign_dcb prio 3 tsa 0:ets tc-bw 0:100
detach foreign_pause
detach foreign_dcb
check_pause "afterwards" "off on off" foreign_pause
DUT=foreign_dcb
check_eq "afterwards" "$(priorities_of_dcb)" "[6]"
check_pause "afterwards, without PAUSE of its own" "off off off" foreign_dcb
