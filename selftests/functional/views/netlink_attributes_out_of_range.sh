#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# Every attribute of a request is refused out of its range, with a message that names the attribute
# and the range. An attribute of a wrong size is refused with an answer that points at it.
#
# Nothing changes, even if the other attributes of the request are good.
. "${0%/*}/../../lib/lib.sh"

requests=()
demands=()

# other DEMAND COMMAND ATTRIBUTE...: a request that names its device itself
other()
{
	((${#requests[@]} == 0)) || requests+=(+)
	requests+=("${@:2}")
	demands+=("$1")
}

# refused ERRNO ATTRIBUTE MESSAGE-PATTERN COMMAND [ATTRIBUTE=VALUE]...: adds a request, and the
# answer that it must get
refused()
{
	other "error=$1 attribute=$2 message=$3" "$4" "ifindex=dev:$DUT" "${@:5}"
}

# values_refused COMMAND-AND-ATTRIBUTES ATTRIBUTE MESSAGE-PATTERN VALUE...: each value, in a request of its own
values_refused()
{
	local value

	for value in "${@:4}"; do
		# shellcheck disable=SC2086 # words
		refused 22 "$2" "$3" $1 "$2=$value"
	done
}

set_refused() # ATTRIBUTE MESSAGE-PATTERN VALUE...
{
	values_refused "port-set tx=u8:0 limit=u32:65536" "$1" "*$1*$2*" "${@:3}"
}

xoff_refused() # ATTRIBUTE MESSAGE-PATTERN VALUE...
{
	values_refused "xoff-set timers=u32:8 stop=u8:1" "$1" "*$2*" "${@:3}"
}

# The policy of the family refuses an attribute of the wrong size.
size_refused() # ATTRIBUTE COMMAND VALUE...
{
	values_refused "$2" "$1" "?*" "${@:3}"
}

# little OCTETS NUMBER...: the numbers in host byte order, each of so many octets
little()
{
	local width=$(($1 * 2)) number i octets=

	for number in "${@:2}"; do
		printf -v number "%0${width}x" "$number"
		for ((i = width - 2; i >= 0; i -= 2)); do
			octets+=${number:i:2}
		done
	done
	echo "hex:$octets"
}

array() # NUMBER...: of u32
{
	little 4 "$@"
}

array64() # NUMBER...: of u64
{
	little 8 "$@"
}

port_pair prio 3 speed 25gbit pace on limit 1mb
keep_settings
take_snapshot

for attribute in rx tx pace forward ack spoof-check; do
	set_refused $attribute "0*1" u8:2 u8:255
	size_refused $attribute port-set empty: u16:1 u32:1
done
for attribute in mode split-gso; do
	set_refused $attribute "0*2" u32:3 u32:4294967295
done
for attribute in prio rx-prio tx-prio; do
	set_refused $attribute "0*255" u32:256 u32:4294967295
done
set_refused advertise "0*8" u32:9 u32:4294967295
set_refused partner "0*7" u32:8 u32:4294967295
set_refused require "0*3" u32:4 u32:4294967295
set_refused trust "ethtype*" u32:7 u32:1376257 u32:85 u32:80 u32:16777216 u32:4294967295
set_refused delay-bits "1*1000000000" u32:1000000001 u32:4294967295
set_refused alpha "1/128 (1)*1024" "hex:$(printf "%.0s01000000" {1..7})01040000"
set_refused pool "16384*1073741824" u32:1 u32:16383 u32:1073741825
set_refused guard-ms "80*8000" u32:1 u32:79 u32:8001 u32:4294967295
set_refused ecn-min "0*ecn-max" "hex:$(printf %056x%s 0 01000040)"
set_refused ecn-max "ecn-min*1073741824" "hex:$(printf %056x%s 0 01000040)" "hex:$(printf %064x 0)"
set_refused ecn "1*100" "hex:$(printf "%.0s01000000" {1..7})65000000"
# Bad values: a bit beyond the checks, checks without the bit that switches the class on, all bits; then a
# check of the source while no source is set
set_refused filter "off (0)*32" "$(array 64 55 55 55)" "$(array 2 55 55 55)" "$(array 4294967295 55 55 55)"
set_refused filter "filter-address" "$(array 55 55 63 55)"
set_refused filter-type "0x0600*0xffff*0x8100*0x88a8" "$(array 1535 34824 34824 34824)" \
	"$(array 34824 33024 34824 34824)" "$(array 34824 34824 34984 34824)" "$(array 34824 34824 34824 65536)"
# Bad values: ranges from high to low, and a range of two opcodes for PAUSE, which has one opcode
set_refused filter-opcode "0*65535" "$(array 65538 4294901760 65537 16843009)" \
	"$(array 4294901760 4294901760 131073 16843009)"
# Types, opcodes and destinations that contradict the checks of both control classes
set_refused filter-type "contradict" "$(array 34824 34824 34825 34824)"
set_refused filter-opcode "contradict" "$(array 131074 131074 65537 131074)"
set_refused filter "contradict" "$(array 3 3 5 55)"
# The values of an array are the unicast, multicast and source address.
set_refused filter-address "group bit" "$(array64 1652522221569 0 0)" "$(array64 281474976710656 0 0)" \
	"$(array64 0 2199023255618 0)" "$(array64 0 281474976710656 0)" "$(array64 0 0 1652522221569)" \
	"$(array64 0 0 281474976710656)"
set_refused watchdog "0*4" "hex:$(printf %072x 5)"
set_refused watchdog-detect-ms "100*5000" "hex:$(printf %072x 0)"
set_refused watchdog-restore-ms "100*60000" "hex:$(printf %072x 0)"
set_refused speed "1000000*1600000000000" u64:1 u64:999999 u64:1600000000001 \
	u64:18446744073709551615
set_refused limit "16384*1073741824" u32:0 u32:16383 u32:1073741825 u32:4294967295
for mode in 0 1; do
	refused 22 prio "*pfc*" port-set mode=u32:$mode prio=u32:8
done
refused 22 rx-prio "*pfc*" port-set mode=u32:1 rx-prio=u32:8
refused 22 tx-prio "*pfc*" port-set mode=u32:0 tx-prio=u32:8
# Only mode pause has agreement, and this port is in mode pfc.
set_refused advertise "mode pfc" u32:{0..7}
set_refused partner "mode pfc" u32:{0..6}
set_refused require "mode pfc" u32:{1..3}

for attribute in mode prio split-gso limit advertise partner require guard-ms rx-prio tx-prio pool delay-bits; do
	size_refused $attribute port-set empty: u8:1 u16:1 u64:1
done
size_refused speed port-set empty: u32:1 hex:000102030405060708
# The policy also refuses an array with a wrong number of values.
for attribute in prio-tc tsa tc-bw maxrate xoff-quanta watchdog ecn ecn-min ecn-max alpha filter filter-type \
	filter-opcode filter-address; do
	for value in empty: u8:1 u32:1 u64:1 "hex:$(printf %0146x 0)"; do
		refused 34 "$attribute" "*size out of range*" port-set "$attribute=$value"
	done
done
# Attributes of replies and events, the numbers of attributes that went, and unknown attributes
for attribute in ifname speed-mbps speed-source qdiscs rx-active tx-active advertised \
	partner-advertised partner-source link-configuration-error \
	partner-link-configuration-error stats pause-state headroom \
	in-flight event time priority quanta duration lost 13 61 73 74 999; do
	refused 22 "$attribute" "?*" port-set $attribute=u32:1
done

values_refused frame-send pause-time "*pause-time*0*65535*" u32:65536 u32:4294967295
values_refused "frame-send pause-time=u32:1" dest "*dest*6*" hex:0180c20000 hex:0180c200000100 empty:
refused 22 dest "*dest*" frame-send dest=hex:0180c2000001 pfc=pfc:0:1
refused 22 pfc "*priority*0*7*" frame-send pfc=pfc:8:1
refused 22 pfc "*priority*0*7*" frame-send pfc=pfc:3:1 pfc=pfc:4294967295:1
refused 22 pfc "*quanta*0*65535*" frame-send pfc=pfc:3:65536
refused 22 pfc "*priority*twice*" frame-send pfc=pfc:3:1 pfc=pfc:3:2
refused 22 pfc "*pfc*priority*quanta*" frame-send pfc=nest:
refused 22 - "*pause-time*pfc*" frame-send pause-time=u32:1 pfc=pfc:3:1
refused 22 - "*pause-time*pfc*" frame-send
size_refused pause-time frame-send empty: u8:1 u16:1 u64:1
size_refused pfc frame-send hex:0500010001

values_refused "xoff-set stop=u8:1" timers "*timers*0 to 255*256*" u32:257 u32:4294967295
values_refused "xoff-set timers=u32:8" stop "*stop*0 and 1*" u8:2
refused 22 - "*stop*0 and 1*" xoff-set timers=u32:8
xoff_refused quanta "quanta*1 to 65535" u32:0 u32:65536
xoff_refused interval "interval*1000 to 10000000000 ns" u64:999 u64:10000000001
xoff_refused duration "duration*86400000000000 ns" u64:86400000000001 u64:0
xoff_refused received "received*0 and 1" u8:2
xoff_refused interval "need a duration" u64:20000
xoff_refused received "need a duration" u8:1
for attribute in timers quanta; do
	size_refused $attribute xoff-set empty: u8:1 u16:1 u64:1
done
for attribute in stop received; do
	size_refused $attribute xoff-set empty: u16:1 u32:1
done
for attribute in interval duration; do
	size_refused $attribute xoff-set empty: u32:1
done
# Elements of settings are pairs: a setting of several values in this request, here 25 (prio-tc),
# and a mask of 1 to 255.
eight=hex:$(printf "%.0s01000000" {1..8})
elements_refused() # MESSAGE-PATTERN VALUE...
{
	values_refused "port-set prio-tc=$eight pace=u8:1" elements "*elements*$1*" "${@:2}"
}
elements_refused "pairs" empty: u8:1 u32:25 hex:1b00000001000000ff
elements_refused "1 to 7, 15, 255 or 511" "$(array 25 0)" "$(array 25 256)" "$(array 25 4294967295)"
elements_refused "in this request" "$(array 10 1)" "$(array 26 1)" "$(array 0 1)" "$(array 1 1)" "$(array 25 1 20 1)" \
	"$(array 4294967295 1)" "$(array 65561 1)" "$(array 25 1 25 2)"
refused 22 elements "*elements*in this request*" port-set elements="$(array 25 1)"
# The value of an element outside the mask does not matter. The value of one inside the mask does.
refused 22 prio-tc "*prio-tc*0 to 7*" port-set prio-tc="$(array 9 1 1 1 1 1 1 1)" elements="$(array 25 3)"
# Attributes that belong to another command. The kernel refuses them by the policy of the command.
foreign="*Un@(known|supported) attribute*"
refused 22 elements "$foreign" xoff-set timers=u32:8 stop=u8:1 elements="$(array 25 1)"
refused 22 interval "*does not belong*" xoff-set timers=u32:8 stop=u8:0 interval=u64:1000
refused 22 duration "$foreign" watchdog-get duration=u64:1000
refused 22 timers "$foreign" watchdog-get timers=u32:8
refused 22 pause-time "$foreign" port-set pause-time=u32:1
refused 22 limit "$foreign" frame-send pause-time=u32:1 limit=u32:65536
refused 22 mode "$foreign" port-get mode=u32:0
refused 22 pfc "$foreign" stats-get pfc=pfc:0:1
refused 95 - "*" 99

# check_answers WHAT: the answers to the requests are as demanded
check_answers()
{
	mapfile -t answers < <(station genl "${requests[@]}")
	check_eq "$1: answers" ${#answers[@]} ${#demands[@]}
	for i in "${!demands[@]}"; do
		check_match "$1 $i" "${answers[i]-}" "${demands[i]}"
	done
}

check_answers request
requests=()
demands=()
other "error=22 attribute=* message=*ifindex*" port-set mode=u32:0
other "error=19 attribute=ifindex message=*ifindex*" port-set ifindex=u32:4294967295 mode=u32:0
for command in "port-set mode=u32:0" stats-get; do
	# shellcheck disable=SC2086 # words
	other "error=2 attribute=ifindex message=*no pausectl qdisc*" $command ifindex=dev:lo
done
other "error=22 attribute=ifindex message=?*" port-get ifindex=empty:
other "error=22 attribute=ifindex message=?*" port-set ifindex=u64:1
check_answers "request about a device"

# A dump refuses all attributes, so that a later version can use one to choose among the ports.
for what in port stats watchdog; do
	check_eq "dump of $what with ifindex" "$(station dump $what "ifindex=dev:$DUT")" \
		"entries=0 torn=0 error=22 message=a dump takes no attributes"
	for attribute in mode=u32:1 pfc=pfc:0:1; do
		check_match "dump of $what with $attribute" "$(station dump $what "$attribute")" \
			"entries=0 torn=0 error=22 message=$foreign"
	done
	check_eq "dump of $what" "$(station dump $what)" "entries=1 torn=0 error=0"
done

check_kept "after all that"
check_moved "no frame was sent" rx_mac_control=0

# The ends of the ranges are allowed.
requests=()
demands=()
for words in "port-set limit=u32:16384" "port-set limit=u32:1073741824" "port-set speed=u64:1000000" \
	"port-set speed=u64:1600000000000" "port-set prio=u32:255" "port-set mode=u32:0 prio=u32:0" \
	"port-set mode=u32:2 speed=u64:0" "frame-send pause-time=u32:65535" "frame-send pfc=pfc:7:65535 pfc=pfc:0:0" \
	"port-set prio-tc=$(array 9 1 9 9 9 9 9 2) elements=$(array 25 130)"; do
	# shellcheck disable=SC2086 # words
	other "error=0 *" $words "ifindex=dev:$DUT"
done
check_answers "good request"
check_setting prio_tc "0 1 2 3 4 5 6 2"
