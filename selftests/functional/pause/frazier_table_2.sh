#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# Frazier, Link Configuration of Pause Function (1997), Table 2: with Pause(t) and
# Pause(r) advertised, all 16 cases end as listed, and the wire shows it: whose
# PAUSE frames are sent, and whose are obeyed. N: neither, R: obeys them, T: might
# send them, B: both.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/agreement.sh"

declare -A word=([N]=none [R]=rx [T]=tx [B]="tx,rx")

two_ports
pausectl set dev "$DUT" autoneg on
pausectl set dev "$LINK" autoneg on

while read -r case ours theirs result partner_result; do
	check_case "case $case, $ours with $theirs" "${word[$ours]}" "${word[$theirs]}" \
		"$result" "$partner_result"
done <<-END
	a N N N N
	b N R N N
	c N T N N
	d N B N N
	e R N N N
	f R R N N
	g R T R T
	h R B R T
	i T N N N
	j T R T R
	k T T N N
	l T B T R
	m B N N N
	n B R T R
	o B T R T
	p B B B B
END
