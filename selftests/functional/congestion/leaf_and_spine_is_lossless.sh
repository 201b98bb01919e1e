#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# Eight hosts at two leaves and two spines. First, each host sends to each other host, by RoCE with priority 3
# and by TCP with priority 0, at once. PFC is on for both priorities. ETS gives 60 percent of each link to
# RoCE and 40 percent to TCP. No frame is lost, no sender takes a frame for lost, the links to the hosts are
# full, and each priority has its share of them. FABRIC_SECONDS is the time measured.
#
# Then five hosts write to h8 by RoCE, and h4 to h7. Only h4 sends to h7, but h4 has to stop with the others,
# because its frames wait behind theirs: h4 is a victim. With priority 4, h4 has its link for itself. XOFF
# goes from the last switch to the hosts. Again, no frame is lost.
#
#	spine1               spine2
#	  | \               / |       40 Mb/s each. The leaves choose a spine by a hash
#	  |  +-------------+  |       of addresses and ports.
#	  | /               \ |
#	leaf1               leaf2
#	 | | | |             | | | |  10 Mb/s each
#	h1 ... h4           h5 ... h8
#
# Each switch is a namespace that routes. rxe works in the initial network namespace, so h1 to h8 are there.
# For TCP each host also has a namespace, with a macvlan device on its link. All ends of links have a port. The
# switches pace their links, and the hosts do not.
#
# A frame that waits for a busy link stops those behind it, which wait for others. The sooner a switch sends
# XOFF, the more links are then idle. So a port sends XOFF when frames wait that take 200 ms on its link, and
# 50 ms in the incast. The automatic thresholds are 52 ms at 10 Mb/s, and 13 ms at 40 Mb/s.
. "${0%/*}/../../lib/rdma.sh"
. "${0%/*}/../../lib/lossless.sh"
require dcb ib_send_bw iperf3 nstat

seconds=${FABRIC_SECONDS:-2}
hosts=8
host_bps=10000000
trunk_bps=40000000
share=600	# of RoCE, in permille
roce=26		# DSCP of priority 3
other=34	# DSCP of priority 4

# inside NAME COMMAND...: runs the command in the namespace of this switch or host
inside()
{
	nsenter --net="/run/netns/$1-$$" "${@:2}"
}

# namespace NAME
namespace()
{
	add_netns "$1-$$"
	inside "$1" bash -c "echo 1 >/proc/sys/net/ipv4/ip_forward
		echo 1 >/proc/sys/net/ipv4/fib_multipath_hash_policy"
}

# port BPS DEV [COMMAND...]: makes the port; the command enters its namespace
ports=()
port()
{
	"${@:3}" tc qdisc add dev "$2" root handle 1: pausectl
	"${@:3}" dcb app add dev "$2" dscp-prio $roce:3 $other:4
	"${@:3}" pausectl set dev "$2" trust dscp prio 0,3,4 speed "$1" pace on \
		tsa 0:ets,3:ets tc-bw 0:$((100 - share / 10)),3:$((share / 10))
	ports+=("$*")
}

# thresholds MS: each port sends XOFF if frames wait that would take MS on its link
thresholds()
{
	local words xoff

	for words in "${ports[@]}"; do
		read -ra words <<<"$words"
		xoff=$((words[0] * $1 / 8000))
		"${words[@]:2}" pausectl set dev "${words[1]}" \
			buffer-size 0:4m,3:4m,4:4m buffer-xoff "0:$xoff,3:$xoff,4:$xoff"
	done
}

# leaf_of HOST: 1 or 2, in $reply
leaf_of()
{
	reply=$((1 + ($1 - 1) / 4))
}

# knows DEV ADDRESS MAC [COMMAND...]: a router asks for an unknown MAC address and drops the frames that it
# cannot keep meanwhile, so all know their neighbours from the beginning.
knows()
{
	"${@:4}" ip neigh add "$2" dev "$1" lladdr "$3" nud permanent
}

