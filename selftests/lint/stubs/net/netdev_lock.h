/* SPDX-License-Identifier: GPL-2.0 */
/* A header that Linux 6.15 adds. Only to compile: see lint/newer. */
#ifndef STUB_NET_NETDEV_LOCK_H
#define STUB_NET_NETDEV_LOCK_H

struct net_device;
bool netdev_need_ops_lock(const struct net_device *dev);
void netdev_lock_ops(struct net_device *dev);
void netdev_unlock_ops(struct net_device *dev);

#endif
