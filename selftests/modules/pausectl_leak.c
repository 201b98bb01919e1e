// SPDX-License-Identifier: GPL-2.0
/*
 * For tests: loses memory when it is loaded. A search for leaks that does not find this memory does
 * not work. The module stays loaded until the search, because kmemleak names the module that has
 * lost memory.
 */
#include <linux/module.h>
#include <linux/slab.h>

#define OBJECTS		8
#define OCTETS		64

/* A register or a stack may still point to the last object. */
static noinline int lose(void)
{
	unsigned int i;

	for (i = 0; i < OBJECTS; i++)
		if (!kzalloc(OCTETS, GFP_KERNEL))
			return -ENOMEM;
	return 0;
}

static int __init pausectl_leak_init(void)
{
	return lose();
}

static void __exit pausectl_leak_exit(void)
{
}

module_init(pausectl_leak_init);
module_exit(pausectl_leak_exit);

MODULE_DESCRIPTION("Loses memory, for the selftests of pausectl");
MODULE_LICENSE("GPL");
