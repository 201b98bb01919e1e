#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
#
# Two ports negotiate PFC and ETS by DCBX of lldpad. A willing port takes over what its partner
# has, and a port that is not willing keeps its own settings.
#
# lldpad leaves a port alone for which DCBX is off, also when lldpad begins anew.
#
# UNH-IOL 38.5.1: DCBX is on by default once the documented service is started. When DCBX is off, valid
# DCBX frames change nothing, and the processor is busy for at most 0.6 s in a minute.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK pausectl
#	lldpad         |  lldpad; then station sends DCBX frames
. "${0%/*}/../../lib/lib.sh"

of_sources tools/dcbx
dcbx_dir=$(realpath "$reply")
PATH=$dcbx_dir:$PATH
require lldpad lldptool pausectl-dcbx

strict="tsa strict strict strict strict strict strict strict strict"
ets="tsa ets ets strict strict strict strict strict strict"
map="prio_tc 0 1 2 3 4 5 6 7"

# settings_of PORT: the settings that DCBX may change, of the device here or of the peer; in $reply
settings_of()
{
	local name json all="" where=(env)

	[[ $1 == "$DUT" ]] || where=(on_peer)
	json=$("${where[@]}" pausectl -j show dev "$1")
	for name in prio tsa tc_bw prio_tc; do
		setting_in "$json" "$name"
		[[ $name != prio ]] || list_of "$reply"
		all+="${all:+; }$name $reply"
	done
	reply=$all
}

settings_are() # PORT SETTINGS
{
	nap 0.1
	settings_of "$1"
	[[ $reply == "$2" ]]
}

# check_settings WHAT PORT SETTINGS: the port has these settings within 20 s, because lldpad acts
# in whole seconds
check_settings()
{
	busywait 20 settings_are "$2" "$3" || :
	reply_is "$1" "$3" settings_of "$2"
}

# both_are WHAT SETTINGS
both_are()
{
	check_settings "$1: this port" "$DUT" "$2"
	check_settings "$1: its partner" "$LINK" "$2"
}

# hears DEV PRIORITIES COMMAND...: lldpad of DEV, asked by way of COMMAND, knows that the partner
# has PFC for these priorities
hears()
{
	nap 0.2
	[[ $("${@:3}" lldptool -t -n -i "$1" -V PFC 2>&1) == *"PFC enabled: $2"* ]]
}

lldpad_answers()
{
	nap 0.1
	lldptool ping >/dev/null 2>&1
}

# sends_ets: lldpad of $DUT sends ETS; all TLVs that it sends in $sent
sends_ets()
{
	nap 0.1
	sent=$(lldptool -t -i "$DUT" 2>&1)
	[[ $sent == *"8021QAZ ETS"* ]]
}

# begin_anew: lldpad asks all devices again. It sets them when they have been up for 15 of its ticks.
begin_anew()
{
	kill -HUP "$(lldptool ping)"
	nap 1
	await 20 lldpad_answers
	nap 17
}

lldp_is() # STATUS
{
	nap 0.1
	[[ $(lldptool get-lldp -i "$DUT" adminStatus 2>&1) == "adminStatus=$1" ]]
}

check_lldp() # WHAT STATUS
{
	busywait 20 lldp_is "$2" || :
	check_eq "$1: LLDP on $DUT" "$(lldptool get-lldp -i "$DUT" adminStatus)" "adminStatus=$2"
}

# start_unit: runs the command of the systemd unit
start_unit()
{
	local command

	command=$(sed -n "s|%I|$DUT|; s|^ExecStart=/usr/sbin/||p" "$dcbx_dir/pausectl-dcbx@.service")
	# shellcheck disable=SC2086 # several words
	background $command >"$TMP/unit.log"
	unit=$job
}

# stop_unit: as systemd stops the unit
stop_unit()
{
	kill "$unit"
	wait "$unit"
}

