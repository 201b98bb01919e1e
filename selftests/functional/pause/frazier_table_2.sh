#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# Both ends advertise Frazier's bits Pause(t) and Pause(r). All 16 cases of his Table 2 give the listed
# results, and the frames on the wire agree with them (Link Configuration of Pause Function, 1997).
#
# N: an end neither sends nor obeys PAUSE, R: it obeys, T: it may send, B: both.
#
#	here
#	$DUT pausectl --- $LINK pausectl	each end sends PAUSE and data in turn
. "${0%/*}/../../lib/agreement.sh"

declare -A word=([N]=none [R]=rx [T]=tx [B]="tx-rx")

two_ports
pausectl set dev "$DUT" advertise auto
pausectl set dev "$LINK" advertise auto

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
