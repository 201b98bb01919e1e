#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
#
# A port adds, shows and deletes its own APP entries only. It touches none that another port, or a foreign
# device, of the same ifindex in another network namespace has put on the kernel's list. If both have an
# entry, dcb may show it no more when one of them goes, and the port obeys it all the same.
#
# The kernel keeps one list of APP entries for all namespaces, and knows a device in it by its
# ifindex alone.
#
#	here                          $OTHER
#	$DUT pausectl --- $LINK       far0 pausectl --- far1         first part
#	                              foreign_dcb, a test module's   second part
#	                              (far0, and then foreign_dcb, have the ifindex of $DUT)
. "${0%/*}/../../lib/trust.sh"
. "${0%/*}/../../lib/views.sh"

OTHER=other-$$
add_netns "$OTHER"

on_other()
{
	nsenter --net="/run/netns/$OTHER" "$@"
}

# check_dscps WHAT DEV DEMANDED [on_other]: dcb shows these entries of the selector DSCP, in any order. Starts no jq, see
# json_field.
check_dscps()
{
	local pattern='"dscp_prio":\[((\[[^]]*\],?)+)\]' entries=

	# dcb of iproute2 6.15 puts a third member into the array of an entry.
	[[ ! $("${@:4}" dcb -j app show dev "$2") =~ $pattern ]] ||
		entries=$(grep -oE '[0-9]+,[0-9]+' <<<"${BASH_REMATCH[1]}" | sort -n | sed 's/.*/[&]/' | paste -sd ,)
	check_eq "$1" "[$entries]" "$3"
}

# check_own WHAT DEV DEMANDED [on_other]: the port has these entries of the selector DSCP
check_own()
{
	reply_is "$1" "$3" json_field "$("${@:4}" pausectl -j show "$2")" dscp_prio
}

# check_del WHAT ERRNO DEV ENTRY [on_other]: the answer to the deletion of the entry
check_del()
{
	check_eq "$1: answer" "$("${@:5}" station dcb del "$3" app "$4")" "error=$2"
}

# port_of INDEX: makes $DUT with this ifindex, and a port of it
port_of()
{
	ip link add "$DUT" index "$1" up type veth peer name "$LINK"
	ip link set "$LINK" up
	attach
}

# check_obeyed WHAT: a frame with DSCP 10 gets priority 3
check_obeyed()
{
	note counter tx_packets_3
	station frame "$DUT" hex "$frame"
	busywait 5 at_least 1 since counter tx_packets_3 || :
	check_eq "$1: frames of DSCP 10 with priority 3" "$reply" 1
}

# add_foreign: foreign_dcb in $OTHER, where it keeps its ifindex
add_foreign()
{
	test_module pausectl_foreign dcb_ifindex=60
	nsenter --net=/proc/1/ns/net ip link set foreign_dcb netns "$OTHER"
}

# --- two ports ----------------------------------------------------------------------------
port_of 50
on_other ip link add far0 index 50 type veth peer name far1
on_other ip link set far0 up
on_other tc qdisc add dev far0 root pausectl
check_answer "added to the first port" 0 app 5,10,3
check_eq "the same to the second: answer" "$(on_other station dcb set far0 app 5,10,3)" error=0
check_answer "again to the first port" 17 app 5,10,3
check_eq "again to the second: answer" "$(on_other station dcb set far0 app 5,10,3)" error=17
on_other dcb app add dev far0 dscp-prio 12:4
check_del "an entry of the other" 0 "$DUT" 5,12,4
check_dscps "kept" far0 "[[10,3],[12,4]]" on_other
check_del "an entry of nobody" 2 "$DUT" 5,13,4
on_other dcb app flush dev far0
check_dscps "after the flush of the second" "$DUT" "[[10,3]]"
on_other dcb app add dev far0 dscp-prio 10:3
check_del "deleted by the first, which listed it" 0 "$DUT" 5,10,3
check_own "the second still has it" far0 '["10:3"]' on_other
check_dscps "but dcb does not show it" far0 "[]" on_other
check_answer "added to the first once more" 0 app 5,10,3
on_other tc qdisc del dev far0 root
check_dscps "after the end of the second" "$DUT" "[[10,3]]"
on_other tc qdisc add dev far0 root pausectl
on_other dcb app add dev far0 dscp-prio 10:3
on_other ip link del far0
check_dscps "after the second device" "$DUT" "[[10,3]]"
ip link del "$DUT"

