#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# `tc qdisc add ... pausectl`, `pausectl show` and `pausectl monitor` load the module, so a monitor
# can listen before there is a port. The module loads if a file of modprobe.d still has the parameter
# receive_hook of 0.2. A host can forbid the module.
#
# rmmod is refused as long as there is a port. "not installed", "not loaded" and "no port" are three messages.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"

loaded()
{
	[[ -e /sys/module/pausectl ]] && echo yes || echo no
}

# The devices of an earlier test may still be ending.
[[ $(loaded) == no ]] || await 10 unload
check_eq "loaded before" "$(loaded)" no
port_pair
check_eq "loaded by tc" "$(loaded)" yes
check_match "qdisc" "$(tc qdisc show dev "$DUT")" "*qdisc pausectl 1: root*"

check_refused "rmmod with a port" 1 "*in use*" rmmod pausectl
detach
await 10 unload
check_eq "loaded after rmmod" "$(loaded)" no
check_eq "show without a port" "$(pausectl -j show)" "[]"
check_eq "loaded by show" "$(loaded)" yes
runs 2 "pausectl: show dev $DUT: no port on $DUT; make one with: pausectl add $DUT" show "$DUT"
await 10 unload

# No module, for two reasons
loader=$(</proc/sys/kernel/modprobe)
finally "echo '$loader' >/proc/sys/kernel/modprobe"
echo /bin/false >/proc/sys/kernel/modprobe
runs 2 "pausectl: show dev $DUT: the pausectl module is not loaded: \"modprobe pausectl\" says why" show "$DUT"
list=/lib/modules/$(uname -r)/modules.dep
sed /pausectl/d "$list" >"$TMP/modules.dep"
mount --bind "$TMP/modules.dep" "$list"
absent="the pausectl module is not installed for Linux $(uname -r)"
runs 2 "pausectl: show dev $DUT: $absent" show "$DUT"
runs 2 "pausectl: add dev $DUT: $absent" add "$DUT"
runs 0 "there is no port: $absent" show
umount "$list"
echo "$loader" >/proc/sys/kernel/modprobe
listen monitor pausectl -j monitor count 1
monitor=$job
listening()
{
	grep -q listening "$TMP/monitor.err" || ! kill -0 "$monitor" 2>/dev/null
}
await 10 listening
check_eq "loaded by monitor" "$(loaded)" yes
attach
wait "$monitor" || :
check_match "monitor that was there before the module" "$(cat "$TMP/monitor")" '*"event":"attached"*'
detach
await 10 unload

modprobe pausectl receive_hook=rx_handler
check_eq "loaded with a parameter that went" "$(loaded)" yes
attach
check_setting qdiscs 1
detach
await 10 unload

# A host forbids the module as Documentation/security.rst says, but below /run: the kernel's modprobe does not see
# the /etc of a test.
forbids=/run/modprobe.d/pausectl.conf
finally "rm -f $forbids"
mkdir -p /run/modprobe.d
echo 'install pausectl /bin/false' >$forbids
check_refused "tc, where the module is forbidden" 2 "*" tc qdisc add dev "$DUT" root pausectl
check_refused "modprobe, where the module is forbidden" 1 "*" modprobe pausectl
check_eq "loaded, where it is forbidden" "$(loaded)" no
