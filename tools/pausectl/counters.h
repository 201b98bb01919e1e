/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_COUNTERS_H
#define PAUSECTL_COUNTERS_H

#include <libmnl/libmnl.h>

/* All counters in a nest of PAUSECTL_A_STATS_x: a table, or members in JSON. */
void print_counters(const struct nlattr *nest);

#endif /* PAUSECTL_COUNTERS_H */
