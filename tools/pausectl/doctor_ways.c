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
static unsigned long ways_number_in(const char *device, const char *name)
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

struct members {
	struct member *each;
	size_t count;
};

static int on_vlans(const struct nlmsghdr *header, void *data)
{
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(header);
	const struct members *members = data;
	struct member *member = members->each;
	const struct nlattr *attr, *each;
	uint16_t begin = 0;

	while (member < members->each + members->count &&
	       member->index != (unsigned int)info->ifi_index)
		member++;
	if (member == members->each + members->count)
		return MNL_CB_OK;
	mnl_attr_for_each(attr, header, sizeof(*info))
		if (mnl_attr_get_type(attr) == IFLA_AF_SPEC)
			mnl_attr_for_each_nested(each, attr)
				add_vlans(member, each, &begin);
	return MNL_CB_OK;
}

static void read_vlans(struct members *members)
{
	char octets[128];
	struct nlmsghdr *request = mnl_nlmsg_put_header(octets);
	struct ifinfomsg *info;

	request->nlmsg_type = RTM_GETLINK;
	request->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	info = mnl_nlmsg_put_extra_header(request, sizeof(*info));
	info->ifi_family = AF_BRIDGE;
	mnl_attr_put_u32(request, IFLA_EXT_MASK, RTEXT_FILTER_BRVLAN_COMPRESSED);
	machine_ask(request, on_vlans, members);
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

/* A bridge that does not filter VLANs has one for all. */
static struct member member_of(const char *device, bool filters)
{
	unsigned long state = ways_number_in(device, "brport/state");
	struct member member = {
		.index = ways_number_in(device, "ifindex"),
		.mtu = ways_number_in(device, "mtu"),
		.isolated = ways_number_in(device, "brport/isolated"),
		.forwards = state != BR_STATE_DISABLED && state != BR_STATE_BLOCKING,
		.vlans[0] = !filters,
	};

	snprintf(member.name, sizeof(member.name), "%.15s", device);
	snprintf(member.below, sizeof(member.below), "%.15s", device);
	go_below_vlan(member.below);
	member.has_port = is_port(member.below);
	return member;
}

/* May a frame that comes in by one leave by the other one? */
static bool leads_to(const struct member *from, const struct member *to)
{
	size_t i;

	if (!to->forwards || (from->isolated && to->isolated))
		return false;
	for (i = 0; i < sizeof(from->vlans); i++)
		if (from->vlans[i] & to->vlans[i])
			return true;
	return false;
}

/* The device that @device is a member of, in @master. Return: whether there is one. */
static bool master_of(const char *device, char master[IFNAMSIZ])
{
	char path[64], target[256];
	const char *slash;
	ssize_t length;

	snprintf(path, sizeof(path), "/sys/class/net/%.15s/master", device);
	length = readlink(path, target, sizeof(target) - 1);
	if (length < 0)
		return false;
	target[length] = '\0';
	slash = strrchr(target, '/');
	snprintf(master, IFNAMSIZ, "%.15s", slash ? slash + 1 : target);
	return true;
}

static bool find_members_without_port(const char *what, const char *master, uint32_t lossless);

/* In the present namespace: a device that makes frames lossy. A bond has members that do. */
static void find_without_port(const char *what, const char *device, uint32_t lossless)
{
	struct end port = end_of("", netns_name(), device);

	if (find_members_without_port(what, device, lossless))
		return;
	tell(&found, "frames that %s %s stop nobody", what, format_name(device).text);
	mend(&found, "%s %s", command(&port, "pausectl", "add").text, settings_for(lossless).text);
}

/* Return: whether the device has members, as a bond or a team has. */
static bool find_members_without_port(const char *what, const char *master, uint32_t lossless)
{
	char path[64], above[IFNAMSIZ];
	const struct dirent *entry;
	bool some = false;
	DIR *entries;

	snprintf(path, sizeof(path), "/sys/class/net/%.15s", master);
	entries = opendir(path);
	if (!entries)
		return false;
	while ((entry = readdir(entries))) {
		const char *member = entry->d_name + strlen("lower_");

		if (strncmp(entry->d_name, "lower_", strlen("lower_")) ||
		    !master_of(member, above) || strcmp(above, master))
			continue;
		some = true;
		if (ways_number_in(member, "carrier") && !is_port(member))
			find_without_port(what, member, lossless);
	}
	closedir(entries);
	return some;
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

/* The members of the bridge of a device, first the device itself */
static struct members members_with(const char *ifname)
{
	bool filters = ways_number_in(ifname, "brport/bridge/bridge/vlan_filtering");
	struct members members = { 0 };
	struct dirent **entries = NULL;
	char path[64];
	int i, count;

	snprintf(path, sizeof(path), "/sys/class/net/%.15s/brport/bridge/brif", ifname);
	count = scandir(path, &entries, NULL, alphasort);
	if (count > 0)
		members.each = calloc(count, sizeof(*members.each));
	if (members.each)
		members.each[members.count++] = member_of(ifname, filters);
	for (i = 0; i < count; i++) {
		if (members.each && *entries[i]->d_name != '.' &&
		    strcmp(entries[i]->d_name, ifname))
			members.each[members.count++] = member_of(entries[i]->d_name, filters);
		free(entries[i]);
	}
	free(entries);
	if (filters && members.count)
		read_vlans(&members);
	return members;
}

/* Frames that leave a bridge by a device without a port are charged to nobody, and may be lost. */
void look_at_ways(const char *ifname, uint32_t lossless)
{
	char path[64], bond[IFNAMSIZ];
	struct members members;
	size_t i;
	int error;

	error = netns_mount_sys();
	if (error) {
		complain("warning: doctor looks at no bridge: sysfs: %s", strerror(-error));
		return;
	}
	snprintf(path, sizeof(path), "/sys/class/net/%.15s/bonding_slave", ifname);
	if (!access(path, F_OK) && master_of(ifname, bond)) {
		find_members_without_port("pass by", bond, lossless);
		ifname = bond;
	}
	members = members_with(ifname);
	for (i = 1; i < members.count; i++)
		look_at_way(&members.each[0], &members.each[i], lossless);
	free(members.each);
}
