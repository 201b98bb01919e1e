# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # what lib.sh sets
#
# For tests of congestion: this namespace is a switch of pausectl ports, and each sender and receiver
# is in a namespace of its own. Source it in place of lib.sh.
#
#	sender-1: tx1 --- sw1 --+          +-- DUT (veth0) --- $LINK in $PEER
#	sender-2: tx2 --- sw2 --+-- switch +-- ...
#
# Frames of sender N have a tag with VLAN N and the priority as PCP. The switch is the bridge br0.
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"

RECEIVER=02:00:00:00:00:88	# the destination of station blast

# receiver_pair [LINK-OPTION...]: makes $DUT, the outgoing port of the switch, and its receiver
receiver_pair()
{
	pair "$@"
	attach "$DUT"
	add_bridge br0
	enslave "$DUT" br0
	bridge fdb add $RECEIVER dev "$DUT" master static
}

# switched DEV: frames that come in on DEV leave by $DUT
switched()
{
	enslave "$1" br0
}

# sender N [SETTING...]: makes tx$N and sw$N, both with these settings
sender()
{
	local n=$1 ns=sender-$$-$1
	shift

	add_netns "$ns"
	veth "sw$n" "tx$n" "$ns"
	on_sender "$n" tc qdisc add dev "tx$n" root handle 1: pausectl
	on_sender "$n" pausectl set dev "tx$n" "$@"
	port "sw$n" "$@"
	switched "sw$n"
}

# switch_row: three switches between sender 1 and the receiver. All ports have PFC for priority 3, and $DUT is
# the slow one.
#
#	sender-1            here                                                   $PEER
#	tx1 --- sw1 [br1] a2 --- b1 [br2] b2 --- c1 [br0] $DUT --- $LINK
switch_row()
{
	local setting="prio 3 speed 100mbit pace on buffer-xoff $early_xoff" pair dev

	receiver_pair
	configure prio 3 speed 10mbit pace on
	for pair in "a2 b1" "b2 c1"; do
		veth "${pair% *}" "${pair#* }"
		for dev in $pair; do
			# shellcheck disable=SC2086 # words
			port "$dev" $setting
		done
	done
	add_bridge br1
	add_bridge br2
	enslave a2 br1
	enslave b1 br2
	enslave b2 br2
	enslave c1 br0
	switched()
	{
		enslave "$1" br1
	}
	# shellcheck disable=SC2086 # words
	sender 1 $setting
}

on_sender() # N COMMAND...
{
	nsenter --net="/run/netns/sender-$$-$1" "${@:2}"
}

# blast_from N STATION-ARGUMENTS...: pid in $job, report in $TMP/blast-N
blast_from()
{
	background on_sender "$1" station blast "tx$1" tag "$1" "${@:2}" >"$TMP/blast-$1"
}

# receiver_has: the number of frames that the receiver has, in $reply
receiver_has()
{
	json_field "$(ip -n "$PEER" -j -s link show dev "$LINK")" packets
}

# tagged COUNT [STATION-ARGUMENTS...]: sender 1 sends COUNT frames of priority 3
tagged()
{
	on_sender 1 station blast tx1 tag 1 prio 3 size 1200 count "$@" >"$TMP/blast"
}

# untagged COUNT: the same, but no tag has the priority
untagged()
{
	on_sender 1 station blast tx1 prio 3 size 1200 count "$1" >"$TMP/blast"
}

# lossy_from N STATION-ARGUMENTS...: like blast_from, but the report is in $TMP/lossy-N
lossy_from()
{
	background on_sender "$1" station blast "tx$1" tag "$1" "${@:2}" >"$TMP/lossy-$1"
}

# sink_behind DEV: makes a veth pair, DEV here and sink in the namespace $receiver
sink_behind()
{
	receiver=receiver-$$
	add_netns "$receiver"
	veth "$1" sink "$receiver"
}

# all_drained DEV...: no frame waits in these ports of this namespace
all_drained()
{
	local dev prio

	for dev; do
		for prio in {0..7}; do
			counter "queue_packets_$prio" "$dev"
			((reply == 0)) || return 1
		done
	done
}

# traced [WORD...]: what pausectl trace says, the numbers as N, in $reply. The same in JSON is in $TMP/json.
traced()
{
	pausectl -j trace "$@" >"$TMP/json" 2>"$TMP/json.err"
	reply=$(pausectl trace "$@" 2>&1 | sed -E 's/[0-9]+ (octets|us)/N \1/g')
}

# sum_of COUNTER DEV...: the sum of the counter over all priorities and devices, in $reply
sum_of()
{
	local name=$1 dev prio sum=0
	shift

	for dev; do
		for prio in {0..7}; do
			counter "${name}_$prio" "$dev"
			sum=$((sum + reply))
		done
	done
	reply=$sum
}

