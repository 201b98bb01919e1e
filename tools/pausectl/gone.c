// SPDX-License-Identifier: GPL-2.0
/* Words of the release before this one, and what does their work now. */
#include <stddef.h>
#include <string.h>

#include "gone.h"

static const struct {
	const char *word;
	const char *answer;
} gone[] = {
	{ "storm", "xoff DEV [prio LIST] [quanta N] interval TIME for TIME [received]" },
};

const char *gone_answer(const char *word)
{
	size_t i;

	for (i = 0; i < sizeof(gone) / sizeof(gone[0]); i++)
		if (!strcmp(word, gone[i].word))
			return gone[i].answer;
	return NULL;
}
