// SPDX-License-Identifier: GPL-2.0
/* station stream: one TCP connection, to test segmentation offload. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "station.h"

static char buffer[65536];

static void sink(int fd)
{
	uint64_t octets = 0;
	ssize_t got;
	int peer;

	say_ready();
	peer = accept(fd, NULL, NULL);
	if (peer < 0)
		fail("accept: %s", strerror(errno));
	while ((got = read(peer, buffer, sizeof(buffer))) > 0)
		octets += got;
	if (got < 0)
		fail("read: %s", strerror(errno));
	printf("%llu\n", (unsigned long long)octets);
}

static void source(int fd, uint64_t octets)
{
	while (octets) {
		ssize_t put = write(fd, buffer, octets < sizeof(buffer) ? octets : sizeof(buffer));

		if (put < 0)
			fail("write: %s", strerror(errno));
		octets -= put;
	}
	shutdown(fd, SHUT_WR);
	while (read(fd, buffer, sizeof(buffer)) > 0)	/* till the sink has it all */
		;
}

static in_port_t take_port(char ***words)
{
	return htons(parse_number(next_word(words, "port"), "port", 1, 65535));
}

int cmd_stream(char **words)
{
	struct sockaddr_in where = { .sin_family = AF_INET };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
	const char *role, *address;

	role = next_word(&words, "listen or connect");
	if (!strcmp(role, "listen")) {
		where.sin_port = take_port(&words);
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
		if (bind(fd, (struct sockaddr *)&where, sizeof(where)) || listen(fd, 1))
			fail("listen: %s", strerror(errno));
		sink(fd);
	} else if (!strcmp(role, "connect")) {
		address = next_word(&words, "address");
		if (inet_pton(AF_INET, address, &where.sin_addr) != 1)
			usage("address \"%s\": allowed is an IPv4 address", address);
		where.sin_port = take_port(&words);
		if (connect(fd, (struct sockaddr *)&where, sizeof(where)))
			fail("connect to %s: %s", address, strerror(errno));
		source(fd, parse_number(next_word(&words, "octets"), "octets", 1,
					UINT32_MAX));
	} else {
		usage("stream \"%s\": allowed are listen and connect", role);
	}
	close(fd);
	return 0;
}
