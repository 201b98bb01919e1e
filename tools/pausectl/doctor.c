// SPDX-License-Identifier: GPL-2.0
/*
 * What makes a port lose frames that are to be lossless, and the commands that mend it. Notes are
 * about what stops or loses frames only in some cases, as in a storm.
 */
#include <stdarg.h>

#include "pausectl.h"

#define MOST_FINDINGS	64

/* Sentences about one port by their severity */
static struct list {
	const char *mark;	/* before each in text */
	const char *key, *remedies_key;	/* in JSON, NULL: no remedies */
	unsigned int count;
	struct finding {
		char what[192];
		char remedy[512];	/* the commands that help, or "" */
	} findings[MOST_FINDINGS];
} lists[] = {
	[FOUND] = { .mark = "", .key = "findings", .remedies_key = "remedies" },
	[NOTED] = { .mark = "note: ", .key = "notes", .remedies_key = "note_remedies" },
	[UNSEEN] = { .mark = "not seen: ", .key = "not_seen" },
};

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

/* @netns: as in struct netns, or NULL */
static struct end end_named(const char *netns, const char *device)
{
	struct end end = { .name = word_printf("%s", plain_name(device, "DEV", 15)) };

	if (netns && !strncmp(netns, "pid ", 4))
		snprintf(end.enter, sizeof(end.enter), "nsenter -t %.48s -n ",
			 plain_name(netns + 4, "PID", 48));
	else if (netns && *netns)
		snprintf(end.option, sizeof(end.option), " -n %.48s",
			 plain_name(netns, "NETNS", 48));
	return end;
}

struct end end_of(const struct device *device)
{
	const char *netns = device ? looked_at->netns.each[device->netns].name : "";
	struct end end;

	/* The namespace without a name is that of the tool, or the one of -n. */
	if (!*netns && !netns_all)
		netns = netns_name();
	end = end_named(netns, device ? device->name.text : "");
	if (!device)
		snprintf(end.enter, sizeof(end.enter), "there: ");
	end.device = device;
	return end;
}

struct text command(const struct end *end, const char *words)
{
	int program = (int)strcspn(words, " ");
	const char *dev = strstr(words, "DEV"), *rest = words + program;
	struct text line;

	snprintf(line.text, sizeof(line.text), "%s%.*s%s%.*s%.15s%s", end->enter, program, words,
		 end->option, (int)(dev ? dev - rest : (long)strlen(rest)), rest,
		 dev ? end->name.text : "", dev ? dev + strlen("DEV") : "");
	return line;
}

void tell_if(bool condition, enum severity severity, const struct end *end, const char *format, ...)
{
	struct list *list = &lists[severity];
	struct finding *finding;
	char text[512], *rest = text, *words;
	va_list values;
	size_t used = 0;

	if (!condition || list->count++ >= MOST_FINDINGS)
		return;
	finding = &list->findings[list->count - 1];
	va_start(values, format);
	vsnprintf(text, sizeof(text), format, values);
	va_end(values);
	snprintf(finding->what, sizeof(finding->what), "%s", strsep(&rest, "\n"));
	*finding->remedy = '\0';
	while ((words = strsep(&rest, ";"))) {
		words += *words == ' ';
		used += snprintf(finding->remedy + used, sizeof(finding->remedy) - used, "%s%s",
				 used ? "; " : "", end ? command(end, words).text : words);
	}
}

void could_not_read(const char *what, int error)
{
	tell(UNSEEN, NULL, "%s", what);
	if (!any_unread)
		refused("doctor", "could not read %s: %s", what, error == -EINTR ?
			"this changes too fast" : strerror(-error));
	any_unread = true;
}

static void print_list(const struct list *list)
{
	unsigned int count = list->count < MOST_FINDINGS ? list->count : MOST_FINDINGS;
	const struct finding *each, *end = list->findings + count;

	list_begin();
	for (each = list->findings; each < end; each++) {
		print_text("\n    %s%s%s%s", list->mark, each->what, *each->remedy ? ": " : "",
			   each->remedy);
		add_string(NULL, each->what);
	}
	member_end(list->key);
	if (list->count > count)
		print_text("\n    and %u more", list->count - count);
	if (!list->remedies_key)
		return;
	list_begin();
	for (each = list->findings; each < end; each++)
		add_string(NULL, each->remedy);
	member_end(list->remedies_key);
}

struct word name_of(uint32_t timers)
{
	return timers & LINK_BIT ? word_printf("the link") :
				   word_printf("priority %s", format_timers(timers).text);
}

struct word settings_for(uint32_t timers)
{
	return timers & LINK_BIT ? word_printf("mode pause rx on") :
				   word_printf("prio +%s", format_timers(timers).text);
}

struct word grouped(uint64_t number)
{
	unsigned int low = number % 1000;

	return number < 1000 ? word_printf("%u", low) :
			       word_printf("%s,%03u", grouped(number / 1000).text, low);
}

/* --- the ends of the link ------------------------------------------------------------------- */

uint64_t number_of(const struct end *end, uint16_t attribute)
{
	return attr_number(end->port[attribute]);
}

