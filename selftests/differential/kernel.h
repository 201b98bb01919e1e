/* SPDX-License-Identifier: GPL-2.0 */
/*
 * As much of the kernel as the sources under test need, for one processor with a virtual clock. The
 * Makefile makes an empty file for each header of the kernel that user space lacks.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <linux/if_ether.h>
#include <linux/netfilter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* compat.h is about differences between kernels. */
#define PAUSECTL_COMPAT_H
#define CONFIG_NETFILTER_INGRESS 1
#define __KERNEL__ 1

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int32_t s32;
typedef long long s64;
typedef s64 ktime_t;
typedef unsigned int gfp_t;

#define U32_MAX UINT32_MAX
#define U64_MAX (~0ULL)
#define S64_MAX ((s64)(U64_MAX >> 1))
#define BIT(n) (1UL << (n))
#define BITS_PER_LONG 64
#define NSEC_PER_USEC 1000ULL
#define NSEC_PER_MSEC 1000000ULL
#define IFNAMSIZ 16
#define GFP_KERNEL 0
#define GFP_ATOMIC 0

#define __rcu
#define __percpu
#define __init
#define __net_init
#define __ro_after_init
#define noinline
#undef __always_inline
#define __always_inline inline
#define __read_mostly
#define likely(x) (x)
#define unlikely(x) (x)
#define READ_ONCE(x) (x)
#define WRITE_ONCE(x, value) ((x) = (value))
#define data_race(x) (x)
#define smp_mb() ((void)0)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define min3(a, b, c) min(a, min(b, c))
#define min_t(type, a, b) min((type)(a), (type)(b))
#define max_t(type, a, b) max((type)(a), (type)(b))
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define container_of(pointer, type, member) \
	((type *)((char *)(pointer) - offsetof(type, member)))
#define struct_group_tagged(tag, name, ...) \
	union { struct { __VA_ARGS__ }; struct tag { __VA_ARGS__ } name; }
#define smp_wmb() ((void)0)
#define WARN_ON_ONCE(condition) assert(!(condition))

static inline unsigned int __ffs(unsigned long word) { return __builtin_ctzl(word); }
static inline unsigned int __fls(unsigned long word) { return 63 - __builtin_clzl(word); }
static inline u64 div_u64(u64 dividend, u32 divisor) { return dividend / divisor; }
static inline u64 div64_u64(u64 dividend, u64 divisor) { return dividend / divisor; }
static inline u64 div_u64_rem(u64 dividend, u32 divisor, u32 *rest)
{
	*rest = dividend % divisor;
	return dividend / divisor;
}

#define DECLARE_BITMAP(name, bits) unsigned long name[((bits) + 63) / 64]
#define test_bit(n, map) ((map)[(n) / 64] >> (n) % 64 & 1)
#define __set_bit(n, map) ((map)[(n) / 64] |= 1UL << (n) % 64)
static inline bool bitmap_empty(const unsigned long *map, unsigned int bits)
{
	for (; bits; bits--)
		if (test_bit(bits - 1, map))
			return false;
	return true;
}
#define for_each_set_bit(n, map, size) \
	for ((n) = 0; (n) < (size); (n)++) \
		if (test_bit(n, map))

/* Lists, memory */
struct list_head { struct list_head *next, *prev; };
#define LIST_HEAD(name) struct list_head name = { &(name), &(name) }
static inline void INIT_LIST_HEAD(struct list_head *list) { list->next = list->prev = list; }
static inline void list_add(struct list_head *new, struct list_head *head)
{
	*new = (struct list_head){ head->next, head };
	head->next->prev = new;
	head->next = new;
}
static inline void list_del(struct list_head *entry)
{
	entry->prev->next = entry->next;
	entry->next->prev = entry->prev;
}
#define list_for_each_entry(at, head, member) \
	for (at = container_of((head)->next, typeof(*at), member); &at->member != (head); \
	     at = container_of(at->member.next, typeof(*at), member))

static inline void *kmalloc(size_t size, gfp_t flags) { return malloc(size); }
static inline void *kzalloc(size_t size, gfp_t flags) { return calloc(1, size); }
static inline void kfree(const void *memory) { free((void *)memory); }
#define kfree_rcu(memory, member) free(memory)

/* Locks: all in one thread. A lock that is taken twice, or not held where demanded, aborts. */
typedef struct { bool held; } spinlock_t;
static inline void spin_lock_irq(spinlock_t *lock)
{
	WARN_ON_ONCE(lock->held);
	lock->held = true;
}

