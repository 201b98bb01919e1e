#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154 # what random.sh and model.sh use and set
#
# What random_churn does in one of its network namespaces, of which this is one process.
#
#	churn.sh create DIR NUMBER	its devices
#	churn.sh attach DIR NUMBER	a port on each, all up
#	churn.sh run DIR NUMBER SEED	operations at random, in the order that SEED says, until
#					DIR/stop is there
#	churn.sh let-go DIR NUMBER	all that waits may go out
#	churn.sh check DIR NUMBER	a line for whatever is not as it must be then, and the number
#					of ports
#
# DIR/homes has a line for each namespace: where ip finds it. Number N has the devices aN-0 ...
# with their peers bN-0 ... in number N + 1; their ifindexes are the same in each. A device is renamed
# to what it was with an r behind it, and back.
set -uo pipefail

here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
# shellcheck source=selftests/random.sh
. "$here/random.sh"
# shellcheck source=selftests/rules.sh
. "$here/rules.sh"
export TC_LIB_DIR=$PAUSECTL_BUILD/tc

command=$1 dir=$2 number=$3
mapfile -t homes <"$dir/homes"
# PAIRS of each number, and what each setting is by default
# shellcheck source=/dev/null
. "$dir/constants"
next=$(((number + 1) % ${#homes[@]}))
before=$(((number + ${#homes[@]} - 1) % ${#homes[@]}))
mine=()
for ((i = 0; i < PAIRS; i++)); do
	mine+=("a$number-$i" "b$before-$i")
done

# name_of DEVICE: what it is called now, in $dev
name_of()
{
	dev=$1
	[[ -e /sys/class/net/$1 || ! -e /sys/class/net/$1r ]] || dev=$1r
}

exists()
{
	[[ -e /sys/class/net/$1 ]]
}

# --- operations: each adds to a batch, or is done at once -------------------------------------

declare -A done_ops
tc_lines=()
ip_lines=()

say_tc()
{
	tc_lines+=("$*")
}

say_ip()
{
	ip_lines+=("$*")
}

op_attach()
{
	say_tc "qdisc replace dev $dev root handle 1: pausectl"
}

# With options: some of them are wrong, and there is then no port.
op_attach_set()
{
	draw_words
	say_tc "qdisc del dev $dev root"
	say_tc "qdisc add dev $dev root handle 1: pausectl$words"
}

op_attach_mq()
{
	say_tc "qdisc replace dev $dev root handle 1: mq"
	say_tc "qdisc replace dev $dev parent 1:1 handle 11: pausectl"
	say_tc "qdisc replace dev $dev parent 1:2 handle 12: pausectl"
}

op_detach()
{
	say_tc "qdisc del dev $dev root"
}

op_change()
{
	draw_words
	say_tc "qdisc change dev $dev root handle 1: pausectl$words"
}

op_set()
{
	draw_words
	# shellcheck disable=SC2086 # settings are words
	pausectl set dev "$dev" $words
}

op_watchdog()
{
	one_of drop forward alert off
	pausectl set dev "$dev" watchdog "$((RANDOM % 8)):$reply,link:$reply" watchdog-poll 10 watchdog-detect "0:100,3:100"
}

# Many at once, by one process: requests of genetlink and tc, right and wrong ones, and what
# ethtool and dcb ask
op_requests()
{
	one_of genl genl tc
	station fuzz "$dev" "$reply" 40 $((RANDOM + 1))
	total=$((total + 39))
}

op_hammer()
{
	station hammer "$dev" 5
	total=$((total + 34))
}

# Control frames, right and wrong ones; some are none, and wait where the port is paused
op_flood()
{
	timeout 1 station flood "$dev" 02:00:00:00:00:88 200 $((RANDOM + 1))
}

op_dump()
{
	one_of port stats
	station dump "$reply"
}

op_ets()
{
	draw_shares
	# shellcheck disable=SC2086 # settings are words
	pausectl set dev "$dev" $words
}

op_sysfs()
{
	local name value

	ask=() words="" bad=0
	draw_setting $((RANDOM % (kinds - 1)))
	for name in "${!ask[@]}"; do
		value=${ask[$name]}
		[[ $name != prio && $name != @(ecn|dynamic) ]] || value=${words##* }
		{ echo "$value" >"/sys/class/net/$dev/pausectl/$name"; } 2>/dev/null
	done
}

op_sysfs_read()
{
	{ cat "/sys/class/net/$dev"/pausectl/{,statistics/}* || :; } >/dev/null 2>&1
}

op_dcb()
{
	case $((RANDOM % 4)) in
	0) dcb pfc set dev "$dev" prio-pfc all:off $((RANDOM % 8)):on ;;
	1) dcb app add dev "$dev" dscp-prio $((RANDOM % 64)):$((RANDOM % 8)) ;;
	2) dcb buffer set dev "$dev" prio-buffer $((RANDOM % 8)):$((RANDOM % 8)) ;;
	3) dcb ets show dev "$dev" && dcb app flush dev "$dev" ;;
	esac
}

op_ethtool()
{
	one_of on off
	case $((RANDOM % 4)) in
	0) ethtool -A "$dev" rx "$reply" ;;
	1) ethtool -A "$dev" autoneg "$reply" ;;
	2) ethtool -I -a "$dev" ;;
	3) ethtool -L "$dev" tx $((RANDOM % 2 + 1)) ;;
	esac
}

