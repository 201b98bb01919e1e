// SPDX-License-Identifier: GPL-2.0
/* The ways of frames between the ports of a bridge, and by a bond: where they stop nobody. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/if.h>
#include <linux/if_bridge.h>
#include <linux/rtnetlink.h>

#include "doctor.h"
#include "netlink.h"

/* A port of a bridge; @below is the device that has the MAC, of a VLAN device the one below it */
struct member {
	char name[IFNAMSIZ];
	char below[IFNAMSIZ];
	unsigned int index;
	unsigned long mtu, isolated;
	bool forwards, has_port;
	uint8_t vlans[4096 / 8];
};

/* A number in a file of the device in sysfs, or 0 */
static unsigned long number_in(const char *device, const char *name)
{
	unsigned long number = 0;
	char path[96];
	FILE *file;

	snprintf(path, sizeof(path), "/sys/class/net/%.15s/%s", device, name);
	file = fopen(path, "re");
	if (!file)
		return 0;
	if (fscanf(file, "%li", &number) != 1)
		number = 0;
	fclose(file);
	return number;
}

static bool is_port(const char *device)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/class/net/%.15s/pausectl", device);
	return !access(path, F_OK);
}

static void add_vlans(struct member *member, const struct nlattr *info, uint16_t *begin)
{
	const struct bridge_vlan_info *vlan = mnl_attr_get_payload(info);
	unsigned int vid;

	if (mnl_attr_get_type(info) != IFLA_BRIDGE_VLAN_INFO ||
	    mnl_attr_get_payload_len(info) < sizeof(*vlan))
		return;
	if (vlan->flags & BRIDGE_VLAN_INFO_RANGE_BEGIN) {
		*begin = vlan->vid;
		return;
	}
	vid = vlan->flags & BRIDGE_VLAN_INFO_RANGE_END ? *begin : vlan->vid;
	for (; vid <= vlan->vid && vid < 4096; vid++)
		member->vlans[vid / 8] |= 1 << vid % 8;
}

static int on_vlans(const struct nlmsghdr *header, void *data)
{
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(header);
	const struct nlattr *attr, *each;
	struct member *member = data;
	uint16_t begin = 0;

	if ((unsigned int)info->ifi_index != member->index)
		return MNL_CB_OK;
	mnl_attr_for_each(attr, header, sizeof(*info))
		if (mnl_attr_get_type(attr) == IFLA_AF_SPEC)
			mnl_attr_for_each_nested(each, attr)
				add_vlans(member, each, &begin);
	return MNL_CB_OK;
}

/* A bridge that does not filter VLANs has one for all. */
static void read_vlans(struct member *member, bool filters)
{
	char octets[128];
	struct nlmsghdr *request = mnl_nlmsg_put_header(octets);
	struct ifinfomsg *info;

	member->vlans[0] = 1;
	if (!filters)
		return;
	member->vlans[0] = 0;
	request->nlmsg_type = RTM_GETLINK;
	request->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	info = mnl_nlmsg_put_extra_header(request, sizeof(*info));
	info->ifi_family = AF_BRIDGE;
	mnl_attr_put_u32(request, IFLA_EXT_MASK, RTEXT_FILTER_BRVLAN_COMPRESSED);
	machine_ask(request, on_vlans, member);
}

/* @device becomes the device below it if it is a VLAN device: that one can have a port. */
static void go_below_vlan(char *device)
{
	const struct dirent *entry;
	char path[64], line[64];
	bool is_vlan = false;
	FILE *file;
	DIR *links;

	snprintf(path, sizeof(path), "/sys/class/net/%.15s/uevent", device);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		is_vlan |= !strcmp(line, "DEVTYPE=vlan\n");
	if (file)
		fclose(file);
	snprintf(path, sizeof(path), "/sys/class/net/%.15s", device);
	links = is_vlan ? opendir(path) : NULL;
	while (links && (entry = readdir(links)))
		if (!strncmp(entry->d_name, "lower_", 6))
			snprintf(device, IFNAMSIZ, "%.15s", entry->d_name + 6);
	if (links)
		closedir(links);
}

