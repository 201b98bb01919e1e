#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
# length: long
#
# With many ports, the last one begins and ends as fast as the first, and a frame costs what it
# costs beside one port. A dump has all ports, or says that it was torn, while one comes and goes.
#
# First each of PORTS ports is in a network namespace of its own, then as many are in one.
#
#	here                                 |  $PEER
#	$DUT pausectl, sends data -----------+- $LINK
#	p0, p1, ...: dummies, pausectl       |
#	  (second part; one comes and goes)  |  port-0, port-1, ... (first part)
#	                                     |  d, a dummy, pausectl, in each
. "${0%/*}/../../lib/lib.sh"

ports=${PORTS:-64}
part=$((ports / 8))
dumps=$((ports < 200 ? 40 : 400))

# median: the median of the numbers on standard input, one in each line; in $reply
median()
{
	local numbers

	mapfile -t numbers < <(sort -n)
	reply=${numbers[$((${#numbers[@]} / 2))]}
}

# each_port add|del: does this to one port after the other. Compares the median time of the first
# eighth of ports with that of the last.
each_port()
{
	local first last

	station qdisc "$1" d port- "$ports" >"$TMP/times"
	check_eq "$1: done without an error" "$(grep -c "^error=0 " "$TMP/times")" "$ports"
	sed -i 's/.*ns=//' "$TMP/times"
	median < <(head -n $part "$TMP/times")
	first=$reply
	median < <(tail -n $part "$TMP/times")
	last=$reply
	echo "# $1, ns each: the first $part $first, the last $part $last"
	check_between "$1: the last to the first, percent" $((last * 100 / first)) 80 120
}

# blast_takes FRAMES: how long it takes to send these frames, us, in $reply
blast_takes()
{
	local began=${EPOCHREALTIME/./}

	station blast "$DUT" count "$1" >"$TMP/blast"
	reply=$((${EPOCHREALTIME/./} - began))
}

# cost: the time for a frame, ns, in $reply. The difference between many and few frames leaves out
# the time for the process. The least of three leaves out work that an earlier test left to the kernel.
cost()
{
	local i few=1000000000 many=1000000000

	blast_takes 1000
	for i in 1 2 3; do
		blast_takes 1000
		few=$((reply < few ? reply : few))
		blast_takes 6000
		many=$((reply < many ? reply : many))
	done
	reply=$(((many - few) / 5))
}

# used: the memory that the kernel uses, KiB, in $reply
used()
{
	local key value sum=0

	echo 2 >/proc/sys/vm/drop_caches
	while read -r key value _; do
		[[ $key != @(Slab|Percpu): ]] || sum=$((sum + value))
	done </proc/meminfo
	reply=$sum
}

# --- each in a namespace ----------------------------------------------------------------

# remove_all: removes all namespaces, and waits until the kernel has taken them apart, so that this
# work does not disturb the next test
remove_all()
{
	for ((i = 0; i < ports; i++)); do
		echo "netns del port-$i"
	done | ip -batch -
	busywait 60 test ! -e /sys/class/net/last
}

port_pair
cost
alone=$reply
for ((i = 0; i < ports; i++)); do
	echo "netns add port-$i"
	echo "link add p$i type dummy"
	echo "link set p$i netns port-$i name d"
done | ip -batch -
ip link add last type veth peer name last netns port-$((ports - 1))
finally remove_all
# One port first: what the kernel loads and allocates only once is not measured.
station qdisc add d port- 1 >"$TMP/times"
station qdisc del d port- 1 >"$TMP/times"

used
without=$reply
each_port add
used
echo "# memory of a port: $(((reply - without) * 1024 / ports)) octets"
cost
echo "# ns a frame: $alone beside one port, $reply beside $ports"
check_between "cost of a frame beside $ports ports, percent of that beside one" \
	$((reply * 100 / alone)) 95 105
each_port del

# --- dumps while one comes and goes ---------------------------------------------------------

for ((i = 0; i < ports; i++)); do
	echo "link add p$i type dummy"
done | ip -batch -
for ((i = 0; i < ports; i++)); do
	echo "qdisc add dev p$i root pausectl"
done | tc -batch - 2>"$TMP/warnings"
middle=p$((ports / 2))
read -r index <"/sys/class/net/$middle/ifindex"
fields "$(station dump port sum)"
all=${field[sum]}
check_eq "dump, nothing changing" "${field[entries]} torn ${field[torn]} error ${field[error]}" \
	"$((ports + 1)) torn 0 error 0"

# come_and_go: one port comes and goes, so seldom that most dumps are whole. It ends with the tc
# that reads its lines.
printf -v while_there 0.%03d $((ports / 2))
come_and_go()
{
	while :; do
		echo "qdisc del dev $middle root"
		nap "$while_there"
		echo "qdisc add dev $middle root pausectl"
		nap "$while_there"
	done
}
tc -batch - < <(come_and_go 2>"$TMP/ended") 2>"$TMP/warnings" &
churn=$!
jobs_started+=("$churn")
wrong=""
declare -A kinds=([with]=0 [without]=0 [torn]=0)
for ((i = 0; i < dumps; i++)); do
	fields "$(station dump port sum)"
	case "${field[torn]} ${field[entries]} ${field[sum]} ${field[error]}" in
	"0 $((ports + 1)) $all 0") kind=with ;;
	"0 $ports $((all - index)) 0") kind=without ;;
	"1 "*" 0") kind=torn ;;
	*) wrong+=" ${field[entries]}"; continue ;;
	esac
	kinds[$kind]=$((kinds[$kind] + 1))
done
echo "# dumps that were torn: ${kinds[torn]} of $dumps"
check_eq "dumps that lack ports and don't say so" "$wrong" ""
check_between "dumps with the port that comes and goes" "${kinds[with]}" 1 $dumps
check_between "dumps without it" "${kinds[without]}" 1 $dumps
check_eq "it still comes and goes" "$(kill -0 "$churn" && echo yes)" yes
