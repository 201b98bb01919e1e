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

SENDER=sender-$$-1
there="pausectl -n $SENDER set dev tx1"
passes_3="sw1: PFC 3 both ways; +([0-9,]) frames of priority 3 passed, 0 lost in queues and buffers"
passes_all="sw1: PAUSE +([a-z, ]); +([0-9,]) frames passed, 0 lost in queues and buffers"
lossless=finds_nothing
shopt -s extglob

set_here() # SETTING VALUE...
{
	pausectl set dev sw1 "$@"
}

set_there() # SETTING VALUE...
{
	on_sender 1 pausectl set dev tx1 "$@"
}

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

finds() # PATTERN [COMMAND-PATTERN]
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

finds_link_nothing() # WHAT
{
	check_match "$1, mode pause: text" "$(doctor dev sw1)" "$passes_all"
}

# mend: runs the remedy
mend()
{
	bash -c "$remedy"
}

# found FINDING REMEDY COMMAND...: doctor finds what the command has done, and the remedy runs
found()
{
	"${@:3}"
	finds "$1" "$2"
	mend
}

# noted NOTE REMEDY COMMAND...: the same with a note
noted()
{
	"${@:3}"
	notes "$1" "$2"
	mend
}

# cured FINDING REMEDY COMMAND...: found, and then there is no finding
cured()
{
	found "$@"
	$lossless "${*:3}"
}

# harmless COMMAND...: no finding after it
harmless()
{
	"$@"
	finds_nothing "$*"
}

# renew: a new port of sw1, for priority 3
renew()
{
	detach sw1
	attach sw1
	set_here prio 3
}

check_eq "no port: text" "$(pausectl doctor)" "there is no port: pausectl add DEV"
check_eq "no port: JSON" "$(pausectl -j doctor)" "[]"
add_netns "$SENDER"
ip link add sw1 up type veth peer name tx1 numtxqueues 2 netns "$SENDER"
ip -n "$SENDER" link set tx1 up
attach sw1
found "no priority is lossless*" "pausectl set dev sw1 prio 3" set_here mode off
cured "the other end has no port to obey XOFF of priority 3" "pausectl -n $SENDER add dev tx1 prio +3" :

# Seen from there, this end is in a namespace without a name.
set_here rx-prio none
remedy=$(on_sender 1 pausectl -j doctor tx1 | jq -r '.[0].remedies[0]' || :)
check_match "namespace without a name: remedy" "$remedy" "nsenter -t [0-9]* -n pausectl set dev sw1 prio +3"
on_sender 1 bash -c "$remedy"
check_match "seen from there: text" "$(on_sender 1 pausectl doctor tx1)" "${passes_3/sw1/tx1}"

# At the faster end a pause ends before the XOFF is sent again.
cured "the other end has another speed, and goes on before the next XOFF of priority 3" "$there speed 10gbit" \
	set_there speed 100gbit
for late in refresh-quanta:3:65535 xoff-quanta:3:300; do
	cured "XOFF of priority 3 is sent again when the pause is over" \
		"pausectl set dev sw1 xoff-quanta default refresh-quanta default" set_here "${late%%:*}" "${late#*:}"
done
set_there guard-ms 100
for netns in all "$SENDER"; do
	check_eq "-n $netns: remedy" "$(pausectl -j -n "$netns" doctor | jq -r '.[] | select(.ifname == "tx1").note_remedies[0]')" \
		"$there guard-ms off"
done
set_there guard-ms off

set_there rx-prio none
finds "the other end does not obey XOFF of priority 3"
set_there mode pause
finds "the other end does not obey XOFF of priority 3"
set_there prio 3

# A partner with PFC whose receive checks no PFC frame passes
for filter in "filter priority-pause:off" "filter global-control:off,priority-control:off" "filter priority-pause:source" \
	"filter-address multicast:01:80:c2:00:00:0e" "filter-type 0x9000" "filter-opcode priority-pause:0x0105"; do
	set_there filter-address source:02:00:00:00:00:99 filter default
	# shellcheck disable=SC2086 # two words
	cured "the receive checks of the other end refuse XOFF of priority 3" "$there filter default *" set_there $filter
done
harmless set_there filter priority-pause:source filter-address "source:$(cat /sys/class/net/sw1/address)"
set_there filter default filter-address default
harmless set_there filter global-pause:off
set_there filter default

software_burst 1500
cured "buffer 3 holds 18808 octets above XOFF, and the sender may have $reply in flight" \
	"pausectl set dev sw1 buffer-size 3:auto" set_here buffer-size 3:50000 buffer-xoff 3:31192

