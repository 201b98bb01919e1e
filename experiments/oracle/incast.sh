# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Hosts at one switch send 75,700 octets each to one receiver, by links of 40 Mb/s. The name says how many.
# shellcheck source=experiments/oracle/scenario.sh
. "$here/oracle/scenario.sh"

topology() {
	local i

	switch s
	host r
	link r-s 40 buffer-xoff 20k
	for ((i = 1; i <= ${name##*-}; i++)); do
		host h$i
		link h$i-s 40 buffer-xoff 20k
		flow h$i r 75700
	done
	seconds=$((1 + ${name##*-} / 16))
}
