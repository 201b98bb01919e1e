// SPDX-License-Identifier: GPL-2.0
/* A live table of ports on the terminal. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <ncurses.h>

#include "observe.h"

/* The command takes at most one part of so many of a processor. */
#define SPARE		25

#define DEVICE_WIDTH	20
#define HEAD_LINES	2	/* above the rows */

enum { PAIR_STOPPED = 1, PAIR_BAD, PAIR_DEVICE };

struct top {
	const char **devices;	/* to show, ended by NULL; none: all */
	struct rows rows;
	struct listeners listeners;
	unsigned int column;	/* to sort by */
	bool reverse;
	char part[32];		/* of the names of ports to show */
	bool typing;		/* keys change @part */
	size_t first;		/* row at the top */
	bool utf8;
	uint64_t sample_msec;	/* time of the next sample */
	uint64_t event_msec;	/* not before then is an event shown */
	bool event;		/* it waits */
	bool done;
};

static const char *const column_words[] = {
	[COLUMN_DEVICE] = "device",
	[COLUMN_PAUSED] = "paused",
	[COLUMN_XOFF_IN] = "xoff-in",
	[COLUMN_XOFF_OUT] = "xoff-out",
	[COLUMN_DROPS] = "drops",
	[COLUMN_ECN] = "ecn",
	[COLUMNS] = NULL
};

/* A column on the screen. One that does not fit into the line is left out. */
struct top_place {
	int x;
	int width;
	const char *head;
	enum column column;	/* COLUMNS: rows are not sorted by it */
};

static const struct top_place device_place = { 0, DEVICE_WIDTH, "DEVICE", COLUMN_DEVICE };
static const struct top_place timers_place = { 21, COUNTER_VALUES, "01234567L", COLUMNS };
static const struct top_place buffers_place = { 37, PAUSECTL_LINK, "BUFFERS", COLUMNS };
static const struct top_place number_places[] = {
	{ 31, 5, "PAUSE", COLUMN_PAUSED },
	{ 46, 8, "XOFF-IN", COLUMN_XOFF_IN },
	{ 55, 8, "XOFF-OUT", COLUMN_XOFF_OUT },
	{ 64, 7, "DROPS/s", COLUMN_DROPS },
	{ 72, 7, "ECN/s", COLUMN_ECN },
};

static bool fits(const struct top_place *place)
{
	return place->x == 0 || place->x + place->width <= COLS;
}

/* In a terminal of 20 to 29 columns the device leaves room for its timers. */
static struct top_place narrowed(const struct top_place *place)
{
	int missing = timers_place.x + timers_place.width - COLS;
	struct top_place narrow = *place;

	if (missing <= 0 || missing > DEVICE_WIDTH / 2)
		return narrow;
	if (place == &device_place)
		narrow.width -= missing;
	else
		narrow.x -= missing;
	return narrow;
}

static void put_head(const struct top *top, const struct top_place *place, bool right)
{
	if (!fits(place))
		return;
	attrset(place->column == top->column ? A_REVERSE : A_BOLD);
	mvprintw(1, place->x, right ? "%*.*s" : "%-*.*s", place->width,
		 place->width < COLS ? place->width : COLS, place->head);
	attrset(A_NORMAL);
}

/* Nothing, paused, paused and stopping the partner, stopping the partner, or stormed */
static void put_timers(int y, const struct top_place *place, const struct row *row)
{
	unsigned int i;

	for (i = 0; i < COUNTER_VALUES; i++) {
		bool paused = row->paused & 1U << i, xoff = row->xoff & 1U << i;
		bool stormed = row->stormed & 1U << i;

		attrset(stormed ? COLOR_PAIR(PAIR_BAD) | A_BOLD :
			paused || xoff ? COLOR_PAIR(PAIR_STOPPED) : A_NORMAL);
		mvaddch(y, place->x + i, stormed ? 'S' : paused && xoff ? '*' :
			paused ? 'P' : xoff ? 'X' : '.');
	}
	attrset(A_NORMAL);
}

/* How near each buffer is to XOFF, in eighths: a bar or a digit. A full bar is XOFF or more. */
static void put_buffers(const struct top *top, int y, const struct row *row)
{
	static const char *const bars[] = {
		".", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"
	};
	static const char *const digits[] = { ".", "1", "2", "3", "4", "5", "6", "7", "8" };
	unsigned int i, eighths;

	for (i = 0; i < PAUSECTL_LINK; i++) {
		eighths = row->fill[i] < 1000 ? (row->fill[i] * 8 + 999) / 1000 : 8;
		mvaddstr(y, buffers_place.x + i, (top->utf8 ? bars : digits)[eighths]);
	}
}

