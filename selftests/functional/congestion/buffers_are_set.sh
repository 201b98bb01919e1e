#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# Limits of buffers that the user does not set follow from speed, MTU and delay. Settings of
# buffers and of XOFF that contradict each other are refused and change nothing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"

pair
attach
configure speed 1gbit

in_force() # BUFFER SIZE XOFF XON
{
	check_counter "size_in_force_$1" "$2"
	check_counter "xoff_in_force_$1" "$3"
	check_counter "xon_in_force_$1" "$4"
}

headroom=$((2 * 1518 + 60 + 12500))
in_force 3 $((3 * headroom)) $((2 * headroom)) $headroom
configure speed 10gbit
headroom=$((2 * 1518 + 60 + 125000))
in_force 0 $((3 * headroom)) $((2 * headroom)) $headroom
ip link set "$DUT" mtu 9000
headroom=$((2 * 9018 + 60 + 125000))
in_force 7 $((3 * headroom)) $((2 * headroom)) $headroom
configure delay-bits 8000
headroom=$((2 * 9018 + 60 + 1000))
in_force 7 $((3 * headroom)) $((2 * headroom)) $headroom
configure buffer-size 3:100000 buffer-xoff 3:50000,4:60000 buffer-xon 3:20000
in_force 3 100000 50000 20000
in_force 4 $((60000 + headroom)) 60000 30000
in_force 5 $((3 * headroom)) $((2 * headroom)) $headroom
configure buffer-size auto buffer-xoff auto buffer-xon auto delay-bits auto

configure xoff-quanta 3:1000
json_field "$(pausectl -j show dev "$DUT")" refresh_quanta
check_eq "refresh follows quanta" "$reply" \
	"[32767,32767,32767,500,32767,32767,32767,32767,32767]"

was=$(pausectl -j show dev "$DUT")
set_refused() # PATTERN WORDS...
{
	check_refused "${*:2}" 2 "*$1*" pausectl set dev "$DUT" "${@:2}"
}
set_refused 'xon must be below xoff' buffer-xoff 3:20000 buffer-xon 3:20000
set_refused 'xoff below the size' buffer-size 20000 buffer-xoff 20000
set_refused 'xoff below the size' buffer-size 5:20000 buffer-xoff 5:30000
set_refused 'refresh-quanta*1 to the xoff-quanta' refresh-quanta 3:1001
set_refused 'refresh-quanta*1 to the xoff-quanta' xoff-quanta 10 refresh-quanta 11
set_refused 'buffer-size*1 to 1073741824' buffer-size 2gb
check_refused "refresh-quanta 0" 1 "*1 to 65535*" pausectl set dev "$DUT" refresh-quanta 0
check_refused "xoff-quanta 0" 1 "*1 to 65535*" pausectl set dev "$DUT" xoff-quanta 0
check_refused "buffer 8" 1 "*0 to 7*" pausectl set dev "$DUT" prio-buffer 3:8
check_eq "settings after what was refused" "$(pausectl -j show dev "$DUT")" "$was"
