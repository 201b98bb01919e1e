/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions and structures of tc that this plugin uses, the same in iproute2 6.1 and 6.15. No
 * package has headers for them. check.c recognises a tc that differs, when tc has loaded it.
 */
#ifndef PAUSECTL_TC_H
#define PAUSECTL_TC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#define TC_MADE_FOR	"6.1 and 6.15"

/**
 * struct qdisc_util - a plugin q_NAME.so provides it as NAME_qdisc_util
 * @next: tc's list of them
 * @id: NAME
 * @parse_qopt: makes TCA_OPTIONS of the words behind NAME; not 0 on failure
 * @print_qopt: TCA_OPTIONS to text or JSON
 * @print_xstats: TCA_STATS_APP likewise
 * @parse_copt: as parse_qopt, for classes
 * @print_copt: as print_qopt, for classes
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

/* Print a value to JSON only, and without colour. */
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

/* check.c: is this tc as declared here? If not, prints the reason to stderr. */
bool tc_is_known(void);

#endif /* PAUSECTL_TC_H */
