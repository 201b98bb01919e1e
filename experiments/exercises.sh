# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# The lab of Documentation/experiments/exercises.rst, whose commands experiment() runs

topology() {
	switch s1 s2 s3
	host h1 h2 h3 h4 h5
	link h1-s1,h2-s1,h3-s2,h4-s2,h5-s3,s1-s2,s2-s3,s3-s1 10 buffer-xoff 20k
	via s1 s2 h5
	via s2 s3 h1
	via s3 s1 h3
}

experiment() {
	local doc=$here/../Documentation/experiments/exercises.rst

	# The lab is up: leave out the commands that make and remove it.
	awk '/^    / && inside && !/kit/ { print substr($0, 5) } /^[^ ]/ { inside = /^\.\. code-block:: sh/ }' "$doc" > "$work/commands"
	bash -eu "$work/commands"
}
