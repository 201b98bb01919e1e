#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
#
# dcb buffer shows the buffers that are in force, and changes only the values that a command names.
# Other sizes still follow the speed.
#
# Listeners of dcb are told of changes by pausectl. A size that contradicts the thresholds is refused
# and changes nothing.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

check_sizes() # WHAT SIZE-OF-3 SIZE-OF-OTHERS
{
	check_eq "$1: sizes, total" "$(dcb_json buffer '[.buffer_size[3], .buffer_size[7], .total_size]')" \
		"[$2,$3,$(($2 + 7 * $3))]"
}

port_pair speed 1gbit
software_burst 1500
burst=$reply
auto=$((65536 + 18 + 2 * 1518 + 60 + 12500 + burst)) # the least XOFF is a GSO frame
check_eq "map by default" "$(dcb_json buffer .prio_buffer)" "[0,1,2,3,4,5,6,7]"
check_sizes "auto" $auto $auto

dcb buffer set dev "$DUT" prio-buffer 3:1 4:1 buffer-size 3:100000
check_settings prio_buffer "0 1 2 1 1 5 6 7" buffer_size "auto auto auto 100000 auto auto auto auto"
check_sizes "3 is set" 100000 $auto
check_counter size_in_force_3 100000

# Sizes that are not set still follow the speed.
configure speed 10gbit
auto=$((3 * (2 * 1518 + 60 + 125000) + burst))
check_sizes "at 10 Gb/s" 100000 $auto
dcb buffer set dev "$DUT" prio-buffer all:2 buffer-size 3:0
check_settings prio_buffer "2 2 2 2 2 2 2 2" buffer_size "auto auto auto auto auto auto auto auto"
check_sizes "auto again" $auto $auto

listen_dcb
configure prio-buffer 5:0 buffer-size 3:200000 buffer-xoff 3:150000
await 5 told dcb 1
check_eq "map set by pausectl" "$(dcb_json buffer .prio_buffer)" "[2,2,2,2,2,0,2,2]"
check_sizes "set by pausectl" 200000 $auto

keep_settings
check_answer "a size below XOFF" 22 buffer map 0,1,2,3,4,5,6,7 size 0,0,0,150000,0,0,0,0
check_answer "a size beyond 1 GiB" 22 buffer map 0,1,2,3,4,5,6,7 size 0,0,0,1073741825,0,0,0,0
check_kept "after what was refused"
check_answer "allowed" 0 buffer map 0,1,2,3,4,5,6,7 size 0,0,0,1073741824,0,0,0,0
check_settings prio_buffer "0 1 2 3 4 5 6 7" buffer_size "auto auto auto 1073741824 auto auto auto auto"
