#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# pausectl metrics prints the counters of all ports for Prometheus, or writes them to a file. Prometheus reads what it
# prints, and its alert reports a storm.
#
#	here                      |  $PEER
#	$DUT pausectl, watched ---+- $LINK pausectl, sends a storm
#	Prometheus
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/watchdog.sh"
require curl prometheus promtool systemd-socket-activate

of_sources examples/monitoring/prometheus.rules.yml
rules=$(realpath "$reply")
dashboard=${rules%/*}/grafana-dashboard.json
dashed=0
server=127.0.0.1:9735
prometheus=127.0.0.1:9090
odd='a"b\c'

# sample METRIC [PRIORITY]: its value at $DUT in $TMP/metrics
sample()
{
	awk -v "name=pausectl_$1{device=\\\"$DUT\\\"${2:+,priority=\\\"$2\\\"}}" '$1 == name { print $2 }' "$TMP/metrics"
}

# answers URL: something answers there
answers()
{
	curl -s -o /dev/null "$1"
}

# asked QUERY: the answer of Prometheus, a line for each result, in $reply
asked()
{
	reply=$(curl -s --data-urlencode "query=$1" "http://$prometheus/api/v1/query" |
		jq -r '.data.result[] | "\(.metric.device) \(.metric.priority) \(.value[1])"')
}

# draws_both QUERY: the answer has both devices; their number is in $drawn
draws_both()
{
	drawn=$(curl -s --data-urlencode "query=$1" "http://$prometheus/api/v1/query" |
		jq '[.data.result[].metric.device] | unique | length')
	((drawn == 2))
}

says() # QUERY ANSWER
{
	asked "$1"
	[[ $reply == "$2" ]]
}

stormed_pair prio 3
configure watchdog 3:alert watchdog-detect-ms 3:200
ip link add "$odd" type dummy
finally "ip link del '$odd'"
tc qdisc add dev "$odd" root pausectl

# --- the text ----------------------------------------------------------------------------
on_peer pausectl send dev "$LINK" pfc 3:60000
await 2 counter_is rx_xoff_3 1
await 5 counter_is paused_3 0
pausectl metrics >"$TMP/metrics"
check_eq "complaints of promtool" "$(promtool check metrics <"$TMP/metrics" 2>&1)" ""
check_eq "complaints about the rules" "$(promtool check rules "$rules" 2>&1 | grep -v SUCCESS | tail -n +2)" ""
check_eq "rx_pfc of 3" "$(sample rx_pfc_total 3)" 1
check_eq "rx_pfc of 4" "$(sample rx_pfc_total 4)" 0
check_eq "paused of the link" "$(sample paused link)" 0
counter pause_duration_us_3
check_eq "time paused, s" "$(sample pause_duration_seconds_total 3)" "$(printf '%d.%06d' $((reply / 1000000)) $((reply % 1000000)))"
counter size_in_force_3
check_eq "size of buffer 3, octets" "$(sample size_in_force_bytes 3)" "$reply"
check_eq "values of two ports" "$(grep -vc '^#' "$TMP/metrics")" \
	"$(pausectl -j stats | jq '[.[] | del(.ifname, .ifindex, .headroom, .in_flight) | .. | numbers] | length')"
check_eq "each metric is named once" "$(grep '^# TYPE' "$TMP/metrics" | sort | uniq -d)" ""
runs 1 '*option "x": allowed are file*' metrics x
runs 1 '*option "file": given twice*' metrics file a file b
runs 1 '*file: value missing*' metrics file
runs 1 'pausectl: http: gone, use "metrics file FILE" and node_exporter; see pausectl help metrics' metrics http

# --- to a file ---------------------------------------------------------------------------
echo old >"$TMP/ports.prom"
runs 0 "" metrics file "$TMP/ports.prom"
check_eq "written and printed differ in" "$(diff "$TMP/ports.prom" "$TMP/metrics")" ""
check_eq "drafts" "$(ls "$TMP"/*.new 2>/dev/null || :)" ""
runs 2 "pausectl: metrics: $TMP/none/ports.prom.new: No such file or directory" metrics file "$TMP/none/ports.prom"

# A page of HTTP around what is printed, in place of node_exporter
cat >"$TMP/serve" <<-'END'
	#!/bin/bash
	while read -r line && [[ $line != $'\r' ]]; do :; done
	printf 'HTTP/1.0 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n\r\n'
	exec pausectl metrics
END
chmod +x "$TMP/serve"
systemd-socket-activate --accept --inetd --listen=$server "$TMP/serve" 2>"$TMP/server.err" &
jobs_started+=($!)
await 5 answers "http://$server/"

# --- Prometheus --------------------------------------------------------------------------
cat >"$TMP/prometheus.yml" <<-END
	global: {scrape_interval: 1s, evaluation_interval: 1s}
	rule_files: ["$rules"]
	scrape_configs: [{job_name: ports, static_configs: [{targets: ["$server"]}]}]
END
prometheus --config.file="$TMP/prometheus.yml" --storage.tsdb.path="$TMP/data" --web.listen-address=$prometheus 2>"$TMP/prometheus.err" &
jobs_started+=($!)
await 60 answers "http://$prometheus/-/ready"
await 20 says "pausectl_rx_xoff_total{device=\"$DUT\",priority=\"3\"}" "$DUT 3 1"
# Grafana fills in the variables of the dashboard: all machines and devices, four samples.
while read -r expression; do
	expression=${expression//\$__rate_interval/4s}
	expression=${expression//\"\$instance\"/\".*\"}
	expression=${expression//\"\$device\"/\".*\"}
	dashed=$((dashed + 1))
	busywait 10 draws_both "${expression% > 0} >= 0" || :
	check_eq "panel $dashed of the dashboard: devices" "$drawn" 2
done < <(jq -r '.panels[].targets[].expr' "$dashboard")
check_between "panels of the dashboard" "$dashed" 7 100
storm_fires="ALERTS{alertname=\"PauseStorm\",alertstate=\"firing\"}"
asked "$storm_fires"
check_eq "alerts before the storm" "$reply" ""
storm prio 3 for 60
blast prio 3 size 200 every 2ms for 1s
sender=$job
busywait 20 says "$storm_fires" "$DUT 3 1" || :
check_eq "alerts in the storm" "$reply" "$DUT 3 1"
on_peer pausectl xon dev "$LINK"
wait "$sender"
busywait 20 says "$storm_fires" "" || :
check_eq "alerts after the storm" "$reply" ""
