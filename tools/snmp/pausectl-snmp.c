// SPDX-License-Identifier: GPL-2.0
/*
 * A subagent (AgentX, RFC 2741) of an SNMP agent: tells what ports have counted and how they are
 * set, in the tables of objects.c.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "snmp.h"

#include <net-snmp/agent/net-snmp-agent-includes.h>

#define NAME		"pausectl-snmp"

/* After the master agent has gone, try to reach it so often, in seconds. */
#define RETRY_S		2

static volatile sig_atomic_t stopped;

static void stop(int signal)
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
	for (i = 0; i < table_count; i++)
		if (table_register(&tables[i]))
			return STATUS_REFUSED;
	init_snmp(NAME);
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
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

	while ((option = getopt_long(argc, argv, "+:x:hV", options, NULL)) != -1) {
		switch (option) {
		case 'x':
			address = optarg;
			break;
		case 'h':
			puts(help);
			return STATUS_OK;
		case 'V':
			puts(NAME " " PAUSECTL_VERSION);
			return STATUS_OK;
		default:
			letter[1] = (char)optopt;
			return agent_usage_error("option", optopt ? letter : argv[optind - 1],
						 option == ':' ? "a value is missing" :
						 "allowed are -x ADDRESS, -h, -V");
		}
	}
	if (optind < argc)
		return agent_usage_error("argument", argv[optind], "none is allowed");
	return agent_serve(address);
}
