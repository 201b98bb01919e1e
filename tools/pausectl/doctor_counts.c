// SPDX-License-Identifier: GPL-2.0
/*
 * What doctor measures: frames that were lost, by place, and frames that stop nobody. Two looks at
 * the machine a while apart show what happened in that while. One look shows what happened since
 * the port began, without counters that other things move, too.
 *
 * A qdisc, a driver and a processor do not count by priority. So what they lost is said of a port
 * only if frames of its lossless priorities went where they are charged to nobody. It is an upper
 * limit then.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/gen_stats.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>

#include "doctor.h"

/* Frames that are on their way from one counter to the next while doctor reads them */
#define ON_THE_WAY	64

/* LOOPBACK_IFINDEX of the kernel */
#define LOOPBACK_IFINDEX	1

/* Of a device; numbers only, so that counts can be subtracted. */
struct counts {
	uint64_t rx[PRIORITIES], tx[PRIORITIES];
	uint64_t charged[PRIORITIES], changed[PRIORITIES], uncharged[PRIORITIES];
	uint64_t drops[PRIORITIES], storms[PRIORITIES], buffers[PRIORITIES];
	uint64_t tx_xoff[COUNTER_VALUES], rx_xoff[COUNTER_VALUES];
	uint64_t is_port;
	uint64_t root, ingress;		/* frames that qdiscs have dropped */
	uint64_t rx_packets, tx_dropped, rx_missed, carrier_changes;
	uint64_t fragments;	/* of the loopback device: datagrams that IP failed to send */
};

static struct counts *counts_of(const struct look *look, const struct device *device)
{
	return device ? &look->counts[device - look->machine.devices] : NULL;
}

static void counts_on_port(const struct nlattr *const *attributes, void *data)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	const struct look *look = data;
	const struct device *device = machine_device(&look->machine, look->machine.netns.now,
						     number_of(attributes[PAUSECTL_A_IFINDEX]));
	struct counts *counts = counts_of(look, device);

	if (!counts || !attributes[PAUSECTL_A_STATS])
		return;
	counts->is_port = 1;
	genl_nested(attributes[PAUSECTL_A_STATS], sent, PAUSECTL_A_STATS_MAX);
	counters_take(counts->rx, sent[PAUSECTL_A_STATS_RX_PACKETS], PRIORITIES);
	counters_take(counts->tx, sent[PAUSECTL_A_STATS_TX_PACKETS], PRIORITIES);
	counters_take(counts->charged, sent[PAUSECTL_A_STATS_CHARGED], PRIORITIES);
	counters_take(counts->changed, sent[PAUSECTL_A_STATS_CHANGED], PRIORITIES);
	counters_take(counts->uncharged, sent[PAUSECTL_A_STATS_UNCHARGED], PRIORITIES);
	counters_take(counts->drops, sent[PAUSECTL_A_STATS_DROPS], PRIORITIES);
	counters_take(counts->storms, sent[PAUSECTL_A_STATS_STORM_DROPS], PRIORITIES);
	counters_take(counts->buffers, sent[PAUSECTL_A_STATS_BUFFER_DROPS], PRIORITIES);
	counters_take(counts->tx_xoff, sent[PAUSECTL_A_STATS_TX_XOFF], COUNTER_VALUES);
	counters_take(counts->rx_xoff, sent[PAUSECTL_A_STATS_RX_XOFF], COUNTER_VALUES);
}

static uint64_t qdisc_drops(const struct nlattr *stats)
{
	struct gnet_stats_queue queue = { 0 };
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, stats)
		if (mnl_attr_get_type(attr) == TCA_STATS_QUEUE &&
		    mnl_attr_get_payload_len(attr) >= sizeof(queue))
			memcpy(&queue, mnl_attr_get_payload(attr), sizeof(queue));
	return queue.drops;
}

/* A root also counts what the qdiscs below it drop. */
static int counts_on_qdisc(const struct nlmsghdr *header, void *data)
{
	const struct tcmsg *qdisc = mnl_nlmsg_get_payload(header);
	const struct look *look = data;
	struct counts *counts = counts_of(look, machine_device(&look->machine,
							       look->machine.netns.now,
							       qdisc->tcm_ifindex));
	const struct nlattr *attr;

	if (!counts || (qdisc->tcm_parent != TC_H_ROOT && qdisc->tcm_parent != TC_H_INGRESS))
		return MNL_CB_OK;
	mnl_attr_for_each(attr, header, sizeof(*qdisc))
		if (mnl_attr_get_type(attr) == TCA_STATS2)
			*(qdisc->tcm_parent == TC_H_ROOT ? &counts->root : &counts->ingress) =
				qdisc_drops(attr);
	return MNL_CB_OK;
}

