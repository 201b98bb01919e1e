/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_COMPILER_H
#define PAUSECTL_COMPILER_H

/* The format is never NULL, and the compiler checks the arguments against it. */
#define __printf(fmt, first) __attribute__((__nonnull__(fmt), __format__(printf, fmt, first)))

#endif /* PAUSECTL_COMPILER_H */
