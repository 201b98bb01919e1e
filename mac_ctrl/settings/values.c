// SPDX-License-Identifier: GPL-2.0
/* Reads and writes values of settings by their rows in the table. */
#include "settings/settings.h"

/* Value @i of a setting. */
u64 pausectl_setting_get(const struct pausectl_settings *set,
			 const struct pausectl_setting *row, unsigned int i)
{
	const void *value = (const void *)set + row->offset + i * row->size;

	switch (row->size) {
	case sizeof(u8):
		return *(const u8 *)value;
	case sizeof(u32):
		return *(const u32 *)value;
	default:
		return *(const u64 *)value;
	}
}

/* WRITE_ONCE(), because the datapath reads some values without a lock. */
void pausectl_setting_put(struct pausectl_settings *set,
			  const struct pausectl_setting *row, unsigned int i,
			  u64 value)
{
	void *to = (void *)set + row->offset + i * row->size;

	switch (row->size) {
	case sizeof(u8):
		WRITE_ONCE(*(u8 *)to, value);
		break;
	case sizeof(u32):
		WRITE_ONCE(*(u32 *)to, value);
		break;
	default:
		WRITE_ONCE(*(u64 *)to, value);
		break;
	}
}

/* The number of elements that requests set apart: values, or priorities of a set of priorities. */
unsigned int pausectl_setting_elements(const struct pausectl_setting *row)
{
	switch (row->attr) {
	case PAUSECTL_A_PRIO:
	case PAUSECTL_A_RX_PRIO:
	case PAUSECTL_A_TX_PRIO:
		return MAC_CTRL_PRIORITIES;
	default:
		return row->values;
	}
}

/* Whether any value of a setting differs. */
bool pausectl_setting_differs(const struct pausectl_settings *a,
			      const struct pausectl_settings *b,
			      const struct pausectl_setting *row)
{
	return memcmp((const void *)a + row->offset,
		      (const void *)b + row->offset, row->values * row->size);
}

/* The setting of a netlink attribute, or NULL. */
const struct pausectl_setting *pausectl_setting_of(u16 attr)
{
	unsigned int i;

	for (i = 0; i < pausectl_setting_rows; i++)
		if (pausectl_setting_table[i].attr == attr)
			return &pausectl_setting_table[i];
	return NULL;
}
