#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# Each value that a setting takes is read back. bad_commands_are_refused has values that are none.
. "${0%/*}/../../lib/lib.sh"

takes() # SETTING VALUE SHOWN
{
	local outcome=refused

	configure "${1//_/-}" "$2" 2>"$TMP/error" && outcome=taken
	check_eq "$1 $2" $outcome taken
	check_setting "$1" "$3"
}

takes_each() # SETTING VALUE...: each is shown as it was given
{
	local value

	for value in "${@:2}"; do
		takes "$1" "$value" "$value"
	done
}

# each VALUE...: prints the values as 0:VALUE,1:VALUE,...
each()
{
	local value i=0 list=""

	for value; do
		list+=,$i:$value
		i=$((i + 1))
	done
	echo "${list#,}"
}

# classes VALUE...: prints the values with the names of the four classes of received frames
classes()
{
	echo "global-control:$1,priority-control:$2,global-pause:$3,priority-pause:$4"
}

port_pair

# "default" is the value of a new port, and may be the value of single elements.
keep_settings
configure prio 3 speed 1gbit pace on limit 1mb trust none prio-tc 3:0,5:0 tsa ets tc-bw 0:100 ecn 1 \
	ecn-max 3:400000 guard-ms 80 filter global-pause:any xoff-quanta 1000 watchdog drop spoof-check on
configure prio-tc 5:default ecn 3:default
check_settings prio_tc "0 1 2 0 4 5 6 7" ecn "1 1 1 off 1 1 1 1"
words=()
for name in $(pausectl help set | grep -o '\[[a-z][a-z-]* ' | sed '/profile/d'); do
	words+=("${name#[}" default)
done
check_between "number of settings" $((${#words[@]} / 2)) 43 99
configure "${words[@]}"
check_kept "all default"

takes_each mode off pfc pause
takes prio 3,4 3-4
check_setting mode pfc
takes_each prio 0-7 5 none
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
check_settings rx_prio 1-3 tx_prio 3,5
configure prio -3,4
check_settings rx_prio 1-2 tx_prio 5
takes prio -1-2,5 none
check_setting mode pfc
takes mode pause pause
takes prio -3 none
check_setting mode pause
takes prio +3 3
check_setting mode pfc
takes mode pause pause
takes_each split_gso off on auto
for name in rx tx pace forward ack spoof_check; do
	takes $name off 0
	takes $name on 1
done
takes_each speed 25000000000
check_settings speed_mbps 25000 speed_source configured
takes_each speed auto
check_setting speed_source link
takes_each limit 65536
for name in advertise partner; do
	takes_each $name none pause asym pause-asym tx rx tx-rx auto
done
takes_each advertise off
takes_each require tx rx both none
takes_each delay_bits 1 1000000000 auto
takes_each trust dscp pcp,dscp,ethtype,stream-port,dgram-port,port none pcp
takes_each guard_ms 80 8000 off 100

takes ecn "$(each off 1 2 3 4 5 6 100)" "off 1 2 3 4 5 6 100"
takes ecn_min "$(each 0 1 2 3 4 5 6 7)" "0 1 2 3 4 5 6 7"
takes ecn_max "$(each 0 1 2 3 4 5 6 1073741824)" "0 1 2 3 4 5 6 1073741824"
takes alpha "$(each 1/128 1/64 1/32 1/16 1/8 1/4 1/2 8)" "1 2 4 8 16 32 64 1024"
takes alpha static "static static static static static static static static"
takes_each pool 16384 1073741824 auto

all="multicast+unicast+type+opcode"
configure filter-address source:02:00:00:00:00:42
takes filter "$(classes any multicast ${all/type/source+type} off)" "any multicast ${all/type/source+type} off"
takes filter "$(classes $all $all $all $all)" "$all $all $all $all"
takes filter_type "$(classes 0x8808 0x88b9 0X8808 0x8808)" "0x8808 0x88b9 0x8808 0x8808"
takes filter_opcode "$(classes 1-0xfff 0x0000-0xffff 2 257)" "0x0001-0x0fff 0x0000-0xffff 0x0002 0x0101"
takes filter_address unicast:02:00:00:00:00:42,multicast:03:00:00:00:00:42 \
	"02:00:00:00:00:42 03:00:00:00:00:42 02:00:00:00:00:42"
takes filter_address default "default default default"
takes filter_type "$(classes 0x8808 0x8808 0x8808 0x8808)" "0x8808 0x8808 0x8808 0x8808"
takes ack off 0
takes filter_opcode "$(classes 0-65535 0-65535 1 257)" "0x0000-0xffff 0x0000-0xffff 0x0001 0x0101"
