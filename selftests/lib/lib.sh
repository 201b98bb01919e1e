# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Every functional test sources this file first. The test runs in its own network namespace and mount
# namespace. The device under test is in this network namespace, and the peer is in another one. All
# these namespaces end with the test, even if a signal ends the test.
#
#	this namespace	       |	$PEER
#	$DUT, with pausectl ---+--- $LINK, a plain station
#
# The output is KTAP. Exit status: 0 passed, 1 failed, 4 skipped.
set -eEuo pipefail

lib_dir=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
PAUSECTL_BUILD=${PAUSECTL_BUILD:-$lib_dir/../../build}
if [[ -n ${VM_SHARE-} ]]; then
	PATH=${PAUSECTL_TOOLS:+$PAUSECTL_TOOLS:}$PAUSECTL_BUILD/tools:$PAUSECTL_BUILD/selftests/bin:/usr/sbin:/usr/bin:/sbin:/bin
else
	# shellcheck source=selftests/lib/machine.sh
	. "$lib_dir/machine.sh"
fi
export PATH PAUSECTL_BUILD LC_ALL=C
# gojq takes 10 ms to start, and jq 1.6 takes 176 ms. gojq has no -S, because it always sorts.
! type gojq >/dev/null 2>&1 || jq() { gojq "${@/#-cS/-c}"; }

if [[ ${PAUSECTL_OWN_NETNS-} != "$$" ]]; then
	PAUSECTL_OWN_NETNS=$$ exec unshare --net --mount --propagation private \
		"$BASH" "$0" "$@"
fi
echo "KTAP version 1"

DUT=veth0
LINK=veth1
PEER=peer-$$
TMP=$(mktemp -d)
checks=0
failed=0
jobs_started=()
skipping=0
at_exit=()

# --- end of the test ---------------------------------------------------------

# finally COMMAND: runs the command at the end of the test, the last one first
finally()
{
	at_exit=("$1" "${at_exit[@]}")
}

clean_up()
{
	local status=$? i

	trap - ERR EXIT
	set +e
	for i in "${jobs_started[@]}"; do
		kill "$i" 2>/dev/null
	done
	wait
	for i in "${at_exit[@]}"; do
		eval "$i"
	done
	rm -rf "$TMP"
	((checks)) || verdict 0 "nothing was checked"
	echo "1..$checks"
	((failed)) && exit 1
	((skipping)) && exit 4
	exit $((status != 0))
}
trap clean_up EXIT
trap 'verdict 0 "line $LINENO of ${BASH_SOURCE[0]##*/}: $BASH_COMMAND"' ERR
trap 'exit 1' INT TERM HUP

skip()
{
	verdict 1 "# SKIP $*"
	skipping=1
	exit 4
}

# lack WHAT: skips the test, but a guest of harness/vm has all that tests need
lack()
{
	[[ -n ${VM_SHARE-} ]] || skip "$*"
	verdict 0 "$*"
	exit 1
}

# require TOOL...
require()
{
	local tool

	for tool; do
		type "$tool" >/dev/null 2>&1 || lack "$tool is not installed"
	done
}

# of_sources PATH: the path of this file of pausectl's sources, in $reply. An installed test has no sources.
of_sources()
{
	reply=$lib_dir/../../$1
	[[ -e $reply ]] || lack "needs $1 of pausectl's sources"
}

# test_module NAME [PARAMETER...]: loads a module of selftests/modules
test_module()
{
	local module

	module=$PAUSECTL_BUILD/$(uname -r)/probe/$1.ko
	[[ -e $module ]] || lack "needs the tests' module $1: make probe"
	insmod "$module" "${@:2}"
}

# progress WORDS: prints them at once, if selftests/run has given a channel
progress()
{
	[[ ! -e /proc/self/fd/${PROGRESS_FD:--} ]] || echo "# $*" >&"$PROGRESS_FD"
}

# --- checks: each prints the measured value and the demanded one --------------

verdict()
{
	local good=$1
	shift

	checks=$((checks + 1))
	if ((good)); then
		echo "ok $checks $*"
	else
		failed=$((failed + 1))
		echo "not ok $checks $*"
	fi
}

check_eq() # WHAT MEASURED DEMANDED
{
	local good=0

	[[ $2 == "$3" ]] && good=1
	verdict $good "$1: measured $2, demanded $3"
}

check_between() # WHAT MEASURED LOWEST HIGHEST, integers
{
	local good=0

	[[ $2 =~ ^-?[0-9]+$ ]] && (($2 >= $3 && $2 <= $4)) && good=1
	verdict $good "$1: measured $2, demanded $3 to $4"
}

