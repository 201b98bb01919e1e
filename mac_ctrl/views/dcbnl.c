// SPDX-License-Identifier: GPL-2.0
/*
 * The view of dcb and lldpad on a port: the IEEE 802.1Qaz operations of dcbnl, for devices without
 * dcbnl_ops of their own.
 *
 * dev->dcbnl_ops is set when the port begins, and cleared when the port ends. Both are under RTNL,
 * as is each use of dev->dcbnl_ops, so no call outlives the port.
 *
 * dcbnl has no extack, so messages go to the log. Errors are those of the kernel's own drivers:
 * EINVAL for invalid values, EOPNOTSUPP for values that the port does not support.
 */
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/rtnetlink.h>
#include <net/dcbnl.h>

#include "compat.h"
#include "congestion/buffer.h"
#include "port/port.h"
#include "queue/queue.h"
#include "settings/settings.h"
#include "views/views.h"

/*
 * DCBX in its IEEE version: by an agent on this host, or by nobody there. lldpad sets each port for
 * which an agent on the host does DCBX, to its own defaults where nobody told it better. So a port
 * begins without.
 */
#define DCBX_HOST	(DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_IEEE)
#define DCBX_NO_HOST	(DCB_CAP_DCBX_LLD_MANAGED | DCB_CAP_DCBX_VER_IEEE)

/* RTNL. @change->to has all settings. */
static int dcbnl_change(struct pausectl_port *port, struct pausectl_change *change)
{
	int err;

	change->by = PAUSECTL_BY_DCBNL;
	netdev_lock_ops(port->dev);
	err = pausectl_settings_replace(port, change, "dcb:");
	netdev_unlock_ops(port->dev);
	return err;
}

/* In bit times, 65535 at most; 0 is auto. */
static u16 dcbnl_delay_shown(u32 delay)
{
	return min_t(u32, delay, U16_MAX);
}

static int dcbnl_get_pfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	struct pausectl_port *port = pausectl_port_find(dev);

	pfc->pfc_cap = MAC_CTRL_PRIORITIES;
	pfc->pfc_en = port->set.prio;
	pfc->delay = dcbnl_delay_shown(port->set.delay_bits);
	spin_lock_irq(&port->lock);
	memcpy(pfc->requests, port->count.tx_pfc, sizeof(pfc->requests));
	memcpy(pfc->indications, port->count.rx_pfc, sizeof(pfc->indications));
	spin_unlock_irq(&port->lock);
	return 0;
}

/* The first priority switches the port to mode pfc. Without priorities, mode pause comes back. */
static int dcbnl_set_pfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_change change = { .to = port->set };

	if (pfc->mbc) {
		net_info_ratelimited("%s: dcb: macsec-bypass: allowed is off, because the port has no MACsec\n",
				     port->name);
		return -EOPNOTSUPP;
	}
	/* If rx-prio and tx-prio differ, and prio stays, they stay. */
	change.to.prio = pfc->pfc_en;
	/* If dcb sends back the delay that it was shown, the exact value stays. */
	if (pfc->delay != dcbnl_delay_shown(port->set.delay_bits))
		change.to.delay_bits = pfc->delay;
	if (!pfc->pfc_en && port->set.prio)
		change.to.mode = PAUSECTL_MODE_PAUSE;
	return dcbnl_change(port, &change);
}

/* Fields that the port does not use come from the last request, for readers such as lldpad. */
static int dcbnl_get_ets(struct net_device *dev, struct ieee_ets *ets)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	const struct pausectl_settings *set = &port->set;
	unsigned int i;

	*ets = port->dcbnl->ets;
	ets->ets_cap = ETS_CLASSES;
	for (i = 0; i < ETS_CLASSES; i++) {
		ets->prio_tc[i] = set->prio_tc[i];
		ets->tc_tsa[i] = set->tsa[i];
		ets->tc_tx_bw[i] = set->tc_bw[i];
	}
	return 0;
}

static int dcbnl_set_ets(struct net_device *dev, struct ieee_ets *ets)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_change change = { .to = port->set };
	unsigned int i;
	int err;

	/* The credit-based shaper. */
	if (ets->cbs)
		return -EOPNOTSUPP;
	for (i = 0; i < ETS_CLASSES; i++) {
		change.to.prio_tc[i] = ets->prio_tc[i];
		change.to.tsa[i] = ets->tc_tsa[i];
		change.to.tc_bw[i] = ets->tc_tx_bw[i];
	}
	/* Also shares that stay are asked for: a class that turns strict keeps its own. */
	__set_bit(PAUSECTL_A_TC_BW, change.present);
	err = dcbnl_change(port, &change);
	if (!err)
		port->dcbnl->ets = *ets;
	return err;
}

