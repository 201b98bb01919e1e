/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters of the watchdog, in a table like that of rules/counters.h. Documentation/abi.rst
 * describes them.
 */
#ifndef PAUSECTL_RULES_STORM_COUNTERS_H
#define PAUSECTL_RULES_STORM_COUNTERS_H

#define PAUSECTL_STORM_COUNTERS(C) \
	C(detected, DETECTED, 9) \
	C(restored, RESTORED, 9) \
	C(stormed, STORMED, 9) \
	C(tx_packets, TX_PACKETS, 8) \
	C(tx_bytes, TX_BYTES, 8) \
	C(drop_packets, DROP_PACKETS, 8) \
	C(drop_bytes, DROP_BYTES, 8) \
	C(last_tx_packets, LAST_TX_PACKETS, 8) \
	C(last_tx_bytes, LAST_TX_BYTES, 8) \
	C(last_drop_packets, LAST_DROP_PACKETS, 8) \
	C(last_drop_bytes, LAST_DROP_BYTES, 8)

/* The number of looks whose time in pause the watchdog remembers. */
#define STORM_HISTORY	16

#endif /* PAUSECTL_RULES_STORM_COUNTERS_H */
