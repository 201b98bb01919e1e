// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libmnl/libmnl.h>
#include <linux/if_link.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>

#include "machine.h"

/* What on_device() fills. */
struct reading {
	struct machine *machine;
	size_t netns;
};

/* Room for one more element; NULL without memory. */
static void *grow(void *elements, size_t count, size_t size)
{
	return count & (count - 1) ? elements : reallocarray(elements, count ? 2 * count : 1, size);
}

/* Remember the namespace of this file, if it is new. 0 or a negative errno. */
static int add_netns(struct machine *machine, const char *path, const char *name)
{
	struct netns *known = machine->netns;
	struct stat found;
	size_t i;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &found)) {
		close(fd);
		return -EIO;
	}
	for (i = 0; i < machine->netns_count && known[i].inode != found.st_ino; i++)
		;
	if (i < machine->netns_count) {
		close(fd);
		return 0;
	}
	known = grow(known, i, sizeof(*known));
	if (!known) {
		close(fd);
		return -ENOMEM;
	}
	machine->netns = known;
	machine->netns_count++;
	snprintf(known[i].name, sizeof(known[i].name), "%s", name);
	known[i].fd = fd;
	known[i].inode = found.st_ino;
	return 0;
}

static void add_named(struct machine *machine)
{
	const struct dirent *entry;
	char path[PATH_MAX];
	DIR *folder = opendir("/run/netns");

	while (folder && (entry = readdir(folder))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "/run/netns/%s", entry->d_name);
		add_netns(machine, path, format_name(entry->d_name).text);
	}
	if (folder)
		closedir(folder);
}

/* Containers have namespaces without a name. */
static void add_unnamed(struct machine *machine)
{
	const struct dirent *entry;
	char path[PATH_MAX], name[64];
	DIR *folder = opendir("/proc");

	while (folder && (entry = readdir(folder))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%s/ns/net", entry->d_name);
		snprintf(name, sizeof(name), "pid %.20s", entry->d_name);
		add_netns(machine, path, name);
	}
	if (folder)
		closedir(folder);
}

int machine_enter(const struct machine *machine, size_t netns)
{
	return setns(machine->netns[netns].fd, CLONE_NEWNET) ? -errno : 0;
}

struct device *machine_find(const struct machine *machine, size_t netns, unsigned int index)
{
	size_t i;

	for (i = 0; i < machine->count; i++)
		if (machine->devices[i].netns == netns && machine->devices[i].index == index)
			return &machine->devices[i];
	return NULL;
}

static bool is_bridge(const struct nlattr *info)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, info)
		if (mnl_attr_get_type(attr) == IFLA_INFO_KIND)
			return !strcmp(mnl_attr_get_str(attr), "bridge");
	return false;
}

static void read_attribute(struct device *device, const struct nlattr *attr)
{
	switch (mnl_attr_get_type(attr)) {
	case IFLA_IFNAME:
		device->name = format_name(mnl_attr_get_str(attr));
		break;
	case IFLA_MASTER:
		device->master = mnl_attr_get_u32(attr);
		break;
	case IFLA_LINK:
		device->link = mnl_attr_get_u32(attr);
		break;
	case IFLA_LINK_NETNSID:
		device->link_nsid = (int)mnl_attr_get_u32(attr);
		break;
	case IFLA_LINKINFO:
		device->is_bridge = is_bridge(attr);
		break;
	}
}

static int on_device(const struct nlmsghdr *header, void *data)
{
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(header);
	struct reading *reading = data;
	struct machine *machine = reading->machine;
	struct device *devices = grow(machine->devices, machine->count, sizeof(*devices));
	const struct nlattr *attr;
	struct device *device;

	if (!devices) {
		errno = ENOMEM;
		return MNL_CB_ERROR;
	}
	machine->devices = devices;
	device = &devices[machine->count++];
	*device = (struct device){ .netns = reading->netns, .index = info->ifi_index,
				   .link_nsid = -1, .peer = -1 };
	mnl_attr_for_each(attr, header, sizeof(*info))
		read_attribute(device, attr);
	return MNL_CB_OK;
}

/* Ask rtnetlink of the present namespace. 0 or a negative errno. */
static int ask(struct nlmsghdr *request, mnl_cb_t answer, void *data)
{
	struct mnl_socket *socket = mnl_socket_open2(NETLINK_ROUTE, SOCK_CLOEXEC);
	static char octets[65536];
	ssize_t length = 0;
	int error = 0, more = MNL_CB_OK;

	if (!socket)
		return -errno;
	request->nlmsg_seq = 1;
	if (mnl_socket_bind(socket, 0, MNL_SOCKET_AUTOPID) ||
	    mnl_socket_sendto(socket, request, request->nlmsg_len) < 0)
		error = -errno;
	while (!error && more == MNL_CB_OK) {
		length = mnl_socket_recvfrom(socket, octets, sizeof(octets));
		more = length < 0 ? MNL_CB_ERROR :
		       mnl_cb_run(octets, length, 1, mnl_socket_get_portid(socket), answer, data);
		if (more == MNL_CB_ERROR)
			error = -errno;
	}
	mnl_socket_close(socket);
	return error;
}