# trunk LEAF SPINE: the link between them
trunk()
{
	local up=02:00:00:01:0$1:0$2 down=02:00:00:02:0$1:0$2 net=10.2.$1$2

	ip -n "leaf$1-$$" link add "up$2" address "$up" up type veth \
		peer name "down$1" address "$down" netns "spine$2-$$"
	ip -n "spine$2-$$" link set "down$1" up
	ip -n "leaf$1-$$" address add "$net.1/24" dev "up$2"
	ip -n "spine$2-$$" address add "$net.2/24" dev "down$1"
	knows "up$2" "$net.2" "$down" inside "leaf$1"
	knows "down$1" "$net.1" "$up" inside "spine$2"
	port $trunk_bps "up$2" inside "leaf$1"
	port $trunk_bps "down$1" inside "spine$2"
}

# host N: the host, its link to its leaf, and the routes to it. RoCE has the addresses 10.0.N.*, TCP 10.1.N.*.
host()
{
	local n=$1 net here there spine leaf mac=02:00:00:03:00:0$1 leaf_mac=02:00:00:04:00:0$1
	local tcp_mac=02:00:00:05:00:0$1

	leaf_of "$n"
	here=$reply there=$((3 - reply)) leaf=leaf$reply-$$
	ip link add "h$n" address "$mac" up type veth peer name "p$n" address "$leaf_mac" netns "$leaf"
	finally "ip link del h$n"
	ip -n "$leaf" link set "p$n" up
	ip address add "10.0.$n.1/24" dev "h$n"
	ip route add 10.0.0.0/16 via "10.0.$n.254" dev "h$n" metric "$n"

	namespace "host$n"
	ip link add "tcp$n" address "$tcp_mac" link "h$n" netns "host$n-$$" type macvlan mode private
	ip -n "host$n-$$" link set "tcp$n" up
	ip -n "host$n-$$" address add "10.1.$n.1/24" dev "tcp$n"
	# TCP takes a frame that waits for longer than its timeout for lost. RoCE's timeout is as long.
	ip -n "host$n-$$" route add default via "10.1.$n.254" rto_min 4s
	for net in 10.0 10.1; do
		ip -n "$leaf" address add "$net.$n.254/24" dev "p$n"
		for spine in 1 2; do
			ip -n "spine$spine-$$" route add "$net.$n.0/24" via "10.2.$here$spine.1"
		done
		ip -n "leaf$there-$$" route add "$net.$n.0/24" \
			nexthop via "10.2.${there}1.2" nexthop via "10.2.${there}2.2"
	done
	knows "h$n" "10.0.$n.254" "$leaf_mac"
	knows "tcp$n" "10.1.$n.254" "$leaf_mac" inside "host$n"
	knows "p$n" "10.0.$n.1" "$mac" inside "leaf$here"
	knows "p$n" "10.1.$n.1" "$tcp_mac" inside "leaf$here"
	port $host_bps "h$n"
	pausectl set dev "h$n" pace off
	port $host_bps "p$n" inside "leaf$here"
	rdma_host "$n"
}

# --- traffic -----------------------------------------------------------------

senders=()
known=0	# errors before the present senders

# starts COMMAND...: a job that must not end while it is measured; its output goes to $TMP/job-N
starts()
{
	background "$@" >"$TMP/job-${#jobs_started[@]}" 2>&1
	senders+=("$job")
}

# roce PORT HOST DSCP ARGUMENT...: a server, or with the last argument 127.0.0.1 a client. The two ends
# tell each other their addresses by TCP over loopback. --events: it waits for completions without polling.
# The timeout, 4.096 us * 2^20, is far above any wait.
roce()
{
	starts ib_send_bw --CPU-freq --events --port "$1" --ib-dev "rdma$2" --gid-index 1 --tclass $(($3 << 2)) \
		--size 16384 --qp-timeout 20 "${@:4}"
}

