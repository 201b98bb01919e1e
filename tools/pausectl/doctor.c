// SPDX-License-Identifier: GPL-2.0
/*
 * What makes a port lose frames that are to be lossless, and the commands that mend it. Notes are
 * about what stops or loses frames only in some cases, as in a storm.
 */
#include <stdarg.h>

#include "doctor.h"
#include "pausectl.h"

#define MOST_FINDINGS	64

/* Sentences about one port, with the commands that help, or "" */
struct list {
	char what[MOST_FINDINGS][192];
	char remedy[MOST_FINDINGS][512];
	unsigned int count;
};

struct list found, noted, unseen;
struct end here, there;
static uint64_t watched_msec;	/* between two looks, 0: there was one */
static bool one_port, any_found, any_unread;

/* --- sentences, and commands that are pasted into a shell ----------------------------------- */

#define PLAIN	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

/* A name for a command: @other if it is not plain, or longer than @most. */
static const char *plain_name(const char *name, const char *other, size_t most)
{
	size_t length = strspn(name, PLAIN);

	return length && !name[length] && length <= most ? name : other;
}

struct end end_of(const char *netns, const char *device)
{
	struct end end = { .place = "", .name = word_printf("%s", plain_name(device, "DEV", 15)) };

	if (netns && !strncmp(netns, "pid ", 4))
		snprintf(end.enter, sizeof(end.enter), "nsenter -t %.48s -n ",
			 plain_name(netns + 4, "PID", 48));
	else if (netns && *netns)
		snprintf(end.option, sizeof(end.option), " -n %.48s",
			 plain_name(netns, "NETNS", 48));
	return end;
}

struct text command(const struct end *end, const char *words)
{
	int program = (int)strcspn(words, " ");
	const char *dev = strstr(words, "DEV"), *rest = words + program;
	struct text line;

	snprintf(line.text, sizeof(line.text), "%s%s%.*s%s%.*s%.15s%s", end->place, end->enter,
		 program, words, end->option, (int)(dev ? dev - rest : (long)strlen(rest)), rest,
		 dev ? end->name.text : "", dev ? dev + strlen("DEV") : "");
	return line;
}

void tell(struct list *list, const struct end *end, const char *format, ...)
{
	char text[512], *remedy, *rest = text, *what, *words;
	va_list values;
	size_t used = 0;

	if (list->count++ >= MOST_FINDINGS)
		return;
	va_start(values, format);
	vsnprintf(text, sizeof(text), format, values);
	va_end(values);
	what = strsep(&rest, "\n");
	snprintf(list->what[list->count - 1], sizeof(*list->what), "%s", what);
	remedy = list->remedy[list->count - 1];
	*remedy = '\0';
	while ((words = strsep(&rest, ";"))) {
		words += *words == ' ';
		used += snprintf(remedy + used, sizeof(*list->remedy) - used, "%s%s",
				 used ? "; " : "", end ? command(end, words).text : words);
	}
}

void could_not_read(const char *what, int error)
{
	tell(&unseen, NULL, "%s", what);
	if (!any_unread)
		refused("doctor", "could not read %s: %s", what, error == -EINTR ?
			"this changes too fast" : strerror(-error));
	any_unread = true;
}

/* @mark comes before each sentence in text. */
static void print_list(const struct list *list, const char *mark, const char *whats_key,
		       const char *remedies_key)
{
	unsigned int i, count = list->count < MOST_FINDINGS ? list->count : MOST_FINDINGS;

	list_begin();
	for (i = 0; i < count; i++) {
		print_text("\n    %s%s%s%s", mark, list->what[i], *list->remedy[i] ? ": " : "",
			   list->remedy[i]);
		add_string(NULL, list->what[i]);
	}
	member_end(whats_key);
	if (list->count > count)
		print_text("\n    and %u more", list->count - count);
	if (!remedies_key)
		return;
	list_begin();
	for (i = 0; i < count; i++)
		add_string(NULL, list->remedy[i]);
	member_end(remedies_key);
}