# Data that would be control frames, DSCP without entries, queues without pausectl
for filter in "filter any forward on" "filter-type 0x9000" "filter global-control:multicast,priority-control:multicast"; do
	# shellcheck disable=SC2086 # words
	harmless set_here $filter
	set_here filter default filter-type default forward off
done
for filter in "filter any" "filter-type global-control:0x0800" "filter priority-control:multicast+unicast"; do
	# shellcheck disable=SC2086 # two words
	cured "the receive checks take data for control frames, and drop it" \
		"pausectl set dev sw1 filter default filter-type default" set_here $filter
done
set_here trust dscp
notes "trust has dscp, but no DSCP has a priority" "pausectl help dscp-prio"
set_here dscp-prio 26:3
differ="the ends tell priorities in different ways, by trust and its table"
notes "$differ" "pausectl -n $SENDER show dev tx1"
harmless set_there trust dscp dscp-prio 26:3
set_there dscp-prio 26:default,10:5
notes "the ends tell *" "pausectl -n $SENDER show dev tx1"
for end in set_here set_there; do
	$end profile default prio 3 trust dscp dscp-prio 26:3 port-prio 53:1
done
notes "port-prio has entries, but trust has no port" "pausectl show dev sw1"
set_there trust dscp,port
harmless set_here trust dscp,port
set_here profile default prio 3
harmless set_there profile default prio 3
queues="which may have queues without pausectl: nothing stops these"
tc -n "$SENDER" qdisc replace dev tx1 root handle 9: prio
tc -n "$SENDER" qdisc add dev tx1 parent 9:1 pausectl
set_there prio 3
notes "at the other end, the root qdisc is prio, $queues" "tc -n $SENDER qdisc show dev tx1"
tc -n "$SENDER" qdisc replace dev tx1 root handle 8: mq
tc -n "$SENDER" qdisc add dev tx1 parent 8:1 pausectl
set_there prio 3
notes "at the other end, the root qdisc is mq, $queues"
harmless tc -n "$SENDER" qdisc add dev tx1 parent 8:2 pausectl
tc -n "$SENDER" qdisc replace dev tx1 root pausectl
harmless set_there prio 3

noted "the guard lets the partner go on after 100 ms*" "pausectl set dev sw1 guard-ms off" set_here guard-ms 100
lost="the watchdog ignores a long pause of priority 3, and frames may then be lost"
off="pausectl set dev sw1 watchdog 3:off"
noted "at the other end, $lost" "$there watchdog 3:off" set_there watchdog 3:forward
noted "the watchdog drops frames that a pause of priority 3 holds for long" "$off" set_here watchdog 3:drop
noted "$lost" "$off" set_here watchdog 3:forward
found "the watchdog drops all frames of priority 3" "$off" set_here watchdog 3:drop-all
set_there watchdog 3:drop-all
finds "at the other end, the watchdog drops all frames of priority 3" "$there watchdog 3:off"
check_eq "all ports: each tells of itself" "$(pausectl -n all -j doctor | jq -r '.[] | select(.findings != []) | .ifname' || :)" tx1
mend
finds_nothing "watchdog at the other end"
# Each end names what it has, and keeps what the other one has.
found "the other end does not obey XOFF of priority 3" "$there prio +3" set_there prio 5
check_eq "priorities there" "$(on_sender 1 pausectl -j show tx1 | jq -c '.[0].prio | [.[3], .[5]]')" "[true,true]"
set_there prio 3
harmless set_here watchdog 3:alert
set_here watchdog off

# At 1 Mb/s a pause takes 34 s, so it has not ended when a busy host comes to look.
set_here speed 1mbit
set_there speed 1mbit
station -n "$SENDER" frame tx1 pfc 3:65535
await 2 counter_is rx_xoff_3 1 sw1
on_sender 1 pausectl xoff dev tx1
await 2 counter_is paused_3 1 sw1
noted "the partner stops priority 3 now, so frames wait here, *" "pausectl -n $SENDER xon dev tx1" :
await 2 counter_is paused_3 0 sw1
station -n "$SENDER" frame tx1 pfc 3:65535
await 2 counter_is paused_3 1 sw1
notes "the partner stops priority 3 now, so frames wait here, *" "pausectl trace"
station -n "$SENDER" frame tx1 pfc 3:0
await 2 counter_is paused_3 0 sw1

