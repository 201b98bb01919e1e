// SPDX-License-Identifier: GPL-2.0
/*
 * Each table is a container of rows. A request finds its rows there. If the rows are older than
 * CACHE_S, the library first has the kernel asked again, so a port that has gone leaves no row.
 */
#include <errno.h>
#include <stdlib.h>

#include "snmp.h"

#include <net-snmp/agent/net-snmp-agent-includes.h>

/* A walk over many ports asks the kernel at most so often, in seconds. */
#define CACHE_S	1

/* The library finds a row by @index, which must come first. */
struct row {
	netsnmp_index index;
	oid numbers[2];		/* ifIndex, and the row of the port */
	uint64_t values[COLUMNS_MAX];
};

struct registered {
	const struct table *table;
	netsnmp_container *rows;
	struct genl genl;	/* while rows are loaded */
	struct port port;
	bool short_of_memory;
};

static unsigned int column_count(const struct table *table)
{
	unsigned int count = 0;

	while (table->columns[count].type)
		count++;
	return count;
}

static void free_row(void *row, void *context)
{
	free(row);
}

static void free_rows(netsnmp_cache *cache, void *data)
{
	struct registered *registered = data;

	CONTAINER_CLEAR(registered->rows, free_row, NULL);
}

static void add_row(struct registered *registered, unsigned int number)
{
	const struct table *table = registered->table;
	struct port *port = &registered->port;
	struct row *row = calloc(1, sizeof(*row));
	unsigned int i;

	if (!row) {
		registered->short_of_memory = true;
		return;
	}
	row->index.oids = row->numbers;
	row->index.len = table->rows > 1 ? 2 : 1;
	row->numbers[0] = port->index;
	row->numbers[1] = number;
	for (i = 0; table->columns[i].type; i++)
		row->values[i] = column_value(&table->columns[i], port, number);
	if (!port->short_of_values && !CONTAINER_INSERT(registered->rows, row))
		return;
	registered->short_of_memory |= !port->short_of_values;
	free(row);
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

	registered->port = (struct port){
		.index = attr_number(attributes[PAUSECTL_A_IFINDEX]), .settings = attributes,
	};
	query_socket(&registered->genl, PAUSECTL_CMD_STATS_GET, registered->port.index, on_counters,
		     registered);
}

/* Returns 0, or -1 after a message. Without the module there are no ports. */
static int load_rows(netsnmp_cache *cache, void *data)
{
	struct registered *registered = data;
	struct genl *genl = &registered->genl;
	int error = genl_open(genl);

	if (error == -ENOENT)
		return 0;
	registered->short_of_memory = false;
	if (!error)
		error = query_socket(genl, PAUSECTL_CMD_PORT_GET, 0, on_port, registered);
	genl_close(genl);
	if (!error && registered->short_of_memory)
		error = -ENOMEM;
	if (!error)
		return 0;
	free_rows(cache, data);
	genl_refused(genl, registered->table->name, error);
	return -1;
}

/* An integer of SNMP has 32 bits. Of a mask, bit 0 is the highest. */
static void set_value(netsnmp_variable_list *to, uint8_t type, uint64_t value)
{
	struct counter64 both = { value >> 32, value & UINT32_MAX };
	uint8_t octet = value;

	if (type == ASN_COUNTER64)
		snmp_set_var_typed_value(to, type, &both, sizeof(both));
	else if (type == ASN_OCTET_STR)
		snmp_set_var_typed_value(to, type, &octet, sizeof(octet));
	else
		snmp_set_var_typed_integer(to, type, value & UINT32_MAX);
}

/* The library has found the row of each request, also of a request for the next one. */
static int answer(netsnmp_mib_handler *handler, netsnmp_handler_registration *registration,
		  netsnmp_agent_request_info *info, netsnmp_request_info *requests)
{
	const struct table *table = handler->myvoid;
	netsnmp_request_info *request;

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
		set_value(request->requestvb, table->columns[column].type, row->values[column]);
	}
	return SNMP_ERR_NOERROR;
}

/* What is registered stays until the program ends. */
int table_register(const struct table *table)
{
	struct registered *registered = calloc(1, sizeof(*registered));
	netsnmp_table_registration_info *info =
		SNMP_MALLOC_TYPEDEF(netsnmp_table_registration_info);
	netsnmp_handler_registration *registration;
	netsnmp_cache *cache;
	size_t length = 0;

	while (table->root[length])
		length++;
	registration = netsnmp_create_handler_registration(table->name, answer, table->root, length,
							   HANDLER_CAN_RONLY);
	cache = netsnmp_cache_create(CACHE_S, load_rows, free_rows, table->root, length);
	if (!registered || !info || !registration || !cache)
		goto failed;
	registered->table = table;
	registered->rows = netsnmp_container_find("table_container");
	registration->handler->myvoid = (void *)table;
	cache->magic = registered;
	netsnmp_table_helper_add_index(info, ASN_INTEGER);
	if (table->rows > 1)
		netsnmp_table_helper_add_index(info, ASN_UNSIGNED);
	info->min_column = table->first_column;
	info->max_column = table->first_column + column_count(table) - 1;
	if (registered->rows &&
	    !netsnmp_container_table_register(registration, info, registered->rows,
					      TABLE_CONTAINER_KEY_NETSNMP_INDEX) &&
	    !netsnmp_inject_handler(registration, netsnmp_cache_handler_get(cache)))
		return 0;
failed:
	complain("%s: cannot register the table", table->name);
	return -1;
}
