/* SPDX-License-Identifier: GPL-2.0 */
/* The header of the kernel, and what Linux 6.19 adds. Only to compile: see lint/newer. */
#ifndef STUB_NET_SCH_GENERIC_H
#define STUB_NET_SCH_GENERIC_H

#define tc_classid pkt_segs; u16 tc_classid
#include_next <net/sch_generic.h>
#undef tc_classid

#endif