# backlog_drops: how many frames processors have dropped because a backlog was full, in $reply. No port
# has seen these frames.
backlog_drops()
{
	local dropped

	reply=0
	while read -r _ dropped _; do
		reply=$((reply + 16#$dropped))
	done </proc/net/softnet_stat
}

# watch_drops: from now on the kernel counts the frames that it drops, by place and reason
watch_drops()
{
	local tracing=$TMP/tracing

	mkdir "$tracing"
	mount -t tracefs tracefs "$tracing"
	finally "umount $tracing"
	dropping=$tracing/instances/drops-$$
	mkdir "$dropping"
	finally "rmdir $dropping"
	dropping+=/events/skb/kfree_skb
	echo 'hist:keys=reason,location.sym' >"$dropping/trigger"
	finally "echo '!hist:keys=reason,location.sym' >$dropping/trigger"
}

# dropped_on_the_way: the frames that the kernel has dropped since watch_drops, in $reply. Frames that had
# reached a socket or an RDMA device do not count. Prints each place and its reason.
dropped_on_the_way()
{
	local line names reason place hits
	local reached='@(tcp_*|unix_*|sk_stream_kill_queues|rxe_completer|rxe_rcv|rxe_receiver|rxe_responder)'
	local pattern='reason: +([0-9]+), location: [^ ]+ ([^ ]+) .*hitcount: +([0-9]+)'

	names=$(<"$dropping/format")
	reply=0
	while read -r line; do
		[[ $line =~ $pattern ]] || continue
		place=${BASH_REMATCH[2]} hits=${BASH_REMATCH[3]}
		reason=${names#*"{ ${BASH_REMATCH[1]}, \""}
		echo "$hits frames dropped in $place: ${reason%%\"*}"
		# shellcheck disable=SC2053 # a pattern
		[[ $place == $reached ]] || reply=$((reply + hits))
	done <"$dropping/hist"
}

# tcp_since NAME COMMAND...: writes to $TMP/tcp-NAME how far the TCP counters have moved since the last call with
# NAME. The command enters their namespace.
tcp_since()
{
	"${@:2}" env NSTAT_HISTORY="$TMP/history-$1" nstat -z >"$TMP/tcp-$1"
}

# tcp_sum NAME...: the sum of these counters over all files of tcp_since, in $reply
tcp_sum()
{
	reply=$(awk -v names=" $* " \
		'index(names, " " $1 " ") { sum += $2 } END { printf "%d", sum }' "$TMP"/tcp-*)
}

# check_nothing_lost WHAT: by the files of tcp_since, all segments came in order, and TCP took none for lost
check_nothing_lost()
{
	tcp_sum TcpExtTCPOFOQueue
	check_eq "$1: segments that came before an earlier one" "$reply" 0
	tcp_sum TcpExtTCPFastRetrans TcpExtTCPSlowStartRetrans TcpExtTCPTimeouts
	check_eq "$1: segments that TCP took for lost" "$reply" 0
}

empty() # DEV...
{
	sum_of occupancy "$@"
	((reply == 0))
}

# check_empty DEV...: within 5 s nothing is charged to these ports. The senders must have stopped.
check_empty()
{
	busywait 5 empty "$@" || :
	check_eq "octets charged to $* in the end" "$reply" 0
}

# Octets above which a port sends XOFF, if a test sets them by buffer-xoff: after 5 frames of 1514 octets
early_xoff=8692

# check_charged WHAT TIMER BUFFER: since the snapshot, $DUT has sent XOFF and XON for TIMER, a priority or
# "link", with buffer-xoff $early_xoff. BUFFER had room for all frames, and is empty now.
check_charged()
{
	counter "tx_xoff_$2"
	check_between "$1: XOFFs sent" $((reply - snapshot["tx_xoff_$2"])) 1 1000
	counter "tx_xon_$2"
	check_between "$1: XONs sent" $((reply - snapshot["tx_xon_$2"])) 1 1000
	counter "occupancy_max_$3"
	check_between "$1: most octets charged" "$reply" $((early_xoff + 1)) $((early_xoff * 3 / 2))
	sum_of buffer_drops "$DUT"
	check_eq "$1: frames dropped" "$reply" 0
	check_empty "$DUT"
}

# check_whole N PRIO CAPTURE: all frames of sender N with PRIO have arrived, once and in order
check_whole()
{
	local sent line

	cp "$TMP/blast-$1" "$TMP/blast"
	sent_by_blast "$2"
	sent=$reply
	grep "^#\|vlan=$1:" "$TMP/$3" >"$TMP/of-$1"
	line=$(station check "$TMP/of-$1" | grep "^prio=$2 ") || line="prio=$2 frames=0"
	fields "$line"
	check_eq "sender $1, priority $2: frames arrived" "${field[frames]}" "$sent"
	check_eq "sender $1, priority $2: lost duplicates reordered" \
		"${field[lost]} ${field[duplicates]} ${field[reordered]}" "0 0 0"
}