static inline void spin_unlock_irq(spinlock_t *lock)
{
	WARN_ON_ONCE(!lock->held);
	lock->held = false;
}

#define spin_lock_irqsave(lock, flags) (spin_lock_irq(lock), (void)((flags) = 0))
#define spin_unlock_irqrestore(lock, flags) (spin_unlock_irq(lock), (void)(flags))
#define lockdep_assert_held(lock) WARN_ON_ONCE(!(lock)->held)
#define lockdep_rtnl_is_held() true
#define ASSERT_RTNL()
#define rcu_read_lock()
#define rcu_read_unlock()
#define rcu_dereference(pointer) (pointer)
#define rcu_access_pointer(pointer) (pointer)
#define rtnl_dereference(pointer) (pointer)
#define rcu_replace_pointer(pointer, new, held) \
	({ typeof(pointer) old = (pointer); (pointer) = (new); old; })
struct rcu_head { };

typedef struct { s64 counter; } atomic64_t, atomic_long_t;
static inline bool atomic_long_dec_and_test(atomic_long_t *v) { return !--v->counter; }
static inline s64 atomic64_read(const atomic64_t *v) { return v->counter; }

/* The clock, and timers that port.c fires */
extern u64 now_ns, late_ns;
static inline u64 ktime_get_ns(void) { return now_ns; }
static inline ktime_t ns_to_ktime(u64 ns) { return ns; }
static inline u64 ktime_to_ns(ktime_t time) { return time; }
enum hrtimer_restart { HRTIMER_NORESTART };
enum hrtimer_mode { HRTIMER_MODE_ABS, HRTIMER_MODE_ABS_SOFT };
struct hrtimer {
	enum hrtimer_restart (*function)(struct hrtimer *timer);
	u64 expires, fires;	/* an hrtimer fires late */
	bool queued;
};
#define CLOCK_MONOTONIC 1
#define hrtimer_setup(timer, callback, clock, mode) ((timer)->function = (callback))
static inline void hrtimer_start(struct hrtimer *timer, ktime_t at, enum hrtimer_mode mode)
{
	timer->expires = at;
	timer->fires = max((u64)at, now_ns) + late_ns;
	timer->queued = true;
}
static inline bool hrtimer_is_queued(const struct hrtimer *timer) { return timer->queued; }
static inline u64 hrtimer_get_expires(const struct hrtimer *timer) { return timer->expires; }
#define hrtimer_cancel(timer) ((timer)->queued = false)
struct tasklet_struct { };
static inline void tasklet_schedule(struct tasklet_struct *tasklet) { }
struct work_struct { };
#define DECLARE_KFIFO(name, type, size) type name[size]

/* Devices and frames */
struct user_namespace {
	int level, owner;
	struct user_namespace *parent;
	const void *ucounts;
};
struct net { struct user_namespace *user_ns; };
#define GLOBAL_ROOT_UID 0
static inline bool uid_eq(int a, int b) { return a == b; }
struct kobject { };
static inline void kobject_put(struct kobject *kobj) { }
struct net_device {
	struct net *net;
	u8 dev_addr[6];
	unsigned short needed_tailroom;
};
#define dev_net(device) ((device)->net)
static inline bool netif_running(const struct net_device *dev) { return true; }
static inline bool netif_carrier_ok(const struct net_device *dev) { return true; }
static inline bool netif_is_bridge_port(const struct net_device *dev) { return false; }
static inline int dev_mc_add(struct net_device *dev, const u8 *address) { return 0; }
static inline int dev_mc_del(struct net_device *dev, const u8 *address) { return 0; }
#define dev_uc_add dev_mc_add
#define dev_uc_del dev_mc_del

