// SPDX-License-Identifier: GPL-2.0
/* The way into network namespaces: into one by its name, as ip does, or through all. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <linux/nsfs.h>

#include "lib.h"

#define HOME "/proc/self/ns/net"
#define NAMED "/run/netns"

bool netns_all;
static char entered[NETNS_NAME];

const char *netns_name(void)
{
	return *entered ? entered : NULL;
}

const char *netns_other(void)
{
	return netns_all ? netns_name() : NULL;
}

void netns_speak_of(const char *name)
{
	snprintf(entered, sizeof(entered), "%s", name ? name : "");
}

/* A sysfs shows the devices of the namespace that has mounted it. Other processes keep theirs. */
int netns_mount_sys(void)
{
	static char shown[sizeof(entered)];
	static bool apart;
	unsigned long flags = 0;
	struct statvfs found;

	if (!strcmp(shown, entered))
		return 0;
	if (!apart && (unshare(CLONE_NEWNS) || mount("", "/", "none", MS_SLAVE | MS_REC, NULL)))
		return -errno;
	apart = true;
	/* If /sys stays, the new one covers it. A writable one may not cover a read-only one. */
	if (umount2("/sys", MNT_DETACH) && !statvfs("/sys", &found) && found.f_flag & ST_RDONLY)
		flags = MS_RDONLY;
	if (mount("pausectl", "/sys", "sysfs", flags, NULL))
		return -errno;
	memcpy(shown, entered, sizeof(shown));
	return 0;
}

int netns_enter(const char *name)
{
	char path[PATH_MAX];
	int fd, error;

	if (!*name || !strcmp(name, ".") || !strcmp(name, "..") || strchr(name, '/')) {
		parse_refuse("netns", name, "names that \"ip netns\" shows, and all");
		return usage_error(NULL, "%s", parse_error);
	}
	snprintf(path, sizeof(path), NAMED "/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	error = fd < 0 || setns(fd, CLONE_NEWNET) ? errno : 0;
	if (fd >= 0)
		close(fd);
	if (!error) {
		netns_speak_of(name);
		return STATUS_OK;
	}
	complain("netns %s: %s", name, error == ENOENT ? "no such network namespace" :
				       error == EINVAL ? "the network namespace is gone" :
				       error == EPERM ? "needs CAP_SYS_ADMIN" : strerror(error));
	return STATUS_REFUSED;
}

/*
 * Add the namespace of a file, if it is new. 0 or a negative errno. A file that is gone, that is
 * that of another user, or that is no namespace is left out.
 */
static int add_netns(struct netns_list *list, const char *path, const char *name)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct netns *each;
	struct stat found;
	bool is_new;
	size_t i;

	if (fd < 0)
		return errno == EMFILE || errno == ENFILE ? -errno : 0;
	is_new = ioctl(fd, NS_GET_NSTYPE) == CLONE_NEWNET && !fstat(fd, &found);
	for (i = 0; is_new && i < list->count; i++)
		is_new = list->each[i].inode != found.st_ino;
	if (!is_new) {
		close(fd);
		return 0;
	}
	list->each = room_for(list->each, list->count + 1, sizeof(*each));
	each = &list->each[list->count++];
	snprintf(each->name, sizeof(each->name), "%s", name);
	each->fd = fd;
	each->inode = found.st_ino;
	return 0;
}

/* Add those that have a name, or those of all processes, by the name "pid N". */
static int add_folder(struct netns_list *list, bool processes)
{
	const char *folder = processes ? "/proc" : NAMED;
	struct dirent **entries = NULL;
	int count = scandir(folder, &entries, NULL, versionsort), error = 0, i;

	for (i = 0; i < count; i++) {
		const char *entry = entries[i]->d_name;
		char path[PATH_MAX], name[NETNS_NAME];

		snprintf(path, sizeof(path), "%s/%s%s", folder, entry,
			 processes ? "/ns/net" : "");
		snprintf(name, sizeof(name), "%s%s", processes ? "pid " : "", entry);
		if (!error && (processes ? isdigit((unsigned char)*entry) : *entry != '.'))
			error = add_netns(list, path, name);
		free(entries[i]);
	}
	free(entries);
	return error;
}

int netns_list_read(struct netns_list *list, bool unnamed)
{
	struct rlimit limit;
	int error;

	memset(list, 0, sizeof(*list));
	/* A namespace takes a file, and there may be thousands. */
	if (!getrlimit(RLIMIT_NOFILE, &limit)) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
	error = add_netns(list, HOME, "") ?: list->count ? add_folder(list, false) : -ENOENT;
	/* Containers have namespaces without a name. */
	if (!error && unnamed)
		error = add_folder(list, true);
	if (error)
		netns_list_free(list);
	return error;
}

void netns_list_free(struct netns_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		close(list->each[i].fd);
	free(list->each);
	memset(list, 0, sizeof(*list));
}

/*
 * Call @visit in a namespace, and come back to @here. False if the tool may not enter, or not come
 * back. To stay needs no right.
 */
static bool netns_go(const struct netns *netns, int here, int (*visit)(void *data), void *data,
		     int *result)
{
	struct stat found;
	bool stays = !fstat(here, &found) && found.st_ino == netns->inode;

	if (!stays && (setns(here, CLONE_NEWNET) || setns(netns->fd, CLONE_NEWNET)))
		return false;
	*result = visit(data);
	/* The next command must not act upon the devices of another namespace. */
	if (!stays && setns(here, CLONE_NEWNET))
		exit(refused(HOME, "%s", strerror(errno)));
	return true;
}

int netns_each(struct netns_list *list, int (*visit)(void *data), void *data)
{
	char before[sizeof(entered)];
	int result = 0;

	memcpy(before, entered, sizeof(before));
	list->missing = 0;
	for (list->now = 0; !result && list->now < list->count; list->now++) {
		const struct netns *netns = &list->each[list->now];

		netns_speak_of(list->now ? netns->name : before);
		list->missing += !netns_go(netns, list->each->fd, visit, data, &result);
	}
	netns_speak_of(before);
	return result;
}

int netns_in(const struct netns *netns, int (*visit)(void *data), void *data)
{
	int here = open(HOME, O_RDONLY | O_CLOEXEC), result;

	if (here < 0)
		return -errno;
	if (!netns_go(netns, here, visit, data, &result))
		result = -errno;
	close(here);
	return result;
}

void netns_tell_missing(const struct netns_list *list)
{
	static bool told;

	if (list->missing && !told)
		complain("warning: could not enter %zu network namespace%s: needs %s",
			 list->missing, list->missing == 1 ? "" : "s",
			 "CAP_SYS_ADMIN over them and over this one");
	told |= list->missing;
}

int netns_visit(int (*visit)(void *data), void *data)
{
	struct netns_list list;
	int error, status;

	if (!netns_all)
		return visit(data);
	error = netns_list_read(&list, false);
	if (error)
		return refused("-n all", "%s", strerror(-error));
	status = netns_each(&list, visit, data);
	netns_tell_missing(&list);
	netns_list_free(&list);
	return status;
}
