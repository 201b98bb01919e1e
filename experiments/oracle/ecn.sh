# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Four TCP connections with DCTCP to one receiver. The switch marks above 15,000 octets, and sends XOFF above 60,000.
# shellcheck source=experiments/oracle/scenario.sh
. "$here/oracle/scenario.sh"

topology() {
	switch s
	host r h1 h2 h3 h4
	link r-s,h1-s,h2-s,h3-s,h4-s 40 buffer-xoff 60k ecn 3:100 ecn-min 3:15000 ecn-max 3:15000
	for i in 1 2 3 4; do flow h$i r 302800 tcp; done
	control=dctcp
}