struct word name_of(uint32_t timers)
{
	return timers & LINK_BIT ? word_printf("the link") :
				   word_printf("priority %s", format_priorities(timers).text);
}

struct word settings_for(uint32_t timers)
{
	return timers & LINK_BIT ? word_printf("mode pause rx on") :
				   word_printf("prio +%s", format_priorities(timers).text);
}

struct word grouped(uint64_t number)
{
	struct word low, high;

	if (number < 1000)
		return word_printf("%u", (unsigned int)number);
	high = grouped(number / 1000);
	low = word_printf("%03u", (unsigned int)(number % 1000));
	return word_printf("%s,%s", high.text, low.text);
}

/* --- the ends of the link ------------------------------------------------------------------- */

uint32_t number_of(const struct end *end, uint16_t attribute)
{
	return attr_number(end->port[attribute]);
}

void array_of(const struct end *end, uint16_t attribute, void *array, size_t octets)
{
	const struct nlattr *found = end->port[attribute];

	if (found && mnl_attr_get_payload_len(found) >= octets)
		memcpy(array, mnl_attr_get_payload(found), octets);
	else
		memset(array, 0, octets);
}

/* Keep what the port at the other end says. */
static void on_partner(const struct nlattr *const *attributes, void *data)
{
	static union genl_reply kept;	/* a reply is no larger */
	size_t used = 0, length, i;

	(void)data;
	for (i = 0; i <= PAUSECTL_A_MAX; i++) {
		if (!attributes[i])
			continue;
		length = mnl_attr_get_len(attributes[i]);
		there.port[i] = memcpy(kept.octets + used, attributes[i], length);
		used += MNL_ALIGN(length);
	}
}

static int ask_partner(void *data)
{
	struct genl genl;
	int error = genl_open(&genl);

	if (!error)
		error = query_socket(&genl, PAUSECTL_CMD_PORT_GET, there.device->index, on_partner,
				     data);
	genl_close(&genl);
	return error;
}

/* A partner without a port, or one that has just gone, is an answer, too. */
static void find_ends(const struct nlattr *const *attributes)
{
	const struct machine *machine = looked_at();
	const struct netns *netns = machine->netns.each;
	const struct device *device, *peer;
	const char *netns_there = NULL;
	int error = 0;
	size_t i = 0;

	here = end_of(netns_name(), mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME]));
	memcpy(here.port, attributes, sizeof(here.port));
	/* In a namespace that is newer than the machine's list there is nothing to find. */
	while (netns_other() && i < machine->netns.count && strcmp(netns[i].name, netns_other()))
		i++;
	device = machine_device(machine, i, number_of(&here, PAUSECTL_A_IFINDEX));
	peer = machine_peer(machine, device);
	if (peer)
		netns_there = netns[peer->netns].name;
	/* The namespace without a name is that of the tool, or the one of -n. */
	if ((!peer || !*netns_there) && !netns_all)
		netns_there = netns_name();
	there = end_of(netns_there, peer ? peer->name.text : "");
	there.place = peer ? "" : "there: ";
	here.device = device;
	there.device = peer;
	if (peer)
		error = netns_in(&netns[peer->netns], ask_partner, NULL);
	if (error && error != -ENOENT && error != -ENODEV)
		could_not_read("the port at the other end", error);
}

/* --- what it prints ------------------------------------------------------------------------- */

/* As in "PFC 3 both ways", or "PAUSE sent, but not obeyed" */
static struct word control_of(uint32_t sent, uint32_t obeyed)
{
	struct word first = format_priorities(sent), second = format_priorities(obeyed);

	if ((sent | obeyed) & LINK_BIT)
		return word_printf("PAUSE %s", sent == obeyed ? "both ways" :
				   sent ? "sent, not obeyed" : "obeyed, not sent");
	if (!sent && !obeyed)
		return word_printf("no PAUSE, no PFC");
	if (sent == obeyed)
		return word_printf("PFC %s both ways", first.text);
	return word_printf("PFC %s sent, %s obeyed", first.text, second.text);
}

