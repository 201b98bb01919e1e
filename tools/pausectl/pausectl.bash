# SPDX-License-Identifier: GPL-2.0
# bash completion for pausectl(8), from the grammar that "pausectl help COMMAND" prints
# shellcheck shell=bash

# The devices, after -n NETNS those of the namespace
_pausectl_devices() {
	local device i

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

_pausectl_commands() {
	pausectl help | sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p'
}

# The words of the grammar of command $1, of add with the settings of set, in the array grammar
_pausectl_grammar() {
	local text

	text=$(pausectl help "$1" | sed "/^$/,\$d; s/^usage: //; s/^ *pausectl $1 //")
	[ "$1" != add ] || text+=" $(pausectl help set | sed '/^$/,$d; s/^usage: pausectl set.*NAME\]//')"
	read -rd '' -a grammar <<< "$text" || :
}

# The options of the grammar, a line each: NAME or NAME VALUE, as in "sort device|paused"
_pausectl_options() {
	local i name value next_one='^\[[a-z[]'

	for ((i = 0; i < ${#grammar[@]}; i++)); do
		name=${grammar[i]}
		name=${name//[][]/}
		[[ $name =~ ^[a-z][a-z-]*$ ]] || continue
		value=${grammar[i + 1]-}
		# One with a value is open, or is a word of send
		if [[ (${grammar[i]: -1} == "]" && $name != dev) || $value =~ $next_one ]]; then
			value=""
		fi
		echo "$name ${value%]}"
	done
}

# What may stand for the value $1 of the grammar
_pausectl_values() {
	local one

	for one in ${1//|/ }; do
		case $one in
		*LIST) echo 3,4 0-7 ;;
		*:*) ;;
		[a-z]*) echo "$one" ;;
		DEV*) _pausectl_devices ;;
		NAME) pausectl profile 2> /dev/null | cut -d ' ' -f 1 ;;
		FILE) compgen -f -- "${COMP_WORDS[COMP_CWORD]}" ;;
		RATE) echo 100mbit 1gbit 10gbit 100gbit ;;
		TIME) echo 100ms 1s 10s ;;
		esac
	done
}

# The words that may come next, after the words up to the cursor
_pausectl_next() {
	local i command=0 last=${COMP_WORDS[COMP_CWORD - 1]} used name value grammar

	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-n | -netns | --netns | -i | -interval | --interval | -b | -batch | --batch) i=$((i + 1)) ;;
		-*) ;;
		*) command=$i; break ;;
		esac
	done
	case $command-$last in
	0-*n | 0-*netns) echo all; ls /run/netns 2> /dev/null; return ;;
	0-*b | 0-*batch) _pausectl_values FILE; return ;;
	0-*) echo --json --pretty --details --statistics --color --interval --netns --batch --force --help --version help
		_pausectl_commands; return ;;
	esac
	if [ "${COMP_WORDS[command]}" = help ]; then
		_pausectl_commands
		_pausectl_grammar set
		_pausectl_options | sed 's/ .*//; /^dev$/d; /^profile$/d'
		return
	fi
	_pausectl_grammar "${COMP_WORDS[command]}"
	used=" ${COMP_WORDS[*]:command+1:COMP_CWORD-command-1} "
	while read -r name value; do
		# The value of the last word, and nothing else
		if [ "$name" = "$last" ] && [ "$value" ]; then
			_pausectl_values "$value"
			[[ ${COMP_WORDS[command]} != @(set|add) || $name == @(dev|profile) ]] || echo default
			return
		fi
	done < <(_pausectl_options)
	while read -r name value; do
		[[ $used == *" $name "* ]] || echo "$name"
	done < <(_pausectl_options)
	[ $((COMP_CWORD - command)) = 1 ] || return 0
	# The first word may be a device, a file or a profile
	for name in "${grammar[@]}"; do
		case $name in
		*DEV*) _pausectl_devices; break ;;
		FILE | \[FILE) _pausectl_values FILE ;;
		\[NAME\]) _pausectl_values NAME ;;
		\[[a-z]*[a-z]) break ;;
		esac
	done
}

_pausectl() {
	# For readline a colon ends a word, but not for pausectl. So a value with a colon is offered only
	# at its start.
	mapfile -t COMPREPLY < <(compgen -W "$(_pausectl_next)" -- "${COMP_WORDS[COMP_CWORD]}")
}

complete -F _pausectl pausectl
