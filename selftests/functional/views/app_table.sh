#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# pausectl set changes the APP table of a port in the words of dcb app, together with settings, all or
# nothing. Frames obey it, and dcb shows it. The port in a network namespace of another user has a table,
# too, and nobody sees it in the kernel's list, which knows a device by its ifindex alone.
#
#	here           |  $PEER          namespace of another user
#	$DUT pausectl -+- $LINK          dummy.1 pausectl, with the ifindex of $DUT
#	sends frames   |
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/trust.sh"
. "${0%/*}/../../lib/views.sh"
require jq unshare
private_etc

# check_table WHAT DEMANDED: the table of the port, as JSON of the tool, without what is empty
check_table()
{
	local json list=

	json=$(pausectl -j show "$DUT")
	while [[ $json =~ \"([a-z_]*_prio)\":(\[[^]]*\]) ]]; do
		json=${json#*"${BASH_REMATCH[0]}"}
		[[ ${BASH_REMATCH[1]} == [rt]x_prio || ${BASH_REMATCH[2]} == "[]" ]] || list+=,${BASH_REMATCH[0]}
	done
	check_eq "$1" "{${list#,}}" "$2"
}

# check_priority WHAT PRIO: the frame in $frame gets this priority
check_priority()
{
	local was

	counter "tx_packets_$2"
	was=$reply
	station frame "$DUT" hex "$frame"
	busywait 5 counter_reaches "tx_packets_$2" $((was + 1)) || :
	counter "tx_packets_$2"
	check_eq "$1: frames with priority $2" $((reply - was)) 1
}

# check_shown WHAT DEMANDED: what dcb shows of the table, which has one selector or none. Starts no jq, see json_field.
check_shown()
{
	# dcb of iproute2 6.15 puts a third member " " into the array of an entry.
	reply=$(dcb -j app show dev "$DUT")
	reply=${reply// /}
	check_eq "$1" "${reply//,\"\"/}" "$2"
}

# check_count WHAT COUNT: how many entries of DSCPs pausectl shows, and how many entries dcb
check_count()
{
	local strings

	json_strings "$(pausectl -j show "$DUT")" dscp_prio
	check_eq "$1: by pausectl" ${#strings[@]} "$2"
	check_eq "$1: by dcb" "$(dcb -j app show dev "$DUT" | grep -o '\[[0-9]' | wc -l)" "$2"
}

# check_change WHAT ERROR ATTRIBUTE=VALUE
check_change()
{
	check_match "$1" "$(station genl port-set "ifindex=dev:$DUT" "$3")" "error=22$2*"
}

port_pair
check_table "a new port" "{}"
runs 0 "" set "$DUT" trust dscp dscp-prio AF31:3 48:6
check_table "set" '{"dscp_prio":["26:3","48:6"]}'
check_match "text" "$(pausectl show "$DUT")" "*trust dscp*"$'\n'"    dscp-prio 26:3,48:6"
check_shown "dcb shows it" '{"dscp_prio":[[26,3],[48,6]]}'
ipv4 26
frame=$reply
check_priority "a frame with DSCP 26" 3

# Pairs change what they name. dcb and pausectl change the same table, and monitor tells of both.
listener text pausectl monitor
dcb app add dev "$DUT" dscp-prio 10:1
await 10 told text 1
dcb app add dev "$DUT" ethtype-prio 0x8906:2
await 10 told text 2
runs 0 "" set "$DUT" dscp-prio 26:4,48:default limit 1mb
await 10 told text 3
finish text
new="config mode pause rx on tx on speed 10gbit (link, quanta only) trust dscp"
check_eq "events" "$(sed 's/.* config/config/' "$TMP/text")" "\
$new dscp-prio 10:1,26:3,48:6
$new dscp-prio 10:1,26:3,48:6 ethtype-prio 0x8906:2
$new limit 1mb dscp-prio 10:1,26:4 ethtype-prio 0x8906:2"
check_table "changed" '{"dscp_prio":["10:1","26:4"],"ethtype_prio":["0x8906:2"]}'
check_eq "dcb shows the change" "$(dcb_json app .)" '{"dscp_prio":[[10,1],[26,4]],"ethtype_prio":[[35078,2]]}'
check_priority "the frame after the change" 4
dcb app del dev "$DUT" dscp-prio 10:1
runs 0 "" set "$DUT" default-prio 5 stream-port-prio 860:4 dgram-port-prio 4791:3,4791:2 port-prio 53:1 ethtype-prio 0x8915:7
check_table "every kind, two entries of one port among them" \
	'{"dscp_prio":["26:4"],"ethtype_prio":["0x8906:2","0x8915:7"],"default_prio":["5"],"stream_port_prio":["860:4"],"dgram_port_prio":["4791:2","4791:3"],"port_prio":["53:1"]}'
runs 0 "" set "$DUT" ethtype-prio default stream-port-prio default port-prio default
before='{"dscp_prio":["26:4"],"default_prio":["5"],"dgram_port_prio":["4791:2","4791:3"]}'
check_table "default-prio is no EtherType" "$before"

# All or nothing, and no change where nothing changes.
refused "tc-bw*100" set "$DUT" dscp-prio 26:1 tsa 0:ets tc-bw 0:50
check_table "refused together with a setting" "$before"
check_priority "the frame, still" 4
reply_is "the setting" 0 shown_of tc_bw:0
usage 'dscp-prio "64": allowed are 0 to 63, CS0 to CS7, AF11 to AF43, EF' set "$DUT" dscp-prio 64:1
usage 'dscp-prio "26": allowed are DSCP:PRIO,...|default' set "$DUT" dscp-prio 26
usage 'dscp-prio "8": allowed are 0 to 7, and default' set "$DUT" dscp-prio 26:8
usage 'dscp-prio "26*": given twice' set "$DUT" dscp-prio 26:3,26:3
usage 'dscp-prio: value missing, allowed are DSCP:PRIO,...|default' set "$DUT" dscp-prio
usage '"dscp-pro"*did you mean "dscp-prio"' set "$DUT" dscp-pro 26:3
# In host byte order: priority 8, DSCP 64, selectors 0 and 6, the same entry twice, half an entry; and for entries that
# remove, the priority 253, neither 254 nor 255
for entries in 01000805 40000305 01000300 01000306 0100030501000305 0100 4000fe05 0000ff06 0100fd05 0100ff050100ff05; do
	check_change "change $entries: answer" "*app-change: allowed are up to 512 u32" "app-change=hex:$entries"
done
check_change "a table as a whole" " attribute=app-table " "app-table=hex:01000305"
check_table "after the refusals" "$before"

# Each request that changes the table or a setting of dcb is one notification, with no entries but the new.
listen_dcb
runs 0 "" set "$DUT" dscp-prio 26:2
runs 0 "" set "$DUT" trust pcp,dscp dscp-prio 26:4
runs 0 "" set "$DUT" trust dscp
await 5 told dcb 3
reply_is "notifications of dcb" 3 times_told dcb
check_table "after them" "$before"

# As many as fit, and no more: each of 64 DSCPs with four priorities
many=$(for i in {0..63}; do echo -n "$i:0,$i:1,$i:2,$i:3,"; done)
runs 0 "" set "$DUT" profile default dscp-prio "${many%,}"
check_count "as many as fit" 256
await 5 told dcb 4
others=$(for i in {0..63}; do echo -n "$i:4,$i:5,$i:6,$i:7,"; done)
runs 0 "" set "$DUT" trust dscp,pcp dscp-prio "${others%,}"
await 5 told dcb 5 || :
reply_is "notifications, also of 256 entries in place of 256" 5 times_told dcb
check_answer "one more by dcb" 28 app 5,1,1
refused "app-table: allowed are up to 256 entries" set "$DUT" default-prio 1
check_count "still as many" 256
# The port keeps an entry of a selector that no field of trust has (on Linux 6.12 the PCP), and counts it.
[[ $(uname -r) == 6.1.* ]] && selector=6 || selector=255
runs 0 "" set "$DUT" profile default
check_answer "an entry with selector $selector" 0 app "$selector,1,1"
refused "app-table: *other selectors" set "$DUT" dscp-prio "${many%,}"
check_table "after the refusal" "{}"
runs 0 "" set "$DUT" dscp-prio "${many%,*,}"
json_strings "$(pausectl -j show "$DUT")" dscp_prio
check_eq "255 entries beside it" ${#strings[@]} 255
check_eq "its deletion" "$(station dcb del "$DUT" app "$selector",1,1)" "error=0"
runs 0 "" set "$DUT" dscp-prio "${many%,}"
runs 0 "$DUT: saved to /etc/pausectl/$DUT.conf" save "$DUT"
runs 0 "" set "$DUT" profile default
check_table "profile default" "{}"
check_shown "dcb after it" "{}"
runs 0 "" restore "$DUT"
check_count "from a file" 256
mkdir /etc/pausectl/profiles
echo "default-prio 1" >/etc/pausectl/profiles/more
refused "app-table: allowed are up to 256 entries" set "$DUT" profile more
rm -rf /etc/pausectl
runs 0 "" set "$DUT" profile default dscp-prio 26:3

# A device that answers dcb itself has a table of its own, and its port has none.
test_module pausectl_foreign
finally "rmmod pausectl_foreign"
in_init()
{
	nsenter --net=/proc/1/ns/net "$@"
}
echo Y >/sys/module/pausectl/parameters/force
in_init tc qdisc add dev foreign_dcb root pausectl
echo N >/sys/module/pausectl/parameters/force
check_refused "a device with dcb of its own" 2 "*app-table: the device answers dcb itself*" \
	in_init pausectl set foreign_dcb prio 3 dscp-prio 26:3
check_refused "its mode" 0 "*mode pause*" in_init pausectl show foreign_dcb
in_init pausectl set foreign_dcb profile default prio 3
in_init tc qdisc del dev foreign_dcb root

# --- the namespace of another user ----------------------------------------------------------
cat >"$TMP/own.sh" <<'END'
mount -t sysfs sysfs /sys 2>/dev/null
ip link add dummy.1 index $1 type dummy
ip link set dummy.1 up
tc qdisc add dev dummy.1 root pausectl 2>/dev/null
pausectl set dummy.1 trust dscp dscp-prio 12:5
pausectl -j show dummy.1 | jq -c '.[0].dscp_prio'
dcb -j app show dev dummy.1 | jq -c '.dscp_prio | map(.[:2])'
: >"$2/ready"
until [[ -e $2/go ]]; do sleep 0.02; done
END
read -r index <"/sys/class/net/$DUT/ifindex"
background unshare --user --map-root-user --net --mount bash "$TMP/own.sh" "$index" "$TMP" >"$TMP/other" 2>&1
await 10 test -e "$TMP/ready"
check_shown "dcb here, beside the port of another user" '{"dscp_prio":[[26,3]]}'
dcb app add dev "$DUT" dscp-prio 12:5
dcb app del dev "$DUT" dscp-prio 26:3
check_shown "an entry that the other has, too" '{"dscp_prio":[[12,5]]}'
dcb app del dev "$DUT" dscp-prio 12:5
check_shown "deleted here" "{}"
: >"$TMP/go"
wait "$job"
check_eq "the table of the other, and what dcb shows there" "$(xargs -d '\n' <"$TMP/other")" '["12:5"] [[26,3]]'
