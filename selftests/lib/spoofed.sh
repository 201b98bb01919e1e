# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154 # for those who source it; what lib.sh sets
#
# For tests of control frames that others than the port send: what becomes of them. Source it
# after lib.sh.

# The last frame, of another type, is not dropped.
marker=(hex "ffffffffffff 020000000042 88b5 0001020304")

# Frames that the qdisc of $DUT dropped, by tc; in $reply
tc_drops()
{
	reply=$(tc -s qdisc show dev "$DUT" | sed -n '/^qdisc pausectl/,$s/.*dropped \([0-9]*\).*/\1/p')
}

# check_way WHAT SENT ARRIVE COMMAND [SPOOFED]: of SENT frames of that command, which sends the
# marker behind them, so many arrive. The others are counted as drops, and all or so many of them as
# spoofed.
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
