#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# The user sets and sees which fields a port trusts by pausectl, and by dcb apptrust on kernels that have it. Listeners are told of each change.
#
# dcb of Debian 12 has no command apptrust, so station sends the requests of this command.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/views.sh"

# check_json DEMANDED: trust in the JSON of pausectl
check_json()
{
	reply_is "pausectl show" "$1" json_field "$(pausectl -j show dev "$DUT")" trust
}

# check_dcb DEMANDED: the last message to RTNLGRP_DCB tells this
check_dcb()
{
	await 5 told dcb 1 "trust $1\$"
	check_eq "told of dcb apptrust $1" "$(tail -n 1 "$TMP/dcb")" "$DUT pfc 0 trust $1"
	: >"$TMP/dcb"
}

pair
pausectl add "$DUT" trust dscp,pcp
check_setting trust dscp,pcp
check_json '["dscp","pcp"]'
check_match "text" "$(pausectl show dev "$DUT" | tr '\n' ' ')" "* trust dscp,pcp *"
configure trust pcp,dscp,ethtype,stream-port,dgram-port,port
check_json '["pcp","dscp","ethtype","stream-port","dgram-port","port"]'
configure trust none
check_setting trust none
check_json '[]'
configure trust pcp,dscp
check_json '["pcp","dscp"]'
configure trust pcp
check_setting trust pcp

check_refused "unknown field" 1 "*\"vlan\"*pcp*" pausectl set dev "$DUT" trust pcp,vlan
check_refused "a field twice" 1 "*\"pcp\"*twice*" pausectl set dev "$DUT" trust pcp,dscp,pcp
check_refused "nothing" 1 "*trust*" pausectl set dev "$DUT" trust
check_refused "none and more" 1 "*\"none\"*" pausectl set dev "$DUT" trust none,pcp
for list in "pcp," none,pcp dscp,none,pcp; do
	check_refused "trust $list" 1 "*trust*" pausectl set dev "$DUT" trust "$list"
done
check_answer "DSCP 64 in the table" 22 app 5,64,1
check_setting trust pcp

listen_pausectl
listen_dcb
configure trust dscp
await 5 told pausectl 1 '"config".*"trust":\["dscp"\]'
if [[ $(uname -r) == 6.1.* ]]; then
	check_answer "dcb apptrust, which Linux 6.1 does not know" 0 trust 5,255
	check_setting trust dscp
	exit
fi
check_dcb 5
check_answer "dcb apptrust order pcp dscp" 0 trust 255,5
check_setting trust pcp,dscp
check_dcb 255,5
await 5 told pausectl 2 '"config"'
check_answer "all of them" 0 trust 1,2,3,4,5,255
check_setting trust ethtype,stream-port,dgram-port,port,dscp,pcp
check_dcb 1,2,3,4,5,255
check_answer "twice the same" 22 trust 5,5
check_answer "6 is none" 22 trust 6
check_answer "none" 0 trust
check_setting trust none
