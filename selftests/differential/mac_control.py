# SPDX-License-Identifier: GPL-2.0
"""The MAC Control sublayer of a port, written from IEEE 802.3 Clause 31 and IEEE 802.1Q Clause 36, not from the module.

A clause stands with what it demands. A clause without the name of its standard is of IEEE 802.3. What these standards leave
open is from Xilinx PG292 (receive checks, acknowledge), and from Documentation/abi.rst, which also has the names of settings
and counters. Times are whole nanoseconds.
"""

MULTICAST = bytes.fromhex("0180c2000001")  # 31B.1: assigned to PAUSE
TYPE = 0x8808  # 31.4.1.3: length/type of a MAC Control frame
PAUSE, PFC = 0x0001, 0x0101  # Annex 31A: opcodes
QUANTUM = 512  # 31B.2: bit times of a pause quantum
MIN_FRAME = 60  # 4.2.3.3: octets without the FCS; a MAC pads a shorter frame with zeros
LINK = 8  # the timer of PAUSE, after those of the eight priorities
NS = 10**9

GLOBAL_CONTROL, PRIORITY_CONTROL, GLOBAL_PAUSE, PRIORITY_PAUSE = CLASSES = range(4)  # PG292: gcp, pcp, gpp, ppp


def octets(number):
    return number.to_bytes(2, "big")


def number(field):
    return int.from_bytes(field, "big")


