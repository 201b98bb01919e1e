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
#include <linux/gen_stats.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <stdarg.h>

#include "pausectl.h"

/* Frames that are on their way from one counter to the next while doctor reads them */
#define ON_THE_WAY	64

#define LOOPBACK_IFINDEX	1	/* as in the kernel */

#define NUMBERS	(offsetof(struct counts, is_port) / sizeof(uint64_t))

/* The sum of a counter of the port over timers */
#define COUNT(counts, NAME, timers) \
	sum_of((counts)->of[PAUSECTL_A_STATS_##NAME], timers)
#define COUNT_AROUND(counts, NAME, timers) \
	sum_of((counts)->around[PAUSECTL_A_STATS_##NAME], timers)

/* One look at the whole machine */
struct look {
	struct machine machine;	/* namespaces and devices */
	struct counts *counts;	/* of each device */
	uint64_t backlog_drops;	/* frames that processors have dropped: their backlog was full */
	bool around;	/* which counters of ports are read now */
};

/* The last look. If there were two, counts are of the time between them. */
static struct look seen;
const struct machine *const looked_at = &seen.machine;
static bool two_looks;
static const char *reading;	/* what is read now */

static uint64_t above(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/* --- looks at the machine ------------------------------------------------------------------- */

/* Of a device in the namespace that netns_each() is in, NULL: it has come since */
static struct counts *counts_of(const struct look *look, unsigned int index)
{
	const struct device *device = machine_device(&look->machine, look->machine.netns.now,
						     index);

	return device ? device->counts : NULL;
}

static void counts_on_port(const struct nlattr *const *attributes, void *data)
{
	const struct look *look = data;
	struct sample sample;
	struct counts *counts = sample_read(&sample, attributes) ?
				counts_of(look, sample.place.index) : NULL;

	if (!counts)
		return;
	counts->is_port = true;
	memcpy(look->around ? counts->around : counts->of, sample.of, sizeof(counts->of));
}

/* A root also counts what the qdiscs below it drop. */
static int counts_on_qdisc(const struct nlmsghdr *header, void *data)
{
	const struct tcmsg *qdisc = mnl_nlmsg_get_payload(header);
	struct counts *counts = counts_of(data, qdisc->tcm_ifindex);
	const struct nlattr *sent[TCA_STATS2 + 1], *counted[TCA_STATS_QUEUE + 1];
	uint64_t *drops;

	if (!counts || (qdisc->tcm_parent != TC_H_ROOT && qdisc->tcm_parent != TC_H_INGRESS))
		return MNL_CB_OK;
	drops = qdisc->tcm_parent == TC_H_ROOT ? &counts->root : &counts->ingress;
	attr_table(header, sizeof(*qdisc), sent, TCA_STATS2);
	attr_nest(sent[TCA_STATS2], counted, TCA_STATS_QUEUE);
	if (counted[TCA_STATS_QUEUE])
		*drops = ((struct gnet_stats_queue *)
			  mnl_attr_get_payload(counted[TCA_STATS_QUEUE]))->drops;
	return MNL_CB_OK;
}

/* The sum of the numbers that @format finds in the lines of a file */
static uint64_t sum_in_file(const char *path, const char *format)
{
	FILE *file = fopen(path, "re");
	uint64_t number, sum = 0;
	char line[512];

	while (file && fgets(line, sizeof(line), file))
		sum += sscanf(line, format, &number) == 1 ? number : 0;
	if (file)
		fclose(file);
	return sum;
}

#define IP_FAILS "Ip: %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %" SCNu64

/* Of the present namespace, 0 or a negative errno. Without the module there are no ports. */
static int read_ports(void *data)
{
	int error;

	reading = "the counters of ports";
	error = query_here(PAUSECTL_CMD_STATS_GET, 0, counts_on_port, data);
	return error == -ENOPKG ? 0 : error;
}

/* The same, after what is read once in a look */
static int read_counts(void *data)
{
	struct counts *lo = counts_of(data, LOOPBACK_IFINDEX);
	struct tcmsg any = { 0 };
	int error;

	reading = "the counters of qdiscs";
	error = machine_ask(RTM_GETQDISC, &any, sizeof(any), 0, 0, counts_on_qdisc, data);
	if (error)
		return error;
	/*
	 * Datagrams that IP did not send, because a fragment was dropped: ipIfStatsOutFragFails
	 * (RFC 4293) of IPv4, the 18th number of its line, and of IPv6
	 */
	if (lo && two_looks)
		lo->fragments = sum_in_file("/proc/net/snmp", IP_FAILS) +
				sum_in_file("/proc/net/snmp6", "Ip6FragFails %" SCNu64);
	return read_ports(data);
}

static void look_drop(struct look *look)
{
	machine_free(&look->machine);
	free(look->counts);
	look->counts = NULL;
}

/*
 * Ports are read one after another. So "around" is read before "of" in the first of two looks, and
 * after it in the last.
 */
static int look_read(struct look *look, bool last)
{
	struct device *device;
	size_t i;
	int error;

	reading = "the devices of the machine";
	error = machine_read(&look->machine);
	if (error)
		return error;
	look->counts = room_for(NULL, look->machine.count + 1, sizeof(*look->counts));
	for (i = 0; i < look->machine.count; i++) {
		device = &look->machine.devices[i];
		device->counts = &look->counts[i];
		*device->counts = (struct counts){ .rx_packets = device->rx_packets };
		if (!two_looks)
			continue;
		/* A VLAN device counts what the device below has dropped. */
		device->counts->driver = device->rx_missed +
			(device->link && device->peer < 0 ? 0 : device->tx_dropped);
		device->counts->flaps = device->carrier_changes;
	}
	look->backlog_drops = sum_in_file("/proc/net/softnet_stat", "%*x %" SCNx64);
	look->around = !last;
	error = netns_each(&look->machine.netns, read_counts, look);
	look->around = last;
	if (!error && two_looks)
		error = netns_each(&look->machine.netns, read_ports, look);
	if (error)
		look_drop(look);
	return error;
}

/* A counter that is smaller now has begun anew. */
static void subtract(const struct look *before)
{
	const struct netns *netns = before->machine.netns.each, *now = seen.machine.netns.each;
	const struct device *device = seen.machine.devices, *old;
	size_t i, j;

	for (; device < seen.machine.devices + seen.machine.count; device++) {
		uint64_t *to = (uint64_t *)device->counts, *from;

		for (i = 0; i < before->machine.netns.count; i++)
			if (netns[i].inode == now[device->netns].inode)
				break;
		old = machine_device(&before->machine, i, device->index);
		from = old ? (uint64_t *)old->counts : NULL;
		for (j = 0; old && j < NUMBERS; j++)
			to[j] -= from[j] <= to[j] ? from[j] : 0;
	}
	seen.backlog_drops = above(seen.backlog_drops, before->backlog_drops);
}

uint64_t look_twice(uint64_t msec)
{
	struct pollfd signals = { .events = POLLIN };
	uint64_t begin = now_msec();
	struct look before = { 0 };
	int error = 0;

	two_looks = msec;
	if (two_looks)
		error = look_read(&before, false);
	if (two_looks && !error) {
		signals.fd = signals_open();
		poll(&signals, 1, (int)msec);
		if (signals.fd >= 0)
			close(signals.fd);
		msec = now_msec() - begin;
	}
	if (!error)
		error = look_read(&seen, true);
	if (error)
		could_not_read(reading, error);
	else if (two_looks)
		subtract(&before);
	look_drop(&before);
	return error ? 0 : msec;
}

const struct device *device_of(unsigned int index)
{
	return machine_device(&seen.machine, here.device->netns, index);
}

void look_free(void)
{
	look_drop(&seen);
}

static uint64_t sum_of(const uint64_t *values, uint32_t mask)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; mask >> i; i++)
		sum += mask & 1U << i ? values[i] : 0;
	return sum;
}

/* More than counters that are not read at the same time differ by */
static bool is_gap(uint64_t gap, uint64_t of)
{
	return gap > ON_THE_WAY && gap > of / 8;
}

/* --- what doctor says of it ----------------------------------------------------------------- */

/* What happened at both ends, and which priorities of these are lossless, by their name */
static const struct counts *own, *other;
static uint32_t priorities;
static struct word name;

/* @who has dropped frames: their number */
static uint64_t tell_lost(const struct end *end, uint64_t frames, const char *remedy,
			  const char *who, ...)
{
	char text[128];
	va_list words;

	va_start(words, who);
	vsnprintf(text, sizeof(text), who, words);
	va_end(words);
	tell_if(frames, FOUND, end, "%s dropped %s frames\n%s", text, grouped(frames).text,
		remedy);
	return frames;
}

/* Frames that this port has lost; @full of other ports had no room in buffers there */
static uint64_t look_at_own(uint64_t full)
{
	static const char stats[] = "pausectl stats dev DEV";
	uint64_t storms = COUNT(own, STORM_DROPS, priorities);
	uint64_t queues = above(COUNT(own, DROPS, priorities), storms);
	uint64_t strangers = COUNT(own, UNCHARGED, priorities);

	tell_if(strangers, FOUND, &here,
		"%s frames of %s came here from devices that charge no port: they stop nobody\n%s",
		grouped(strangers).text, name.text, stats);
	return tell_lost(&here, COUNT(own, BUFFER_DROPS, priorities), stats, "full buffers have") +
	       tell_lost(&here, storms, stats, "the watchdog has") +
	       tell_lost(&here, queues, stats, "queues of %.40s have%s", name.text,
			 full >= queues ? ", because buffers of other ports were full," :
			 strangers ? "" : ", because programs or tunnels here send too fast,");
}

/*
 * Frames that were lost at a device, and stopped nobody. Buffers that were full have told of @full
 * of them.
 */
static uint64_t look_at_place(const struct device *device, uint64_t full)
{
	const struct counts *counts = device->counts;
	const struct end place = end_of(device);
	const char *at = device->name.text;
	uint64_t told = counts->is_port ? full : 0;

	/* The queues of @here tell of themselves. */
	if (device == here.device)
		told = COUNT(counts, DROPS, ALL_PRIORITIES);
	return tell_lost(&place, above(counts->root, told), "tc -s qdisc show dev DEV",
			 "qdisc %s of %.48s %s", device->qdisc, at,
			 strcmp(device->qdisc, "pausectl") ? "stops nobody, and has" : "has") +
	       tell_lost(&place, counts->ingress, "tc -s filter show ingress dev DEV",
			 "tc at the ingress of %.48s has", at) +
	       tell_lost(&place, counts->driver, "ip -s link show dev DEV",
			 "the device %.48s has", at) +
	       tell_lost(&place, counts->fragments, "ip link show", "IP fragmentation has");
}

/* Frames of lossless priorities that came in, and of which no queue is charged to this port */
static void look_at_strays(void)
{
	uint64_t received = COUNT(own, RX_PACKETS, priorities);
	uint64_t changed = COUNT(own, CHANGED, priorities);
	uint64_t strays = above(received, COUNT(own, CHARGED, priorities) + changed +
				COUNT(own, BUFFER_DROPS, priorities));
	const struct device *bridge = machine_bridge(&seen.machine, here.device);

	tell_if(changed, FOUND, NULL,
		"%s frames of %s went on as another priority, and stop nobody\n"
		"ip -d link show type vlan; bridge vlan show", grouped(changed).text, name.text);
	if (!is_gap(strays, received))
		return;
	/* A bridge counts what is for this machine. */
	if (bridge && bridge->counts->rx_packets < strays / 64)
		tell(FOUND, &here,
		     "%s frames of %s that came in stop nobody where they went, or are lost\n"
		     "ip -s link show dev DEV", grouped(strays).text, name.text);
	else
		tell(UNSEEN, NULL,
		     "what became of %s frames of %s: they were for this machine, or stop nobody",
		     grouped(strays).text, name.text);
}

/* Frames that leave one end as lossless, and are something else at the other end */
static void look_at_priorities(const struct counts *from, const struct counts *to,
			       const struct end *end)
{
	uint64_t sent = COUNT(from, TX_PACKETS, priorities);
	uint64_t got = COUNT_AROUND(to, RX_PACKETS, priorities);
	uint64_t charged = COUNT_AROUND(to, CHARGED, priorities), lost;

	/* A frame that tc redirects at the ingress is charged, but not received. */
	if (got < charged)
		got = charged;
	lost = above(sent, got);
	tell_if(is_gap(lost, sent), FOUND, end, "of %s frames of %s that left %s, %s %s\n"
		"ip -d link show dev DEV", grouped(sent).text, name.text, end->name.text,
		grouped(lost).text, COUNT(to, RX_PACKETS, ALL_PRIORITIES & ~priorities) >= lost ?
		"came as another priority: they have no tag" :
		"did not get to the port at the other end");
}

/* What only two looks can find */
static uint64_t look_at_changes(void)
{
	uint64_t flaps = own->flaps > other->flaps ? own->flaps : other->flaps;
	uint64_t sent = COUNT(own, TX_XOFF, here.sent);
	uint64_t heard = COUNT_AROUND(other, RX_XOFF, here.sent);

	if (other->is_port) {
		/* One XOFF may be on its way while doctor reads the counters. */
		tell_if(above(sent, heard) > 1 + sent / 8, FOUND, &there,
			"of %s XOFFs that left here, the port at the other end has seen %s\n"
			"tc filter show ingress dev DEV; ip link show dev DEV",
			grouped(sent).text, grouped(heard).text);
		look_at_priorities(own, other, &here);
		look_at_priorities(other, own, &there);
	}
	tell_if(flaps, FOUND, &here,
		"the link went up or down %s times: no counter has the frames that were lost\n"
		"ip -s link show dev DEV", grouped(flaps).text);
	return tell_lost(NULL, seen.backlog_drops, "sysctl -w net.core.netdev_max_backlog=10000",
			 "the backlog of processors was full, and");
}

struct sum look_at_counts(void)
{
	static const struct counts none;
	const struct device *device, *end = seen.machine.devices + seen.machine.count;
	uint64_t came, left, full = 0;
	struct sum sum = { 0 };

	if (!here.device || !here.sent)
		return sum;
	priorities = here.sent & LINK_BIT ? ALL_PRIORITIES : here.sent;
	name = name_of(here.sent);
	own = here.device->counts;
	other = there.device ? there.device->counts : &none;
	/* Frames that found no room in buffers of ports of this namespace */
	for (device = seen.machine.devices; device < end; device++)
		if (device->netns == here.device->netns)
			full += COUNT(device->counts, BUFFER_DROPS, ALL_PRIORITIES);
	came = COUNT(own, RX_PACKETS, priorities);
	sum.passed = came + COUNT(own, TX_PACKETS, priorities);
	sum.lost = look_at_own(full - COUNT(own, BUFFER_DROPS, ALL_PRIORITIES));
	sum.lost_elsewhere = look_at_place(here.device, full);
	if (there.device)
		sum.lost_elsewhere += look_at_place(there.device, 0);
	look_at_strays();
	/* Frames that no queue was charged with may have gone to any of these places. */
	left = other->is_port ? COUNT(other, TX_PACKETS, priorities) : 0;
	if ((came > left ? came : left) > COUNT(own, CHARGED, priorities) + ON_THE_WAY)
		for (device = seen.machine.devices; device < end; device++)
			if (device->netns == here.device->netns && device != here.device)
				sum.lost_elsewhere += look_at_place(device, full);
	if (two_looks)
		sum.lost_elsewhere += look_at_changes();
	return sum;
}
