// SPDX-License-Identifier: GPL-2.0
/* Enter a network namespace by its name, as ip does. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "pausectl.h"

/* A sysfs shows the devices of the namespace that has mounted it. Other processes keep theirs. */
static int mount_sys(void)
{
	unsigned long flags = 0;
	struct statvfs found;

	if (unshare(CLONE_NEWNS) || mount("", "/", "none", MS_SLAVE | MS_REC, NULL))
		return -1;
	/* If /sys stays, the new one covers it. A writable one may not cover a read-only one. */
	if (umount2("/sys", MNT_DETACH) && !statvfs("/sys", &found) && found.f_flag & ST_RDONLY)
		flags = MS_RDONLY;
	return mount("pausectl", "/sys", "sysfs", flags, NULL);
}

static const char *entered;

const char *netns_name(void)
{
	return entered;
}

int netns_enter(const char *name)
{
	char path[PATH_MAX], asked[128];
	struct parse_error err;
	int fd, error = 0;

	if (!*name || !strcmp(name, ".") || !strcmp(name, "..") || strchr(name, '/')) {
		parse_refuse(&err, "netns", name, "names that \"ip netns\" shows");
		return usage_error(NULL, err.text);
	}
	snprintf(asked, sizeof(asked), "netns %s", name);
	snprintf(path, sizeof(path), "/run/netns/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return refused(asked, "no such network namespace");
	if (fd < 0)
		return refused(asked, "%s", strerror(errno));
	if (setns(fd, CLONE_NEWNET) || mount_sys())
		error = errno;
	close(fd);
	if (error == EINVAL)
		return refused(asked, "the network namespace is gone");
	if (error == EPERM)
		return refused(asked, "needs CAP_SYS_ADMIN");
	if (error)
		return refused(asked, "%s", strerror(error));
	entered = name;
	return STATUS_OK;
}
