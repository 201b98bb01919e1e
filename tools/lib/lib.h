/* SPDX-License-Identifier: GPL-2.0 */
/* What the commands of pausectl and its subagent of SNMP share: one section a file. */
#ifndef PAUSECTL_LIB_H
#define PAUSECTL_LIB_H

/* The headers that most files need. Others include only what these lack. */
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <libmnl/libmnl.h>

#include <uapi/pausectl.h>

/* --- parse.c -------------------------------------------------------------------------------- */

/*
 * The words of the command line become values. No output and no system calls, so that unit tests
 * run on the host.
 *
 * Every parser returns 0. On a bad word it returns -1, leaves its results as they are, and writes a
 * sentence to parse_error that names the word and the allowed values. @word NULL means that the
 * command line ends before the word. @what names the option.
 */

#define PRIORITIES	8
#define ALL_PRIORITIES	0xffULL
#define MAX_QUANTA	65535
#define MAC_LEN		6

#define NS_PER_MS	1000000ULL
#define NS_PER_S	1000000000ULL
#define MAX_TIME	(24 * 3600 * NS_PER_S)
#define MIN_INTERVAL	1000	/* between frames, and between samples */
#define MAX_INTERVAL	(10 * NS_PER_S)

extern char parse_error[512];

/* Write the sentence that refuses @word, and the allowed values; return -1. */
int parse_refuse(const char *what, const char *word,
		 const char *allowed, ...) __attribute__((format(printf, 3, 4)));
/* The same for a word that was given twice. */
int parse_twice(const char *what, const char *word);
/* The word of @allowed, which ends with NULL, that is nearest to @word; NULL if none is near. */
const char *parse_nearest(const char *word, const char *const *allowed);
/*
 * Allowed words end with NULL; *index is the position of @word among them. The sentence names the
 * allowed words if they are few, and the nearest of them.
 */
int parse_choice(const char *what, const char *word, const char *const *allowed,
		 unsigned int *index);
/* Decimal, or hexadecimal with 0x. */
int parse_number(const char *what, const char *word, uint64_t min, uint64_t max, uint64_t *value);

/* A word behind a number, and what it stands for. A table of them ends with NULL. */
struct suffix {
	const char *text;
	uint64_t factor;
};

extern const struct suffix rate_units[];	/* powers of 1000, bit/s */
extern const struct suffix size_units[];	/* powers of 1024, octets */
extern const struct suffix time_units[];	/* ns */

/*
 * A decimal number and its unit, as in "2.5gbit", exactly; without a unit, of @bare. False if it
 * is none, does not fit, or is no whole multiple of the smallest unit.
 */
bool parse_quantity(const char *word, const struct suffix *unit, uint64_t bare, uint64_t *value);
/* "200ms", "2s", "1.5m", from @least to @most; a bare number is seconds. */
int parse_time(const char *what, const char *word, uint64_t least, uint64_t most, uint64_t *ns);
/* Six pairs of hexadecimal digits, colons or dashes between them. */
int parse_mac(const char *what, const char *word, uint8_t mac[MAC_LEN]);

struct word {
	char text[64];
};

struct text {
	char text[256];
};

/* Take the next item of a list, and *@rest behind it; false if there is none left. */
bool next_item(const char **rest, char separator, struct word *item);
/* Add "3" or "3-5" to *mask. */
int parse_range(const char *word, uint32_t *mask);
/* "3,4", "0-7", "1,3-5", "none" or "all" to a bit mask. */
int parse_priorities(const char *what, const char *word, uint32_t *mask);

/* Values become words: set takes each word that show prints, and gives the same value again. */

struct word word_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Add @item to @list, behind @separator if it is not the first. */
void word_append(struct word *list, const char *separator, const char *item);

