// SPDX-License-Identifier: GPL-2.0
#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/if_tun.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>

#include "observe.h"

#ifndef IFF_BACKPRESSURE	/* Linux 7.2 */
#define IFF_BACKPRESSURE	0x0080
#endif

const struct device *machine_device(const struct machine *machine, size_t netns,
				    unsigned int index)
{
	size_t i;

	for (i = 0; i < machine->count; i++)
		if (machine->devices[i].netns == netns && machine->devices[i].index == index)
			return &machine->devices[i];
	return NULL;
}

const struct device *machine_peer(const struct machine *machine, const struct device *device)
{
	return device && device->peer >= 0 ? &machine->devices[device->peer] : NULL;
}

static bool is_bridge(const struct device *device)
{
	return !strcmp(device->kind, "bridge");
}

/* Frames go from port to port of a bridge, also if the port is below a bond. */
const struct device *machine_bridge(const struct machine *machine, const struct device *device)
{
	unsigned int steps;

	for (steps = 0; device && steps < 8; steps++) {
		device = machine_device(machine, device->netns, device->upper);
		if (device && is_bridge(device))
			return device;
	}
	return NULL;
}

static void read_kind(struct device *device, const struct nlattr *info)
{
	const struct nlattr *sent[IFLA_INFO_DATA + 1], *data[IFLA_BR_VLAN_FILTERING + 1];

	attr_nest(info, sent, IFLA_INFO_DATA);
	snprintf(device->kind, sizeof(device->kind), "%s", attr_text(sent[IFLA_INFO_KIND]));
	attr_nest(is_bridge(device) ? sent[IFLA_INFO_DATA] : NULL, data, IFLA_BR_VLAN_FILTERING);
	device->filters_vlans = attr_number(data[IFLA_BR_VLAN_FILTERING]);
}

static int on_device(const struct nlmsghdr *header, void *data)
{
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(header);
	const struct nlattr *sent[IFLA_MAX + 1];
	struct rtnl_link_stats64 stats;
	struct machine *machine = data;
	struct device *device;

	attr_table(header, sizeof(*info), sent, IFLA_MAX);
	attr_numbers(sent[IFLA_STATS64], sizeof(uint64_t), (uint64_t *)&stats,
		     sizeof(stats) / sizeof(uint64_t));
	machine->devices = room_for(machine->devices, machine->count + 1, sizeof(*device));
	device = &machine->devices[machine->count++];
	*device = (struct device){
		.netns = machine->netns.now,
		.index = info->ifi_index,
		.up = info->ifi_flags & IFF_UP,
		.has_link = info->ifi_flags & IFF_LOWER_UP,
		.name = format_name(mnl_attr_get_str(sent[IFLA_IFNAME])),
		.upper = attr_number(sent[IFLA_MASTER]),
		.link = attr_number(sent[IFLA_LINK]),
		.link_nsid = sent[IFLA_LINK_NETNSID] ?
			     (int)attr_number(sent[IFLA_LINK_NETNSID]) : -1,
		.peer = -1,
		.queues = attr_number(sent[IFLA_NUM_TX_QUEUES]),
		.mtu = attr_number(sent[IFLA_MTU]),
		.carrier_changes = attr_number(sent[IFLA_CARRIER_CHANGES]),
		.rx_packets = stats.rx_packets,
		.tx_dropped = stats.tx_dropped,
		.rx_missed = stats.rx_missed_errors + stats.rx_fifo_errors,
	};
	read_kind(device, sent[IFLA_LINKINFO]);
	snprintf(device->qdisc, sizeof(device->qdisc), "%s", attr_text(sent[IFLA_QDISC]));
	return MNL_CB_OK;
}

int machine_ask(uint16_t type, const void *octets, size_t size, uint16_t attribute, uint32_t value,
		mnl_cb_t answer, void *data)
{
	union genl_request request;
	struct nlmsghdr *header = mnl_nlmsg_put_header(&request);

	header->nlmsg_flags = NLM_F_REQUEST | (type == RTM_GETNSID ? NLM_F_ACK : NLM_F_DUMP);
	memcpy(mnl_nlmsg_put_extra_header(header, size), octets, size);
	if (attribute)
		mnl_attr_put_u32(header, attribute, value);
	return route_call(header, type, answer, data);
}

/* Those of the present namespace. 0 or a negative errno. */
static int read_devices(void *data)
{
	struct ifinfomsg info = { .ifi_family = AF_UNSPEC };

	return machine_ask(RTM_GETLINK, &info, sizeof(info), 0, 0, on_device, data);
}

static int on_nsid(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *sent[NETNSA_NSID + 1];

	attr_table(header, sizeof(struct rtgenmsg), sent, NETNSA_NSID);
	if (sent[NETNSA_NSID])
		*(int *)data = (int)mnl_attr_get_u32(sent[NETNSA_NSID]);
	return MNL_CB_OK;
}

/* The number that the present namespace has for another one; -1: none. */
static int nsid_of(const struct netns *other)
{
	struct rtgenmsg any = { 0 };
	int nsid = -1;

	machine_ask(RTM_GETNSID, &any, sizeof(any), NETNSA_FD, other->fd, on_nsid, &nsid);
	return nsid;
}

/* Are both ends of one pair? @device is of the present namespace. */
static bool is_pair(const struct machine *machine, const struct device *device,
		    const struct device *other)
{
	bool apart = device->link_nsid >= 0;

	return device != other && device->link == other->index && other->link == device->index &&
	       apart == (other->link_nsid >= 0) && apart == (device->netns != other->netns) &&
	       (!apart || nsid_of(&machine->netns.each[other->netns]) == device->link_nsid);
}

/* Of the devices of the present namespace */
static int find_peers(void *data)
{
	struct machine *machine = data;
	struct device *device = machine->devices, *end = device + machine->count;
	size_t i;

	for (; device < end; device++)
		for (i = 0; device->netns == machine->netns.now && device->link &&
		     device->peer < 0 && i < machine->count; i++)
			if (is_pair(machine, device, &machine->devices[i]))
				device->peer = (int)i;
	return 0;
}

int machine_read(struct machine *machine)
{
	int error;

	memset(machine, 0, sizeof(*machine));
	error = netns_list_read(&machine->netns, true) ?:
		netns_each(&machine->netns, read_devices, machine) ?:
		netns_each(&machine->netns, find_peers, machine);
	if (error)
		machine_free(machine);
	return error;
}

void machine_free(struct machine *machine)
{
	netns_list_free(&machine->netns);
	free(machine->devices);
	memset(machine, 0, sizeof(*machine));
}

void machine_joins(const struct machine *machine, const struct place *place, struct place *other,
		   struct word *bridge)
{
	const struct device *device, *above, *peer;
	size_t netns = 0;

	while (netns < machine->netns.count &&
	       strcmp(format_name(machine->netns.each[netns].name).text, place->netns.text))
		netns++;
	device = machine_device(machine, netns, place->index);
	above = machine_bridge(machine, device);
	peer = machine_peer(machine, device);
	if (above)
		*bridge = above->name;
	if (peer)
		*other = (struct place){ format_name(machine->netns.each[peer->netns].name),
					 peer->name, peer->index };
}

bool ring_drops(const char *device)
{
	unsigned int flags;
	bool drops = false;
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/sys/class/net/%.15s/tun_flags", device);
	file = netns_mount_sys() ? NULL : fopen(path, "r");
	if (file) {
		drops = fscanf(file, "%x", &flags) == 1 && !(flags & IFF_BACKPRESSURE);
		fclose(file);
	}
	return drops;
}
