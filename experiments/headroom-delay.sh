# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# IEEE 802.1Qbb Annex O: what comes in after XOFF is two longest frames, the XOFF, the reaction, and what the cable holds there
# and back. With that headroom above XOFF no frame is lost. Without the part of the cable, frames are lost.

delays="0 100 250 500 1000"

# headroom MICROSECONDS: at 40 Mb/s, 5 octets in each microsecond
headroom() {
	echo $((2 * 1518 + 64 + 5 * (100 + 2 * $1)))
}

topology() {
	local us

	switch s
	host receiver
	link receiver-s 10
	for us in $delays; do
		host "d$us"
		link "d$us-s" 40 delay "$us" buffer-xoff 20000 buffer-size $((20000 + $(headroom "$us")))
	done
}

# send MICROSECONDS: sends by the link with this delay
send() {
	blast "d$1" receiver
	nap 0.2
	phase "delay $1 us" 1
	stop
	count buffer_drops
}

experiment() {
	local us least

	for us in $delays; do
		send "$us"
		claim "frames lost" "$count" 0 0 "none"
		gauge occupancy_max "s-d$us"
		# Of 1538 octets on the wire, a frame has 1514.
		least=$((2 * us * (40 - 10) * 1514 / 1538 / 8))
		claim "headroom used, octets" $((count - 20000)) $least $((least + 1514)) "what 40 Mb/s bring and 10 Mb/s take away, and a frame"
	done
	at s-d1000 delay-bits 4000 buffer-size $((20000 + $(headroom 0)))
	send 1000
	claim "frames lost with the headroom of 0 us" "$count" 1 1000 "the negative control"
}
