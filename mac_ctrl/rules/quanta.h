/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bit times, quanta and nanoseconds. Pure: compiles in user space too.
 *
 * A change of speed divides by the speed once. A frame then costs a multiplication and a division
 * by a constant.
 */
#ifndef PAUSECTL_RULES_QUANTA_H
#define PAUSECTL_RULES_QUANTA_H

#include <linux/types.h>

#ifdef __KERNEL__
#include <linux/math64.h>
#else
#define div64_u64(dividend, divisor)	((dividend) / (divisor))
#define div_u64(dividend, divisor)	((dividend) / (divisor))
#endif

#define PAUSE_QUANTUM_BITS	512	/* 31B.2: pause_quantum in bit times */

/* Around each frame on the wire: preamble and SFD 8, FCS 4, IPG 12 octets. */
#define WIRE_OVERHEAD_OCTETS	24
#define WIRE_MIN_FRAME_OCTETS	60	/* minFrameSize without the FCS */

#define SPEED_MIN_BPS		1000000ULL
#define SPEED_MAX_BPS		1600000000000ULL
#define SPEED_ASSUMED_BPS	1000000000ULL

#define PS_PER_NS		1000
#define PS_PER_S		1000000000000ULL

/* A speed, and times at that speed */
struct wire_rate {
	__u64 bps;		/* bit/s, SPEED_MIN_BPS to SPEED_MAX_BPS */
	__u64 quantum_ps;	/* of a pause quantum, rounded up so that no pause is too short */
	__u64 octet_ps;		/* of an octet, rounded up so that no paced port is too fast */
};

static inline __u64 wire_bits_to_ps(__u64 bps, unsigned int bits)
{
	return div64_u64(bits * PS_PER_S + bps - 1, bps);
}

static inline struct wire_rate wire_rate_of(__u64 bps)
{
	return (struct wire_rate) {
		.bps = bps,
		.quantum_ps = wire_bits_to_ps(bps, PAUSE_QUANTUM_BITS),
		.octet_ps = wire_bits_to_ps(bps, 8),
	};
}

/* 65535 quanta at 1 Mb/s are 3.4e13 ps: no overflow. */
static inline __u64 quanta_to_ns(const struct wire_rate *rate, __u16 quanta)
{
	return div_u64(quanta * rate->quantum_ps + PS_PER_NS - 1, PS_PER_NS);
}

/*
 * Least time from an XOFF to the next, whatever the settings are, because a frame takes the
 * processor some microseconds on both ends of a veth pair. The longest pause at 1.6 Tb/s is
 * 20.97 us, so the pause of one port does not run out.
 */
#define XOFF_REFRESH_MIN_NS	20000

static inline __u64 xoff_refresh_ns(const struct wire_rate *rate, __u16 refresh_quanta)
{
	__u64 ns = quanta_to_ns(rate, refresh_quanta);

	return ns < XOFF_REFRESH_MIN_NS ? XOFF_REFRESH_MIN_NS : ns;
}

/* Octets that a frame of @len octets (no FCS) takes on the wire. */
static inline __u32 wire_octets(__u32 len)
{
	if (len < WIRE_MIN_FRAME_OCTETS)
		len = WIRE_MIN_FRAME_OCTETS;
	return len + WIRE_OVERHEAD_OCTETS;
}

#endif /* PAUSECTL_RULES_QUANTA_H */
