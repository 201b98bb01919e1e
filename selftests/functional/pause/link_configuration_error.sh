#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# A port that requires more than was agreed holds back all its data, whatever pauses begin and end
# meanwhile, but lets control frames pass. When the requirement is met, all data that waited goes
# out.
#
# `show` and an event of the port report the error. The partner's port also shows it.
#
#	here
#	$DUT pausectl, requires --- $LINK pausectl, partner
#	  sends data, control         sends data, PAUSE
. "${0%/*}/../../lib/agreement.sh"

# Advertisements here and there for each result
declare -A bits=([N]="none none" [R]="pause-asym asym" [T]="asym pause-asym" [B]="pause pause")

agree_on() # LETTER
{
	local ours theirs

	read -r ours theirs <<<"${bits[$1]}"
	pausectl set dev "$DUT" advertise "$ours"
	pausectl set dev "$LINK" advertise "$theirs"
}

# check_gate WHAT HELD: $DUT holds back HELD of 3 data frames, and sends a control frame. The
# partner sends its 3 data frames.
check_gate()
{
	note data_sent "$DUT"
	station blast "$DUT" count 3 >/dev/null
	reply_is "$1: frames of 3 that leave" $((3 - $2)) since data_sent "$DUT"
	note counter rx_mac_control "$LINK"
	station frame "$DUT" control 0x0200
	busywait 2 at_least 1 since counter rx_mac_control "$LINK" || :
	check_eq "$1: control frames that go out" "$reply" 1
	note data_sent "$LINK"
	station blast "$LINK" count 3 >/dev/null
	reply_is "$1: frames of 3 that the partner sends" 3 since data_sent "$LINK"
}

check_error() # WHAT 0|1
{
	reply_is "$1: link configuration error" "$2" setting link_configuration_error
	reply_is "$1: the partner names it" "$2" setting partner_link_configuration_error "$LINK"
	reply_is "$1: the partner has none itself" 0 setting link_configuration_error "$LINK"
}

two_ports
pausectl set dev "$DUT" advertise auto
pausectl set dev "$LINK" advertise auto

for require in none:NRTB tx:TB rx:RB both:B; do
	pausectl set dev "$DUT" require "${require%:*}"
	for result in N R T B; do
		error=1
		[[ ${require#*:} == *$result* ]] && error=0
		agree_on $result
		reply_is "agreed" $result letter "$DUT"
		check_error "require ${require%:*}, agreed $result" $error
		check_gate "require ${require%:*}, agreed $result" $((3 * error))
		# Frames that still wait would count in the next case.
		pausectl set dev "$DUT" require none
		await 2 drained
		pausectl set dev "$DUT" require "${require%:*}"
	done
done

# show and events report the error at both ends.
pausectl set dev "$DUT" require rx
agree_on B
listener events pausectl -j monitor
pausectl set dev "$LINK" advertise none
check_match "show here" "$(pausectl show dev "$DUT")" "*: link configuration error: require is not met*require rx*"
check_match "show there" "$(pausectl show dev "$LINK")" "*partner: link configuration error*"
errors='[.agreed, .link_configuration_error, .partner_link_configuration_error]'
check_eq "JSON here" "$(port_json "$errors")" '["N",true,false]'
check_eq "JSON there" "$(port_json "$errors" "$LINK")" '["N",false,true]'

# The end of a pause does not let data go while the requirement is not met.
check_gate "held" 3
pausectl set dev "$DUT" require none
await 2 drained
pausectl set dev "$LINK" advertise pause
station frame "$LINK" pause 2000
await 2 counter_is paused_link 1
pausectl set dev "$DUT" require rx
pausectl set dev "$LINK" advertise none
check_error "a pause runs" 1
await 5 counter_is paused_link 0
check_gate "the pause ended" 3
pausectl set dev "$DUT" require none
check_error "nothing required any more" 0
await 2 drained
pausectl set dev "$DUT" require rx
pausectl set dev "$DUT" advertise off
check_error "advertise off" 0
check_gate "advertise off" 0
pausectl set dev "$DUT" advertise auto
check_error "advertise auto" 1
pausectl set dev "$DUT" mode pfc
check_error "mode pfc" 0
check_gate "mode pfc" 0
pausectl set dev "$DUT" mode pause
pausectl set dev "$LINK" advertise pause
check_error "agreed on again" 0
detach "$LINK"
reply_is "the partner's port ended: link configuration error" 1 setting link_configuration_error
port "$LINK" advertise auto
check_error "a new port there" 0

finish events
check_eq "link errors told" "$(jq -r --arg dut "$DUT" \
	'select(.event | startswith("link-error")) | "\(.ifname == $dut) \(.event)"' "$TMP/events" |
	sort | uniq -c | tr -s ' ')" " 6 true link-error
 6 true link-error-cleared"
check_match "the partner is told by a config" "$(jq -c --arg link "$LINK" \
	'select(.event == "config" and .ifname == $link) | .partner_link_configuration_error' \
	"$TMP/events" | paste -sd ' ')" "*true*false*"

# When the requirement is met, the frames that wait go out complete and in order.
pausectl set dev "$LINK" advertise none
capture partner capture "$LINK"
station blast "$DUT" prio 0-7 count 20 >"$TMP/blast"
reply_is "frames of priority 5 that wait" 20 counter queue_packets_5
pausectl set dev "$LINK" advertise pause
await 5 drained
for prio in {0..7}; do
	check_counter "drops_$prio" 0
done
finish partner
check_received partner

# If the qdisc is removed while it holds frames back, these frames are dropped and counted.
pausectl set dev "$LINK" advertise none
station blast "$DUT" count 5 >/dev/null
check_counter queue_packets_0 5
note device_counter "$DUT" tx_dropped
detach
reply_is "frames dropped with the qdisc" 5 since device_counter "$DUT" tx_dropped