# A storm, and what it has cost
set_here watchdog 3:drop watchdog-detect-ms 100
on_sender 1 pausectl xoff dev tx1 prio 3
await 2 counter_is paused_3 1 sw1
station blast sw1 prio 3 size 200 count 7 >"$TMP/blast"
await 5 counter_is storm_drops_3 7 sw1
says notes "*; the watchdog takes the pause of priority 3 for a storm"
finds "the watchdog has dropped 7 frames"
on_sender 1 pausectl xon dev tx1
await 5 counter_is stormed_3 0 sw1
set_here watchdog off watchdog-detect-ms default
finds "the watchdog has dropped 7 frames" "pausectl stats dev sw1"
set_there speed auto
renew
set_here limit 32k
on_sender 1 pausectl xoff dev tx1
await 2 counter_is paused_3 1 sw1
station blast sw1 prio 3 size 1000 count 60 >"$TMP/blast" || :
on_sender 1 pausectl xon dev tx1
await 2 counter_is paused_3 0 sw1
reply_between "frames that found no room" 1 60 counter drops_3 sw1
finds "queues of priority 3 have, because programs or tunnels here send too fast, dropped $reply frames" "pausectl stats dev sw1"
renew

# --- bridges and bonds -------------------------------------------------------------------
leave="frames that leave the bridge by plain stop nobody"
add_plain="pausectl add dev plain prio +3"
add_bridge br0
enslave sw1 br0
ip link add plain type veth peer name other netns "$SENDER"
ip -n "$SENDER" link set other up
harmless ip link set plain master br0
ip link set plain up
await 5 forwarding plain
bridge link set dev plain isolated on
finds "$leave"
harmless bridge link set dev sw1 isolated on
bridge link set dev plain isolated off
bridge link set dev sw1 isolated off
ip link set br0 type bridge vlan_filtering 1
bridge vlan add dev plain vid 10-20
bridge vlan add dev sw1 vid 21-30
harmless bridge vlan del dev plain vid 1
found "$leave" "$add_plain" bridge vlan add dev sw1 vid 20
cured "frames above 1500 octets cannot leave the bridge by plain: no counter has them" \
	"ip link set mtu 9000 dev plain" ip link set sw1 mtu 9000
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
await 5 grep -q 1 /sys/class/net/sw1/carrier
cured "frames that pass by plain stop nobody" "$add_plain" :
# The bond is in a bridge with sw1.
detach plain
ip link set sw1 nomaster
ip link set sw1 up
enslave sw1 br0
enslave bond0 br0
cured "$leave" "$add_plain" :
ip link del bond0
ip link set plain down
# The bridge is in the namespace of the port, also if doctor has asked the other end.
ip -n "$SENDER" link add br0 up type bridge
ip -n "$SENDER" link add lone up type dummy
for dev in tx1 lone; do
	ip -n "$SENDER" link set $dev master br0
done
for netns in all "$SENDER"; do
	check_eq "-n $netns: device of a bridge" "$(pausectl -j -n "$netns" doctor tx1 | jq -r '.[].findings[]' || :)" \
		"frames that leave the bridge by lone stop nobody"
done
harmless ip -n "$SENDER" link del br0

# A device that is down, at either end
found "the link is down" "ip link set dev sw1 up" ip link set sw1 down
cured "the link is down" "ip -n $SENDER link set dev tx1 up" on_sender 1 ip link set tx1 down

# --- mode pause: the link as a whole is lossless, if this end may send PAUSE frames -----------
lossless=finds_link_nothing
found "the link is not lossless, because tx is off" "pausectl set dev sw1 tx on" set_here mode pause tx off
found "the link is not lossless, because the ends disagree on its XOFF" \
	"pausectl set dev sw1 advertise off rx on tx on; $there advertise off rx on tx on" set_here advertise rx
set_here advertise auto
cured "the link is not lossless, because rx of the other end is off" "$there rx on" \
	set_there mode pause advertise auto rx off
set_there advertise off prio 3
set_here advertise off
finds "the other end does not obey XOFF of the link, because it has PFC" "pausectl set dev sw1 prio +3"
check_eq "the same advice at the other end" \
	"$(pausectl -n "$SENDER" -j doctor tx1 | jq -r '.[0].remedies[0]' | sed 's/.*pausectl/pausectl/' || :)" \
	"pausectl set dev sw1 prio +3"
cured "the other end does not obey XOFF of the link" "$there mode pause rx on advertise off" \
	set_there mode pause advertise tx partner pause-asym
set_there rx off partner auto
found "the port holds all data back, because the ends do not agree on what it requires; *" \
	"pausectl set dev sw1 require none" set_here advertise auto require both
set_here advertise off
cured "the other end does not obey XOFF of the link" "$there mode pause rx on" set_here mode pause
ip link add lone up type dummy
finally "ip link del lone"
attach lone
check_match "no end of a pair: text" "$(pausectl doctor dev lone)" "${passes_all/sw1/lone}"$'\n    not seen: the other end of the link'

# A sender with larger GSO frames than this device
cured "buffer 0 holds * octets above XOFF, and the sender may have * in flight" "$there split-gso on" \
	on_sender 1 ip link set tx1 gso_max_size 100000

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
