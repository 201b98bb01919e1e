#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Compares the module's pause timers, gate and counters with the model in mac_control.py, after each of many random steps.

PORT is the shared object of port.c. Hypothesis chooses STEPS steps from SEED. If the two disagree, it looks for the shortest
steps that show it, which may take minutes, and this program prints them. With SHRINK=no it prints those that it has.
"""
import ctypes
import os
import sys

sys.dont_write_bytecode = True  # in the sources

from hypothesis import HealthCheck, Phase, given, seed, settings, strategies

from mac_control import CLASSES, LINK, MULTICAST, PAUSE, PFC, QUANTUM, TYPE, MacControl, octets

LENGTH = 160  # steps of a port, which then ends
OCTETS = 48  # of chance for each step, more than it uses. Zeros: no step
END_NS = 100_000  # locking.rst: pauses end ENDS_AT_ONCE times at once, and once more each END_NS; of a user n times that
ENDS_AT_ONCE = 50
SPEEDS = (10**9, 10**7, 10**8, 25 * 10**8, 10**10, 25 * 10**9, 40 * 10**9, 10**11, 4 * 10**11, 16 * 10**11, 10**6, 3 * 10**6,
          7 * 10**9 + 1)
OTHER = bytes.fromhex("020000000099")
PHASES = (Phase.generate,) if os.environ.get("SHRINK") == "no" else (Phase.generate, Phase.shrink)
MODES = ("pause", "pfc", "off")
CHECKS = {"multicast": 2, "unicast": 4, "source": 8, "type": 16, "opcode": 32}  # enum pausectl_filter_check
NUMBERS = {"off": 0, "pause": 1, "pfc": 2}  # enum pausectl_mode


class Chance:
    """Choices, from octets of hypothesis. Zeros choose the first of each, which should be the simplest."""

    def __init__(self, chance):
        self.left = int.from_bytes(chance, "little")

    def below(self, n):
        self.left, choice = divmod(self.left, n)
        return choice

    def of(self, choices):
        return choices[self.below(len(choices))]

    def often(self, n):
        """True n times of n + 1, and if in doubt."""
        return self.below(n + 1) < n


class Port:
    """The module's C code."""

    def __init__(self, path):
        self.code = ctypes.CDLL(path)
        layout = ctypes.c_char_p.in_dll(self.code, "counter_names").value.decode().split()
        self.names = [(name, int(n)) for name, n in zip(layout[::2], layout[1::2])]
        self.values = (ctypes.c_uint64 * sum(n for _, n in self.names)).in_dll(self.code, "counters")
        self.opened = (ctypes.c_uint64 * 9).in_dll(self.code, "opened")
        self.fired = (ctypes.c_uint64 * 2048).in_dll(self.code, "fired")
        self.sent = (ctypes.c_uint8 * 60).in_dll(self.code, "sent")
        self.kicks = ctypes.c_uint.in_dll(self.code, "kicks")
        self.code.port_look.restype = ctypes.c_uint32
        self.code.port_receive.restype = ctypes.c_bool

    def begin(self, address, now, late, users_ports):
        self.code.port_begin(address, ctypes.c_uint64(now), ctypes.c_uint64(late), users_ports)

    def wait(self, until):
        return self.fired[:self.code.port_wait(ctypes.c_uint64(until))]

    def receive(self, frame, tagged, priority):
        return self.code.port_receive(ctypes.create_string_buffer(frame, len(frame)), len(frame), tagged, priority)

    def set(self, request):
        """Each value of the request stands under its name, or under its name and index."""
        for name, value in request.items():
            name, index = name if isinstance(name, tuple) else (name, 0)
            self.code.port_want(name.encode(), index, ctypes.c_uint64(NUMBERS.get(value, value)))
        return self.code.port_apply() == 0

    def send(self, times):
        quanta = (ctypes.c_uint16 * 9)(*(times.get(n, 0xdead) for n in range(9)))
        return bytes(self.sent) if self.code.port_send(sum(1 << n for n in times), quanta) == 0 else None


