#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# sysfs shows what netlink shows, with a file for each setting and each counter, and takes the same
# changes. A bad value is refused and changes nothing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends PFC      |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

put() # FILE VALUE
{
	echo "$2" 2>"$TMP/error" >"$sysfs/$1"
}

writes() # FILE VALUE READS
{
	local outcome=refused

	put "$1" "$2" && outcome=taken
	check_eq "write \"$2\" to $1" $outcome taken
	check_setting "$1" "$3"
}

refuses() # FILE VALUE
{
	local before outcome=refused

	setting "$1"
	before=$reply
	put "$1" "$2" && outcome=taken
	check_eq "write \"$2\" to $1" $outcome refused
	check_setting "$1" "$before"
}

pair
attach
sysfs=/sys/class/net/$DUT/pausectl

writes mode off off
writes mode pfc pfc
writes mode pause pause
writes prio 3,4 3-4
check_setting mode pfc
writes prio 0-7 0-7
writes prio 5 5
writes prio none none
writes mode pause pause
for file in rx tx pace split_gso autoneg watchdog_drop_all forward delay_statistics ack spoof_check; do
	writes $file 0 0
	writes $file on 1
	writes $file off 0
	writes $file 1 1
done
writes speed 25000000000 25000000000
check_setting speed_mbps 25000
check_setting speed_source configured
writes speed auto auto
check_setting speed_source link
writes limit 65536 65536
for word in none pause asym pause,asym tx rx tx,rx auto; do
	writes advertise $word $word
	writes partner $word $word
done
for word in tx rx both none; do
	writes require $word $word
done

for value in 1 1000000000 auto; do
	writes delay $value $value
done
for list in dscp pcp,dscp,ethtype,stream-port,dgram-port,port none pcp; do
	writes trust $list $list
done
# In mode pause a wish is fulfilled at once.
for word in off rx tx tx,rx; do
	writes pause_wish $word none
done
configure prio 3
for word in off rx tx tx,rx none; do
	writes pause_wish $word $word
done
configure mode pause

refuses mode both
refuses mode ""
refuses prio 8
refuses prio 3,x
refuses prio ""
refuses rx 2
refuses tx maybe
refuses pace ""
refuses split_gso -1
refuses speed 0
refuses speed 999999
refuses speed 1600000000001
refuses speed fast
refuses limit 16383
refuses limit 1073741825
refuses limit lots
refuses autoneg maybe
refuses advertise both
refuses partner 1
refuses require pause
refuses pause_wish both
refuses delay 1000000001
for value in 80 8000 off; do
	writes guard $value $value
done
for value in 0 79 8001 auto; do
	refuses guard $value
done
for value in 1 60000 off; do
	writes pause_limit $value $value
done
for value in 0 60001 auto; do
	refuses pause_limit $value
	refuses pause_ignore $value
done
writes pause_ignore 60000 60000
writes pause_ignore 1 1
refuses pause_ignore off
for list in 3-4 0-7 none; do
	writes ecn $list $list
	writes dynamic $list $list
done
writes ecn_min "0 1 2 3 4 5 6 7" "0 1 2 3 4 5 6 7"
writes ecn_max "0 1 2 3 4 5 6 1073741824" "0 1 2 3 4 5 6 1073741824"
refuses ecn_max "0 1 2 3 4 5 6 6"
refuses ecn_probability "0 1 1 1 1 1 1 1"
refuses ecn_probability "1 1 1 1 1 1 1 101"
refuses ecn 8
writes alpha "1 2 4 8 16 32 64 1024" "1 2 4 8 16 32 64 1024"
refuses alpha "0 1 1 1 1 1 1 1"
refuses alpha "1 1 1 1 1 1 1 1025"
for value in 16384 1073741824 auto; do
	writes pool $value $value
done
for value in 0 16383 1073741825; do
	refuses pool $value
done
all="multicast+unicast+type+opcode"
for value in "any multicast $all+source off" "$all $all $all $all"; do
	echo 02:00:00:00:00:42 >"$sysfs/filter_source"
	writes filter "${value/type+opcode+source/source+type+opcode}" \
		"${value/type+opcode+source/source+type+opcode}"
