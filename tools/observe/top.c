// SPDX-License-Identifier: GPL-2.0
/* A live table of ports on the terminal: what each does, and how fast its counters grow. */
#define _GNU_SOURCE
#include <langinfo.h>
#include <locale.h>

#include <ncurses.h>

#include "observe.h"

/* The command takes at most one part of so many of a processor. */
#define SPARE		25

#define HEAD_LINES	2	/* above the rows */

enum { PAIR_STOPPED = 1, PAIR_BAD, PAIR_DEVICE };

/* Rows can be sorted by the columns before SORTED, by these words. */
enum { DEVICE, PAUSED, XOFF_IN, XOFF_OUT, DROPS, ECN, SORTED, TIMERS = SORTED, BUFFERS, COLUMNS };
static const char *const sorts[] = {
	"device", "paused", "xoff-in", "xoff-out", "drops", "ecn", NULL
};

static const struct column {
	const char *head;
	int width;
	unsigned int counters[3];	/* the growth of their sum is shown */
	bool most;		/* or that of the value that grew most */
} columns[COLUMNS] = {
	[DEVICE] = { "DEVICE", 20 },
	[TIMERS] = { "01234567L", MAX_VALUES },
	[PAUSED] = { "PAUSE", 5, { PAUSECTL_A_STATS_PAUSE_DURATION_US }, .most = true },
	[BUFFERS] = { "BUFFERS", PAUSECTL_LINK },
	[XOFF_IN] = { "XOFF-IN", 8, { PAUSECTL_A_STATS_RX_XOFF } },
	[XOFF_OUT] = { "XOFF-OUT", 8, { PAUSECTL_A_STATS_TX_XOFF } },
	[DROPS] = { "DROPS/s", 7, { PAUSECTL_A_STATS_DROPS, PAUSECTL_A_STATS_BUFFER_DROPS,
				    PAUSECTL_A_STATS_STORM_DROPS } },
	[ECN] = { "ECN/s", 7, { PAUSECTL_A_STATS_ECN_MARKS } },
};

/* A port */
struct row {
	char name[130];		/* NETNS/DEV, or DEV in the namespace of the process */
	bool seen;		/* in the present reading */
	struct sample now;
	struct sample base;	/* since which the next rates are; @time 0: none */
	/*
	 * growth of the columns by the second, rounded up; of PAUSED parts of 1000 of the time that
	 * the timer which was paused longest was paused
	 */
	uint64_t rate[SORTED];
};

struct top {
	char **devices;		/* to show, ended by NULL; none: all */
	struct row *rows;
	size_t count;
	size_t next;		/* where the next port is looked for first: their order stays */
	struct row **shown;	/* rows to show, in their order */
	size_t shown_count;
	struct listeners listeners;
	uint64_t column;	/* to sort by */
	bool reverse;
	char part[32];		/* of the names of ports to show */
	bool typing;		/* keys change @part */
	long first;		/* row at the top */
	bool utf8;
	uint64_t next_msec;	/* time of the next look without an event */
	uint64_t event_msec;	/* the same with one */
	uint64_t due_msec;	/* the one that holds */
	bool done;
};

/* In ms. So old are the rates before they are made anew. */
static uint64_t interval(void)
{
	return interval_ns ? msec_of(interval_ns) : 1000;
}

/* --- rows ----------------------------------------------------------------------------------- */

/* The row of a port, also if the port is new */
static struct row *row_of(struct top *top, const struct sample *now)
{
	struct row *row;
	char name[sizeof(row->name)];
	size_t i;

	snprintf(name, sizeof(name), "%s%s%s", now->place.netns.text,
		 *now->place.netns.text ? "/" : "", now->place.name.text);
	for (i = 0; i < top->count; i++) {
		row = &top->rows[(top->next + i) % top->count];
		if (row->now.place.index == now->place.index && !strcmp(row->name, name)) {
			top->next = row - top->rows + 1;
			return row;
		}
	}
	top->count++;
	top->shown = room_for(top->shown, top->count, sizeof(row));
	top->rows = room_for(top->rows, top->count, sizeof(*row));
	row = memset(&top->rows[i], 0, sizeof(*row));
	memcpy(row->name, name, sizeof(name));
	return row;
}

