// SPDX-License-Identifier: GPL-2.0
/* /sys/class/net/DEV/pausectl/: a file a fact about the agreement with the partner. */
#include "port/port.h"
#include "settings/settings.h"
#include "views/sysfs.h"
#include "views/views.h"

static const char *const source_names[] = {
	[PAUSECTL_PARTNER_SOURCE_UNKNOWN]	= "unknown",
	[PAUSECTL_PARTNER_SOURCE_CONFIGURED]	= "configured",
	[PAUSECTL_PARTNER_SOURCE_PORT]		= "port",
	[PAUSECTL_PARTNER_SOURCE_LINK]		= "link",
};

static struct pausectl_agreement agreement_of(struct pausectl_port *port)
{
	struct pausectl_agreement agreed;

	spin_lock_irq(&port->lock);
	agreed = port->active.agreed;
	spin_unlock_irq(&port->lock);
	return agreed;
}

#define FILE_RO(file, format, value)					\
static ssize_t file##_show(struct pausectl_port *port,			\
			   const struct pausectl_sysfs_file *self,	\
			   char *buf)					\
{									\
	struct pausectl_agreement agreed = agreement_of(port);		\
									\
	return sysfs_emit(buf, format "\n", value);			\
}									\
									\
static const struct pausectl_sysfs_file file##_file = {			\
	.attr	= { .name = #file, .mode = 0444 },			\
	.show	= file##_show,						\
}

FILE_RO(rx_active, "%u", agreed.flow.rx);
FILE_RO(tx_active, "%u", agreed.flow.tx);
FILE_RO(advertised, "%s", pausectl_advertisement_names[agreed.advertised]);
FILE_RO(partner_advertised, "%s", pausectl_advertisement_names[agreed.partner]);
FILE_RO(partner_source, "%s", source_names[agreed.source]);
FILE_RO(link_configuration_error, "%u", agreed.error);
FILE_RO(partner_link_configuration_error, "%u", agreed.partner_error);

static const struct attribute *const agreement_attrs[] = {
	&rx_active_file.attr,
	&tx_active_file.attr,
	&advertised_file.attr,
	&partner_advertised_file.attr,
	&partner_source_file.attr,
	&link_configuration_error_file.attr,
	&partner_link_configuration_error_file.attr,
	NULL
};

const struct attribute_group pausectl_agreement_group = {
	.attrs	= (struct attribute **)agreement_attrs,
};
