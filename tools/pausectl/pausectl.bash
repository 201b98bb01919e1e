# SPDX-License-Identifier: GPL-2.0
# bash completion for pausectl(8)
# shellcheck shell=bash

_pausectl_devices() {
	local device i
	# Behind -n NETNS, those of the namespace
	for ((i = 1; i + 1 < COMP_CWORD; i++)); do
		[[ ${COMP_WORDS[i]} =~ ^-(n|-?netns)$ && ${COMP_WORDS[i + 1]} != all ]] || continue
		ip -brief -n "${COMP_WORDS[i + 1]}" link 2> /dev/null | sed 's/[@ ].*//'
		return
	done
	for device in /sys/class/net/*; do
		# The bonding driver has a file here, which is no device
		[ -d "$device" ] && echo "${device##*/}"
	done
}

# begin of what is generated
_pausectl_settings="mode rx tx prio rx-prio tx-prio speed pace trust prio-tc tsa tc-bw maxrate buffer-size buffer-xoff buffer-xon alpha pool ecn ecn-min ecn-max advertise partner require watchdog watchdog-detect-ms watchdog-restore-ms guard-ms spoof-check filter filter-type filter-opcode filter-address split-gso limit xoff-quanta refresh-quanta prio-buffer delay-bits forward ack"

# What may follow the setting $1
_pausectl_setting_values() {
	case $1 in
	tc-bw) echo 0 100 default ;;
	prio-tc | prio-buffer) echo 0 7 default ;;
	filter-opcode) echo 0x0000-0xffff 0x0001 default ;;
	filter-type) echo 0x0600 0xffff default ;;
	refresh-quanta) echo 1 32767 65535 default ;;
	xoff-quanta) echo 1 65535 default ;;
	watchdog-detect-ms) echo 100 200 5000 default ;;
	watchdog-restore-ms) echo 100 200 60000 default ;;
	ecn-min | ecn-max | limit) echo 64kb 1mb default ;;
	delay-bits) echo auto 1 1000000000 default ;;
	speed) echo auto 100mbit 1gbit 10gbit 100gbit 400gbit default ;;
	buffer-size | buffer-xoff | buffer-xon | pool) echo auto 64kb 1mb default ;;
	filter-address) echo default 01:80:c2:00:00:01 ;;
	filter) echo multicast+unicast+type+opcode any off default ;;
	maxrate) echo none 100mbit 1gbit 10gbit 100gbit 400gbit default ;;
	prio | rx-prio | tx-prio) echo none all 0-7 3,4 +3 -3 3:on default ;;
	partner) echo none pause asym pause-asym tx rx tx-rx auto default ;;
	advertise) echo none pause asym pause-asym tx rx tx-rx auto off default ;;
	require) echo none tx rx both default ;;
	ecn) echo off 1 100 default ;;
	guard-ms) echo off 80 8000 default ;;
	watchdog) echo off drop forward alert drop-all default ;;
	split-gso) echo off on auto default ;;
	mode) echo off pause pfc default ;;
	rx | tx | pace | spoof-check | forward | ack) echo on off default ;;
	trust) echo pcp dscp pcp,dscp none default ;;
	alpha) echo static 1 1/2 default ;;
	tsa) echo strict ets default ;;
	*) return 1 ;;
	esac
}
# end of what is generated

_pausectl_apps="dscp-prio ethtype-prio default-prio stream-port-prio dgram-port-prio port-prio"

# What may follow the word $1
_pausectl_values() {
	_pausectl_setting_values "$1" && return
	case $1 in
	dscp-prio) echo 26:3 default ;;
	ethtype-prio) echo 0x8915:3 default ;;
	default-prio) echo 0 7 default ;;
	stream-port-prio | dgram-port-prio | port-prio) echo 4791:3 default ;;
	dev) _pausectl_devices ;;
	-n | -netns | --netns) echo all; ls /run/netns 2> /dev/null ;;
	-i | -interval | --interval) echo 1 ;;
	-b | -batch | --batch | file | output) compgen -f -- "${COMP_WORDS[COMP_CWORD]}" ;;
	quanta) echo 1000 65535 ;;
	interval) echo 20us 100us 1ms ;;
	sort) echo device paused xoff-in xoff-out drops ecn ;;
	pause) echo 0 65535 ;;
	pfc) echo 3:65535 3:0 ;;
	to) echo 01:80:c2:00:00:01 ;;
	count | for) echo 1 10 ;;
	format) echo svg png trace dot ;;
	profile) pausectl profile 2> /dev/null | cut -d ' ' -f 1 ;;
	help) echo show add del set stats doctor send xoff xon watchdog monitor top record plot trace metrics profile save restore ;;
	esac
}

