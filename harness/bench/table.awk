# SPDX-License-Identifier: GPL-2.0
# Makes tables of figures (KERNEL BENCH NAME VALUE...). Reads the file marks first. The exit status is 1 if a
# mark that was reached is missed.

FILENAME ~ /marks$/ {
	if (!/^(#|$)/) {
		way[$1] = $2
		limit[$1] = $3
		state[$1] = $4
	}
	next
}

function mean(   i, sum) {
	for (i = 4; i <= NF; i++)
		sum += $i
	return sum / (NF - 3)
}

function spread(   i, low, high) {
	low = high = $4
	for (i = 5; i <= NF; i++) {
		if ($i < low) low = $i
		if ($i > high) high = $i
	}
	return high - low
}

{
	if (!($1 in kernels)) {
		kernels[$1]
		kernel[++kernel_count] = $1
	}
	if (!(($2, $3) in seen)) {
		seen[$2, $3]
		names[$2, ++count[$2]] = $3
	}
	measured[$1, $2]
	value[$1, $2, $3] = mean()
	wide[$1, $2, $3] = spread()
}

# Whether the figure, whose runs have this spread, reaches the mark of that name
function mark(name, figure, spread,   beyond) {
	beyond = way[name] == "most" ? figure - limit[name] : limit[name] - figure
	if (beyond > spread && state[name] == "reached")
		failed = failed sprintf("\nmark %s: measured %.4g, spread %.2g, demanded at %s %s, as before", name,
			figure, spread, way[name], limit[name])
	return sprintf("%s (at %s %s)", beyond > 0 ? "MISSED" : "reached", way[name], limit[name])
}

function spread_over(k, bench, name, base) {
	return wide[k, bench, name] + wide[k, bench, base]
}

# The ratio of what two qdiscs take over noqueue
function part_of(k, what, own, other, name,   a, b, parts) {
	a = over(k, "cost", own, "noqueue")
	b = over(k, "cost", other, "noqueue")
	parts = spread_over(k, "cost", own, "noqueue") / a + spread_over(k, "cost", other, "noqueue") / b
	printf "  %.3f of %s: %s\n", a / b, what, mark(name, a / b, a / b * parts)
}

function cost(k,   i, name, base, own) {
	base = value[k, "cost", "noqueue"]
	own = value[k, "cost", "pausectl-pfc"] - base
	printf "\nCost per frame, ns, Linux %s\n%-14s %8s %8s %14s %16s\n", k, "qdisc", "cost", "spread",
		"over noqueue", "pausectl-pfc /"
	for (i = 1; i <= count["cost"]; i++) {
		name = names["cost", i]
		printf "%-14s %8d %8d %14d", name, value[k, "cost", name], wide[k, "cost", name],
			value[k, "cost", name] - base
		if (name != "noqueue" && name !~ /^pausectl/)
			printf " %16.2f", own / (value[k, "cost", name] - base)
		printf "\n"
	}
	part_of(k, "ets with 8 DRR bands", "pausectl-pfc", "ets-8-drr", "ets-drr")
	part_of(k, "prio with 8 bands", "pausectl-pfc", "prio-8", "prio")
	part_of(k, "ets with 8 DRR bands, by 8 ETS classes", "pausectl-ets", "ets-8-drr", "shared-ets-drr")
	part_of(k, "ets with 8 strict bands, by 8 ETS classes", "pausectl-ets", "ets-8-strict", "shared-ets-strict")
}

# Streams of several priorities have a process for each priority, and their own noqueue to compare with.
function throughput(k,   i, j, n, name, part, streams, figure, figures, ratio, ratios, least, least_spread, again,
		done) {
	least = 2
	printf "\nThroughput of TCP by streams, Linux %s\n%-28s %20s %20s %s\n%-28s %6s %6s %6s %6s %6s %6s %s\n", k, "",
		"Gb/s", "of noqueue", "segments", "qdisc", 1, 4, 16, 1, 4, 16, "sent again"
	n = split("1 4 16", streams, " ")
	for (i = 1; i <= count["throughput"]; i++) {
		name = names["throughput", i]
		if (!sub(/-[0-9]+$/, "", name) || name in done)
			continue
		done[name]
		figures = ratios = ""
		again = 0
		for (j = 1; j <= n; j++) {
			part = "-" streams[j]
			figure = value[k, "throughput", name part]
			again += value[k, "throughput", name part "-again"]
			figures = figures (figure ? sprintf(" %6.2f", figure / 1e6) : "      -")
			ratios = ratios "      -"
			if (!figure)
				continue
			ratio = figure / value[k, "throughput", (name ~ /-spread/ ? "noqueue-spread" : "noqueue") part]
			sub(/ +-$/, sprintf(" %6.2f", ratio), ratios)
			if (name ~ /^pausectl/ && name !~ /-split$/ && ratio < least) {
				least = ratio
				least_spread = ratio * wide[k, "throughput", name part] / figure
			}
		}
		printf "%-28s%s%s %10d\n", name, figures, ratios, again
	}
	printf "  priorities that the spread streams used: %d, with split-gso on %d\n",
		value[k, "throughput", "priorities"], value[k, "throughput", "priorities-split"]
	printf "  %.3f of noqueue at least, untouched or with PFC: %s\n", least, mark("tcp", least, least_spread)
}

function over(k, bench, name, base) {
	return value[k, bench, name] - value[k, bench, base]
}

function storm(k,   i, n, names) {
	printf "\nA PFC frame in a storm, ns beyond delivery, Linux %s\n", k
	n = split("one eight", names, " ")
	for (i = 1; i <= n; i++)
		printf "  for %s of the priorities %d: %s\n", names[i], over(k, "storm", names[i], "plain"),
			mark("storm-" names[i], over(k, "storm", names[i], "plain"),
				spread_over(k, "storm", names[i], "plain"))
	printf "  timers started in 1000 frames: %d\n", value[k, "storm", "hrtimer_starts_in_1000"]
}

# What charging adds; only Linux 6.6 and newer send frames of which there is no copy
function charging(k, what, prefix) {
	printf "  %s: without PFC transmit %d, with it %d\n", what, value[k, "forward", prefix "off"],
		value[k, "forward", prefix "on"]
	return over(k, "forward", prefix "on", prefix "off")
}

function forward(k,   extra) {
	printf "\nForwarding a frame by a bridge, ns, Linux %s\n", k
	if ((k, "forward", "tx-on") in value) {
		extra = charging(k, "a frame", "tx-")
		printf "  charging and giving back %d: %s\n", extra,
			mark("charge", extra, spread_over(k, "forward", "tx-on", "tx-off"))
	}
	extra = charging(k, "a frame with a copy elsewhere", "copy-")
	printf "  charging and giving back %d\n", extra
}

# The cost of features for sent and for forwarded frames, beside the port with all features off
function features(k,   i, name, way) {
	printf "\nA frame with features of a port, ns, Linux %s\n", k
	for (i = 1; i <= count["features"]; i++) {
		name = names["features", i]
		way = name
		sub(/-.*/, "", way)
		printf "  %-24s %6d  more than off %5d\n", name, value[k, "features", name],
			over(k, "features", name, way "-off")
	}
}

function shares(k,   i) {
	printf "\nLargest error of a share of three classes, ppm of what was sent, Linux %s\n", k
	for (i = 1; i <= count["shares"]; i++)
		printf "  %-18s %6d\n", names["shares", i], value[k, "shares", names["shares", i]]
}

function congestion(k,   i, n, speeds, speed) {
	printf "\nCongestion, Linux %s\n", k
	n = split("1gbit 10gbit", speeds, " ")
	for (i = 1; i <= n; i++) {
		speed = speeds[i] "-"
		printf "  %-6s from the enqueue that crosses to XOFF on the link, ns: mean %d worst %d, of %d\n",
			speeds[i], value[k, "congestion", speed "mean"],
			value[k, "congestion", speed "worst"], value[k, "congestion", speed "xoffs"]
		printf "  %-6s headroom, octets: used %d, reserved %d; frames dropped %d\n", speeds[i],
			value[k, "congestion", speed "used"], value[k, "congestion", speed "reserved"],
			value[k, "congestion", speed "dropped"]
	}
}

function inflight(k,   i, n, senders, sender) {
	printf "\nOctets in flight at an XOFF, Linux %s\n", k
	n = split("frames tcp-1 tcp-16", senders, " ")
	for (i = 1; i <= n; i++) {
		sender = senders[i] "-"
		printf "  %-7s half of %d up to %d, most %d, room for %d, frames dropped %d\n", senders[i],
			value[k, "inflight", sender "xoffs"], value[k, "inflight", sender "half"],
			value[k, "inflight", sender "most"], value[k, "inflight", sender "room"],
			value[k, "inflight", sender "dropped"]
		printf "          up to 4 KiB %d, 16 KiB %d, 64 KiB %d, 256 KiB %d\n",
			value[k, "inflight", sender "4096"], value[k, "inflight", sender "16384"],
			value[k, "inflight", sender "65536"], value[k, "inflight", sender "262144"]
	}
}

function cpus(k,   i, name) {
	printf "\nTwo CPUs (wall time), Linux %s\n", k
	for (i = 1; i <= count["cpus"]; i++) {
		name = names["cpus", i]
		if ((k, "cpus", name "-one") in value)
			printf "  %-14s %7d frames/s (spread %d), one CPU %7d (spread %d): %.2f of one; locks contended per 1000 frames %.1f (spread %.1f)\n",
				name, value[k, "cpus", name], wide[k, "cpus", name],
				value[k, "cpus", name "-one"], wide[k, "cpus", name "-one"],
				value[k, "cpus", name] / value[k, "cpus", name "-one"],
				value[k, "cpus", name "-contended"], wide[k, "cpus", name "-contended"]
	}
}

END {
	for (n = 1; n <= kernel_count; n++) {
		k = kernel[n]
		if ((k, "cost") in measured)
			cost(k)
		if ((k, "throughput") in measured)
			throughput(k)
		if ((k, "features") in measured)
			features(k)
		if ((k, "receive") in measured) {
			printf "\nAdded to receiving an ordinary frame, ns, Linux %s\n", k
			printf "  pausectl %d, with a filter %d, with one on another port %d\n",
				over(k, "receive", "pausectl", "nothing"),
				over(k, "receive", "pausectl-filter", "nothing"),
				over(k, "receive", "pausectl-filter-elsewhere", "nothing")
			printf "  pausectl, beyond a netfilter hook that does nothing, %d: %s\n",
				over(k, "receive", "pausectl", "nothing-hooked"),
				mark("receive", over(k, "receive", "pausectl", "nothing-hooked"),
					spread_over(k, "receive", "pausectl", "nothing-hooked"))
			printf "  a netfilter hook that does nothing %d\n",
				over(k, "receive", "nothing-hooked", "nothing")
			printf "  nftables ingress chain with one rule %d\n",
				over(k, "receive", "nftables", "nothing")
		}
		if ((k, "forward") in measured)
			forward(k)
		if ((k, "congestion") in measured)
			congestion(k)
		if ((k, "inflight") in measured)
			inflight(k)
		if ((k, "storm") in measured)
			storm(k)
		if ((k, "resume") in measured)
			for (i = 1; i <= count["resume"]; i += 2) {
				split(names["resume", i], part, "-")
				if (i == 1)
					printf "\nLateness of resumption, ns, Linux %s\n", k
				printf "  %-9s mean %6d worst %6d\n", part[1], value[k, "resume", part[1] "-mean"],
					value[k, "resume", part[1] "-worst"]
			}
		if ((k, "memory") in measured)
			printf "\nMemory per idle port, octets, Linux %s\n  with all views %d: %s\n  port and qdisc %d, files in sysfs %d\n",
				k, value[k, "memory", "total"], mark("memory", value[k, "memory", "total"], wide[k, "memory", "total"]),
				value[k, "memory", "port"], value[k, "memory", "sysfs"]
		if ((k, "shares") in measured)
			shares(k)
		if ((k, "cpus") in measured)
			cpus(k)
	}
	if (failed)
		print failed
	exit failed != ""
}
