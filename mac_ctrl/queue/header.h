/* SPDX-License-Identifier: GPL-2.0 */
/* Where the parts of a frame on its way out are. */
#ifndef PAUSECTL_QUEUE_HEADER_H
#define PAUSECTL_QUEUE_HEADER_H

#include <linux/skbuff.h>

#define HEADER_NO_PCP	0xff

/**
 * struct pausectl_header - where the parts of a frame are
 * @pcp: of the outer tag, or HEADER_NO_PCP
 * @type: behind all tags
 * @payload: offset of what it says
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
