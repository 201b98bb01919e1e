// SPDX-License-Identifier: GPL-2.0
/* Words of the release before this one, and what does their work now. */
#include <stddef.h>
#include <string.h>

#include "lib.h"

struct gone {
	const char *word;
	const char *answer;
};

static const struct gone gone_commands[] = {
	{ "storm", "xoff DEV [prio LIST] [quanta N] interval TIME for TIME [received]" },
	{ NULL, NULL },
};

static const struct gone gone_settings[] = {
	{ "pause-limit-ms", "watchdog LIST:forward" },
	{ "delay-statistics", "wait.bt of tools/bpftrace" },
	{ NULL, NULL },
};

static const char *answer_in(const struct gone *row, const char *word)
{
	while (row->word && strcmp(word, row->word))
		row++;
	return row->answer;
}

const char *gone_answer(const char *word)
{
	return answer_in(gone_commands, word);
}

const char *gone_setting(const char *word)
{
	return answer_in(gone_settings, word);
}
