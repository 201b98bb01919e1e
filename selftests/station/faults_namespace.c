// SPDX-License-Identifier: GPL-2.0
/*
 * The end of a network namespace with a port, for station faults. A worker of the kernel's
 * workqueue "netns" ends the namespace, and must do so whatever allocation fails. A try:
 *
 *	make a new namespace, with a port that has settings, sends a frame and stops its partner;
 *	let the n-th allocation of each present worker fail;
 *	leave the namespace, which then ends; so does the other end of its link.
 *
 * A worker's name ends in "+netns" while it ends a namespace. So the program knows the worker, and
 * when it was through, some time after the devices went. If the worker was a new one, and not among
 * the present workers, the program tries the same n again.
 *
 * The worker may have had other work in between, with allocations of its own. So the program ends
 * only after QUIET tries in a row without a failed allocation.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libmnl/libmnl.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "faults.h"

#define HERE		"near"
#define THERE		"far"
#define QUIET		3
#define MISSES		10		/* tries with a new worker, at most */
#define MAX_WORKERS	256
#define LOOK_NS		200000
#define LIMIT_NS	(30 * NSEC_PER_SEC)

struct worker {
	int fail_nth;
	int comm;
};

static int home, home_socket;
static struct worker workers[MAX_WORKERS];
static size_t count;

static int open_of(const char *pid, const char *name, int flags)
{
	char path[288];

	snprintf(path, sizeof(path), "/proc/%s/%s", pid, name);
	return open(path, flags | O_CLOEXEC);
}

/* If the name cannot be read, the worker has gone. */
static const char *name_of(const struct worker *worker)
{
	static char name[64];
	ssize_t length = pread(worker->comm, name, sizeof(name) - 1, 0);

	name[length > 0 ? length - 1 : 0] = 0;
	return name;
}

static int ends_namespace(const struct worker *worker)
{
	const char *what = strchr(name_of(worker), '+');

	return what && !strcmp(what, "+netns");
}

static void forget_workers(void)
{
	while (count) {
		count--;
		close(workers[count].fail_nth);
		close(workers[count].comm);
	}
}

/* All present workers */
static void find_workers(void)
{
	const struct dirent *entry;
	DIR *proc = opendir("/proc");

	forget_workers();
	while (proc && (entry = readdir(proc))) {
		struct worker *worker = &workers[count];

		if (!isdigit((unsigned char)*entry->d_name))
			continue;
		worker->comm = open_of(entry->d_name, "comm", O_RDONLY);
		if (worker->comm < 0)
			continue;
		if (strncmp(name_of(worker), "kworker/", 8)) {
			close(worker->comm);
			continue;
		}
		worker->fail_nth = open_of(entry->d_name, "fail-nth", O_RDWR);
		if (worker->fail_nth < 0) {
			if (errno != ENOENT && errno != ESRCH)
				fail("fail-nth of a worker: %s", strerror(errno));
			/* It has just ended. */
			close(worker->comm);
			continue;
		}
		if (++count == MAX_WORKERS)
			fail("faults: more workers than %u", MAX_WORKERS);
	}
	if (!count)
		fail("/proc: no workers");
	closedir(proc);
}

static const struct worker *who_ends_namespace(void)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (ends_namespace(&workers[i]))
			return &workers[i];
	return NULL;
}

static void arm_all(unsigned int n)
{
	size_t i;

	for (i = 0; i < count; i++)
		faults_arm(workers[i].fail_nth, n);
}

/* --- the namespace ------------------------------------------------------------------------- */

/* THERE in this namespace, HERE in the other one, both up */
static void make_pair(void)
{
	char buf[512], answer[NETLINK_ROOM];
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct mnl_socket *nl = netlink_open(NETLINK_ROUTE);
	struct nlattr *info, *data, *peer;
	struct ifreq up = { .ifr_name = HERE, .ifr_flags = IFF_UP };
	const struct nlmsgerr *err;
	struct ifinfomsg *link;

	nlh->nlmsg_type = RTM_NEWLINK;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL;
	link = mnl_nlmsg_put_extra_header(nlh, sizeof(*link));
	link->ifi_flags = IFF_UP;
	link->ifi_change = IFF_UP;
	mnl_attr_put_strz(nlh, IFLA_IFNAME, THERE);
	info = mnl_attr_nest_start(nlh, IFLA_LINKINFO);
	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, "veth");
	data = mnl_attr_nest_start(nlh, IFLA_INFO_DATA);
	peer = mnl_attr_nest_start(nlh, VETH_INFO_PEER);
	mnl_nlmsg_put_extra_header(nlh, sizeof(*link));
	mnl_attr_put_strz(nlh, IFLA_IFNAME, HERE);
	mnl_attr_put_u32(nlh, IFLA_NET_NS_FD, home);
	mnl_attr_nest_end(nlh, peer);
	mnl_attr_nest_end(nlh, data);
	mnl_attr_nest_end(nlh, info);
	err = mnl_nlmsg_get_payload(netlink_ask(nl, nlh, answer));
	if (err->error)
		fail("faults: a link into a new namespace: %s", strerror(-err->error));
	mnl_socket_close(nl);
	/* Not by the same request: a link has to be there to go up. */
	if (ioctl(home_socket, SIOCSIFFLAGS, &up))
		fail("faults: a link into a new namespace: %s", strerror(errno));
}

