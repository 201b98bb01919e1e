#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# kernel: new
#
# Ports, devices, the module and namespaces come and go while another CPU asks and sets what
# ethtool and dcb do. Each request is served, or refused because there is no port or no device. Only
# while the module goes, a request may be refused because the device is busy. No request finds
# operations that are gone. After a port, ethtool shows no PAUSE and sets none.
#
# VIEWS_ROUNDS is how often the module goes and comes.
#
#	here                                      |  $PEER
#	$DUT, with and without pausectl ----------+- $LINK
#	station and ethtool ask $DUT              |
#	                                          |  views-$$
#	                                          |  $DUT, a dummy, pausectl; station asks it
. "${0%/*}/../../lib/views.sh"

# answers WHAT: what became of the requests in $TMP/hammer, in the array answered. Requests for the
# statistics of a group do not count as done, because they need no port.
declare -A answered
answers()
{
	local line word kinds=0

	answered=()
	while read -r line; do
		fields "$line"
		echo "$1: $line"
		[[ ${field[request]} != stats-get ]] || field[done]=0
		for word in "done" unsupported gone busy other; do
			answered[$word]=$((${answered[$word]:-0} + field[$word]))
		done
		kinds=$((kinds + 1))
	done <"$TMP/hammer"
	check_eq "$1: kinds of requests" $kinds 7
}

# check_all WHAT DONE UNSUPPORTED: how many of six kinds of requests are done and unsupported,
# while nothing changes
check_all()
{
	station hammer "$DUT" 1 >"$TMP/hammer" 2>/dev/null
	answers "$1"
	check_eq "$1: kinds done, unsupported" "${answered[done]}, ${answered[unsupported]}" "$2, $3"
}

# ask_as_young: asks by a new process for each request, so the process is younger than the port.
# The output goes to $TMP/young.
ask_as_young()
{
	while [[ ! -e $TMP/stop ]]; do
		ethtool -a "$DUT" || :
		ethtool -A "$DUT" rx off || :
		ethtool --set-tunable "$DUT" pfc-prevention-tout 100 || :
	done >"$TMP/young" 2>&1
}

# under_requests WHAT ROUNDS COMMAND...: runs the command ROUNDS times under requests, which begin
# before and end after it. No request gets an answer that is not allowed. $busy: what a request may also
# be told.
under_requests()
{
	local what=$1 rounds=$2 young i began=${EPOCHREALTIME/./}
	shift 2

	rm -f "$TMP/stop"
	capture hammer hammer "$DUT"
	background ask_as_young
	young=$job
	for ((i = 0; i < rounds; i++)); do
		"$@"
	done
	: >"$TMP/stop"
	finish hammer
	wait "$young"
	answers "$what"
	echo "$what: $(((${EPOCHREALTIME/./} - began) / 1000)) ms"
	check_between "$what: requests done" "${answered[done]}" 1 100000000
	check_eq "$what: requests answered in another way" "${answered[other]}" 0
	[[ $busy ]] || check_eq "$what: requests refused as busy" "${answered[busy]}" 0
	check_eq "$what: other complaints of young processes" "$(awk -v busy="$busy" \
		'/rror|fail|annot|nvalid/ && !/not supported|No such device|no device matches/ &&
		!(busy && $0 ~ busy)' "$TMP/young")" ""
}

ports_come_and_go()
{
	tc -batch "$TMP/ports"
}

device_comes_and_goes()
{
	ip link del "$DUT"
	port_pair
}

device_moves()
{
	ip link set "$DUT" netns "$PEER"
	ip -n "$PEER" link set "$DUT" netns $$
	attach
}

module_comes_and_goes()
{
	detach
	await 10 unload
	attach
}

# namespace_ends: station still asks and sets while its namespace is deleted. The namespace ends with station.
namespace_ends()
{
	ip netns add views-$$
	ip -n views-$$ link add "$DUT" up type dummy
	tc -n views-$$ qdisc add dev "$DUT" root pausectl 2>"$TMP/warning"
	capture in-namespace -n views-$$ hammer "$DUT"
	ip netns del views-$$
	kill -KILL "$job"
	wait "$job" 2>/dev/null || :
	await 20 module_idle
	check_eq "namespace that ended: references to the module" "$reply" 0
}

busy=
pair
check_all "no port" 0 6
attach
check_all "port" 6 0
for ((i = 0; i < 10; i++)); do
	echo "qdisc del dev $DUT root"
	echo "qdisc add dev $DUT root pausectl"
done >"$TMP/ports"
echo "qdisc del dev $DUT root" >>"$TMP/ports"
under_requests ports 1 ports_come_and_go
check_between "ports: requests without a port" "${answered[unsupported]}" 1 100000000
# ethtool shows that all is off, and setting that changes nothing.
check_all "no port any more" 3 3
check_pause "no port any more" "off off off"
check_refused "-A then" 76 "*not supported*" ethtool -A "$DUT" rx on

attach
under_requests devices 2 device_comes_and_goes
under_requests "devices that move" 2 device_moves
busy=busy under_requests module "${VIEWS_ROUNDS:-1}" module_comes_and_goes
detach
namespace_ends
await 10 unload
check_all "no module" 0 6
ethtool "$DUT" >"$TMP/link"
check_eq "other requests of ethtool" "$(grep -c "Speed: 10000Mb/s" "$TMP/link")" 1
