// SPDX-License-Identifier: GPL-2.0
/* Defines the tracepoints of the whole module. */
#define CREATE_TRACE_POINTS
#include "trace.h"
