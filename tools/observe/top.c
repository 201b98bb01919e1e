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

/* Rows can be sorted by the columns before SORTED. */
enum { DEVICE, PAUSED, XOFF_IN, XOFF_OUT, DROPS, ECN, SORTED, TIMERS = SORTED, BUFFERS, COLUMNS };

/* A column that does not fit into the line is left out. */
static const struct column {
	const char *word;	/* of the option sort */
	const char *head;
	int x, width;
	unsigned int counters[3];	/* the growth of their sum is shown */
} columns[COLUMNS] = {
	[DEVICE] = { .word = "device", "DEVICE", 0, 20 },
	[TIMERS] = { .head = "01234567L", 21, COUNTER_VALUES },
	[PAUSED] = { .word = "paused", "PAUSE", 31, 5 },
	[BUFFERS] = { .head = "BUFFERS", 37, PAUSECTL_LINK },
	[XOFF_IN] = { .word = "xoff-in", "XOFF-IN", 46, 8, { PAUSECTL_A_STATS_RX_XOFF } },
	[XOFF_OUT] = { .word = "xoff-out", "XOFF-OUT", 55, 8, { PAUSECTL_A_STATS_TX_XOFF } },
	[DROPS] = { .word = "drops", "DROPS/s", 64, 7,
		    { PAUSECTL_A_STATS_DROPS, PAUSECTL_A_STATS_BUFFER_DROPS,
		      PAUSECTL_A_STATS_STORM_DROPS } },
	[ECN] = { .word = "ecn", "ECN/s", 72, 7, { PAUSECTL_A_STATS_ECN_MARKS } },
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
	uint64_t next_msec;	/* time of the next look */
	uint64_t event_msec;	/* the same if an event has come */
	bool event;		/* one has */
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

/* What grows by @growth in @msec, by the second, rounded up so that nothing that happened is 0 */
static uint64_t rate_of(uint64_t growth, uint64_t msec)
{
	return msec ? (growth * 1000 + msec - 1) / msec : 0;
}

/* What a column has counted since the last rates, of all its counters and their values */
static uint64_t growth(const struct row *row, const struct column *column)
{
	uint64_t now = 0, base = 0;
	unsigned int i, j;

	for (i = 0; i < MNL_ARRAY_SIZE(column->counters) && column->counters[i]; i++)
		for (j = 0; j < COUNTER_VALUES; j++) {
			now += row->now.of[column->counters[i]][j];
			base += row->base.of[column->counters[i]][j];
		}
	return now > base ? now - base : 0;
}

static void take_rates(struct row *row)
{
	const uint64_t *now = row->now.of[PAUSECTL_A_STATS_PAUSE_DURATION_US];
	const uint64_t *base = row->base.of[PAUSECTL_A_STATS_PAUSE_DURATION_US];
	uint64_t msec = row->base.time ? (row->now.time - row->base.time) / NS_PER_MS : 0;
	uint64_t longest = 0;
	unsigned int i;

	for (i = 0; i < SORTED; i++)
		row->rate[i] = rate_of(growth(row, &columns[i]), msec);
	for (i = 0; i < COUNTER_VALUES; i++)
		if (now[i] > base[i] + longest)
			longest = now[i] - base[i];
	row->rate[PAUSED] = rate_of(longest, msec) / 1000;
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

/* In a terminal of 20 to 29 columns the device leaves room for its timers. */
static struct column fitted(unsigned int index)
{
	int missing = columns[TIMERS].x + columns[TIMERS].width - COLS;
	struct column column = columns[index];

	if (missing > 0 && missing <= columns[DEVICE].width / 2) {
		column.width -= index == DEVICE ? missing : 0;
		column.x -= index == TIMERS ? missing : 0;
	}
	if (index == DEVICE && column.width > COLS)
		column.width = COLS;
	return column;
}

static void put_head(int y, const struct column *column, bool left, bool sorted)
{
	attrset(sorted ? A_REVERSE : A_BOLD);
	mvprintw(y, column->x, left ? "%-*.*s" : "%*.*s", column->width, column->width,
		 column->head);
}

static void put_name(int y, int width, const char *name)
{
	size_t length = strlen(name);

	/* The end of a long name tells more: the device behind the namespace. */
	if (length > (size_t)width)
		name += length - width;
	while ((*name & 0xc0) == 0x80)
		name++;
	attrset(COLOR_PAIR(PAIR_DEVICE));
	mvprintw(y, 0, "%s", name);
}

/* Nothing, paused, paused and stopping the partner, stopping the partner, or stormed */
static void put_timers(int y, int x, const struct sample *now)
{
	unsigned int i;

	for (i = 0; i < COUNTER_VALUES; i++) {
		bool paused = now->of[PAUSECTL_A_STATS_PAUSED][i];
		bool xoff = now->of[PAUSECTL_A_STATS_XOFF_OUTSTANDING][i];
		bool stormed = now->of[PAUSECTL_A_STATS_STORMED][i];

		attrset(stormed ? COLOR_PAIR(PAIR_BAD) | A_BOLD :
			paused || xoff ? COLOR_PAIR(PAIR_STOPPED) : A_NORMAL);
		mvaddch(y, x + i, stormed ? 'S' : paused && xoff ? '*' : paused ? 'P' :
			xoff ? 'X' : '.');
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

static void put_number(int y, const struct column *column, uint64_t number, bool bad)
{
	static const char units[] = " kMGTPE";
	char text[24];
	unsigned int i;

	for (i = 0; number >= 100000; i++)
		number /= 1000;
	snprintf(text, sizeof(text), i ? "%llu%c" : "%llu", (unsigned long long)number, units[i]);
	attrset(bad && number ? COLOR_PAIR(PAIR_BAD) : A_NORMAL);
	mvprintw(y, column->x, "%*s", column->width, text);
}

/* A row, or with NULL the heads of the columns */
static void put_row(const struct top *top, int y, const struct row *row)
{
	unsigned int i;

	for (i = 0; i < COLUMNS; i++) {
		struct column column = fitted(i);

		if (column.x + column.width > COLS)
			continue;
		if (!row)
			put_head(y, &column, i == DEVICE || i >= SORTED, i == top->column);
		else if (i == DEVICE)
			put_name(y, column.width, row->name);
		else if (i == TIMERS)
			put_timers(y, column.x, &row->now);
		else if (i == BUFFERS)
			put_buffers(y, column.x, &row->now, top->utf8);
		else if (i == PAUSED)
			mvprintw(y, column.x, "%*llu%%", column.width - 1,
				 (unsigned long long)(row->rate[i] + 9) / 10);
		else
			put_number(y, &column, row->rate[i], i == DROPS);
		attrset(A_NORMAL);
	}
}

/* How many ports have a value of a gauge that is not 0 */
static unsigned int ports_with(const struct top *top, unsigned int gauge)
{
	unsigned int ports = 0, j;
	size_t i;

	for (i = 0; i < top->count; i++) {
		for (j = 0; j < COUNTER_VALUES && !top->rows[i].now.of[gauge][j]; j++)
			;
		ports += j < COUNTER_VALUES;
	}
	return ports;
}

static void put_summary(const struct top *top)
{
	char text[160];

	snprintf(text, sizeof(text), "%s  ports %zu  paused %u  sending XOFF %u  stormed %u",
		 format_clock(time(NULL), "%H:%M:%S").text, top->count,
		 ports_with(top, PAUSECTL_A_STATS_PAUSED),
		 ports_with(top, PAUSECTL_A_STATS_XOFF_OUTSTANDING),
		 ports_with(top, PAUSECTL_A_STATS_STORMED));
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

	if (status != STATUS_OK) {
		/* The reason went to a screen that is about to vanish: say it again. */
		endwin();
		return rows_read(top);
	}
	draw(top);
	pause = (clock_ns(CLOCK_PROCESS_CPUTIME_ID) - began) * SPARE / NS_PER_MS + 1;
	top->event = false;
	top->event_msec = now_msec() + pause;
	/* now_msec() rounds down, and rates that are younger than the interval would stay. */
	if (top->next_msec <= now_msec())
		top->next_msec = now_msec() + interval() + 1;
	if (top->next_msec < top->event_msec)
		top->next_msec = top->event_msec;
	return STATUS_OK;
}

static void top_on_event(const struct nlattr *const *attributes, void *data)
{
	struct top *top = data;

	(void)attributes;
	top->event = true;
}

/* Wait for a key, an event, or the next look; 0 or a negative errno. */
static int wait_for_news(struct top *top)
{
	struct listeners *listeners = &top->listeners;
	uint64_t now = now_msec(), due = top->event ? top->event_msec : top->next_msec;
	int error = listen_wait(listeners, due > now ? (int)(due - now) : 0, top_on_event, top);

	/* A signal, or the terminal has gone. */
	if (listen_stopped(listeners) ||
	    listeners->fds[listeners->count + 1].revents & ~POLLIN)
		top->done = true;
	return error;
}

static int top_watch(struct top *top)
{
	int status = top_look(top), key, error;

	while (status == STATUS_OK && !top->done) {
		bool keys = false;

		error = wait_for_news(top);
		if (error) {
			endwin();
			return refused("top", "%s", strerror(-error));
		}
		for (; (key = getch()) != ERR; keys = true)
			on_key(top, key);
		if (now_msec() >= (top->event ? top->event_msec : top->next_msec))
			status = top_look(top);
		else if (keys)
			draw(top);
	}
	return status;
}

/* Also if the program ends without memory */
static void end_screen(void)
{
	endwin();
}

static int run_on_screen(struct top *top)
{
	SCREEN *screen = newterm(NULL, stdout, stdin);
	int status;

	if (!screen)
		return refused("top", "terminal \"%s\" is unknown; TERM names it",
			       getenv("TERM") ?: "");
	atexit(end_screen);
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
	top->listeners.fds[top->listeners.count + 1].fd = STDIN_FILENO;
	status = top_watch(top);
	endwin();
	delscreen(screen);
	return status;
}

/* There it would stop where it sets the terminal, and SIGTERM would wait until it goes on. */
static bool is_in_background(void)
{
	pid_t foreground = tcgetpgrp(STDIN_FILENO);

	return foreground > 0 && foreground != getpgrp();
}

static int run_top(struct top *top)
{
	int status;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return refused("top", "needs a terminal; to a pipe: pausectl stats, or record");
	if (is_in_background())
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
	const char *sorts[SORTED + 1] = { NULL };
	struct top top = { .column = PAUSED, .devices = words };
	const struct named_value values[] = {
		{ "sort", .value = &top.column, .choices = sorts }, { 0 }
	};
	unsigned int i;

	for (i = 0; i < SORTED; i++)
		sorts[i] = columns[i].word;
	if (take_words(MANY_DEVICES, NULL, words, values))
		return usage_error(self, "%s", parse_error);
	for (i = 0; words[i]; i++)
		if (!netns_all && !device_index("top", words[i]))
			return STATUS_REFUSED;
	return run_top(&top);
}

const struct command top_command = {
	.name = "top",
	.brief = "all ports live, in a terminal",
	.grammar = "[[dev] DEV...] [sort device|paused|xoff-in|xoff-out|drops|ecn]",
	.help =
	"Show the ports of each DEV, or all, live, each in a line of the terminal: what every priority and the link\n"
	"(L) do, P paused, X has stopped the partner, * both, S stormed; how much of the time\n"
	"the longest pause took; how near the buffers are to XOFF; XOFF frames in and out, lost\n"
	"frames and ECN marks by the second. The table is new after each event, and every second\n"
	"or as -i says. The command takes at most 4 % of a processor. Keys are in the last line.\n"
	"\n"
	"  pausectl top\n"
	"  pausectl top eth0 eth1\n"
	"  pausectl -n all top sort drops\n"
	"  pausectl -i 0.2 top\n",
	.all_netns = true,
	.run = top_run,
};