/*
 * What was looked at, and what was counted. "0 lost" only if all was read and nothing was found. A
 * single look knows nothing of devices, processors and the link.
 */
static void print_headline(uint32_t lossless, struct sum sum)
{
	print_text(": %s; ", control_of(lossless, obeyed_timers(&here)).text);
	if (watched_msec)
		print_text("in %g s ", (double)watched_msec / 1000);
	if (!here.device)
		print_text("nothing was counted");
	else if (lossless)
		print_text("%s frames%s%s passed", grouped(sum.passed).text,
			   lossless & LINK_BIT ? "" : " of ",
			   lossless & LINK_BIT ? "" : name_of(lossless).text);
	else
		print_text("nothing is lossless");
	if (sum.lost)
		print_text(", %s lost", grouped(sum.lost).text);
	if (sum.lost_elsewhere)
		print_text(", %s%s lost on the way", sum.lost ? "and " : "up to ",
			   grouped(sum.lost_elsewhere).text);
	if (found.count)
		print_text("; %u finding%s", found.count, found.count == 1 ? "" : "s");
	else if (lossless && here.device && !any_unread)
		print_text(", 0 lost%s", watched_msec ? "" : " in queues and buffers");
}

static int doctor_print(const struct nlattr *const *attributes)
{
	uint32_t lossless;
	struct sum sum;

	found.count = 0;
	noted.count = 0;
	unseen.count = 0;
	find_ends(attributes);
	lossless = sent_timers(&here);
	look_at_port(lossless, one_port);
	if (lossless)
		look_at_ways(lossless);
	sum = look_at_counts(lossless);
	if (!here.device)
		tell(&unseen, NULL, "what was counted");
	any_found |= found.count;
	add_bits("lossless", lossless, PAUSECTL_LINK + 1);
	add_number("passed", sum.passed);
	add_number("lost", sum.lost);
	add_number("lost_elsewhere", sum.lost_elsewhere);
	print_headline(lossless, sum);
	print_list(&found, "", "findings", "remedies");
	print_list(&noted, "note: ", "notes", "note_remedies");
	print_list(&unseen, "not seen: ", "not_seen", NULL);
	return STATUS_OK;
}

static int doctor_run(const struct command *self, char **words)
{
	uint64_t for_ns = 0;
	const struct named_value values[] = { VALUE_FOR(&for_ns), { 0 } };
	char *only_device[3] = { "dev" };
	const char *device = NULL;
	int status;

	if (take_words(MAY_DEVICE, &device, words, values))
		return usage_error(self, "%s", parse_error);
	only_device[1] = (char *)device;
	any_found = false;
	any_unread = false;
	one_port = device && !netns_all;
	watched_msec = look_twice(msec_of(for_ns));
	status = query(self, only_device + !device, PAUSECTL_CMD_PORT_GET, doctor_print);
	look_free();
	if (status == STATUS_OK)
		status = any_found ? STATUS_FOUND : any_unread ? STATUS_REFUSED : STATUS_OK;
	return status;
}

const struct command doctor_command = {
	.name = "doctor",
	.brief = "why frames may be lost, and what mends it",
	.grammar = "[[dev] DEV] [for TIME]",
	.help =
	"Say what makes the port of DEV, or any port, lose frames that are to be lossless: a line for\n"
	"each reason, with the command that mends it or shows more. The first line says what passed\n"
	"and what was lost, since the port began, or with \"for\" in that time: run this while traffic\n"
	"runs, because some losses show only then. Exit status 3 means that there is a reason, 2 that\n"
	"doctor found none but could not read all.\n"
	"\n"
	"  pausectl doctor dev eth0\n"
	"  pausectl doctor eth0 for 10\n"
	"  pausectl -j doctor | jq -r '.[] | select(.findings != []) | .ifname'\n",
	.all_netns = true,
	.run = doctor_run,
};
