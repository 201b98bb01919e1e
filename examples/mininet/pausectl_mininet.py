# SPDX-License-Identifier: GPL-2.0
"""Links of Mininet with a pausectl port at both ends.

    from pausectl_mininet import PausectlLink
    self.addLink(host, switch, cls=PausectlLink, speed='10mbit', pace='on', prio='3')

Parameters are the settings of "pausectl set", with _ for -. params1 and params2 are for one end, as in
Mininet's own links.
"""
from mininet.link import Intf, Link


class PausectlIntf(Intf):
    "An interface with a pausectl port."

    def config(self, port=None, **params):
        # These are Mininet's own, the others are settings.
        own = {name: params.pop(name) for name in ('mac', 'ip', 'ipAddr', 'ifconfig', 'up') if name in params}
        result = super().config(**own)
        self.run('add', params)
        return result

    def set(self, **settings):
        "Change settings of the port: intf.set(prio='3,4', pace='on')"
        self.run('set dev', settings)

    def run(self, command, settings):
        "Run this command of pausectl in the namespace of the node. Its output, if any, is an error."
        words = [word for name, value in settings.items() for word in (name.replace('_', '-'), str(value))]
        output = self.cmd('pausectl', command, self.name, *words).strip()
        if output:
            raise RuntimeError(f"pausectl {command} {self.name} {' '.join(words)}: {output}")


class PausectlLink(Link):
    "A link with a pausectl port at both ends."

    def __init__(self, node1, node2, **params):
        super().__init__(node1, node2, cls1=PausectlIntf, cls2=PausectlIntf, **params)

    def set(self, **settings):
        "Change settings of both ports."
        self.intf1.set(**settings)
        self.intf2.set(**settings)


# For mn --custom pausectl_mininet.py --link pausectl,speed=10mbit. The mn of Mininet 2.3.0 leaves a dictionary
# "links" aside, and takes this one in place of its own.
LINKS = {'default': Link, 'pausectl': PausectlLink}
