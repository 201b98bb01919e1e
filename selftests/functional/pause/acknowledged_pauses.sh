#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# With ack on, a pause counts from when the port has stopped sending: the wire stays silent for at
# least the time asked for, after the frame in transmission. With ack off, a pause counts from
# reception, and this silence can be shorter.
#
# This holds for the link and for a priority. `show` and a tracepoint tell the state of a pause:
# requested while the driver takes no frames, acknowledged while the last frame is in transmission,
# counting then. A new frame reloads the time in each state, and a time of 0 ends the pause.
#
#	here                             |  $PEER
#	$DUT pausectl, sends data -------+- $LINK station, sends PAUSE and PFC
#	busy0 pausectl, sends data ------+- busy1 station, sends PAUSE, captures
#	  (its driver can be stopped)    |
#
# The same port below htb, which asks no empty port, counts a pause, too.
. "${0%/*}/../../lib/lib.sh"

asked_ns=10240000		# 200 quanta at 10 Mb/s
late_ns=100000
behind_ns=10000			# an interrupt between the port, which paces frames, and the capture takes less

# silences PRIO-PATTERN: measures the silence after each PAUSE or PFC frame in the capture $TMP/wire.
# Prints the number of pauses, the least and the greatest silence, how many pauses found a frame in
# transmission, the greatest silence of these, and the least time from reception to the next
# start. On the wire a frame has 24 octets more than in the capture.
#
# A frame that the capture has less than behind_ns after the end of the frame before follows that frame
# without a gap.
silences()
{
	awk -v prio="$1" -v behind="$behind_ns" '
		function judge(   end, quiet) {
			end = last + (octets + 24) * 800
			quiet = next_ns - (end > at ? end : at)
			count++
			if (count == 1 || quiet < least) least = quiet
			if (quiet > most) most = quiet
			if (count == 1 || next_ns - at < soonest) soonest = next_ns - at
			if (end <= at) return
			busy++
			if (quiet > busy_most) busy_most = quiet
		}
		$2 == "in" && $4 == "8808" { at = $1; waiting = 1; next }
		$2 == "out" {
			start = $1
			if (start > wire_end && start < wire_end + behind) start = wire_end
			wire_end = $1 + ($3 + 24) * 800
		}
		$2 == "out" && $5 ~ prio {
			if (waiting && $1 > at + 51200) { next_ns = $1; judge(); waiting = 0 }
			last = start; octets = $3
		}
		END {
			printf "count=%d least=%d most=%d busy=%d busy_most=%d soonest=%d\n",
				count, least, most, busy, busy_most, soonest
		}' "$TMP/wire"
}

# paused FRAME PRIO-PATTERN: the peer sends FRAME six times while traffic runs, each time at
# another place within a data frame; measures the silences
paused()
{
	capture_dut wire
	# shellcheck disable=SC2086 # a frame is words
	from_peer $1 after 5ms count 6 every 23100us
	await 5 counter_is paused_link 0
	await 5 counter_is paused_3 0
	nap 0.01
	finish wire
	fields "$(silences "$2")"
}

