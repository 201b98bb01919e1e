#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
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

passes_3="sw1: PFC 3 both ways; +([0-9,]) frames of priority 3 passed, 0 lost in queues and buffers"
passes_all="sw1: PAUSE +([a-z, ]); +([0-9,]) frames passed, 0 lost in queues and buffers"
shopt -s extglob

# doctor [-j] WORDS...: what doctor prints, with findings or without
doctor()
{
	local status=0 options=()

	[[ $1 != -* ]] || { options=("$1"); shift; }
	pausectl "${options[@]}" doctor "$@" || status=$?
	((status == 0 || status == 3))
}

# says findings|notes PATTERN [COMMAND-PATTERN]: the one finding or note about sw1, and its remedy, in $remedy
says()
{
	local json remedies=remedies

	[[ $1 == findings ]] || remedies=note_remedies
	json=$(doctor -j dev sw1)
	json_strings "$json" $remedies
	remedy=${strings[0]-}
	json_strings "$json" "$1"
	printf -v reply '%s; ' "${strings[@]}"
	check_match "$1" "${reply%; }" "$2"
	[[ -z ${3-} ]] || check_match "remedy" "$remedy" "$3"
}

finds()
{
	says findings "$@"
	check_refused "doctor: exit status" 3 "sw1: *finding*" pausectl doctor dev sw1
}

# notes PATTERN [COMMAND-PATTERN]: no finding, but a note
notes()
{
	check_match "with a note: text" "$(doctor dev sw1)" "$passes_3"$'\n    note: '"$1*"
	says findings ""
	says notes "$@"
}

finds_nothing() # WHAT
{
	local json key values=()

	check_match "$1: text" "$(doctor dev sw1)" "$passes_3"
	check_eq "$1: exit status" "$(pausectl doctor dev sw1 >/dev/null && echo 0)" 0
	json=$(doctor -j dev sw1)
	for key in lossless findings remedies notes note_remedies; do
		json_field "$json" $key
		values+=("$reply")
	done
	check_eq "$1: JSON" "${values[*]}" "[false,false,false,true,false,false,false,false,false] [] [] [] []"
}

finds_link_nothing()
{
	check_match "mode pause: text" "$(doctor dev sw1)" "$passes_all"
}

link_is_up()
{
	[[ $(cat /sys/class/net/sw1/carrier) == 1 ]]
}

# renew: a new port of sw1, for priority 3
renew()
{
	tc qdisc del dev sw1 root
	attach sw1
	pausectl set dev sw1 prio 3
}

# mend: runs the remedy
mend()
{
	bash -c "$remedy"
}

check_eq "no port: text" "$(pausectl doctor)" "there is no port: pausectl add DEV"
check_eq "no port: JSON" "$(pausectl -j doctor)" "[]"
ip netns add sender-$$-1
finally "ip netns del sender-$$-1"
ip link add sw1 up type veth peer name tx1 numtxqueues 2 netns sender-$$-1
ip -n sender-$$-1 link set tx1 up
attach sw1
pausectl set dev sw1 mode off
finds "no priority is lossless*" "pausectl set dev sw1 prio 3"
mend
there="pausectl -n sender-$$-1 set dev tx1"
finds "the other end has no port to obey XOFF of priority 3" \
	"pausectl -n sender-$$-1 add dev tx1 prio +3"
mend
finds_nothing "both ends have PFC"

# Seen from there, this end is in a namespace without a name.
pausectl set dev sw1 rx-prio none
remedy=$(on_sender 1 pausectl -j doctor tx1 | jq -r '.[0].remedies[0]' || :)
check_match "namespace without a name: remedy" "$remedy" "nsenter -t [0-9]* -n pausectl set dev sw1 prio +3"
on_sender 1 bash -c "$remedy"
check_match "seen from there: text" "$(on_sender 1 pausectl doctor tx1)" "${passes_3/sw1/tx1}"

# At the faster end a pause ends before the XOFF is sent again.
on_sender 1 pausectl set dev tx1 speed 100gbit
finds "the other end has another speed, and goes on before the next XOFF of priority 3" "$there speed 10gbit"
mend
finds_nothing "speed of the partner"
for late in "refresh-quanta 3:65535" "xoff-quanta 3:300"; do
	# shellcheck disable=SC2086 # two words
	pausectl set dev sw1 $late
	finds "XOFF of priority 3 is sent again when the pause is over" "pausectl set dev sw1 xoff-quanta default refresh-quanta default"
	mend
	finds_nothing "$late"
done
on_sender 1 pausectl set dev tx1 guard-ms 100
for netns in all sender-$$-1; do
	check_eq "-n $netns: remedy" "$(pausectl -j -n "$netns" doctor | jq -r '.[] | select(.ifname == "tx1").note_remedies[0]')" \
		"$there guard-ms off"
