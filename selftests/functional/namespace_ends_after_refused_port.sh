#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: debug
# hook: any
#
# A port for which there is no memory is refused, and leaves nothing in its network namespace that the
# end of that would warn of: half a table of ports, say, which has several nodes for a device of this
# index. In each try, in a new namespace, the kernel has one more node for its trees, and then none.
. "${0%/*}/../lib.sh"
. "${0%/*}/../failslab.sh"

space=ends-$$

# try NODES: 0 if a port can begin in a new namespace
try()
{
	local status=0

	ip netns add "$space"
	ip -n "$space" link add "$DUT" index 5000 type dummy
	echo $(($1 * octets + 1)) >$failslab/space
	(
		echo 1 >/proc/self/make-it-fail
		exec tc -n "$space" qdisc add dev "$DUT" root pausectl
	) 2>"$TMP/answer" || status=$?
	ip netns del "$space"
	return $status
}

# To unload the module takes the end of all its namespaces.
unload()
{
	rmmod pausectl 2>/dev/null
}

finally "ip netns del $space 2>/dev/null"
modprobe pausectl
fail_only radix_tree_node
read -r octets </sys/kernel/slab/radix_tree_node/object_size
finally "echo 0 >$failslab/space"
set_failslab 100 Y N
nodes=0
until try $nodes; do
	check_match "$nodes nodes: answer" "$(<"$TMP/answer")" "*memory*"
	nodes=$((nodes + 1))
	((nodes <= 100)) || break
done
check_between "nodes that a port takes" $nodes 2 100
await 10 unload