# The options of command $1
_pausectl_options() {
	case $1 in
	stats) echo clear dev ;;
	show | del | watchdog | save | restore) echo dev ;;
	doctor) echo dev for ;;
	xon) echo dev prio ;;
	xoff) echo dev prio quanta interval for received ;;
	add) echo dev replace profile "$_pausectl_settings $_pausectl_apps" ;;
	set) echo dev profile "$_pausectl_settings $_pausectl_apps" ;;
	monitor) echo dev count for ;;
	record) echo dev interval for file ;;
	plot) echo format output ;;
	trace) echo dev for ;;
	top) echo dev sort ;;
	metrics) echo file ;;
	esac
}

# The next words of record, behind its words $1, of which $2 is the last. Several devices may come first
_pausectl_record() {
	local option

	case $2 in
	dev | interval | for | file) _pausectl_values "$2"; return ;;
	esac
	[[ $1 == *" "@(interval|for|file)" "* ]] || _pausectl_devices
	for option in $(_pausectl_options record); do
		[[ $1 == *" $option "* && $option != dev ]] || echo "$option"
	done
}

# The words that may come next, behind the words up to the cursor
_pausectl_next() {
	local i command=0 last=$((COMP_CWORD - 1)) option used place

	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-n | -netns | --netns | -i | -interval | --interval | -b | -batch | --batch)
			i=$((i + 1))
			[ $i -lt "$COMP_CWORD" ] || { _pausectl_values "${COMP_WORDS[i - 1]}"; return; } ;;
		-*) ;;
		*) command=$i; break ;;
		esac
	done
	if [ "$command" = 0 ]; then
		echo -j -p -d -s -c -i -n -b -h -V --json --pretty --details --statistics --color --interval --netns --batch --force --help --version help
		_pausectl_values help
		return
	fi

	used=" ${COMP_WORDS[*]:command+1:last-command} "
	place=$((last - command))
	if [ "${COMP_WORDS[command]}" = profile ]; then
		[ $place != 0 ] || _pausectl_values profile
		return
	fi
	if [ "${COMP_WORDS[command]}" = record ]; then
		_pausectl_record "$used" "${COMP_WORDS[last]}"
		return
	fi
	# The file comes first, without a word before it
	if [ "${COMP_WORDS[command]}" = plot ]; then
		[ $place != 0 ] || { _pausectl_values file; return; }
		place=$((place + 1))
	# A device without "dev" counts as two words
	elif [ $place -gt 0 ] && [ "${COMP_WORDS[command]}" != help ] &&
		[[ " $(_pausectl_options "${COMP_WORDS[command]}") dev pause pfc " != *" ${COMP_WORDS[command + 1]} "* ]]; then
		place=$((place + 1))
		used+="dev "
	elif [ $place = 0 ] && [[ ${COMP_WORDS[command]} != @(help|metrics) ]]; then
		_pausectl_devices
		[ "${COMP_WORDS[command]}" != trace ] || _pausectl_values file
	fi
	# "replace" and "received" have no value
	[[ ${COMP_WORDS[command]} != add || $used != *" replace "* ]] || place=$((place + 1))
	[[ ${COMP_WORDS[command]} != xoff || $used != *" received "* ]] || place=$((place + 1))
	if [ "${COMP_WORDS[command]}" = send ]; then
		case $place in
		0) echo dev ;;
		1) _pausectl_devices ;;
		2) echo pause pfc ;;
		3) _pausectl_values "${COMP_WORDS[last]}" ;;
		4) [ "${COMP_WORDS[last - 1]}" = pause ] && echo to ;;
		5) _pausectl_values "${COMP_WORDS[last]}" ;;
		esac
	elif [[ ${COMP_WORDS[command]} == xo[fn]* && ${COMP_WORDS[last]} == prio ]]; then
		echo all 0-7 3,4
	elif [ "${COMP_WORDS[command]} ${COMP_WORDS[last]}" = "help set" ]; then
		echo "$_pausectl_settings $_pausectl_apps"
	elif [ "${COMP_WORDS[command]}" = help ]; then
		[ $place != 0 ] || { _pausectl_values help; echo "$_pausectl_settings $_pausectl_apps"; }
	elif [ $((place % 2)) = 1 ]; then
		_pausectl_values "${COMP_WORDS[last]}"
	else
		for option in $(_pausectl_options "${COMP_WORDS[command]}"); do
			[[ $used == *" $option "* ]] || echo "$option"
		done
	fi
}

_pausectl() {
	# For readline a colon ends a word, but not for pausectl. So a value with a colon is offered only
	# at its start.
	mapfile -t COMPREPLY < <(compgen -W "$(_pausectl_next)" -- "${COMP_WORDS[COMP_CWORD]}")
}

complete -F _pausectl pausectl
