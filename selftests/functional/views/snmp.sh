#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# pausectl-snmp tells an SNMP agent what ports have counted and how they are set. The answers agree with
# pausectl and ethtool. Rows come and go with ports, and the program finds an agent again that restarts.
#
#	here                   |  $PEER
#	$DUT pausectl ---------+- $LINK station, later a port
#	snmpd, pausectl-snmp   |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"
PATH=$PAUSECTL_BUILD/tools:$PATH
require ethtool jq pausectl-snmp snmpbulkwalk snmpd snmpget snmpset snmpwalk

export MIBS="" SNMP_PERSISTENT_DIR=$TMP/persistent
socket=$TMP/agentx
agent=udp:127.0.0.1:1161
dot3=.1.3.6.1.2.1.10.7
pfc=.1.3.111.2.802.1.1.21

start_master()
{
	background snmpd -f -Le -C -c "$TMP/snmpd.conf" 2>>"$TMP/snmpd.err"
	master=$job
	await 60 test -S "$socket"
}

stop_master()
{
	kill "$master"
	wait "$master" || :
	rm -f "$socket"
}

# ask PROGRAM ARGUMENTS...: asks the agent, and prints the answer. The programs read no file of this machine,
# because each costs a question to the host.
ask()
{
	SNMPCONFPATH=$TMP/no MIBDIRS=$TMP/no "$1" -v2c -c public -t 2 -r 5 -On "${@:2}" 2>&1
}

