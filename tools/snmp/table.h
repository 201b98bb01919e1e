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

/* A table of a MIB */
struct table {
	const char *name;	/* of the table */
	const char *root;	/* its number */
	/* rows of each port. With 1 the index is ifIndex, else ifIndex and 0 to @rows - 1 */
	unsigned int rows;
	/* number of the first column in @columns; the others follow it */
	unsigned int first_column;
	unsigned int column_count;	/* how many columns there are */
	enum column_kind columns[COLUMNS_MAX];	/* how each goes out */
	/* work out the value of each column in row @row of @port */
	void (*fill)(const struct port *port, unsigned int row, uint64_t *values);
};

/* objects.c: all tables */
extern const struct table tables[];
extern const size_t table_count;

/* table.c: register a table with the agent. 0, or -1 after a message. */
int table_register(const struct table *table);

#endif /* PAUSECTL_SNMP_TABLE_H */