#define IP_FAILS "Ip: %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %" SCNu64

/*
 * Datagrams of the present namespace that IP did not send, because a fragment was dropped:
 * ipIfStatsOutFragFails (RFC 4293) of IPv4, the 18th number of its line, and of IPv6
 */
static uint64_t failed_fragments(void)
{
	static const char *const paths[] = { "/proc/net/snmp", "/proc/net/snmp6" };
	uint64_t ip = 0, ip6 = 0;
	char line[512];
	size_t i;

	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		FILE *file = fopen(paths[i], "re");

		while (file && fgets(line, sizeof(line), file) &&
		       sscanf(line, IP_FAILS, &ip) != 1 &&
		       sscanf(line, "Ip6FragFails %" SCNu64, &ip6) != 1)
			;
		if (file)
			fclose(file);
	}
	return ip + ip6;
}

/* Of the present namespace. What cannot be read stays 0. */
static int read_counts(void *data)
{
	const struct look *look = data;
	struct counts *lo = counts_of(look, machine_device(&look->machine, look->machine.netns.now,
							   LOOPBACK_IFINDEX));
	char octets[128];
	struct nlmsghdr *request = mnl_nlmsg_put_header(octets);
	struct genl genl;

	request->nlmsg_type = RTM_GETQDISC;
	request->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	mnl_nlmsg_put_extra_header(request, sizeof(struct tcmsg));
	machine_ask(request, counts_on_qdisc, data);
	if (!genl_open(&genl))
		query_socket(&genl, PAUSECTL_CMD_STATS_GET, 0, counts_on_port, data);
	genl_close(&genl);
	if (lo)
		lo->fragments = failed_fragments();
	return 0;
}

static uint64_t backlog_drops(void)
{
	FILE *file = fopen("/proc/net/softnet_stat", "re");
	unsigned int dropped;
	uint64_t sum = 0;

	if (!file)
		return 0;
	while (fscanf(file, "%*x %x%*[^\n]", &dropped) == 1)
		sum += dropped;
	fclose(file);
	return sum;
}

int look_read(struct look *look)
{
	int error = machine_read(&look->machine);
	size_t i;

	look->counts = NULL;
	if (error)
		return error;
	look->counts = calloc(look->machine.count + 1, sizeof(*look->counts));
	if (!look->counts) {
		look_free(look);
		return -ENOMEM;
	}
	for (i = 0; i < look->machine.count; i++) {
		const struct device *device = &look->machine.devices[i];

		look->counts[i].rx_packets = device->rx_packets;
		look->counts[i].tx_dropped = device->tx_dropped;
		look->counts[i].rx_missed = device->rx_missed;
		look->counts[i].carrier_changes = device->carrier_changes;
	}
	netns_each(&look->machine.netns, read_counts, look);
	look->backlog_drops = backlog_drops();
	return 0;
}

void look_free(struct look *look)
{
	machine_free(&look->machine);
	free(look->counts);
	look->counts = NULL;
}

/* The same device in an earlier look, or NULL */
static const struct counts *counts_before(const struct look *before, const struct look *now,
					  const struct device *device)
{
	size_t i;

	for (i = 0; i < before->machine.netns.count; i++)
		if (before->machine.netns.each[i].inode ==
		    now->machine.netns.each[device->netns].inode)
			return counts_of(before,
					 machine_device(&before->machine, i, device->index));
	return NULL;
}

/* A counter that is smaller now has begun anew. */
static struct counts since(const struct look *before, const struct look *now,
			   const struct device *device)
{
	struct counts counts = *counts_of(now, device);
	const struct counts *old = before ? counts_before(before, now, device) : NULL;
	uint64_t *to = (uint64_t *)&counts, is_port = counts.is_port;
	const uint64_t *from = (const uint64_t *)old;
	size_t i;

	for (i = 0; from && i < sizeof(counts) / sizeof(*to); i++)
		to[i] -= from[i] <= to[i] ? from[i] : 0;
	/* Since the device began, these have counted other things, too. */
	if (!before) {
		counts.tx_dropped = 0;
		counts.rx_missed = 0;
		counts.carrier_changes = 0;
		counts.fragments = 0;
	}
	counts.is_port = is_port;
	return counts;
}

static uint64_t sum_of(const uint64_t *values, uint32_t priorities)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < PRIORITIES; i++)
		sum += priorities & 1U << i ? values[i] : 0;
	return sum;
}