done
writes filter_type "0x8808 0x88b9 34824 0x8808" "0x8808 0x88b9 0x8808 0x8808"
writes filter_opcode "1-0xfff 0x0000-0xffff 2 257" "0x0001-0x0fff 0x0000-0xffff 0x0002 0x0101"
for value in 02:00:00:00:00:42 own; do
	writes filter_unicast $value $value
done
for value in 03:00:00:00:00:42 01:80:c2:00:00:01; do
	writes filter_multicast $value $value
done
writes filter_source none none
for value in "" "$all" "off off off" "off off off on" "any any any multicast+multicast" \
	"any any any any any" "source off off off"; do
	refuses filter "$value"
done
for value in "0x8808" "0x8808 0x8808 0x8808 0x05ff" "0x8808 0x8808 0x8808 0x8100" \
	"0x88a8 0x8808 0x8808 0x8808" "0x8808 0x8808 0x8808 0x10000" "0x88b9 0x88b9 0x8808 0x8808"; do
	refuses filter_type "$value"
done
for value in "1 1 1" "2-1 0-0xffff 1 257" "0-0xffff 0-0x10000 1 257" "0-0xffff 0-0xffff 1-2 257" \
	"2-9 2-9 1 2" "0-0xffff 0-0xffff 1 -"; do
	refuses filter_opcode "$value"
done
refuses filter_unicast 01:80:c2:00:00:01
refuses filter_unicast 02:00:00:00:00
refuses filter_unicast 02:00:00:00:00:42:1
refuses filter_unicast 00:00:00:00:00:00
refuses filter_multicast 02:00:00:00:00:42
refuses filter_multicast none
refuses filter_source 03:00:00:00:00:42
refuses filter_source own
writes filter_type "0x8808 0x8808 0x8808 0x8808" "0x8808 0x8808 0x8808 0x8808"
writes ack off 0
writes filter_opcode "0-65535 0-65535 1 257" "0x0000-0xffff 0x0000-0xffff 0x0001 0x0101"
for list in "" pcp,pcp "pcp," dscp,vlan none,pcp dscp,none,pcp; do
	refuses trust "$list"
done
for file in speed_mbps speed_source hook qdiscs rx_active tx_active advertised partner_advertised \
	partner_source link_configuration_error partner_link_configuration_error; do
	check_eq "permissions of $file" "$(stat -c %a "$sysfs/$file")" 444
done

# Each counter of netlink has a file with its value, and each file is a counter of netlink.
configure mode pfc prio 1,6
from_peer pfc 1:100,6:0,7:5 + pause 3 + control 7 + pfc 1:1 len 20 + pause 1 da ff:ff:ff:ff:ff:ff
pausectl send dev "$DUT" pfc 2:100,3:0
await 2 counter_reaches rx_wrong_address 1
await 2 counter_is paused_1 0
pausectl -j stats dev "$DUT" | jq -r '.[0] | del(.ifname, .ifindex, .headroom, .in_flight) | to_entries[] |
	if (.value | type) == "array" then
		.key as $k | .value | to_entries[] |
		"\($k)_\(if .key == 8 then "link" else .key end) \(.value)"
	else "\(.key) \(.value)" end' | sort >"$TMP/netlink"
for file in "$sysfs"/statistics/*; do
	read -r reply <"$file"
	echo "${file##*/} $reply"
done | sort >"$TMP/sysfs"
values=$(sed -n 's/.*C([a-z_]*, [A-Z_]*, \([0-9]\), [A-Z]*).*/\1/p' \
	"$lib_dir/../../mac_ctrl/rules/counters.h" | paste -sd +)
check_eq "statistics files" "$(wc -l <"$TMP/sysfs")" $((values))
check_eq "differences of sysfs and netlink" "$(diff "$TMP/netlink" "$TMP/sysfs" || :)" ""
check_eq "counters that are not 0" "$(awk '$2 && $1 !~ /_in_force_/ { print $1 }' "$TMP/sysfs" | paste -sd ' ')" \
	"pause_duration_us_1 pause_transitions_1 rx_ignored rx_mac_control rx_malformed rx_pause \
rx_pfc_1 rx_pfc_6 rx_pfc_7 rx_unsupported_opcodes rx_wrong_address rx_xoff_1 rx_xon_6 \
tx_mac_control tx_pfc_2 tx_pfc_3 tx_xoff_2 tx_xon_3"
