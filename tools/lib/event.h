/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_EVENT_H
#define PAUSECTL_EVENT_H

#include <libmnl/libmnl.h>

/* One line of text, or one JSON object in a line, flushed. */
void print_event(const struct nlattr *const *attributes);
/* The socket had no room for some events, or the kernel had no memory for them. */
void print_overrun(void);

#endif /* PAUSECTL_EVENT_H */
