/* SPDX-License-Identifier: GPL-2.0 */
/* The tables of SNMP, with rows for each port of the network namespace. */
#ifndef PAUSECTL_SNMP_H
#define PAUSECTL_SNMP_H

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <uapi/pausectl.h>

#include "lib.h"

#define CLASSES		8
#define COLUMNS_MAX	6
#define ROOT_MAX	18

/* A port, as the kernel has it just now. An attribute that it does not send is NULL. */
struct port {
	uint32_t index;			/* ifIndex */
	const struct nlattr *const *settings;
	const struct nlattr *counters[PAUSECTL_A_STATS_MAX + 1];
	bool short_of_values;		/* the kernel module does not know one that was asked for */
};

/* An object: one of the last four members is its value. */
struct column {
	uint8_t type;			/* ASN_x: how it goes out; 0 behind the last column */
	uint64_t (*value)(struct port *port, unsigned int row);
	uint16_t array;			/* PAUSECTL_A_x, with a number for each row */
	uint16_t counter;		/* PAUSECTL_A_STATS_x */
	uint64_t constant;
};

/* A table of a MIB */
struct table {
	const char *name;
	oid root[ROOT_MAX];		/* its number, 0 behind it */
	/* rows of each port. With 1 the index is ifIndex, else ifIndex and 0 to @rows - 1 */
	unsigned int rows;
	unsigned int first_column;	/* number of the first; the others follow it */
	struct column columns[COLUMNS_MAX + 1];
};

/* objects.c: all tables, and the value of a column in row @row of @port */
extern const struct table tables[];
extern const size_t table_count;
uint64_t column_value(const struct column *column, struct port *port, unsigned int row);

/* table.c: register a table with the agent. 0, or -1 after a message. */
int table_register(const struct table *table);

#endif /* PAUSECTL_SNMP_H */
