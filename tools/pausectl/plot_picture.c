// SPDX-License-Identifier: GPL-2.0
/*
 * A program of gnuplot: a bar for each pause and each XOFF, and lines for the octets that are
 * charged and that wait. Panels stand one below the other over one axis of time.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plot.h"

#define WIDTH		1000
#define ROW_HEIGHT	24
#define LINES_HEIGHT	150
#define KEY_COLUMNS	4
#define KEY_HEIGHT	20	/* a row of names of lines, below the title */
#define TITLE_ROOM	16	/* from the middle of the title to what is below it */
#define GAP		46	/* between two panels */
#define TOP		76
#define BOTTOM		50
#define LEFT		0.17
#define RIGHT		0.98
#define NAME_ROOM	15
/* The picture shows nothing finer than this part of the time. */
#define STEPS		4000

static const char *const colours[] = {
	"#1b6ca8", "#2a9d8f", "#7a5195", "#c8553d", "#e0a03c", "#6a994e", "#b07aa1", "#5c6b73",
	"#8c564b", "#17becf", "#d62f7f", "#a3a317"
};

/* Where the next panel goes, and the unit of time. */
struct picture {
	const struct recording *recording;
	FILE *stream;
	unsigned int height;
	unsigned int at;	/* from the top */
	double unit_ns;
	const char *unit;
	bool last;		/* the next panel has the axis of time */
};

/* One gauge of one priority or buffer of a port */
struct line {
	size_t port;
	unsigned int index;
};

struct word plot_timer(unsigned int timer)
{
	struct word word = { "link" };

	if (timer < COUNTER_VALUES - 1)
		snprintf(word.text, sizeof(word.text), "priority %u", timer);
	return word;
}

/* The name of a port, as long as there is room: its end tells more than the begin. */
static struct label short_name(const struct recording *recording, size_t port)
{
	const struct recorded_port *known = &recording->ports[port];
	struct label name;
	size_t cut;

	snprintf(name.text, sizeof(name.text), "%s%s%s", known->netns.text,
		 *known->netns.text ? "/" : "", known->name.text);
	cut = strlen(name.text) > NAME_ROOM ? strlen(name.text) - NAME_ROOM : 0;
	while ((name.text[cut] & 0xc0) == 0x80)
		cut++;
	memmove(name.text, name.text + cut, strlen(name.text + cut) + 1);
	return name;
}

static const char *colour_of(size_t port)
{
	return colours[port % (sizeof(colours) / sizeof(*colours))];
}

static double time_in(const struct picture *picture, uint64_t ns)
{
	return ns < picture->recording->begin ? 0 :
	       (double)(ns - picture->recording->begin) / picture->unit_ns;
}

static uint64_t step_of(const struct recording *recording)
{
	return (recording->end - recording->begin) / STEPS + 1;
}

/* A string of gnuplot that needs no more care */
static void write_text(FILE *stream, const char *text)
{
	putc('\'', stream);
	for (; *text; text++) {
		if (*text == '\'')
			putc('\'', stream);
		putc(*text, stream);
	}
	putc('\'', stream);
}

static bool has_spans(const struct recording *recording, enum span_kind kind, size_t port,
		      unsigned int timer)
{
	size_t i;

	for (i = 0; i < recording->span_count; i++)
		if (recording->spans[i].kind == kind && recording->spans[i].port == port &&
		    recording->spans[i].timer == timer)
			return true;
	return false;
}

static unsigned int count_rows(const struct recording *recording, enum span_kind kind)
{
	unsigned int timer, rows = 0;
	size_t port;

	for (port = 0; port < recording->port_count; port++)
		for (timer = 0; timer < COUNTER_VALUES; timer++)
			rows += has_spans(recording, kind, port, timer);
	return rows;
}

/* The spans of a row, of which those are one that have no visible gap between them. */
static void write_row(const struct picture *picture, enum span_kind kind, size_t port,
		      unsigned int timer, unsigned int row)
{
	const struct recording *recording = picture->recording;
	uint64_t step = step_of(recording);
	const struct span *span = recording->spans, *end = span + recording->span_count;
	uint64_t from = 0, to = 0;

	for (; span <= end; span++) {
		if (span < end && (span->kind != kind || span->port != port ||
				   span->timer != timer))
			continue;
		if (to && (span == end || span->from > to + step)) {
			fprintf(picture->stream, "%.6f %.6f %u 0x%s\n", time_in(picture, from),
				time_in(picture, to), row, colour_of(port) + 1);
			to = 0;
		}
		if (span == end)
			return;
		if (!to)
			from = span->from;
		to = span->to;
	}
}

static void write_rows(const struct picture *picture, enum span_kind kind)
{
	const struct recording *recording = picture->recording;
	unsigned int timer, row = 0;
	size_t port;

	fprintf(picture->stream, "$spans%u << END\n", kind);
	for (port = 0; port < recording->port_count; port++)
		for (timer = 0; timer < COUNTER_VALUES; timer++)
			if (has_spans(recording, kind, port, timer))
				write_row(picture, kind, port, timer, ++row);
	fputs("END\n", picture->stream);
}