static int read_devices(struct machine *machine, size_t netns)
{
	struct reading reading = { machine, netns };
	size_t before = machine->count;
	char octets[128];
	struct nlmsghdr *request;
	struct ifinfomsg *info;
	int error, tries = 10;

	do {
		machine->count = before;
		request = mnl_nlmsg_put_header(octets);
		request->nlmsg_type = RTM_GETLINK;
		request->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
		info = mnl_nlmsg_put_extra_header(request, sizeof(*info));
		info->ifi_family = AF_UNSPEC;
		error = ask(request, on_device, &reading);
	} while (error == -EINTR && --tries);
	return error;
}

static int on_nsid(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, header, sizeof(struct rtgenmsg))
		if (mnl_attr_get_type(attr) == NETNSA_NSID)
			*(int *)data = (int)mnl_attr_get_u32(attr);
	return MNL_CB_STOP;
}

/* The number that the present namespace has for another one; -1: none. */
static int nsid_of(const struct netns *other)
{
	char octets[128];
	struct nlmsghdr *request = mnl_nlmsg_put_header(octets);
	int nsid = -1;

	request->nlmsg_type = RTM_GETNSID;
	request->nlmsg_flags = NLM_F_REQUEST;
	mnl_nlmsg_put_extra_header(request, sizeof(struct rtgenmsg));
	mnl_attr_put_u32(request, NETNSA_FD, other->fd);
	ask(request, on_nsid, &nsid);
	return nsid;
}

/* Are both ends of one pair? @device is of the present namespace. */
static bool is_pair(const struct machine *machine, const struct device *device,
		    const struct device *other)
{
	if (device == other || device->link != other->index || other->link != device->index)
		return false;
	if (device->link_nsid < 0)
		return device->netns == other->netns;
	return device->netns != other->netns &&
	       nsid_of(&machine->netns[other->netns]) == device->link_nsid;
}

static void find_peers(struct machine *machine, size_t netns)
{
	struct device *device = machine->devices, *end = device + machine->count;
	size_t i;

	for (; device < end; device++)
		for (i = 0; device->netns == netns && device->link && device->peer < 0 &&
		     i < machine->count; i++)
			if (is_pair(machine, device, &machine->devices[i]))
				device->peer = (int)i;
}

/* Frames go from port to port of a bridge, also if the port is below a bond. */
static void find_bridges(struct machine *machine)
{
	size_t i, steps;

	for (i = 0; i < machine->count; i++) {
		struct device *device = &machine->devices[i], *master = device;

		for (steps = 0; steps < 8 && master && master->master; steps++) {
			if (master->is_bridge)
				break;
			device->master = master->master;
			master = machine_find(machine, device->netns, device->master);
		}
	}
}

/* A namespace that the tool may not enter has no devices here. */
static int read_all(struct machine *machine)
{
	size_t i;
	int error = read_devices(machine, 0);

	for (i = 1; !error && i < machine->netns_count; i++) {
		if (machine_enter(machine, i))
			machine->missing++;
		else
			error = read_devices(machine, i);
	}
	/* Without the right to enter others, the tool has never left its own. */
	for (i = 0; !error && i < machine->netns_count; i++)
		if (!machine_enter(machine, i) || !i)
			find_peers(machine, i);
	if (!error)
		find_bridges(machine);
	machine_enter(machine, 0);
	return error;
}

/* A namespace takes a file, and there may be thousands. */
static void allow_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

int machine_read(struct machine *machine)
{
	int error;

	memset(machine, 0, sizeof(*machine));
	allow_files();
	error = add_netns(machine, "/proc/self/ns/net", "");
	if (error)
		return error;
	add_named(machine);
	add_unnamed(machine);
	error = read_all(machine);
	if (error)
		machine_free(machine);
	return error;
}

void machine_free(struct machine *machine)
{
	size_t i;

	for (i = 0; i < machine->netns_count; i++)
		close(machine->netns[i].fd);
	free(machine->netns);
	free(machine->devices);
	memset(machine, 0, sizeof(*machine));
}

struct label machine_label(const struct machine *machine, const struct device *device)
{
	const char *netns = machine->netns[device->netns].name;
	struct label label;

	snprintf(label.text, sizeof(label.text), "%s%s%s", device->name.text, *netns ? " in " : "",
		 netns);
	return label;
}
