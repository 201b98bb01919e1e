# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests of dcb and ethtool. The functions read JSON, except where that is wrong. Source it in place of lib.sh.
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"
require dcb ethtool jq

# pause_of [DEV]: autoneg, rx and tx as ethtool -a shows them, in $reply. JSON of ethtool 6.1 says true
# for all values, so this reads the text.
pause_of()
{
	local word autoneg rx tx

	while read -r word reply _; do
		case $word in
		Autonegotiate:) autoneg=$reply ;;
		RX:) rx=$reply ;;
		TX:) tx=$reply ;;
		esac
	done < <(ethtool -a "${1:-$DUT}")
	reply="$autoneg $rx $tx"
}

check_pause() # WHAT DEMANDED [DEV]: autoneg, rx and tx
{
	pause_of "${3:-$DUT}"
	check_eq "$1: ethtool -a, autoneg rx tx" "$reply" "$2"
}

# dcb of iproute2 6.15 puts a third member " " into the array of an APP entry.
APP_OF_DCB='walk(if type == "array" then map(select(. != " ")) else . end)'

# dcb_json OBJECT JQ-FILTER: prints what jq makes of it. Starts no jq for ".KEY" and "[.KEY,...]", see json_field.
dcb_json()
{
	local json key list=

	json=$(dcb -j -s "$1" show dev "$DUT")
	if [[ ! $2 =~ ^(\.[a-z_]+|\[(\.[a-z_]+,?)+\])$ ]]; then
		jq -cS "$APP_OF_DCB | $2" <<<"$json"
		return
	fi
	for key in ${2//[].,[]/ }; do
		json_field "$json" "$key"
		list+=,${reply:-null}
	done
	[[ $2 == .* ]] && echo "${list#,}" || echo "[${list#,}]"
}

# priorities_of_dcb: an array of the priorities with PFC
priorities_of_dcb()
{
	dcb_json pfc '[.prio_pfc | to_entries[] | select(.value) | .key]'
}

# rates_as_dcb: ports take rates in the unit of this machine's dcb, until the test ends. The unit is kbit/s
# in iproute2 6.18 and later, and octets/s before.
rates_as_dcb()
{
	local kbit=/sys/module/pausectl/parameters/maxrate_kbit

	finally "echo $(<$kbit) >$kbit"
	reply=$(dcb -V)
	printf "%s\n" 6.18 "${reply##*-}" | sort -VC && reply=Y || reply=N
	echo "$reply" >$kbit
}

# check_answer WHAT ERRNO STATION-DCB-SET-ARGUMENTS...
check_answer()
{
	check_eq "$1: answer" "$(station dcb set "$DUT" "${@:3}")" "error=$2"
}

listen_dcb()
{
	capture dcb dcb monitor
}

listen_pausectl()
{
	listener pausectl pausectl -j monitor
}

# ethtool's monitor prints that it listens before it has joined the multicast group. So wait until it is a
# member.
listen_ethtool()
{
	listen ethtool stdbuf -oL ethtool --monitor -A "$DUT"
	# shellcheck disable=SC2154 # of background
	await 10 is_member "$job"
}

# is_member PID: the process has joined a multicast group of generic netlink, protocol 16
is_member()
{
	awk -v pid="$1" '$2 == 16 && $3 == pid && $4 !~ /^0+$/ { found = 1 } END { exit !found }' \
		/proc/net/netlink
}
