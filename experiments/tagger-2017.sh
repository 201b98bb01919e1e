# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Hu et al., Tagger: Practical PFC Deadlock Prevention in Data Center Networks, CoNEXT 2017: where links have failed, flows in a
# Clos go down, up and down again (a bounce). Two such flows close a ring of waiting ports. There is none if each bounce moves
# frames to the next priority.

topology() {
	switch spine1 leaf2 spine2 leaf1
	host a b c d
	link a-spine1,b-spine2,c-leaf1,d-leaf2,spine1-leaf2,leaf2-spine2,spine2-leaf1,leaf1-spine1 40 buffer-xoff 20k
	# a to c bounces at leaf2, and b to d at leaf1
	via spine1 leaf2 c
	via leaf2 spine2 c
	via spine2 leaf1 c d
	via leaf1 spine1 d
	via spine1 leaf2 d
}

# bounces NAME LOW HIGH REASON: a claim about the rate at which c and d receive, 2 s after c and d began to send up
bounces() {
	local mbit_3

	restart
	everywhere prio 3,4
	blast a c
	blast b d
	nap 0.5
	blast c a
	blast d b
	nap 2
	phase "$1" 2
	mbit leaf1-c leaf2-d
	mbit_3=$mbit
	prio=4 mbit leaf1-c leaf2-d
	claim "rate to c and d, Mb/s" "$(awk "BEGIN { print $mbit_3 + $mbit }")" "${@:2}"
}

# bump NODE DEV HOST: the frames of HOST leave by DEV with priority 4
bump() {
	on "$1" tc qdisc add dev "$2" clsact
	on "$1" tc filter add dev "$2" egress protocol 802.1q flower src_mac "$(mac "$3")" action vlan modify id 1 priority 4
}

experiment() {
	bounces "one priority" 0 0 "deadlock"
	rings 1 "two bounces close it"
	stop 0
	bump leaf1 leaf1-spine1 b
	bump leaf2 leaf2-spine2 a
	bounces "a priority for each bounce" 38 40.1 "the links from spine1 to leaf2 and spine2 to leaf1, which both share, are full"
	rings 0 "no ring of one priority"
}
