// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "lib.h"
#include "ports.h"

/**
 * struct field - a field of struct port, and its attribute
 * @attribute: has an array of numbers
 * @size: octets of each number
 * @count: how many
 * @offset: of the field
 */
struct field {
	uint16_t attribute;
	size_t size;
	size_t count;
	size_t offset;
};

static const struct field port_settings[] = {
	{ PAUSECTL_A_MODE, sizeof(uint32_t), 1, offsetof(struct port, mode) },
	{ PAUSECTL_A_RX, sizeof(uint8_t), 1, offsetof(struct port, rx) },
	{ PAUSECTL_A_TX, sizeof(uint8_t), 1, offsetof(struct port, tx) },
	{ PAUSECTL_A_RX_ACTIVE, sizeof(uint8_t), 1, offsetof(struct port, rx_active) },
	{ PAUSECTL_A_TX_ACTIVE, sizeof(uint8_t), 1, offsetof(struct port, tx_active) },
	{ PAUSECTL_A_PRIO, sizeof(uint32_t), 1, offsetof(struct port, prio) },
	{ PAUSECTL_A_SPEED, sizeof(uint64_t), 1, offsetof(struct port, speed) },
	{ PAUSECTL_A_SPEED_MBPS, sizeof(uint32_t), 1, offsetof(struct port, speed_mbps) },
	{ PAUSECTL_A_DELAY_BITS, sizeof(uint32_t), 1, offsetof(struct port, delay_bits) },
	{ PAUSECTL_A_PRIO_TC, sizeof(uint32_t), PRIORITIES, offsetof(struct port, prio_tc) },
	{ PAUSECTL_A_TSA, sizeof(uint32_t), CLASSES, offsetof(struct port, tsa) },
	{ PAUSECTL_A_TC_BW, sizeof(uint32_t), CLASSES, offsetof(struct port, tc_bw) },
};

static const struct field counters[] = {
	{ PAUSECTL_A_STATS_RX_PAUSE, sizeof(uint64_t), 1, offsetof(struct port, rx_pause) },
	{ PAUSECTL_A_STATS_TX_PAUSE, sizeof(uint64_t), 1, offsetof(struct port, tx_pause) },
	{ PAUSECTL_A_STATS_RX_UNSUPPORTED_OPCODES, sizeof(uint64_t), 1,
	  offsetof(struct port, rx_unsupported_opcodes) },
	{ PAUSECTL_A_STATS_RX_PFC_FRAMES, sizeof(uint64_t), 1,
	  offsetof(struct port, rx_pfc_frames) },
	{ PAUSECTL_A_STATS_TX_PFC_FRAMES, sizeof(uint64_t), 1,
	  offsetof(struct port, tx_pfc_frames) },
};

static uint64_t ports_number(const uint8_t *at, size_t size)
{
	uint32_t word;
	uint64_t value;

	switch (size) {
	case sizeof(uint8_t):
		return *at;
	case sizeof(word):
		memcpy(&word, at, sizeof(word));
		return word;
	default:
		memcpy(&value, at, sizeof(value));
		return value;
	}
}

/* Returns whether the kernel has sent them all. */
static bool read_fields(struct port *port, const struct field *fields, size_t count,
			const struct nlattr *const *attributes)
{
	const struct field *field;
	size_t i;

	for (field = fields; field < fields + count; field++) {
		const struct nlattr *attribute = attributes[field->attribute];
		uint64_t *to = (uint64_t *)((char *)port + field->offset);

		if (!attribute ||
		    mnl_attr_get_payload_len(attribute) < field->count * field->size)
			return false;
		for (i = 0; i < field->count; i++)
			to[i] = ports_number((const uint8_t *)mnl_attr_get_payload(attribute) +
					     i * field->size, field->size);
	}
	return true;
}

/* The ports so far */
struct list {
	struct port *first;
	bool short_of_memory;
};

static void ports_add_port(const struct nlattr *const *attributes, void *data)
{
	struct list *list = data;
	struct port *port;

	if (!attributes[PAUSECTL_A_IFINDEX])
		return;
	port = calloc(1, sizeof(*port));
	if (!port) {
		list->short_of_memory = true;
		return;
	}
	port->index = mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]);
	port->settings = read_fields(port, port_settings, MNL_ARRAY_SIZE(port_settings),
				     attributes);
	port->next = list->first;
	list->first = port;
}

static void add_counters(const struct nlattr *const *attributes, void *data)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	struct list *list = data;
	struct port *port;
	uint32_t index;

	if (!attributes[PAUSECTL_A_IFINDEX] || !attributes[PAUSECTL_A_STATS])
		return;
	index = mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]);
	for (port = list->first; port && port->index != index; port = port->next)
		;
	if (!port)
		return;
	genl_nested(attributes[PAUSECTL_A_STATS], sent, PAUSECTL_A_STATS_MAX);
	port->counters = read_fields(port, counters, MNL_ARRAY_SIZE(counters), sent);
}

static void drop_parts(struct list *list)
{
	struct port **at = &list->first, *port;

	while ((port = *at)) {
		if (port->settings && port->counters) {
			at = &port->next;
		} else {
			*at = port->next;
			free(port);
		}
	}
}

int ports_read(struct port **ports)
{
	struct list list = { 0 };
	int status = query_ports("ports", PAUSECTL_CMD_PORT_GET, 0, ports_add_port, &list);

	if (status == STATUS_OK)
		status = query_ports("ports", PAUSECTL_CMD_STATS_GET, 0, add_counters, &list);
	if (status == STATUS_OK && list.short_of_memory)
		status = refused("ports", "%s", strerror(ENOMEM));
	if (status != STATUS_OK) {
		ports_free(list.first);
		return -1;
	}
	drop_parts(&list);
	*ports = list.first;
	return 0;
}

void ports_free(struct port *ports)
{
	struct port *next;

	for (; ports; ports = next) {
		next = ports->next;
		free(ports);
	}
}
