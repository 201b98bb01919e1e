// SPDX-License-Identifier: GPL-2.0
/*
 * dcb apptrust: the selectors of the APP table, and the PCP, that decide the priority of a frame,
 * in their order. This is the setting trust.
 */
#include <linux/rtnetlink.h>

#include "compat.h"
#include "port/port.h"
#include "queue/queue.h"
#include "settings/settings.h"
#include "views/dcbnl.h"
#include "views/views.h"

int pausectl_dcbnl_get_trust(struct net_device *dev, u8 *selectors, int *count)
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

int pausectl_dcbnl_set_trust(struct net_device *dev, u8 *selectors, int count)
{
	struct pausectl_change change = { };
	u32 field;
	int i;

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
	__set_bit(PAUSECTL_A_TRUST, change.present);
	return pausectl_dcbnl_change(pausectl_port_find(dev), &change);
}
