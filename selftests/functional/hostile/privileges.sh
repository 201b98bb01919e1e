#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# Anybody may read and listen to events. To change a port or to send a frame, a user needs
# CAP_NET_ADMIN in the user namespace that owns the network namespace of the device.
#
# The user nobody lacks it. Root of another user namespace, the stranger, has it for his own
# devices only.
#
#	here                          |  $PEER
#	$DUT pausectl ----------------+- $LINK
#	users nobody and stranger ask |
#	                              |  a network namespace of the stranger
#	                              |  dummy.1 pausectl, which the stranger may change
. "${0%/*}/../../lib/lib.sh"

# The user nobody must be able to run these programs.
chmod 755 "$TMP"
cp "$(type -P pausectl)" "$(type -P station)" "$TMP"

nobody=(--reuid=65534 --regid=65534 --clear-groups)

# by WHO COMMAND...: runs the command as nobody or as the stranger
by()
{
	case $1 in
	nobody) setpriv "${nobody[@]}" "${@:2}" ;;
	stranger) unshare --user --map-root-user "${@:2}" ;;
	esac
}

port_pair prio 3
configure speed 1mbit # the frame waits for 34 s
hold_charged_frame
# The running pause takes longer and longer.
settled()
{
	sed 's/"last_pause_us":[^]]*]//'
}

pausectl -j show | settled >"$TMP/before"
sysfs=/sys/class/net/$DUT/pausectl
for who in nobody stranger; do
	check_eq "show by $who" "$(by $who "$TMP/pausectl" -j show | settled)" "$(cat "$TMP/before")"
	check_match "stats by $who" "$(by $who "$TMP/pausectl" -j stats)" "*rx_mac_control*"
	check_eq "charges by $who" "$(by $who "$TMP/station" dump charges)" "entries=1 torn=0 error=0"
	check_eq "sysfs read by $who" "$(by $who cat "$sysfs/statistics/rx_pause")" 0
	for words in "set dev $DUT mode off" "send dev $DUT pfc 3:1" "xoff dev $DUT" "xon dev $DUT" "xoff dev $DUT for 1 received" \
		"add dev $DUT replace mode off"; do
		# shellcheck disable=SC2086 # words
		check_refused "$words by $who" 2 "*CAP_NET_ADMIN*" by $who "$TMP/pausectl" $words
	done
	# shellcheck disable=SC2016 # expanded by the inner shell
	check_refused "sysfs write by $who" 1 "*ermi*" \
		by $who bash -c 'echo off >"$0"' "$sysfs/statistics/rx_pause"
	for words in "del dev $DUT root" "change dev $DUT root pausectl" "add dev lo root pausectl"; do
		# shellcheck disable=SC2086 # words
		check_refused "tc $words by $who" 2 "*ermi*" by $who tc qdisc $words
	done
	check_refused "ethtool -A by $who" 76 "*ermi*" by $who ethtool -A "$DUT" rx off
	check_eq "dcb by $who" "$(by $who "$TMP/station" dcb set "$DUT" pfc en 1)" error=1
done
check_refused "module parameter by nobody" 1 "*ermi*" \
	by nobody bash -c 'echo 1 >/sys/module/pausectl/parameters/force'
check_eq "settings after all that" "$(pausectl -j show | settled)" "$(cat "$TMP/before")"
check_counter tx_mac_control 0

# In his own network namespace the stranger may do everything. He cannot reach devices of other namespaces.
cat >"$TMP/own.sh" <<'END'
mount -t sysfs sysfs /sys 2>/dev/null
ip link add dummy.1 index 77 type dummy
ip link set dummy.1 up
tc qdisc add dev dummy.1 root pausectl 2>/dev/null
ethtool -A dummy.1 rx off && echo "wish $(pausectl -j show dev dummy.1 | grep -o '"rx":[a-z]*')"
pausectl set dev dummy.1 prio 4,5 rx on && echo set
pausectl send dev dummy.1 pfc 4:100 && echo sent
pausectl xoff dev dummy.1 prio 4 && echo stopped
cat /sys/class/net/dummy.1/pausectl/statistics/rx_pause
{ echo 6 >/sys/class/net/dummy.1/pausectl/statistics/rx_pause; } 2>/dev/null || echo read-only
pausectl set dev dummy.1 prio 6 && echo set
station dcb set dummy.1 pfc en 1
station genl port-get ifindex=u32:$1 + port-set ifindex=u32:$1 mode=u32:0 \
	+ stats-get ifindex=u32:$1 + frame-send ifindex=u32:$1 pause-time=u32:1 \
	+ xoff-set ifindex=u32:$1 timers=u32:8 stop=u8:1 \
	+ xoff-set ifindex=u32:$1 timers=u32:8 stop=u8:1 received=u8:1 duration=u64:1000 + watchdog-get ifindex=u32:$1
station dump port
station dump stats
station dump charges
pausectl -j show
END
read -r index <"/sys/class/net/$DUT/ifindex"
mapfile -t own < <(unshare --user --map-root-user --net --mount bash "$TMP/own.sh" "$index" 2>&1)
check_eq "in his own namespace: wish of ethtool -A, set, send, xoff, sysfs, its write, another set, dcb" \
	"$(IFS=,; echo "${own[*]:0:8}")" 'wish "rx":false,set,sent,stopped,0,read-only,set,error=1'
for i in {0..6}; do
	check_match "request $i for a device of another namespace" "${own[8 + i]-}" "error=19 *"
done
check_eq "dumps of ports, counters, charges" "$(printf '%s;' "${own[@]:15:3}")" \
	"entries=1 torn=0 error=0;entries=1 torn=0 error=0;entries=0 torn=0 error=0;"
check_match "ports he sees" "${own[18]-}" '\[{"ifname":*"dummy.1"*}\]'

# Events: a user gets those of his own network namespace, and none of another.
cat >"$TMP/foreign.sh" <<'END'
pausectl -j monitor >"$1/foreign" 2>"$1/foreign.err" &
until [[ -e $1/go ]]; do sleep 0.02; done
ip link add dummy.1 type dummy
tc qdisc add dev dummy.1 root pausectl 2>/dev/null
until [[ -s $1/foreign ]]; do sleep 0.02; done
kill $!
END
: >"$TMP/foreign.err"
background unshare --user --map-root-user --net bash "$TMP/foreign.sh" "$TMP"
foreign=$job
listener near setpriv "${nobody[@]}" "$TMP/pausectl" -j monitor
near=$job
await 10 nonempty "$TMP/foreign.err"
configure prio 4
await 10 nonempty "$TMP/near"
: >"$TMP/go"
wait "$foreign"
kill "$near"
wait "$near" || :
check_match "event that nobody gets of his namespace" "$(<"$TMP/near")" "*\"$DUT\"*\"config\"*"
check_match "events that a stranger gets" "$(<"$TMP/foreign")" "*\"dummy.1\"*\"attached\"*"
check_eq "events of another's device among them" "$(grep -c "$DUT" "$TMP/foreign" || :)" 0

# Neither user can unload the module, though no port is left: those in the namespaces above have
# ended, too.
detach
await 10 module_idle
for who in nobody stranger; do
	check_refused "rmmod by $who" 1 "*not permitted*" by $who rmmod pausectl
done
rmmod pausectl