/* Priorities, and the link: "3,4,link" */
struct word format_timers(uint32_t timers);
/* In the largest unit that divides it */
struct word format_whole(const struct suffix *unit, uint64_t value);
struct word format_rate(uint64_t bits_per_second);
/* Nanoseconds as "512.000us": one unit, so that scripts can compare. */
struct word format_duration(uint64_t ns);
/* "SECONDS.NANOSECONDS", as in JSON. */
struct word format_time(uint64_t ns);
/* Local time, as strftime() */
struct word format_clock(time_t seconds, const char *format);

/* --- kind.c --------------------------------------------------------------------------------- */

/* Values of a setting or counter: one for each priority, and one for the link */
#define MAX_VALUES	(PAUSECTL_LINK + 1)

enum json_as {
	JSON_AS_NUMBER,
	JSON_AS_BOOL,
	JSON_AS_TEXT,	/* the word of format */
	JSON_AS_BITS,	/* a mask as an array of 8 booleans */
	JSON_AS_LIST,	/* an array of the words between commas, empty for none */
};

struct setting;

/* A kind of value, except the words "default" and that for 0 */
struct kind {
	/* makes a value of a word */
	int (*parse)(const struct setting *setting, const char *word, uint64_t *value);
	/* makes of a value the word that parse reads */
	struct word (*format)(const struct setting *setting, uint64_t value);
	enum json_as json;	/* form of the value in JSON */
	size_t size;	/* octets of a value in the attribute: 1, 4 or 8 */
};

/* A row of the table of settings */
struct setting {
	const char *option;	/* its name on the command line and in text */
	const char *dcb;	/* its name in dcb, or NULL if dcb has the same or none */
	uint16_t attribute;	/* PAUSECTL_A_x */
	const struct kind *kind;	/* kind of its values */
	const char *const *words;	/* words by value, ended by NULL; NULL if it has none */
	const char *refused;	/* a word that the tool refuses, or NULL */
	const char *const *elements;	/* their names, ended by NULL; NULL: priorities and link */
	const char *zero;	/* the word for 0, or NULL */
	const char *grammar;	/* it and its value behind set */
	const char *help;	/* what it means */
	const char *begins;	/* the group, if it is the first setting of the group, or NULL */
	const char *unit;	/* of a number, or "" */
	uint64_t min, max;	/* range of a number */
	uint8_t values;	/* number of values: 1, or one for each element */
	uint64_t defaults[MAX_VALUES];	/* values of a new port, for the word "default" */
};

extern const struct kind kind_switch, kind_word, kind_order, kind_number, kind_size, kind_rate,
	kind_part, kind_checks, kind_type, kind_opcodes, kind_address;
/*
 * A set, or a change of a set. In a change the high octet is not 0: it has the priorities that stay
 * as they are, and the low octet has those to switch on.
 */
extern const struct kind kind_priorities;

/* Each element of a setting has a bit. */
static inline uint32_t all_elements(const struct setting *setting)
{
	return (1U << setting->values) - 1;
}

static inline uint64_t kept_priorities(uint64_t value)
{
	return value >> PRIORITIES;
}

/* The one table of settings, made from the specification: set reads them, show prints them. */
extern const struct setting settings[];
extern const size_t setting_count;

/* Words of enumerations, by value, ended by NULL. */
extern const char *const onoff_words[];
extern const char *const speed_source_words[];
extern const char *const pause_state_words[];
extern const char *const advertisement_words[];
extern const char *const partner_source_words[];
extern const char *const event_words[];

/* The word for a value; "unknown" if a newer kernel has more values than the tool. */
const char *word_of(const char *const *words, uint64_t value);
struct word setting_word(const struct setting *setting, uint64_t value);

/*
 * The value of a setting. A setting with several values takes "VALUE" for all of them, or
 * "PRIO:VALUE[,PRIO:VALUE...]", each element once; "all" is each that no other pair names. VALUE
 * may be "default". Bit n of *given: values[n] was given.
 */
int parse_values(const struct setting *setting, const char *word, uint64_t *values,
		 uint32_t *given);
/* "PRIO:QUANTA[,PRIO:QUANTA...]", each priority once. */
int parse_pfc(const char *what, const char *word, uint8_t *vector, uint16_t quanta[PRIORITIES]);