# dcbx_frames COUNT: the peer sends LLDPDUs of a partner that is not willing, one each second. The
# frames tell PFC for priorities 2 and 7, and recommend ETS of 20 and 80 percent.
dcbx_frames()
{
	local mac frame

	read -r mac < <(ip -n "$PEER" -j link show "$LINK" | jq -r ".[0].address")
	mac=${mac//:/}
	frame=0180c200000e${mac}88cc
	# Chassis, port, time to live: 120 s
	frame+=020704${mac}040703${mac}06020078
	# Classes of priorities, percentages, algorithms
	frame+=fe190080c20a000123456714500000000000000202000000000000
	frame+=fe060080c20b08840000
	from_peer hex "$frame" count "$1" every 1s
}

# worked: how long the processor has been busy since boot, ms, in $reply
worked()
{
	local user nice system irq softirq

	read -r _ user nice system _ _ irq softirq _ </proc/stat
	reply=$(((user + nice + system + irq + softirq) * 1000 / $(getconf CLK_TCK)))
}

pair
partner_port

# 38.5.1 A, on by default: lldpad.service starts before the port, then the service of pausectl
mount -t tmpfs tmpfs /dev/shm
background lldpad -p -t -f "$TMP/lldpad.conf" >"$TMP/lldpad.log" 2>&1
await 20 lldpad_answers
attach
check_lldp "before the service" disabled

# The first example of pausectl-dcbx(8): commands, and what they print
printed=
shown=
while read -r line; do
	if [[ $line == "# "* ]]; then
		read -ra command <<<"${line#\# }"
		printed+=" $("${command[@]}")"
	else
		shown+=" $line"
	fi
done < <(sed -n '/^\.EE/q; /^\.EX/,$ { /^\.EX/d; s/\\-/-/g; s/\\f[BR]//g; s/ eth0/ '"$DUT"'/; p }' "$dcbx_dir/pausectl-dcbx.8")
check_eq "examples of the man page" "$(xargs <<<"$printed")" "$(xargs <<<"$shown")"
pausectl-dcbx off "$DUT"

configure prio 3,4 tsa 0:ets,1:ets tc-bw 0:70,1:30
ours="prio 3-4; $ets; tc_bw 70 30 0 0 0 0 0 0; $map"
begin_anew
reply_is "lldpad begins anew, before the service: this port" "$ours" settings_of "$DUT"
start_unit
check_lldp "38.5.1 A, service started" rxtx
await 20 sends_ets
check_match "38.5.1 A: sent" "${sent//[[:space:]]/ }" "*ETS Conf*70% 30%*0:ets 1:ets 2:strict*ETS Rec*70% 30%*0:ets 1:ets 2:strict*PFC enabled: 3 4 *"
reply_is "38.5.1 A: this port keeps its settings" "$ours" settings_of "$DUT"

# The partner is willing, this port is not.
pausectl-dcbx on "$DUT" willing no
background ip netns exec "$PEER" pausectl-dcbx run "$LINK" >"$TMP/run.log" 2>&1
run=$job
both_are "partner willing" "$ours"
lldptool -T -i "$DUT" -V PFC enabled=5 >/dev/null
both_are "partner willing, PFC changes" "${ours/3-4/5}"

# This port is willing, the partner is not.
ip netns exec "$PEER" pausectl-dcbx off "$LINK"
configure_partner prio 1,2 tsa strict tc-bw 0
theirs="prio 1-2; $strict; tc_bw 0 0 0 0 0 0 0 0; $map"
pausectl-dcbx on "$DUT"
ip netns exec "$PEER" pausectl-dcbx on "$LINK" willing no
both_are "this port willing" "$theirs"

# Neither port is willing: both hear the partner and keep their own settings.
pausectl-dcbx off "$DUT"
configure prio 6 tsa 0:ets,1:ets tc-bw 0:60,1:40
ours="prio 6; $ets; tc_bw 60 40 0 0 0 0 0 0; $map"
pausectl-dcbx on "$DUT" willing no
await 20 hears "$LINK" 6 on_peer
await 20 hears "$DUT" "1 2" env
reply_is "neither is willing: this port" "$ours" settings_of "$DUT"
reply_is "neither is willing: its partner" "$theirs" settings_of "$LINK"
kill "$run"
wait "$run" || :

# Whatever ends DCBX, nobody does it then, so that a later lldpad leaves the port alone.
partner_has_no_agent() # WHAT
{
	check_eq "$1: DCBX of the partner" "$(on_peer dcb -j dcbx show dev "$LINK" | jq -cS .)" \
		'{"ieee":true,"lld_managed":true}'
}
partner_has_no_agent "run has ended"
check_refused "on, without lldpad" 2 "*no lldpad answers*" ip netns exec "$PEER" pausectl-dcbx on "$LINK"
partner_has_no_agent "on, without lldpad"
on_peer dcb dcbx set dev "$LINK" host ieee
check_refused "off, without lldpad" 2 "*no lldpad answers*" ip netns exec "$PEER" pausectl-dcbx off "$LINK"
partner_has_no_agent "off, without lldpad"

# 38.5.1 B, off: frames that come in change nothing. With DCBX on again, the same frame changes the
# settings.
stop_unit
check_lldp "38.5.1 B, service stopped" disabled
configure prio 7
begin_anew
reply_is "lldpad begins anew, behind the service: this port" "${ours/prio 6/prio 7}" settings_of "$DUT"
configure prio 6
capture_dut dut type 88cc
dcbx_frames 10
lldpad_answers
reap "$job"
check_eq "38.5.1 B: DCBX frames received" "$(grep -c "in .* 88cc" "$TMP/dut" || :)" 10
reply_is "38.5.1 B: this port keeps its settings" "$ours" settings_of "$DUT"
start_unit
check_lldp "service started again" rxtx
await 20 sends_ets
dcbx_frames 1
check_settings "on again, the same frame: this port" "$DUT" \
	"prio 2,7; $ets; tc_bw 20 80 0 0 0 0 0 0; $map"

# The service follows the port: DCBX ends with a port, and begins on the next one.
detach
check_lldp "port removed" disabled
attach
check_lldp "port made anew" rxtx
await 20 sends_ets
dcbx_frames 1
check_settings "port made anew, the same frame: this port" "$DUT" \
	"prio 2,7; $ets; tc_bw 20 80 0 0 0 0 0 0; $map"
expected="device \"$DUT\": DCBX is on
device \"$DUT\": waits for a port
device \"$DUT\": DCBX is on"
check_eq "what the service tells" "$(<"$TMP/unit.log")" "$expected"

stop_unit
worked
before=$reply
nap 60
worked
check_between "off, a minute: ms of work" $((reply - before)) 0 600
((reply - before <= 600)) || ps -eo comm,cputimes,stat --sort -cputimes | head -n 5
