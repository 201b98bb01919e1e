// SPDX-License-Identifier: GPL-2.0
/* The objects of the program, by the numbers that their MIBs give them. All are read only. */
#include <rules/threshold.h>
#include <uapi/pausectl.h>

#include "table.h"

/* RFC 3635, EtherLike-MIB: dot3 */
#define DOT3		"1.3.6.1.2.1.10.7"
/* IEEE 802.1Q, IEEE8021-PFC-MIB: ieee8021PfcMIBObjects */
#define PFC		"1.3.111.2.802.1.1.21.1"
/* IEEE 802.1Q, LLDP-EXT-DOT1-DCBX-MIB: lldpXdot1dcbxLocalData */
#define LOCAL		"1.3.111.2.802.1.1.13.1.5.32962.5.1.2"

/* TruthValue of SNMPv2-TC */
enum truth {
	TRUTH_TRUE = 1,
	TRUTH_FALSE,
};

/* dot3ControlFunctionsSupported has the bit pause(0) alone. */
#define FUNCTIONS_PAUSE	0x80

/* Values of dot3PauseAdminMode and dot3PauseOperMode */
enum pause_mode {
	PAUSE_DISABLED = 1,
	PAUSE_XMIT,
	PAUSE_RCV,
	PAUSE_XMIT_AND_RCV,
};

/* With PFC, PAUSE is disabled: IEEE 802.3 Annex 31D. */
static enum pause_mode pause_mode(const struct port *port, uint64_t rx, uint64_t tx)
{
	if (port->mode != PAUSECTL_MODE_PAUSE)
		return PAUSE_DISABLED;
	if (rx)
		return tx ? PAUSE_XMIT_AND_RCV : PAUSE_RCV;
	return tx ? PAUSE_XMIT : PAUSE_DISABLED;
}

static void fill_control(const struct port *port, unsigned int row, uint64_t *values)
{
	(void)row;
	values[0] = FUNCTIONS_PAUSE;
	values[1] = port->rx_unsupported_opcodes;
	values[2] = port->rx_unsupported_opcodes;
}

static void fill_pause(const struct port *port, unsigned int row, uint64_t *values)
{
	(void)row;
	values[0] = pause_mode(port, port->rx, port->tx);
	values[1] = pause_mode(port, port->rx_active, port->tx_active);
	values[2] = port->rx_pause;
	values[3] = port->tx_pause;
	values[4] = port->rx_pause;
	values[5] = port->tx_pause;
}

/* The delay that the headroom allows for, in bits, as buffer_headroom() works it out. */
static uint64_t delay(const struct port *port)
{
	uint64_t bps = port->speed ? port->speed : port->speed_mbps * 1000000;

	return port->delay_bits ? port->delay_bits : bps / (1000000000 / DELAY_AUTO_NS);
}

static void fill_pfc(const struct port *port, unsigned int row, uint64_t *values)
{
	(void)row;
	values[0] = delay(port);
	values[1] = port->tx_pfc_frames;
	values[2] = port->rx_pfc_frames;
}

/* No credit-based shaper, and eight classes. */
static void fill_ets(const struct port *port, unsigned int row, uint64_t *values)
{
	(void)port;
	(void)row;
	values[0] = TRUTH_FALSE;
	values[1] = CLASSES;
}

static void fill_prio_tc(const struct port *port, unsigned int row, uint64_t *values)
{
	values[0] = port->prio_tc[row];
}

static void fill_tc_bw(const struct port *port, unsigned int row, uint64_t *values)
{
	values[0] = port->tc_bw[row];
}

/* Algorithms have the numbers of IEEE 802.1Q Table 8-6 in the MIB, too. */
static void fill_tsa(const struct port *port, unsigned int row, uint64_t *values)
{
	values[0] = port->tsa[row];
}

/* A port has no MACsec, so nothing to bypass. All priorities may have PFC. */
static void fill_pfc_abilities(const struct port *port, unsigned int row, uint64_t *values)
{
	(void)port;
	(void)row;
	values[0] = TRUTH_FALSE;
	values[1] = PRIORITIES;
}

static void fill_pfc_enabled(const struct port *port, unsigned int row, uint64_t *values)
{
	values[0] = port->mode == PAUSECTL_MODE_PFC && port->prio >> row & 1 ? TRUTH_TRUE :
									       TRUTH_FALSE;
}