/* --- app.c ---------------------------------------------------------------------------------- */

/* The APP table: the priorities of DSCPs, EtherTypes and ports, which trust goes by. */

#define APPS_MAX	256
#define APP_WORDS	6
#define APP_TEXT	(APPS_MAX * sizeof("0xffff:7,"))

/* Entries of an APP table */
struct apps {
	uint32_t entries[APPS_MAX];	/* as in PAUSECTL_A_APP_TABLE */
	size_t count;	/* of them */
};

/* Entries that are to replace others */
struct app_wish {
	/* each replaces all of its DSCP, EtherType or port; priority 255 only removes them */
	struct apps apps;
	uint32_t words;	/* bit n: all entries of app_words[n] go before */
};

/* An option for entries of a kind */
struct app_word {
	const char *option;	/* its name, as dcb app has it */
	const char *grammar;	/* it and its value behind set */
	const char *help;	/* what it means */
	const char *field;	/* of trust, that looks into these entries */
	uint8_t selector;	/* of IEEE 802.1Q Table D-9 */
	/* DSCP, EtherType or port. @most 0: entries have none, and their words are priorities */
	uint16_t least, most;
};

extern const struct app_word app_words[APP_WORDS];
#define APP_DSCP	0	/* its place in app_words */
#define APP_ALL_WORDS	((1U << APP_WORDS) - 1)
#define APP_CHANGES_MAX	(APPS_MAX + APP_WORDS)

/*
 * The value of an option: pairs, priorities, or default. Entries that @wish has before stay. If one
 * of them is given anew, that is an error, except with @again. 0, or -1 with parse_error filled.
 */
int app_parse(const struct app_word *word, const char *value, bool again, struct app_wish *wish);
/* The wish as PAUSECTL_A_APP_CHANGE. Returns the number of its u32. */
size_t app_changes(const struct app_wish *wish, uint32_t changes[APP_CHANGES_MAX]);
/* In the order of their DSCPs, EtherTypes or ports */
void app_sort(struct apps *apps);
/* The entries of a word, as app_parse() takes them: "default" if there are none */
void app_format(const struct app_word *word, const struct apps *apps, char text[APP_TEXT]);

/* --- command.c ------------------------------------------------------------------------------ */

enum status {
	STATUS_OK = 0,
	STATUS_USAGE = 1,	/* the command line is wrong, and nothing was sent */
	STATUS_REFUSED = 2,	/* the kernel refused */
	STATUS_FOUND = 3,	/* doctor has found why frames may be lost */
};

/*
 * The array with room for @count elements. Without memory the program ends: what it could still say
 * would not be whole.
 */
static inline void *room_for(void *array, size_t count, size_t size)
{
	void *room = reallocarray(array, count, size);

	if (!room)
		err(STATUS_REFUSED, NULL);
	return room;
}

/* A command, the word behind "pausectl" */
struct command {
	const char *name;	/* the word */
	const char *brief;	/* what it does, at most 60 characters */
	const char *grammar;	/* the words that may follow, in one line or several */
	const char *help;	/* meaning and examples, whole lines */
	bool all_netns;	/* it may run with "-n all" */
	/* gets the words behind @name, NULL behind the last; returns a status */
	int (*run)(const struct command *self, char **words);
	/* without @run: asks for ports by this request, and prints each */
	uint8_t request;
	int (*print)(const struct nlattr *const *attributes);
};

/* main.c has their list. */
extern const struct command show_command, add_command, del_command, set_command, stats_command,
	doctor_command, send_command, xoff_command, xon_command, watchdog_command, monitor_command,
	top_command, record_command, plot_command, trace_command, metrics_command, profile_command,
	save_command, restore_command;

extern uint64_t interval_ns;	/* the option -i; 0: not given */

