/* SPDX-License-Identifier: GPL-2.0 */
/* Words of the release before this one. */
#ifndef PAUSECTL_GONE_H
#define PAUSECTL_GONE_H

/* What to write in place of the command, or the setting, @word; NULL if it is no such word. */
const char *gone_answer(const char *word);
const char *gone_setting(const char *word);

#endif /* PAUSECTL_GONE_H */
