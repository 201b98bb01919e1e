// SPDX-License-Identifier: GPL-2.0
/*
 * Each table is a data set of the library, which answers requests from its rows. If the rows are
 * older than CACHE_S, the library first has the kernel asked again, so a port that has gone leaves
 * no row.
 */
#include <errno.h>
#include <stdlib.h>

#include "snmp.h"

#include <net-snmp/agent/net-snmp-agent-includes.h>

/* A walk over many ports asks the kernel at most so often, in seconds. */
#define CACHE_S	1

struct registered {
	const struct table *table;
	netsnmp_table_data_set *rows;
	struct genl genl;	/* while rows are loaded */
	struct port port;
	bool failed;		/* a port did not answer, and a message says why */
};

static void free_rows(netsnmp_cache *cache, void *data)
{
	struct registered *registered = data;
	netsnmp_table_row *row;

	while ((row = netsnmp_table_data_set_get_first_row(registered->rows)))
		netsnmp_table_dataset_remove_and_delete_row(registered->rows, row);
}

/* An integer of SNMP has 32 bits. Of a mask, bit 0 is the highest. */
static void set_column(netsnmp_table_row *row, unsigned int column, uint8_t type, uint64_t value)
{
	struct counter64 both = { value >> 32, value & UINT32_MAX };
	long number = value & UINT32_MAX;
	uint8_t octet = value;

	if (type == ASN_COUNTER64)
		netsnmp_set_row_column(row, column, type, &both, sizeof(both));
	else if (type == ASN_OCTET_STR)
		netsnmp_set_row_column(row, column, type, &octet, sizeof(octet));
	else
		netsnmp_set_row_column(row, column, type, &number, sizeof(number));
}

/* A port that lacks a value, or memory, has no row. */
static void add_row(struct registered *registered, unsigned int number)
{
	const struct table *table = registered->table;
	struct port *port = &registered->port;
	netsnmp_table_row *row = netsnmp_create_table_data_row();
	long index = port->index, second = number;
	unsigned int i;

	if (!row)
		return;
	netsnmp_table_row_add_index(row, ASN_INTEGER, &index, sizeof(index));
	if (table->rows > 1)
		netsnmp_table_row_add_index(row, ASN_UNSIGNED, &second, sizeof(second));
	for (i = 0; table->columns[i].type; i++)
		set_column(row, table->first_column + i, table->columns[i].type,
			   column_value(&table->columns[i], port, number));
	if (port->short_of_values)
		netsnmp_table_dataset_delete_row(row);
	else
		netsnmp_table_dataset_add_row(registered->rows, row);
}

static void on_counters(const struct nlattr *const *attributes, void *data)
{
	struct registered *registered = data;
	unsigned int i;

	if (!attributes[PAUSECTL_A_STATS])
		return;
	genl_nested(attributes[PAUSECTL_A_STATS], registered->port.counters, PAUSECTL_A_STATS_MAX);
	for (i = 0; i < registered->table->rows; i++)
		add_row(registered, i);
}

/* A port that goes before the kernel is asked for its counters is left out. */
static void on_port(const struct nlattr *const *attributes, void *data)
{
	struct registered *registered = data;
	struct genl *genl = &registered->genl;
	int error;

	registered->port = (struct port){
		.index = attr_number(attributes[PAUSECTL_A_IFINDEX]), .settings = attributes,
	};
	error = query_socket(genl, PAUSECTL_CMD_STATS_GET, registered->port.index, on_counters,
			     registered);
	if (error && error != -ENOENT && error != -ENODEV && !registered->failed) {
		genl_refused(genl, registered->table->name, error);
		registered->failed = true;
	}
	/* Or the request for all ports would warn of it. */
	genl->message[0] = '\0';
}

/* Returns 0, or -1 after a message. Without the module there are no ports. */
static int load_rows(netsnmp_cache *cache, void *data)
{
	struct registered *registered = data;
	struct genl *genl = &registered->genl;
	int error = genl_open(genl);

	registered->failed = false;
	if (error == -ENOENT)
		return 0;
	if (!error)
		error = query_socket(genl, PAUSECTL_CMD_PORT_GET, 0, on_port, registered);
	genl_close(genl);
	if (!error && !registered->failed)
		return 0;
	free_rows(cache, data);
	if (error)
		genl_refused(genl, registered->table->name, error);
	return -1;
}

/* What is registered stays until the program ends. */
int table_register(const struct table *table)
{
	struct registered *registered = calloc(1, sizeof(*registered));
	netsnmp_table_data_set *rows = netsnmp_create_table_data_set(table->name);
	netsnmp_handler_registration *registration;
	netsnmp_cache *cache;
	size_t length = 0;
	unsigned int i;

	while (table->root[length])
		length++;
	registration = netsnmp_create_handler_registration(table->name, NULL, table->root, length,
							   HANDLER_CAN_RONLY);
	cache = netsnmp_cache_create(CACHE_S, load_rows, free_rows, table->root, length);
	if (!registered || !rows || !registration || !cache)
		goto failed;
	*registered = (struct registered){ .table = table, .rows = rows };
	cache->magic = registered;
	netsnmp_table_dataset_add_index(rows, ASN_INTEGER);
	if (table->rows > 1)
		netsnmp_table_dataset_add_index(rows, ASN_UNSIGNED);
	for (i = 0; table->columns[i].type; i++)
		netsnmp_table_set_add_default_row(rows, table->first_column + i,
						  table->columns[i].type, 0, NULL, 0);
	if (!netsnmp_register_table_data_set(registration, rows, NULL) &&
	    !netsnmp_inject_handler(registration, netsnmp_cache_handler_get(cache)))
		return 0;
failed:
	complain("%s: cannot register the table", table->name);
	return -1;
}
