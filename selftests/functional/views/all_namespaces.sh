#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# pausectl -n all speaks of the ports of all network namespaces: of the present one as DEV, of the others as
# NETNS/DEV. Devices with equal names and indexes are kept apart. A namespace that is gone is left out.
#
#	here            |  $PEER             |  third
#	$DUT pausectl --+- $LINK pausectl    |  $DUT pausectl, with the index that it has here
. "${0%/*}/../../lib/lib.sh"
require jq setpriv unshare

port_pair prio 3
partner_port
third=third-$$
ip netns add "$third"
finally "ip netns del $third"
index=$(<"/sys/class/net/$DUT/ifindex")
ip -n "$third" link add "$DUT" index "$index" type dummy
pausectl -n "$third" add "$DUT" prio 5
: >"/run/netns/gone-$$"
finally "rm /run/netns/gone-$$"
# A second name of this namespace shows its ports once.
: >"/run/netns/here-$$"
mount --bind /proc/self/ns/net "/run/netns/here-$$"
finally "umount /run/netns/here-$$; rm /run/netns/here-$$"

runs 0 "$DUT: mode pfc prio 3 *"$'\n'"$PEER/$LINK: mode pause *"$'\n'"$third/$DUT: mode pfc prio 5 *" -n all show
check_eq "ports as JSON" "$(pausectl -j -n all show | jq -c '[.[] | [.netns, .ifname, .mode]]')" \
	"[[null,\"$DUT\",\"pfc\"],[\"$PEER\",\"$LINK\",\"pause\"],[\"$third\",\"$DUT\",\"pfc\"]]"
runs 0 "[[]{\"ifname\":\"$DUT\",\"ifindex\":$index*" -j show
check_eq "ports of stats" "$(pausectl -n all stats | grep -c :)" 3
check_eq "priority 3 of three ports in the metrics" "$(pausectl -n all metrics |
	grep -E '^pausectl_rx_pfc_total.*priority="3"' | sort)" "\
