#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# A DCBX agent learns the abilities of a port by older requests of dcbnl, which no option of dcb
# makes. The port has priority groups and PFC for 8 traffic classes, and a table of priorities. It
# can have DCBX by IEEE 802.1Qaz done by the host, and has nothing else.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"

readonly PG=2 PFC=3 UP2TC=4 PG_TCS=5 PFC_TCS=6 GSP=7 BCN=8 DCBX=9	# DCB_CAP_ATTR_x
readonly CLASSES=128		# bit n - 1: n of them
readonly HOST_IEEE=9		# DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_IEEE
readonly MANAGED_IEEE=10	# DCB_CAP_DCBX_LLD_MANAGED | DCB_CAP_DCBX_VER_IEEE

capabilities_are() # WHAT DCBX
{
	mapfile -t lines < <(station dcb abilities "$DUT")
	check_eq "$1" "${lines[0]}" "$PG=1 $PFC=1 $UP2TC=1 $PG_TCS=$CLASSES $PFC_TCS=$CLASSES $GSP=0 $BCN=0 $DCBX=$2 "
}

pair
check_refused "before there is a port" 2 "*not supported*" station dcb abilities "$DUT"
attach
capabilities_are "capabilities" $MANAGED_IEEE
check_eq "traffic classes of ETS and PFC" "${lines[1]}" "2=8 3=8 "
dcb dcbx set dev "$DUT" host ieee
capabilities_are "DCBX by the host" $HOST_IEEE
