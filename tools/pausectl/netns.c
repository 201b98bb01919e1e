// SPDX-License-Identifier: GPL-2.0
/* Enter network namespaces by their names, as ip does. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "pausectl.h"

#define HOME "/proc/self/ns/net"
#define NAMED "/run/netns"

static bool all;
static char entered[NAME_MAX + 1];

void netns_choose_all(void)
{
	all = true;
}

bool netns_all(void)
{
	return all;
}

const char *netns_name(void)
{
	return *entered ? entered : NULL;
}

void netns_speak_of(const char *name)
{
	snprintf(entered, sizeof(entered), "%s", name ? name : "");
}

/* A sysfs shows the devices of the namespace that has mounted it. Other processes keep theirs. */
static int mount_sys(void)
{
	static bool apart;
	unsigned long flags = 0;
	struct statvfs found;

	if (!apart && (unshare(CLONE_NEWNS) || mount("", "/", "none", MS_SLAVE | MS_REC, NULL)))
		return -1;
	apart = true;
	/* If /sys stays, the new one covers it. A writable one may not cover a read-only one. */
	if (umount2("/sys", MNT_DETACH) && !statvfs("/sys", &found) && found.f_flag & ST_RDONLY)
		flags = MS_RDONLY;
	return mount("pausectl", "/sys", "sysfs", flags, NULL);
}

/* 0 or a negative errno; -ENOENT: no such file, -EINVAL: no namespace, not any more */
static int enter(const char *path, const char *name)
{
	int error = 0, fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (setns(fd, CLONE_NEWNET) || mount_sys())
		error = -errno;
	close(fd);
	if (!error)
		netns_speak_of(name);
	return error;
}

static int enter_refused(const char *name, int error)
{
	char asked[NAME_MAX + 16];

	snprintf(asked, sizeof(asked), "netns %s", name);
	return refused(asked, "%s", error == -ENOENT ? "no such network namespace" :
				    error == -EINVAL ? "the network namespace is gone" :
				    error == -EPERM ? "needs CAP_SYS_ADMIN" : strerror(-error));
}

int netns_enter(const char *name)
{
	char path[PATH_MAX];
	struct parse_error err;
	int error;

	if (!*name || !strcmp(name, ".") || !strcmp(name, "..") || strchr(name, '/')) {
		parse_refuse(&err, "netns", name, "names that \"ip netns\" shows, and all");
		return usage_error(NULL, err.text);
	}
	snprintf(path, sizeof(path), NAMED "/%s", name);
	error = enter(path, name);
	return error ? enter_refused(name, error) : STATUS_OK;
}

static bool is_same(const char *path, const struct stat *home)
{
	struct stat found;

	return !stat(path, &found) && found.st_dev == home->st_dev && found.st_ino == home->st_ino;
}

static int visible(const struct dirent *entry)
{
	return strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
}

/* Visit the namespaces below NAMED, except that of @home. */
static int visit_named(int (*visit)(void *data), void *data, const struct stat *home)
{
	struct dirent **entries = NULL;
	int i, status = STATUS_OK, count = scandir(NAMED, &entries, visible, alphasort);

	for (i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;
		char path[PATH_MAX];
		int error;

		snprintf(path, sizeof(path), NAMED "/%s", name);
		if (status == STATUS_OK && !is_same(path, home)) {
			error = enter(path, name);
			if (!error)
				status = visit(data);
			else if (error != -ENOENT && error != -EINVAL)
				status = enter_refused(name, error);
		}
		free(entries[i]);
	}
	free(entries);
	return status;
}

int netns_visit(int (*visit)(void *data), void *data)
{
	int status = visit(data), home, error;
	struct stat found;

	if (!all || status != STATUS_OK)
		return status;
	home = open(HOME, O_RDONLY | O_CLOEXEC);
	if (home < 0 || fstat(home, &found))
		return refused(HOME, "%s", strerror(errno));
	status = visit_named(visit, data, &found);
	error = netns_name() && (setns(home, CLONE_NEWNET) || mount_sys()) ? errno : 0;
	close(home);
	netns_speak_of(NULL);
	return error ? refused(HOME, "%s", strerror(error)) : status;
}
