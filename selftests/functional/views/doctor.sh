#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
#
# `pausectl doctor` names each reason why a port may lose lossless frames, and a command that removes
# the reason.
#
#	sender-1 and other      here
#	tx1 ------------------- sw1 --+
#	                              | bridge br0
#	other ----------------- plain +
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

# finds PATTERN [COMMAND-PATTERN]: the one finding about sw1, and its remedy, in $remedy
finds()
{
	local json

	json=$(pausectl -j doctor dev sw1)
	check_match "finding" "$(jq -r '.[0].findings | join("; ")' <<<"$json")" "$1"
	remedy=$(jq -r '.[0].remedies[0] // ""' <<<"$json")
	[[ -z ${2-} ]] || check_match "remedy" "$remedy" "$2"
}

finds_nothing() # WHAT
{
	check_eq "$1: text" "$(pausectl doctor dev sw1)" "sw1: priority 3 is lossless"
	check_eq "$1: JSON" "$(pausectl -j doctor dev sw1 | jq -c '.[0] | [.lossless, .findings, .remedies]')" \
		"[[false,false,false,true,false,false,false,false,false],[],[]]"
}

# mend: runs the remedy
mend()
{
	bash -c "$remedy"
}

check_eq "no port: text" "$(pausectl doctor)" "there is no port: tc qdisc add dev DEV root pausectl"
check_eq "no port: JSON" "$(pausectl -j doctor)" "[]"
ip netns add sender-$$-1
finally "ip netns del sender-$$-1"
ip link add sw1 up type veth peer name tx1 netns sender-$$-1
ip -n sender-$$-1 link set tx1 up
attach sw1
pausectl set dev sw1 mode off
finds "no priority is lossless*" "pausectl set dev sw1 prio 3"
mend
finds "the other end does not obey XOFF of priority 3" "there: tc qdisc replace dev DEV root pausectl; *prio 3 filter default *"
remedy=${remedy#there: }
on_sender 1 bash -c "${remedy//DEV/tx1}"
finds_nothing "both ends have PFC"
on_sender 1 pausectl set dev tx1 guard-ms 100
check_match "another namespace: remedy" "$(pausectl -j -n all doctor | jq -r '.[] | select(.ifname == "tx1").remedies[0]')" \
	"pausectl -n sender-$$-1 set dev tx1 guard-ms off"
on_sender 1 pausectl set dev tx1 guard-ms off

on_sender 1 pausectl set dev tx1 rx-prio none
finds "the other end does not obey XOFF of priority 3"
on_sender 1 pausectl set dev tx1 mode pause
finds "the other end does not obey XOFF of priority 3"
on_sender 1 pausectl set dev tx1 prio 3

# A partner with PFC whose receive checks no PFC frame passes
for filter in "filter priority-pause:off" "filter global-control:off,priority-control:off" "filter priority-pause:source" \
	"filter-type 0x9000" "filter-opcode priority-pause:0x0105"; do
	on_sender 1 pausectl set dev tx1 filter-address source:02:00:00:00:00:99 filter default
	# shellcheck disable=SC2086 # two words
	on_sender 1 pausectl set dev tx1 $filter
	finds "the other end does not obey XOFF of priority 3" "there: *prio 3 filter default *"
	remedy=${remedy#there: }
	on_sender 1 bash -c "${remedy//DEV/tx1}"
	finds_nothing "checks of the partner were $filter"
done
on_sender 1 pausectl set dev tx1 filter priority-pause:source filter-address "source:$(cat /sys/class/net/sw1/address)"
finds_nothing "the partner checks for this source"
on_sender 1 pausectl set dev tx1 filter default filter-address default
on_sender 1 pausectl set dev tx1 filter global-pause:off
finds_nothing "the partner takes no PAUSE frame, but PFC frames"
on_sender 1 pausectl set dev tx1 filter default

pausectl set dev sw1 buffer-size 3:50000 buffer-xoff 3:31192
software_burst 1500
finds "buffer 3 holds 18808 octets above XOFF, and the sender may have $reply in flight" \
	"pausectl set dev sw1 buffer-size 3:auto"
mend
finds_nothing "buffer of automatic size"

pausectl set dev sw1 guard-ms 100
finds "the guard lets the partner go on after 100 ms*" "pausectl set dev sw1 guard-ms off"
mend
pausectl set dev sw1 watchdog 3:drop
finds "the watchdog drops frames that a pause of priority 3 holds for long" "pausectl set dev sw1 watchdog 3:off"
mend
pausectl set dev sw1 watchdog 3:alert
finds_nothing "the watchdog only tells"
pausectl set dev sw1 watchdog off

station -n sender-$$-1 frame tx1 pfc 3:65535
await 2 counter_is rx_xoff_3 1 sw1
on_sender 1 pausectl xoff dev tx1
await 2 counter_is paused_3 1 sw1
finds "the partner stops priority 3 now, so frames wait here" "*pause-limit-ms*"
on_sender 1 pausectl xon dev tx1
await 2 counter_is paused_3 0 sw1

# A bridge needs its own rx_handler.
setting hook sw1
if [[ $reply == netfilter ]]; then
	add_bridge br0
	ip link set sw1 master br0
	ip link add plain up type veth peer name other netns sender-$$-1
	ip link set plain master br0
	finds "frames that leave the bridge by plain stop nobody" "tc qdisc replace dev plain root pausectl"
	mend
	ip link set plain down
fi
finds_nothing "all devices of the bridge have ports"

# In mode pause the link as a whole is lossless, if this end may send PAUSE frames.
pausectl set dev sw1 mode pause tx off
finds "the link is not lossless, because tx is off" "pausectl set dev sw1 tx on"
mend
pausectl set dev sw1 advertise rx
finds "the link is not lossless, because the ends disagree on its XOFF" \
	"there, too: pausectl set dev sw1 advertise off rx on tx on"
pausectl set dev sw1 advertise auto require both
finds "the port holds all data back, because the ends do not agree on what it requires; *" "pausectl set dev sw1 require none"
mend
pausectl set dev sw1 advertise off
pausectl set dev sw1 mode pause
finds "the other end does not obey XOFF of the link" "*pausectl set dev DEV mode pause rx on filter default *"
on_sender 1 pausectl set dev tx1 mode pause rx on
check_eq "mode pause: text" "$(pausectl doctor dev sw1)" "sw1: the link is lossless"
ip link add lone up type dummy
finally "ip link del lone"
attach lone
check_eq "no end of a pair: text" "$(pausectl doctor dev lone)" "lone: the link is lossless if the partner obeys"

# A sender with larger GSO frames than this device
on_sender 1 ip link set tx1 gso_max_size 100000
finds "buffer 0 holds * octets above XOFF, and the sender may have * in flight" "there: pausectl set dev DEV split-gso on"
remedy=${remedy#there: }
on_sender 1 bash -c "${remedy//DEV/tx1}"
check_eq "GSO frames are split: text" "$(pausectl doctor dev sw1)" "sw1: the link is lossless"

# A device name that a shell would not take as one word, and more devices than doctor has room for
if [[ -d /sys/class/net/br0 ]]; then
	ip link add "a;b" type dummy
	ip link set "a;b" master br0
	finds "frames that leave the bridge by a;b stop nobody" "tc qdisc replace dev DEV root pausectl"
	ip link del "a;b"
	pausectl set dev sw1 guard-ms 100
	for n in {1..70}; do
		echo "link add many$n type dummy"
		echo "link set many$n master br0"
	done | ip -batch -
	check_eq "remedy of the guard beside 70 devices" \
		"$(pausectl -j doctor dev sw1 | jq -r '.[0].remedies[0]')" "pausectl set dev sw1 guard-ms off"
	check_eq "findings that doctor has no room for" "$(pausectl doctor dev sw1 | tail -n 1)" "    and 7 more"
fi
