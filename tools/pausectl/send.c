// SPDX-License-Identifier: GPL-2.0
/*
 * Send one control frame. The port sends the frame ahead of queued data and counts it. If the
 * device has no port, the frame leaves from a packet socket.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "netlink.h"
#include "pausectl.h"
#include "rawsend.h"

static int parse_pause(char ***words, struct control_frame *frame, struct parse_error *err)
{
	static const char *const options[] = { "to", NULL };
	unsigned int index;
	uint64_t quanta;

	if (parse_number("quanta", next_word(words), 0, MAX_QUANTA, &quanta, err))
		return -1;
	frame->pause_time = quanta;
	if (!**words)
		return 0;
	if (parse_choice("option", next_word(words), options, &index, err) ||
	    parse_mac("to", next_word(words), frame->dest, err))
		return -1;
	frame->has_dest = true;
	return 0;
}

static int parse_words(char **words, const char **device, struct control_frame *frame,
		       struct parse_error *err)
{
	static const char *const keywords[] = { "dev", "pause", "pfc", NULL };
	const char *const *kinds = keywords + 1;
	unsigned int kind;

	if (take_first_device(device, &words, keywords, err) ||
	    parse_choice("frame", next_word(&words), kinds, &kind, err))
		return -1;
	frame->pfc = kind == 1;
	if (frame->pfc ? parse_pfc("pfc", next_word(&words), &frame->vector, frame->quanta, err) :
	    parse_pause(&words, frame, err))
		return -1;
	if (!*words)
		return 0;
	return parse_refuse(err, "option", *words, strchr(*words, ':') ?
			    "pairs with commas between them, like 3:65535,4:0" : "no more words");
}

static void put_frame(struct nlmsghdr *message, const struct control_frame *frame)
{
	struct nlattr *entry;
	unsigned int i;

	if (!frame->pfc) {
		mnl_attr_put_u32(message, PAUSECTL_A_PAUSE_TIME, frame->pause_time);
		if (frame->has_dest)
			mnl_attr_put(message, PAUSECTL_A_DEST, MAC_LEN, frame->dest);
		return;
	}
	for (i = 0; i < PRIORITIES; i++) {
		if (!(frame->vector & 1U << i))
			continue;
		entry = mnl_attr_nest_start(message, PAUSECTL_A_PFC);
		mnl_attr_put_u32(message, PAUSECTL_A_PFC_PRIORITY, i);
		mnl_attr_put_u32(message, PAUSECTL_A_PFC_QUANTA, frame->quanta[i]);
		mnl_attr_nest_end(message, entry);
	}
}

/* @no_port is set if the device has no port. */
static int port_send(const char *asked, unsigned int index, const struct control_frame *frame,
		     bool *no_port)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_FRAME_SEND, 0);
	struct genl genl;
	int error = genl_open(&genl);

	*no_port = error == -ENOENT;
	if (error)
		return *no_port ? STATUS_OK : genl_open_refused(&genl, asked, error);
	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	put_frame(message, frame);
	error = genl_call(&genl, message, NULL, NULL);
	genl_close(&genl);
	*no_port = error == -ENOENT;
	return error && !*no_port ? genl_refused(&genl, asked, error) : STATUS_OK;
}

static int run(const struct command *self, char **words)
{
	struct control_frame frame = { 0 };
	const char *device = NULL;
	struct parse_error err;
	unsigned int index;
	char asked[64];
	bool no_port;
	int status;

	if (parse_words(words, &device, &frame, &err))
		return usage_error(self, err.text);
	snprintf(asked, sizeof(asked), "send dev %s %s", device, frame.pfc ? "pfc" : "pause");
	index = device_index(asked, device);
	if (!index)
		return STATUS_REFUSED;
	status = port_send(asked, index, &frame, &no_port);
	return no_port ? raw_send(asked, device, index, &frame) : status;
}

const struct command send_command = {
	.name = "send",
	.grammar =
	"[dev] DEV pause QUANTA [to MAC]\n"
	"       pausectl send [dev] DEV pfc PRIO:QUANTA[,PRIO:QUANTA...]",
	.help =
	"Send one PAUSE or PFC frame from DEV. Time is in quanta of 512 bit times,\n"
	"0 to 65535; 0 ends a pause. If DEV has no pausectl qdisc, the frame leaves\n"
	"from a packet socket. A partner without PFC for a priority ignores it, and counts\n"
	"rx_ignored.\n"
	"\n"
	"  pausectl send dev eth0 pause 65535\n"
	"  pausectl send dev eth0 pfc 3:65535,4:0\n",
	.run = run,
};
