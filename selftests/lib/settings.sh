# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Settings and counters of a port. lib.sh sources this file. The functions read counters from sysfs,
# because this starts no process, and settings from the JSON of pausectl show.

# zero_is WORD: replaces each 0 of the list in $reply
zero_is()
{
	reply=" ${reply// /  } "
	reply=${reply// 0 / $1 }
	reply=${reply//  / }
	reply=${reply# }
	reply=${reply% }
}

# parts_of_128: each N or N/M of the list in $reply becomes a number of parts of 128
parts_of_128()
{
	local part list=""

	for part in $reply; do
		[[ $part == static || $part == */* ]] || part+=/1
		[[ $part == static ]] || part=$((${part%/*} * 128 / ${part#*/}))
		list+=" $part"
	done
	reply=${list# }
}

# list_of BITS: 8 times 0 or 1 become a list of priorities, in $reply
list_of()
{
	local i first bits list=""

	read -ra bits <<<"$1"
	for ((i = 0; i < 8; i++)); do
		((bits[i])) || continue
		first=$i
		while ((i < 7 && bits[i + 1])); do
			i=$((i + 1))
		done
		list+=,$first
		((i == first)) || list+=-$i
	done
	reply=${list#,}
	reply=${reply:-none}
}

# plain NAME: the JSON of the setting, in $reply, becomes words with a blank between them. Switches and
# bits of priorities become 0 and 1.
plain()
{
	# No string in an array has a comma.
	[[ $reply != \[* ]] || reply=${reply//,/ }
	reply=${reply//[\[\]\"]/}
	case $1 in
	rx | tx | pace | *prio | forward | ack | spoof_check | \
		?x_active | *link_configuration_error)
		reply=${reply//true/1}
		reply=${reply//false/0} ;;
	maxrate) zero_is none ;;
	ecn | guard_ms) zero_is off ;;
	alpha) parts_of_128 ;;
	speed | delay_bits | pool | buffer_*) zero_is auto ;;
	trust)
		reply=${reply// /,}
		reply=${reply:-none} ;;
	esac
}

# setting_in JSON NAME: the value of the setting, in the words of plain(), in $reply
setting_in()
{
	json_field "$1" "$2"
	plain "$2"
}

setting() # NAME [DEV]; in $reply
{
	local json

	json=$(pausectl -j show dev "${2:-$DUT}")
	setting_in "$json" "$1"
	[[ $1 != *prio ]] || list_of "$reply"
}

# port_json FILTER [DEV]: prints what jq makes of the JSON of the port
port_json()
{
	pausectl -j show dev "${2:-$DUT}" | jq -c ".[0] | $1"
}

# keep_settings: the settings that all ports here have now, for check_kept
keep_settings()
{
	kept=$(pausectl -j show)
	[[ $kept == "[{"* ]]
}

check_kept() # WHAT
{
	local now good=0

	now=$(pausectl -j show)
	[[ $now == "$kept" ]] && good=1
	verdict $good "$1: settings as before"
	((good)) || printf 'measured:\n%s\ndemanded:\n%s\n' "$now" "$kept"
}

# counter_in DIRECTORY NAME: the value of a counter, from the files of statistics there, in $reply. NAME
# is a counter with one value, or a counter and a priority or the link, such as rx_pfc_3 or paused_link.
counter_in()
{
	local name=${2%_[0-7]} numbers

	name=${name%_link}
	read -ra numbers <"$1/$name"
	case ${2#"$name"} in
	"") reply=${numbers[0]} ;;
	_link) reply=${numbers[8]} ;;
	*) reply=${numbers[${2##*_}]} ;;
	esac
}

counter() # NAME [DEV]; in $reply
{
	counter_in "/sys/class/net/${2:-$DUT}/pausectl/statistics" "$1"
}

check_setting() # NAME DEMANDED [DEV]
{
	setting "$1" "${3:-$DUT}"
	check_eq "${3:-$DUT} $1" "$reply" "$2"
}

# check_settings NAME DEMANDED...: settings of $DUT, which is asked once
check_settings()
{
	local json

	json=$(pausectl -j show dev "$DUT")
	while (($#)); do
		setting_in "$json" "$1"
		[[ $1 != *prio ]] || list_of "$reply"
		check_eq "$DUT $1" "$reply" "$2"
		shift 2
	done
}

check_paused() # LIST [DEV]: the timers that run, such as 0,1,2 or link or none
{
	local i numbers list=""

	read -ra numbers <"/sys/class/net/${2:-$DUT}/pausectl/statistics/paused"
	for i in {0..7}; do
		((!numbers[i])) || list+=,$i
	done
	((!numbers[8])) || list+=,link
	list=${list#,}
	check_eq "${2:-$DUT} paused" "${list:-none}" "$1"
}

check_counter() # NAME DEMANDED [DEV]
{
	counter "$1" "${3:-$DUT}"
	check_eq "${3:-$DUT} $1" "$reply" "$2"
}

check_counters() # NAME DEMANDED...
{
	while (($#)); do
		check_counter "$1" "$2"
		shift 2
	done
}

counter_is() # NAME VALUE [DEV]
{
	counter "$1" "${3:-$DUT}"
	((reply == $2))
}

counter_reaches() # NAME VALUE [DEV]
{
	counter "$1" "${3:-$DUT}"
	((reply >= $2))
}

drained()
{
	local prio

	for prio in {0..7}; do
		counter_is "queue_packets_$prio" 0 || return 1
	done
}

# All counters of $DUT at the time of take_snapshot
declare -A snapshot

counters_to() # FILE
{
	station values "/sys/class/net/$DUT/pausectl/statistics" >"$TMP/$1"
}

take_snapshot()
{
	counters_to snapshot
	eval "snapshot=($(<"$TMP/snapshot"))"
}

# check_moved WHAT NAME=BY...: since the snapshot these counters have moved by this much (by any amount
# if BY is any), and no other counter has moved. Durations, data that passed, and limits of buffers in force, are
# compared only if they are named: limits follow settings and count nothing. Takes a new snapshot.
check_moved()
{
	local what=$1 arg name value wrong=""
	local -A demanded=() moved=()
	shift

	for arg; do
		demanded[${arg%=*}]=${arg#*=}
		moved[${arg%=*}]=0
	done
	# Frames may still be on their way. A frame that is not there after 2 s is lost.
	for name in "${!demanded[@]}"; do
		[[ ${demanded[$name]} == any ]] ||
			busywait 2 counter_reaches "$name" $((snapshot[$name] + demanded[$name])) || :
	done
	counters_to now
	while IFS="[]=" read -r _ name _ value; do
		moved[$name]=$((value - snapshot[$name])) snapshot[$name]=$value
	done < <(grep -vxFf "$TMP/snapshot" "$TMP/now" || :)
	mv "$TMP/now" "$TMP/snapshot"
	for name in "${!moved[@]}"; do
		[[ ${demanded[$name]-} != any ]] || continue
		[[ $name != @(*_duration_us|*_in_force|?x_packets)_* || -n ${demanded[$name]-} ]] || continue
		((moved[$name] == ${demanded[$name]:-0})) || wrong+=" $name=${moved[$name]}"
	done
	verdict $((${#wrong} == 0)) "$what: measured ${wrong:-just that}, demanded $*"
}

# install_profiles: puts the profiles where pausectl looks for those of the package, until the test ends. Elsewhere than in a
# guest of harness/vm, make install-tools has put them there.
install_profiles()
{
	[[ -n ${VM_SHARE-} ]] || return 0
	finally "rm -rf /usr/local/share/pausectl"
	mkdir -p /usr/local/share/pausectl/profiles
	cp "${0%/*}"/../../../tools/data/profiles/* /usr/local/share/pausectl/profiles
}
