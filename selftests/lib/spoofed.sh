# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154 # for those who source it; what lib.sh sets
#
# For tests of control frames that the port itself did not make. Source it in place of lib.sh.
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"

# The marker is the last frame that a command sends. Its type is not 88-08, so the port does not drop it.
marker=(hex "ffffffffffff 020000000042 88b5 0001020304")

# tc_drops: the drops of the qdisc of $DUT, by tc, in $reply
tc_drops()
{
	reply=$(tc -s qdisc show dev "$DUT" | sed -n '/^qdisc pausectl/,$s/.*dropped \([0-9]*\).*/\1/p')
}

# check_way WHAT SENT ARRIVE COMMAND [SPOOFED]: the command sends SENT frames and then the marker.
# ARRIVE of the frames arrive, and the qdisc counts the others as drops. The port counts SPOOFED frames as
# spoofed, by default all that it dropped.
check_way()
{
	local wire marked before drops

	capture_peer wire type 8808
	wire=$job
	capture_peer marked type 88b5 count 1
	marked=$job
	counter tx_spoofed
	before=$reply
	tc_drops
	drops=$reply
	"$4"
	wait "$marked"
	reap "$wire"
	check_eq "$1: frames at the partner" "$(grep -c ' in ' "$TMP/wire" || :)" "$3"
	check_counter tx_spoofed $((before + ${5:-$2 - $3}))
	tc_drops
	check_eq "$1: drops of the qdisc" $((reply - drops)) $(($2 - $3))
}
