/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_RAWSEND_H
#define PAUSECTL_RAWSEND_H

#include <stdbool.h>
#include <stdint.h>

#include "parse.h"

/* The control frame to send. */
struct control_frame {
	bool pfc;			/* else PAUSE */
	/* PAUSE */
	uint16_t pause_time;
	bool has_dest;			/* else 01-80-C2-00-00-01 */
	uint8_t dest[MAC_LEN];
	/* PFC */
	uint8_t vector;
	uint16_t quanta[PRIORITIES];
};

/*
 * Send the frame from a packet socket, with the device's own address as its source. Returns a
 * status. If that is not STATUS_OK, a message says that @asked fails.
 */
int raw_send(const char *asked, const char *device, unsigned int index,
	     const struct control_frame *frame);

#endif /* PAUSECTL_RAWSEND_H */
