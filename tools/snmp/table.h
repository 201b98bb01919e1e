/* SPDX-License-Identifier: GPL-2.0 */
/* A table of SNMP with rows for each port of the network namespace. */
#ifndef PAUSECTL_SNMP_TABLE_H
#define PAUSECTL_SNMP_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "ports.h"

#define COLUMNS_MAX	6

/* How a value goes out, by the types of SMIv2 */
enum column_kind {
	KIND_INTEGER,
	KIND_UNSIGNED32,
	KIND_COUNTER32,		/* the low 32 bits of the value */
	KIND_COUNTER64,
	KIND_BITS,		/* one octet, bit 0 is the highest */
};

/**
 * struct table - a table of a MIB
 * @name: of the table
 * @root: its number
 * @rows: rows of each port. With 1 the index is ifIndex, else ifIndex and 0 to @rows - 1.
 * @first_column: number of the first column in @columns; the others follow it
 * @column_count: how many columns there are
 * @columns: how each goes out
 * @fill: work out the value of each column in row @row of @port
 */
struct table {
	const char *name;
	const char *root;
	unsigned int rows;
	unsigned int first_column;
	unsigned int column_count;
	enum column_kind columns[COLUMNS_MAX];
	void (*fill)(const struct port *port, unsigned int row, uint64_t *values);
};

/* objects.c: all tables */
extern const struct table tables[];
extern const size_t table_count;

/* table.c: register a table with the agent. 0, or -1 after a message. */
int table_register(const struct table *table);

#endif /* PAUSECTL_SNMP_TABLE_H */
