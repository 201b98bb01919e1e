#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# Limits of buffers that the user does not set follow from speed, MTU and delay. The port refuses
# settings of buffers and of XOFF that contradict each other, and changes nothing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"

port_pair speed 1gbit

in_force() # BUFFER SIZE XOFF XON
{
	check_counter "size_in_force_$1" "$2"
	check_counter "xoff_in_force_$1" "$3"
	check_counter "xon_in_force_$1" "$4"
}

gso_frame=$((65536 + 18))

# automatic BUFFER MTU DELAY-OCTETS: nothing is set for this buffer
automatic()
{
	headroom=$((2 * ($2 + 18) + 60 + $3))
	software_burst "$2"
	burst=$reply
	xoff=$((2 * headroom > gso_frame ? 2 * headroom : gso_frame))
	in_force "$1" $((xoff + headroom + burst)) $xoff $((xoff / 2))
}

automatic 3 1500 12500
configure speed 10gbit
automatic 0 1500 125000
ip link set "$DUT" mtu 9000
automatic 7 9000 125000
configure delay-bits 8000
automatic 7 9000 1000
configure buffer-size 3:100000 buffer-xoff 3:50000,4:60000 buffer-xon 3:20000
in_force 3 100000 50000 20000
in_force 4 $((60000 + headroom + burst)) 60000 30000
automatic 5 9000 1000
# Only the size is set. If it has no room for everything, the octets below XOFF come first, then the
# headroom, then the burst. If it has more room, XOFF rises.
size=$((2 * headroom + burst / 2))
configure buffer-size 3:$size buffer-xoff 3:auto,4:auto buffer-xon 3:auto
in_force 3 $size $((2 * headroom)) $headroom
size=$((4 * headroom + burst))
configure buffer-size 3:$size
in_force 3 $size $((3 * headroom)) $((3 * headroom / 2))
configure buffer-size 3:3000
in_force 3 3000 2000 1000
configure buffer-size auto delay-bits auto

configure xoff-quanta 3:1000
reply_is "refresh follows quanta" "[32767,32767,32767,500,32767,32767,32767,32767,32767]" \
	json_field "$(pausectl -j show dev "$DUT")" refresh_quanta

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
set_refused 'buffer-size*64 to 1073741824' buffer-size 2gb
# Meant is 3:100k. No buffer takes a frame with 3 octets.
set_refused 'buffer-size*64 to 1073741824' buffer-size 3
check_refused "refresh-quanta 0" 1 "*1 to 65535*" pausectl set dev "$DUT" refresh-quanta 0
check_refused "xoff-quanta 0" 1 "*1 to 65535*" pausectl set dev "$DUT" xoff-quanta 0
check_refused "buffer 8" 1 "*0 to 7*" pausectl set dev "$DUT" prio-buffer 3:8
check_eq "settings after what was refused" "$(pausectl -j show dev "$DUT")" "$was"

# The capacity is memory: 4 times the octets of 9 queues, of the lossless buffers, and of the pool with the
# headrooms of its buffers. Beside that, each buffer has room for 8 times the octets that a wire has in flight.
has_capacity() # WHAT OCTETS IN-FLIGHT
{
	reply_is "$1: capacity" $((4 * $2 + 8 * $3)) json_field "$(pausectl -j show dev "$DUT")" capacity
}

configure speed 1gbit mode off limit 100000 buffer-size auto buffer-xoff auto buffer-xon auto
has_capacity "nothing lossless" 900000 0
configure prio 3,4 buffer-size 3:200000
software_burst 9000
headroom=$((2 * 9018 + 60 + 12500))
size=$((gso_frame + headroom + reply))
has_capacity "two buffers" $((900000 + 200000 + size)) $((2 * headroom))
configure prio-buffer 4:3
has_capacity "one buffer for both" $((900000 + 200000)) $headroom
configure prio-buffer 4:4 buffer-size 3:100000 buffer-xoff 3:60000 alpha 3:1 pool 300000
has_capacity "one of them dynamic" $((900000 + 300000 + 40000 + size)) $((2 * headroom))
configure buffer-size 3:100000 buffer-xoff 3:90000 alpha static
has_capacity "less than that above XOFF" $((900000 + 100000 + size)) $((10000 + headroom))
configure mode pause
has_capacity "mode pause has buffer 0" $((900000 + size)) $headroom