class Timer:
    """pause_timer of 31B.3.3. There are nine: PFC has one for each priority (802.1Q 36.1.3), PAUSE has one for the link."""

    def __init__(self):
        self.began = None  # when the pause that is running began
        self.end = None  # the first nanosecond after the time asked for; None: it does not count yet (PG292, acknowledge)
        self.asked = self.loaded = 0  # nanoseconds that the last frame asked for, and when it came
        self.speed = None  # at that time
        self.spent = self.pauses = 0  # nanoseconds and number of pauses that have ended

    def running(self):
        return self.began is not None

    def waiting(self):
        return self.running() and self.end is None

    def load(self, quanta, speed, now, acknowledge):
        """31B.3.3: the last frame wins, also with a shorter time. A quantum is of the speed when the frame comes (31B.2)."""
        self.asked = -(-quanta * QUANTUM * NS // speed)
        self.loaded, self.speed = now, speed
        waits = self.waiting() or not self.running() and acknowledge
        if not self.running():
            self.began = now
        self.end = None if waits else now + self.asked

    def count_from(self, time):
        self.end = time + self.asked

    def stop(self, now):
        if self.running():
            self.spent += now - self.began
            self.pauses += 1
            self.began = None


class MacControl:
    def __init__(self, address, speed):
        self.address = address
        self.link_speed = self.speed = speed  # bit/s
        self.mode = "pause"
        self.rx = self.tx = True
        self.rx_prio = 0
        self.forward = self.ack = False
        self.checks = [{"multicast", "unicast", "type", "opcode"} for _ in CLASSES]  # None: the class is off
        self.type = [TYPE] * 4
        self.opcode = [(0, 0xffff), (0, 0xffff), (PAUSE, PAUSE), (PFC, PFC)]
        self.unicast = self.pfc_multicast = self.source = None  # None: the address of the port; that of 31B.1; not set
        self.timers = [Timer() for _ in range(9)]
        self.count = dict.fromkeys((
            "rx_mac_control", "rx_malformed", "rx_wrong_address", "rx_unsupported_opcodes", "rx_filtered", "rx_ignored",
            "rx_pause", "rx_pfc_frames", "tx_mac_control", "tx_pause", "tx_pfc_frames"), 0)
        self.count |= {name: [0] * 8 for name in ("rx_pfc", "tx_pfc", "rx_packets")}
        self.count |= {name: [0] * 9 for name in ("rx_xoff", "rx_xon", "tx_xoff", "tx_xon")}

    # Reception

    def receive(self, frame, tagged, priority, now):
        """ReceiveFrame of 31.5.1. Return: whether the MAC client gets the frame.

        tagged: a VLAN tag stood where length/type stands, and has been taken off. The frame is data then (31.4.1.3).
        """
        passes = tagged or self.take(frame, now)
        if passes:
            self.count["rx_packets"][priority] += 1
        return passes

    def take(self, frame, now):
        of_type = number(frame[12:14]) == TYPE
        fails = [self.fails(n, frame) for n in CLASSES] if len(frame) >= 16 else [{"opcode"}] * 4
        control = not fails[GLOBAL_CONTROL] or not fails[PRIORITY_CONTROL]
        if not control and not of_type:
            return True
        self.count["rx_mac_control"] += 1  # 30.3.3.4
        if len(frame) < 16:
            self.count["rx_malformed"] += 1  # 31.4.1.4: no opcode
        elif not control:
            self.count[self.refusal(fails)] += 1
        else:
            self.accept(frame, fails, now)
        return control and self.forward

    def fails(self, n, frame):
        """PG292, Determining Pause Packets: the checks of the class that the frame fails. By default these are those of 31B.3.3:
        multicast or own address, length/type, opcode."""
        if self.checks[n] is None:
            return {"enable"}
        multicast = self.pfc_multicast if n in (PRIORITY_CONTROL, PRIORITY_PAUSE) and self.pfc_multicast else MULTICAST
        passes = {
            "multicast": frame[:6] == multicast,
            "unicast": frame[:6] == (self.unicast or self.address),
            "source": frame[6:12] == self.source,
            "type": number(frame[12:14]) == self.type[n],
            "opcode": self.opcode[n][0] <= number(frame[14:16]) <= self.opcode[n][1],
        }
        destination = {"multicast", "unicast"} & self.checks[n]
        if any(passes[check] for check in destination):
            passes |= dict.fromkeys(destination, True)
        return {check for check in self.checks[n] if not passes[check]}

    @staticmethod
    def refusal(fails):
        """Type 88-08, and no control frame: no class that is on takes the destination, or something else is wrong."""
        on = [fails[n] for n in (GLOBAL_CONTROL, PRIORITY_CONTROL) if fails[n] != {"enable"}]
        return "rx_wrong_address" if on and all({"multicast", "unicast"} & f for f in on) else "rx_filtered"

    def accept(self, frame, fails, now):
        """31.5.1: the opcode says what a control frame is. An unsupported one is discarded (30.3.3.5)."""
        if fails[GLOBAL_PAUSE] and fails[PRIORITY_PAUSE]:
            other = any(not {"enable", "opcode"} & fails[n] for n in (GLOBAL_PAUSE, PRIORITY_PAUSE))
            self.count["rx_filtered" if other else "rx_unsupported_opcodes"] += 1
            return
        opcode = PFC if fails[GLOBAL_PAUSE] else PAUSE
        times = self.parse(opcode, frame[16:])
        if times is None:
            self.count["rx_malformed"] += 1
        else:
            self.indicate(opcode, times, now)

    @staticmethod
    def parse(opcode, parameters):
        """31B.1 and 31D.1: the time for each timer that the frame names; None: it is cut too short for them.

        What stands behind is no part of a frame of the minimum size, to which a longer one is cut (31.5.1).
        """
        if len(parameters) < 2:
            return None
        if opcode == PAUSE:
            return {LINK: number(parameters[:2])}
        named = [n for n in range(8) if parameters[1] >> n & 1]  # the first octet of the vector is reserved
        if named and len(parameters) < 2 * named[-1] + 4:
            return None
        return {n: number(parameters[2 * n + 2:2 * n + 4]) for n in named}

    def indicate(self, opcode, times, now):
        """31B.3.3 and 802.1Q 36.1.3.3: time above 0 loads the timer, 0 ends the pause. Timers that are not named go on."""
        self.count_frame("rx", opcode, times)
        obeyed = self.obeyed()
        if not times.keys() <= obeyed:
            self.count["rx_ignored"] += 1
        for n in times.keys() & obeyed:
            if times[n]:
                self.count["rx_xoff"][n] += 1
                self.timers[n].load(times[n], self.speed, now, self.ack)
            else:
                self.count["rx_xon"][n] += 1
                self.timers[n].stop(now)

    def count_frame(self, way, opcode, times):
        self.count[way + ("_pause" if opcode == PAUSE else "_pfc_frames")] += 1  # 30.3.4.2, 30.3.4.3
        for n in times:
            if n != LINK:
                self.count[way + "_pfc"][n] += 1

    def obeyed(self):
        """802.1Q 36.1: PAUSE and PFC exclude each other."""
        if self.mode == "pause" and self.rx:
            return {LINK}
        if self.mode == "pfc":
            return {n for n in range(8) if self.rx_prio >> n & 1}
        return set()

    # The gate

    def gate(self):
        """31B.3.2, 802.1Q 36.1.3.2: the priorities that start no frame, as a mask. PAUSE stops all of them."""
        if self.timers[LINK].running():
            return 0xff
        return sum(1 << n for n in range(8) if self.timers[n].running())

    def waiting(self):
        return any(timer.waiting() for timer in self.timers)

    def acknowledge(self, now):
        """PG292: the transmitter has stopped, so each timer counts from now."""
        for timer in self.timers:
            if timer.waiting():
                timer.count_from(now)

    # Transmission

    def send(self, opcode, times):
        """31B.3.1, 31D.1: the frame of a request, padded as 4.2.3.3 says; None: the port may not send."""
        if self.mode == "off" or self.mode == "pause" and not self.tx:
            return None
        self.count["tx_mac_control"] += 1  # 30.3.3.3
        self.count_frame("tx", opcode, times)
        for n, quanta in times.items():
            self.count["tx_xoff" if quanta else "tx_xon"][n] += 1
        if opcode == PAUSE:
            parameters = octets(times[LINK])
        else:
            parameters = octets(sum(1 << n for n in times)) + b"".join(octets(times.get(n, 0)) for n in range(8))
        return (MULTICAST + self.address + octets(TYPE) + octets(opcode) + parameters).ljust(MIN_FRAME, b"\0")

    def relay(self, frame):
        """counters.rst: a control frame of another program counts when it comes to the queue, before it leaves."""
        opcode = number(frame[14:16])
        times = self.parse(opcode, frame[16:]) if opcode in (PAUSE, PFC) else None
        if times is not None:
            self.count_frame("tx", opcode, times)

    # Management

    def set(self, now, mode=None, prio=None, rx_prio=None, speed=None, **others):
        """abi.rst, mode: priorities switch to PFC, another mode clears them. A pause that runs goes on to its end, also at
        another speed. Return: whether the request is allowed."""
        if rx_prio is None:
            rx_prio = prio
        if prio or rx_prio:
            if mode not in (None, "pfc"):
                return False
            mode = "pfc"
        if mode is not None:
            self.mode = mode
        if rx_prio is not None:
            self.rx_prio = rx_prio
        if self.mode != "pfc":
            self.rx_prio = 0
        if speed is not None:
            self.speed = speed or self.link_speed
        for name, value in others.items():
            setattr(self, name, value)
        if not self.ack:  # abi.rst: what does not count yet counts from its reception
            for timer in self.timers:
                if timer.waiting():
                    timer.count_from(timer.loaded)
        return True

    def counters(self, now):
        return self.count | {
            "paused": [int(timer.running()) for timer in self.timers],
            "pause_duration_us": [(timer.spent + (now - timer.began if timer.running() else 0)) // 1000
                                  for timer in self.timers],
            "pause_transitions": [timer.pauses for timer in self.timers],
        }
