/* SPDX-License-Identifier: GPL-2.0 */
/* The judge of the wire: see judge.c. */
#ifndef WIRE_JUDGE_H
#define WIRE_JUDGE_H

#include <stdio.h>

/**
 * judge_file() - judge all parts of a dump
 * @path: a pcap file of Ethernet frames, both directions, resolution 1 us
 * @rows: gets a line TEST TAB WHAT TAB MEASURED TAB DEMANDED TAB VERDICT for each result
 * @why: gets a line that says why the dump cannot be judged
 *
 * VERDICT is ok, missed, or told: a figure without a demand.
 *
 * Return: the number of demands that were missed, or -1: the dump cannot be judged.
 */
int judge_file(const char *path, FILE *rows, FILE *why);

#endif /* WIRE_JUDGE_H */
