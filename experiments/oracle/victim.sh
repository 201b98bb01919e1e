# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# h1 and h2 send to r over the link between two switches. v sends to w over the same link, and waits for the pauses of r.
# shellcheck source=experiments/oracle/scenario.sh
. "$here/oracle/scenario.sh"

topology() {
	switch s1 s2
	host h1 h2 v r w
	link h1-s1,h2-s1,v-s1,r-s2,w-s2 40 buffer-xoff 20k
	link s1-s2 100 buffer-xoff 20k
	flow h1 r 302800
	flow h2 r 302800
	flow v w 302800
}
