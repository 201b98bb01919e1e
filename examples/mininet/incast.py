#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Two hosts send to a third one through a bridge, without PFC and with it.

    h1, 10 Mb/s --- s1 --- h3, 10 Mb/s
    h2, 10 Mb/s ---/

usage: incast.py [--cli]    --cli: Mininet's command line afterwards
"""
import json
import sys
import time

from mininet.cli import CLI
from mininet.net import Mininet
from mininet.nodelib import LinuxBridge
from mininet.topo import Topo

from pausectl_mininet import PausectlLink

ROCE = 26  # the DSCP of priority 3


class Incast(Topo):
    "Three hosts at a bridge. The bridge has the small queues of a hardware switch."

    def build(self):
        switch = self.addSwitch('s1')
        for name in 'h1', 'h2', 'h3':
            self.addLink(self.addHost(name), switch, cls=PausectlLink, mode='off', speed='10mbit', pace='on',
                         trust='dscp', dscp_prio=f'{ROCE}:3', params2={'limit': '32k'})


def send(net, seconds=2):
    "h1 and h2 send 8 Mb/s each to h3, and print the frames that are lost."
    receiver = net['h3']
    ports = {'h1': '5201', 'h2': '5202'}
    servers = [receiver.popen('iperf3', '-s', '-1', '-p', port) for port in ports.values()]
    while receiver.cmd('ss -Htln').count('LISTEN') < len(ports):
        time.sleep(0.1)
    clients = {host: net[host].popen('iperf3', '-J', '-c', receiver.IP(), '-p', port, '-u', '-b', '8M',
                                     '-l', '1400', '--dscp', str(ROCE), '-t', str(seconds))
               for host, port in ports.items()}
    for host, client in clients.items():
        result = json.loads(client.communicate()[0])['end']['sum']
        print(f"{host} to h3: {result['lost_packets']} of {result['packets']} frames lost")
    for server in servers:
        server.wait()


def main():
    net = Mininet(topo=Incast(), switch=LinuxBridge, controller=None)
    net.start()
    try:
        net.pingAll(timeout=5)
        print('without PFC:', flush=True)
        send(net)
        for link in net.links:
            link.set(prio='3')
        print('with PFC for priority 3:', flush=True)
        send(net)
        if '--cli' in sys.argv[1:]:
            CLI(net)
    finally:
        net.stop()


if __name__ == '__main__':
    main()