done
on_sender 1 pausectl set dev tx1 guard-ms off

on_sender 1 pausectl set dev tx1 rx-prio none
finds "the other end does not obey XOFF of priority 3"
on_sender 1 pausectl set dev tx1 mode pause
finds "the other end does not obey XOFF of priority 3"
on_sender 1 pausectl set dev tx1 prio 3

# A partner with PFC whose receive checks no PFC frame passes
for filter in "filter priority-pause:off" "filter global-control:off,priority-control:off" "filter priority-pause:source" \
	"filter-address multicast:01:80:c2:00:00:0e" "filter-type 0x9000" "filter-opcode priority-pause:0x0105"; do
	on_sender 1 pausectl set dev tx1 filter-address source:02:00:00:00:00:99 filter default
	# shellcheck disable=SC2086 # two words
	on_sender 1 pausectl set dev tx1 $filter
	finds "the receive checks of the other end refuse XOFF of priority 3" "$there filter default *"
	mend
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

# Data that would be control frames, DSCP without entries, queues without pausectl
for filter in "filter any forward on" "filter-type 0x9000" "filter global-control:multicast,priority-control:multicast"; do
	# shellcheck disable=SC2086 # words
	pausectl set dev sw1 $filter
	finds_nothing "$filter takes no data"
	pausectl set dev sw1 filter default filter-type default forward off
done
for filter in "filter any" "filter-type global-control:0x0800" "filter priority-control:multicast+unicast"; do
	# shellcheck disable=SC2086 # two words
	pausectl set dev sw1 $filter
	finds "the receive checks take data for control frames, and drop it" "pausectl set dev sw1 filter default filter-type default"
	mend
	finds_nothing "checks were $filter"
done
pausectl set dev sw1 trust dscp
notes "trust has dscp, but no DSCP has a priority" "pausectl help dscp-prio"
pausectl set dev sw1 dscp-prio 26:3
notes "the ends tell priorities in different ways, by trust and its table" "pausectl -n sender-$$-1 show dev tx1"
on_sender 1 pausectl set dev tx1 trust dscp dscp-prio 26:3
finds_nothing "trust at both ends"
on_sender 1 pausectl set dev tx1 dscp-prio 26:default,10:5
notes "the ends tell *" "pausectl -n sender-$$-1 show dev tx1"
pausectl set dev sw1 profile default prio 3 trust dscp dscp-prio 26:3 port-prio 53:1
on_sender 1 pausectl set dev tx1 profile default prio 3 trust dscp dscp-prio 26:3 port-prio 53:1
notes "port-prio has entries, but trust has no port" "pausectl show dev sw1"
on_sender 1 pausectl set dev tx1 trust dscp,port
pausectl set dev sw1 trust dscp,port
finds_nothing "the field is trusted"
pausectl set dev sw1 profile default prio 3
on_sender 1 pausectl set dev tx1 profile default prio 3
finds_nothing "the table ends"
tc -n sender-$$-1 qdisc replace dev tx1 root handle 9: prio
tc -n sender-$$-1 qdisc add dev tx1 parent 9:1 pausectl
on_sender 1 pausectl set dev tx1 prio 3
notes "at the other end, the root qdisc is prio, which may have queues without pausectl: nothing stops these" "tc -n sender-$$-1 qdisc show dev tx1"
tc -n sender-$$-1 qdisc replace dev tx1 root handle 8: mq
tc -n sender-$$-1 qdisc add dev tx1 parent 8:1 pausectl
on_sender 1 pausectl set dev tx1 prio 3
notes "at the other end, the root qdisc is mq, which may have queues without pausectl: nothing stops these"
tc -n sender-$$-1 qdisc add dev tx1 parent 8:2 pausectl
finds_nothing "mq with a port in each queue"
tc -n sender-$$-1 qdisc replace dev tx1 root pausectl
on_sender 1 pausectl set dev tx1 prio 3
finds_nothing "the root is pausectl again"

