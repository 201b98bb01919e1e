# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# A link of 40 Mb/s and 500 us each way, whose buffer has just the headroom of IEEE 802.1Qbb, Annex O: two longest frames, the XOFF,
# the reaction of 100 us and 2 * 500 us, each at 5 octets in a microsecond. The receiver has 10 Mb/s.
# shellcheck source=experiments/oracle/scenario.sh
. "$here/oracle/scenario.sh"

topology() {
	switch s
	host h r
	link h-s 40 delay 500 buffer-xoff 20000 buffer-size $((20000 + 2 * 1518 + 64 + 5 * (100 + 2 * 500)))
	link r-s 10 buffer-xoff 20k
	flow h r 302800
}
