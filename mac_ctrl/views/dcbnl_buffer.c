// SPDX-License-Identifier: GPL-2.0
/*
 * dcb buffer: the buffer of each priority, and the size of each buffer. For a size that is not set,
 * dcb shows the size that follows from speed, MTU and delay.
 */
#include <linux/rtnetlink.h>
#include <net/dcbnl.h>

#include "congestion/buffer.h"
#include "port/port.h"
#include "settings/settings.h"
#include "views/dcbnl.h"
#include "views/views.h"

static_assert(DCBX_MAX_BUFFERS == MAC_CTRL_PRIORITIES);

/* RTNL, because settings change only under RTNL. */
static u32 size_shown(const struct pausectl_port *port, unsigned int buffer)
{
	return pausectl_buffer_size(port, buffer);
}

int pausectl_dcbnl_get_buffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	u64 total = 0;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		buffer->prio2buffer[i] = port->set.prio_buffer[i];
		buffer->buffer_size[i] = size_shown(port, i);
		total += buffer->buffer_size[i];
	}
	buffer->total_size = min_t(u64, total, U32_MAX);
	return 0;
}

/* For buffers that dcb does not change, it sends back the shown size: such a size stays auto. */
int pausectl_dcbnl_set_buffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_change change = { };
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		u32 size = buffer->buffer_size[i];

		if (size == size_shown(port, i))
			size = port->set.buffer_size[i];
		else
			__set_bit(PAUSECTL_A_BUFFER_SIZE, change.present);
		change.to.buffer_size[i] = size;
		change.to.prio_buffer[i] = buffer->prio2buffer[i];
	}
	__set_bit(PAUSECTL_A_PRIO_BUFFER, change.present);
	return pausectl_dcbnl_change(port, &change);
}