pausectl set dev sw1 guard-ms 100
notes "the guard lets the partner go on after 100 ms*" "pausectl set dev sw1 guard-ms off"
mend
on_sender 1 pausectl set dev tx1 watchdog 3:forward
notes "at the other end, the watchdog ignores a long pause of priority 3, and frames may then be lost" "$there watchdog 3:off"
mend
pausectl set dev sw1 watchdog 3:drop
notes "the watchdog drops frames that a pause of priority 3 holds for long" "pausectl set dev sw1 watchdog 3:off"
mend
pausectl set dev sw1 watchdog 3:forward
notes "the watchdog ignores a long pause of priority 3, and frames may then be lost" "pausectl set dev sw1 watchdog 3:off"
mend
pausectl set dev sw1 watchdog 3:drop-all
finds "the watchdog drops all frames of priority 3" "pausectl set dev sw1 watchdog 3:off"
mend
on_sender 1 pausectl set dev tx1 watchdog 3:drop-all
finds "at the other end, the watchdog drops all frames of priority 3" "$there watchdog 3:off"
check_eq "all ports: each tells of itself" "$(pausectl -n all -j doctor | jq -r '.[] | select(.findings != []) | .ifname' || :)" tx1
mend
finds_nothing "watchdog at the other end"
# Each end names what it has, and keeps what the other one has.
on_sender 1 pausectl set dev tx1 prio 5
finds "the other end does not obey XOFF of priority 3" "$there prio +3"
mend
check_eq "priorities there" "$(on_sender 1 pausectl -j show tx1 | jq -c '.[0].prio | [.[3], .[5]]')" "[true,true]"
on_sender 1 pausectl set dev tx1 prio 3
pausectl set dev sw1 watchdog 3:alert
finds_nothing "the watchdog only tells"
pausectl set dev sw1 watchdog off

# At 100 Mb/s a pause takes 336 ms, so no frame leaves where an XOFF comes late.
pausectl set dev sw1 speed 100mbit
on_sender 1 pausectl set dev tx1 speed 100mbit
station -n sender-$$-1 frame tx1 pfc 3:65535
await 2 counter_is rx_xoff_3 1 sw1
on_sender 1 pausectl xoff dev tx1
await 2 counter_is paused_3 1 sw1
notes "the partner stops priority 3 now, so frames wait here, *" "pausectl -n sender-$$-1 xon dev tx1"
mend
await 2 counter_is paused_3 0 sw1
station -n sender-$$-1 frame tx1 pfc 3:65535
await 2 counter_is paused_3 1 sw1
notes "the partner stops priority 3 now, so frames wait here, *" "pausectl trace"
station -n sender-$$-1 frame tx1 pfc 3:0
await 2 counter_is paused_3 0 sw1

# A storm, and what it has cost
pausectl set dev sw1 watchdog 3:drop watchdog-detect-ms 100
on_sender 1 pausectl xoff dev tx1 prio 3
await 2 counter_is paused_3 1 sw1
station blast sw1 prio 3 size 200 count 7 >"$TMP/blast"
await 5 counter_is storm_drops_3 7 sw1
says notes "*; the watchdog takes the pause of priority 3 for a storm"
finds "the watchdog has dropped 7 frames"
on_sender 1 pausectl xon dev tx1
await 5 counter_is stormed_3 0 sw1
pausectl set dev sw1 watchdog off watchdog-detect-ms default
finds "the watchdog has dropped 7 frames" "pausectl stats dev sw1"
on_sender 1 pausectl set dev tx1 speed auto
renew
pausectl set dev sw1 limit 32k
on_sender 1 pausectl xoff dev tx1
await 2 counter_is paused_3 1 sw1
station blast sw1 prio 3 size 1000 count 60 >"$TMP/blast" || :
on_sender 1 pausectl xon dev tx1
await 2 counter_is paused_3 0 sw1
counter drops_3 sw1
check_between "frames that found no room" "$reply" 1 60
finds "queues of priority 3 have, because programs or tunnels here send too fast, dropped $reply frames" "pausectl stats dev sw1"
renew

add_bridge br0
enslave sw1 br0
ip link add plain type veth peer name other netns sender-$$-1
ip -n sender-$$-1 link set other up
ip link set plain master br0
finds_nothing "a device that is down"
ip link set plain up
await 5 forwarding plain
bridge link set dev plain isolated on
finds "frames that leave the bridge by plain stop nobody"
bridge link set dev sw1 isolated on
finds_nothing "both are isolated"
bridge link set dev plain isolated off
bridge link set dev sw1 isolated off
ip link set br0 type bridge vlan_filtering 1
bridge vlan add dev plain vid 10-20
bridge vlan add dev sw1 vid 21-30
bridge vlan del dev plain vid 1
finds_nothing "no VLAN is on both"
bridge vlan add dev sw1 vid 20
finds "frames that leave the bridge by plain stop nobody" \
	"pausectl add dev plain prio +3"
mend
ip link set sw1 mtu 9000
finds "frames above 1500 octets cannot leave the bridge by plain: no counter has them" \
	"ip link set mtu 9000 dev plain"