# --- a foreign device -----------------------------------------------------------------------
add_foreign
finally "rmmod pausectl_foreign"

# foreign COMMAND WORDS...: dcb app COMMAND of the foreign device
foreign()
{
	on_other dcb app "$1" dev foreign_dcb "${@:2}"
}

foreign add dscp-prio 10:3 20:5
port_of 60
check_answer "an entry that the foreign device has" 0 app 5,10,3
check_answer "one of the port alone" 0 app 5,11,2
check_answer "the same again" 17 app 5,10,3
check_del "an entry of the foreign device" 0 "$DUT" 5,20,5
check_del "one that both have" 0 "$DUT" 5,10,3
check_answer "added once more" 0 app 5,10,3
dcb app flush dev "$DUT"
check_dscps "after the flush of the port" foreign_dcb "[[10,3],[20,5]]" on_other
dcb app add dev "$DUT" dscp-prio 10:3 11:2
dcb app replace dev "$DUT" dscp-prio 20:1
detach
check_dscps "after the end of the port" foreign_dcb "[[10,3],[20,5]]" on_other
attach
dcb app add dev "$DUT" dscp-prio 10:3 11:2
ip link del "$DUT"
check_dscps "after the deletion of its device" foreign_dcb "[[10,3],[20,5]]" on_other

# The port puts an entry into the list. The foreign device deletes it.
port_of 60
dcb app add dev "$DUT" dscp-prio 30:6
foreign del dscp-prio 30:6
check_own "the port has it still" "$DUT" '["30:6"]'
check_answer "added again, so that dcb shows it" 0 app 5,30,6
check_dscps "shown" "$DUT" "[[10,3],[20,5],[30,6]]"
check_del "the port deletes it" 0 "$DUT" 5,30,6
check_dscps "the foreign device keeps its own" foreign_dcb "[[10,3],[20,5]]" on_other

# The port refuses entries of CEE and entries of the table for rewriting. The kernel itself would put
# these into a list that knows a device by its ifindex alone.
check_eq "an entry of CEE: answer" "$(station dcb cee "$DUT" 1,35078,8)" error=95
on_other station dcb cee foreign_dcb 1,35078,8 >"$TMP/cee"
check_eq "an entry of CEE of the foreign device: answer" "$(<"$TMP/cee")" error=0
check_eq "its deletion by the port: answer" "$(station dcb cee "$DUT" 1,35078,0)" error=95
check_eq "it is there still" "$(on_other station dcb set foreign_dcb app 1,35078,8)" error=17
on_other station dcb cee foreign_dcb 1,35078,0 >"$TMP/cee"
rewrites=95
[[ $(uname -r) != 6.1.* ]] || rewrites=0	# Linux 6.1 has no table for it.
check_answer "an entry of the table for rewriting" $rewrites rewr 5,10,3
check_eq "its deletion: answer" "$(station dcb del "$DUT" rewr 5,10,3)" error=$rewrites

# When the foreign device ends, the kernel empties the list for its ifindex.
ipv4 10
frame=$reply
configure trust dscp
dcb app add dev "$DUT" dscp-prio 10:3
check_obeyed "beside the foreign device"
rmmod pausectl_foreign
check_own "after the foreign device" "$DUT" '["10:3"]'
check_obeyed "after it"
check_answer "added again" 0 app 5,10,3
check_dscps "shown again" "$DUT" "[[10,3]]"
add_foreign

# A device moves, and then ends with its namespace.
ip link del "$DUT"
port_of 60
foreign add dscp-prio 10:3
dcb app add dev "$DUT" dscp-prio 40:1
ip netns add moved-$$
ip link set "$DUT" netns moved-$$
check_dscps "after the port's device moved" foreign_dcb "[[10,3]]" on_other
nsenter --net=/run/netns/moved-$$ tc qdisc add dev "$DUT" root pausectl
nsenter --net=/run/netns/moved-$$ dcb app add dev "$DUT" dscp-prio 10:3 41:1
ip netns del moved-$$
# The kernel deletes $LINK together with $DUT.
await 10 test ! -e "/sys/class/net/$LINK"
check_dscps "after the end of its namespace" foreign_dcb "[[10,3]]" on_other
