// SPDX-License-Identifier: GPL-2.0
/*
 * Control frames by hand: send sends one, by the port of the device or from a packet socket. xoff
 * and xon ask the partner to stop and to go on, as congestion does. The kernel sends their frames,
 * also after the command has ended.
 */
#include <arpa/inet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <linux/if_packet.h>

#include <rules/frame.h>

#include "pausectl.h"

/* The control frame to send */
struct control_frame {
	bool pfc;			/* else PAUSE */
	/* PAUSE */
	uint64_t pause_time;
	const uint8_t *dest;		/* NULL: 01-80-C2-00-00-01 */
	/* PFC */
	uint8_t vector;
	uint16_t quanta[PRIORITIES];
};

/* --- from a packet socket ------------------------------------------------------------------- */

/* With the own address of the device as the source. A status */
static int raw_send(const char *asked, const char *device, const struct control_frame *frame)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(MAC_CTRL_ETHERTYPE),
		.sll_ifindex = if_nametoindex(device),
	};
	/* Protocol 0: the socket receives nothing. */
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0), bypass = 1, status = STATUS_OK;
	uint8_t octets[MAC_CTRL_FRAME_LEN], source[MAC_LEN];
	struct ifreq own = { 0 };

	if (fd < 0)
		return refused(asked, "%s", errno == EPERM ?
			       "needs CAP_NET_RAW, because the device has no pausectl qdisc" :
			       strerror(errno));
	snprintf(own.ifr_name, sizeof(own.ifr_name), "%s", device);
	/* A MAC Control frame does not wait behind the data in a qdisc. */
	if (ioctl(fd, SIOCGIFHWADDR, &own) ||
	    setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &bypass, sizeof(bypass)))
		status = refused(asked, "%s", strerror(errno));
	else if (own.ifr_hwaddr.sa_family != ARPHRD_ETHER)
		status = refused(asked, "not an Ethernet device");
	memcpy(source, own.ifr_hwaddr.sa_data, MAC_LEN);
	if (frame->pfc)
		mac_ctrl_build_pfc(octets, source, frame->vector, frame->quanta);
	else
		mac_ctrl_build_pause(octets, frame->dest, source, frame->pause_time);
	if (!status &&
	    sendto(fd, octets, sizeof(octets), 0, (struct sockaddr *)&to, sizeof(to)) < 0)
		status = refused(asked, "the device did not take the frame: %s",
				 errno == ENETDOWN ? "it is down" :
				 errno == ENOBUFS ? "no carrier, or its queue is full" :
				 strerror(errno));
	close(fd);
	return status;
}

/* --- send ----------------------------------------------------------------------------------- */

static int send_parse_words(char **words, const char **device, struct control_frame *frame)
{
	static const char *const keywords[] = { "dev", "pause", "pfc", NULL };
	static const char *const options[] = { "to", NULL };
	static uint8_t dest[MAC_LEN];
	unsigned int kind, option;

	if (take_first_device(device, &words, keywords) ||
	    parse_choice("frame", next_word(&words), keywords + 1, &kind))
		return -1;
	frame->pfc = kind == 1;
	if (frame->pfc ? parse_pfc("pfc", next_word(&words), &frame->vector, frame->quanta) :
	    parse_number("quanta", next_word(&words), 0, MAX_QUANTA, &frame->pause_time))
		return -1;
	if (!frame->pfc && *words) {
		if (parse_choice("option", next_word(&words), options, &option) ||
		    parse_mac("to", next_word(&words), dest))
			return -1;
		frame->dest = dest;
	}
	if (!*words)
		return 0;
	return parse_refuse("option", *words, strchr(*words, ':') ?
			    "pairs with commas between them, like 3:65535,4:0" : "no more words");
}

static void put_frame(struct nlmsghdr *message, const struct control_frame *frame)
{
	struct nlattr *entry;
	unsigned int i;

	if (!frame->pfc) {
		mnl_attr_put_u32(message, PAUSECTL_A_PAUSE_TIME, frame->pause_time);
		if (frame->dest)
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

static int send_run(const struct command *self, char **words)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_FRAME_SEND, 0);
	struct control_frame frame = { 0 };
	const char *device = NULL;
	bool no_port = false;
	struct word asked;
	int status;

	if (send_parse_words(words, &device, &frame))
		return usage_error(self, "%s", parse_error);
	asked = word_printf("send dev %s %s", device, frame.pfc ? "pfc" : "pause");
	put_frame(message, &frame);
	status = port_request(asked.text, device, message, &no_port);
	return no_port ? raw_send(asked.text, device, &frame) : status;
}