# Both directions at once, with at most 32 KiB of each on the way, for a minute longer than is measured
messages=$(((seconds + 60) * host_bps / 8 / (hosts - 1) / 16384))
both=(--bidirectional --tx-depth 2 --iters "$messages")
roce_server() { roce "1$1$2" "$2" $roce "${both[@]}"; }
roce_client() { roce "1$1$2" "$1" $roce "${both[@]}" 127.0.0.1; }
tcp_server() { starts nsenter "--net=/run/netns/host$2-$$" iperf3 -s -1 -p "1$1$2"; }
tcp_client()
{
	starts nsenter "--net=/run/netns/host$1-$$" \
		iperf3 -c "10.1.$2.1" -p "1$1$2" --bidir -w 12K -t $((seconds + 60))
}

# One direction, with as much on the way as rxe lets eight queue pairs have
bulk=(--qp 8 --tx-depth 16 --iters $((60 * host_bps / 8 / 8 / 16384)))
bulk_server() { roce "2$1$2" "$2" "$3" "${bulk[@]}"; }
bulk_client() { roce "2$1$2" "$1" "$3" "${bulk[@]}" 127.0.0.1; }

# pairs COMMAND...: runs the command with the numbers of two hosts, for each two
pairs()
{
	local i j

	for ((i = 1; i <= hosts; i++)); do
		for ((j = i + 1; j <= hosts; j++)); do
			"$@" $i $j
		done
	done
}

# incast COMMAND DSCP: runs the command for five senders to h8, and for h4, h7 and the DSCP
incast()
{
	local i

	for i in 1 2 3 5 6; do
		"$1" $i 8 $roce
	done
	"$1" 4 7 "$2"
}

# listening N: N servers listen, counted over the namespaces of all hosts
listening()
{
	local n

	reply=$(ss -Htln | wc -l)
	for ((n = 1; n <= hosts; n++)); do
		reply+=+$(inside "host$n" ss -Htln | wc -l)
	done
	((reply == $1))
}

# --- measures ----------------------------------------------------------------

# sent FILE: the octets and frames that each class of p1 ... p8 has sent, to $TMP/FILE: time in us, port,
# class, octets, frames
sent()
{
	local leaf n

	for leaf in 1 2; do
		for ((n = leaf * 4 - 3; n <= leaf * 4; n++)); do
			echo "class show dev p$n"
		done | { echo "${EPOCHREALTIME/./}"; inside leaf$leaf tc -s -batch -; } | awk -v n=$((leaf * 4 - 3)) '
			NR == 1 { time = $1; next }
			/^class/ { class = substr($3, 3) - 1; if (class < last) n++; last = class }
			/^ Sent/ { print time, n, class, $2, $4 }'
	done >"$TMP/$1"
}

