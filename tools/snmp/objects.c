// SPDX-License-Identifier: GPL-2.0
/* The objects of the program, by the numbers that their MIBs give them. All are read only. */
#include <rules/threshold.h>

#include "snmp.h"

/* TruthValue of SNMPv2-TC */
#define TRUTH_TRUE	1
#define TRUTH_FALSE	2

/* dot3ControlFunctionsSupported has the bit pause(0) alone. */
#define FUNCTIONS_PAUSE	0x80

static uint64_t scalar(struct port *port, const struct nlattr *sent)
{
	port->short_of_values |= !sent;
	return attr_number(sent);
}

static uint64_t setting(struct port *port, uint16_t attribute)
{
	return scalar(port, port->settings[attribute]);
}

/* The arrays are of numbers of four octets. */
uint64_t column_value(const struct column *column, struct port *port, unsigned int row)
{
	uint64_t values[CLASSES];

	if (column->value)
		return column->value(port, row);
	if (column->counter)
		return scalar(port, port->counters[column->counter]);
	if (!column->array)
		return column->constant;
	if (attr_numbers(port->settings[column->array], sizeof(uint32_t), values, CLASSES) <= row)
		port->short_of_values = true;
	return values[row];
}

/* With PFC, PAUSE is disabled: IEEE 802.3 Annex 31D. */
static uint64_t pause_mode(struct port *port, uint16_t rx, uint16_t tx)
{
	enum { DISABLED = 1, XMIT = 1, RCV = 2 };

	if (setting(port, PAUSECTL_A_MODE) != PAUSECTL_MODE_PAUSE)
		return DISABLED;
	return DISABLED + XMIT * setting(port, tx) + RCV * setting(port, rx);
}

static uint64_t admin_mode(struct port *port, unsigned int row)
{
	return pause_mode(port, PAUSECTL_A_RX, PAUSECTL_A_TX);
}

static uint64_t oper_mode(struct port *port, unsigned int row)
{
	return pause_mode(port, PAUSECTL_A_RX_ACTIVE, PAUSECTL_A_TX_ACTIVE);
}

/* The delay that the headroom allows for, in bits, as buffer_headroom() works it out. */
static uint64_t delay(struct port *port, unsigned int row)
{
	uint64_t bps = setting(port, PAUSECTL_A_SPEED) ?:
		       setting(port, PAUSECTL_A_SPEED_MBPS) * 1000000;

	return setting(port, PAUSECTL_A_DELAY_BITS) ?: bps / (NS_PER_S / DELAY_AUTO_NS);
}

static uint64_t pfc_enabled(struct port *port, unsigned int row)
{
	return setting(port, PAUSECTL_A_MODE) == PAUSECTL_MODE_PFC &&
	       setting(port, PAUSECTL_A_PRIO) >> row & 1 ? TRUTH_TRUE : TRUTH_FALSE;
}

const struct table tables[] = {
	/* RFC 3635, EtherLike-MIB: dot3 */
	{ "dot3ControlTable",
	  { 1, 3, 6, 1, 2, 1, 10, 7, 9 }, 1, 1, {
		/* dot3ControlFunctionsSupported, ...InUnknownOpcodes, dot3HC...InUnknownOpcodes */
		{ ASN_OCTET_STR, .constant = FUNCTIONS_PAUSE },
		{ ASN_COUNTER, .counter = PAUSECTL_A_STATS_RX_UNSUPPORTED_OPCODES },
		{ ASN_COUNTER64, .counter = PAUSECTL_A_STATS_RX_UNSUPPORTED_OPCODES },
	} },
	{ "dot3PauseTable",
	  { 1, 3, 6, 1, 2, 1, 10, 7, 10 }, 1, 1, {
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
	  { 1, 3, 111, 2, 802, 1, 1, 21, 1, 1 }, 1, 1, {
		/* ieee8021PfcLinkDelayAllowance, ieee8021PfcRequests, ieee8021PfcIndications */
		{ ASN_UNSIGNED, .value = delay },
		{ ASN_COUNTER, .counter = PAUSECTL_A_STATS_TX_PFC_FRAMES },
		{ ASN_COUNTER, .counter = PAUSECTL_A_STATS_RX_PFC_FRAMES },
	} },
	/* IEEE 802.1Q, LLDP-EXT-DOT1-DCBX-MIB: lldpXdot1dcbxLocalData */
	/* ...ConCreditBasedShaperSupport: there is none; ...ConTrafficClassesSupported */
	{ "lldpXdot1dcbxLocETSBasicConfigurationTable",
	  { 1, 3, 111, 2, 802, 1, 1, 13, 1, 5, 32962, 5, 1, 2, 1, 1 }, 1, 1, {
		{ ASN_INTEGER, .constant = TRUTH_FALSE },
		{ ASN_UNSIGNED, .constant = CLASSES },
	} },
	/* ...ConPriTrafficClass */
	{ "lldpXdot1dcbxLocETSConPriorityAssignmentTable",
	  { 1, 3, 111, 2, 802, 1, 1, 13, 1, 5, 32962, 5, 1, 2, 1, 2 }, PRIORITIES, 2, {
		{ ASN_UNSIGNED, .array = PAUSECTL_A_PRIO_TC },
	} },
	/* ...ConTrafficClassBandwidth */
	{ "lldpXdot1dcbxLocETSConTrafficClassBandwidthTable",
	  { 1, 3, 111, 2, 802, 1, 1, 13, 1, 5, 32962, 5, 1, 2, 1, 3 }, CLASSES, 2, {
		{ ASN_UNSIGNED, .array = PAUSECTL_A_TC_BW },
	} },
	/* ...ConTrafficSelectionAlgorithm, which has the numbers of IEEE 802.1Q Table 8-6, too */
	{ "lldpXdot1dcbxLocETSConTrafficSelectionAlgorithmTable",
	  { 1, 3, 111, 2, 802, 1, 1, 13, 1, 5, 32962, 5, 1, 2, 1, 4 }, CLASSES, 2, {
		{ ASN_INTEGER, .array = PAUSECTL_A_TSA },
	} },
	/* ...PFCMBC: without MACsec there is nothing to bypass; ...PFCCap: all may have PFC */
	{ "lldpXdot1dcbxLocPFCBasicTable",
	  { 1, 3, 111, 2, 802, 1, 1, 13, 1, 5, 32962, 5, 1, 2, 3, 1 }, 1, 2, {
		{ ASN_INTEGER, .constant = TRUTH_FALSE },
		{ ASN_UNSIGNED, .constant = PRIORITIES },
	} },
	/* ...PFCEnableEnabled */
	{ "lldpXdot1dcbxLocPFCEnableTable",
	  { 1, 3, 111, 2, 802, 1, 1, 13, 1, 5, 32962, 5, 1, 2, 3, 2 }, PRIORITIES, 2, {
		{ ASN_INTEGER, .value = pfc_enabled },
	} },
};

const size_t table_count = MNL_ARRAY_SIZE(tables);
