#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# A port learns what its partner advertises from the user, from the port at the other end of a veth
# pair, also in another namespace, or from the link partner abilities of its device. Without any of
# these, the partner is unknown and nothing is agreed.
#
# The port follows when the partner's port begins, ends or moves, and when the link changes. No
# frame is sent here.
#
#	here                               |  $PEER, later the first namespace
#	tap.1 pausectl, a tap of station   |
#	$DUT pausectl ---------------------+- $LINK, with and without pausectl
#	macvlan0 pausectl, above $DUT      |
. "${0%/*}/../../lib/agreement.sh"

# check_partner WHAT DEV SOURCE ADVERTISED LETTER
check_partner()
{
	reply_is "$1: partner known by" "$3" setting partner_source "$2"
	reply_is "$1: partner advertises" "$4" setting partner_advertised "$2"
	reply_is "$1: $2 does" "$5" letter "$2"
}

# A device with a PHY shows the abilities of the link partner. Here station sets the abilities that a tap
# shows.
capture tap tap tap.1
ip link set tap.1 up
port tap.1 advertise pause-asym
check_partner "link settings without abilities" tap.1 unknown unknown N
for case in pause:B asym:R pause-asym:B none:N; do
	ip link set tap.1 carrier off
	station abilities tap.1 "${case%:*}"
	ip link set tap.1 carrier on
	busywait 2 is "${case%:*}" setting partner_advertised tap.1 || :
	check_partner "link partner ${case%:*}" tap.1 link "${case%:*}" "${case#*:}"
done
pausectl set dev tap.1 partner pause
check_partner "given by hand, too" tap.1 configured pause B
pausectl set dev tap.1 partner auto
check_partner "no longer" tap.1 link none N
pausectl set dev tap.1 advertise tx-rx
ip link set tap.1 carrier off
station abilities tap.1 pause
ip link set tap.1 carrier on
await 2 is pause setting partner_advertised tap.1
check_partner "link partners do not know Frazier's bits" tap.1 link pause N

# A veth pair over two namespaces
port_pair advertise auto
check_setting advertised pause
check_partner "no port at the other end" "$DUT" unknown unknown N
partner_port
check_partner "a port that advertises nothing there" "$DUT" unknown unknown N
configure_partner advertise auto
check_partner "advertise auto there" "$DUT" port pause B
configure_partner tx off
check_partner "the wish changed there" "$DUT" port pause-asym B
configure rx off
check_setting advertised asym
check_partner "the wish changed here" "$DUT" port pause-asym T
reply_is "what it did there" '"R"' json_field "$(on_peer pausectl -j show dev "$LINK")" agreed
configure_partner mode off
check_partner "mode off there" "$DUT" port none N
configure_partner mode pfc
check_partner "mode pfc there" "$DUT" port none N
configure_partner mode pause
check_partner "mode pause there again" "$DUT" port pause-asym T
configure mode pfc
check_setting advertised none
reply_is "what it did there" '"N"' json_field "$(on_peer pausectl -j show dev "$LINK")" agreed
configure mode pause
configure partner pause-asym
configure_partner advertise none
check_partner "by hand against the port" "$DUT" configured pause-asym T
configure partner auto
check_partner "by the port again" "$DUT" port none N
configure_partner advertise auto

tc -n "$PEER" qdisc del dev "$LINK" root
check_partner "the port there ended" "$DUT" unknown unknown N
partner_port
configure_partner advertise pause-asym
check_partner "a new port there" "$DUT" port pause-asym T
ip -n "$PEER" link set "$LINK" netns 1
check_partner "its device moved, and the port ended" "$DUT" unknown unknown N
nsenter --net=/proc/1/ns/net tc qdisc add dev "$LINK" root pausectl
nsenter --net=/proc/1/ns/net pausectl set dev "$LINK" advertise pause-asym
check_partner "a port in the third namespace" "$DUT" port pause-asym T
ip link add link "$DUT" macvlan0 type macvlan
port macvlan0 advertise auto
check_partner "a device above another one is no partner" macvlan0 unknown unknown N
check_partner "nor the one below it" "$DUT" port pause-asym T
ip link del "$DUT"
check_eq "ports left" "$(pausectl -j show | jq -c '[.[].ifname]')" '["tap.1"]'