mend
finds_nothing "frames may be long everywhere"
ip link set sw1 mtu 1500
ip link set br0 type bridge vlan_filtering 0
# A VLAN device of a device in another namespace, whose number another device has here
ip -n sender-$$-1 link add below index 4711 up type dummy
ip -n sender-$$-1 link add far7 link below type vlan id 7
ip -n sender-$$-1 link set far7 netns $$
ip link add other7 index 4711 type dummy
ip link set far7 master br0 up
await 5 forwarding far7
finds "frames that leave the bridge by far7 stop nobody" "pausectl add dev far7 prio +3"
ip link del far7
ip link del other7
ip -n sender-$$-1 link del below
ip link set plain down
detach plain
ip link set sw1 nomaster down
ip link add bond0 up type bond
for dev in sw1 plain; do
	ip link set $dev master bond0
	ip link set $dev up
done
await 5 link_is_up
finds "frames that pass by plain stop nobody" "pausectl add dev plain prio +3"
mend
finds_nothing "both members of the bond have ports"
# The bond is in a bridge with sw1.
detach plain
ip link set sw1 nomaster
ip link set sw1 up
enslave sw1 br0
enslave bond0 br0
finds "frames that leave the bridge by plain stop nobody" "pausectl add dev plain prio +3"
mend
finds_nothing "the member of the bond in the bridge has a port"
ip link del bond0
ip link set plain down
# The bridge is in the namespace of the port, also if doctor has asked the other end.
ip -n sender-$$-1 link add br0 up type bridge
ip -n sender-$$-1 link add lone up type dummy
ip -n sender-$$-1 link set tx1 master br0
ip -n sender-$$-1 link set lone master br0
for netns in all sender-$$-1; do
	check_eq "-n $netns: device of a bridge" "$(pausectl -j -n "$netns" doctor tx1 | jq -r '.[].findings[]' || :)" \
		"frames that leave the bridge by lone stop nobody"
done
ip -n sender-$$-1 link del br0
finds_nothing "all devices of the bridge have ports"

# A device that is down, at either end
ip link set sw1 down
finds "the link is down" "ip link set dev sw1 up"
mend
on_sender 1 ip link set tx1 down
finds "the link is down" "ip -n sender-$$-1 link set dev tx1 up"
mend
finds_nothing "both ends are up"

# In mode pause the link as a whole is lossless, if this end may send PAUSE frames.
pausectl set dev sw1 mode pause tx off
finds "the link is not lossless, because tx is off" "pausectl set dev sw1 tx on"
mend
pausectl set dev sw1 advertise rx
finds "the link is not lossless, because the ends disagree on its XOFF" \
	"pausectl set dev sw1 advertise off rx on tx on; $there advertise off rx on tx on"
mend
pausectl set dev sw1 advertise auto
on_sender 1 pausectl set dev tx1 mode pause advertise auto rx off
finds "the link is not lossless, because rx of the other end is off" "$there rx on"
mend
finds_link_nothing
on_sender 1 pausectl set dev tx1 advertise off prio 3
pausectl set dev sw1 advertise off
finds "the other end does not obey XOFF of the link, because it has PFC" "pausectl set dev sw1 prio +3"
check_eq "the same advice at the other end" "$(pausectl -n sender-$$-1 -j doctor tx1 | jq -r '.[0].remedies[0]' | sed 's/.*pausectl/pausectl/' || :)" \
	"pausectl set dev sw1 prio +3"
on_sender 1 pausectl set dev tx1 mode pause advertise tx partner pause-asym
finds "the other end does not obey XOFF of the link" "$there mode pause rx on advertise off"
mend
finds_link_nothing
on_sender 1 pausectl set dev tx1 rx off partner auto
pausectl set dev sw1 advertise auto require both
finds "the port holds all data back, because the ends do not agree on what it requires; *" "pausectl set dev sw1 require none"
mend
pausectl set dev sw1 advertise off
pausectl set dev sw1 mode pause
finds "the other end does not obey XOFF of the link" "$there mode pause rx on"
mend
finds_link_nothing
ip link add lone up type dummy
finally "ip link del lone"
attach lone
check_match "no end of a pair: text" "$(pausectl doctor dev lone)" "${passes_all/sw1/lone}"$'\n    not seen: the other end of the link'

# A sender with larger GSO frames than this device
on_sender 1 ip link set tx1 gso_max_size 100000
finds "buffer 0 holds * octets above XOFF, and the sender may have * in flight" "$there split-gso on"
mend
finds_link_nothing

# A device name that a shell would not take as one word, and more devices than doctor has room for
if [[ -d /sys/class/net/br0 ]]; then
	ip link add "a;b" up type dummy
	ip link set "a;b" master br0
	finds "frames that leave the bridge by a;b stop nobody" "pausectl add dev DEV mode pause rx on"
	ip link del "a;b"
	for n in {1..70}; do
		echo "link add many$n up type dummy"
		echo "link set many$n master br0"
	done | ip -batch -
	check_eq "findings that doctor has no room for" "$(doctor dev sw1 | tail -n 1)" "    and 6 more"
fi
