#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# Anybody may read. Changing a port or sending a frame needs CAP_NET_ADMIN in the
# user namespace that owns the device's network namespace: nobody lacks it, root
# of another user namespace has it for the devices of his own alone.
. "${0%/*}/../lib.sh"

# Where nobody can run it, too
chmod 755 "$TMP"
cp "$(type -P pausectl)" "$TMP/pausectl"

# by WHO COMMAND...
by()
{
	case $1 in
	nobody) setpriv --reuid=65534 --regid=65534 --clear-groups "${@:2}" ;;
	stranger) unshare --user --map-root-user "${@:2}" ;;
	esac
}

pair
attach
configure prio 3
pausectl -j show >"$TMP/before"
sysfs=/sys/class/net/$DUT/pausectl
for who in nobody stranger; do
	check_eq "show by $who" "$(by $who "$TMP/pausectl" -j show)" "$(cat "$TMP/before")"
	check_match "stats by $who" "$(by $who "$TMP/pausectl" -j stats)" "*rx_mac_control*"
	check_eq "sysfs read by $who" "$(by $who cat "$sysfs/prio")" 3
	check_refused "set by $who" 2 "*CAP_NET_ADMIN*" by $who "$TMP/pausectl" set dev "$DUT" mode off
	check_refused "send by $who" 2 "*CAP_NET_ADMIN*" by $who "$TMP/pausectl" send dev "$DUT" pfc 3:1
	# shellcheck disable=SC2016 # expanded by the inner shell
	check_refused "sysfs write by $who" 1 "*ermi*" \
		by $who bash -c 'echo off >"$0"' "$sysfs/mode"
	check_refused "tc by $who" 2 "*ermi*" by $who tc qdisc del dev "$DUT" root
done
check_eq "settings after all that" "$(pausectl -j show)" "$(cat "$TMP/before")"
check_counter tx_mac_control 0

# In a network namespace of his own the stranger is master.
cat >"$TMP/own.sh" <<'END'
mount -t sysfs sysfs /sys 2>/dev/null
ip link add dummy.1 type dummy
ip link set dummy.1 up
tc qdisc add dev dummy.1 root pausectl 2>/dev/null
pausectl set dev dummy.1 prio 4,5 && echo set
pausectl send dev dummy.1 pfc 4:100 && echo sent
cat /sys/class/net/dummy.1/pausectl/prio
echo 6 >/sys/class/net/dummy.1/pausectl/prio
cat /sys/class/net/dummy.1/pausectl/prio
pausectl -j show
END
mapfile -t own < <(unshare --user --map-root-user --net --mount bash "$TMP/own.sh" 2>&1)
check_eq "set in his own namespace" "${own[0]-}" set
check_eq "send in his own namespace" "${own[1]-}" sent
check_eq "sysfs in his own namespace" "${own[2]-}" 4-5
check_eq "sysfs write in his own namespace" "${own[3]-}" 6
check_match "ports he sees" "${own[4]-}" '\[{"ifname":*"dummy.1"*}\]'
