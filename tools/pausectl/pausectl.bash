# SPDX-License-Identifier: GPL-2.0
# bash completion for pausectl(8), from the grammar that "pausectl help COMMAND" prints
# shellcheck shell=bash

# The devices, after -n NETNS those of the namespace. Without ip, those of /sys
_pausectl_devices() {
	local netns=()

	[[ " ${COMP_WORDS[*]} " =~ \ --?n(etns)?[\ =]+([^ ]+) && ${BASH_REMATCH[2]} != all ]] && netns=(-n "${BASH_REMATCH[2]}")
	{ ip -brief "${netns[@]}" link 2> /dev/null || [ "${netns[*]}" ] || (cd /sys/class/net && printf '%s\n' */); } |
		sed 's|[@ /].*||'
}

_pausectl_commands() {
	pausectl help | sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p'
}

# The words of the grammar of command $1, a line each, of add with the settings of set
_pausectl_grammar() {
	pausectl help "$1" | sed "/^$/,\$d; s/^usage: //; s/^ *pausectl $1 //" | tr -s ' ' '\n'
	[ "$1" != add ] || _pausectl_grammar set | sed '1,/NAME/d'
}

# The options of the grammar, a line each: NAME or NAME VALUE, as in "sort device|paused". One without a
# value is closed, or another word follows. The words of send have none.
_pausectl_options() {
	_pausectl_grammar "$1" | awk '
		name != "" { print name, $0 ~ /^\[[a-z[]/ ? "" : $0; name = "" }
		{ bare = $0; gsub(/[][]/, "", bare) }
		bare !~ /^[a-z][a-z-]*$/ { next }
		/]$/ && bare != "dev" { print bare; next }
		{ name = bare }' | sed 's/]$//'
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
	local i command=0 word last=${COMP_WORDS[COMP_CWORD - 1]} used name value names=()

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
	word=${COMP_WORDS[command]}
	used=" ${COMP_WORDS[*]:command+1:COMP_CWORD-command-1} "
	if [ "$word" = help ]; then
		_pausectl_commands
		_pausectl_options set | sed 's/ .*//; /^dev$/d; /^profile$/d'
		return
	fi
	while read -r name value; do
		# The value of the last word, and nothing else
		if [ "$name" = "$last" ] && [ "$value" ]; then
			_pausectl_values "$value"
			[[ $word != @(set|add) || $name == @(dev|profile) ]] || echo default
			return
		fi
		[[ $used == *" $name "* ]] || names+=("$name")
	done < <(_pausectl_options "$word")
	printf '%s\n' "${names[@]}"
	[ "$used" = "  " ] || return 0
	# The first word may be a device, a file or a profile
	_pausectl_values "$(_pausectl_grammar "$word" | sed '/^\[[a-z]*[a-z]$/,$d; /[A-Z]/!d; s/[][]//g')"
}

_pausectl() {
	# For readline a colon ends a word, but not for pausectl. So a value with a colon is offered only
	# at its start.
	mapfile -t COMPREPLY < <(compgen -W "$(_pausectl_next)" -- "${COMP_WORDS[COMP_CWORD]}" || :)
}

complete -F _pausectl pausectl
