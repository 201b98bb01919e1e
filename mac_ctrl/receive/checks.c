// SPDX-License-Identifier: GPL-2.0
/*
 * Receive checks of a port. receive.c contains the checks of the standard (31.5.1, 31B.3.3). If the
 * settings differ from the standard, the port has a filter. A change of settings makes a new
 * filter, which the receive hook reads by RCU.
 *
 * A filter judges only untagged frames (31.4.1.3). A frame of type 88-08 that fails the checks
 * never reaches the MAC client (31.5.1). A frame of any other type that fails the checks is data.
 *
 * filter-type does not affect sending: a port sends control frames of type 88-08, and only frames
 * of this type bypass its gate, because clients may send data with the filter's type.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <linux/rtnetlink.h>

#include "port/port.h"
#include "receive/receive.h"

/* Let the device receive frames to @address, or end that. */
static int checks_listen(struct net_device *dev, u64 address, bool on)
{
	u8 mac[ETH_ALEN];

	if (!address || address == FILTER_MULTICAST)
		return 0;
	u64_to_ether_addr(address, mac);
	if (is_multicast_ether_addr(mac))
		return on ? dev_mc_add(dev, mac) : dev_mc_del(dev, mac);
	return on ? dev_uc_add(dev, mac) : dev_uc_del(dev, mac);
}

/* Free a filter that is not published, or no longer. RTNL. */
void pausectl_filter_discard(struct pausectl_port *port, struct pausectl_filter *filter)
{
	const u64 *address;

	if (!filter)
		return;
	address = filter->set.filter_address;
	checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_UNICAST], false);
	checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_MULTICAST], false);
	kfree_rcu(filter, rcu);
}

/* The checks of the standard need no filter. */
static bool checks_is_standard(const struct pausectl_settings *set)
{
	const struct pausectl_settings *to = &pausectl_settings_default;

	return !memcmp(set->filter, to->filter, sizeof(to->filter)) &&
	       !memcmp(set->filter_type, to->filter_type, sizeof(to->filter_type)) &&
	       !memcmp(set->filter_opcode, to->filter_opcode, sizeof(to->filter_opcode)) &&
	       !memcmp(set->filter_address, to->filter_address, sizeof(to->filter_address));
}

/*
 * Make the filter that the new settings ask for, or set *@filter to NULL for the checks of the
 * standard. RTNL. Return: 0, -ENOMEM, or the device's error for one more address.
 */
int pausectl_filter_prepare(struct pausectl_port *port, const struct pausectl_settings *set,
			    struct pausectl_filter **filter)
{
	const u64 *address = set->filter_address;
	int err;

	ASSERT_RTNL();
	*filter = NULL;
	if (checks_is_standard(set))
		return 0;
	*filter = kmalloc(sizeof(**filter), GFP_KERNEL);
	if (!*filter)
		return -ENOMEM;
	(*filter)->set = *set;
	err = checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_UNICAST], true);
	if (err)
		goto err_free;
	err = checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_MULTICAST], true);
	if (err)
		goto err_unicast;
	return 0;

err_unicast:
	checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_UNICAST], false);
err_free:
	kfree(*filter);
	return err;
}

/* Publish @filter, which is from pausectl_filter_prepare(). RTNL. */
void pausectl_filter_commit(struct pausectl_port *port, struct pausectl_filter *filter)
{
	pausectl_filter_discard(port, rcu_replace_pointer(port->receive.filter, filter,
							  lockdep_rtnl_is_held()));
}

/* Judge a frame, whose data begin behind length/type. Softirq, rcu_read_lock(). */
enum filter_verdict pausectl_filter_judge(const struct pausectl_filter *filter,
					  const struct sk_buff *skb)
{
	const struct ethhdr *eth = eth_hdr(skb);
	struct filter_frame frame;
	__be16 buf, *opcode;

	if (!filter_type_known(&filter->set, ntohs(eth->h_proto)))
		return FILTER_NONE;
	opcode = skb_header_pointer(skb, 0, sizeof(buf), &buf);
	if (!opcode)
		return FILTER_NONE;
	frame = (struct filter_frame) {
		.destination	= ether_addr_to_u64(eth->h_dest),
		.source		= ether_addr_to_u64(eth->h_source),
		.own		= ether_addr_to_u64(skb->dev->dev_addr),
		.type		= ntohs(eth->h_proto),
		.opcode		= ntohs(*opcode),
	};
	return filter_judge(&filter->set, &frame);
}

/* Do the receive checks take the frames of the partner, PAUSE or PFC as the port obeys? RTNL. */
bool pausectl_filter_takes(const struct pausectl_port *port, const struct net_device *partner)
{
	const struct pausectl_filter *filter = rtnl_dereference(port->receive.filter);
	bool pfc = port->set.mode == PAUSECTL_MODE_PFC;
	struct filter_frame frame = {
		.destination	= FILTER_MULTICAST,
		.source		= ether_addr_to_u64(partner->dev_addr),
		.own		= ether_addr_to_u64(port->dev->dev_addr),
		.type		= ETH_P_PAUSE,
		.opcode		= pfc ? MAC_CTRL_OPCODE_PFC : MAC_CTRL_OPCODE_PAUSE,
	};

	return !filter || filter_judge(&filter->set, &frame) == (pfc ? FILTER_PFC : FILTER_PAUSE);
}

/* pausectl_receive_end() has unregistered the receive hook. RTNL. */
void pausectl_receive_stop(struct pausectl_port *port)
{
	pausectl_filter_commit(port, NULL);
}