static bool maxrate_kbit = true;
module_param(maxrate_kbit, bool, 0644);
MODULE_PARM_DESC(maxrate_kbit,
		 "dcbnl has rates in kbit/s (default Y); N: in octets/s, as dcb of iproute2 before 6.18 sends them");

/*
 * The unit of rates, in bit/s. linux/dcbnl.h says kbit/s, and drivers of NICs take that. dcb of
 * iproute2 before 6.18 reads and writes octets/s. A request does not say which program has sent it.
 */
static u32 dcbnl_maxrate_unit(void)
{
	return maxrate_kbit ? 1000 : BITS_PER_BYTE;
}

/* Rounded up, because 0 means no maximum rate. */
static u64 dcbnl_maxrate_shown(u64 bps)
{
	return DIV_ROUND_UP_ULL(bps, dcbnl_maxrate_unit());
}

static int dcbnl_get_maxrate(struct net_device *dev, struct ieee_maxrate *maxrate)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++)
		maxrate->tc_maxrate[i] = dcbnl_maxrate_shown(port->set.maxrate[i]);
	return 0;
}

/* For classes that dcb does not change, it sends back the shown rate: the exact rate stays. */
static int dcbnl_set_maxrate(struct net_device *dev, struct ieee_maxrate *maxrate)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_change change = { .to = port->set };
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++) {
		u64 rate = maxrate->tc_maxrate[i], bps = port->set.maxrate[i];

		if (rate != dcbnl_maxrate_shown(bps) &&
		    check_mul_overflow(rate, (u64)dcbnl_maxrate_unit(), &bps))
			bps = U64_MAX;
		change.to.maxrate[i] = bps;
	}
	return dcbnl_change(port, &change);
}

/*
 * dcb buffer: the buffer of each priority, and the size of each buffer. For a size that is not set,
 * dcb shows the size that follows from speed, MTU and delay.
 */
static_assert(DCBX_MAX_BUFFERS == MAC_CTRL_PRIORITIES);

static int dcbnl_get_buffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	u64 total = 0;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		buffer->prio2buffer[i] = port->set.prio_buffer[i];
		buffer->buffer_size[i] = pausectl_buffer_size(port, i);
		total += buffer->buffer_size[i];
	}
	buffer->total_size = min_t(u64, total, U32_MAX);
	return 0;
}

/* For buffers that dcb does not change, it sends back the shown size: such a size stays auto. */
static int dcbnl_set_buffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_change change = { .to = port->set };
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		if (buffer->buffer_size[i] != pausectl_buffer_size(port, i))
			change.to.buffer_size[i] = buffer->buffer_size[i];
		change.to.prio_buffer[i] = buffer->prio2buffer[i];
	}
	return dcbnl_change(port, &change);
}

/*
 * dcb apptrust: the selectors of the APP table, and the PCP, that decide the priority of a frame,
 * in their order. This is the setting trust. Linux 6.1 has no such operations.
 */
static int __maybe_unused
dcbnl_get_trust(struct net_device *dev, u8 *selectors, int *count)
{
	u32 order = pausectl_port_find(dev)->set.trust;
	u32 field;

	for (*count = 0; order; order >>= TRUST_BITS) {
		field = order & TRUST_MASK;
		selectors[(*count)++] = field == PAUSECTL_TRUST_FIELD_PCP ?
					DCB_APP_SEL_PCP : field;
	}
	return 0;
}

static int __maybe_unused
dcbnl_set_trust(struct net_device *dev, u8 *selectors, int count)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_change change = { .to = port->set };
	u32 field;
	int i;

	change.to.trust = 0;
	if (count > TRUST_FIELDS)
		return -EOPNOTSUPP;
	for (i = 0; i < count; i++) {
		field = selectors[i] == DCB_APP_SEL_PCP ?
			PAUSECTL_TRUST_FIELD_PCP : selectors[i];
		if (!field || field > TRUST_FIELDS ||
		    selectors[i] == PAUSECTL_TRUST_FIELD_PCP)
			return -EOPNOTSUPP;
		change.to.trust |= field << i * TRUST_BITS;
	}
	return dcbnl_change(port, &change);
}

static u8 dcbnl_get_dcbx(struct net_device *dev)
{
	return pausectl_port_find(dev)->dcbnl->dcbx;
}

/* Return: 1 if refused, as dcbnl wants it. */
static u8 dcbnl_set_dcbx(struct net_device *dev, u8 mode)
{
	if (mode != DCBX_HOST && mode != DCBX_NO_HOST)
		return 1;
	pausectl_port_find(dev)->dcbnl->dcbx = mode;
	return 0;
}

