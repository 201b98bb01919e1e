// SPDX-License-Identifier: GPL-2.0
/*
 * Trace events in JSON. A port is a process, and each of its timers a thread for pauses and one for
 * XOFF. Times are us since the recording began.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "plot.h"

/* Text as a string of JSON */
static void write_text(FILE *stream, const char *text)
{
	json_t *value = json_string_nocheck(text);

	if (value)
		json_dumpf(value, stream, JSON_ENCODE_ANY);
	json_decref(value);
}

/* The clock may have been set back. */
static uint64_t since_begin(const struct recording *recording, uint64_t time)
{
	return time < recording->begin ? 0 : time - recording->begin;
}

static void write_us(FILE *stream, const char *key, uint64_t ns)
{
	fprintf(stream, ",\"%s\":%llu.%03llu", key, (unsigned long long)(ns / 1000),
		(unsigned long long)(ns % 1000));
}

static unsigned int thread_of(const struct span *span)
{
	return 2 * span->timer + (span->kind == SPAN_XOFF);
}

/* The name of a process, or of a thread */
static void write_name(FILE *stream, const char *what, size_t port, unsigned int thread,
		       const char *name)
{
	fprintf(stream, ",\n{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%zu,\"tid\":%u", what, port,
		thread);
	fputs(",\"args\":{\"name\":", stream);
	write_text(stream, name);
	fputs("}}", stream);
}

static void write_threads(const struct recording *recording, FILE *stream)
{
	const struct span *span = recording->spans, *end = span + recording->span_count;
	bool *named = calloc(recording->port_count + 1, 2 * COUNTER_VALUES);
	char name[80];

	for (; named && span < end; span++) {
		size_t thread = span->port * 2 * COUNTER_VALUES + thread_of(span);

		if (named[thread])
			continue;
		named[thread] = true;
		snprintf(name, sizeof(name), "%s %s",
			 span->kind == SPAN_XOFF ? "sends XOFF," : "is paused,",
			 plot_timer(span->timer).text);
		write_name(stream, "thread_name", span->port, thread_of(span), name);
	}
	free(named);
}

static void write_spans(const struct recording *recording, FILE *stream)
{
	const struct span *span = recording->spans, *end = span + recording->span_count;

	for (; span < end; span++) {
		fprintf(stream, ",\n{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%zu,\"tid\":%u",
			span->kind == SPAN_XOFF ? "XOFF" : "paused", span->port, thread_of(span));
		write_us(stream, "ts", span->from - recording->begin);
		write_us(stream, "dur", span->to - span->from);
		fputs("}", stream);
	}
}

/* A track with a line for each priority */
static void write_counter(FILE *stream, const char *name, size_t port, uint64_t ns,
			  const uint64_t *values)
{
	unsigned int i;

	fprintf(stream, ",\n{\"ph\":\"C\",\"name\":\"%s\",\"pid\":%zu", name, port);
	write_us(stream, "ts", ns);
	fputs(",\"args\":{", stream);
	for (i = 0; i < 8; i++)
		fprintf(stream, "%s\"%u\":%llu", i ? "," : "", i, (unsigned long long)values[i]);
	fputs("}}", stream);
}

/* Samples in which nothing has changed are left out. */
static void write_samples(const struct recording *recording, FILE *stream)
{
	const struct sample **last = calloc(recording->port_count + 1, sizeof(*last));
	size_t i;

	for (i = 0; last && i < recording->sample_count; i++) {
		const struct sample *sample = &recording->samples[i], *before = last[sample->port];
		uint64_t ns = since_begin(recording, sample->time);

		last[sample->port] = sample;
		if (!before || memcmp(before->occupancy, sample->occupancy,
				      sizeof(sample->occupancy)))
			write_counter(stream, "octets charged", sample->port, ns,
				      sample->occupancy);
		if (!before || memcmp(before->queue_bytes, sample->queue_bytes,
				      sizeof(sample->queue_bytes)))
			write_counter(stream, "octets that wait", sample->port, ns,
				      sample->queue_bytes);
	}
	free(last);
}

static void write_marks(const struct recording *recording, FILE *stream)
{
	const struct mark *mark = recording->marks, *end = mark + recording->mark_count;

	for (; mark < end; mark++) {
		fputs(",\n{\"ph\":\"i\",\"s\":\"p\",\"name\":", stream);
		write_text(stream, mark->event.text);
		fprintf(stream, ",\"pid\":%zu,\"tid\":0", mark->port);
		write_us(stream, "ts", since_begin(recording, mark->time));
		fputs("}", stream);
	}
}

void plot_trace(const struct recording *recording, FILE *stream)
{
	size_t i;

	fprintf(stream, "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"begin\":\"%s\"},\n",
		format_time(recording->begin).text);
	fputs("\"traceEvents\":[\n", stream);
	fputs("{\"ph\":\"i\",\"s\":\"g\",\"name\":\"begin\",\"pid\":0,\"tid\":0,\"ts\":0}", stream);
	for (i = 0; i < recording->port_count; i++)
		write_name(stream, "process_name", i, 0,
			   recording_label(&recording->ports[i].name,
					   &recording->ports[i].netns).text);
	write_threads(recording, stream);
	write_spans(recording, stream);
	write_samples(recording, stream);
	write_marks(recording, stream);
	fputs("\n]}\n", stream);
}