op_show()
{
	one_of "show" "stats" "-j show dev $dev" "-j stats dev $dev" "watchdog dev $dev" "monitor for 0.05"
	# shellcheck disable=SC2086 # words
	pausectl $reply
}

op_tc_show()
{
	say_tc "-s qdisc show dev $dev"
	say_tc "-s class show dev $dev"
}

op_send()
{
	pausectl send dev "$dev" pause $((RANDOM * 2))
	pausectl send dev "$dev" pfc "$((RANDOM % 4)):$((RANDOM * 2)),$((RANDOM % 4 + 4)):$RANDOM"
}

# From the device itself, whatever its port thinks of it: to the peer, or to itself if bridged
op_frames()
{
	station frame "$dev" pause $((RANDOM % 20000)) count 5 every 100us persist + \
		pfc "$((RANDOM % 8)):$RANDOM" count 20 every 50us persist + pause 0 persist
}

op_xoff()
{
	one_of xoff xoff xon
	pausectl "$reply" dev "$dev"
	pausectl "$reply" dev "$dev" prio $((RANDOM % 8))
}

# In the background, as the next two: they have an end.
op_storm()
{
	local received=()

	one_of "" received
	[[ -z $reply ]] || received=(received)
	one_of pause "pfc all" "pfc 3,5" "pfc 3"
	# shellcheck disable=SC2086 # words
	pausectl storm dev "$dev" $reply interval $((RANDOM % 900 + 100))us for 0.2 "${received[@]}" &
}

op_traffic()
{
	station blast "$dev" prio 0-7 tag 1 size $((RANDOM % 1300 + 100)) every 500us for 300ms &
}

op_traffic_plain()
{
	station blast "$dev" prio 0-7 size $((RANDOM % 1300 + 100)) burst 4 every 1ms for 300ms &
}

op_carrier()
{
	say_ip "link set $dev down"
	say_ip "link set $dev up"
}

op_up()
{
	say_ip "link set $dev up"
}

op_mtu()
{
	one_of 1500 9000 1400
	say_ip "link set $dev mtu $reply"
}

op_address()
{
	say_ip "link set $dev address 02:00:00:0$number:00:$((RANDOM % 90 + 10))"
}

op_rename()
{
	local to=${dev}r

	[[ $dev != *r ]] || to=${dev%r}
	say_ip "link set $dev down"
	say_ip "link set $dev name $to"
	say_ip "link set $to up"
}

# Where frames are heard by the rx_handler, a port can have no such master.
op_master()
{
	one_of "master br0" "master br0" nomaster
	say_ip "link set $dev $reply"
}

