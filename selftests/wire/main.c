// SPDX-License-Identifier: GPL-2.0
/* judge FILE: judges the dump of a wire. Exit: 0 all demands met, 1 some missed, 2 no judgement */
#include <stdio.h>

#include "judge.h"

int main(int argc, char **argv)
{
	int missed;

	if (argc != 2) {
		fputs("usage: judge FILE\n", stderr);
		return 2;
	}
	missed = judge_file(argv[1], stdout, stderr);
	return missed < 0 ? 2 : missed > 0;
}
