#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# dcb app sets and shows the APP table of the kernel, which is empty again when the port has ended.
# dcb dcbx says whether an agent on this host does DCBX, in its IEEE version only. A new port has none.
#
# An agent learns the abilities of a port by older requests of dcbnl, which no option of dcb makes. The port has
# priority groups and PFC for 8 traffic classes, and a table of priorities. It can have DCBX by IEEE 802.1Qaz
# done by the host, and has nothing else.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

readonly PG=2 PFC=3 UP2TC=4 PG_TCS=5 PFC_TCS=6 GSP=7 BCN=8 DCBX=9	# DCB_CAP_ATTR_x
readonly CLASSES=128		# bit n - 1: n of them
readonly HOST_IEEE=9		# DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_IEEE
readonly MANAGED_IEEE=10	# DCB_CAP_DCBX_LLD_MANAGED | DCB_CAP_DCBX_VER_IEEE

check_app() # WHAT DEMANDED
{
	check_eq "$1: table" "$(dcb_json app .)" "$2"
}

# check_dcbx WHAT MEMBERS DCBX: what dcb shows, and what an agent learns
check_dcbx()
{
	check_eq "$1: dcbx" "$(dcb_json dcbx .)" "{$2}"
	mapfile -t lines < <(station dcb abilities "$DUT")
	check_eq "$1: capabilities" "${lines[0]}" \
		"$PG=1 $PFC=1 $UP2TC=1 $PG_TCS=$CLASSES $PFC_TCS=$CLASSES $GSP=0 $BCN=0 $DCBX=$3 "
	check_eq "$1: traffic classes of ETS and PFC" "${lines[1]}" "2=8 3=8 "
}

managed='"ieee":true,"lld_managed":true'
pair
check_refused "before there is a port" 2 "*not supported*" station dcb abilities "$DUT"
attach
check_app default "{}"
dcb app add dev "$DUT" dscp-prio 10:3 26:4 ethtype-prio 0x8906:3 stream-port-prio 860:4 \
	dgram-port-prio 4791:5 default-prio 1
others='"default_prio":[1],"dgram_port_prio":[[4791,5]]'
check_app added "{$others,\"dscp_prio\":[[10,3],[26,4]],\"ethtype_prio\":[[35078,3]],\"stream_port_prio\":[[860,4]]}"
check_answer "the same again" 17 app 5,10,3
check_answer "priority 8" 22 app 5,10,8
dcb app replace dev "$DUT" dscp-prio 10:6
dcb app del dev "$DUT" stream-port-prio 860:4 dscp-prio 26:4
check_app "replaced and deleted" "{$others,\"dscp_prio\":[[10,6]],\"ethtype_prio\":[[35078,3]]}"

check_dcbx "a new port" "$managed" $MANAGED_IEEE
dcb dcbx set dev "$DUT" host ieee
for mode in "host cee" "lld-managed cee" "host lld-managed ieee" "host ieee cee" "ieee"; do
	# shellcheck disable=SC2086 # several words
	check_refused "dcbx $mode" 1 "Attribute write: *" dcb dcbx set dev "$DUT" $mode
done
check_dcbx set '"host":true,"ieee":true' $HOST_IEEE
dcb dcbx set dev "$DUT" lld-managed ieee
check_dcbx "set back" "$managed" $MANAGED_IEEE
dcb dcbx set dev "$DUT" host ieee

# Both end with the port.
detach
attach
check_dcbx "a port made anew" "$managed" $MANAGED_IEEE
check_app "a port made anew" "{}"
dcb app add dev "$DUT" dscp-prio 10:3
check_app "a new entry" '{"dscp_prio":[[10,3]]}'
ip link del "$DUT"
port_pair
check_app "a new device" "{}"
