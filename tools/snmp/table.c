// SPDX-License-Identifier: GPL-2.0
/*
 * Each table is a container of rows. A request finds its rows there. If the rows are older than
 * CACHE_S, the library first has the kernel asked again, so a port that has gone leaves no row.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <net-snmp/agent/net-snmp-agent-includes.h>

#include "lib.h"
#include "table.h"

/* A walk over many ports asks the kernel at most so often, in seconds. */
#define CACHE_S	1

/* Longest number of a table */
#define ROOT_MAX	32

/* The library finds a row by @index, which must come first. */
struct row {
	netsnmp_index index;
	oid numbers[2];		/* ifIndex, and the row of the port */
	uint64_t values[COLUMNS_MAX];
};

struct registered {
	const struct table *table;
	netsnmp_container *rows;
};

static void free_row(void *row, void *context)
{
	(void)context;
	free(row);
}

static void free_rows(netsnmp_cache *cache, void *data)
{
	struct registered *registered = data;

	(void)cache;
	CONTAINER_CLEAR(registered->rows, free_row, NULL);
}

/* Returns 0, or -1 without memory. */
static int add_rows(const struct registered *registered, const struct port *port)
{
	const struct table *table = registered->table;
	unsigned int i;

	for (i = 0; i < table->rows; i++) {
		struct row *row = calloc(1, sizeof(*row));

		if (!row)
			return -1;
		row->index.oids = row->numbers;
		row->index.len = table->rows > 1 ? 2 : 1;
		row->numbers[0] = port->index;
		row->numbers[1] = i;
		table->fill(port, i, row->values);
		if (CONTAINER_INSERT(registered->rows, row)) {
			free(row);
			return -1;
		}
	}
	return 0;
}

/* Returns 0, or -1 after a message. */
static int load_rows(netsnmp_cache *cache, void *data)
{
	struct registered *registered = data;
	const struct port *port;
	struct port *ports;
	int error;

	error = ports_read(&ports);
	if (error)
		return error;
	for (port = ports; port && !error; port = port->next)
		error = add_rows(registered, port);
	ports_free(ports);
	if (error) {
		free_rows(cache, data);
		complain("%s: %s", registered->table->name, strerror(ENOMEM));
	}
	return error;
}

static void set_value(netsnmp_variable_list *to, enum column_kind kind, uint64_t value)
{
	struct counter64 both = { value >> 32, value & UINT32_MAX };
	uint8_t octet = value;

	switch (kind) {
	case KIND_INTEGER:
		snmp_set_var_typed_integer(to, ASN_INTEGER, value);
		break;
	case KIND_UNSIGNED32:
		snmp_set_var_typed_integer(to, ASN_UNSIGNED, value & UINT32_MAX);
		break;
	case KIND_COUNTER32:
		snmp_set_var_typed_integer(to, ASN_COUNTER, value & UINT32_MAX);
		break;
	case KIND_COUNTER64:
		snmp_set_var_typed_value(to, ASN_COUNTER64, &both, sizeof(both));
		break;
	case KIND_BITS:
		snmp_set_var_typed_value(to, ASN_OCTET_STR, &octet, sizeof(octet));
		break;
	}
}

/* The library has found the row of each request, also of a request for the next one. */
static int answer(netsnmp_mib_handler *handler, netsnmp_handler_registration *registration,
		  netsnmp_agent_request_info *info, netsnmp_request_info *requests)
{
	const struct table *table = handler->myvoid;
	netsnmp_request_info *request;

	(void)registration;
	for (request = requests; request; request = request->next) {
		const netsnmp_table_request_info *asked = netsnmp_extract_table_info(request);
		const struct row *row = netsnmp_container_table_row_extract(request);
		unsigned int column;

		if (request->processed)
			continue;
		if (!asked || !row) {
			netsnmp_set_request_error(info, request, SNMP_NOSUCHINSTANCE);
			continue;
		}
		column = asked->colnum - table->first_column;
		set_value(request->requestvb, table->columns[column], row->values[column]);
	}
	return SNMP_ERR_NOERROR;
}

/* Returns the length of the number. */
static size_t root_of(const struct table *table, oid *root)
{
	const char *at = table->root;
	size_t length = 0;
	char *end;

	while (length < ROOT_MAX && *at) {
		root[length++] = strtoul(at, &end, 10);
		at = *end ? end + 1 : end;
	}
	return length;
}

static int register_all(struct registered *registered, netsnmp_handler_registration *registration,
			netsnmp_table_registration_info *info, netsnmp_cache *cache)
{
	const struct table *table = registered->table;

	netsnmp_table_helper_add_index(info, ASN_INTEGER);
	if (table->rows > 1)
		netsnmp_table_helper_add_index(info, ASN_UNSIGNED);
	info->min_column = table->first_column;
	info->max_column = table->first_column + table->column_count - 1;
	registration->handler->myvoid = (void *)table;
	cache->magic = registered;
	if (netsnmp_container_table_register(registration, info, registered->rows,
					     TABLE_CONTAINER_KEY_NETSNMP_INDEX))
		return -1;
	return netsnmp_inject_handler(registration, netsnmp_cache_handler_get(cache));
}

/* What is registered stays until the program ends. */
int table_register(const struct table *table)
{
	struct registered *registered = calloc(1, sizeof(*registered));
	netsnmp_handler_registration *registration;
	netsnmp_table_registration_info *info;
	netsnmp_cache *cache;
	oid root[ROOT_MAX];
	size_t length = root_of(table, root);

	registration = netsnmp_create_handler_registration(table->name, answer, root, length,
							   HANDLER_CAN_RONLY);
	info = SNMP_MALLOC_TYPEDEF(netsnmp_table_registration_info);
	cache = netsnmp_cache_create(CACHE_S, load_rows, free_rows, root, length);
	if (registered) {
		registered->table = table;
		registered->rows = netsnmp_container_find("table_container");
	}
	if (!registered || !registered->rows || !registration || !info || !cache ||
	    register_all(registered, registration, info, cache)) {
		complain("%s: cannot register the table", table->name);
		return -1;
	}
	return 0;
}
