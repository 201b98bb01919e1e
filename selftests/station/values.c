// SPDX-License-Identifier: GPL-2.0
/*
 * station values: prints the numbers in all files of a directory, faster than a shell does. If a
 * file has several numbers, each has its index behind the name, and the ninth has "link".
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "station.h"

static void print_value(int dir, const char *name)
{
	char text[512], *at = text, *end;
	unsigned int index = 0;
	ssize_t length;
	int fd, several;

	fd = openat(dir, name, O_RDONLY);
	length = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (length < 0)
		fail("%s: %s", name, strerror(errno));
	close(fd);
	text[length] = '\0';
	several = !!strchr(text, ' ');
	do {
		end = at + strspn(at, "0123456789");
		if (end == at)
			fail("%s: no number", name);
		if (several && index == 8)
			printf("[%s_link]=%.*s\n", name, (int)(end - at), at);
		else if (several)
			printf("[%s_%u]=%.*s\n", name, index, (int)(end - at), at);
		else
			printf("[%s]=%.*s\n", name, (int)(end - at), at);
		index++;
		at = end + 1;
	} while (*end == ' ');
}

int cmd_values(char **words)
{
	const struct dirent *entry;
	const char *path;
	DIR *dir;

	path = next_word(&words, "directory");
	dir = opendir(path);
	if (!dir)
		fail("%s: %s", path, strerror(errno));
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			print_value(dirfd(dir), entry->d_name);
	closedir(dir);
	return 0;
}
