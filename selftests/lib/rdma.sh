# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests with Soft RoCE. rxe works in the initial network namespace. So such a test, unlike others, stays
# there, and has only a mount namespace of its own. Source this file in place of lib.sh.
if [[ -z ${VM_SHARE-} ]]; then
	# shellcheck source=selftests/lib/machine.sh
	. "${BASH_SOURCE[0]%/*}/machine.sh"
	unfit "changes the initial network namespace, so it needs a guest: make check-vm"
fi
if [[ ${PAUSECTL_OWN_NETNS-} != "$$" ]]; then
	# lib.sh mounts another /sys.
	# shellcheck disable=SC2016 # expanded in the other shell
	PAUSECTL_OWN_NETNS=$$ exec unshare --mount --propagation private \
		"$BASH" -c 'umount -l /sys && exec "$BASH" "$0" "$@"' "$0" "$@"
fi
# shellcheck source=selftests/lib/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"
require rdma
modprobe -q rdma_rxe || skip "this kernel has no rdma_rxe"

# Each program would load the libraries of all makers of adapters, which takes longer than what it does.
mkdir "$TMP/libibverbs.d"
cp /etc/libibverbs.d/rxe.driver "$TMP/libibverbs.d/"
mount --bind "$TMP/libibverbs.d" /etc/libibverbs.d
finally "umount /etc/libibverbs.d"

# rdma_host N: makes the device rdmaN on hN. All hosts are in this namespace: rxe asks for a route over its own
# device, and hN takes frames from an address of this namespace.
rdma_host()
{
	echo 1 >"/proc/sys/net/ipv4/conf/h$1/accept_local"
	echo 0 >"/proc/sys/net/ipv4/conf/h$1/rp_filter"
	echo 0 >/proc/sys/net/ipv4/conf/all/rp_filter
	rdma link add "rdma$1" type rxe netdev "h$1"
}

# rdma_sum NAME...: the sum of these counters over all RDMA devices, in $reply
rdma_sum()
{
	local name file sum=0

	for name; do
		for file in /sys/class/infiniband/*/ports/1/hw_counters/"$name"; do
			sum=$((sum + $(<"$file")))
		done
	done
	reply=$sum
}
