# SPDX-License-Identifier: GPL-2.0
# Some names of the kernel are functions or members, so the preprocessor cannot test for them. compat.h
# finds PAUSECTL_HAVE_NAME if a header of the kernel has NAME.

compat_names := hrtimer_setup netdev_lock_ops netif_get_link_ksettings pkt_segs qdisc_qlen_inc system_percpu_wq tx_pause_storm_events

compat_found := $(shell cd $(srctree)/include && \
	grep -hosw $(addprefix -e ,$(compat_names)) linux/ethtool.h linux/hrtimer.h \
	linux/netdevice.h linux/workqueue.h net/netdev_lock.h net/sch_generic.h | sort -u)

ccflags-y += $(addprefix -DPAUSECTL_HAVE_,$(compat_found))
