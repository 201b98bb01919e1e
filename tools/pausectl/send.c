// SPDX-License-Identifier: GPL-2.0
/* Send one frame: by the port of the device, or from a packet socket. */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/if_packet.h>

#include <rules/frame.h>
#include <uapi/pausectl.h>

#include "pausectl.h"

/* The control frame to send. */
struct control_frame {
	bool pfc;			/* else PAUSE */
	/* PAUSE */
	uint16_t pause_time;
	bool has_dest;			/* else 01-80-C2-00-00-01 */
	uint8_t dest[MAC_LEN];
	/* PFC */
	uint8_t vector;
	uint16_t quanta[PRIORITIES];
};

/* --- from a packet socket ------------------------------------------------------------------- */

/* Copy the Ethernet address of the device, which must be up, to @address. */
static int own_address(const char *asked, int fd, const char *device, uint8_t *address)
{
	struct ifreq request = { 0 };

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", device);
	if (ioctl(fd, SIOCGIFFLAGS, &request))
		return refused(asked, "%s", strerror(errno));
	if (!(request.ifr_flags & IFF_UP))
		return refused(asked, "the device is down");
	if (ioctl(fd, SIOCGIFHWADDR, &request))
		return refused(asked, "%s", strerror(errno));
	if (request.ifr_hwaddr.sa_family != ARPHRD_ETHER)
		return refused(asked, "not an Ethernet device");
	memcpy(address, request.ifr_hwaddr.sa_data, MAC_LEN);
	return STATUS_OK;
}

static void build(uint8_t *octets, const uint8_t *source, const struct control_frame *frame)
{
	if (frame->pfc)
		mac_ctrl_build_pfc(octets, source, frame->vector, frame->quanta);
	else
		mac_ctrl_build_pause(octets, frame->has_dest ? frame->dest : NULL, source,
				     frame->pause_time);
}

static int send_on(const char *asked, int fd, const char *device, unsigned int index,
		   const struct control_frame *frame)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(MAC_CTRL_ETHERTYPE),
		.sll_ifindex = index,
	};
	uint8_t octets[MAC_CTRL_FRAME_LEN], source[MAC_LEN];
	ssize_t sent;
	int bypass = 1;

	if (own_address(asked, fd, device, source))
		return STATUS_REFUSED;
	build(octets, source, frame);
	/* A MAC Control frame does not wait behind the data in a qdisc. */
	if (setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &bypass, sizeof(bypass)))
		return refused(asked, "%s", strerror(errno));
	sent = sendto(fd, octets, sizeof(octets), 0, (struct sockaddr *)&to, sizeof(to));
	if (sent < 0)
		return refused(asked, "the device did not take the frame: %s", errno == ENOBUFS ?
			       "no carrier, or its queue is full" : strerror(errno));
	return STATUS_OK;
}

/*
 * With the own address of the device as the source. A status: if that is not STATUS_OK, a message
 * says that @asked fails.
 */
static int raw_send(const char *asked, const char *device, unsigned int index,
		    const struct control_frame *frame)
{
	/* Protocol 0: the socket sends and receives nothing. */
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	int status;

	if (fd < 0 && errno == EPERM)
		return refused(asked,
			       "needs CAP_NET_RAW, because the device has no pausectl qdisc");
	if (fd < 0)
		return refused(asked, "%s", strerror(errno));
	status = send_on(asked, fd, device, index, frame);
	close(fd);
	return status;
}

/* --- send ----------------------------------------------------------------------------------- */

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

static int send_parse_words(char **words, const char **device, struct control_frame *frame,
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

static int send_run(const struct command *self, char **words)
{
	struct control_frame frame = { 0 };
	const char *device = NULL;
	struct parse_error err;
	unsigned int index;
	char asked[64];
	bool no_port;
	int status;

	if (send_parse_words(words, &device, &frame, &err))
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
	.brief = "send one PAUSE or PFC frame",
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
	.run = send_run,
};
