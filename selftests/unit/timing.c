// SPDX-License-Identifier: GPL-2.0
/* station timing as a program of its own, for test_conformance.sh */
#include "../station/station.h"

int main(int argc, char **argv)
{
	(void)argc;
	return cmd_timing(argv + 1);
}
