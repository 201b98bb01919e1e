# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Three switches in a ring. Each host sends to the host two switches on, the same way round: the buffers wait for each other.
# shellcheck source=experiments/oracle/scenario.sh
. "$here/oracle/scenario.sh"

topology() {
	switch s1 s2 s3
	host h1 h2 h3
	link h1-s1,h2-s2,h3-s3,s1-s2,s2-s3,s3-s1 40 buffer-xoff 20k
	via s1 s2 h3
	via s2 s3 h1
	via s3 s1 h2
	flow h1 h3 302800
	flow h2 h1 302800
	flow h3 h2 302800
}
