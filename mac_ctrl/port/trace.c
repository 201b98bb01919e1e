// SPDX-License-Identifier: GPL-2.0
/* The tracepoints. Each file of the module that has one needs this file alone. */
#define CREATE_TRACE_POINTS
#include "trace.h"
