/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints: received control frames with their verdicts, begin, states and end of pauses, and
 * congestion of buffers.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM pausectl

#if !defined(PAUSECTL_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define PAUSECTL_TRACE_H

#include <linux/if.h>
#include <linux/tracepoint.h>
#include <uapi/pausectl.h>

#ifndef PAUSECTL_VERDICTS
/* The verdicts on received control frames, as the tracepoint prints them. */
#define PAUSECTL_VERDICTS(V) \
	V(ACTED, "acted upon") \
	V(MALFORMED, "malformed: too short") \
	V(WRONG_ADDRESS, "wrong destination address") \
	V(UNSUPPORTED, "unsupported opcode") \
	V(NOTHING_ASKED, "empty vector") \
	V(MODE, "ignored: the port is in another mode") \
	V(RX_OFF, "ignored: rx is off, or was not agreed on") \
	V(PRIORITY, "ignored: PFC not enabled for a priority") \
	V(NOT_CONTROL, "no control frame, by the filter") \
	V(NOT_PAUSE, "no pause frame, by the filter")

#define PAUSECTL_VERDICT_ENUM(name, text) PAUSECTL_VERDICT_##name,
enum pausectl_verdict {
	PAUSECTL_VERDICTS(PAUSECTL_VERDICT_ENUM)
};
#endif

#define PAUSECTL_VERDICT_DEFINE(name, text) \
	TRACE_DEFINE_ENUM(PAUSECTL_VERDICT_##name);
PAUSECTL_VERDICTS(PAUSECTL_VERDICT_DEFINE)

#define PAUSECTL_VERDICT_SYMBOL(name, text) { PAUSECTL_VERDICT_##name, text },

TRACE_EVENT(pausectl_receive,
	TP_PROTO(const char *name, u16 opcode, u16 vector, unsigned int len, unsigned int verdict),
	TP_ARGS(name, opcode, vector, len, verdict),
	TP_STRUCT__entry(
		__array(char, name, IFNAMSIZ) __field(u16, opcode) __field(u16, vector)
		__field(u32, len) __field(u32, verdict)
	),
	TP_fast_assign(
		strscpy_pad(__entry->name, name, IFNAMSIZ);
		__entry->opcode = opcode;
		__entry->vector = vector;
		__entry->len = len;
		__entry->verdict = verdict;
	),
	TP_printk("%s opcode=0x%04x vector=0x%03x len=%u %s", __entry->name,
		  __entry->opcode, __entry->vector, __entry->len,
		  __print_symbolic(__entry->verdict,
				   PAUSECTL_VERDICTS(PAUSECTL_VERDICT_SYMBOL)
				   { -1, NULL }))
);

TRACE_EVENT(pausectl_gate_closed,
	TP_PROTO(const char *name, unsigned int priority, u16 quanta, u64 deadline_ns),
	TP_ARGS(name, priority, quanta, deadline_ns),
	TP_STRUCT__entry(
		__array(char, name, IFNAMSIZ) __field(u8, priority) __field(u16, quanta)
		__field(u64, deadline_ns)
	),
	TP_fast_assign(
		strscpy_pad(__entry->name, name, IFNAMSIZ);
		__entry->priority = priority;
		__entry->quanta = quanta;
		__entry->deadline_ns = deadline_ns;
	),
	TP_printk("%s priority=%u quanta=%u deadline_ns=%llu", __entry->name,
		  __entry->priority, __entry->quanta, __entry->deadline_ns)
);

TRACE_EVENT(pausectl_gate_opened,
	TP_PROTO(const char *name, unsigned int priority, u64 duration_ns, bool expired),
	TP_ARGS(name, priority, duration_ns, expired),
	TP_STRUCT__entry(
		__array(char, name, IFNAMSIZ) __field(u8, priority)
		__field(u64, duration_ns) __field(bool, expired)
	),
	TP_fast_assign(
		strscpy_pad(__entry->name, name, IFNAMSIZ);
		__entry->priority = priority;
		__entry->duration_ns = duration_ns;
		__entry->expired = expired;
	),
	TP_printk("%s priority=%u duration_ns=%llu %s", __entry->name, __entry->priority,
		  __entry->duration_ns, __entry->expired ? "expired" : "released")
);

#ifndef PAUSECTL_PAUSE_STATES
#define PAUSECTL_PAUSE_STATES \
	{ PAUSECTL_PAUSE_STATE_NONE, "none" }, \
	{ PAUSECTL_PAUSE_STATE_REQUESTED, "requested" }, \
	{ PAUSECTL_PAUSE_STATE_ACKNOWLEDGED, "acknowledged" }, \
	{ PAUSECTL_PAUSE_STATE_COUNTING, "counting" }
#endif

TRACE_DEFINE_ENUM(PAUSECTL_PAUSE_STATE_NONE);
TRACE_DEFINE_ENUM(PAUSECTL_PAUSE_STATE_REQUESTED);
TRACE_DEFINE_ENUM(PAUSECTL_PAUSE_STATE_ACKNOWLEDGED);
TRACE_DEFINE_ENUM(PAUSECTL_PAUSE_STATE_COUNTING);

TRACE_EVENT(pausectl_pause_state,
	TP_PROTO(const char *name, unsigned int priority, unsigned int state,
		 u64 length_ns, u64 since_ns),
	TP_ARGS(name, priority, state, length_ns, since_ns),
	TP_STRUCT__entry(
		__array(char, name, IFNAMSIZ) __field(u8, priority) __field(u8, state)
		__field(u64, length_ns) __field(u64, since_ns)
	),
	TP_fast_assign(
		strscpy_pad(__entry->name, name, IFNAMSIZ);
		__entry->priority = priority;
		__entry->state = state;
		__entry->length_ns = length_ns;
		__entry->since_ns = since_ns;
	),
	TP_printk("%s priority=%u %s length_ns=%llu since_ns=%llu", __entry->name,
		  __entry->priority,
		  __print_symbolic(__entry->state, PAUSECTL_PAUSE_STATES), __entry->length_ns,
		  __entry->since_ns)
);

TRACE_EVENT(pausectl_congestion,
	TP_PROTO(const char *name, unsigned int buffer, u32 occupancy, bool congested),
	TP_ARGS(name, buffer, occupancy, congested),
	TP_STRUCT__entry(
		__array(char, name, IFNAMSIZ) __field(u8, buffer) __field(u32, occupancy)
		__field(bool, congested)
	),
	TP_fast_assign(
		strscpy_pad(__entry->name, name, IFNAMSIZ);
		__entry->buffer = buffer;
		__entry->occupancy = occupancy;
		__entry->congested = congested;
	),
	TP_printk("%s buffer=%u occupancy=%u %s", __entry->name, __entry->buffer,
		  __entry->occupancy, __entry->congested ? "congested" : "drained")
);

#endif /* PAUSECTL_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
