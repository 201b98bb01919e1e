#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: debug
#
# If there is no memory for a port, the request is refused. It leaves nothing in the network namespace,
# such as half a table of ports. Otherwise the kernel would warn at the end of the namespace.
#
# The table has several nodes for a device of a large ifindex. In each try, in a new namespace, the
# kernel has one more node for its trees, and then none.
#
#	here            |  ends-$$, new in each try
#	tc asks         |  $DUT, a dummy of a small or a large ifindex: pausectl or refused
. "${0%/*}/../../lib/failslab.sh"

space=ends-$$

# try NODES INDEX: succeeds if a port of a device with this ifindex can begin in a new namespace,
# with NODES nodes
try()
{
	local status=0

	ip netns add "$space"
	ip -n "$space" link add "$DUT" index "$2" type dummy
	echo $(($1 * octets + 1)) >$failslab/space
	(
		echo 1 >/proc/self/make-it-fail
		exec tc -n "$space" qdisc add dev "$DUT" root pausectl
	) 2>"$TMP/answer" || status=$?
	ip netns del "$space"
	return $status
}

# nodes_taken INDEX: how many nodes the port of such a device takes, with all that begins with it;
# in $reply
nodes_taken()
{
	reply=0
	until try $reply "$1"; do
		check_match "index $1, $reply nodes: answer" "$(<"$TMP/answer")" "*memory*"
		reply=$((reply + 1))
		((reply <= 100)) || break
	done
}

finally "ip netns del $space 2>/dev/null"
modprobe pausectl
fail_only radix_tree_node
read -r octets </sys/kernel/slab/radix_tree_node/object_size
finally "echo 0 >$failslab/space"
set_failslab 100 Y N
nodes_taken 5
small=$reply
nodes_taken 2000000000
# A node covers six bits of the ifindex: the large ifindex needs six nodes, the small one needs
# one. The files in sysfs also take some nodes.
check_between "nodes more than of a small index" $((reply - small)) 3 7
# The module can be unloaded only when all its namespaces have ended.
await 20 module_idle
rmmod pausectl
