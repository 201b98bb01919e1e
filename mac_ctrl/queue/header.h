/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the parts of a frame that is sent. */
#ifndef PAUSECTL_QUEUE_HEADER_H
#define PAUSECTL_QUEUE_HEADER_H

#include <linux/skbuff.h>

#define HEADER_NO_PCP	0xff

/**
 * struct pausectl_header - the parts of a frame
 * @pcp: PCP of the outer tag, or HEADER_NO_PCP
 * @type: EtherType behind all tags
 * @payload: offset of the octets behind @type
 */
struct pausectl_header {
	unsigned int	pcp;
	__be16		type;
	unsigned int	payload;
};

/* queue/header.c */
struct pausectl_header pausectl_header_of(const struct sk_buff *skb);
int pausectl_dsfield(const struct sk_buff *skb,
		     const struct pausectl_header *header);

#endif /* PAUSECTL_QUEUE_HEADER_H */
