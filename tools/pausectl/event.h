/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_EVENT_H
#define PAUSECTL_EVENT_H

#include <libmnl/libmnl.h>

/* One line of text, or one JSON object in a line, flushed. */
void print_event(const struct nlattr *const *attributes);
/* The kernel had events that found no room at our socket. */
void print_overrun(void);

#endif /* PAUSECTL_EVENT_H */
