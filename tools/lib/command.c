// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <net/if.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/signalfd.h>

#include "lib.h"

#define NAMED_VALUES_MAX	8

const char *next_word(char ***words)
{
	return **words ? *(*words)++ : NULL;
}

int take_device(const char **device, char ***words)
{
	const char *word = next_word(words);

	if (!word)
		return parse_refuse("dev", word, "names of network devices");
	if (*device)
		return parse_twice("option", "dev");
	*device = word;
	return 0;
}

void take_bare_device(const char **device, char ***words, const char *const *keywords)
{
	char **later = *words;

	if (!*later || **later == '-')
		return;
	for (; *keywords; keywords++)
		if (!strcmp(*later, *keywords))
			return;
	/* If "dev" follows, the first word is a misspelt one. */
	while (*++later)
		if (!strcmp(*later, "dev"))
			return;
	*device = next_word(words);
}

int take_first_device(const char **device, char ***words, const char *const *keywords)
{
	take_bare_device(device, words, keywords);
	if (*device)
		return 0;
	if (**words && strcmp(next_word(words), "dev"))
		return parse_refuse("device", (*words)[-1],
				    "names of network devices, before all other words");
	return take_device(device, words);
}

static int take_value(const struct named_value *named, char ***words)
{
	const char *word = named->parse || named->choices || named->file ? next_word(words) : "";
	unsigned int choice;

	if (named->parse)
		return named->parse(named->name, word, named->least, named->most, named->value);
	if (named->file) {
		*named->file = word;
		return word ? 0 : parse_refuse(named->name, word, "names of files");
	}
	if (named->choices && parse_choice(named->name, word, named->choices, &choice))
		return -1;
	*named->value = named->choices ? choice : 1;
	return 0;
}

int take_words(enum take_devices devices, const char **device, char **words,
	       const struct named_value *values)
{
	const char *names[NAMED_VALUES_MAX + 2] = { "dev" }, *one = NULL;
	bool many = devices == MANY_DEVICES, bare = many;
	unsigned int given = 0, later, i;
	char **each = words;

	for (i = 0; values && values[i].name; i++)
		names[i + 1] = values[i].name;
	if (devices == MAY_DEVICE)
		take_bare_device(device, &words, names);
	else if (devices == NEEDS_DEVICE && take_first_device(device, &words, names))
		return -1;
	while (*words) {
		const char *word = next_word(&words);

		/* Behind a device, a message does not offer "dev". */
		later = devices == NO_DEVICE || (!many && *device && strcmp(word, "dev"));
		if (later && !names[1])
			return parse_refuse("option", word, "one device, or none for all ports");
		if (parse_choice("option", word, names + later, &i)) {
			if (!bare || *word == '-')
				return -1;
			*each++ = (char *)word;
			continue;
		}
		i += later;
		if (!i) {
			one = many ? NULL : *device;
			if (take_device(&one, &words))
				return -1;
			*(many ? (const char **)each++ : device) = one;
			continue;
		}
		bare = false;
		if (given & 1U << i)
			return parse_twice("option", word);
		given |= 1U << i;
		if (take_value(&values[i - 1], &words))
			return -1;
	}
	if (many)
		*each = NULL;
	return 0;
}

/* The message names the device whose name is nearest. */
int find_device(const char *asked, const char *device, unsigned int *index)
{
	struct if_nameindex *devices;
	const char **names, *nearest;
	size_t count = 0, i;

	*index = device ? if_nametoindex(device) : 0;
	if (*index || !device)
		return STATUS_OK;
	devices = if_nameindex();
	while (devices && devices[count].if_index)
		count++;
	names = room_for(NULL, count + 1, sizeof(*names));
	for (i = 0; i < count; i++)
		names[i] = devices[i].if_name;
	names[count] = NULL;
	nearest = parse_nearest(device, names);
	complain(nearest ? "%s: no such device \"%s\" (did you mean \"%s\"?)" :
		 "%s: no such device \"%s\"", asked, device, nearest);
	free(names);
	if (devices)
		if_freenameindex(devices);
	return STATUS_REFUSED;
}

uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

uint64_t now_msec(void)
{
	return clock_ns(CLOCK_MONOTONIC) / NS_PER_MS;
}

int signals_open(void)
{
	sigset_t signals;
	int fd;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	fd = signalfd(-1, &signals, SFD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

const char *gone_setting(const char *word)
{
	return !strcmp(word, "pause-limit-ms") ? "watchdog LIST:forward" :
	       !strcmp(word, "delay-statistics") ? "wait.bt for bpftrace" : NULL;
}

struct source source;

void complain(const char *format, ...)
{
	char line[1024] = "", *c;
	size_t used = 0;
	va_list args;

	if (source.file)
		used = snprintf(line, sizeof(line), "%.256s:%u: ", source.file, source.line);
	va_start(args, format);
	vsnprintf(line + used, sizeof(line) - used, format, args);
	va_end(args);
	/* A word of the user may have a line feed, but an error is one line. */
	for (c = line; *c; c++)
		if (iscntrl((unsigned char)*c))
			*c = '?';
	warnx("%s", line);
}

struct word help_of(const struct command *command)
{
	return word_printf("see pausectl help%s%s", command ? " " : "",
			   command ? command->name : "");
}

int write_file(const char *asked, const char *path, void (*write)(FILE *stream, const void *data),
	       const void *data)
{
	char draft[PATH_MAX];
	FILE *stream;
	int bad;

	/* node_exporter reads no file of this name. */
	snprintf(draft, sizeof(draft), "%s.new", path);
	stream = fopen(draft, "we");
	if (!stream) {
		complain("%s%s: %s", asked, draft, strerror(errno));
		return STATUS_REFUSED;
	}
	write(stream, data);
	bad = fflush(stream) || ferror(stream) || fsync(fileno(stream));
	if (!fclose(stream) && !bad && !rename(draft, path))
		return STATUS_OK;
	complain("%s%s: %s", asked, path, strerror(errno));
	unlink(draft);
	return STATUS_REFUSED;
}