struct sk_buff {
	struct net_device *dev;
	u8 *data, *mac;
	u32 len;
	__be16 protocol, inner_protocol;
	u16 inner_transport_header, inner_network_header, inner_mac_header;
	u32 priority;
	int skb_iif;
	u16 vlan_tci;
	bool vlan_present, encapsulation, consumed;
};
struct skb_shared_info { u16 gso_segs; };
static inline struct skb_shared_info *skb_shinfo(const struct sk_buff *skb)
{
	static struct skb_shared_info info;

	return &info;
}
static inline bool skb_is_gso(const struct sk_buff *skb) { return false; }
static inline bool skb_vlan_tag_present(const struct sk_buff *skb) { return skb->vlan_present; }
#define skb_vlan_tag_get_prio(skb) ((skb)->vlan_tci >> 13)
#define eth_hdr(skb) ((struct ethhdr *)(skb)->mac)
static inline void consume_skb(struct sk_buff *skb) { skb->consumed = true; }
static inline bool ether_addr_equal(const u8 *a, const u8 *b) { return !memcmp(a, b, 6); }
static inline bool is_multicast_ether_addr(const u8 *address) { return address[0] & 1; }
static inline u64 ether_addr_to_u64(const u8 *address)
{
	u64 value = 0;

	for (int i = 0; i < 6; i++)
		value = value << 8 | address[i];
	return value;
}
static inline void u64_to_ether_addr(u64 value, u8 *address)
{
	for (int i = 5; i >= 0; i--, value >>= 8)
		address[i] = value;
}
#define VLAN_HLEN 4
#define skb_header_pointer(skb, offset, size, buffer) \
	((offset) + (size) > (skb)->len ? NULL : memcpy(buffer, (skb)->data + (offset), size))

/* An empty frame with room for control/control.c, which fills it in and sends it */
static inline struct sk_buff *alloc_skb(unsigned int size, gfp_t flags)
{
	static struct sk_buff skb;
	static u8 data[128];

	skb = (struct sk_buff){ .data = data };
	return &skb;
}
static inline u8 *skb_put(struct sk_buff *skb, unsigned int len)
{
	skb->len += len;
	return skb->data;
}
#define LL_RESERVED_SPACE(dev) 0
#define skb_reserve(skb, len)
#define skb_reset_mac_header(skb) ((skb)->mac = (skb)->data)
#define skb_set_network_header(skb, offset)
#define kfree_skb(skb)
int __dev_direct_xmit(struct sk_buff *skb, u16 queue);
static inline int dev_queue_xmit(struct sk_buff *skb) { abort(); }
#define NET_XMIT_SUCCESS 0
#define NETDEV_TX_BUSY 16
#define net_xmit_errno(ret) (-ENOBUFS)

/* What receive.c registers */
struct nf_hook_state;
struct nf_hook_ops {
	unsigned int (*hook)(void *priv, struct sk_buff *skb, const struct nf_hook_state *state);
	struct net_device *dev;
	void *priv;
	u8 pf;
	unsigned int hooknum;
	int priority;
};
#define nf_register_net_hook(net, ops) 0
#define nf_unregister_net_hook(net, ops)
#define this_cpu_add(counter, more) ((counter) += (more))
#define for_each_possible_cpu(cpu) for ((cpu) = 0; (cpu) < 1; (cpu)++)
#define per_cpu_ptr(pointer, cpu) (pointer)

/* Qdiscs */
struct qdisc_skb_head { u32 qlen; };
struct gnet_stats_basic_sync { u64 packets; };
#define gnet_stats_basic_sync_init(stats) ((stats)->packets = 0)
#define gnet_stats_add_basic(sum, cpu, stats, running) ((sum)->packets += (stats)->packets)
#define u64_stats_read(value) (*(value))
struct Qdisc { int empty; };
#define qdisc_root(qdisc) (qdisc)
void __netif_schedule(struct Qdisc *qdisc);

/* Requests */
struct netlink_ext_ack { const char *_msg; };
#define NL_SET_ERR_MSG(extack, message) ((extack)->_msg = (message))
#define NL_SET_BAD_ATTR(extack, attr)
#define net_info_ratelimited(...)
struct nlattr;
struct nla_policy { int type; };
struct ethtool_ops;
#define netdev_lock_ops(dev)
#define netdev_unlock_ops(dev)
struct ethtool_link_ksettings {
	struct { u32 speed; } base;
	struct { unsigned long lp_advertising[1]; } link_modes;
};
#define __ETHTOOL_LINK_MODE_MASK_NBITS 64
#define netif_get_link_ksettings(dev, settings) ((void)(settings), true)
#define ethtool_link_ksettings_test_link_mode(settings, mode, name) false

/* Tracepoints do nothing. */
#define TRACE_DEFINE_ENUM(name) struct kernel_nothing
#define TP_PROTO(...) __VA_ARGS__
#define TRACE_EVENT(name, proto, ...) static inline void trace_##name(proto) { }

#endif /* KERNEL_H */
