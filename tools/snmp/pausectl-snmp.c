// SPDX-License-Identifier: GPL-2.0
/*
 * A subagent (AgentX, RFC 2741) of an SNMP agent: tells what the ports of the network namespace
 * have counted and how they are set, in tables of MIBs. All objects are read only.
 *
 * Each table is a data set of the library, which answers requests from its rows. If the rows are
 * older than CACHE_S, the library first has the kernel asked again, so a port that has gone leaves
 * no row.
 */
#include <getopt.h>
#include <signal.h>

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <net-snmp/agent/net-snmp-agent-includes.h>

#include <rules/threshold.h>

#include "lib.h"

#define NAME		"pausectl-snmp"

/* After the master agent has gone, try to reach it so often, in seconds. */
#define RETRY_S		2

/* A walk over many ports asks the kernel at most so often, in seconds. */
#define CACHE_S	1

/* A port, as the kernel has it just now. An attribute that it does not send is NULL. */
struct port {
	uint32_t index;			/* ifIndex */
	const struct nlattr *const *settings;
	const struct nlattr *counters[PAUSECTL_A_STATS_MAX + 1];
	bool short_of_values;		/* the kernel module does not know one that was asked for */
};

/* An object: its value is that of a function, or of a counter. */
struct column {
	uint8_t type;			/* ASN_x: how it goes out; 0 behind the last column */
	uint64_t (*value)(struct port *port);
	uint16_t counter;		/* PAUSECTL_A_STATS_x */
};

/* A table of a MIB, with a row for each port, by ifIndex */
struct table {
	const char *name;
	oid root[11];			/* its number, 0 behind it */
	struct column columns[7];	/* their numbers are 1, 2 and so on */
	netsnmp_table_data_set *set;	/* its rows */
};

/* --- objects, by the numbers that their MIBs give them ---------------------------------------- */

static uint64_t scalar(struct port *port, const struct nlattr *sent)
{
	port->short_of_values |= !sent;
	return attr_number(sent);
}

static uint64_t setting(struct port *port, uint16_t attribute)
{
	return scalar(port, port->settings[attribute]);
}

static uint64_t column_value(const struct column *column, struct port *port)
{
	return column->value ? column->value(port) :
			       scalar(port, port->counters[column->counter]);
}

/* Bit 0, pause, is the highest. There is none for PFC. */
static uint64_t functions(struct port *port)
{
	return 0x80;
}

/* With PFC, PAUSE is disabled: IEEE 802.3 Annex 31D. */
static uint64_t pause_mode(struct port *port, uint16_t rx, uint16_t tx)
{
	enum { DISABLED = 1, XMIT = 1, RCV = 2 };

	if (setting(port, PAUSECTL_A_MODE) != PAUSECTL_MODE_PAUSE)
		return DISABLED;
	return DISABLED + XMIT * setting(port, tx) + RCV * setting(port, rx);
}

static uint64_t admin_mode(struct port *port)
{
	return pause_mode(port, PAUSECTL_A_RX, PAUSECTL_A_TX);
}

static uint64_t oper_mode(struct port *port)
{
	return pause_mode(port, PAUSECTL_A_RX_ACTIVE, PAUSECTL_A_TX_ACTIVE);
}

/* The delay that the headroom allows for, in bits, as buffer_headroom() works it out. */
static uint64_t delay(struct port *port)
{
	uint64_t bps = setting(port, PAUSECTL_A_SPEED) ?:
		       setting(port, PAUSECTL_A_SPEED_MBPS) * 1000000;

	return setting(port, PAUSECTL_A_DELAY_BITS) ?: bps / (NS_PER_S / DELAY_AUTO_NS);
}

