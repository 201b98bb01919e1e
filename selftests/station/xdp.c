// SPDX-License-Identifier: GPL-2.0
/* station xdp: drops the MAC Control frames that a device receives by XDP, until it is killed. */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/bpf.h>
#include <linux/if_link.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "station.h"

#define LOAD(size, to, from, at)	{ BPF_LDX | BPF_MEM | (size), to, from, at, 0 }
#define RETURN				{ BPF_JMP | BPF_EXIT, 0, 0, 0, 0 }

static int call_bpf(int command, union bpf_attr *attr)
{
	int fd = syscall(SYS_bpf, command, attr, sizeof(*attr));

	if (fd < 0)
		fail("bpf: %s", strerror(errno));
	return fd;
}

static int load_program(void)
{
	const struct bpf_insn program[] = {
		LOAD(BPF_W, 2, 1, offsetof(struct xdp_md, data)),
		LOAD(BPF_W, 3, 1, offsetof(struct xdp_md, data_end)),
		{ BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, XDP_PASS },
		{ BPF_ALU64 | BPF_MOV | BPF_X, 4, 2, 0, 0 },
		{ BPF_ALU64 | BPF_ADD | BPF_K, 4, 0, 0, 14 },
		{ BPF_JMP | BPF_JGT | BPF_X, 4, 3, 3, 0 },	/* shorter than a header */
		LOAD(BPF_H, 5, 2, 12),
		{ BPF_JMP | BPF_JNE | BPF_K, 5, 0, 1, htons(ETH_TYPE_MAC_CONTROL) },
		{ BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, XDP_DROP },
		RETURN,
	};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_XDP,
		.insns = (uintptr_t)program,
		.insn_cnt = sizeof(program) / sizeof(program[0]),
		.license = (uintptr_t)"GPL",
	};

	return call_bpf(BPF_PROG_LOAD, &attr);
}

int cmd_xdp(char **words)
{
	union bpf_attr attr = { 0 };

	attr.link_create.target_ifindex = device_index(next_word(&words, "device"));
	attr.link_create.prog_fd = load_program();
	attr.link_create.attach_type = BPF_XDP;
	attr.link_create.flags = XDP_FLAGS_SKB_MODE;
	call_bpf(BPF_LINK_CREATE, &attr);
	say_ready();
	pause();
	return 0;
}
