// SPDX-License-Identifier: GPL-2.0
/*
 * Is the program that loaded the plugin a tc as tc.h declares it? A plugin cannot ask tc for its
 * version. But tc exports its own structures of the same type, with their size, and functions by
 * name.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "tc.h"

static const char *const functions[] = {
	"is_json_context", "open_json_object", "close_json_object", "open_json_array",
	"close_json_array", "print_color_string", "print_color_lluint", "print_color_bool",
};

static bool refuse(const char *why, const char *what)
{
	fprintf(stderr, "pausectl: the plugin is made for tc of iproute2 " TC_MADE_FOR
			", and this tc %s %s\n", why, what);
	return false;
}

/* The size in the program's table of symbols, 0 if the table has none. */
static size_t size_of(const void *exported)
{
	const ElfW(Sym) * symbol;
	void *entry = NULL;
	Dl_info where;

	if (!exported || !dladdr1(exported, &where, &entry, RTLD_DL_SYMENT) || !entry)
		return 0;
	symbol = entry;
	return symbol->st_size;
}

bool tc_is_known(void)
{
	const struct qdisc_util *ets = dlsym(RTLD_DEFAULT, "ets_qdisc_util");
	size_t i;

	for (i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (!dlsym(RTLD_DEFAULT, functions[i]))
			return refuse("lacks", functions[i]);
	if (!ets)
		return refuse("lacks", "ets_qdisc_util");
	if (size_of(ets) != sizeof(*ets) || !ets->id || strcmp(ets->id, "ets") ||
	    !ets->parse_qopt || !ets->print_qopt)
		return refuse("has another", "struct qdisc_util");
	return true;
}
