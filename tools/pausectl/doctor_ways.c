// SPDX-License-Identifier: GPL-2.0
/* The ways of frames between the ports of a bridge, and by a bond: where they stop nobody. */
#include <linux/if_bridge.h>
#include <linux/rtnetlink.h>

#include "doctor.h"

/* A port of a bridge */
struct member {
	const struct device *device;
	bool isolated, forwards;
	uint8_t vlans[4096 / 8];
};

struct members {
	struct member *each;
	size_t count;
};

/* --- the ports of a bridge ------------------------------------------------------------------ */

static void add_vlans(struct member *member, const struct nlattr *spec)
{
	const struct nlattr *attr;
	unsigned int vid = 0;

	mnl_attr_for_each_nested(attr, spec) {
		const struct bridge_vlan_info *vlan = mnl_attr_get_payload(attr);

		if (mnl_attr_get_type(attr) != IFLA_BRIDGE_VLAN_INFO)
			continue;
		/* A range is two of them, and goes on from the first. */
		if (!(vlan->flags & BRIDGE_VLAN_INFO_RANGE_END))
			vid = vlan->vid;
		for (; vid <= vlan->vid && vid < 4096; vid++)
			member->vlans[vid / 8] |= 1 << vid % 8;
	}
}

static void read_state(struct member *member, const struct nlattr *info)
{
	const struct nlattr *sent[IFLA_BRPORT_ISOLATED + 1];
	uint8_t state;

	attr_nest(info, sent, IFLA_BRPORT_ISOLATED);
	state = attr_number(sent[IFLA_BRPORT_STATE]);
	member->forwards = state != BR_STATE_DISABLED && state != BR_STATE_BLOCKING;
	member->isolated = attr_number(sent[IFLA_BRPORT_ISOLATED]);
}

/* A device that is part of a bridge, or the bridge itself */
static int on_member(const struct nlmsghdr *header, void *data)
{
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(header);
	struct members *members = data;
	const struct nlattr *sent[IFLA_MAX + 1];
	struct member *member;

	members->each = room_for(members->each, members->count + 1, sizeof(*member));
	member = &members->each[members->count];
	*member = (struct member){ .device = device_of(info->ifi_index) };
	members->count += !!member->device;
	attr_table(header, sizeof(*info), sent, IFLA_MAX);
	if (sent[IFLA_PROTINFO])
		read_state(member, sent[IFLA_PROTINFO]);
	if (sent[IFLA_AF_SPEC])
		add_vlans(member, sent[IFLA_AF_SPEC]);
	return MNL_CB_OK;
}

/* May a frame that comes in by one leave by the other one? */
static bool leads_to(const struct member *from, const struct member *to, bool filters_vlans)
{
	size_t i;

	if (to == from || to->device->upper != from->device->upper || !to->forwards ||
	    (from->isolated && to->isolated))
		return false;
	for (i = 0; filters_vlans && i < sizeof(from->vlans); i++)
		if (from->vlans[i] & to->vlans[i])
			return true;
	return !filters_vlans;
}

/* --- what doctor says of them --------------------------------------------------------------- */

/* Devices of which @device consists, as a bond or a team does, and that charge no port */
static bool find_parts(const char *what, const struct device *device, uint32_t lossless);

/* A device that makes frames lossy. A bond has parts that do. */
static void find_without_port(const char *what, const struct device *device, uint32_t lossless)
{
	struct end end = end_of(netns_name(), device->name.text);

	if (!is_port(device) && !find_parts(what, device, lossless))
		tell(&found, &end, "frames that %s %s stop nobody\n"
		     "pausectl add dev DEV %s", what, device->name.text,
		     settings_for(lossless).text);
}

/* Return: whether the device has parts */
static bool find_parts(const char *what, const struct device *device, uint32_t lossless)
{
	const struct machine *machine = looked_at();
	bool some = false;
	size_t i;

	for (i = 0; i < machine->count; i++) {
		const struct device *part = &machine->devices[i];

		if (part->netns != device->netns || part->upper != device->index)
			continue;
		some = true;
		if (part->has_link)
			find_without_port(what, part, lossless);
	}
	return some;
}

/* A bridge drops frames that are too long for the way out, and counts them nowhere. */
static void look_at_way(const struct device *from, const struct device *to, uint32_t lossless)
{
	struct end end = end_of(netns_name(), to->name.text);
	/* An ifindex of another namespace is that of another device here. */
	const struct device *below = strcmp(to->kind, "vlan") || to->link_nsid >= 0 ? NULL :
				     device_of(to->link);

	/* Of a VLAN device, the one below it can have a port. */
	find_without_port("leave the bridge by", below ? below : to, lossless);
	if (to->mtu < from->mtu)
		tell(&found, &end,
		     "frames above %u octets cannot leave the bridge by %s: no counter has them\n"
		     "ip link set mtu %u dev DEV", to->mtu, to->name.text, from->mtu);
}

/* Frames that leave a bridge by a device without a port are charged to nobody, and may be lost. */
void look_at_ways(uint32_t lossless)
{
	const struct device *device = here.device;
	const struct device *upper = device ? device_of(device->upper) : NULL;
	const struct member *from, *to, *end;
	/* Of all bridges in the namespace */
	struct ifinfomsg bridges = { .ifi_family = AF_BRIDGE };
	struct members members = { 0 };
	int error;

	if (upper && !strcmp(upper->kind, "bond")) {
		find_parts("pass by", upper, lossless);
		device = upper;
		upper = device_of(device->upper);
	}
	if (!upper || strcmp(upper->kind, "bridge"))
		return;
	error = machine_ask(RTM_GETLINK, &bridges, sizeof(bridges), IFLA_EXT_MASK,
			    RTEXT_FILTER_BRVLAN_COMPRESSED, on_member, &members);
	if (error)
		could_not_read("the ports of bridges", error);
	end = members.each + members.count;
	for (from = members.each; from < end && from->device != device; from++)
		;
	for (to = members.each; from < end && to < end; to++)
		if (leads_to(from, to, upper->filters_vlans))
			look_at_way(from->device, to->device, lossless);
	free(members.each);
}