# carried HOST: what p$HOST has sent from "begin" to "end", with all overhead: the permille of the speed of
# all priorities, and the permille of each priority of that; in the array row
carried()
{
	read -ra row < <(awk -v n="$1" -v bps=$host_bps '
		$2 != n { next }
		NR == FNR { begin = $1; octets[$3] = $4; frames[$3] = $5; next }
		{ end = $1; now[$3] = $4 - octets[$3] + ($5 - frames[$3]) * 24; all += now[$3] }
		END {
			printf "%d", all * 8e9 / (end - begin) / bps
			for (prio = 0; prio < 8; prio++)
				printf " %d", all ? now[prio] * 1000 / all + 0.5 : 0
			print ""
		}' "$TMP/begin" "$TMP/end")
}

# measure SECONDS: measures while all jobs send. To read the counters takes a few ms.
measure()
{
	local i sending=0

	sent begin
	sleep "$1"
	sent end
	for i in "${senders[@]}"; do
		! kill -0 "$i" || sending=$((sending + 1))
	done
	check_eq "jobs that did not end before" $sending ${#senders[@]}
	errors
	check_eq "RoCE: errors of sequence, and times that a sender went back" $((reply - known)) 0
}

idle()
{
	of_all_ports queue_packets
	((reply == 0))
}

# stop: ends the jobs, and waits until no frame waits. A queue pair that outlives its partner has errors.
stop()
{
	kill "${senders[@]}" 2>/dev/null || :
	wait "${senders[@]}" || :
	senders=()
	await 60 idle
	errors
	known=$reply
}

# of_all_ports COUNTER [PORT...]: the sum of the counter over all ports and priorities, or of priority 3 over these
# ports; in $reply. Starts no jq, because await asks this again and again.
of_all_ports()
{
	local switch

	reply=$({
		pausectl -j stats
		for switch in leaf1 leaf2 spine1 spine2; do
			inside "$switch" pausectl -j stats
		done
	} | awk -v RS='"ifname":"' -v counter="\"$1\":[[]" -v ports=" ${*:2} " '
		match($0, counter "[0-9,]+") {
			name = substr($0, 1, index($0, "\"") - 1)
			n = split(substr($0, RSTART + length(counter) - 2, RLENGTH), values, ",")
			for (i = 1; i <= n; i++)
				if (ports == "  " || i == 4 && index(ports, " " name " "))
					sum += values[i]
		}
		END { printf "%d", sum }')
}

# errors: RoCE errors of all hosts since the boot, in $reply
errors()
{
	rdma_sum completer_retry_err rcvd_seq_err rcvd_rnr_err
}

# xoffs PORT...: XOFFs that these ports have sent for priority 3, in $reply
xoffs()
{
	of_all_ports tx_xoff "$@"
}

# tcp_counters: writes how far the TCP counters of each host have moved since the last call
tcp_counters()
{
	local n

	for ((n = 1; n <= hosts; n++)); do
		tcp_since "$n" inside "host$n"
	done
}

# --- the test ----------------------------------------------------------------

for i in leaf1 leaf2 spine1 spine2; do
	namespace $i
done
for i in 1 2; do
	trunk $i 1
	trunk $i 2
done
for ((n = 1; n <= hosts; n++)); do
	host "$n"
done
watch_drops
progress "the fabric is up"
note backlog_drops
tcp_counters

thresholds 200
pairs tcp_server
pairs roce_server
await 60 listening ${#senders[@]}
pairs roce_client
pairs tcp_client
progress "all hosts send"
sleep 2
measure "$seconds"
for ((n = 1; n <= hosts; n++)); do
	carried "$n"
	check_between "link to h$n: used, permille" "${row[0]}" 990 1005
	check_between "link to h$n: permille of RoCE" "${row[4]}" $((share * 95 / 100)) 1000
	check_between "link to h$n: permille of TCP" "${row[1]}" $(((1000 - share) * 95 / 100)) 1000
done
tcp_counters
check_nothing_lost "TCP"
stop

thresholds 50
note xoffs down1 down2
note xoffs p1 p2 p3
for victim in $roce $other; do
	incast bulk_server "$victim"
	await 60 listening ${#senders[@]}
	incast bulk_client "$victim"
	sleep 3
	measure 2
	carried 8
	check_between "DSCP $victim: link to h8: used, permille" "${row[0]}" 990 1005
	carried 7
	if ((victim == roce)); then
		check_between "the victim: link to h7: used, permille" "${row[0]}" 1 900
	else
		check_between "with another priority: link to h7: used, permille" "${row[0]}" 990 1005
	fi
	stop
done
reply_between "XOFFs from the spines to the leaves" 1 1000000 since xoffs down1 down2
reply_between "XOFFs from leaf1 to h1, h2 and h3" 1 1000000 since xoffs p1 p2 p3

reply_is "frames dropped by all ports" 0 of_all_ports drops
reply_is "frames dropped by full buffers" 0 of_all_ports buffer_drops
reply_is "frames dropped before a port saw them" 0 since backlog_drops
reply_is "frames that the kernel dropped before they reached a socket" 0 dropped_on_the_way