/* The names of the rows */
static void write_row_names(const struct picture *picture, enum span_kind kind)
{
	const struct recording *recording = picture->recording;
	unsigned int timer, row = 0;
	char name[96];
	size_t port;

	fputs("set ytics (", picture->stream);
	for (port = 0; port < recording->port_count; port++)
		for (timer = 0; timer < COUNTER_VALUES; timer++) {
			if (!has_spans(recording, kind, port, timer))
				continue;
			snprintf(name, sizeof(name), "%.20s %s", short_name(recording, port).text,
				 plot_timer(timer).text);
			fputs(row++ ? ", " : "", picture->stream);
			write_text(picture->stream, name);
			fprintf(picture->stream, " %u", row);
		}
	fputs(") noenhanced\n", picture->stream);
}

/* The height of the names of that many lines */
static unsigned int key_height(size_t lines)
{
	return (lines + KEY_COLUMNS - 1) / KEY_COLUMNS * KEY_HEIGHT;
}

/* Place the next panel. Above it are its title and the names of its lines. */
static void begin_panel(struct picture *picture, unsigned int height, size_t lines,
			const char *title)
{
	fputs("set label 1 ", picture->stream);
	write_text(picture->stream, title);
	fprintf(picture->stream, " at screen %.2f, screen %.6f textcolor '#333333'\n", LEFT,
		1 - (double)(picture->at - TITLE_ROOM) / picture->height);
	picture->at += key_height(lines);
	fprintf(picture->stream, "set tmargin at screen %.6f\n",
		1 - (double)picture->at / picture->height);
	picture->at += height;
	fprintf(picture->stream, "set bmargin at screen %.6f\n",
		1 - (double)picture->at / picture->height);
	picture->at += GAP;
	if (picture->last)
		fprintf(picture->stream,
			"set format x '%%g'\n"
			"set xlabel 'time in %s' offset 0, 0.4 textcolor '#333333'\n",
			picture->unit);
}

static void write_spans(struct picture *picture, enum span_kind kind, unsigned int rows,
			const char *title)
{
	write_rows(picture, kind);
	begin_panel(picture, rows * ROW_HEIGHT, 0, title);
	write_row_names(picture, kind);
	fprintf(picture->stream, "set yrange [%u.5:0.5]\nunset grid\nunset key\n", rows);
	fprintf(picture->stream, "plot $spans%u using 1:3:1:2:($3 - 0.33):($3 + 0.33):4 %s\n", kind,
		"with boxxyerror linecolor rgb variable linewidth 0.5 fillstyle solid border");
}

static const uint64_t *gauges_of(const struct sample *sample, bool waiting)
{
	return waiting ? sample->queue_bytes : sample->occupancy;
}

static size_t find_lines(const struct recording *recording, bool waiting, struct line *lines)
{
	bool *seen = calloc(recording->port_count + 1, 8);
	size_t i, count = 0;

	for (i = 0; seen && i < recording->sample_count; i++) {
		const struct sample *sample = &recording->samples[i];
		unsigned int index;

		for (index = 0; index < 8; index++)
			if (gauges_of(sample, waiting)[index])
				seen[sample->port * 8 + index] = true;
	}
	for (i = 0; seen && i < recording->port_count * 8; i++)
		if (seen[i])
			lines[count++] = (struct line){ .port = i / 8, .index = i % 8 };
	free(seen);
	return count;
}

/* The greatest value of each step of the picture */
static void write_line(const struct picture *picture, bool waiting, const struct line *line,
		       size_t number)
{
	const struct recording *recording = picture->recording;
	uint64_t step = step_of(recording), from = 0, most = 0;
	size_t i;

	fprintf(picture->stream, "$line%d_%zu << END\n", waiting, number);
	for (i = 0; i < recording->sample_count; i++) {
		const struct sample *sample = &recording->samples[i];
		uint64_t value;

		if (sample->port != line->port)
			continue;
		value = gauges_of(sample, waiting)[line->index];
		if (from && sample->time < from + step) {
			most = value > most ? value : most;
			continue;
		}
		if (from)
			fprintf(picture->stream, "%.6f %.3f\n", time_in(picture, from),
				(double)most / 1024);
		from = sample->time;
		most = value;
	}
	if (from)
		fprintf(picture->stream, "%.6f %.3f\n", time_in(picture, from),
			(double)most / 1024);
	fputs("END\n", picture->stream);
}

