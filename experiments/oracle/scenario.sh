# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What the scenarios beside this file share: flows of a known length, and a capture at each host. Sourced.

interval=5ms TOGETHER=yes
flows=() seconds=1

# flow FROM TO OCTETS [tcp]: from the beginning, as fast as frames of 1514 octets can leave, or by TCP
flow() {
	flows+=("$*")
}

# hold QUANTA: a frame to each host that sends. All go on at one time, within 100 us, with QUANTA of 0.
hold() {
	local words host

	for words in "${flows[@]}"; do
		host=${words%% *}
		echo "send ${near[$host]# }-$host pfc $prio:$1"
	done > "$work/hold"
	pausectl -n switches -b "$work/hold"
}

# tcpdump knows nothing of ports: it sees when the frames of a flow leave a host, and when they come in.
listen() {
	local host

	for host in "${hosts[@]}"; do
		start "$host" tcpdump -q -U -Z root -s 32 --time-stamp-precision=nano -i "$host-${near[$host]# }" \
			-w "$work/$host.pcap" "tcp or vlan"
	done
	nap 0.5
}

experiment() {
	local words

	phase=${name##*/}
	listen
	hold 65535
	for words in "${flows[@]}"; do
		# shellcheck disable=SC2086 # words
		set -- $words
		if [ "${4-}" = tcp ]; then
			tcp "$1" "$2" -n "$3"
		else
			blast "$1" "$2" count $(($3 / 1514))
		fi
	done
	nap 0.1
	hold 0
	nap "$seconds"
	stop
	printf '%s\n' "${flows[@]}" > "$out/flows"
	printf '%s\n' "${hosts[@]}" > "$out/hosts"
	cp "$work"/*.pcap "$out"
	pausectl -n all -j stats > "$work/after"
	claim "frames lost" "$(jq '[.[].buffer_drops[3]] | add' "$work/after")" 0 0 "lossless"
}