/* What the counters of a column have counted since the last rates. A port may have begun anew. */
static uint64_t growth(const struct row *row, const struct column *column)
{
	uint64_t sum = 0, most = 0, now, base, grown;
	unsigned int i, j;

	for (i = 0; i < MNL_ARRAY_SIZE(column->counters) && column->counters[i]; i++)
		for (j = 0; j < MAX_VALUES; j++) {
			now = row->now.of[column->counters[i]][j];
			base = row->base.of[column->counters[i]][j];
			grown = now > base ? now - base : 0;
			sum += grown;
			most = grown > most ? grown : most;
		}
	return column->most ? most : sum;
}

/* Rounded up, so that nothing that happened is 0 */
static void take_rates(struct row *row)
{
	uint64_t msec = row->base.time ? (row->now.time - row->base.time) / NS_PER_MS : 0;
	unsigned int i;

	for (i = 0; i < SORTED; i++)
		row->rate[i] = msec ? (growth(row, &columns[i]) * 1000 + msec - 1) / msec : 0;
	row->rate[PAUSED] /= 1000;
	if (row->rate[PAUSED] > 1000)
		row->rate[PAUSED] = 1000;
	row->base = row->now;
}

static void top_on_port(const struct nlattr *const *attributes, void *data)
{
	struct top *top = data;
	struct sample now;
	struct row *row;

	if (!sample_read(&now, attributes))
		return;
	row = row_of(top, &now);
	row->seen = true;
	row->now = now;
	if (now.time - row->base.time >= interval() * NS_PER_MS)
		take_rates(row);
}

/* Read all ports. A status. */
static int rows_read(struct top *top)
{
	size_t i, kept = 0;
	int status = query_ports("top", PAUSECTL_CMD_STATS_GET, 0, top_on_port, top);

	for (i = 0; i < top->count; i++)
		if (top->rows[i].seen) {
			top->rows[i].seen = false;
			top->rows[kept++] = top->rows[i];
		}
	top->count = kept;
	return status;
}

/* The largest come first, of DEVICE the first by name. */
static int rows_compare(const void *a, const void *b, void *data)
{
	const struct row *left = *(struct row *const *)a, *right = *(struct row *const *)b;
	const struct top *top = data;
	uint64_t x = left->rate[top->column], y = right->rate[top->column];
	int order = x < y ? 1 : x > y ? -1 : strcmp(left->name, right->name);

	return top->reverse ? -order : order;
}

/* With "-n all", a device may be in several namespaces, NETNS/DEV. */
static bool is_chosen(const struct top *top, const char *name)
{
	char **devices = top->devices;
	const char *slash = strrchr(name, '/');

	for (; *devices; devices++)
		if (!strcmp(*devices, name) || (slash && !strcmp(*devices, slash + 1)))
			break;
	return (*devices || !*top->devices) && strstr(name, top->part);
}

static void rows_choose(struct top *top)
{
	size_t i;

	top->shown_count = 0;
	for (i = 0; i < top->count; i++)
		if (is_chosen(top, top->rows[i].name))
			top->shown[top->shown_count++] = &top->rows[i];
	if (top->shown_count)
		qsort_r(top->shown, top->shown_count, sizeof(*top->shown), rows_compare, top);
}

/* --- the screen ----------------------------------------------------------------------------- */

static void put_name(int y, int width, const char *name)
{
	size_t length = strlen(name);

	/* The end of a long name tells more: the device behind the namespace. */
	if (length > (size_t)width)
		name += length - width;
	while ((*name & 0xc0) == 0x80)
		name++;
	attrset(COLOR_PAIR(PAIR_DEVICE));
	mvaddstr(y, 0, name);
}