static void put_number(int y, const struct top_place *place, const struct row *row)
{
	static const char units[] = " kMGTPE";
	uint64_t number = row->rate[place->column];
	char text[24];
	unsigned int i;

	if (place->column == COLUMN_PAUSED) {
		snprintf(text, sizeof(text), "%llu%%", (unsigned long long)(number + 9) / 10);
	} else {
		for (i = 0; number >= 100000; i++)
			number /= 1000;
		snprintf(text, sizeof(text), i ? "%llu%c" : "%llu", (unsigned long long)number,
			 units[i]);
	}
	if (place->column == COLUMN_DROPS && number)
		attrset(COLOR_PAIR(PAIR_BAD));
	mvprintw(y, place->x, "%*s", place->width, text);
	attrset(A_NORMAL);
}

static void put_row(const struct top *top, int y, const struct row *row)
{
	struct top_place device = narrowed(&device_place), timers = narrowed(&timers_place);
	int width = device.width < COLS ? device.width : COLS;
	size_t i;

	attrset(COLOR_PAIR(PAIR_DEVICE));
	/* The end of a long name tells more: the device behind the namespace. */
	i = strlen(row->name) > (size_t)width ? strlen(row->name) - width : 0;
	while ((row->name[i] & 0xc0) == 0x80)
		i++;
	mvprintw(y, 0, "%s", row->name + i);
	attrset(A_NORMAL);
	if (fits(&timers))
		put_timers(y, &timers, row);
	if (fits(&buffers_place))
		put_buffers(top, y, row);
	for (i = 0; i < sizeof(number_places) / sizeof(number_places[0]); i++)
		if (fits(&number_places[i]))
			put_number(y, &number_places[i], row);
}

static void put_line(int y, const char *text)
{
	mvaddnstr(y, 0, text, COLS);
}

static void put_summary(const struct top *top)
{
	unsigned int paused = 0, xoff = 0, stormed = 0;
	char text[160], clock[16];
	time_t now = time(NULL);
	struct tm local;
	size_t i;

	for (i = 0; i < top->rows.count; i++) {
		paused += !!top->rows.each[i].paused;
		xoff += !!top->rows.each[i].xoff;
		stormed += !!top->rows.each[i].stormed;
	}
	localtime_r(&now, &local);
	strftime(clock, sizeof(clock), "%H:%M:%S", &local);
	snprintf(text, sizeof(text), "%s  ports %zu  paused %u  sending XOFF %u  stormed %u", clock,
		 top->rows.count, paused, xoff, stormed);
	put_line(0, text);
}

static void put_foot(const struct top *top)
{
	char text[128];

	snprintf(text, sizeof(text), top->typing ? "/%s_  Enter: keep  Esc: all ports" :
		 *top->part ? "ports with \"%s\"  / filter  s sort  r reverse  q quit" :
		 "s sort  r reverse  / filter  arrows scroll  q quit", top->part);
	attrset(A_DIM);
	put_line(LINES - 1, text);
	attrset(A_NORMAL);
}

static size_t room(void)
{
	int lines = LINES - HEAD_LINES - 1;

	return lines > 0 ? lines : 0;
}

static void draw(struct top *top)
{
	struct top_place device = narrowed(&device_place), timers = narrowed(&timers_place);
	size_t i, last;

	rows_choose(&top->rows, top->devices, top->part, top->column, top->reverse);
	last = top->rows.shown_count > room() ? top->rows.shown_count - room() : 0;
	if (top->first > last)
		top->first = last;
	erase();
	put_summary(top);
	put_head(top, &device, false);
	put_head(top, &timers, false);
	put_head(top, &buffers_place, false);
	for (i = 0; i < sizeof(number_places) / sizeof(number_places[0]); i++)
		put_head(top, &number_places[i], true);
	for (i = 0; i < room() && top->first + i < top->rows.shown_count; i++)
		put_row(top, HEAD_LINES + (int)i, top->rows.shown[top->first + i]);
	if (!top->rows.count)
		put_line(HEAD_LINES, "no ports; add one: pausectl add DEV");
	put_foot(top);
	refresh();
}

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

static void scroll_by(struct top *top, long lines)
{
	if (lines < 0 && top->first < (size_t)-lines)
		top->first = 0;
	else
		top->first += lines;	/* draw() knows the last */
}

static void on_key(struct top *top, int key)
{
	if (top->typing) {
		type_key(top, key);
		return;
	}
	switch (key) {
	case 'q':
		top->done = true;
		break;
	case 's':
		top->column = (top->column + 1) % COLUMNS;
		break;
	case 'r':
		top->reverse = !top->reverse;
		break;
	case '/':
		top->typing = true;
		break;
	case KEY_UP:
		scroll_by(top, -1);
		break;
	case KEY_DOWN:
		scroll_by(top, 1);
		break;
	case KEY_PPAGE:
		scroll_by(top, -(long)room());
		break;
	case KEY_NPAGE:
		scroll_by(top, room());
		break;
	case KEY_HOME:
		top->first = 0;
		break;
	}
}

static uint64_t spent_usec(void)
{
	struct timespec spent;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
	return spent.tv_sec * 1000000ULL + spent.tv_nsec / 1000;
}