# To another namespace and back, or into one that then is deleted
op_move()
{
	local away=$(((number + RANDOM % (${#homes[@]} - 1) + 1) % ${#homes[@]}))

	if now_and_then; then
		ip netns add "doomed-$number" && ip link set "$dev" netns "doomed-$number"
		ip netns exec "doomed-$number" tc qdisc add dev "$dev" root pausectl
		ip netns del "doomed-$number"
	else
		ip link set "$dev" netns "${homes[away]}" &&
			nsenter "${enter[away]}" ip link set "$dev" netns "${homes[number]}"
		ip link set "$dev" up
	fi
}

op_delete()
{
	say_ip "link del $dev"
}

# Those that are missing, in the end too
op_create()
{
	local i

	for ((i = 0; i < PAIRS; i++)); do
		exists "a$number-$i" || exists "a$number-${i}r" ||
			ip link add "a$number-$i" index $((1000 + i)) up numtxqueues 2 numrxqueues 2 type veth \
				peer name "b$number-$i" index $((2000 + i)) numtxqueues 2 numrxqueues 2 \
				netns "${homes[next]}"
	done
}

# In the next namespace, on a device with a peer there, so that frames cannot go in circles: a port of
# its own, an APP entry, and frames of its own and those that come in on another device.
op_macvlan()
{
	local inside=(nsenter "${enter[next]}") name=mv$number in=a$next-$((RANDOM % PAIRS))

	"${inside[@]}" ip link del "$name"
	ip link add link "a$number-$((RANDOM % PAIRS))" name "$name" netns "${homes[next]}" \
		type macvlan mode bridge || return
	"${inside[@]}" ip link set "$name" up
	"${inside[@]}" tc qdisc add dev "$name" root handle 1: pausectl prio 3
	"${inside[@]}" dcb app add dev "$name" dscp-prio $((RANDOM % 64)):3
	"${inside[@]}" tc qdisc add dev "$in" clsact
	"${inside[@]}" tc filter add dev "$in" ingress matchall action mirred egress redirect dev "$name"
	"${inside[@]}" station blast "$name" prio 0-7 size 600 every 1ms for 300ms &
}

# What leaves goes out at another device, too, or no more.
op_mirror()
{
	if now_and_then; then
		say_tc "qdisc del dev $dev clsact"
	else
		say_tc "qdisc add dev $dev clsact"
		say_tc "filter replace dev $dev egress pref 1 handle 1 matchall action mirred egress mirror dev ${mine[RANDOM % ${#mine[@]}]}"
	fi
}

# A device that gets the qdisc that devices get by default
op_tun()
{
	one_of "" multi_queue
	# shellcheck disable=SC2086 # a word or none
	ip tuntap add dev "tun$number" mode tun $reply
	ip link set "tun$number" up
	ip link del "tun$number"
}

# The machine's: new devices get it, and queues of mq.
default_qdisc()
{
	nsenter --net=/proc/1/ns/net sysctl -qw net.core.default_qdisc="$1"
}

op_default_qdisc()
{
	one_of pausectl pausectl fq_codel pfifo_fast
	default_qdisc "$reply"
}

# Each as often as it stands here
ops=(attach attach attach attach attach_set attach_mq detach change change requests requests requests hammer dump dump
	set watchdog ets sysfs sysfs sysfs sysfs_read dcb ethtool show tc_show send frames flood flood xoff storm
	traffic traffic traffic_plain carrier up up up mtu address rename master master move delete create
	macvlan macvlan mirror mirror tun default_qdisc)

# --- run ------------------------------------------------------------------------------------

enter=()
for home in "${homes[@]}"; do
	if [[ $home == [0-9]* ]]; then
		enter+=("--net=/proc/$home/ns/net")
	else
		enter+=("--net=/run/netns/$home")
	fi
done

turn()
{
	local i op

	tc_lines=() ip_lines=()
	for ((i = 0; i < 12; i++)); do
		one_of "${ops[@]}"
		op=$reply
		name_of "${mine[RANDOM % ${#mine[@]}]}"
		echo "$op $dev" >"$dir/doing-$number"
		"op_$op" >/dev/null 2>&1
		done_ops[$op]=$((${done_ops[$op]:-0} + 1))
		total=$((total + 1))
	done
	tc -force -batch - <<<"$(printf '%s\n' "${tc_lines[@]}")" >/dev/null 2>&1 &
	ip -force -batch - <<<"$(printf '%s\n' "${ip_lines[@]}")" >/dev/null 2>&1
	echo "wait" >"$dir/doing-$number"
	wait
	echo "$total" >"$dir/total-$number"
}

run()
{
	RANDOM=$1 total=0
	# The same settings are drawn whatever was taken.
	while [[ ! -e $dir/stop ]]; do
		turn
	done
	for op in "${!done_ops[@]}"; do
		echo "$op ${done_ops[$op]}"
	done >"$dir/ops-$number"
}

# --- end ------------------------------------------------------------------------------------

ports=()

# sum NAME: of that counter's values, by priority or with the link, in $reply; others begin so, too
sum()
{
	local file value total=0

	for file in "/sys/class/net/$dev/pausectl/statistics/$1"_{[0-7],link}; do
		read -r value 2>/dev/null <"$file" || continue
		total=$((total + value))
	done
	reply=$total
}

# With nothing that pauses it, holds it back or is not sent, and no more than the ports. Other ends are
# still being let go.
let_go()
{
	local name

	default_qdisc pfifo_fast
	ip link del "mv$before" 2>/dev/null
	for name in "${mine[@]}"; do
		name_of "$name"
		tc qdisc del dev "$dev" clsact 2>/dev/null
	done
	for name in "${mine[@]}"; do
		name_of "$name"
		exists "$dev" || continue
		ip link set "$dev" up mtu 1500
		[[ -d /sys/class/net/$dev/pausectl ]] || continue
		pausectl set dev "$dev" mode pause autoneg off require none pause-wish none rx on tx on pace off \
			ack off watchdog off tsa strict tc-bw 0 speed 1gbit \
			maxrate 0:none,1:none,2:none,3:none,4:none,5:none,6:none,7:none ||
			! exists "$dev" || echo "let go $dev: refused"
		pausectl xon dev "$dev" || ! exists "$dev" || echo "let go $dev: no xon"
	done
}

# quiet: what waits in the port of $dev and is charged to it, and what is paused; in $reply
restless()
{
	local name all=""

	for name in queue_packets queue_bytes occupancy paused xoff_outstanding; do
		sum "$name"
		[[ $reply == 0 ]] || all+=" $name $reply"
	done
	reply=${all# }
}

# by JSON, in the words of sysfs
counters_agree()
{
	local json key value told

	json=$(pausectl -j stats dev "$dev")
	for key in rx_mac_control tx_mac_control rx_unsupported_opcodes rx_malformed rx_ignored rx_pause tx_pause; do
		read -r value <"/sys/class/net/$dev/pausectl/statistics/$key"
		told=${json#*\""$key"\":}
		told=${told%%[,\}]*}
		[[ $told == "$value" ]] || echo "$dev: $key is $value in sysfs, $told by pausectl"
	done
}

# What is charged to a port waits in others: all of this namespace are told, whoever made them
tell_restless()
{
	local port=$dev name paths=(/sys/class/net/*/pausectl)

	echo "$port: $reply"
	for name in "${paths[@]%/pausectl}"; do
		dev=${name##*/}
		[[ $dev != "$port" ]] || continue
		restless
		[[ -z $reply ]] || echo "$port: beside it $dev: $reply"
	done
	dev=$port
	tc -s qdisc show | grep -B 2 'backlog [1-9]' | sed "s/^/$port: /"
}

check_port()
{
	local tries=0

	restless
	while [[ -n $reply ]] && ((tries++ < 200)); do
		read -rt 0.05 -u "$nap_fd"
		restless
	done
	[[ -z $reply ]] || tell_restless
	counters_agree
	[[ $(tc -s qdisc show dev "$dev") != *backlog\ [1-9]* ]] || echo "$dev: a backlog by tc"
}

exec {nap_fd}<> <(:)
case $command in
create) op_create ;;
attach)
	for dev in "${mine[@]}"; do
		op_up
		op_attach
	done
	printf '%s\n' "${ip_lines[@]}" | ip -batch -
	printf '%s\n' "${tc_lines[@]}" | tc -batch - >/dev/null 2>&1 ;;
run) run "$4" ;;
let-go) let_go 2>&1 ;;
check)
	for name in "${mine[@]}"; do
		name_of "$name"
		[[ -d /sys/class/net/$dev/pausectl ]] || continue
		ports+=("$dev")
		check_port
	done
	echo "ports ${#ports[@]}" ;;
*) echo "churn.sh: $command is unknown" >&2; exit 1 ;;
esac
