/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What tc of iproute2 6.1 exports to its plugins and is used here. No package
 * has headers of it; check.c finds a tc that differs when the plugin is loaded.
 */
#ifndef PAUSECTL_TC_H
#define PAUSECTL_TC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#define TC_MADE_FOR	"6.1"

/**
 * struct qdisc_util - what a plugin q_NAME.so provides as NAME_qdisc_util
 * @next: tc's list of them
 * @id: NAME
 * @parse_qopt: words behind NAME to TCA_OPTIONS; not 0 where that fails
 * @print_qopt: TCA_OPTIONS to text or JSON
 * @print_xstats: TCA_STATS_APP likewise
 * @parse_copt: the first one for classes
 * @print_copt: the second one for classes
 * @has_block: for filters
 */
struct qdisc_util {
	struct qdisc_util *next;
	const char *id;
	int (*parse_qopt)(struct qdisc_util *util, int argc, char **argv,
			  struct nlmsghdr *message, const char *device);
	int (*print_qopt)(struct qdisc_util *util, FILE *to, struct rtattr *options);
	int (*print_xstats)(struct qdisc_util *util, FILE *to, struct rtattr *statistics);
	int (*parse_copt)(struct qdisc_util *util, int argc, char **argv,
			  struct nlmsghdr *message, const char *device);
	int (*print_copt)(struct qdisc_util *util, FILE *to, struct rtattr *options);
	int (*has_block)(struct qdisc_util *util, struct rtattr *options, uint32_t block,
			 bool *has);
};

/* Where a value is printed, and in which colour: JSON has none. */
#define PRINT_JSON	2
#define COLOR_NONE	6

bool is_json_context(void);
void open_json_object(const char *key);
void close_json_object(void);
void open_json_array(int type, const char *key);
void close_json_array(int type, const char *delimiter);
/* Without a key, the member of an array. */
int print_color_string(int type, int color, const char *key, const char *format,
		       const char *value);
int print_color_lluint(int type, int color, const char *key, const char *format,
		       unsigned long long value);
int print_color_bool(int type, int color, const char *key, const char *format, bool value);

/* check.c: is this tc as it is declared here? If not, says on stderr why. */
bool tc_is_known(void);

#endif /* PAUSECTL_TC_H */
