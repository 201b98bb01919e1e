# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # for the tests; of lib.sh
#
# For tests that run each "sh" block of a document in Documentation/ unchanged. If a "text" block comes
# next, the output of the "sh" block must match it: the same lines in the same order. A number matches any
# other number, but 0 matches only 0. A time of day matches any other. "..." matches any lines. Source it after lib.sh.

# The output of each block that has a name
declare -A printed
running=0

# split_document NAME: writes each block of Documentation/NAME.rst to $TMP/blocks/NUMBER.KIND. KIND is
# sh or text. NUMBER.name has the name of the block, NUMBER.section the heading above it.
split_document()
{
	of_sources "Documentation/$1.rst"
	mkdir "$TMP/blocks"
	awk -v out="$TMP/blocks" '
		/^===+$/ { section = last }
		{ last = $0 }
		/^\.\. code-block:: / {
			n++
			file = sprintf("%s/%03d.%s", out, n, $3)
			print section > sprintf("%s/%03d.section", out, n)
			next
		}
		!file { next }
		/^    :name: / { print $2 > sprintf("%s/%03d.name", out, n); next }
		/^    / { print substr($0, 5) > file; next }
		/^$/ { next }
		{ file = "" }' "$reply"
}

# pattern_of FILE: a regular expression of grep -Pz for the whole file, in $reply. perftest of Debian 13 writes the same
# unit as MiB.
pattern_of()
{
	reply=$(sed -E '
		/^\.\.\.$/ { s/.*/(?:.*\\n)*?/; b }
		s/[][\\.^$*+?(){}|]/\\&/g
		s/[0-9]{2}(:[0-9]{2}){2}(\\\.[0-9]+)?/\x03/g
		s/[0-9]+(\\\.[0-9]+)?/\x01&\x02/g
		s/\x01[0.\\]+\x02/0+(?:\\.0+)?/g
		s/\x01[^\x02]*\x02/(?=[0-9.]*[1-9])[0-9]+(?:\\.[0-9]+)?/g
		s/\x03/[0-9]{2}(?::[0-9]{2}){2}(?:\\.[0-9]+)?/g
		s:MB/sec:Mi?B/sec:g
		s/ +/ +/g
		s/$/ *\\n/' "$1" | tr -d '\n')
}

# check_printed NUMBER: $output matches the block of text behind block NUMBER of sh, if there is one
check_printed()
{
	local good=0 text

	text=$TMP/blocks/$(printf %03d $((10#$1 + 1))).text
	[[ -e $text ]] || return 0
	pattern_of "$text"
	sed '/^$/d' <<<"$output" | grep -Pzq "\\A$reply\\z" && good=1
	verdict $good "block $1: prints what the document shows"
	((good)) || printf 'measured:\n%s\ndemanded:\n%s\n' "$output" "$(<"$text")"
}

# run_block NUMBER: runs the block in this shell and sets output. A command that fails ends the test.
run_block()
{
	running=1
	exec {stdout}>&1 >"$TMP/printed" 2>&1
	# shellcheck source=/dev/null
	. "$TMP/blocks/$1.sh"
	exec >&"$stdout" 2>&1 {stdout}>&-
	running=0
	output=$(<"$TMP/printed")
	if [[ -e $TMP/blocks/$1.name ]]; then
		printed[$(<"$TMP/blocks/$1.name")]=$output
	fi
	verdict 1 "block $1: all commands succeed"
	echo "$output"
	check_printed "$1"
}

# run_blocks [COMMAND...]: runs all blocks in their order. Before each, COMMAND runs with its number.
run_blocks()
{
	local file number

	for file in "$TMP"/blocks/*.sh; do
		number=${file##*/}
		(($# == 0)) || "$@" "${number%.sh}"
		run_block "${number%.sh}"
	done
}

# Print the output of the block that has failed.
# shellcheck disable=SC2016 # expanded at the end
finally '((!running)) || { exec >&"$stdout"; cat "$TMP/printed"; }'
