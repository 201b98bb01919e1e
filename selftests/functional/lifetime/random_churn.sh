#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# kernel: debug
#
# Ports of many devices begin and end, change their settings and send control frames and storms,
# and the devices move, flap, are renamed, deleted and made anew, all at random and under traffic.
# Nothing breaks: in the end all frames leave, nothing is charged or paused, and the views agree.
#
# CHURN_SECONDS in the environment sets the time. CHURN_SEED selects other operations: each process
# has an order of its own, but how the processes meet differs from run to run.
#
#	four namespaces in a ring: number 0 is here
#	    number 0           number 1           number 2           number 3
#	    a0-0 ... a0-7 ---- b0-0 ... b0-7
#	                       a1-0 ... a1-7 ---- b1-0 ... b1-7
#	                                          a2-0 ... a2-7 ---- b2-0 ... b2-7
#	    b3-0 ... b3-7 ------------------------------------------ a3-0 ... a3-7
#	    br0                                   br0
#	all 64 devices pausectl, some on a bridge; a process of churn in each namespace
. "${0%/*}/../../lib/views.sh"
. "${0%/*}/../../lib/model.sh"

seconds=${CHURN_SECONDS:-120}
seed=${CHURN_SEED:-1}
PAIRS=8
spaces=4

# in_space NUMBER COMMAND...: runs the command in that namespace, with a /sys of its own
in_space()
{
	if (($1 == 0)); then
		"${@:2}"
	else
		ip netns exec "${homes[$1]}" "${@:2}"
	fi
}

churn() # NUMBER COMMAND [SEED]
{
	in_space "$1" bash "$lib_dir/../churn" "$2" "$TMP" "$1" "${@:3}"
}

# ended: all processes have ended
ended()
{
	((${#workers[@]} == $(find "$TMP" -name 'ops-*' | wc -l)))
}

# sum_of_totals: how many operations the processes have done, in $reply
sum_of_totals()
{
	local file value total=0

	for file in "$TMP"/total-*; do
		read -r value 2>/dev/null <"$file" || value=0
		total=$((total + value))
	done
	reply=$total
}

# --- the namespaces -----------------------------------------------------------------------

homes=($$)
for ((i = 1; i < spaces; i++)); do
	homes+=("churn-$$-$i")
	add_netns "churn-$$-$i"
done
printf '%s\n' "${homes[@]}" >"$TMP/homes"
for i in 0 2; do
	in_space $i ip link add br0 up type bridge stp_state 0 mcast_snooping 0
done
# The settings of a new port
ip link add holder type dummy
attach holder
DUT=holder
want_shown
{
	declare -p want
	echo "PAIRS=$PAIRS"
} >"$TMP/constants"

# --- churn -------------------------------------------------------------------------------------

for step in create attach; do
	for i in "${!homes[@]}"; do
		churn "$i" $step
	done
done
there=0
for i in "${!homes[@]}"; do
	fields "$(in_space "$i" station dump port)"
	there=$((there + field[entries]))
done
# The sum includes the port of holder, which stays.
check_eq "ports" $there $((2 * PAIRS * spaces + 1))

echo "CHURN_SEED=$seed CHURN_SECONDS=$seconds"
workers=()
for ((i = 0; i < spaces; i++)); do
	background churn $i run $((seed * spaces + i)) >"$TMP/worker-$i" 2>&1
	workers+=("$job")
done
began=$SECONDS
told=0
while ((SECONDS - began < seconds)); do
	nap 1
	((SECONDS - began < told + 10)) && continue
	told=$((SECONDS - began))
	sum_of_totals
	progress "random_churn: $told of $seconds s, $reply operations"
done
touch "$TMP/stop"
# A debug kernel takes minutes to end the operations that run.
if ! busywait 900 ended; then
	verdict 0 "a process goes on: $(cat "$TMP"/doing-*)"
	ps -C bash,station,pausectl,tc,ip -o pid,etimes,stat,wchan,args || :
	exit 1
fi
for i in "${!workers[@]}"; do
	wait "${workers[i]}" || verdict 0 "process $i: $(tail -n 3 "$TMP/worker-$i")"
done
sum_of_totals
operations=$reply
echo "# $operations operations in $((SECONDS - began)) s: $(awk '{ n[$1] += $2 }
	END { for (op in n) printf "%s %d ", op, n[op] }' "$TMP"/ops-*)"
# Each process does at least one turn of twelve operations. A KASAN kernel does some 1.5 operations a second.
check_between "operations" "$operations" $((12 * spaces + seconds / 2)) 100000000

# --- the end ------------------------------------------------------------------------------------

for i in "${!homes[@]}"; do
	churn "$i" let-go >"$TMP/let-go-$i" || verdict 0 "letting go in $i failed"
	check_eq "namespace $i: ports that could not be let go" "$(grep "^let go" "$TMP/let-go-$i" || :)" ""
done
ports=0
for i in "${!homes[@]}"; do
	churn "$i" check >"$TMP/check-$i" 2>&1 || verdict 0 "checks in $i failed"
	check_eq "namespace $i: what is not as it must be" "$(grep -v "^ports " "$TMP/check-$i" || :)" ""
	reply=$(sed -n 's/^ports //p' "$TMP/check-$i")
	ports=$((ports + reply))
done
check_between "ports in the end" "$ports" 1 $((2 * PAIRS * spaces))

# Check all views of one port: of a port that is left here with pausectl as root, or of a new one.
DUT=
for i in /sys/class/net/[ab][0-9]*; do
	[[ $(tc qdisc show dev "${i##*/}" root) != *"pausectl 1: root"* ]] || DUT=${i##*/}
done
[[ -n $DUT ]] || { DUT=new; ip link add new up type veth peer name new netns "${homes[1]}"; }
tc qdisc replace dev "$DUT" root handle 1: pausectl
pausectl set dev "$DUT" pace off
want_shown
check_all_views "$DUT"
