// SPDX-License-Identifier: GPL-2.0
/* One set is one message, so the kernel applies all of it or nothing. */
#include <stdio.h>

#include <uapi/pausectl.h>

#include "netlink.h"
#include "pausectl.h"
#include "settings.h"

struct setting {
	const char *option;
	uint16_t attribute;
	/* Reads @word and appends the attribute; 0, or -1 with @err filled. */
	int (*put)(struct nlmsghdr *message, const struct setting *setting, const char *word,
		   struct parse_error *err);
};

static int put_mode(struct nlmsghdr *message, const struct setting *setting, const char *word,
		    struct parse_error *err)
{
	unsigned int mode;

	if (parse_choice(setting->option, word, mode_words, &mode, err))
		return -1;
	mnl_attr_put_u32(message, setting->attribute, mode);
	return 0;
}

static int put_onoff(struct nlmsghdr *message, const struct setting *setting, const char *word,
		     struct parse_error *err)
{
	uint8_t on;

	if (parse_onoff(setting->option, word, &on, err))
		return -1;
	mnl_attr_put_u8(message, setting->attribute, on);
	return 0;
}

static int put_priorities(struct nlmsghdr *message, const struct setting *setting,
			  const char *word, struct parse_error *err)
{
	uint32_t mask;

	if (parse_priorities(setting->option, word, &mask, err))
		return -1;
	mnl_attr_put_u32(message, setting->attribute, mask);
	return 0;
}

static int put_speed(struct nlmsghdr *message, const struct setting *setting, const char *word,
		     struct parse_error *err)
{
	uint64_t rate;

	if (parse_speed(setting->option, word, &rate, err))
		return -1;
	mnl_attr_put_u64(message, setting->attribute, rate);
	return 0;
}

static int put_size(struct nlmsghdr *message, const struct setting *setting, const char *word,
		    struct parse_error *err)
{
	uint32_t octets;

	if (parse_size(setting->option, word, &octets, err))
		return -1;
	mnl_attr_put_u32(message, setting->attribute, octets);
	return 0;
}

static const struct setting settings[] = {
	{ "mode", PAUSECTL_A_MODE, put_mode },
	{ "rx", PAUSECTL_A_RX, put_onoff },
	{ "tx", PAUSECTL_A_TX, put_onoff },
	{ "prio", PAUSECTL_A_PFC_ENABLED, put_priorities },
	{ "speed", PAUSECTL_A_SPEED, put_speed },
	{ "pace", PAUSECTL_A_PACE, put_onoff },
	{ "split-gso", PAUSECTL_A_SPLIT_GSO, put_onoff },
	{ "limit", PAUSECTL_A_LIMIT, put_size },
};

#define SETTINGS	MNL_ARRAY_SIZE(settings)

/* All words to attributes and a device; 0, or -1 with @err filled. */
static int parse_words(char **words, struct nlmsghdr *message, const char **device,
		       struct parse_error *err)
{
	const char *options[SETTINGS + 2] = { "dev" };
	unsigned int i, seen = 0;

	for (i = 0; i < SETTINGS; i++)
		options[i + 1] = settings[i].option;

	while (*words) {
		const char *option = next_word(&words);

		if (parse_choice("option", option, options, &i, err))
			return -1;
		if (i == 0) {
			if (take_device(device, &words, err))
				return -1;
			continue;
		}
		if (seen & 1U << i)
			return parse_twice(err, "option", option);
		seen |= 1U << i;
		if (settings[i - 1].put(message, &settings[i - 1], next_word(&words), err))
			return -1;
	}
	if (!*device)
		return take_device(device, &words, err);
	return seen ? 0 : parse_choice("option", NULL, options + 1, &i, err);
}

static int run(const struct command *self, char **words)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_PORT_SET, 0);
	const char *device = NULL;
	struct parse_error err;
	unsigned int index;
	struct genl genl;
	char asked[64];
	int error;

	if (parse_words(words, message, &device, &err))
		return usage_error(self, err.text);
	snprintf(asked, sizeof(asked), "set dev %s", device);
	index = device_index(asked, device);
	if (!index)
		return STATUS_REFUSED;
	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);

	error = genl_open(&genl);
	if (error)
		return genl_open_refused(&genl, asked, error);
	error = genl_call(&genl, message, NULL, NULL);
	genl_close(&genl);
	return error ? genl_refused(&genl, asked, error) : STATUS_OK;
}

const struct command set_command = {
	.name = "set",
	.grammar =
	"dev DEV [mode off|pause|pfc] [rx on|off] [tx on|off]\n"
	"           [prio LIST|none|all] [speed auto|RATE] [pace on|off] [split-gso on|off]\n"
	"           [limit SIZE]",
	.help =
	"Change settings of the port of DEV: all that are given, or none if one of\n"
	"them is refused.\n"
	"\n"
	"  mode       pause: the whole link stops; pfc: single priorities do; off\n"
	"  rx, tx     act upon received pause frames; send pause frames\n"
	"  prio       priorities with PFC, like 3,4 or 0-7; they switch to mode pfc\n"
	"  speed      defines the pause quantum of 512 bit times, like 2.5gbit; auto\n"
	"             follows the link\n"
	"  pace       send at that speed\n"
	"  split-gso  split GSO frames to frames as on the wire\n"
	"  limit      octets that may wait for each priority, like 64k or 4mb\n"
	"\n"
	"  pausectl set dev eth0 prio 3,4\n"
	"  pausectl set dev eth0 mode pause speed 10gbit pace on\n",
	.run = run,
};