class Pair:
    """The port and its model, which take the same steps."""

    def __init__(self, port, chance):
        self.port = port
        self.now = 10**9
        self.late = chance.of((0, 0, 700, 60_000))  # how late the hrtimer fires
        ports = chance.of((0, 0, 0, 3))  # of a user of another user namespace
        self.end_ns = END_NS * max(ports, 1)
        self.earliest = 0  # the hrtimer may not fire before
        self.ack_ended = 0  # when ack went off while a pause did not count yet
        self.model = MacControl(bytes.fromhex("020000000001"), 10**9)
        self.standard_checks = chance.often(1)
        self.log = [f"begin late={self.late} ports={ports}"]
        port.begin(self.model.address, self.now, self.late, ports)
        self.check()

    def demand(self, what, is_, should):
        if is_ != should:
            raise AssertionError("\n".join([*self.log, f"{what}: the module has {is_}, the model {should}"]))

    def step(self, chance):
        gate, kicks = self.model.gate(), self.port.kicks.value
        chance.of(self.KINDS)(self, chance)
        self.check()
        if gate & ~self.model.gate():
            self.demand("the end of a pause: queues kicked", self.port.kicks.value != kicks, True)

    def check(self):
        """Gate and all counters, also those that these steps should not move."""
        gate = self.model.gate()
        closed = self.port.code.port_look()
        self.demand("priorities that start no frame", closed & 0xffff, gate)
        self.demand("priorities and control frames that dequeue looks at", closed >> 16, 0xffff if self.model.waiting() else gate)
        counters = self.model.counters(self.now)
        values = []
        for name, n in self.port.names:
            value = counters.get(name)
            values += [0] * n if value is None else value if n > 1 else [value]
        if values != self.port.values[:]:
            at = 0
            for name, n in self.port.names:
                self.demand(name, self.port.values[at:at + n], values[at:at + n])
                at += n

    # Steps

    def wait(self, chance):
        """Some time, or until the end of a pause: one nanosecond before it, or at it, or after."""
        ends = [timer.end for timer in self.model.timers if timer.running() and timer.end is not None]
        if ends and chance.often(1):
            until = max(chance.of(ends) + chance.of((0, -1, 1, self.late, self.late - 1)), self.now)
        else:
            until = self.now + chance.of((0, 1, chance.below(1000), chance.below(10**5), chance.below(10**7), chance.below(10**9)))
        self.go_on(until)

    def go_on(self, until):
        if self.model.waiting():
            until = min(until, self.now + 10**9)  # the hrtimer fires each millisecond
        if until > self.now:
            self.log.append(f"wait until {until}")
        self.now = until
        self.pass_time(self.port.wait(until))

    def pass_time(self, firings):
        """31B.3 says how long a station must not send. locking.rst says how much later it sends at most."""
        for at in firings:
            if at < self.earliest:
                self.demand("the next interrupt that locking.rst allows", at, self.earliest)
            for n, timer in enumerate(self.model.timers):
                if self.port.opened[n] == at:
                    self.demand(f"timer {n} runs out at {at}", True, timer.running() and self.may_end(timer, at))
                    timer.stop(at)
            self.earliest = max(self.earliest, at - ENDS_AT_ONCE * self.end_ns) + self.end_ns
        for n, timer in enumerate(self.model.timers):
            if timer.running() and timer.end is not None and self.latest(timer) <= self.now:
                self.demand(f"timer {n}, which was to run out at {timer.end}, runs at {self.now}", True, False)

    def may_end(self, timer, at):
        return timer.end is not None and timer.end <= at <= self.latest(timer)

    def latest(self, timer):
        """The module rounds a quantum up to picoseconds, so 65535 of them may be 66 ns longer."""
        rounding = 66 if QUANTUM * 10**12 % timer.speed else 0
        return max(timer.end + rounding, self.earliest, self.ack_ended) + self.late

    def receive(self, chance):
        frame = self.frame(chance)
        tagged = not chance.often(15)
        priority = chance.below(8)
        self.hear(frame, tagged, priority)

    def hear(self, frame, tagged, priority):
        self.log.append(f"receive {frame[:34].hex(' ', 2)}, {len(frame)} octets, tagged={tagged} priority={priority}")
        passes = self.port.receive(frame, tagged, priority)
        self.demand("the client gets the frame", passes, self.model.receive(frame, tagged, priority, self.now))

    def flood(self, chance):
        """More pauses of a few quanta than the port ends in time."""
        n = LINK if self.model.mode == "pause" else chance.below(8)
        quanta = 1 + chance.below(16)
        parameters = octets(quanta) if n == LINK else octets(1 << n) + 8 * octets(quanta)
        frame = MULTICAST + OTHER + octets(TYPE) + octets(PAUSE if n == LINK else PFC) + parameters
        for _ in range(2 * ENDS_AT_ONCE):
            self.hear(frame, False, 0)
            self.check()
            self.go_on(self.now + 1 + -(-quanta * QUANTUM * 10**9 // self.model.speed))
            self.check()

    def frame(self, chance):
        """A frame that acts, with faults in some."""
        model = self.model
        opcode = chance.of((PAUSE, PFC)) if chance.often(2) else PFC if model.mode == "pfc" else PAUSE
        times = [self.quanta(chance) for _ in range(8)]
        vector = chance.below(256) if chance.often(1) else model.rx_prio
        parameters = octets(times[0]) if opcode == PAUSE else octets(vector) + b"".join(map(octets, times))
        destination, source, type_ = MULTICAST, OTHER, TYPE
        if not chance.often(1):
            destination = chance.of((model.address, self.other_address(chance), model.unicast or model.address,
                                     model.pfc_multicast or MULTICAST))
        if not chance.often(7):
            parameters = bytes((chance.below(256),)) + parameters[1:]  # the octet of the vector that is reserved
        if not chance.often(7):
            opcode = chance.of((0, 2, 0x0100, 0x0102, 0x0201, 0xffff, chance.below(0x10000)))
        if not chance.often(7):
            type_ = chance.of((0x8809, 0x0888, 0x8100, 0x0800, 46))
        frame = (destination + source + octets(type_) + octets(opcode) + parameters).ljust(60, chance.of((b"\0", b"\xff")))
        if not chance.often(3):
            frame = frame[:14 + chance.below(47)]
        elif not chance.often(7):
            frame += bytes(chance.of((1, 4, 1454)))
        return frame

    def other_address(self, chance):
        """An address that differs from one that is obeyed in one bit, or one of no meaning."""
        bit = chance.below(48)
        address = int.from_bytes(chance.of((MULTICAST, self.model.address)), "big")
        return chance.of(((address ^ 1 << bit).to_bytes(6, "big"), OTHER, bytes(6), b"\xff" * 6))

    @staticmethod
    def quanta(chance):
        least, beyond = chance.of(((0, 1), (1, 2), (0xffff, 0x10000), (0, 64), (0, 0x10000), (0, 1), (256, 257), (0, 8)))
        return least + chance.below(beyond - least)

    def set(self, chance):
        """One setting, or some of them."""
        values = {"mode": MODES, "prio": (0, 8, chance.below(256)), "rx_prio": (0, 255, chance.below(256)), "rx": (1, 0),
                  "tx": (1, 0), "forward": (0, 1), "ack": (0, 1), "speed": (0, *SPEEDS)}
        names = [chance.of(list(values))] if chance.often(1) else [name for name in values if not chance.often(3)]
        request = {name: chance.of(values[name]) for name in names}
        self.request(request)

    def request(self, request):
        self.log.append(f"set {request}")
        waits = self.model.waiting()
        allowed = self.port.set(request)
        self.demand("the request is allowed", allowed, self.model.set(self.now, **request))
        if waits and not self.model.waiting():
            self.ack_ended = self.now

    def check_frames(self, chance):
        """Receive checks. Which of them the port refuses as contradictory is for unit/test_filter.c: here it may."""
        if self.standard_checks:
            return
        model, n = self.model, chance.of(CLASSES)
        checks = {check for check in CHECKS if chance.often(3)} if chance.often(7) else None
        type_ = chance.of((TYPE, TYPE, TYPE, 0x8809))
        opcodes = chance.of(((PAUSE, PAUSE), (PFC, PFC)) if n >= 2 else ((0, 0xffff), (PAUSE, PFC), (1, 1)))
        unicast = chance.of((None, None, None, OTHER))
        multicast = chance.of((None, None, None, MULTICAST[:5] + b"\x02"))
        source = chance.of((OTHER, OTHER, OTHER, model.address))
        request = {("filter", n): 0 if checks is None else 1 + sum(CHECKS[check] for check in checks),
                   ("filter_type", n): type_, ("filter_opcode", n): opcodes[1] << 16 | opcodes[0]}
        request |= {("filter_address", i): int.from_bytes(address or b"", "big")
                    for i, address in enumerate((unicast, multicast, source))}
        if self.port.set(request):
            self.log.append(f"check {request}")
            model.checks[n], model.type[n], model.opcode[n] = checks, type_, opcodes
            model.unicast, model.pfc_multicast, model.source = unicast, multicast, source

    def send(self, chance):
        times = {n: self.quanta(chance) for n in range(8) if chance.below(2)} if chance.below(2) else {LINK: self.quanta(chance)}
        self.log.append(f"send {times}")
        frame = self.port.send(times)
        self.demand("the frame", frame, self.model.send(PAUSE if LINK in times else PFC, times))

    def relay(self, chance):
        frame = self.frame(chance)
        self.log.append(f"another program sends {frame[:34].hex(' ', 2)}, {len(frame)} octets")
        self.port.code.port_relay(ctypes.create_string_buffer(frame, len(frame)), len(frame))
        self.model.relay(frame)

    def acknowledge(self, chance):
        if chance.often(3):
            self.log.append("acknowledge")
            self.port.code.port_acknowledge()
            self.model.acknowledge(self.now)
        else:
            self.request({"ack": 0})

    def change_address(self, chance):
        self.model.address = bytes((2, 0, 0, 0, 0, chance.below(256)))
        self.log.append(f"address {self.model.address.hex()}")
        self.port.code.port_address(self.model.address)

    KINDS = 100 * (wait,) + 200 * (receive,) + 36 * (set,) + 12 * (check_frames, send, relay, acknowledge, change_address) + (flood,)


class Comparison:
    """LENGTH random steps for each seed: the first two examples of hypothesis are zeros, and those after the third like it."""

    def __init__(self, port):
        chance = strategies.binary(min_size=OCTETS, max_size=OCTETS)
        self.taken = 0

        @settings(max_examples=3, database=None, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES,
                  print_blob=False)
        @given(chance, strategies.lists(chance, min_size=LENGTH, max_size=LENGTH))
        def agree(beginning, chances):
            pair = Pair(port, Chance(beginning))
            for one in filter(any, chances):
                pair.step(Chance(one))
                self.taken += 1

        self.agree = agree


if __name__ == "__main__":
    steps, chosen = int(os.environ.get("STEPS", "20000")), int(os.environ.get("SEED", "1"))
    comparison = Comparison(Port(os.environ["PORT"]))
    try:
        while comparison.taken < steps:
            before = comparison.taken
            seed(chosen)(comparison.agree)()
            if comparison.taken == before:
                sys.exit(f"SEED={chosen}: no steps")
            chosen += 1
    except AssertionError as disagreement:
        print(f"SEED={chosen}", disagreement, sep="\n")
        sys.exit(1)
    print(f"module and model agree after each of {comparison.taken} steps")