/* Timers of a port: one of PAUSE needs the agreement of both ends, those of PFC need none. */
static uint32_t timers_of(const struct end *end, uint16_t active, uint16_t prio)
{
	uint64_t mode = number_of(end, PAUSECTL_A_MODE);

	if (mode == PAUSECTL_MODE_PFC)
		return number_of(end, prio);
	return mode == PAUSECTL_MODE_PAUSE && number_of(end, active) ? LINK_BIT : 0;
}

/* Keep what the port at the other end says. */
static void on_partner(const struct nlattr *const *attributes, void *data)
{
	static union genl_reply kept;	/* a reply is no larger */
	size_t used = 0, length, i;

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
	return query_here(PAUSECTL_CMD_PORT_GET, there.device->index, on_partner, data);
}

/* A partner without a port, or one that has just gone, is an answer, too. */
static void find_ends(const struct nlattr *const *attributes)
{
	const struct netns *netns = looked_at->netns.each;
	int error = 0;
	size_t i = 0;

	here = end_named(netns_name(), mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME]));
	memcpy(here.port, attributes, sizeof(here.port));
	/* In a namespace that is newer than the machine's list there is nothing to find. */
	while (netns_other() && i < looked_at->netns.count && strcmp(netns[i].name, netns_other()))
		i++;
	here.device = machine_device(looked_at, i, number_of(&here, PAUSECTL_A_IFINDEX));
	there = end_of(machine_peer(looked_at, here.device));
	if (there.device)
		error = netns_in(&netns[there.device->netns], ask_partner, NULL);
	if (error && error != -ENOENT && error != -ENODEV && error != -ENOPKG)
		could_not_read("the port at the other end", error);
	here.sent = timers_of(&here, PAUSECTL_A_TX_ACTIVE, PAUSECTL_A_TX_PRIO);
	here.obeyed = timers_of(&here, PAUSECTL_A_RX_ACTIVE, PAUSECTL_A_RX_PRIO);
	there.sent = timers_of(&there, PAUSECTL_A_TX_ACTIVE, PAUSECTL_A_TX_PRIO);
	there.obeyed = timers_of(&there, PAUSECTL_A_RX_ACTIVE, PAUSECTL_A_RX_PRIO);
}

/* --- what it prints ------------------------------------------------------------------------- */

/* As in "PFC 3 both ways", or "PAUSE sent, but not obeyed" */
static struct word control_of(uint32_t sent, uint32_t obeyed)
{
	struct word first = format_timers(sent), second = format_timers(obeyed);

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
static void print_headline(struct sum sum)
{
	unsigned int count = lists[FOUND].count;

	print_text(": %s; ", control_of(here.sent, here.obeyed).text);
	if (watched_msec)
		print_text("in %g s ", (double)watched_msec / 1000);
	if (!here.device)
		print_text("nothing was counted");
	else if (here.sent & LINK_BIT)
		print_text("%s frames passed", grouped(sum.passed).text);
	else if (here.sent)
		print_text("%s frames of %s passed", grouped(sum.passed).text,
			   name_of(here.sent).text);
	else
		print_text("nothing is lossless");
	if (sum.lost)
		print_text(", %s lost", grouped(sum.lost).text);
	if (sum.lost_elsewhere)
		print_text(", %s%s lost on the way", sum.lost ? "and " : "up to ",
			   grouped(sum.lost_elsewhere).text);
	if (count)
		print_text("; %u finding%s", count, count == 1 ? "" : "s");
	else if (here.sent && here.device && !any_unread)
		print_text(", 0 lost%s", watched_msec ? "" : " in queues and buffers");
}

static int doctor_print(const struct nlattr *const *attributes)
{
	struct sum sum;
	size_t i;

	for (i = 0; i < MNL_ARRAY_SIZE(lists); i++)
		lists[i].count = 0;
	find_ends(attributes);
	look_at_port(one_port);
	if (here.sent)
		look_at_ways();
	sum = look_at_counts();
	tell_if(!here.device, UNSEEN, NULL, "what was counted");
	any_found |= lists[FOUND].count;
	add_bits("lossless", here.sent, PAUSECTL_LINK + 1);
	add_number("passed", sum.passed);
	add_number("lost", sum.lost);
	add_number("lost_elsewhere", sum.lost_elsewhere);
	print_headline(sum);
	for (i = 0; i < MNL_ARRAY_SIZE(lists); i++)
		print_list(&lists[i]);
	return STATUS_OK;
}

static int doctor_run(const struct command *self, char **words)
{
	uint64_t for_ns = 0;
	const struct named_value values[] = { VALUE_FOR(&for_ns), { 0 } };
	const char *device = NULL;
	int status;

	if (take_words(MAY_DEVICE, &device, words, values))
		return usage_error(self, "%s", parse_error);
	any_found = false;
	any_unread = false;
	one_port = device && !netns_all;
	watched_msec = look_twice(msec_of(for_ns));
	status = query(self, device, PAUSECTL_CMD_PORT_GET, doctor_print);
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