/* The next word; NULL at the end, also in later calls. */
const char *next_word(char ***words);
/* A word and its value, as in "for 10s"; without @parse, @choices and @file, the word alone */
struct named_value {
	const char *name;
	uint64_t *value;
	int (*parse)(const char *what, const char *word, uint64_t least, uint64_t most,
		     uint64_t *value);
	uint64_t least, most;
	const char *const *choices;	/* ended by NULL: the value is the place of one of them */
	const char **file;	/* the value is its name */
};

/* The time that a command takes, in ns */
#define VALUE_FOR(ns) \
	{ "for", .value = (ns), .parse = parse_time, .least = NS_PER_MS, .most = MAX_TIME }

/* From frame to frame, or from sample to sample */
#define VALUE_INTERVAL(ns) \
	{ "interval", .value = (ns), .parse = parse_time, .least = MIN_INTERVAL, \
	  .most = MAX_INTERVAL }

static inline uint64_t msec_of(uint64_t ns)
{
	return (ns + NS_PER_MS - 1) / NS_PER_MS;
}

enum take_devices {
	NO_DEVICE,
	MAY_DEVICE,	/* "[[dev] DEV]" */
	NEEDS_DEVICE,	/* "[dev] DEV" */
	MANY_DEVICES,	/* "[[dev] DEV...]": they are in the words afterwards, ended by NULL */
};

/*
 * The words of a command: devices, and those of @values, each once. @values end with one without a
 * name, or are NULL; @device is used for one device only. 0, or -1 with parse_error filled.
 */
int take_words(enum take_devices devices, const char **device, char **words,
	       const struct named_value *values);
/* The name behind "dev", allowed once. 0, or -1 with parse_error filled. */
int take_device(const char **device, char ***words);
/*
 * The first word behind a command names the device without "dev", if the word is none of @keywords,
 * does not begin with "-", and no "dev" follows. @keywords are all words that may stand there, and
 * end with NULL.
 */
void take_bare_device(const char **device, char ***words, const char *const *keywords);
/* A device that must come first, with "dev" or without. */
int take_first_device(const char **device, char ***words, const char *const *keywords);
/* The index of a device, 0 if @device is NULL. A status, after a message that @asked fails */
int find_device(const char *asked, const char *device, unsigned int *index);

/* What to write in place of a setting of the release before this one; NULL if it is none. */
const char *gone_setting(const char *word);

uint64_t clock_ns(clockid_t clock);
/* CLOCK_MONOTONIC */
uint64_t now_msec(void);
/*
 * A descriptor that becomes readable when SIGINT or SIGTERM has come after this call; or a negative
 * errno.
 */
int signals_open(void);

/* Print an error: one line to stderr, in which "?" stands for a control character. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The line of a file that runs now, which complain() names. */
extern struct source {
	const char *file;	/* NULL: none */
	unsigned int line;
} source;

/*
 * Both complain, and are the status of their name. usage_error() names the help that explains more:
 * of @command, or of the tool if @command is NULL.
 */