pausectl_rx_pfc_total{device=\"$DUT\",netns=\"$third\",priority=\"3\"} 0
pausectl_rx_pfc_total{device=\"$DUT\",priority=\"3\"} 0
pausectl_rx_pfc_total{device=\"$LINK\",netns=\"$PEER\",priority=\"3\"} 0"
runs 3 "$DUT:*the other end does not obey XOFF of priority 3*$third/$DUT:*" -n all doctor

listener events pausectl -n all monitor
monitor=$job
configure prio 3,4
pausectl -n "$third" set "$DUT" prio 5,6
from_peer pfc 3:2000
await 5 counter_is pause_transitions_3 1
await 5 counter_is paused_3 0
await 5 told events 4
kill "$monitor"
wait "$monitor" || :
# Events of two namespaces have no order.
check_eq "events" "$(cut -d ' ' -f 2- "$TMP/events" | sed 's/ after .*//' | sort)" "\
$third/$DUT config mode pfc prio 5,6 speed 1gbit (assumed, quanta only)
$DUT config mode pfc prio 3,4 speed 10gbit (link, quanta only)
$DUT paused prio 3 quanta 2000
$DUT resumed prio 3"

# --- recorded ----------------------------------------------------------------------------------
# check_recorded WHAT FILTER DEMANDED: what jq makes of all lines of the recording
check_recorded()
{
	check_eq "recorded: $1" "$(jq -s -c "$2" "$TMP/recording")" "$3"
}

# check_traced WHAT FILTER DEMANDED: the same of the events of the timeline
check_traced()
{
	check_eq "timeline: $1" "$(pausectl plot "$TMP/recording" format trace | jq -c "[.traceEvents[] | $2]")" "$3"
}

listener record pausectl -n all record file "$TMP/recording"
from_peer pfc 3:2000
await 5 counter_is pause_transitions_3 2
await 5 counter_is paused_3 0
pausectl -n "$third" set "$DUT" prio 5
await 5 grep -q '"event":"config"' "$TMP/recording"
finish record
check_recorded ports 'map(select(.record == "port") | [.netns, .ifname, .peer, .peer_netns])' \
	"[[null,\"$DUT\",\"$LINK\",\"$PEER\"],[\"$PEER\",\"$LINK\",\"$DUT\",null],[\"$third\",\"$DUT\",null,null]]"
check_recorded events 'map(select(.event) | [.netns, .ifname, .event]) | sort' \
	"[[null,\"$DUT\",\"paused\"],[null,\"$DUT\",\"resumed\"],[\"$third\",\"$DUT\",\"config\"]]"
check_recorded "events of the last line" '.[-1].events' 3
check_recorded "ports of the first sample" 'map(select(.record == "sample" and .sample == 0) | [.netns, .ifname])' \
	"[[null,\"$DUT\"],[\"$PEER\",\"$LINK\"],[\"$third\",\"$DUT\"]]"
check_traced ports 'select(.name == "process_name").args.name' "[\"$DUT\",\"$LINK in $PEER\",\"$DUT in $third\"]"
check_traced "ports with pauses" 'select(.name == "paused").pid' "[0]"
check_eq "graph: arrow from the other end" \
	"$(pausectl plot "$TMP/recording" format dot | grep -o 'port[01] -> port[01] .label="priority 3: 1 pause')" \
	'port1 -> port0 [label="priority 3: 1 pause'
check_match "tree" "$(pausectl trace "$TMP/recording" 2>/dev/null)" \
	"priority 3: $DUT is the root: it is paused, and $LINK in $PEER asks for nothing: an XOFF from before or of another program*"

check_eq "ports of a name" "$(pausectl -n all -j show "$LINK" | jq -r '.[] | "\(.netns)/\(.ifname)"')" "$PEER/$LINK"
runs 2 "pausectl: show dev nosuch: no network namespace has such a port" -n all show nosuch
usage "-n all: allowed only without a device" -n all monitor "$DUT"
usage "-n all: allowed only without a device" -n all record "$DUT"
usage "-n all: allowed only with show, stats, doctor, top, monitor, record, metrics" -n all set "$DUT" prio 3
printf '%s\n' show metrics >"$TMP/batch"
check_eq "lines of show in a batch" "$(pausectl -n all -b "$TMP/batch" | grep -c ': mode')" 3

# --- without the right to enter them -----------------------------------------------------------
# stranger COMMAND...: runs it as a user without privileges
stranger()
{
	setpriv --reuid 65534 --clear-groups "$@"
}

# check_missing WHAT MISSING OUTPUT COMMAND...: it succeeds, the first words of its lines are OUTPUT, and a
# warning tells of MISSING namespaces
check_missing()
{
	local status=0 warned

	warned=$("${@:4}" 2>&1 >"$TMP/out") || status=$?
	check_eq "$1: exit status" $status 0
	check_eq "$1: standard error" "$warned" \
		"pausectl: warning: could not enter $2: needs CAP_SYS_ADMIN over them and over this one"
	check_eq "$1: standard output" "$(cut -d ' ' -f 1-5 "$TMP/out")" "$3"
}

here="$DUT: mode pfc prio 3,4"
check_missing "show without privileges" "2 network namespaces" "$here" stranger pausectl -n all show
check_missing "trace without privileges" "2 network namespaces" "no port of 1 is" stranger pausectl trace
check_refused "a namespace without privileges" 2 "pausectl: netns $PEER: needs CAP_SYS_ADMIN" \
	stranger pausectl -n "$PEER" show

# Root of a user namespace, first with a network namespace of its own, then in this one
cat >"$TMP/own.sh" <<-'END'
	ip link add own0 type veth peer name own1
	pausectl add own0 prio 3
	exec pausectl -n all show
END
check_missing "show in a user namespace" "3 network namespaces" "own0: mode pfc prio 3" \
	unshare --user --map-root-user --net bash "$TMP/own.sh"
# It may enter the named namespace, but could not return.
cat >"$TMP/named.sh" <<-'END'
	mount -t tmpfs tmpfs /run
	mkdir /run/netns
	: >/run/netns/inner
	unshare --net=/run/netns/inner true
	pausectl -j -n inner show >/dev/null || exit
	exec pausectl -n all show
END
check_missing "show beside a namespace of its own" "1 network namespace" "$here" \
	unshare --user --map-root-user --mount bash "$TMP/named.sh"
