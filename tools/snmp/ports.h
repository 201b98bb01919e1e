/* SPDX-License-Identifier: GPL-2.0 */
/* What SNMP tells of a port, as the kernel has it just now. */
#ifndef PAUSECTL_SNMP_PORTS_H
#define PAUSECTL_SNMP_PORTS_H

#include <stdbool.h>
#include <stdint.h>

#define PRIORITIES	8
#define CLASSES		8

/* Settings, and after them counters. ports.c names the attribute of each. */
struct port {
	struct port *next;
	uint32_t index;			/* ifIndex */
	bool settings, counters;	/* the kernel has sent them all */

	uint64_t mode;
	uint64_t rx, tx, rx_active, tx_active;
	uint64_t prio;
	uint64_t speed, speed_mbps, delay_bits;
	uint64_t prio_tc[PRIORITIES];
	uint64_t tsa[CLASSES], tc_bw[CLASSES];

	uint64_t rx_pause, tx_pause;
	uint64_t rx_unsupported_opcodes;
	uint64_t rx_pfc_frames, tx_pfc_frames;
};

/*
 * All ports of the network namespace, in @ports, for ports_free(). 0, or -1 after a message. A port
 * is left out if it comes or goes meanwhile, or if its kernel module does not know all values.
 */
int ports_read(struct port **ports);
void ports_free(struct port *ports);

#endif /* PAUSECTL_SNMP_PORTS_H */
