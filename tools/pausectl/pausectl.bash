# SPDX-License-Identifier: GPL-2.0
# bash completion for pausectl(8)
# shellcheck shell=bash

_pausectl_devices() {
	local device
	for device in /sys/class/net/*; do
		# Not a file of the bonding driver
		[ -d "$device" ] && echo "${device##*/}"
	done
}

# What may follow the word $1
_pausectl_values() {
	case $1 in
	dev) _pausectl_devices ;;
	mode) echo off pause pfc ;;
	rx | tx | pace | split-gso | autoneg | watchdog-drop-all | forward | delay-statistics | ack | spoof-check)
		echo on off ;;
	prio | rx-prio | tx-prio | ecn | dynamic) echo none all 0-7 3,4 ;;
	speed) echo auto 100mbit 1gbit 2.5gbit 10gbit 25gbit 40gbit 100gbit 400gbit ;;
	limit) echo 64kb 1mb 4mb 16mb ;;
	prio-tc) echo 0:0,1:1,2:2,3:3,4:4,5:5,6:6,7:7 ;;
	tsa) echo strict 0:ets,1:ets ;;
	tc-bw) echo 0:50,1:50 ;;
	maxrate) echo none 0:100mbit ;;
	advertise | partner) echo none pause asym pause,asym tx rx tx,rx auto ;;
	require) echo none tx rx both ;;
	quanta) echo 1000 65535 ;;
	refresh) echo 500 32767 ;;
	gap) echo 0 2000 ;;
	prio-buffer) echo 0:0,1:1,2:2,3:3,4:4,5:5,6:6,7:7 ;;
	buffer-size | buffer-xoff | buffer-xon) echo auto 64kb 256kb 3:64kb ;;
	delay) echo auto 1000 ;;
	interval) echo 10us 100us 1ms ;;
	pause) echo 0 65535 ;;
	pause-wish) echo none off rx tx tx,rx ;;
	trust) echo pcp dscp pcp,dscp none ;;
	watchdog) echo off 3:drop 3:forward 3:alert link:drop ;;
	watchdog-detect | watchdog-restore) echo 200 3:200 ;;
	watchdog-poll) echo 100 ;;
	guard) echo off auto 100 ;;
	pause-limit) echo off 1000 ;;
	pause-ignore) echo 200 ;;
	ecn-min) echo 5000 3:64kb ;;
	ecn-max) echo 200000 3:256kb ;;
	ecn-probability) echo 1 3:10 ;;
	alpha) echo 1 3:1/2 ;;
	pool) echo auto 1mb ;;
	filter) echo multicast+unicast+type+opcode global-pause:any priority-pause:off ;;
	filter-type) echo 0x8808 ;;
	filter-opcode) echo global-control:0x0000-0xffff global-pause:0x0001 ;;
	filter-unicast) echo own ;;
	filter-multicast) echo 01:80:c2:00:00:01 ;;
	filter-source) echo none ;;
	pfc) echo 3:65535 3:0 ;;
	to) echo 01:80:c2:00:00:01 ;;
	count | for) echo 1 10 ;;
	help) echo show set stats send xoff xon storm watchdog monitor ;;
	esac
}

# The options of command $1
_pausectl_options() {
	case $1 in
	show | stats | watchdog) echo dev ;;
	set) echo dev mode rx tx prio rx-prio tx-prio speed pace split-gso limit prio-tc tsa \
		tc-bw maxrate \
		autoneg advertise partner require quanta refresh gap prio-buffer \
		buffer-size buffer-xoff buffer-xon delay pause-wish trust watchdog \
		watchdog-detect watchdog-restore watchdog-poll watchdog-drop-all forward \
		guard ecn ecn-min ecn-max ecn-probability delay-statistics \
		dynamic alpha pool filter filter-type filter-opcode \
		filter-unicast filter-multicast filter-source ack spoof-check \
		pause-limit pause-ignore ;;
	monitor) echo dev count for ;;
	storm) echo quanta interval for received ;;
	esac
}

# What follows $1 words of storm, of which the third is $2 and the last $3; $4 are all
_pausectl_storm() {
	local options=3 option

	[ "$2" = pfc ] && options=4
	# It stands alone
	[[ $4 == *" received "* ]] && options=$((options + 1))
	case $1 in
	0) echo dev ;;
	1) _pausectl_devices ;;
	2) echo pause pfc ;;
	*)
		if [ "$1" -lt $options ]; then
			_pausectl_values prio
		elif [ $((($1 - options) % 2)) = 1 ]; then
			_pausectl_values "$3"
		else
			for option in $(_pausectl_options storm); do
				[[ $4 == *" $option "* ]] || echo "$option"
			done
		fi ;;
	esac
}

# The words that may follow those in the array words, up to the cursor
_pausectl_next() {
	local i command=0 last=$((COMP_CWORD - 1)) option used

	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-*) ;;
		*) command=$i; break ;;
		esac
	done
	if [ "$command" = 0 ]; then
		echo -j -p -h -V --json --pretty --help --version help
		_pausectl_values help
		return
	fi

	used=" ${COMP_WORDS[*]:command+1:last-command} "
	if [ "${COMP_WORDS[command]}" = send ]; then
		case $((last - command)) in
		0) echo dev ;;
		1) _pausectl_devices ;;
		2) echo pause pfc ;;
		3) _pausectl_values "${COMP_WORDS[last]}" ;;
		4) [ "${COMP_WORDS[last - 1]}" = pause ] && echo to ;;
		5) _pausectl_values "${COMP_WORDS[last]}" ;;
		esac
	elif [ "${COMP_WORDS[command]}" = storm ]; then
		_pausectl_storm $((last - command)) "${COMP_WORDS[command + 3]}" "${COMP_WORDS[last]}" "$used"
	elif [[ ${COMP_WORDS[command]} == xo[fn]* ]]; then
		case $((last - command)) in
		0) echo dev ;;
		1) _pausectl_devices ;;
		2) echo prio ;;
		3) echo all 0-7 3,4 ;;
		esac
	elif [ "${COMP_WORDS[command]}" = help ] || [ $(((last - command) % 2)) = 1 ]; then
		_pausectl_values "${COMP_WORDS[last]}"
	else
		for option in $(_pausectl_options "${COMP_WORDS[command]}"); do
			[[ $used == *" $option "* ]] || echo "$option"
		done
	fi
}

_pausectl() {
	# Colons part words for readline, but not for pausectl; its values that have
	# one are offered only at their start.
	mapfile -t COMPREPLY < <(compgen -W "$(_pausectl_next)" -- "${COMP_WORDS[COMP_CWORD]}")
}

complete -F _pausectl pausectl