/* Read the ports and show them. The time that this took says when it may be done again. */
static int top_look(struct top *top, bool sample)
{
	uint64_t began = spent_usec(), pause, interval = interval_msec ? interval_msec : 1000;
	int status = rows_read(&top->rows, sample);

	if (status != STATUS_OK) {
		/* The reason went to a screen that is about to vanish: say it again. */
		endwin();
		return rows_read(&top->rows, sample);
	}
	draw(top);
	top->event = false;
	pause = (spent_usec() - began) * SPARE / 1000 + 1;
	top->event_msec = now_msec() + pause;
	if (sample)
		top->sample_msec = now_msec() + (pause > interval ? pause : interval);
	else if (top->sample_msec < top->event_msec)
		top->sample_msec = top->event_msec;
	return STATUS_OK;
}

static void top_on_event(const struct nlattr *const *attributes, void *data)
{
	struct top *top = data;

	(void)attributes;
	top->event = true;
}

/* Wait for a key, an event, or the next sample; 0 or a negative errno. */
static int wait_for_news(struct top *top)
{
	struct listeners *listeners = &top->listeners;
	uint64_t now = now_msec(), due = top->event ? top->event_msec : top->sample_msec;
	int error = listen_wait(listeners, due > now ? (int)(due - now) : 0, top_on_event, top);

	/* A signal, or the terminal has gone. */
	if (listeners->fds[listeners->count].revents ||
	    listeners->fds[listeners->count + 1].revents & ~POLLIN)
		top->done = true;
	return error;
}

static int top_watch(struct top *top)
{
	int status = top_look(top, true), key, error;

	while (status == STATUS_OK && !top->done) {
		bool keys = false;

		error = wait_for_news(top);
		if (error) {
			endwin();
			return refused("top", "%s", strerror(-error));
		}
		while ((key = getch()) != ERR) {
			on_key(top, key);
			keys = true;
		}
		if (top->done)
			break;
		if (now_msec() >= top->sample_msec)
			status = top_look(top, true);
		else if (top->event && now_msec() >= top->event_msec)
			status = top_look(top, false);
		else if (keys)
			draw(top);
	}
	return status;
}

static void prepare_screen(void)
{
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
}

/* There it would stop where it sets the terminal, and SIGTERM would wait until it goes on. */
static bool is_in_background(void)
{
	pid_t foreground = tcgetpgrp(STDIN_FILENO);

	return foreground > 0 && foreground != getpgrp();
}

static int run_on_screen(struct top *top, int signals)
{
	struct pollfd *last = &top->listeners.fds[top->listeners.count];
	SCREEN *screen = newterm(NULL, stdout, stdin);
	const char *term = getenv("TERM");
	int status;

	if (!screen)
		return refused("top", "terminal \"%s\" is unknown; TERM names it",
			       term ? term : "");
	prepare_screen();
	last[0].fd = signals;
	last[1].fd = STDIN_FILENO;
	status = top_watch(top);
	endwin();
	delscreen(screen);
	return status;
}

/* Devices, with "dev" or without, and then options. A status. */
static int top_parse_words(const struct command *self, char **words, struct top *top)
{
	static const char *const options[] = { "sort", NULL };
	struct parse_error err;
	unsigned int option, count = 0;
	bool sorted = false;

	for (; *words && strcmp(*words, "sort"); words++) {
		const char *name = *words;

		if (!strcmp(name, "dev") && words[1])
			name = *++words;
		if (!netns_all() && !device_index("top", name))
			return STATUS_REFUSED;
		top->devices[count++] = name;
	}
	for (; *words; sorted = true) {
		if (parse_choice("option", next_word(&words), options, &option, &err) ||
		    (sorted && parse_twice(&err, "option", "sort")) ||
		    parse_choice("sort", next_word(&words), column_words, &top->column, &err))
			return usage_error(self, err.text);
	}
	return STATUS_OK;
}

static int run_top(struct top *top)
{
	int status, signals;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return refused("top", "needs a terminal; to a pipe: pausectl stats, or record");
	if (is_in_background())
		return refused("top", "is in the background of its terminal; %s",
			       "for timeout: timeout --foreground");
	setlocale(LC_CTYPE, "");
	top->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	signals = signals_open();
	if (signals < 0)
		return refused("top", "%s", strerror(-signals));
	status = listen_begin(&top->listeners, "top");
	if (status == STATUS_OK)
		status = run_on_screen(top, signals);
	listen_end(&top->listeners);
	close(signals);
	free(top->rows.each);
	free(top->rows.shown);
	return status;
}

static int top_run(const struct command *self, char **words)
{
	struct top top = { .column = COLUMN_PAUSED };
	size_t count = 0;
	int status;

	while (words[count])
		count++;
	top.devices = calloc(count + 1, sizeof(*top.devices));
	if (!top.devices)
		return refused("top", "%s", strerror(ENOMEM));
	status = top_parse_words(self, words, &top) ?: run_top(&top);
	free(top.devices);
	return status;
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
