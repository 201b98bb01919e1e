#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# `tc qdisc add ... pausectl` loads the module, which hooks in where the parameter
# receive_hook says. rmmod is refused as long as there is a port.
. "${0%/*}/../lib.sh"

unload()
{
	rmmod pausectl 2>/dev/null
}

loaded()
{
	[[ -e /sys/module/pausectl ]] && echo yes || echo no
}

# The devices of an earlier test may be on their way out.
[[ $(loaded) == no ]] || await 10 unload
check_eq "loaded before" "$(loaded)" no
pair
attach
check_eq "loaded by tc" "$(loaded)" yes
check_match "qdisc" "$(tc qdisc show dev "$DUT")" "*qdisc pausectl 1: root*"

read -r wanted </sys/module/pausectl/parameters/receive_hook
[[ $wanted == auto ]] && wanted=netfilter
setting hook
check_eq "hook, as receive_hook asks" "${reply//-/_}" "$wanted"

check_refused "rmmod with a port" 1 "*in use*" rmmod pausectl
detach
await 10 unload
check_eq "loaded after rmmod" "$(loaded)" no
check_eq "show without the module" "$(pausectl -j show)" "[]"

check_refused "a hook that is none" 1 "*nvalid*" modprobe pausectl receive_hook=elsewhere
check_eq "loaded with a hook that is none" "$(loaded)" no
attach
check_eq "loaded again" "$(loaded)" yes