static uint64_t above(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/* More than counters that are not read at the same time differ by */
static bool is_gap(uint64_t gap, uint64_t of)
{
	return gap > ON_THE_WAY && gap > of / 8;
}

static uint64_t tell_lost(const char *who, uint64_t frames, struct text remedy)
{
	if (!frames)
		return 0;
	tell(&found, "%s dropped %s frames", who, grouped(frames).text);
	mend(&found, "%s", remedy.text);
	return frames;
}

/* Frames that this port has lost; @full of other ports had no room in buffers there */
static uint64_t look_at_own(const struct counts *own, uint64_t full, uint32_t lossless,
			    uint32_t priorities)
{
	uint64_t storms = sum_of(own->storms, priorities);
	uint64_t queues = above(sum_of(own->drops, priorities), storms);
	uint64_t strangers = sum_of(own->uncharged, priorities);
	struct text stats = command(&here, "pausectl", "stats");
	char who[128];

	snprintf(who, sizeof(who), "queues of %.40s have%s", name_of(lossless).text,
		 full >= queues ? ", because buffers of other ports were full," :
		 strangers ? "" : ", because programs or tunnels here send too fast,");
	if (strangers) {
		tell(&found,
		     "%s frames of %s came here from devices that charge no port: they stop nobody",
		     grouped(strangers).text, name_of(lossless).text);
		mend(&found, "%s", stats.text);
	}
	return tell_lost("full buffers have", sum_of(own->buffers, priorities), stats) +
	       tell_lost("the watchdog has", storms, stats) + tell_lost(who, queues, stats);
}

/*
 * Frames that were lost at a device, and stopped nobody. Buffers that were full have told of @full
 * of them. A VLAN device counts what the device below has dropped.
 */
static uint64_t look_at_place(const struct look *before, const struct look *now,
			      const struct device *device, const struct end *side, uint64_t full)
{
	struct counts counts = since(before, now, device);
	struct end place = *side;
	char root[96], ingress[96], driver[96];
	struct text links;

	snprintf(links.text, sizeof(links.text), "%sip%s link show", place.enter, place.option);
	place.name = end_of("", NULL, device->name.text).name;
	/* The queues of @here tell of themselves. */
	if (device == here.device)
		counts.root = above(counts.root, sum_of(counts.drops, ~0U));
	else if (counts.is_port)
		counts.root = above(counts.root, full);
	if (device->link && device->peer < 0)
		counts.tx_dropped = 0;
	snprintf(root, sizeof(root), "qdisc %s of %.48s %s", device->qdisc, device->name.text,
		 strcmp(device->qdisc, "pausectl") ? "stops nobody, and has" : "has");
	snprintf(ingress, sizeof(ingress), "tc at the ingress of %.48s has", device->name.text);
	snprintf(driver, sizeof(driver), "the device %.48s has", device->name.text);
	return tell_lost(root, counts.root, command(&place, "tc", "-s qdisc show")) +
	       tell_lost(ingress, counts.ingress, command(&place, "tc", "-s filter show ingress")) +
	       tell_lost(driver, counts.tx_dropped + counts.rx_missed,
			 command(&place, "ip", "-s link show")) +
	       tell_lost("IP fragmentation has", counts.fragments, links);
}

/* XOFF that one end sends, and the other one does not get */
static void look_at_xoff(const struct counts *own, const struct counts *other, uint32_t lossless)
{
	uint64_t sent = 0, heard = 0;
	unsigned int i;

	for (i = 0; i < COUNTER_VALUES; i++) {
		sent += lossless & 1U << i ? own->tx_xoff[i] : 0;
		heard += lossless & 1U << i ? other->rx_xoff[i] : 0;
	}
	/* One may be on its way while doctor reads the counters. */
	if (above(sent, heard) <= 1 + sent / 8)
		return;
	tell(&found, "of %s XOFFs that left here, the port at the other end has seen %s",
	     grouped(sent).text, grouped(heard).text);
	mend(&found, "%s%s; %s", there.place, command(&there, "tc", "filter show ingress").text,
	     command(&there, "ip", "link show").text);
}

/* Frames that leave one end as lossless, and are something else at the other end */
static void look_at_priorities(const struct counts *from, const struct counts *to,
			       const struct end *end, uint32_t lossless, uint32_t priorities)
{
	uint64_t sent = sum_of(from->tx, priorities), got = sum_of(to->rx, priorities);
	uint64_t others = sum_of(to->rx, ~priorities);

	/* A frame that tc redirects at the ingress is charged, but not received. */
	if (got < sum_of(to->charged, priorities))
		got = sum_of(to->charged, priorities);
	if (!is_gap(above(sent, got), sent))
		return;
	tell(&found, others >= above(sent, got) ?
	     "of %s frames of %s that left %s, %s came as another priority: they have no tag" :
	     "of %s frames of %s that left %s, %s did not get to the port at the other end",
	     grouped(sent).text, name_of(lossless).text, end->name.text,
	     grouped(above(sent, got)).text);
	mend(&found, "%s%s", end->place, command(end, "ip", "-d link show").text);
}

static void look_at_flaps(const struct counts *own, const struct counts *other)
{
	uint64_t flaps = own->carrier_changes > other->carrier_changes ? own->carrier_changes :
									 other->carrier_changes;

	if (!flaps)
		return;
	tell(&found, "the link went up or down %s times: no counter has the frames that were lost",
	     grouped(flaps).text);
	mend(&found, "%s", command(&here, "ip", "-s link show").text);
}

/* Frames of lossless priorities that came in, and of which no queue is charged to this port */
static void look_at_strays(const struct look *before, const struct look *now,
			   const struct counts *own, uint32_t lossless, uint32_t priorities)
{
	uint64_t received = sum_of(own->rx, priorities), changed = sum_of(own->changed, priorities);
	uint64_t strays = above(received, sum_of(own->charged, priorities) + changed +
				sum_of(own->buffers, priorities));
	const struct device *bridge = here.device->master ?
				      machine_device(&now->machine, here.device->netns,
						     here.device->master) : NULL;

	if (changed) {
		tell(&found, "%s frames of %s went on as another priority, and stop nobody",
		     grouped(changed).text, name_of(lossless).text);
		mend(&found, "ip -d link show type vlan; bridge vlan show");
	}
	if (!is_gap(strays, received))
		return;
	/* A bridge counts what is for this machine. */
	if (bridge && since(before, now, bridge).rx_packets < strays / 64) {
		tell(&found,
		     "%s frames of %s that came in stop nobody where they went, or are lost",
		     grouped(strays).text, name_of(lossless).text);
		mend(&found, "%s", command(&here, "ip", "-s link show").text);
		return;
	}
	tell(&unseen,
	     "what became of %s frames of %s: they were for this machine, or stop nobody",
	     grouped(strays).text, name_of(lossless).text);
}

/* Frames that found no room in buffers of other ports of this namespace */
static uint64_t full_elsewhere(const struct look *before, const struct look *now)
{
	uint64_t full = 0;
	size_t i;

	for (i = 0; i < now->machine.count; i++)
		if (now->machine.devices[i].netns == here.device->netns &&
		    &now->machine.devices[i] != here.device)
			full += sum_of(since(before, now, &now->machine.devices[i]).buffers, ~0U);
	return full;
}

/* Places in this namespace that frames of this port may have gone to */
static uint64_t look_at_places(const struct look *before, const struct look *now, uint64_t full)
{
	uint64_t lost = 0;
	size_t i;

	for (i = 0; i < now->machine.count; i++)
		if (now->machine.devices[i].netns == here.device->netns &&
		    &now->machine.devices[i] != here.device)
			lost += look_at_place(before, now, &now->machine.devices[i], &here,
					      full);
	return lost;
}

struct sum look_at_counts(const struct look *before, const struct look *now, uint32_t lossless)
{
	uint32_t priorities = lossless & LINK_BIT ? ~0U : lossless;
	struct counts own, other = { 0 };
	struct sum sum = { 0 };
	uint64_t came, full;

	if (!here.device || !lossless)
		return sum;
	own = since(before, now, here.device);
	if (there.device)
		other = since(before, now, there.device);
	came = sum_of(own.rx, priorities);
	if (other.is_port && came < sum_of(other.tx, priorities))
		came = sum_of(other.tx, priorities);
	sum.passed = sum_of(own.rx, priorities) + sum_of(own.tx, priorities);
	full = full_elsewhere(before, now);
	sum.lost = look_at_own(&own, full, lossless, priorities);
	full += sum_of(own.buffers, ~0U);
	sum.lost_elsewhere = look_at_place(before, now, here.device, &here, full);
	if (there.device)
		sum.lost_elsewhere += look_at_place(before, now, there.device, &there, 0);
	look_at_strays(before, now, &own, lossless, priorities);
	if (came > sum_of(own.charged, priorities) + ON_THE_WAY)
		sum.lost_elsewhere += look_at_places(before, now, full);
	if (!before)
		return sum;
	if (other.is_port) {
		look_at_xoff(&own, &other, lossless);
		look_at_priorities(&own, &other, &here, lossless, priorities);
		look_at_priorities(&other, &own, &there, lossless, priorities);
	}
	look_at_flaps(&own, &other);
	if (now->backlog_drops > before->backlog_drops) {
		came = now->backlog_drops - before->backlog_drops;
		tell(&found, "the backlog of processors was full, and dropped %s frames",
		     grouped(came).text);
		mend(&found, "sysctl -w net.core.netdev_max_backlog=10000");
		sum.lost_elsewhere += came;
	}
	return sum;
}