check_match() # WHAT MEASURED PATTERN
{
	local good=0

	# shellcheck disable=SC2053 # the demand is a pattern
	[[ $2 == $3 ]] && good=1
	verdict $good "$1: measured \"$2\", demanded \"$3\""
}

# Commands that leave a value in $reply, such as counter or setting

reply_is() # WHAT DEMANDED COMMAND...
{
	reply=
	"${@:3}"
	check_eq "$1" "$reply" "$2"
}

reply_between() # WHAT LOWEST HIGHEST COMMAND...
{
	reply=
	"${@:4}"
	check_between "$1" "$reply" "$2" "$3"
}

# note COMMAND...: keeps what the command finds now, for since
declare -A noted
note()
{
	"$@"
	noted[$*]=$reply
}

# since COMMAND...: how much more it is now than at the last note, in $reply
since()
{
	"$@" || return
	reply=$((reply - ${noted[$*]:?}))
}

# content FILE: its first line, in $reply
content()
{
	read -r reply <"$1"
}

# device_counter DEV NAME: of the device, not of its port; in $reply
device_counter()
{
	content "/sys/class/net/$1/statistics/$2"
}

# check_refused WHAT STATUS PATTERN COMMAND...: the command must fail with this status, and its first
# line must match. Other lines may follow, such as the grammar.
check_refused()
{
	local what=$1 demanded=$2 pattern=$3 message status=0
	shift 3

	message=$("$@" 2>&1) || status=$?
	message=${message%%$'\n'*}
	check_eq "$what: exit status" $status "$demanded"
	check_match "$what: message" "$message" "$pattern"
}

# runs STATUS OUTPUT PAUSECTL-ARGUMENTS...: pausectl ends with this status, and its output and errors match
runs()
{
	local status=0 output

	output=$(pausectl "${@:3}" 2>&1) || status=$?
	check_eq "pausectl ${*:3}: exit status" $status "$1"
	check_match "pausectl ${*:3}: output" "$output" "$2"
}

# usage PATTERN PAUSECTL-ARGUMENTS...: pausectl refuses this command line
usage()
{
	check_refused "pausectl ${*:2}" 1 "*$1*" pausectl "${@:2}"
}

# refused PATTERN PAUSECTL-ARGUMENTS...: pausectl takes the command line, but cannot do what it says
refused()
{
	check_refused "pausectl ${*:2}" 2 "*$1*" pausectl "${@:2}"
}

# json_field JSON KEY: the first value of the key, in $reply. The JSON must be compact, and the value must
# not be an object. This function starts no program such as jq, so it is fast.
json_field()
{
	local pattern="\"$2\":(\\[[^]]*\\]|\"[^\"]*\"|[^],}]*)"

	reply=
	[[ ! $1 =~ $pattern ]] || reply=${BASH_REMATCH[1]}
}

# json_element JSON KEY N: element N of the first array of this key, in $reply
json_element()
{
	local elements

	json_field "$1" "$2"
	IFS=, read -ra elements <<<"${reply//[][]/}"
	reply=${elements[$3]-}
}

# shown_of KEY[:N]...: what pausectl shows of $DUT as JSON, each value or its element N, in $reply
shown_of()
{
	local json key picked=()

	json=$(pausectl -j show "$DUT")
	for key; do
		json_field "$json" "${key%:*}"
		[[ $key != *:* ]] || json_element "$json" "${key%:*}" "${key#*:}"
		picked+=("$reply")
	done
	reply=${picked[*]}
}