const struct table tables[] = {
	{
		.name = "dot3ControlTable",
		.root = DOT3 ".9",
		.rows = 1,
		.first_column = 1,
		.column_count = 3,
		.columns = {
			KIND_BITS,		/* dot3ControlFunctionsSupported */
			KIND_COUNTER32,		/* dot3ControlInUnknownOpcodes */
			KIND_COUNTER64,		/* dot3HCControlInUnknownOpcodes */
		},
		.fill = fill_control,
	},
	{
		.name = "dot3PauseTable",
		.root = DOT3 ".10",
		.rows = 1,
		.first_column = 1,
		.column_count = 6,
		.columns = {
			KIND_INTEGER,		/* dot3PauseAdminMode */
			KIND_INTEGER,		/* dot3PauseOperMode */
			KIND_COUNTER32,		/* dot3InPauseFrames */
			KIND_COUNTER32,		/* dot3OutPauseFrames */
			KIND_COUNTER64,		/* dot3HCInPauseFrames */
			KIND_COUNTER64,		/* dot3HCOutPauseFrames */
		},
		.fill = fill_pause,
	},
	{
		.name = "ieee8021PfcIfTable",
		.root = PFC ".1",
		.rows = 1,
		.first_column = 1,
		.column_count = 3,
		.columns = {
			KIND_UNSIGNED32,	/* ieee8021PfcLinkDelayAllowance */
			KIND_COUNTER32,		/* ieee8021PfcRequests */
			KIND_COUNTER32,		/* ieee8021PfcIndications */
		},
		.fill = fill_pfc,
	},
	{
		.name = "lldpXdot1dcbxLocETSBasicConfigurationTable",
		.root = LOCAL ".1.1",
		.rows = 1,
		.first_column = 1,
		.column_count = 2,
		.columns = {
			/* lldpXdot1dcbxLocETSConCreditBasedShaperSupport */
			KIND_INTEGER,
			/* lldpXdot1dcbxLocETSConTrafficClassesSupported */
			KIND_UNSIGNED32,
		},
		.fill = fill_ets,
	},
	{
		.name = "lldpXdot1dcbxLocETSConPriorityAssignmentTable",
		.root = LOCAL ".1.2",
		.rows = PRIORITIES,
		.first_column = 2,
		.column_count = 1,
		/* lldpXdot1dcbxLocETSConPriTrafficClass */
		.columns = { KIND_UNSIGNED32 },
		.fill = fill_prio_tc,
	},
	{
		.name = "lldpXdot1dcbxLocETSConTrafficClassBandwidthTable",
		.root = LOCAL ".1.3",
		.rows = CLASSES,
		.first_column = 2,
		.column_count = 1,
		/* lldpXdot1dcbxLocETSConTrafficClassBandwidth */
		.columns = { KIND_UNSIGNED32 },
		.fill = fill_tc_bw,
	},
	{
		.name = "lldpXdot1dcbxLocETSConTrafficSelectionAlgorithmTable",
		.root = LOCAL ".1.4",
		.rows = CLASSES,
		.first_column = 2,
		.column_count = 1,
		/* lldpXdot1dcbxLocETSConTrafficSelectionAlgorithm */
		.columns = { KIND_INTEGER },
		.fill = fill_tsa,
	},
	{
		.name = "lldpXdot1dcbxLocPFCBasicTable",
		.root = LOCAL ".3.1",
		.rows = 1,
		.first_column = 2,
		.column_count = 2,
		.columns = {
			KIND_INTEGER,		/* lldpXdot1dcbxLocPFCMBC */
			KIND_UNSIGNED32,	/* lldpXdot1dcbxLocPFCCap */
		},
		.fill = fill_pfc_abilities,
	},
	{
		.name = "lldpXdot1dcbxLocPFCEnableTable",
		.root = LOCAL ".3.2",
		.rows = PRIORITIES,
		.first_column = 2,
		.column_count = 1,
		/* lldpXdot1dcbxLocPFCEnableEnabled */
		.columns = { KIND_INTEGER },
		.fill = fill_pfc_enabled,
	},
};

const size_t table_count = sizeof(tables) / sizeof(tables[0]);