static struct member member_of(const char *device)
{
	unsigned long state = number_in(device, "brport/state");
	struct member member = {
		.index = number_in(device, "ifindex"),
		.mtu = number_in(device, "mtu"),
		.isolated = number_in(device, "brport/isolated"),
		.forwards = state != BR_STATE_DISABLED && state != BR_STATE_BLOCKING,
	};

	snprintf(member.name, sizeof(member.name), "%s", device);
	snprintf(member.below, sizeof(member.below), "%s", device);
	go_below_vlan(member.below);
	member.has_port = is_port(member.below);
	read_vlans(&member, number_in(device, "brport/bridge/bridge/vlan_filtering"));
	return member;
}

/* May a frame that comes in by one leave by the other one? */
static bool leads_to(const struct member *from, const struct member *to)
{
	size_t i;

	if (from->index == to->index || !to->forwards || (from->isolated && to->isolated))
		return false;
	for (i = 0; i < sizeof(from->vlans); i++)
		if (from->vlans[i] & to->vlans[i])
			return true;
	return false;
}

/* In the present namespace: a device that makes frames lossy */
static void find_without_port(const char *what, const char *device, uint32_t lossless)
{
	struct end port = end_of("", netns_name(), device);

	tell(&found, "frames that %s %s stop nobody", what, format_name(device).text);
	mend(&found, "%s %s", command(&port, "pausectl", "add").text, settings_for(lossless).text);
}

/* What comes in by a device below a bond is charged to the bond. */
static void look_at_bond(const char *device, uint32_t lossless)
{
	char path[64], target[256];
	const char *bond;
	ssize_t length;

	snprintf(path, sizeof(path), "/sys/class/net/%.15s/bonding_slave", device);
	if (access(path, F_OK))
		return;
	snprintf(path, sizeof(path), "/sys/class/net/%.15s/master", device);
	length = readlink(path, target, sizeof(target) - 1);
	if (length < 0)
		return;
	target[length] = '\0';
	bond = strrchr(target, '/') ? strrchr(target, '/') + 1 : target;
	if (!is_port(bond))
		find_without_port("come in by", bond, lossless);
}

/* A bridge drops frames that are too long for the way out, and counts them nowhere. */
static void look_at_way(const struct member *from, const struct member *to, uint32_t lossless)
{
	struct end way = end_of("", netns_name(), to->name);
	char words[40];

	if (!leads_to(from, to))
		return;
	if (!to->has_port)
		find_without_port("leave the bridge by", to->below, lossless);
	if (to->mtu >= from->mtu)
		return;
	tell(&found, "frames above %lu octets cannot leave the bridge by %s: no counter has them",
	     to->mtu, format_name(to->name).text);
	snprintf(words, sizeof(words), "link set mtu %lu", from->mtu);
	mend(&found, "%s", command(&way, "ip", words).text);
}

/* Frames that leave a bridge by a device without a port are charged to nobody, and may be lost. */
void look_at_ways(const char *ifname, uint32_t lossless)
{
	const struct dirent *entry;
	struct member from, to;
	char path[64];
	DIR *ports;
	int error;

	error = netns_mount_sys();
	if (error) {
		complain("warning: doctor looks at no bridge: sysfs: %s", strerror(-error));
		return;
	}
	look_at_bond(ifname, lossless);
	snprintf(path, sizeof(path), "/sys/class/net/%.15s/brport/bridge/brif", ifname);
	ports = opendir(path);
	if (!ports)
		return;
	from = member_of(ifname);
	while ((entry = readdir(ports))) {
		if (entry->d_name[0] == '.')
			continue;
		to = member_of(entry->d_name);
		look_at_way(&from, &to, lossless);
	}
	closedir(ports);
}