# json_strings JSON KEY: the strings of the first array of this key, to the array strings. No string may have a quote or a
# bracket.
json_strings()
{
	json_field "$1" "$2"
	reply=${reply#[}
	reply=${reply%]}
	reply=${reply//'","'/$'\n'}
	strings=()
	# shellcheck disable=SC2034 # for the tests
	[[ -z $reply ]] || mapfile -t strings <<<"${reply//\"/}"
}

# --- waiting -----------------------------------------------------------------

exec {nap_fd}<> <(:)

# nap SECONDS: sleeps without starting a process
nap()
{
	read -rt "$1" -u $nap_fd || :
}

# work TURNS: a loop that always needs the same processor time; how long it took, ns, in $reply
work()
{
	local i began=${EPOCHREALTIME/./}

	for ((i = $1; i; i--)); do
		:
	done
	reply=$(((${EPOCHREALTIME/./} - began) * 1000))
}

# work_alone TURNS: measures the work with which check_work compares
work_alone()
{
	work "$1"
	turns_alone=$1 ns_alone=$reply
}

# check_work WHAT LOWEST HIGHEST: the work takes so many hundredths of its time alone. The time is in $reply.
check_work()
{
	local ns

	work "$turns_alone"
	ns=$reply
	echo "work alone $((ns_alone / 1000)) us, $1 $((ns / 1000)) us"
	check_between "work $1 takes times as long, in hundredths" $((ns * 100 / ns_alone)) "$2" "$3"
	reply=$ns
}

# busywait SECONDS COMMAND...: waits until the command succeeds, at most SECONDS. Between two looks it sleeps four times
# as long as the look took, at least 2 ms: what the test waits for needs the processor more than the looks do.
busywait()
{
	local end=$((${EPOCHREALTIME/./} + $1 * 1000000)) looked now us
	shift

	until looked=${EPOCHREALTIME/./}; "$@"; do
		now=${EPOCHREALTIME/./}
		((now < end)) || return 1
		us=$(((now - looked) * 4))
		((us >= 2000)) || us=2000
		((us <= end - now)) || us=$((end - now))
		printf -v us '%d.%06d' $((us / 1000000)) $((us % 1000000))
		nap "$us"
	done
}

# await SECONDS COMMAND...: busywait, but if the command does not succeed in time, the test fails and ends
await()
{
	busywait "$@" && return
	verdict 0 "within $1 s: ${*:2}"
	exit 1
}

# For await, with a command that leaves a value in $reply
is() # VALUE COMMAND...
{
	"${@:2}" && [[ $reply == "$1" ]]
}

at_least() # NUMBER COMMAND...
{
	"${@:2}" && ((reply >= $1))
}

# module_idle: succeeds if no reference to the module is left; the number of references is in $reply.
# When a network namespace ends, a kworker removes its devices later. So await module_idle before a check
# of references or rmmod.
module_idle()
{
	read -r reply </sys/module/pausectl/refcnt
	((reply == 0))
}

unload() # for await
{
	rmmod pausectl 2>/dev/null
}

# --- background jobs ---------------------------------------------------------

# background COMMAND...: starts the command; its pid is in $job. clean_up kills it at the end of the test.
background()
{
	"$@" &
	job=$!
	jobs_started+=("$job")
}

# reap PID...: ends jobs by SIGTERM. If the exit status of a job is not 0, the test fails and ends.
reap()
{
	local pid

	for pid; do
		kill "$pid" 2>/dev/null || :
		wait "$pid" && continue
		verdict 0 "background job: $(cat "$TMP"/*.err)"
		exit 1
	done
}

nonempty()
{
	[[ -s $1 ]]
}

# listen NAME COMMAND...: starts a monitor, whose output goes to $TMP/NAME. The monitor may miss events
# until it is ready.
declare -A job_of
listen()
{
	local name=$1
	shift

	: >"$TMP/$name.err"
	background "$@" >"$TMP/$name" 2>"$TMP/$name.err"
	job_of[$name]=$job
}

# listener NAME COMMAND...: listen, and waits until the command prints that it listens
listener()
{
	listen "$@"
	await 10 nonempty "$TMP/$1.err"
}

# finish NAME...: reap for what listen, capture and blast have started. A blast has the name blast.
finish()
{
	local name

	for name; do
		reap "${job_of[$name]:?}"
	done
}

# await_end NAME...: waits until these end by themselves
await_end()
{
	local name

	for name; do
		wait "${job_of[$name]:?}"
	done
}

# told NAME COUNT [PATTERN]: a monitor has printed at least COUNT lines that match
told()
{
	times_told "$1" "${3:-.}"
	((reply >= $2))
}

# times_told NAME [PATTERN]: the number of lines that match, in $reply. Starts no program.
times_told()
{
	local line count=0 pattern=${2:-.}

	while IFS= read -r line; do
		[[ ! $line =~ $pattern ]] || count=$((count + 1))
	done <"$TMP/$1"
	reply=$count
}

# capture NAME STATION-ARGUMENTS...: starts station and waits until it prints "ready". The output goes to
# $TMP/NAME, the pid to $job.
capture()
{
	local name=$1
	shift

	listener "$name" station "$@"
	read -r reply <"$TMP/$name.err"
	[[ $reply == ready ]] || { verdict 0 "capture $name: $reply"; exit 1; }
}

capture_dut()
{
	capture "$1" capture "$DUT" "${@:2}"
}

capture_peer()
{
	capture "$1" -n "$PEER" capture "$LINK" "${@:2}"
}

# blast STATION-ARGUMENTS...: traffic from $DUT, pid in $job, report in $TMP/blast
blast()
{
	background station blast "$DUT" "$@" >"$TMP/blast"
	job_of[blast]=$job
}

# --- devices -----------------------------------------------------------------

mount -t sysfs sysfs /sys
# IPv6 of the devices would send frames of its own.
# shellcheck disable=SC2016 # expanded where it runs
quiet='for i in all default; do echo 1 >/proc/sys/net/ipv6/conf/$i/disable_ipv6; done'
eval "$quiet"
ip link set lo up

# add_netns NAME: a network namespace until the test ends
add_netns()
{
	ip netns add "$1"
	finally "ip netns del $1"
	nsenter --net="/run/netns/$1" bash -c "$quiet"
}

# veth DEV OTHER [NETNS]: a pair, both up; OTHER is in this network namespace
veth()
{
	if [[ -n ${3-} ]]; then
		ip link add "$1" type veth peer name "$2" netns "$3"
		ip -n "$3" link set "$2" up
	else
		ip link add "$1" type veth peer name "$2"
		ip link set "$2" up
	fi
	ip link set "$1" up
}

# pair [LINK-OPTION...]: makes $DUT here and $LINK in $PEER, both up
pair()
{
	[[ -e /run/netns/$PEER ]] || add_netns "$PEER"
	ip link add "$DUT" "$@" type veth peer name "$LINK" "$@" netns "$PEER"
	ip -n "$PEER" link set "$LINK" up
	ip link set "$DUT" up
}

# dcb of iproute2 6.1 takes the acknowledgement of its first request for the answer to its second. If a second of the clock
# begins in between, the numbers of the two differ, and it fails with "Protocol error" after the kernel has obeyed.
dcb()
{
	local said=$TMP/dcb.$BASHPID status=0

	command dcb "$@" 2>"$said" || status=$?
	if [[ $status != 0 ]] && grep -q "Protocol error" "$said"; then
		status=0
		command dcb "$@" 2>"$said" || status=$?
	fi
	cat "$said" >&2
	return $status
}

# private_etc: what the test changes below /etc ends with it. A guest of harness/vm ends, too.
private_etc()
{
	[[ -z ${VM_SHARE-} ]] || return 0
	cp -a /etc "$TMP/etc"
	rm -rf "$TMP/etc/pausectl"
	mount --bind "$TMP/etc" /etc
}

# machine_sysctl NAME VALUE: sets net.core.NAME until the test ends. All namespaces share this sysctl, and
# only the initial network namespace shows it.
machine_sysctl()
{
	local sysctl="nsenter --net=/proc/1/ns/net sysctl" name=net.core.$1

	finally "$sysctl -qw $name=$($sysctl -n "$name")"
	$sysctl -qw "$name=$2"
}

# software_burst MTU: octets that an automatic buffer allows for beside its headroom, in $reply: 8
# backlogs, each of 4 GSO frames of 64 KiB and of 28 frames of the MTU
software_burst()
{
	reply=$((8 * (4 * (65536 + 18) + 28 * ($1 + 18))))
}

# busy_pair: makes busy0 here, with a port, and busy1 in $PEER, both up. The driver of busy0, a module
# of the tests, takes no frames between driver_stops and driver_goes.
busy_pair()
{
	test_module pausectl_busy
	finally "rmmod pausectl_busy"
	# The module has made busy0 and busy1 in the initial network namespace.
	nsenter --net=/proc/1/ns/net ip link set busy0 netns $$
	nsenter --net=/proc/1/ns/net ip link set busy1 netns "$PEER"
	# Without GRO the headroom allows for frames of the MTU, not for GRO frames of 64 KiB.
	ethtool -K busy0 gro off
	ip link set busy0 up
	ip -n "$PEER" link set busy1 up
	attach busy0
}

driver_stops()
{
	echo Y >/sys/module/pausectl_busy/parameters/stopped
}

driver_goes()
{
	echo N >/sys/module/pausectl_busy/parameters/stopped
}

# add_bridge NAME: a silent bridge, without spanning tree and multicast snooping
add_bridge()
{
	ip link add "$1" up type bridge stp_state 0 mcast_snooping 0
}

forwarding() # DEV
{
	read -r reply <"/sys/class/net/$1/brport/state"
	((reply == 3))
}

# enslave DEV BRIDGE: makes DEV a port of the bridge, and waits until it forwards. The bridge may learn up
# to 1 s late that the link is up, and drops all frames until then.
enslave()
{
	ip link set "$1" master "$2"
	await 5 forwarding "$1"
}

on_peer()
{
	nsenter --net="/run/netns/$PEER" "$@"
}

# xoff_over DEV [COMMAND...]: the port of DEV stops its partner by hand no longer. COMMAND asks, as on_peer
xoff_over()
{
	json_field "$("${@:2}" pausectl -j show dev "$1")" forced
	[[ $reply != *true* ]]
}

# partner_port [SETTING VALUE...]: $LINK gets a port, too, with these settings
partner_port()
{
	on_peer tc qdisc add dev "$LINK" root handle 1: pausectl
	(($# == 0)) || configure_partner "$@"
}

configure_partner() # SETTING VALUE...
{
	on_peer pausectl set dev "$LINK" "$@"
}

attach() # [DEV]
{
	tc qdisc add dev "${1:-$DUT}" root handle 1: pausectl
}

detach() # [DEV]
{
	tc qdisc del dev "${1:-$DUT}" root
}

# port DEV [SETTING VALUE...]: attaches DEV and sets it
port()
{
	attach "$1"
	(($# == 1)) || pausectl set dev "$@"
}

# configure SETTING VALUE...: sets $DUT
configure()
{
	pausectl set dev "$DUT" "$@"
}

# port_pair [SETTING VALUE...]: pair, and a port at $DUT with these settings
port_pair()
{
	pair
	attach
	(($# == 0)) || configure "$@"
}

# from_peer FRAME...: see station frame
from_peer()
{
	station -n "$PEER" frame "$LINK" "$@"
}

# pause_by_peer QUANTA TIMER...: the peer pauses the link, or these priorities, of $DUT
pause_by_peer()
{
	local times="${*/%/:$1}"

	if [[ $2 == link ]]; then
		from_peer pause "$1"
	else
		times=${times#* }
		from_peer pfc "${times// /,}"
	fi
}

# shut TIMER...: the peer asks $DUT for the longest pause of these
shut()
{
	pause_by_peer 65535 "$@"
	await 5 counter_is "paused_${!#}" 1
}

# reopen TIMER...: the peer ends these pauses
reopen()
{
	pause_by_peer 0 "$@"
}

# hold_charged_frame: the peer stops priority 3, and a frame of the peer goes back to the peer, so it waits at $DUT
hold_charged_frame()
{
	shut 3
	tc qdisc add dev "$DUT" clsact
	tc filter add dev "$DUT" ingress protocol 802.1q matchall action mirred egress redirect dev "$DUT"
	on_peer station blast "$LINK" tag 1 prio 3 count 1 >"$TMP/blast"
	await 5 counter_is queue_packets_3 1
}

# shellcheck source=selftests/lib/settings.sh
. "$lib_dir/settings.sh"

# --- reports of station ------------------------------------------------------

# shellcheck source=selftests/lib/fields.sh
. "$lib_dir/fields.sh"

# sent_by_blast PRIO: the number of frames that the blast job has sent, in $reply
sent_by_blast()
{
	local line

	reply=0
	while read -r line; do
		fields "$line"
		if [[ ${field[prio]} == "$1" ]]; then
			reply=${field[sent]}
		fi
	done <"$TMP/blast"
}

# check_received CAPTURE [in|out]: all frames of the last blast are in the capture, once and in order.
# With several CPUs, frames that leave in order on two CPUs may reach the peer's end of a veth out of
# order. Then judge by the capture of $DUT itself, out.
check_received()
{
	local prio line

	station check "$TMP/$1" "${2:-in}" >"$TMP/received"
	for prio in {0..7}; do
		sent_by_blast "$prio"
		line=$(grep "^prio=$prio " "$TMP/received") || line="frames=0"
		[[ $reply != 0 || $line != frames=0 ]] || continue
		fields "$line"
		check_eq "priority $prio: frames in $1" "${field[frames]}" "$reply"
		check_eq "priority $prio: lost duplicates reordered" \
			"${field[lost]-} ${field[duplicates]-} ${field[reordered]-}" "0 0 0"
	done
}

# --- events of the kernel ----------------------------------------------------

# trace_events EVENT...: from now on the kernel traces these events of pausectl to $tracing/trace
trace_events()
{
	local event

	tracing=$TMP/tracing
	mkdir "$tracing"
	mount -t tracefs tracefs "$tracing"
	finally "echo 0 >$tracing/events/pausectl/enable; umount $tracing"
	echo >"$tracing/trace"
	for event; do
		echo 1 >"$tracing/events/pausectl/pausectl_$event/enable"
	done
}
