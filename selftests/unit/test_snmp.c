// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of the subagent of SNMP, if the kernel does not answer for one of three ports. This program
 * includes the file under test, and answers in place of the kernel.
 */
#include "unit.h"
#define main snmp_main
#include "pausectl-snmp.c"
#undef main

#define PORTS	3

static int second_error;	/* of the second port */
static unsigned int refusals;

int genl_open(struct genl *genl)
{
	return 0;
}

void genl_close(struct genl *genl)
{
}

int query_socket(struct genl *genl, uint8_t request, unsigned int index, port_fn *port, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1] = { NULL };
	char octets[64];
	struct nlmsghdr *header = mnl_nlmsg_put_header(octets);
	struct nlattr *number = mnl_nlmsg_get_payload(header);
	unsigned int i;

	if (index == 2 && second_error)
		return second_error;
	for (i = index ?: 1; i <= (index ?: PORTS); i++) {
		mnl_nlmsg_put_header(octets);
		mnl_attr_put_u32(header, PAUSECTL_A_IFINDEX, i);
		attributes[PAUSECTL_A_IFINDEX] = number;
		attributes[PAUSECTL_A_STATS] = number;
		port(attributes, data);
	}
	return 0;
}

void attr_nest(const struct nlattr *nest, const struct nlattr **table, uint16_t max)
{
}

uint64_t attr_number(const struct nlattr *attribute)
{
	return mnl_attr_get_u32(attribute);
}

int genl_refused(const char *asked, int error)
{
	assert_int_equal(error, second_error);
	refusals++;
	return STATUS_REFUSED;
}

void complain(const char *format, ...)
{
}

/* Load the rows of a table: what load_rows() returns, and how many ports have a row. */
static int load(int error, unsigned int *rows)
{
	struct table table = { "table", .columns = { { ASN_UNSIGNED, functions } } };
	netsnmp_table_row *row;
	int result;

	table.set = netsnmp_create_table_data_set(table.name);
	second_error = error;
	refusals = 0;
	result = load_rows(NULL, &table);
	*rows = 0;
	for (row = netsnmp_table_data_set_get_first_row(table.set); row;
	     row = netsnmp_table_data_set_get_next_row(table.set, row))
		++*rows;
	free_rows(NULL, &table);
	netsnmp_delete_table_data_set(table.set);
	return result;
}

TEST(each_port_has_a_row)
{
	unsigned int rows;

	assert_int_equal(load(0, &rows), 0);
	assert_int_equal(rows, PORTS);
}

TEST(a_port_that_has_gone_has_none)
{
	static const int gone[] = { -ENOENT, -ENODEV };
	unsigned int rows, i;

	for (i = 0; i < 2; i++) {
		assert_int_equal(load(gone[i], &rows), 0);
		assert_int_equal(rows, PORTS - 1);
		assert_int_equal(refusals, 0);
	}
}

/* An agent that has no rows knows nothing. One that lacks a row would say that there is no port. */
TEST(an_error_of_one_port_is_one_of_the_table)
{
	unsigned int rows;

	assert_int_equal(load(-ENOBUFS, &rows), -1);
	assert_int_equal(rows, 0);
	assert_int_equal(refusals, 1);
}