check_state() # WHAT DEMANDED [DEV]: of the link, and no pause of a priority
{
	json_field "$(pausectl -j show dev "${3:-$DUT}")" pause_state
	reply=${reply//\"none\"/-}
	check_eq "$1: state of the link's pause" "${reply//[\"\[\]]/}" "-,-,-,-,-,-,-,-,$2"
}

pair
ip link set "$DUT" mtu 65000
ip -n "$PEER" link set "$LINK" mtu 65000
attach
configure speed 10mbit pace on
check_setting ack 0

# --- the link ---------------------------------------------------------------------------
blast prio 3 size 1514
paused "pause 200" 3
check_eq "off: pauses" "${field[count]}" 6
check_between "off: that found a frame in transmission" "${field[busy]}" 3 6
check_between "off: greatest silence of these in ns" "${field[busy_most]}" 1 $((asked_ns - 1))
check_between "off: least time from reception in ns" "${field[soonest]}" $asked_ns $((asked_ns + late_ns))
configure ack on
paused "pause 200" 3
check_eq "the link: pauses" "${field[count]}" 6
check_between "the link: that found a frame in transmission" "${field[busy]}" 3 6
for which in least most; do
	check_between "the link: $which silence on the wire in ns" "${field[$which]}" $asked_ns $((asked_ns + late_ns))
done
finish blast

# --- a priority, while another priority sends: a frame of the other may delay the resumption --
configure prio 3
blast prio 3,5 size 1514 every 3ms burst 2
paused "pfc 3:200" 3
check_eq "priority 3: pauses" "${field[count]}" 6
check_between "priority 3: least silence on the wire in ns" "${field[least]}" $asked_ns $((asked_ns + 4000000))
finish blast
await 20 drained

# --- states -------------------------------------------------------------------------------
trace_events pause_state

# A frame of 60000 octets takes 480.192 ms at 1 Mb/s.
configure mode pause speed 1mbit
check_state "before" -
capture_dut wire
station blast "$DUT" prio 0 size 60000 count 2 >"$TMP/blast"
shut link
check_state "a frame in transmission" acknowledged
from_peer pause 500
await 5 counter_is paused_link 0
check_state "after" -
await 5 drained
finish wire
mapfile -t starts < <(awk '$2 == "out" { print $1 }' "$TMP/wire")
check_between "from one frame to the next, 60024 octets and 500 quanta, in ns" \
	$((starts[1] - starts[0])) $((480192000 + 256000000 - behind_ns)) $((480192000 + 256000000 + late_ns))
nap 0.5
shut link
check_state "nothing in transmission" counting
from_peer pause 100
await 2 counter_is paused_link 0
station blast "$DUT" prio 0 size 60000 count 1 >"$TMP/blast"
from_peer pause 65535 + pause 0
await 2 counter_is paused_link 0
check_state "ended by a time of 0" -
nap 0.5
from_peer pause 60000
await 2 counter_is paused_link 1
configure ack off
check_state "ack off meanwhile" counting
from_peer pause 0

# --- a driver that takes no frames ------------------------------------------------------------
busy_pair
pausectl set dev busy0 speed 1mbit ack on
driver_stops
station blast busy0 prio 0 count 3 >"$TMP/blast"
station -n "$PEER" frame busy1 pause 65535
check_state "the driver is busy" requested busy0
nap 0.1
check_state "and stays so" requested busy0
station -n "$PEER" frame busy1 pause 100
capture wire -n "$PEER" capture busy1 count 3
driver_goes
await 2 nonempty "$TMP/wire"
await_end wire
echo 0 >"$tracing/events/pausectl/enable"
grep -o 'pausectl_pause_state: .*' "$tracing/trace" >"$TMP/trace"
cat "$TMP/trace"
check_eq "frames that waited" "$(grep -c ' in ' "$TMP/wire")" 3
awk '{ print $2, $4, $5 }' "$TMP/trace" >"$TMP/states"
check_eq "states traced, with the time asked for" "$(paste -sd ' ' "$TMP/states")" "$(paste -sd ' ' <<END
$DUT requested length_ns=33553920000
$DUT acknowledged length_ns=33553920000
$DUT counting length_ns=256000000
$DUT requested length_ns=33553920000
$DUT acknowledged length_ns=33553920000
$DUT counting length_ns=33553920000
$DUT requested length_ns=33553920000
$DUT acknowledged length_ns=33553920000
$DUT requested length_ns=30720000000
$DUT acknowledged length_ns=30720000000
$DUT counting length_ns=30720000000
busy0 requested length_ns=33553920000
busy0 acknowledged length_ns=51200000
busy0 counting length_ns=51200000
END
)"
# shellcheck disable=SC2046 # numbers are words
set -- $(sed -n 's/.*busy0 .*since_ns=//p' "$TMP/trace")
check_between "busy: from request to acknowledgement in ns" $(($2 - $1)) 100000000 10000000000
check_eq "busy: counts from then on, in ns" $(($3 - $2)) 0

# --- a parent that asks no empty port ---------------------------------------------------------
tc qdisc del dev "$DUT" root
tc qdisc add dev "$DUT" root handle 1: htb default 1
tc class add dev "$DUT" parent 1: classid 1:1 htb rate 1gbit
tc qdisc add dev "$DUT" parent 1:1 handle 2: pausectl
configure ack on speed 10mbit
shut link
nap 0.01
check_state "below htb, no frame yet" counting
from_peer pause 0
station blast "$DUT" prio 0 count 3 >"$TMP/blast"
await 2 drained
shut link
nap 0.01
check_state "below htb, the last frame is gone" counting
tc class add dev "$DUT" parent 1: classid 1:2 htb rate 1gbit
tc qdisc add dev "$DUT" parent 1:2 handle 3: pausectl
from_peer pause 0
configure pace on
station blast "$DUT" prio 0 count 500 >"$TMP/blast"
from_peer pause 65535
nap 0.01
reply_between "below htb: frames that wait" 1 499 counter queue_packets_0
check_state "below htb, frames wait in one qdisc, the other is empty" counting
from_peer pause 0
