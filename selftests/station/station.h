/* SPDX-License-Identifier: GPL-2.0 */
/*
 * station: the testing station and monitor of the functional tests.
 *
 * Each subcommand has a file. This header declares shared functions, grouped by the file that
 * implements them.
 */
#ifndef STATION_H
#define STATION_H

#include <signal.h>
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

/* main.c: a subcommand takes the words that follow its name. */
typedef int command_t(char **words);
command_t cmd_abilities, cmd_attributes, cmd_blast, cmd_capture, cmd_check, cmd_dcb, cmd_dump,
	cmd_faults, cmd_flood, cmd_forge, cmd_frame, cmd_fuzz, cmd_genl, cmd_hammer, cmd_octets,
	cmd_options, cmd_pauses, cmd_qdisc, cmd_stream, cmd_tap, cmd_timing, cmd_trace, cmd_tsc,
	cmd_values, cmd_xdp;

/* util.c: bad words end the program with status 1, refused calls with 2. */
void usage(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
void fail(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
const char *next_word(char ***words, const char *what);
uint64_t parse_number(const char *word, const char *what, uint64_t min, uint64_t max);
uint64_t parse_time_ns(const char *word);
unsigned int parse_list(const char *word);
void parse_mac(const char *word, uint8_t mac[6]);
size_t parse_hex(const char *word, uint8_t *buf, size_t room);
uint64_t clock_ns(void);
void sleep_until(uint64_t when_ns);
void nap_ns(uint64_t ns);

/* SIGTERM and SIGINT set @stopped and interrupt a waiting call, or end the program. */
extern volatile sig_atomic_t stopped;
void stop_by_signal(void);
void exit_by_signal(void);
/* Tells who waits for it on stderr */
void say_ready(void);

/* options.c: the words KEY VALUE of a command, from a table that ends with no key. */
struct option {
	const char *key;
	size_t at, size;	/* where the structure of the options has the value */
	uint64_t min, max;	/* of a number; max 0: the key stands alone, and sets 1 */
	void (*take)(void *to, const struct option *option, const char *word);	/* not a number */
};

#define MEMBER(type, member)	.at = offsetof(type, member), .size = sizeof(((type *)0)->member)

void take_option(const struct option *table, void *to, char ***words);
void take_options(const struct option *table, void *to, char **words);
void take_time(void *to, const struct option *option, const char *word);
void take_mac(void *to, const struct option *option, const char *word);
void take_list(void *to, const struct option *option, const char *word);
unsigned int parse_values(const char *word, uint64_t values[PRIORITIES]);

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
void socket_set(int fd, int level, int option, int value);

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

/* netlink.c: requests by netlink; a call that fails ends the program. */
#define NETLINK_ROOM	16384	/* of any answer */
struct mnl_socket;
struct nlmsghdr;
struct nlattr;
struct mnl_socket *netlink_open(int protocol);
void netlink_join(struct mnl_socket *nl, unsigned int group);
void netlink_send(struct mnl_socket *nl, const struct nlmsghdr *nlh);
int netlink_receive(struct mnl_socket *nl, void *answer);
const struct nlmsghdr *netlink_ask(struct mnl_socket *nl, const struct nlmsghdr *nlh,
				   void *answer);
/* The error in an answer, or 0; dcb has it in an attribute. */
int netlink_error(const struct nlmsghdr *reply);
int dcb_error(const struct nlmsghdr *reply);
/* The attribute behind a header of @skip octets, or in a nest, or NULL */
const struct nlattr *netlink_find(const struct nlmsghdr *nlh, unsigned int skip, unsigned int type);
const struct nlattr *netlink_nested(const struct nlattr *nest, unsigned int type);
unsigned int genl_family(struct mnl_socket *nl, const char *name);
unsigned int genl_group(struct mnl_socket *nl, const char *family, const char *group);
/* The begin of a request: of a generic family, to the root qdisc, to dcb, to ethtool */
struct nlmsghdr *genl_message(void *buf, unsigned int family, unsigned int command);
struct nlmsghdr *tc_message(void *buf, unsigned int type, unsigned int flags, const char *kind,
			    unsigned int index);
struct nlmsghdr *dcb_message(void *buf, unsigned int type, unsigned int command, const char *dev);
struct nlmsghdr *ethtool_message(void *buf, unsigned int family, unsigned int command,
				 unsigned int header, const char *dev);
/* An ioctl of ethtool; its errno, or 0 */
int ethtool_ioctl(const char *dev, void *request);

/* genl.c */
unsigned int genl_command(const char *word);
/* ATTRIBUTE=TYPE:VALUE, see station --help; @word is cut. */
void genl_put(struct nlmsghdr *nlh, char *word);

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
