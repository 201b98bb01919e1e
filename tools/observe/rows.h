/* SPDX-License-Identifier: GPL-2.0 */
/* The ports as rows of a table: what each does just now, and how fast its counters grow. */
#ifndef PAUSECTL_ROWS_H
#define PAUSECTL_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counters.h"

/* Columns that rows can be sorted by */
enum column {
	COLUMN_DEVICE,
	COLUMN_PAUSED,
	COLUMN_XOFF_IN,
	COLUMN_XOFF_OUT,
	COLUMN_DROPS,
	COLUMN_ECN,
	COLUMNS
};

/**
 * struct row - a port
 * @name: NETNS/DEV, or DEV in the namespace of the process
 * @index: of the device
 * @paused: bit of each timer: the partner has stopped it
 * @xoff: bit of each timer: the port has stopped the partner
 * @stormed: bit of each timer: a pause without an end
 * @fill: octets charged to each buffer, in parts of 1000 of its XOFF threshold
 * @counted: what the columns had counted at the last sample: times in us
 * @pause_us: the time that each timer had been paused at the last sample
 * @rate: growth of the columns by the second, rounded up; of COLUMN_PAUSED parts of 1000 of the
 *	time that the timer which was paused longest was paused
 * @msec: time of the last sample; 0: none
 */
struct row {
	char name[128];
	unsigned int index;
	uint32_t paused, xoff, stormed;
	unsigned int fill[PAUSECTL_LINK];
	uint64_t counted[COLUMNS];
	uint64_t pause_us[COUNTER_VALUES];
	uint64_t rate[COLUMNS];
	uint64_t msec;
};

/* @shown: those to show, in their order */
struct rows {
	struct row *each;
	size_t count;
	struct row **shown;
	size_t shown_count;
};

/*
 * Read all ports. Rates are from the sample before to this one, and without @sample they stay as
 * they are. A status. No row is shown until rows_choose().
 */
int rows_read(struct rows *rows, bool sample);
/*
 * Show the rows whose name has @part. The largest come first, of COLUMN_DEVICE the first by name;
 * with @reverse they come last.
 */
void rows_choose(struct rows *rows, const char *part, enum column column, bool reverse);

#endif /* PAUSECTL_ROWS_H */