/* Nothing, paused, paused and stopping the partner, stopping the partner, or stormed */
static void put_timers(int y, int x, const struct sample *now)
{
	unsigned int i;

	for (i = 0; i < MAX_VALUES; i++) {
		unsigned int state = (now->of[PAUSECTL_A_STATS_STORMED][i] ? 4 : 0) |
				     (now->of[PAUSECTL_A_STATS_PAUSED][i] ? 2 : 0) |
				     (now->of[PAUSECTL_A_STATS_XOFF_OUTSTANDING][i] ? 1 : 0);

		attrset(state & 4 ? COLOR_PAIR(PAIR_BAD) | A_BOLD :
			state ? COLOR_PAIR(PAIR_STOPPED) : A_NORMAL);
		mvaddch(y, x + i, ".XP*SSSS"[state]);
	}
}

/* How near each buffer is to XOFF, in eighths: a bar or a digit. A full bar is XOFF or more. */
static void put_buffers(int y, int x, const struct sample *now, bool utf8)
{
	static const char *const bars[] = {
		".", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"
	};
	static const char *const digits[] = { ".", "1", "2", "3", "4", "5", "6", "7", "8" };
	unsigned int i;

	for (i = 0; i < PAUSECTL_LINK; i++) {
		uint64_t octets = now->of[PAUSECTL_A_STATS_OCCUPANCY][i];
		uint64_t xoff = now->of[PAUSECTL_A_STATS_XOFF_IN_FORCE][i];
		uint64_t eighths = octets < xoff ? (octets * 8 + xoff - 1) / xoff : xoff ? 8 : 0;

		mvaddstr(y, x + i, (utf8 ? bars : digits)[eighths]);
	}
}

static void put_number(int y, int x, int width, uint64_t number)
{
	static const char units[] = " kMGTPE";
	unsigned int i;

	for (i = 0; number >= 100000; i++)
		number /= 1000;
	mvprintw(y, x, i ? "%*llu%c" : "%*llu", i ? width - 1 : width, (unsigned long long)number,
		 units[i]);
}

/* A row, or with NULL the heads. Columns that find no room in the line are left out. */
static void put_row(const struct top *top, int y, const struct row *row)
{
	static const unsigned int order[COLUMNS] = {
		DEVICE, TIMERS, PAUSED, BUFFERS, XOFF_IN, XOFF_OUT, DROPS, ECN
	};
	int x = 0, i, width;

	for (i = 0; i < COLUMNS; i++, x += width + 1) {
		const unsigned int column = order[i];

		width = columns[column].width;
		/* In a terminal of 20 to 29 columns the device leaves room for its timers. */
		if (column == DEVICE && width + 1 + MAX_VALUES > COLS)
			width = width > COLS ? COLS : COLS - 1 - MAX_VALUES;
		if (x + width > COLS)
			break;
		attrset(A_NORMAL);
		if (!row) {
			attrset(column == top->column ? A_REVERSE : A_BOLD);
			mvprintw(y, x, column == DEVICE || column >= SORTED ? "%-*.*s" : "%*.*s",
				 width, width, columns[column].head);
		} else if (column == DEVICE) {
			put_name(y, width, row->name);
		} else if (column == TIMERS) {
			put_timers(y, x, &row->now);
		} else if (column == BUFFERS) {
			put_buffers(y, x, &row->now, top->utf8);
		} else if (column == PAUSED) {
			mvprintw(y, x, "%*llu%%", width - 1,
				 (unsigned long long)(row->rate[column] + 9) / 10);
		} else {
			if (column == DROPS && row->rate[column])
				attrset(COLOR_PAIR(PAIR_BAD));
			put_number(y, x, width, row->rate[column]);
		}
	}
	attrset(A_NORMAL);
}