static struct table tables[] = {
	/* RFC 3635, EtherLike-MIB: dot3 */
	{ "dot3ControlTable",
	  { 1, 3, 6, 1, 2, 1, 10, 7, 9 }, .columns = {
		/* dot3ControlFunctionsSupported, ...InUnknownOpcodes, dot3HC...InUnknownOpcodes */
		{ ASN_OCTET_STR, .value = functions },
		{ ASN_COUNTER, .counter = PAUSECTL_A_STATS_RX_UNSUPPORTED_OPCODES },
		{ ASN_COUNTER64, .counter = PAUSECTL_A_STATS_RX_UNSUPPORTED_OPCODES },
	} },
	{ "dot3PauseTable",
	  { 1, 3, 6, 1, 2, 1, 10, 7, 10 }, .columns = {
		/* dot3PauseAdminMode, dot3PauseOperMode */
		{ ASN_INTEGER, .value = admin_mode },
		{ ASN_INTEGER, .value = oper_mode },
		/* dot3InPauseFrames, dot3OutPauseFrames, and dot3HC... of both */
		{ ASN_COUNTER, .counter = PAUSECTL_A_STATS_RX_PAUSE },
		{ ASN_COUNTER, .counter = PAUSECTL_A_STATS_TX_PAUSE },
		{ ASN_COUNTER64, .counter = PAUSECTL_A_STATS_RX_PAUSE },
		{ ASN_COUNTER64, .counter = PAUSECTL_A_STATS_TX_PAUSE },
	} },
	/* IEEE 802.1Q, IEEE8021-PFC-MIB: ieee8021PfcMIBObjects */
	{ "ieee8021PfcIfTable",
	  { 1, 3, 111, 2, 802, 1, 1, 21, 1, 1 }, .columns = {
		/* ieee8021PfcLinkDelayAllowance, ieee8021PfcRequests, ieee8021PfcIndications */
		{ ASN_UNSIGNED, .value = delay },
		{ ASN_COUNTER, .counter = PAUSECTL_A_STATS_TX_PFC_FRAMES },
		{ ASN_COUNTER, .counter = PAUSECTL_A_STATS_RX_PFC_FRAMES },
	} },
};

/* --- rows ------------------------------------------------------------------------------------- */

struct load {
	const struct table *table;
	struct genl genl;
	struct port port;	/* the present one */
	bool failed;		/* a port did not answer, and a message says why */
};

static void free_rows(netsnmp_cache *cache, void *data)
{
	struct table *table = data;
	netsnmp_table_row *row;

	while ((row = netsnmp_table_data_set_get_first_row(table->set)))
		netsnmp_table_dataset_remove_and_delete_row(table->set, row);
}

/* An integer of SNMP has 32 bits. */
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
static void on_counters(const struct nlattr *const *attributes, void *data)
{
	struct load *load = data;
	struct port *port = &load->port;
	const struct column *columns = load->table->columns;
	netsnmp_table_row *row;
	long index = port->index;
	unsigned int i;

	row = attributes[PAUSECTL_A_STATS] ? netsnmp_create_table_data_row() : NULL;
	if (!row)
		return;
	attr_nest(attributes[PAUSECTL_A_STATS], port->counters, PAUSECTL_A_STATS_MAX);
	netsnmp_table_row_add_index(row, ASN_INTEGER, &index, sizeof(index));
	for (i = 0; columns[i].type; i++)
		set_column(row, i + 1, columns[i].type, column_value(&columns[i], port));
	if (port->short_of_values)
		netsnmp_table_dataset_delete_row(row);
	else
		netsnmp_table_dataset_add_row(load->table->set, row);
}

/* A port that goes before the kernel is asked for its counters is left out. */
static void on_port(const struct nlattr *const *attributes, void *data)
{
	struct load *load = data;
	int error;

	load->port = (struct port){
		.index = attr_number(attributes[PAUSECTL_A_IFINDEX]), .settings = attributes,
	};
	error = query_socket(&load->genl, PAUSECTL_CMD_STATS_GET, load->port.index, on_counters,
			     load);
	if (error && error != -ENOENT && error != -ENODEV && !load->failed) {
		genl_refused(load->table->name, error);
		load->failed = true;
	}
}

/* Returns 0, or -1 after a message. Without the module there are no ports. */
static int load_rows(netsnmp_cache *cache, void *data)
{
	struct load load = { .table = data };
	int error = genl_open(&load.genl);

	if (error == -ENOPKG)
		return 0;
	if (!error)
		error = query_socket(&load.genl, PAUSECTL_CMD_PORT_GET, 0, on_port, &load);
	genl_close(&load.genl);
	if (!error && !load.failed)
		return 0;
	free_rows(cache, data);
	if (error)
		genl_refused(load.table->name, error);
	return -1;
}

