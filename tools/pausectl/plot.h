/* SPDX-License-Identifier: GPL-2.0 */
/* Formats of pausectl plot. Each writes to a stream, whose errors the caller looks for. */
#ifndef PAUSECTL_PLOT_H
#define PAUSECTL_PLOT_H

#include <stdio.h>

#include "recording.h"

/* A program of gnuplot. @terminal is "svg" or "png". */
void plot_picture(const struct recording *recording, const char *terminal, FILE *stream);
/* Trace events as the viewers of Chrome and Perfetto read them. */
void plot_trace(const struct recording *recording, FILE *stream);
/* Who paused whom, for graphviz. 0 or a negative errno. */
int plot_graph(const struct recording *recording, FILE *stream);

/* "priority 3", or "link" */
struct word plot_timer(unsigned int timer);

#endif /* PAUSECTL_PLOT_H */
