#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# Runs the examples of pausectl(8) as they stand there, in their order. They print what the page shows, and
# there is one for each command of the tool.
#
#	here
#	eth0 pausectl --- eth1 pausectl
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/document.sh"
require dot gnuplot jq tmux

of_sources tools/pausectl/pausectl.8
page=$(realpath "$reply")

# split_page: writes the commands of each example to $TMP/blocks/NUMBER.sh, and what they print to the next
# number, .text. A command in the background has said that it listens before the next one runs. The shell goes
# on behind an error, as at a terminal: its message is in the text.
split_page()
{
	mkdir "$TMP/blocks"
	sed -n '/^\.SH EXAMPLES/,/^\.SH SEE/p' "$page" |
		sed 's/\\(dq/"/g; s/\\(aq/'\''/g; s/\\-/-/g; s/^\\&//; s/\\e/\\/g' |
		awk -v out="$TMP/blocks" '
			/^\.EX$/ { n += 2; inside = 1; next }
			/^\.EE$/ { inside = 0 }
			!inside || /^$/ { next }
			{ to = sprintf("%s/%03d.text", out, n) }
			sub(/^# \\fB/, "") {
				sub(/\\fR$/, "")
				to = sprintf("%s/%03d.sh", out, n - 1)
				background = sub(/ &$/, "")
				if ($0 == "wait")
					$0 = "wait \"$job\""
				else if ($0 == "pausectl top")
					$0 = "screen_of_top"
				else if (background)
					$0 = "background " $0 "\nawait 10 nonempty \"$TMP/printed\""
				else
					$0 = $0 " || :"
			}
			{ print > to }'
}

top_shows()
{
	tmux -S "$TMP/tmux" capture-pane -p >"$TMP/screen"
	grep -qE '^eth0 .* [1-9][0-9]+% ' "$TMP/screen"
}

# screen_of_top: pausectl top needs a terminal.
screen_of_top()
{
	tmux -S "$TMP/tmux" -f /dev/null new-session -d -x 90 -y 6 "pausectl top"
	busywait 10 top_shows || :
	tmux -S "$TMP/tmux" kill-server
	cat "$TMP/screen"
}

install_profiles
private_etc
finally "rm -rf /etc/pausectl"
veth eth0 eth1
finally "ip link del eth0"
cd "$TMP"
split_page
run_blocks

for command in $(pausectl help | sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p'); do
	check_between "examples of pausectl $command" \
		"$(cat blocks/*.sh | grep -cE "(pausectl( -j)? |screen_of_)$command( |\$)")" 1 99
done