/* lldpad reads these to find out what it may negotiate. */
static u8 dcbnl_get_cap(struct net_device *dev, int id, u8 *cap)
{
	switch (id) {
	case DCB_CAP_ATTR_PG:
	case DCB_CAP_ATTR_PFC:
	case DCB_CAP_ATTR_UP2TC:
		*cap = true;
		break;
	case DCB_CAP_ATTR_PG_TCS:
	case DCB_CAP_ATTR_PFC_TCS:
		/* Bit n - 1: n classes. */
		*cap = BIT(ETS_CLASSES - 1);
		break;
	case DCB_CAP_ATTR_DCBX:
		*cap = dcbnl_get_dcbx(dev);
		break;
	default:
		*cap = false;
		break;
	}
	return 0;
}

static int dcbnl_get_num_tcs(struct net_device *dev, int id, u8 *num)
{
	*num = ETS_CLASSES;
	return 0;
}

/* CEE. Without these, the kernel would change entries of its list, whoever has added them. */
static int dcbnl_set_cee_app(struct net_device *dev, u8 idtype, u16 id, u8 priorities)
{
	return -EOPNOTSUPP;
}

static int dcbnl_get_cee_app(struct net_device *dev, u8 idtype, u16 id)
{
	return -EOPNOTSUPP;
}

/* A port rewrites no frames, and the kernel would also keep these entries by ifindex. */
static int __maybe_unused dcbnl_refuse_rewrite(struct net_device *dev, struct dcb_app *app)
{
	return -EOPNOTSUPP;
}

static const struct dcbnl_rtnl_ops dcbnl_ops = {
	.ieee_getpfc		= dcbnl_get_pfc,
	.ieee_setpfc		= dcbnl_set_pfc,
	.ieee_getets		= dcbnl_get_ets,
	.ieee_setets		= dcbnl_set_ets,
	.ieee_getmaxrate	= dcbnl_get_maxrate,
	.ieee_setmaxrate	= dcbnl_set_maxrate,
	.dcbnl_getbuffer	= dcbnl_get_buffer,
	.dcbnl_setbuffer	= dcbnl_set_buffer,
	.ieee_setapp		= pausectl_dcbnl_set_app,
	.ieee_delapp		= pausectl_dcbnl_del_app,
	.setapp			= dcbnl_set_cee_app,
	.getapp			= dcbnl_get_cee_app,
	PAUSECTL_APPTRUST_OPS(dcbnl_get_trust, dcbnl_set_trust)
	PAUSECTL_REWRITE_OPS(dcbnl_refuse_rewrite)
	.getdcbx		= dcbnl_get_dcbx,
	.setdcbx		= dcbnl_set_dcbx,
	.getcap			= dcbnl_get_cap,
	.getnumtcs		= dcbnl_get_num_tcs,
};

bool pausectl_dcbnl_own(const struct net_device *dev)
{
	return dev->dcbnl_ops && dev->dcbnl_ops != &dcbnl_ops;
}

/* A device with dcbnl_ops of its own keeps them. Return: 0 or -ENOMEM. */
int pausectl_dcbnl_begin(struct pausectl_port *port)
{
	ASSERT_RTNL();
	if (port->dev->dcbnl_ops)
		return 0;
	port->dcbnl = kzalloc(sizeof(*port->dcbnl), GFP_KERNEL);
	if (!port->dcbnl)
		return -ENOMEM;
	port->dcbnl->dcbx = DCBX_NO_HOST;
	port->dev->dcbnl_ops = &dcbnl_ops;
	return 0;
}

void pausectl_dcbnl_end(struct pausectl_port *port)
{
	ASSERT_RTNL();
	if (!port->dcbnl)
		return;
	pausectl_dcbnl_end_apps(port);
	if (port->dev->dcbnl_ops == &dcbnl_ops)
		port->dev->dcbnl_ops = NULL;
	kfree(port->dcbnl);
	port->dcbnl = NULL;
}

/*
 * Tell listeners of RTNLGRP_DCB of changes that dcb shows, and that dcbnl has not made itself.
 * While a change replaces the APP table, the kernel's list has the entries of both tables, which
 * may be more than a message holds. pausectl_dcbnl_change_apps() tells the listeners then.
 */
void pausectl_dcbnl_changed(struct pausectl_port *port, const struct pausectl_change *change)
{
	static const u16 shown[] = {
		PAUSECTL_A_PRIO, PAUSECTL_A_DELAY_BITS, PAUSECTL_A_PRIO_TC, PAUSECTL_A_TSA,
		PAUSECTL_A_TC_BW, PAUSECTL_A_MAXRATE, PAUSECTL_A_PRIO_BUFFER,
		PAUSECTL_A_BUFFER_SIZE, PAUSECTL_A_TRUST,
	};
	bool any = false;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(shown); i++)
		any |= test_bit(shown[i], change->changed);
	if (any && port->dcbnl && !change->apps && change->by != PAUSECTL_BY_DCBNL)
		dcbnl_ieee_notify(port->dev, RTM_SETDCB, DCB_CMD_IEEE_SET, 0, 0);
}
