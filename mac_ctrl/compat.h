/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs between the kernels this builds for, tested by name. The only
 * place that knows of it.
 */
#ifndef PAUSECTL_COMPAT_H
#define PAUSECTL_COMPAT_H

/* skb_gso_segment() moved out of netdevice.h after 6.1. */
#if __has_include(<net/gso.h>)
#include <net/gso.h>
#endif

/* 6.12 loads qdiscs by net-sch-NAME, 6.1 by sch_NAME. */
#include <net/pkt_sched.h>
#ifndef MODULE_ALIAS_NET_SCH
#define MODULE_ALIAS_NET_SCH(id)	MODULE_ALIAS("sch_" id)
#endif

#endif /* PAUSECTL_COMPAT_H */
