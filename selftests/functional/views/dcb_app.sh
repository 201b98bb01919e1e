#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# dcb app sets and shows the APP table of the kernel, which is empty again when the port has ended.
# dcb dcbx says whether an agent on this host does DCBX, in its IEEE version only. A new port has none.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

pair
attach
check_eq "default" "$(dcb_json app .)" "{}"
dcb app add dev "$DUT" dscp-prio 10:3 26:4 ethtype-prio 0x8906:3 stream-port-prio 860:4 \
	dgram-port-prio 4791:5 default-prio 1
check_eq "added" "$(dcb_json app .)" \
	'{"default_prio":[1],"dgram_port_prio":[[4791,5]],"dscp_prio":[[10,3],[26,4]],"ethtype_prio":[[35078,3]],"stream_port_prio":[[860,4]]}'
check_answer "the same again" 17 app 5,10,3
check_answer "priority 8" 22 app 5,10,8
dcb app replace dev "$DUT" dscp-prio 10:6
dcb app del dev "$DUT" stream-port-prio 860:4 dscp-prio 26:4
check_eq "replaced and deleted" "$(dcb_json app .)" \
	'{"default_prio":[1],"dgram_port_prio":[[4791,5]],"dscp_prio":[[10,6]],"ethtype_prio":[[35078,3]]}'

check_eq "dcbx of a new port" "$(dcb_json dcbx .)" '{"ieee":true,"lld_managed":true}'
dcb dcbx set dev "$DUT" host ieee
for mode in "host cee" "lld-managed cee" "host lld-managed ieee" "host ieee cee" "ieee"; do
	# shellcheck disable=SC2086 # several words
	check_refused "dcbx $mode" 1 "Attribute write: *" dcb dcbx set dev "$DUT" $mode
done
check_eq "dcbx set" "$(dcb_json dcbx .)" '{"host":true,"ieee":true}'
dcb dcbx set dev "$DUT" lld-managed ieee
check_eq "dcbx set back" "$(dcb_json dcbx .)" '{"ieee":true,"lld_managed":true}'
dcb dcbx set dev "$DUT" host ieee

# Both end with the port.
detach
attach
check_eq "dcbx of a port made anew" "$(dcb_json dcbx .)" '{"ieee":true,"lld_managed":true}'
check_eq "a new port" "$(dcb_json app .)" "{}"
dcb app add dev "$DUT" dscp-prio 10:3
check_eq "a new entry" "$(dcb_json app .)" '{"dscp_prio":[[10,3]]}'
ip link del "$DUT"
pair
attach
check_eq "a new device" "$(dcb_json app .)" "{}"
