#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: deterministic
#
# ethtool -S of a device with a port has the device's own statistics, and after them counters by
# priority and of storms, named as by mlx5. The tunable pfc-prevention-tout is the setting guard-ms. pausectl show tells
# when the last pause began and how long it took. Without a port, the device is as it was.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

# The log has every refusal, however fast they come.
machine_sysctl message_cost 0

statistic() # NAME; in $reply
{
	reply=$(ethtool -S "$DUT" | sed -n "s/^ *$1: //p")
}

check_statistics() # NAME DEMANDED...
{
	while (($#)); do
		reply_is "$1" "$2" statistic "$1"
		shift 2
	done
}

# last JQ-FILTER: of the last pauses, in $reply
last()
{
	reply=$(port_json "$1")
}

# names: the names of the statistics of $DUT
names()
{
	ethtool -S "$DUT" | sed -n 's/^ *\([^:]*\): .*/\1/p'
}

pair
ip link add dummy7 type dummy
names >"$TMP/own"
check_refused "tunable without a port" 255 "*not supported*" \
	ethtool --set-tunable "$DUT" pfc-prevention-tout 100
check_refused "-S of a dummy" 94 "no stats available*" ethtool -S dummy7

attach
names >"$TMP/all"
check_eq "own statistics come first" "$(head -n "$(wc -l <"$TMP/own")" "$TMP/all" | diff "$TMP/own" -)" ""
check_eq "statistics of the port" "$(tail -n +$(($(wc -l <"$TMP/own") + 1)) "$TMP/all" | wc -l)" 70
check_eq "of priority 3" "$(grep prio3_ "$TMP/all" | xargs)" "rx_prio3_pause rx_prio3_pause_duration\
 rx_prio3_pause_transition tx_prio3_pause tx_prio3_pause_duration rx_prio3_packets rx_prio3_discards tx_prio3_packets"
check_eq "of storms" "$(tail -n 1 "$TMP/all")" tx_pause_storm_error_events
check_eq "names given twice" "$(sort "$TMP/all" | uniq -d)" ""
check_eq "no pause yet" "$(ethtool -S "$DUT" | grep -c '_pause.*: 0$')" 46

# --- what comes in ----------------------------------------------------------------
configure prio 3,5 speed 1gbit
reply_is "no pause yet" 0 last "[.last_pause_start_us, .last_pause_us] | flatten | add"
before=${EPOCHREALTIME/./}
from_peer pfc 3:1000
await 2 counter_is paused_3 0
from_peer pfc 3:2000
await 2 counter_is pause_transitions_3 2
check_statistics rx_prio3_pause 2 rx_prio3_pause_transition 2
reply_between "two pauses of 512 and 1024 us: us" 1536 1600 statistic rx_prio3_pause_duration
reply_between "the last one: us" 1024 1060 last .last_pause_us[3]
last .last_pause_start_us[3]
check_between "it began, us ago" $((${EPOCHREALTIME/./} - reply)) 1024 $((${EPOCHREALTIME/./} - before))
start=$reply
reply_is "it began" "$start" last .last_pause_start_us[3]
check_match "-d show" "$(pausectl -d show "$DUT")" "*last pause 3 at $(date -d "@${start%??????}" "+%F %T").${start: -6} for 10*us*"
reply_is "no pause of priority 5" 0 last .last_pause_start_us[5]
configure speed 10mbit
shut 5
reply_between "a pause that runs: us" 1 3355391 last .last_pause_us[5]
check_counter paused_5 1
from_peer pfc 5:0
await 2 counter_is paused_5 0
configure speed 1gbit

# --- what goes out ----------------------------------------------------------------
pausectl xoff dev "$DUT" prio 3
await 2 counter_is xoff_outstanding_3 1
statistic tx_prio3_pause_duration
first=$reply
await 2 counter_reaches xoff_duration_us_3 20000
pausectl xon dev "$DUT" prio 3
await 2 counter_is xoff_outstanding_3 0
reply_between "XOFF: us" $((first > 20000 ? first : 20000)) 10000000 counter xoff_duration_us_3
check_statistics tx_prio3_pause_duration "$reply" tx_prio5_pause_duration 0
counter tx_pfc_3
check_statistics tx_prio3_pause "$reply"

configure mode pause
from_peer pause 1000
pausectl send dev "$DUT" pause 5
await 2 counter_is pause_transitions_link 1
check_statistics rx_global_pause 1 rx_global_pause_transition 1 tx_global_pause 1 tx_global_pause_duration 0

# --- frames -----------------------------------------------------------------------
statistic rx_prio3_packets
before=$reply
statistic tx_prio5_packets
sent=$reply
on_peer station blast "$LINK" tag 1 prio 3 count 4 >"$TMP/blast"
blast prio 5 count 6
wait "$job"
await 2 counter_reaches tx_packets_5 $((sent + 6))
check_statistics rx_prio3_packets $((before + 4)) tx_prio5_packets $((sent + 6)) rx_prio3_discards 0 \
	tx_pause_storm_error_events 0

# --- the tunable ------------------------------------------------------------------
check_tunable() # WHAT DEMANDED
{
	reply=$(ethtool --get-tunable "$DUT" pfc-prevention-tout)
	check_eq "$1" "${reply##* }" "$2"
}

check_tunable default 0
for pair in 80:80 8000:8000 65535:100 0:0 250:250; do
	ethtool --set-tunable "$DUT" pfc-prevention-tout "${pair%:*}"
	check_setting guard_ms "$([[ $pair == 0:0 ]] && echo off || echo "${pair#*:}")"
	check_tunable "set to ${pair%:*}" "${pair#*:}"
done
for value in 1 79 8001 65534; do
	check_refused "$value" 255 "*Invalid argument*" \
		ethtool --set-tunable "$DUT" pfc-prevention-tout $value
	check_match "$value: the log" "$(dmesg | grep "$DUT: ethtool:" | tail -n 1)" \
		"*$DUT: ethtool: pfc-prevention-tout is guard-ms: allowed are 80 to 8000 ms, or off (0)*"
done
check_tunable "in the end" 250
check_refused "another tunable" 255 "*not supported*" ethtool --set-tunable "$DUT" rx-copybreak 100

# --- a device without statistics, and no port any more ----------------------------
tc qdisc add dev dummy7 root pausectl
check_eq "statistics of a dummy with a port" "$(ethtool -S dummy7 | grep -c _pause)" 46
tc qdisc del dev dummy7 root
check_refused "-S of a dummy without a port" 94 "no stats available*" ethtool -S dummy7
detach
check_eq "names without a port" "$(names | diff "$TMP/own" -)" ""
check_refused "tunable without a port" 255 "*Cannot get tunable*" \
	ethtool --get-tunable "$DUT" pfc-prevention-tout
