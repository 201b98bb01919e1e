// SPDX-License-Identifier: GPL-2.0
/* Words of the command line, the clock, and the two ways to give up. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "station.h"

static void complain(const char *fmt, va_list args)
{
	fputs("station: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
}

void usage(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain(fmt, args);
	va_end(args);
	exit(1);
}

void fail(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain(fmt, args);
	va_end(args);
	exit(2);
}

/* Takes the next word; the caller knows what should stand there. */
const char *next_word(char ***words, const char *what)
{
	if (!**words)
		usage("%s is missing", what);
	return *(*words)++;
}

uint64_t parse_number(const char *word, const char *what, uint64_t min, uint64_t max)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(word, &end, 0);
	if (errno || end == word || *end || *word == '-' || value < min || value > max)
		usage("%s \"%s\": allowed are %llu to %llu", what, word,
		      (unsigned long long)min, (unsigned long long)max);
	return value;
}

uint64_t parse_time_ns(const char *word)
{
	static const struct { const char *unit; double ns; } units[] = {
		{ "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 },
	};
	double value;
	char *end;
	size_t i;

	value = strtod(word, &end);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (end != word && value >= 0 && !strcmp(end, units[i].unit))
			return value * units[i].ns + 0.5;
	usage("time \"%s\": allowed is a number with ns, us, ms or s", word);
}

/* A list like 0,2-4 as a bit mask. */
unsigned int parse_list(const char *word)
{
	unsigned int first, last, mask = 0;
	const char *at = word;

	for (;;) {
		if (!isdigit((unsigned char)*at))
			break;
		first = *at++ - '0';
		last = first;
		if (*at == '-' && isdigit((unsigned char)at[1])) {
			last = at[1] - '0';
			at += 2;
		}
		if (last >= PRIORITIES || first > last)
			break;
		for (; first <= last; first++)
			mask |= 1U << first;
		if (!*at)
			return mask;
		if (*at++ != ',')
			break;
	}
	usage("priorities \"%s\": allowed are 0 to 7, like 3,4 or 0-7", word);
}

void parse_mac(const char *word, uint8_t mac[6])
{
	unsigned int m[6];
	char rest;
	int i;

	if (sscanf(word, "%2x:%2x:%2x:%2x:%2x:%2x%c", &m[0], &m[1], &m[2], &m[3],
		   &m[4], &m[5], &rest) != 6)
		usage("address \"%s\": allowed is a form like 01:80:c2:00:00:01", word);
	for (i = 0; i < 6; i++)
		mac[i] = m[i];
}

/* Hex digits, with blanks, colons or dashes between octets. */
size_t parse_hex(const char *word, uint8_t *buf, size_t room)
{
	char digits[3] = "";
	size_t len = 0;

	while (*word) {
		if (strchr(" :-", *word)) {
			word++;
			continue;
		}
		if (!isxdigit((unsigned char)word[0]) || !isxdigit((unsigned char)word[1]))
			usage("octets \"%s\": allowed are pairs of hex digits", word);
		if (len == room)
			usage("octets: at most %zu", room);
		memcpy(digits, word, 2);
		buf[len++] = strtoul(digits, NULL, 16);
		word += 2;
	}
	return len;
}

uint64_t clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

void sleep_until(uint64_t when_ns)
{
	struct timespec ts = {
		.tv_sec = when_ns / NSEC_PER_SEC,
		.tv_nsec = when_ns % NSEC_PER_SEC,
	};

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
}

void nap_ns(uint64_t ns)
{
	if (ns)
		sleep_until(clock_ns() + ns);
}

volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

static void leave(int signal)
{
	(void)signal;
	_exit(0);
}

static void on_signal(void (*handler)(int signal))
{
	const struct sigaction action = { .sa_handler = handler };

	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
}

void stop_by_signal(void)
{
	on_signal(stop);
}

void exit_by_signal(void)
{
	setlinebuf(stdout);
	on_signal(leave);
}

void say_ready(void)
{
	fputs("ready\n", stderr);
}