# answers OID DEMANDED: the agent answers TYPE: VALUE, in $reply
answers()
{
	reply=$(ask snmpget "$agent" "$1")
	reply=${reply#* = }
	[[ $reply == "$2" ]]
}

# walk OID OPTION...: a line for each value below OID
walk()
{
	ask snmpwalk "${@:2}" "$agent" "$1" | sed '/No Such \|No more variables/d'
}

# walked OID DEMANDED: the values below OID, in $reply
walked()
{
	reply=$(walk "$1" -Oqv | paste -sd ' ')
	[[ $reply == "$2" ]]
}

# table_is OID DEMANDED: "TYPE: VALUE,..." of all columns below OID, in $reply
table_is()
{
	reply=$(walk "$1" | sed 's/^[^=]*= //' | paste -sd ,)
	[[ $reply == "$2" ]]
}

check_table() # WHAT OID DEMANDED
{
	busywait 5 table_is "$2" "$3" || :
	check_eq "$1" "$reply" "$3"
}

# An answer may be a second old.
check_walk() # WHAT OID DEMANDED
{
	busywait 5 walked "$2" "$3" || :
	check_eq "$1" "$reply" "$3"
}

# indices OID DEMANDED: the numbers of the ports below OID, a column with a row for each port, in $reply
indices()
{
	reply=$(walk "$1" -Oq | sed 's/ .*//; s/.*[.]//' | paste -sd ' ')
	[[ $reply == "$2" ]]
}

check_indices() # WHAT DEMANDED
{
	busywait 5 indices $dot3.10.1.1 "$2" || :
	check_eq "$1: ports of dot3PauseTable" "$reply" "$2"
	busywait 5 indices $pfc.1.1.1.1 "$2" || :
	check_eq "$1: ports of ieee8021PfcIfTable" "$reply" "$2"
}

nothing="No Such Instance currently exists at this OID"
gone="No Such Object available on this agent at this OID"

# --- bad input ---------------------------------------------------------------------------
check_refused "no master agent" 2 "pausectl-snmp: AgentX: no master agent at \"$socket\": No such file or directory" \
	pausectl-snmp -x "$socket"
check_refused "an address that is none" 2 "pausectl-snmp: *no master agent at \"no:such:1\": bad address" \
	pausectl-snmp -x no:such:1
check_refused "an empty address" 2 "pausectl-snmp: *no master agent at \"\": bad address" pausectl-snmp -x ""
check_refused "an unknown option" 1 "pausectl-snmp: option \"--what\": allowed are -x ADDRESS*" pausectl-snmp --what
check_refused "no address" 1 "pausectl-snmp: option \"-x\": a value is missing*" pausectl-snmp -x
check_refused "an argument" 1 "pausectl-snmp: argument \"eth0\": none is allowed*" pausectl-snmp eth0

# --- no port -----------------------------------------------------------------------------
cat >"$TMP/snmpd.conf" <<-END
	agentaddress $agent
	rocommunity public
	rwcommunity private
	master agentx
	agentXSocket $socket
END
start_master
background pausectl-snmp -x "$socket" 2>"$TMP/snmp.err"
subagent=$job
await 60 answers $pfc.1.1.1.1.1 "$nothing"
check_eq "values without a port" "$(walk $dot3.10 | wc -l)" 0

# --- PAUSE -------------------------------------------------------------------------------
pair
attach
read -r port <"/sys/class/net/$DUT/ifindex"
check_indices "a port" "$port"
from_peer pause 60000 + pause 0 + control 0x7777
pausectl send dev "$DUT" pause 5
await 2 counter_is rx_mac_control 3
counter rx_pause
received=$reply
counter tx_pause
check_table dot3PauseTable $dot3.10 "INTEGER: 4,INTEGER: 4,Counter32: $received,Counter32: $reply,Counter64: $received,Counter64: $reply"
check_eq "ethtool: received and sent" \
	"$(ethtool --json -I -a "$DUT" | jq -c '.[0].statistics | [.rx_pause_frames, .tx_pause_frames]')" "[2,1]"
check_table dot3ControlTable $dot3.9 "Hex-STRING: 80 ,Counter32: 1,Counter64: 1"
configure rx off
check_walk "rx off: modes" $dot3.10.1.1 2
configure rx on tx off
check_walk "tx off: modes" $dot3.10.1.1 3
configure tx on advertise auto
check_walk "no partner: modes set and in force" $dot3.10 "4 1 2 1 2 1"
configure advertise off mode off
check_walk "mode off: modes set and in force" $dot3.10 "1 1 2 1 2 1"

# --- PFC ---------------------------------------------------------------------------------
configure prio 3,5 speed 10mbit
from_peer pfc 3:1,5:1 + pfc none
pausectl send dev "$DUT" pfc 3:5,5:5
pausectl send dev "$DUT" pfc 3:0
await 2 counter_is rx_mac_control 5
check_table "ieee8021PfcIfTable, delay 100 us of 10 Mb/s" $pfc.1.1 "Gauge32: 1000,Counter32: 2,Counter32: 2"
check_eq "PFC frames sent, in which 3 and 5 are named" \
	"$(pausectl -j stats "$DUT" | jq -c '.[0] | [.tx_pfc_frames, .tx_pfc[3], .tx_pfc[5]]')" "[2,2,1]"
configure delay-bits 5000
check_walk "ieee8021PfcIfTable, delay set" $pfc.1.1 "5000 2 2"
check_walk "dot3PauseTable in mode pfc" $dot3.10 "1 1 2 1 2 1"

# --- nothing is set ----------------------------------------------------------------------
before=$(pausectl -j show "$DUT")
check_match "dot3PauseAdminMode is read only" \
	"$(snmpset -v2c -c private -On "$agent" $dot3.10.1.1."$port" i 4 2>&1 | paste -sd ' ' || :)" "*notWritable*"
check_match "ieee8021PfcLinkDelayAllowance is read only" \
	"$(snmpset -v2c -c private -On "$agent" $pfc.1.1.1.1."$port" u 9 2>&1 | paste -sd ' ' || :)" "*notWritable*"
check_eq "settings after that" "$(pausectl -j show "$DUT")" "$before"
for oid in $dot3.10.1.1.999 $dot3.10.1.7."$port" $dot3.10.1.1."$port".1; do
	answers "$oid" "" || :
	check_match "$oid, which is not there" "$reply" "No Such *"
done

# --- ports come and go -------------------------------------------------------------------
ip link add other type dummy
tc qdisc add dev other root pausectl
read -r second </sys/class/net/other/ifindex
on_peer tc qdisc add dev "$LINK" root pausectl
check_indices "two ports here, one in another namespace" "$(printf '%s\n' "$port" "$second" | sort -n | paste -sd ' ')"
for root in $dot3.9 $dot3.10 $pfc; do
	check_between "below $root: values" "$(ask snmpwalk "$agent" "$root" | grep -c ": ")" 2 10000
	check_eq "below $root: differences between snmpwalk and snmpbulkwalk" \
		"$(diff <(ask snmpwalk "$agent" "$root") <(ask snmpbulkwalk "$agent" "$root") || :)" ""
done
ip link del other
check_indices "a device removed" "$port"
detach
check_indices "the last port ended" ""
attach
check_indices "a new port" "$port"
check_walk "its counters begin at 0" $dot3.10.1.5 0

# --- the master agent restarts -----------------------------------------------------------
stop_master
start_master
busywait 60 indices $dot3.10.1.1 "$port" || :
check_indices "master agent restarted" "$port"
check_eq "the program before and now" "$(jobs -pr | grep -x "$subagent" || :)" "$subagent"

# --- the end -----------------------------------------------------------------------------
detach
ip link del "$DUT"
await 10 module_idle
rmmod pausectl
check_indices "without the module" ""
reap "$subagent"
busywait 5 answers $pfc.1.1.1.1.1 "$gone" || :
check_eq "without the program" "$reply" "$gone"
check_eq "complaints of the program" "$(grep -v '^NET-SNMP version\|^AgentX master disconnected' "$TMP/snmp.err" || :)" ""
