# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Hosts with links of 10, 40 and 100 Mb/s send to a receiver with 40 Mb/s, and one with 100 Mb/s to one with 10.
# shellcheck source=experiments/oracle/scenario.sh
. "$here/oracle/scenario.sh"

topology() {
	switch s
	host h10 h40 h100 f r r10
	link h10-s,r10-s 10 buffer-xoff 20k
	link h40-s,r-s 40 buffer-xoff 20k
	link h100-s,f-s 100 buffer-xoff 20k
	flow h10 r 75700
	flow h40 r 302800
	flow h100 r 302800
	flow f r10 75700
}