const struct command send_command = {
	.name = "send",
	.brief = "send one PAUSE or PFC frame",
	.grammar =
	"[dev] DEV pause QUANTA [to MAC]\n"
	"       pausectl send [dev] DEV pfc PRIO:QUANTA[,PRIO:QUANTA...]",
	.help =
	"Send one PAUSE or PFC frame from DEV. Time is in quanta of 512 bit times, 0 to 65535; 0\n"
	"ends a pause. A device without a port sends the frame from a packet socket.\n"
	"\n"
	"  pausectl send dev eth0 pause 65535\n"
	"  pausectl send dev eth0 pfc 3:65535,4:0\n",
	.run = send_run,
};

/* --- xoff and xon ----------------------------------------------------------------------------- */

/* A list of priorities as a mask from @least to @most */
static int parse_list(const char *what, const char *word, uint64_t least, uint64_t most,
		      uint64_t *value)
{
	uint32_t mask;

	if (parse_priorities(what, word, &mask))
		return -1;
	if (mask < least || mask > most)
		return parse_refuse(what, word, "lists of one priority or more");
	*value = mask;
	return 0;
}

static int xoff_run(const struct command *self, char **words)
{
	uint64_t prio = 0, quanta = 0, interval_ns = 0, for_ns = 0, received = 0;
	const struct named_value values[] = {
		{ "prio", &prio, parse_list, 1, 0xff, NULL, NULL },
		/* xon takes the first one only. */
		{ self == &xoff_command ? "quanta" : NULL, &quanta, parse_number, 1, MAX_QUANTA,
		  NULL, NULL },
		VALUE_INTERVAL(&interval_ns),
		{ "for", &for_ns, parse_time, MIN_INTERVAL, MAX_TIME, NULL, NULL },
		{ "received", .value = &received },
		{ 0 }
	};
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_XOFF_SET, 0);
	const char *device = NULL;

	if (take_words(NEEDS_DEVICE, &device, words, values))
		return usage_error(self, "%s", parse_error);
	mnl_attr_put_u8(message, PAUSECTL_A_STOP, self == &xoff_command);
	if (prio)
		mnl_attr_put_u32(message, PAUSECTL_A_TIMERS, prio);
	if (quanta)
		mnl_attr_put_u32(message, PAUSECTL_A_QUANTA, quanta);
	if (interval_ns)
		mnl_attr_put_u64(message, PAUSECTL_A_INTERVAL, interval_ns);
	if (for_ns)
		mnl_attr_put_u64(message, PAUSECTL_A_DURATION, for_ns);
	if (received)
		mnl_attr_put_u8(message, PAUSECTL_A_RECEIVED, 1);
	return port_request(word_printf("%s dev %s", self->name, device).text, device, message,
			    NULL);
}

const struct command xoff_command = {
	.name = "xoff",
	.brief = "ask the partner to stop, by hand or to test it",
	.grammar =
	"[dev] DEV [prio LIST] [quanta N] [interval TIME] [for TIME] [received]",
	.help =
	"Ask the partner of DEV to stop, as if the buffers of DEV were full: all that DEV can stop, or\n"
	"the priorities of LIST. DEV sends XOFF frames until TIME is over or xon ends the request, and\n"
	"then an XON frame. A partner without PFC for a priority ignores it, and counts rx_ignored.\n"
	"\n"
	"To test the partner, each XOFF can ask for N quanta, and the next can follow after an\n"
	"interval, which needs \"for\". With received, DEV sends nothing and acts as if such frames\n"
	"came in, to test its watchdog; this needs \"for\", too.\n"
	"\n"
	"  pausectl xoff dev eth0\n"
	"  pausectl xoff dev eth0 prio 3,4 for 10\n"
	"  pausectl xoff dev eth0 prio 3 quanta 1000 interval 100us for 500ms\n"
	"  pausectl xoff dev eth0 prio 3 for 2 received\n",
	.run = xoff_run,
};

const struct command xon_command = {
	.name = "xon",
	.brief = "end that request, so that the partner goes on",
	.grammar = "[dev] DEV [prio LIST]",
	.help =
	"End the request of xoff. An XON frame lets the partner go on at once. A congested\n"
	"priority stays stopped.\n"
	"\n"
	"  pausectl xon dev eth0\n"
	"  pausectl xon dev eth0 prio 4\n",
	.run = xoff_run,
};