static void write_lines(struct picture *picture, bool waiting, const struct line *lines,
			size_t count, const char *title)
{
	const struct recording *recording = picture->recording;
	unsigned int dashes = 1;
	char name[96];
	size_t i;

	for (i = 0; i < count; i++)
		write_line(picture, waiting, &lines[i], i);
	begin_panel(picture, LINES_HEIGHT, count, title);
	fputs("set ytics autofreq\nset grid ytics linecolor '#dddddd' linetype 1\n"
	      "set yrange [0:*]\n"
	      "set key at graph 0, graph 1.02 left bottom horizontal samplen 2 width 1 noenhanced",
	      picture->stream);
	fprintf(picture->stream, " Left reverse maxcols %d\nplot ", KEY_COLUMNS);
	for (i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "%.20s %u", short_name(recording, lines[i].port).text,
			 lines[i].index);
		fprintf(picture->stream, "%s$line%d_%zu using 1:2 with lines linewidth 1.6",
			i ? ", " : "", waiting, i);
		/* The priorities of a port have its colour, and dashes of their own. */
		dashes = i && lines[i].port == lines[i - 1].port ? dashes + 1 : 1;
		fprintf(picture->stream, " linecolor rgb '%s' dashtype %u title ",
			colour_of(lines[i].port), dashes);
		write_text(picture->stream, name);
	}
	fputs("\n", picture->stream);
}

static void write_style(const struct picture *picture, const char *terminal)
{
	FILE *stream = picture->stream;
	double end = time_in(picture, picture->recording->end);
	time_t begin = picture->recording->begin / 1000000000;
	char clock[32];
	struct tm local;

	if (!strcmp(terminal, "svg"))
		fprintf(stream, "set terminal svg size %d,%u font 'DejaVu Sans,13'", WIDTH,
			picture->height);
	else
		fprintf(stream, "set terminal pngcairo size %d,%u font 'DejaVu Sans,14'",
			WIDTH * 3 / 2, picture->height * 3 / 2);
	fprintf(stream, "%s background 'white'\n", strcmp(terminal, "svg") ? " fontscale 1.1" : "");
	fputs("set border 3 linecolor '#555555'\n"
	      "set tics nomirror out scale 0.5 textcolor '#333333'\n"
	      "set style fill solid 0.85 noborder\n"
	      "set multiplot\n"
	      "set format x ''\n", stream);
	fprintf(stream, "set lmargin at screen %.2f\nset rmargin at screen %.2f\n", LEFT, RIGHT);
	fprintf(stream, "set xrange [0:%.6f]\n", end > 0 ? end : 1);
	localtime_r(&begin, &local);
	strftime(clock, sizeof(clock), "%F %T", &local);
	fprintf(stream, "set label 2 'Ports of pausectl from %s on' at screen 0.015, screen %.6f",
		clock, 1 - 22.0 / picture->height);
	fputs(" font ',15' textcolor '#222222'\n", stream);
}

void plot_picture(const struct recording *recording, const char *terminal, FILE *stream)
{
	struct line *charged = calloc(recording->port_count + 1, 8 * sizeof(*charged));
	struct line *waiting = calloc(recording->port_count + 1, 8 * sizeof(*waiting));
	size_t charged_count = charged ? find_lines(recording, false, charged) : 0;
	size_t waiting_count = waiting ? find_lines(recording, true, waiting) : 0;
	unsigned int paused = count_rows(recording, SPAN_PAUSED);
	unsigned int xoff = count_rows(recording, SPAN_XOFF), panels;
	bool brief = recording->end - recording->begin < 10000000000ULL;
	struct picture picture = {
		.recording = recording, .stream = stream, .at = TOP,
		.unit_ns = brief ? 1e6 : 1e9, .unit = brief ? "ms" : "s",
	};

	/* With nothing to draw, an empty panel says so. */
	panels = !!paused + !!xoff + !!charged_count + !!waiting_count;
	picture.height = TOP + BOTTOM + (paused + xoff) * ROW_HEIGHT +
			 (!!charged_count + !!waiting_count + !panels) * LINES_HEIGHT +
			 key_height(charged_count) + key_height(waiting_count) +
			 (panels ? panels - 1 : 0) * GAP;
	write_style(&picture, terminal);
	picture.last = panels-- <= 1;
	if (paused)
		write_spans(&picture, SPAN_PAUSED, paused, "paused by the partner");
	picture.last |= paused && panels-- <= 1;
	if (xoff)
		write_spans(&picture, SPAN_XOFF, xoff, "asks the partner to stop (XOFF)");
	picture.last |= xoff && panels-- <= 1;
	if (charged_count)
		write_lines(&picture, false, charged, charged_count,
			    "KiB charged to port and buffer");
	picture.last |= charged_count && panels-- <= 1;
	if (waiting_count)
		write_lines(&picture, true, waiting, waiting_count,
			    "KiB that wait to leave port and priority");
	if (!paused && !xoff && !charged_count && !waiting_count) {
		begin_panel(&picture, LINES_HEIGHT, 0, "no pause, and nothing waits");
		fputs("unset key\nset yrange [0:1]\nplot -1\n", stream);
	}
	fputs("unset multiplot\n", stream);
	free(charged);
	free(waiting);
}