struct word help_of(const struct command *command);
#define usage_error(command, format, ...) \
	({ complain(format "; %s", ##__VA_ARGS__, help_of(command).text); STATUS_USAGE; })
#define refused(asked, format, ...) \
	({ complain("%s: " format, asked, ##__VA_ARGS__); STATUS_REFUSED; })

/*
 * Let @write make a file: a reader finds the old file or the new one, never a part. A status; an
 * error begins with @asked.
 */
int write_file(const char *asked, const char *path, void (*write)(FILE *stream, const void *data),
	       const void *data);

/* --- netns.c -------------------------------------------------------------------------------- */

/* A name of a file, with "pid " before it, and 0 behind it */
#define NETNS_NAME	(NAME_MAX + 5)

/* Enter the network namespace /run/netns/@name. A status */
int netns_enter(const char *name);
/* Of the one that the command is in or speaks of; NULL: that of the process at its start */
const char *netns_name(void);
/* Speak of a namespace without entering it. */
void netns_speak_of(const char *name);
/* The option "-n all" */
extern bool netns_all;
/* With "-n all", netns_name(), which the names of devices need then; else NULL. */
const char *netns_other(void);
/* Let /sys have the devices of the namespace that the command is in. 0 or a negative errno. */
int netns_mount_sys(void);

struct netns {
	/* below /run/netns, or "pid N" of a process in it; "" is the one that the tool runs in */
	char name[NETNS_NAME];
	int fd;	/* open file */
	ino_t inode;	/* tells it from others */
};

struct netns_list {
	struct netns *each;	/* first the one that the tool runs in */
	size_t count;
	size_t now;		/* the one that netns_each() is in */
	size_t missing;		/* those that netns_each() could not enter */
};

/* Those that have a name, and with @unnamed those of all processes. 0 or a negative errno. */
int netns_list_read(struct netns_list *list, bool unnamed);
void netns_list_free(struct netns_list *list);
/* Call @visit in each that the tool may enter, until one returns other than 0. Returns the last. */
int netns_each(struct netns_list *list, int (*visit)(void *data), void *data);
/* Call @visit in one of them, also within a visit. Returns what it returns, or a negative errno. */
int netns_in(const struct netns *netns, int (*visit)(void *data), void *data);
/* Warn of namespaces that are missing, once. */
void netns_tell_missing(const struct netns_list *list);
/*
 * Call @visit in the present namespace and, with "-n all", in all others that have a name, until
 * one returns a status other than STATUS_OK. Returns the last. Namespaces that go are left out.
 */
int netns_visit(int (*visit)(void *data), void *data);

/* --- netlink.c ------------------------------------------------------------------------------ */

/* A request in the making: libmnl appends attributes to the header. */
union genl_request {
	struct nlmsghdr header;
	char octets[4096];
};

union genl_reply {
	struct nlmsghdr header;
	char octets[32768];
};

struct genl {
	struct mnl_socket *socket;
	uint16_t family;
	uint32_t events;	/* id of the multicast group */
	uint32_t sequence;
};

/* Functions that return int: 0 or a negative errno. */

/* -ENOPKG: the kernel does not know the family. */
int genl_open(struct genl *genl);
/* Also after genl_open() has failed */
void genl_close(struct genl *genl);

/* Start a request, before or after genl_open(); @flags as NLM_F_DUMP. */
struct nlmsghdr *genl_prepare(union genl_request *request, uint8_t command, uint16_t flags);
/*
 * Send the request. Once the whole answer is there, give each of its messages to @answer, which may
 * be NULL. If ports come or go during a dump, the dump is torn, and the tool asks again. -EINTR:
 * each of DUMP_TRIES dumps was torn.
 */
int genl_call(struct genl *genl, struct nlmsghdr *request, mnl_cb_t answer, void *data);
/* The same for a request of @type to rtnetlink */
int route_call(struct nlmsghdr *request, uint16_t type, mnl_cb_t answer, void *data);

/*
 * Attributes by type, 0 to @max; others are ignored: of a message behind @offset, or of a nest, of
 * which NULL has none
 */
void attr_table(const struct nlmsghdr *header, size_t offset, const struct nlattr **table,
		uint16_t max);
void attr_nest(const struct nlattr *nest, const struct nlattr **table, uint16_t max);
/* A number of 1, 2, 4 or 8 octets; 0 if @attribute is NULL */
uint64_t attr_number(const struct nlattr *attribute);
/* A string; "" if @attribute is NULL */
static inline const char *attr_text(const struct nlattr *attribute)
{
	return attribute ? mnl_attr_get_str(attribute) : "";
}

/*
 * An array of numbers of @size octets: @count of them, 0 for those that the kernel did not send.
 * Returns how many it sent, at most @count.
 */
size_t attr_numbers(const struct nlattr *attribute, size_t size, uint64_t *numbers, size_t count);

/* Why there is no module in the kernel: it is not installed, or not loaded; NULL: it is there. */
const char *module_state(void);
/* Print why @asked, as in "show dev eth0", failed in the last request, and return the status. */
int genl_refused(const char *asked, int error);

/* Gets a port, or an event: its attributes in a table up to PAUSECTL_A_MAX. */
typedef void port_fn(const struct nlattr *const *attributes, void *data);

/* Ask for the port with @index, or with 0 for all, with "-n all" of all namespaces. A status */
int query_ports(const char *asked, uint8_t request, unsigned int index, port_fn *port, void *data);
/* Ask in the present namespace, or in that of an open socket. @port may be NULL. */
int query_here(uint8_t request, unsigned int index, port_fn *port, void *data);
int query_socket(struct genl *genl, uint8_t request, unsigned int index, port_fn *port, void *data);
/* Send a request about the port of a device. A status. *@no_port, if not NULL: that is no error. */
int port_request(const char *asked, const char *device, struct nlmsghdr *message, bool *no_port);

/* A network namespace, with a socket for its events, and one for requests */
struct listener {
	struct genl events;
	struct genl requests;
	char *netns;		/* NULL: that of the process at its start */
	bool overrun;		/* events were lost, and nothing was told about it yet */
};

/* Places in @fds: of signals, of one for the caller, and of the listeners in their order */
enum { FD_SIGNALS, FD_CALLER, FD_LISTENERS };

struct listeners {
	unsigned int count;
	struct listener *each;
	struct pollfd *fds;
	const char *asked;
};

/* From now on no event is missed, and no signal. A status; @asked names the command in an error. */
int listen_begin(struct listeners *listeners, const char *asked);
/* Has SIGINT or SIGTERM come? */
bool listen_stopped(const struct listeners *listeners);
/* Also after listen_begin() has failed. */
void listen_end(struct listeners *listeners);
/*
 * Wait for @fds until this now_msec(), UINT64_MAX: without an end. @event gets events of
 * netns_name(), or NULL if events were lost. 0 or a negative errno.
 */
int listen_wait(struct listeners *listeners, uint64_t until, port_fn *event, void *data);
/* The same with the events that have come. No event can join them. */
int listen_last(struct listeners *listeners, port_fn *event, void *data);

/* --- output.c ------------------------------------------------------------------------------- */

/* Text goes out at once. JSON is collected until the end of the outermost list or object. */

enum color {
	COLOR_OFF,
	COLOR_DEVICE,
	COLOR_GOOD,	/* frames flow again */
	COLOR_STOPPED,	/* frames wait, as PAUSE and PFC mean it */
	COLOR_BAD,	/* errors, and what makes a port lose frames */
};

extern struct output {
	bool json;
	bool pretty;	/* JSON in lines for a person */
	bool details;	/* text has all there is, and not only what is worth a look, as JSON has */
	bool statistics;	/* show has counters, too */
	bool colors;	/* text has colors */
	enum color color;	/* of the next text */
	FILE *text;	/* text goes there, also with @json; NULL: to stdout, without */
	FILE *stream;	/* all is JSON, in lines of this stream; NULL: what @json says, to stdout */
	off_t whole;	/* octets of a regular file @stream that are whole lines */
	bool failed;	/* something is missing from the output so far */
} output;

/* Flush; 0, or -1 if a part of the output could not be written. */
int output_close(void);

void list_begin(void);
/* Forget a list that is not whole. */
void list_cancel(void);
void object_begin(void);
/* For text, the end of a line */
void object_end(void);
/* JSON only: end a list or an object, which is a member of an object if it has a key. */
void member_end(const char *key);

/* Text only: names, layout, and values whose text and JSON differ. */
void print_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* JSON only. A number that a double may not hold is a string. For "-" in a key, JSON has "_". */
void add_string(const char *key, const char *value);
void add_number(const char *key, uint64_t value);
void add_bool(const char *key, bool value);
void add_numbers(const char *key, const uint64_t *values, size_t count);
void add_bits(const char *key, uint32_t mask, size_t count);

/*
 * The name of a device may have any octets. An octet that is not UTF-8, a control character, or a
 * backslash becomes \xHH, so that two names never look the same.
 */
struct word format_name(const char *name);

/* --- port.c --------------------------------------------------------------------------------- */

/* The setting of an option of set, also by the name of dcb; NULL: there is none. */
const struct setting *setting_named(const char *option);
/* Values of @setting from its attribute; all 0 if the attribute is too short. */
void setting_values(const struct setting *setting, const struct nlattr *attribute,
		    uint64_t *values);

/* The APP table of a port, in order. @attribute may be NULL. */
void apps_of(const struct nlattr *attribute, struct apps *apps);
/* Text: each word that has entries, with @before and @behind. Without @behind, a line, and JSON. */
void print_apps(const struct apps *apps, const char *before, const char *behind);

/*
 * JSON has all settings; text, too, or only mode, rx and tx of PAUSE, speed, and what is not as in
 * a new port. @line_break is the text between two groups.
 */
void print_settings(const struct nlattr *const *attributes, bool all, const char *line_break);
/* For text: one word if all values are equal, else pairs as set takes them, but those in @known. */
void print_values(const struct setting *setting, const uint64_t *values, const uint64_t *known);
/* The speed in force: the one that is set, or the one that the port has found. 0: not known */
uint64_t bits_per_second(const struct nlattr *const *attributes);
/* Are rx-prio and tx-prio both prio, so that prio says all? */
bool repeats_prio(const struct nlattr *const *attributes);

/* The device of a message, and before it the namespace. */
void print_device(const struct nlattr *const *attributes);
/*
 * A list with an object for the port of @device, or, if that is NULL, for each port. With "-n all",
 * @device may be in several namespaces. The first status of @print that is not good is that of the
 * command.
 */
int query(const struct command *command, const char *device, uint8_t request,
	  int (*print)(const struct nlattr *const *attributes));

/* JSON: the headroom of lossless buffers, and the octets in flight. Text warns if it is less. */
void print_headroom(const struct nlattr *const *attributes, const char *line_break);
/* Pauses, storms, congestion, errors. Text has what there is of them, and then @line_break. */
void print_state(const struct nlattr *const *attributes, const char *line_break);
/* What the port is on, for text only with details, and a warning if its headroom is short. */
void print_facts(const struct nlattr *const *attributes, const char *line_break);
/* An event, or with NULL that some were lost: a line of text or of JSON, flushed. */
void print_event(const struct nlattr *const *attributes);

/* --- counters.c ----------------------------------------------------------------------------- */

/* A row of a table of counters */
struct counter {
	const char *name;	/* in text and JSON */
	uint16_t attribute;	/* the attribute that holds its array of u64 */
	unsigned int values;	/* number of values: 1, 8 by priority, or 9 with the link */
	bool gauge;	/* it may fall */
	const char *meaning;	/* if it is one of a port */
};

/* The counters of a port, those of the kernel's table */
extern const struct counter port_counters[];
extern const size_t port_counter_count;

/* Where a device is. Names are as format_name() writes them. */
struct place {
	struct word netns;	/* "" for the one of the tool */
	struct word name;	/* "" if nothing is known of a device */
	unsigned int index;	/* ifindex */
};

/* What a port had counted at one time. Counters are by their attributes, PAUSECTL_A_STATS_x. */
struct sample {
	struct place place;	/* with a namespace only with "-n all" */
	uint64_t time;		/* ns of CLOCK_MONOTONIC */
	/* how many values of each counter the kernel sent */
	unsigned int sent[PAUSECTL_A_STATS_MAX + 1];
	uint64_t of[PAUSECTL_A_STATS_MAX + 1][MAX_VALUES];	/* those not sent are 0 */
};

/* Read a message of stats-get. False if a part of it is missing. */
bool sample_read(struct sample *sample, const struct nlattr *const *attributes);
/*
 * Print those of @count counters that @nest has. Text is a table of those that are not 0, or of all
 * with details; with @since, of what came since, and gauges as they are. 0 if text has no row.
 */
size_t print_counters(const struct counter *counters, size_t count, const struct nlattr *nest,
		      const struct sample *since);

#endif /* PAUSECTL_LIB_H */
