/* SPDX-License-Identifier: GPL-2.0 */
/*
 * station: the testing station and monitor of the functional tests.
 *
 * Each subcommand has a file. This header declares shared functions, grouped by the file that
 * implements them.
 */
#ifndef STATION_H
#define STATION_H

#include <stddef.h>
#include <stdint.h>

#define ETH_TYPE_MAC_CONTROL	0x8808
#define ETH_TYPE_TEST		0x88b5	/* IEEE 802 local experimental */
#define ETH_TYPE_IPV4		0x0800
#define ETH_TYPE_IPV6		0x86dd
#define ETH_TYPE_CTAG		0x8100
#define ETH_TYPE_STAG		0x88a8
#define PRIORITIES		8
#define LINK			8	/* index of the link beside the priorities */
#define NSEC_PER_SEC		1000000000ULL

/* main.c: a subcommand's argv[0] is its own name. */
int cmd_frame(int argc, char **argv);
int cmd_blast(int argc, char **argv);
int cmd_capture(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_pauses(int argc, char **argv);
int cmd_genl(int argc, char **argv);
int cmd_stream(int argc, char **argv);
int cmd_trace(int argc, char **argv);
int cmd_timing(int argc, char **argv);
int cmd_tap(int argc, char **argv);
int cmd_abilities(int argc, char **argv);
int cmd_values(int argc, char **argv);
int cmd_tsc(int argc, char **argv);
int cmd_dcb(int argc, char **argv);
int cmd_fuzz(int argc, char **argv);
int cmd_flood(int argc, char **argv);
int cmd_forge(int argc, char **argv);
int cmd_faults(int argc, char **argv);
int cmd_hammer(int argc, char **argv);
int cmd_qdisc(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_attributes(int argc, char **argv);
int cmd_octets(int argc, char **argv);
int cmd_options(int argc, char **argv);
int cmd_xdp(int argc, char **argv);

/* util.c: bad words end the program with status 1, refused calls with 2. */
void usage(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
void fail(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
const char *next_word(int *argc, char ***argv, const char *what);
uint64_t parse_number(const char *word, const char *what, uint64_t min, uint64_t max);
uint64_t parse_time_ns(const char *word);
unsigned int parse_list(const char *word);
void parse_mac(const char *word, uint8_t mac[6]);
size_t parse_hex(const char *word, uint8_t *buf, size_t room);
uint64_t clock_ns(void);
void sleep_until(uint64_t when_ns);
void nap_ns(uint64_t ns);

/* random.c: 0 up to below @limit; seeded with 1 or more before. */
void seed_random(uint64_t seed);
uint64_t draw(void);
uint64_t below(uint64_t limit);
void fill(uint8_t *at, size_t len);

/* device.c */
void enter_netns(const char *name);
unsigned int device_index(const char *dev);
void device_mac(const char *dev, uint8_t mac[6]);
int packet_socket(const char *dev, uint16_t protocol);

/* hardware.c: times of the NIC, where it takes them. */
const char *hardware_begin(int fd, const char *dev);
void hardware_update(void);
uint64_t hardware_to_system(uint64_t nic_ns);
void hardware_end(int fd);

/* wire.c: fields of a frame in network order, and the layout of test frames. */
void put16(uint8_t *at, uint16_t value);
void put32(uint8_t *at, uint32_t value);
uint16_t get16(const uint8_t *at);
uint32_t get32(const uint8_t *at);

#define TEST_PAYLOAD_LEN	12	/* magic, priority, 3 zeros, sequence */
void put_test_payload(uint8_t *at, unsigned int priority, uint32_t sequence);
int get_test_payload(const uint8_t *at, size_t room, unsigned int *priority, uint32_t *sequence);

/* genl.c: requests by netlink; a call that fails ends the program. */
#define NETLINK_ROOM	16384	/* of any answer */
struct mnl_socket;
struct nlmsghdr;
struct mnl_socket *netlink_open(int protocol);
void netlink_receive(struct mnl_socket *nl, void *answer);
const struct nlmsghdr *netlink_ask(struct mnl_socket *nl, const struct nlmsghdr *nlh,
				   void *answer);
unsigned int genl_family(struct mnl_socket *nl, const char *name);
unsigned int genl_group(struct mnl_socket *nl, const char *family, const char *group);
unsigned int genl_command(const char *word);
/* ATTRIBUTE=TYPE:VALUE, see station --help; @word is cut. */
void genl_put(struct nlmsghdr *nlh, char *word);
struct nlmsghdr *genl_message(void *buf, unsigned int family, unsigned int command);

/* dcb.c: the error in an answer to a request to set, or 0. */
int dcb_answer(const struct nlmsghdr *reply);

/* record.c: a line of a capture. */
struct record {
	uint64_t time_ns;
	int out;			/* sent by the captured device */
	unsigned int len;
	unsigned int type;		/* behind any VLAN tags */
	int priority;			/* of a test frame, else -1 */
	uint32_t sequence;
	int tagged;			/* a control frame behind a tag is none */
	int opcode;			/* of a control frame, else -1 */
	unsigned int vector;		/* priorities the frame names; 1 << LINK: PAUSE */
	unsigned int quanta[PRIORITIES + 1];
};

struct records {
	struct record *list;
	size_t count;
};

void records_read(struct records *all, const char *file);

/* attributes_table.c, made from the specification */
extern const char *const attribute_names[];

/* What an attribute is like. */
struct shape {
	unsigned int type;
	unsigned int size;	/* octets of a value */
	unsigned int values;
	uint64_t max;
};

extern const struct shape settings_shapes[];
extern const unsigned int settings_count;

#endif /* STATION_H */