/* How many ports have a value of each gauge that is not 0 */
static void put_summary(const struct top *top)
{
	static const unsigned int gauges[] = {
		PAUSECTL_A_STATS_PAUSED, PAUSECTL_A_STATS_XOFF_OUTSTANDING, PAUSECTL_A_STATS_STORMED
	};
	static const uint64_t none[MAX_VALUES];
	unsigned int ports[MNL_ARRAY_SIZE(gauges)] = { 0 }, j;
	char text[160];
	size_t i;

	for (i = 0; i < top->count; i++)
		for (j = 0; j < MNL_ARRAY_SIZE(gauges); j++)
			ports[j] += !!memcmp(top->rows[i].now.of[gauges[j]], none, sizeof(none));
	snprintf(text, sizeof(text), "%s  ports %zu  paused %u  sending XOFF %u  stormed %u",
		 format_clock(time(NULL), "%H:%M:%S").text, top->count, ports[0], ports[1],
		 ports[2]);
	mvaddnstr(0, 0, text, COLS);
}

static void put_foot(const struct top *top)
{
	char text[128];

	snprintf(text, sizeof(text), top->typing ? "/%s_  Enter: keep  Esc: all ports" :
		 *top->part ? "ports with \"%s\"  / filter  s sort  r reverse  q quit" :
		 "s sort  r reverse  / filter  arrows scroll  q quit", top->part);
	attrset(A_DIM);
	mvaddnstr(LINES - 1, 0, text, COLS);
	attrset(A_NORMAL);
}

static long room(void)
{
	int lines = LINES - HEAD_LINES - 1;

	return lines > 0 ? lines : 0;
}

static void draw(struct top *top)
{
	long last, i;

	rows_choose(top);
	last = (long)top->shown_count - room();
	if (top->first > last)
		top->first = last;
	if (top->first < 0)
		top->first = 0;
	erase();
	put_summary(top);
	put_row(top, HEAD_LINES - 1, NULL);
	for (i = 0; i < room() && top->first + i < (long)top->shown_count; i++)
		put_row(top, HEAD_LINES + (int)i, top->shown[top->first + i]);
	if (!top->count)
		mvaddnstr(HEAD_LINES, 0, "no ports; add one: pausectl add DEV", COLS);
	put_foot(top);
	refresh();
}

/* --- keys ----------------------------------------------------------------------------------- */

static void type_key(struct top *top, int key)
{
	size_t length = strlen(top->part);

	if (key == 27)
		*top->part = '\0';
	if (key == 27 || key == '\n' || key == KEY_ENTER)
		top->typing = false;
	else if ((key == KEY_BACKSPACE || key == 127 || key == '\b') && length)
		top->part[length - 1] = '\0';
	else if (key > ' ' && key < 127 && length + 1 < sizeof(top->part))
		snprintf(top->part + length, sizeof(top->part) - length, "%c", key);
	top->first = 0;
}

static void on_key(struct top *top, int key)
{
	if (top->typing)
		type_key(top, key);
	else if (key == 'q')
		top->done = true;
	else if (key == 's')
		top->column = (top->column + 1) % SORTED;
	else if (key == 'r')
		top->reverse = !top->reverse;
	else if (key == '/')
		top->typing = true;
	/* draw() knows the first row and the last */
	else if (key == KEY_UP || key == KEY_DOWN)
		top->first += key == KEY_UP ? -1 : 1;
	else if (key == KEY_PPAGE || key == KEY_NPAGE)
		top->first += key == KEY_PPAGE ? -room() : room();
	else if (key == KEY_HOME)
		top->first = 0;
}

/* --- the command ---------------------------------------------------------------------------- */

/* Read the ports and show them. The time that this took says when it may be done again. */
static int top_look(struct top *top)
{
	uint64_t began = clock_ns(CLOCK_PROCESS_CPUTIME_ID), pause;
	int status = rows_read(top);

	if (status != STATUS_OK)
		return status;
	draw(top);
	pause = (clock_ns(CLOCK_PROCESS_CPUTIME_ID) - began) * SPARE / NS_PER_MS + 1;
	top->event_msec = now_msec() + pause;
	/* now_msec() rounds down, and rates that are younger than the interval would stay. */
	if (top->next_msec <= now_msec())
		top->next_msec = now_msec() + interval() + 1;
	if (top->next_msec < top->event_msec)
		top->next_msec = top->event_msec;
	top->due_msec = top->next_msec;
	return STATUS_OK;
}