/* What is registered stays until the program ends. */
static int table_register(struct table *table)
{
	netsnmp_handler_registration *registration;
	netsnmp_cache *cache;
	size_t length = 0;
	unsigned int i;

	while (table->root[length])
		length++;
	table->set = netsnmp_create_table_data_set(table->name);
	registration = netsnmp_create_handler_registration(table->name, NULL, table->root, length,
							   HANDLER_CAN_RONLY);
	cache = netsnmp_cache_create(CACHE_S, load_rows, free_rows, table->root, length);
	if (table->set && registration && cache) {
		cache->magic = table;
		netsnmp_table_dataset_add_index(table->set, ASN_INTEGER);
		for (i = 0; table->columns[i].type; i++)
			netsnmp_table_set_add_default_row(table->set, i + 1, table->columns[i].type,
							  0, NULL, 0);
		if (!netsnmp_register_table_data_set(registration, table->set, NULL) &&
		    !netsnmp_inject_handler(registration, netsnmp_cache_handler_get(cache)))
			return 0;
	}
	complain("%s: cannot register the table", table->name);
	return -1;
}

/* --- the program ------------------------------------------------------------------------------ */

static volatile sig_atomic_t stopped;

static void agent_stop(int signal)
{
	stopped = 1;
}

static const char help[] =
	"usage: " NAME " [-x ADDRESS]\n"
	"\n"
	"Tells an SNMP agent what the pausectl ports of this network namespace have counted and\n"
	"how they are set. Runs until SIGINT or SIGTERM.\n"
	"\n"
	"  -x ADDRESS  of the master agent's AgentX socket, by default\n"
	"              " NETSNMP_AGENTX_SOCKET "\n"
	"  -h          this help\n"
	"  -V          the version";

/* Is there a master agent? The library would wait for one in silence. */
static int try_master(const char *address)
{
	netsnmp_transport *transport;
	int error;

	netsnmp_tdomain_init();
	errno = 0;
	transport = *address ? netsnmp_transport_open_client("agentx", address) : NULL;
	error = errno;
	if (!transport)
		return refused("AgentX", "no master agent at \"%s\": %s", address,
			       error ? strerror(error) : "bad address");
	transport->f_close(transport);
	netsnmp_transport_free(transport);
	return STATUS_OK;
}

static int agent_serve(const char *address)
{
	size_t i;
	int status;

	/* The program reads no MIBs and no settings of the library. */
	setenv("MIBS", "", 1);
	snmp_enable_stderrlog();
	netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_DONT_READ_CONFIGS, 1);
	netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_DONT_PERSIST_STATE, 1);
	netsnmp_enable_subagent();
	netsnmp_ds_set_string(NETSNMP_DS_APPLICATION_ID, NETSNMP_DS_AGENT_X_SOCKET, address);
	netsnmp_ds_set_boolean(NETSNMP_DS_APPLICATION_ID, NETSNMP_DS_AGENT_NO_CONNECTION_WARNINGS,
			       1);
	status = try_master(address);
	if (status)
		return status;
	if (init_agent(NAME))
		return refused("AgentX", "the library cannot start");
	/* init_agent() has set the default. */
	netsnmp_ds_set_int(NETSNMP_DS_APPLICATION_ID, NETSNMP_DS_AGENT_AGENTX_PING_INTERVAL,
			   RETRY_S);
	for (i = 0; i < MNL_ARRAY_SIZE(tables); i++)
		if (table_register(&tables[i]))
			return STATUS_REFUSED;
	init_snmp(NAME);
	signal(SIGINT, agent_stop);
	signal(SIGTERM, agent_stop);
	/* A master that restarts during an answer */
	signal(SIGPIPE, SIG_IGN);
	while (!stopped)
		agent_check_and_process(1);
	snmp_shutdown(NAME);
	return STATUS_OK;
}

static int agent_usage_error(const char *what, const char *word, const char *reason)
{
	complain("%s \"%s\": %s; see " NAME " -h", what, word, reason);
	return STATUS_USAGE;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 }
	};
	const char *address = NETSNMP_AGENTX_SOCKET;
	char letter[] = "-?";
	int option;

	while ((option = getopt_long(argc, argv, "+:x:hV", options, NULL)) == 'x')
		address = optarg;
	if (option == 'h' || option == 'V') {
		puts(option == 'h' ? help : NAME " " PAUSECTL_VERSION);
		return STATUS_OK;
	}
	if (option != -1) {
		letter[1] = (char)optopt;
		return agent_usage_error("option", optopt ? letter : argv[optind - 1],
					 option == ':' ? "a value is missing" :
					 "allowed are -x ADDRESS, -h, -V");
	}
	if (optind < argc)
		return agent_usage_error("argument", argv[optind], "none is allowed");
	return agent_serve(address);
}
