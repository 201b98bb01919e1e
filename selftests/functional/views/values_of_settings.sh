#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# Each value that a setting takes is read back. A bad value is refused and changes nothing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"

takes() # SETTING VALUE SHOWN
{
	local outcome=refused

	configure "${1//_/-}" "$2" 2>"$TMP/error" && outcome=taken
	check_eq "$1 $2" $outcome taken
	check_setting "$1" "$3"
}

refuses() # SETTING VALUE
{
	local outcome=refused

	setting "$1"
	local before=$reply
	configure "${1//_/-}" "$2" 2>"$TMP/error" && outcome=taken
	check_eq "$1 \"$2\"" $outcome refused
	check_setting "$1" "$before"
}

# each VALUE...: the values as 0:VALUE,1:VALUE,..., in $reply
each()
{
	local value i=0 list=""

	for value; do
		list+=,$i:$value
		i=$((i + 1))
	done
	reply=${list#,}
}

# of_classes VALUE...: the values with the names of the four classes of received frames, in $reply
of_classes()
{
	reply="global-control:$1,priority-control:$2,global-pause:$3,priority-pause:$4"
}

# takes_each SETTING VALUES SHOWN: VALUES has a value for each element, with blanks between the values
takes_each()
{
	# shellcheck disable=SC2086 # a word each
	each $2
	takes "$1" "$reply" "$3"
}

refuses_each()
{
	# shellcheck disable=SC2086 # a word each
	each $2
	refuses "$1" "$reply"
}

takes_classes()
{
	# shellcheck disable=SC2086 # a word each
	of_classes $2
	takes "$1" "$reply" "$3"
}

refuses_classes()
{
	# shellcheck disable=SC2086 # a word each
	of_classes $2
	refuses "$1" "$reply"
}

pair
attach

# "default" is the value of a new port, and may be the value of single elements.
pausectl -j show >"$TMP/new"
configure prio 3 speed 1gbit pace on limit 1mb trust none prio-tc 3:0,5:0 tsa ets tc-bw 0:100 ecn 1 \
	ecn-max 3:400000 guard-ms 80 filter global-pause:any xoff-quanta 1000 watchdog drop spoof-check on
configure prio-tc 5:default ecn 3:default
check_setting prio_tc "0 1 2 0 4 5 6 7"
check_setting ecn "1 1 1 off 1 1 1 1"
words=()
for name in $(pausectl help set | grep -o '\[[a-z][a-z-]* ' | sed '/profile/d'); do
	words+=("${name#[}" default)
done
configure "${words[@]}"
check_between "number of settings" $((${#words[@]} / 2)) 43 99
check_eq "all settings default" "$(pausectl -j show)" "$(<"$TMP/new")"

takes mode off off
takes mode pfc pfc
takes mode pause pause
takes prio 3,4 3-4
check_setting mode pfc
takes prio 0-7 0-7
takes prio 5 5
takes prio none none
takes mode pause pause
# Changes of what the port has
takes prio 3,4 3-4
takes prio +6,7 3-4,6-7
takes prio -4 3,6-7
takes prio 0:on,7:off 0,3,6
configure prio 1:on 0:off
check_setting prio 1,3,6
takes prio +6 1,3,6
configure rx-prio 0-3 tx-prio 3
configure prio +5 rx-prio -0
check_setting rx_prio 1-3
check_setting tx_prio 3,5
configure prio -3,4
check_setting rx_prio 1-2
check_setting tx_prio 5
takes prio -1-2,5 none
check_setting mode pfc
takes mode pause pause
takes prio -3 none
check_setting mode pause
takes prio +3 3
check_setting mode pfc
for list in +8 + 3,+4 3:on,4 +3,-3 3:yes; do
	refuses prio $list
done
takes mode pause pause
for name in off on auto; do
	takes split_gso $name $name
done
for name in rx tx pace forward ack spoof_check; do
	takes $name off 0
	takes $name on 1
done
takes speed 25000000000 25000000000
check_setting speed_mbps 25000
check_setting speed_source configured
takes speed auto auto
check_setting speed_source link
takes limit 65536 65536
for word in none pause asym pause-asym tx rx tx-rx auto; do
	takes advertise $word $word
	takes partner $word $word
done
takes advertise off off
refuses partner off
for word in tx rx both none; do
	takes require $word $word
done

for value in 1 1000000000 auto; do
	takes delay_bits $value $value
done
for list in dscp pcp,dscp,ethtype,stream-port,dgram-port,port none pcp; do
	takes trust $list $list
done
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
refuses advertise both
refuses partner 1
refuses require pause
refuses delay_bits 1000000001
for value in 80 8000 off; do
	takes guard_ms $value $value
done
takes guard_ms 100 100
for value in 0 79 8001 never; do
	refuses guard_ms $value
done
takes_each ecn "off 1 2 3 4 5 6 100" "off 1 2 3 4 5 6 100"
takes_each ecn_min "0 1 2 3 4 5 6 7" "0 1 2 3 4 5 6 7"
takes_each ecn_max "0 1 2 3 4 5 6 1073741824" "0 1 2 3 4 5 6 1073741824"
refuses_each ecn_max "0 1 2 3 4 5 6 6"
refuses_each ecn "0 1 1 1 1 1 1 1"
refuses_each ecn "1 1 1 1 1 1 1 101"
takes_each alpha "1/128 1/64 1/32 1/16 1/8 1/4 1/2 8" "1 2 4 8 16 32 64 1024"
takes alpha static "static static static static static static static static"
refuses_each alpha "0 1 1 1 1 1 1 1"
refuses_each alpha "1 1 1 1 1 1 1 9"
for value in 16384 1073741824 auto; do
	takes pool $value $value
done
for value in 0 16383 1073741825; do
	refuses pool $value
done
all="multicast+unicast+type+opcode"
configure filter-address source:02:00:00:00:00:42
for value in "any multicast ${all/type/source+type} off" "$all $all $all $all"; do
	takes_classes filter "$value" "$value"
done
takes_classes filter_type "0x8808 0x88b9 0X8808 0x8808" "0x8808 0x88b9 0x8808 0x8808"
takes_classes filter_opcode "1-0xfff 0x0000-0xffff 2 257" "0x0001-0x0fff 0x0000-0xffff 0x0002 0x0101"
takes filter_address unicast:02:00:00:00:00:42,multicast:03:00:00:00:00:42 \
	"02:00:00:00:00:42 03:00:00:00:00:42 02:00:00:00:00:42"
takes filter_address default "default default default"
refuses filter ""
for value in "off off off on" "any any any multicast+multicast" "source off off off"; do
	refuses_classes filter "$value"
done
for value in "0x8808 0x8808 0x8808 0x05ff" "0x8808 0x8808 0x8808 0x8100" \
	"0x88a8 0x8808 0x8808 0x8808" "0x8808 0x8808 0x8808 0x10000" "0x88b9 0x88b9 0x8808 0x8808" "34824 0x8808 0x8808 0x8808"; do
	refuses_classes filter_type "$value"
done
for value in "2-1 0-0xffff 1 257" "0-0xffff 0-0x10000 1 257" "0-0xffff 0-0xffff 1-2 257" \
	"2-9 2-9 1 2" "0-0xffff 0-0xffff 1 -"; do
	refuses_classes filter_opcode "$value"
done
for value in unicast:01:80:c2:00:00:01 unicast:02:00:00:00:00 unicast:02:00:00:00:00:42:1 \
	unicast:00:00:00:00:00:00 unicast:own multicast:02:00:00:00:00:42 source:03:00:00:00:00:42 \
	02:00:00:00:00:42 peer:02:00:00:00:00:42 unicast:; do
	refuses filter_address $value
done
takes_classes filter_type "0x8808 0x8808 0x8808 0x8808" "0x8808 0x8808 0x8808 0x8808"
takes ack off 0
takes_classes filter_opcode "0-65535 0-65535 1 257" "0x0000-0xffff 0x0000-0xffff 0x0001 0x0101"
for list in "" pcp,pcp "pcp," dscp,vlan none,pcp dscp,none,pcp; do
	refuses trust "$list"
done