static void top_on_event(const struct nlattr *const *attributes, void *data)
{
	struct top *top = data;

	top->due_msec = top->event_msec;
}

static int top_watch(struct top *top)
{
	struct listeners *listeners = &top->listeners;
	int status = top_look(top), key, error;

	while (status == STATUS_OK && !top->done) {
		bool keys = false;

		error = listen_wait(listeners, top->due_msec, top_on_event, top);
		if (error)
			return refused("top", "%s", strerror(-error));
		/* A signal, or the terminal has gone. */
		if (listen_stopped(listeners) || listeners->fds[FD_CALLER].revents & ~POLLIN)
			break;
		for (; (key = getch()) != ERR; keys = true)
			on_key(top, key);
		if (now_msec() >= top->due_msec)
			status = top_look(top);
		else if (keys)
			draw(top);
	}
	return status;
}

/* Also if the program ends without memory. Messages come out now. */
static void end_screen(void)
{
	endwin();
	setvbuf(stderr, NULL, _IONBF, 0);
}

static int run_on_screen(struct top *top)
{
	SCREEN *screen = newterm(NULL, stdout, stdin);
	static char messages[BUFSIZ];
	int status;

	if (!screen)
		return refused("top", "terminal \"%s\" is unknown; TERM names it",
			       getenv("TERM") ?: "");
	atexit(end_screen);
	/* On the screen they would vanish with it. */
	setvbuf(stderr, messages, _IOFBF, sizeof(messages));
	cbreak();
	noecho();
	nodelay(stdscr, true);
	keypad(stdscr, true);
	set_escdelay(25);
	curs_set(0);
	start_color();
	use_default_colors();
	init_pair(PAIR_STOPPED, COLOR_YELLOW, -1);
	init_pair(PAIR_BAD, COLOR_RED, -1);
	init_pair(PAIR_DEVICE, COLOR_CYAN, -1);
	top->listeners.fds[FD_CALLER].fd = STDIN_FILENO;
	status = top_watch(top);
	end_screen();
	delscreen(screen);
	return status;
}

static int run_top(struct top *top)
{
	pid_t foreground = tcgetpgrp(STDIN_FILENO);
	int status;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return refused("top", "needs a terminal; to a pipe: pausectl stats, or record");
	/* It would stop where it sets the terminal, and SIGTERM would wait until it goes on. */
	if (foreground > 0 && foreground != getpgrp())
		return refused("top", "is in the background of its terminal; %s",
			       "for timeout: timeout --foreground");
	setlocale(LC_CTYPE, "");
	top->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	status = listen_begin(&top->listeners, "top") ?: run_on_screen(top);
	listen_end(&top->listeners);
	free(top->rows);
	free(top->shown);
	return status;
}

static int top_run(const struct command *self, char **words)
{
	struct top top = { .column = PAUSED, .devices = words };
	const struct named_value values[] = {
		{ "sort", .value = &top.column, .choices = sorts }, { 0 }
	};
	unsigned int index, i;

	if (take_words(MANY_DEVICES, NULL, words, values))
		return usage_error(self, "%s", parse_error);
	for (i = 0; words[i]; i++)
		if (!netns_all && find_device("top", words[i], &index))
			return STATUS_REFUSED;
	return run_top(&top);
}

const struct command top_command = {
	.name = "top",
	.brief = "all ports live, in a terminal",
	.grammar = "[[dev] DEV...] [sort device|paused|xoff-in|xoff-out|drops|ecn]",
	.help =
	"Show the ports of each DEV, or all, live: what every priority and the link (L) do, P paused, X has\n"
	"stopped the partner, * both, S stormed; how much of the time the longest pause took; how near\n"
	"buffers are to XOFF; XOFF frames in and out, lost frames and ECN marks by the second. The table\n"
	"is new after each event, and every second or as -i says. Keys are in the last line.\n"
	"\n"
	"  pausectl top\n"
	"  pausectl top eth0 eth1\n"
	"  pausectl -n all top sort drops\n"
	"  pausectl -i 0.2 top\n",
	.all_netns = true,
	.run = top_run,
};