/* IPv6 would send frames of its own. */
static void no_ipv6(void)
{
	int fd = open("/proc/sys/net/ipv6/conf/default/disable_ipv6", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, "1", 1) != 1)
		fail("disable_ipv6: %s", strerror(errno));
	close(fd);
}

/* Frames that came from the port */
static unsigned long received(void)
{
	int fd = open("/sys/class/net/" HERE "/statistics/rx_packets", O_RDONLY | O_CLOEXEC);
	char text[24] = "";

	if (fd < 0 || read(fd, text, sizeof(text) - 1) < 0)
		fail(HERE ", rx_packets: %s", strerror(errno));
	close(fd);
	return strtoul(text, NULL, 10);
}

/* Enter a new namespace with a port that works; the settings of the port go to @state. */
static void begin_namespace(struct state *state, struct tally *tally)
{
	static const char *const requests[] = { "attach-set", "frame", "xoff" };
	struct result result = { 0 };
	size_t i;

	if (unshare(CLONE_NEWNET))
		fail("network namespace: %s", strerror(errno));
	no_ipv6();
	make_pair();
	faults_device(THERE);
	faults_listen();
	for (i = 0; i < sizeof(requests) / sizeof(requests[0]) && !result.error; i++) {
		faults_run(faults_request(requests[i]), &result);
		if (!i)
			faults_state(faults_request(requests[i]), state);
	}
	nap_ns(SETTLE_NS);
	if (result.error) {
		tally->strange++;
		tally->error = result.error;
	} else if (received() < 2) {
		tally->silent++;
	}
}

static void leave_namespace(void)
{
	faults_close();
	if (setns(home, CLONE_NEWNET))
		fail("network namespace: %s", strerror(errno));
}

/*
 * One namespace, from begin to end, with a port whose settings are to be @first, if there are
 * such. How many allocations it would still have taken to fail; 0: one has; -1: nobody knows.
 */
static int attempt(unsigned int n, struct state *state, const struct state *first,
		   struct tally *tally)
{
	const struct worker *worker = NULL;
	uint64_t until;
	int left;

	begin_namespace(state, tally);
	if (first && !faults_same(state, first))
		tally->half++;
	find_workers();
	arm_all(n);
	leave_namespace();
	until = clock_ns() + LIMIT_NS;
	while (clock_ns() < until) {
		if (!worker)
			worker = who_ends_namespace();
		else if (!ends_namespace(worker))
			break;
		nap_ns(LOOK_NS);
	}
	left = worker ? (int)faults_left(worker->fail_nth) : -1;
	arm_all(0);
	if (!access("/sys/class/net/" HERE, F_OK))
		tally->stuck++;
	return left;
}

/* The same, repeated while the result is not known and nothing is wrong. */
static int attempt_known(unsigned int n, struct state *state, const struct state *first,
			 struct tally *tally)
{
	static unsigned int misses;
	int left;

	while ((left = attempt(n, state, first, tally)) < 0 && !faults_wrong(tally))
		if (++misses > MISSES)
			fail("faults: it is always a new worker that ends a namespace");
	return left;
}

/*
 * To @tally: of the tries, those in which an allocation failed as done; strange, if the next port
 * cannot be made or asked, half, if it has other settings, silent, if no frame comes from it;
 * stuck, if the namespace does not end.
 */
void faults_namespace(struct tally *tally)
{
	unsigned int n = 1, quiet = 0;
	static struct state first, now;
	int left;

	home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	home_socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (home < 0 || home_socket < 0)
		fail("network namespace: %s", strerror(errno));
	/* What is allocated but once is not to be judged. */
	attempt(0, &first, NULL, tally);
	tally->allocations = NO_FAULT - attempt_known(NO_FAULT, &first, NULL, tally);
	while (quiet < QUIET && !faults_wrong(tally)) {
		left = attempt_known(n, &now, &first, tally);
		if (faults_wrong(tally))
			tally->where = n;
		tally->tries++;
		tally->done += !left;
		quiet = left ? quiet + 1 : 0;
		n++;
	}
	forget_workers();
	close(home_socket);
	close(home);
}
