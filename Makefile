# SPDX-License-Identifier: GPL-2.0
# make help lists the targets.

# The kernel to build for: a full version, or 6.1, 6.12 or another series for the newest of it
KVER ?= $(shell uname -r)
KERNEL ?= $(default)
TESTS ?= .
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 1800
# Where install puts things. A packager overrides these, and SBINDIR, MANDIR and so on of tools/Makefile.
PREFIX ?= /usr/local
DESTDIR ?=
INCLUDEDIR ?= $(PREFIX)/include
MODULEDIR ?= /lib/modules/$(version)/updates
SOURCEDIR ?= /usr/src/pausectl-$(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)
places = PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)

# harness/vm/kernel downloads or builds a kernel if need be, and says so
version := $(or $(if $(filter-out file,$(origin KVER)),$(shell harness/vm/kernel $(KVER))),$(KVER))
# 6.12, or the newest of a Debian without it
default = $(shell harness/vm/kernel default)
cache := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/pausectl
headers := $(firstword $(wildcard $(cache)/kernel-$(version)/build) /lib/modules/$(version)/build)
build := $(or $(PAUSECTL_BUILD),$(CURDIR)/build)
# A kernel of another Debian needs that one's compiler. Programs are of the kernel's architecture.
there := $(if $(wildcard $(cache)/kernel-$(version)/suite),harness/vm/kbuild $(version),$(MAKE))
kbuild := $(there) -C $(headers)
programs := $(if $(filter %-arm64 %-armmp %-s390x,$(version)),$(there),$(MAKE)) -C $(CURDIR)
module := $(build)/$(version)/$(if $(APART),apart,module)
sources := Kbuild dkms.conf mac_ctrl/compat.mk $(wildcard mac_ctrl/*.[ch] mac_ctrl/*/*.[ch])

.DEFAULT_GOAL := all
.PHONY: all module tool snmp probe station demo demo-lossless demo-deadlock demo-roce demo-session experiment experiments oracle bench vm test check check-host check-vm check-kernel check-upstream check-debug check-night soak check-races check-races-rt check-model check-mutants check-rt coverage conformance conformance-wire conformance-all fuzz doc generate install install-tools install-module install-source uninstall uninstall-tools uninstall-module uninstall-source in-tree check-in-tree deb rpm dist check-packages check-distro check-plans check-tools check-cross check-arm64 check-examples check-kselftest clean help

##@ Build

all: module tool snmp ## build module, tool and subagent of SNMP for this kernel, or KVER=VERSION

# The module is built in a copy, so that the objects of several kernels stay apart and the sources
# stay clean. APART=y compiles each file apart, see Kbuild.
module: ## build the module alone, build/VERSION/module/pausectl.ko
	@test -d $(headers) || { \
		echo "no headers of kernel $(version): apt-get install linux-headers-$(version)," \
			"or choose an installed one by KVER=" >&2; exit 1; }
	@mkdir -p $(module)
	@cp -pu --parents $(sources) $(module)
	+$(kbuild) M=$(module) $(if $(findstring -gcov-,$(version)),GCOV_PROFILE=y) modules

tool: ## build the command line tool alone, build/tools/pausectl
	+$(programs)/tools O=$(build)/tools

# After the tool, because both are made of the same objects
snmp: tool ## build the subagent of SNMP, build/tools/pausectl-snmp, if libsnmp-dev is there
	+$(programs)/tools O=$(build)/tools snmp

probe: ## build the selftests' own modules, build/VERSION/probe/
	@mkdir -p $(build)/$(version)/probe
	@cp -pu selftests/modules/Kbuild selftests/modules/*.c mac_ctrl/compat.* $(build)/$(version)/probe
	+$(kbuild) M=$(build)/$(version)/probe modules

station: ## build the testing station of the selftests, build/selftests/bin/station
	@mkdir -p $(build)/selftests
	+$(programs)/selftests OUTPUT=$(build)/selftests

##@ Try

demo: ## show what it does: two ports, PFC and PAUSE, a picture in build/demo
	@harness/deps/install demo
	@harness/demo/run

demo-lossless: ## an incast on a bridge, without PFC and with it, a picture in build/demo-lossless
	@harness/deps/install demo
	@harness/demo/run lossless

demo-deadlock: ## three switches in a ring deadlock, their watchdogs free them, a picture in build/demo-deadlock
	@harness/deps/install demo
	@harness/demo/run deadlock

demo-roce: ## eight RoCE senders and one receiver, without PFC, with it and with ECN, a picture in build/demo-roce
	@harness/deps/install demo-roce
	@harness/demo/run roce

demo-session: ## a terminal session with the tool, for asciinema, in build/demo-session
	@harness/deps/install demo
	@harness/demo/run session

experiment: ## what a paper claims, tried on a real network stack, NAME=guo-2016-storm: build/experiments/NAME
	@test -n "$(NAME)" || { echo "experiment: NAME is not set: make experiment NAME=guo-2016-storm" >&2; exit 1; }
	@harness/deps/install experiments
	@experiments/run $(NAME)

experiments: ## all of experiments/
	@harness/deps/install experiments
	@experiments/run

oracle: ## traces of ten scenarios for authors of simulators, made twice, in build/oracle
	@harness/deps/install experiments
	@experiments/oracle/run

vm: override export RUN := $(value RUN)
vm: ## a shell in a guest with the module loaded, or RUN=COMMAND; KERNEL=6.1, 7.3 or another, ICOUNT=yes: deterministic time
	@harness/deps/install vm
	@harness/vm/shell $(KERNEL) $(if $(ICOUNT),--icount)

bench: ## measure it beside other qdiscs, figures in build/bench
	@harness/deps/install bench
	@harness/bench/run

##@ Test

test: ## host checks, and the functional tests that take no more than seconds, on one kernel
	@harness/deps/install check
	@KERNELS=$(default) KINDS="icount smp" SHORT=yes selftests/check

check: ## everything: Linux 6.1, 6.12 and some of 7.3, or KERNELS="6.12 7.3", all lint
	@harness/deps/install check
	@selftests/check

check-host: ## the checks that need no guest
	@harness/deps/install check
	@selftests/check host

check-vm: ## functional tests, KERNEL=6.1, 7.3 or another, TESTS=PATTERN
	@harness/deps/install check
	@KERNELS='$(KERNEL)' TESTS='$(TESTS)' selftests/check vm

check-kernel: ## all tests in guests on the kernel of TREE, a directory or tarball of sources, built if need be
	@test -n "$(TREE)" || { echo "check-kernel: TREE is not set: make check-kernel TREE=linux-6.18" >&2; exit 1; }
	@harness/deps/install debug
	@version=$$(harness/vm/debug-kernel tree "$(TREE)") && \
		KERNELS=$$version TESTS='$(TESTS)' selftests/check vm

kasan = kasan$(if $(filter command line,$(origin KERNEL)),-$(KERNEL))
check-debug: ## the tests that measure no time, on a 6.12, or KERNEL=7.3, with KASAN, lockdep, kmemleak, built if need be
	@harness/deps/install debug
	@harness/vm/debug-kernel $(kasan) > /dev/null
	@KERNELS=$(kasan) KINDS="icount smp" TESTS='$(TESTS)' selftests/check vm

check-night: ## the slow rest: each test on each kernel, Linux's own selftests, the wire, planted defects, kselftest, in-tree, other architectures
	@harness/deps/install check
	@status=0; for kernel in $$(harness/vm/kernel all) $$(harness/vm/kernel newer); do \
		KERNELS=$$kernel KINDS="conformance icount smp upstream night" selftests/check vm || status=1; \
	done; \
	for rest in check-plans conformance-wire conformance-all check-differential check-mutants check-kselftest check-in-tree check-cross check-arm64 "experiment NAME=headroom-delay"; do \
		$(MAKE) $$rest || status=1; done; exit $$status

check-plans: ## the cases of testers' plans in a guest, see Documentation/plans.rst
	@harness/deps/install check
	@for target in module probe; do $(MAKE) -s $$target KVER=$(default); done
	@$(MAKE) -s tool station
	@selftests/plans/run

check-kselftest: ## the functional tests by the kernel's kselftest, in a guest without the harness, TESTS=PATTERN chooses some
	@harness/deps/install check
	@$(MAKE) -s module tool snmp KVER=$(default)
	@TESTS='$(TESTS)' selftests/lint/kselftest guest

check-in-tree: ## the patches of in-tree on a 6.12, or KERNEL=7.3: checkpatch, W=1, sparse, coccicheck, kselftest as a module and built in
	@harness/deps/install check-in-tree
	@$(MAKE) -s tool snmp station KVER=$(default)
	@TESTS='$(TESTS)' selftests/lint/in-tree $(if $(filter command line,$(origin KERNEL)),$(KERNEL))

check-distro: ## packages, demo and tests in a bare Debian, SUITE=bookworm, trixie or sid, TARGETS="demo test" chooses
	@harness/deps/install containers
	@selftests/distro $(or $(SUITE),trixie) $(TARGETS)

check-tools: ## the tests of dcb and ethtool with these programs of another Debian, SUITE=sid or trixie
	@harness/deps/install check
	@harness/deps/install containers
	@selftests/tools $(or $(SUITE),sid)

check-cross: ## build for arm64, armhf and s390x, sparse, unit tests by QEMU, KERNELS="6.12-armmp" chooses
	@harness/deps/install cross
	@selftests/cross $(KERNELS)

check-arm64: ## the tests that measure no time, in a guest of arm64, TESTS=PATTERN chooses
	@harness/deps/install arm64
	@KVER=6.12-arm64 PAUSECTL_BUILD=$(build)/arm64 KERNELS=6.12-arm64 KINDS="icount smp" TESTS='$(TESTS)' selftests/check vm

check-examples: ## run the labs of examples/ in guests, EXAMPLES="mininet two-vms" chooses
	@harness/deps/install examples
	@selftests/examples/run $(EXAMPLES)

soak: ## 64 ports churned at random on the debug kernel for SOAK_SECONDS=1800, CHURN_SEED chooses
	@harness/deps/install debug
	@harness/vm/debug-kernel $(kasan) > /dev/null
	@KERNELS=$(kasan) KINDS=smp TESTS='^random_churn$$' CHURN_SECONDS=$(SOAK_SECONDS) \
		selftests/check vm

check-races: races_kernel = kcsan
check-races: ## the tests for several CPUs on a 6.12 with KCSAN, built if need be
check-races-rt: races_kernel = kcsan-rt
check-races-rt: ## the same on a kernel that also has PREEMPT_RT
check-races check-races-rt:
	@harness/deps/install debug
	@harness/vm/debug-kernel $(races_kernel) > /dev/null
	@KERNELS=$(races_kernel) KINDS=smp TESTS='$(TESTS)' selftests/check vm

check-model: ## prove by spin that no wake-up and no XOFF is lost, and that each barrier is needed
	@harness/deps/install check
	@selftests/models/run

check-differential: ## compare pause timers, gate and counters with a model in Python, STEPS=1000000, SEED=1
	@harness/deps/install check
	@$(MAKE) -C selftests/differential O=$(build)/differential check

check-mutants: ## plant defects, and see that a test finds each, TESTS=PATTERN chooses some
	@harness/deps/install check
	@selftests/mutants/run $(if $(filter-out .,$(TESTS)),'$(TESTS)')

check-rt: ## the tests that measure no time, on PREEMPT_RT kernels of Debian
	@harness/deps/install rt
	@KERNELS='$(if $(filter command line,$(origin KERNEL)),$(KERNEL)-rt,$(addsuffix -rt,$(shell harness/vm/kernel all)))' \
		KINDS="icount smp" TESTS='$(TESTS)' selftests/check vm

coverage: ## the lines of the module that the tests reach, on a 6.12 with gcov, built if need be
	@harness/deps/install coverage
	@harness/vm/debug-kernel gcov > /dev/null
	@status=0; KERNELS=gcov KINDS="icount smp" TESTS='$(TESTS)' selftests/check vm || status=1; \
		selftests/coverage && exit $$status

conformance: ## tests after UNH-IOL's descriptions, and Linux's own selftests, in deterministic time, to Documentation/conformance.rst
	@harness/deps/install check
	@set -e; for kernel in $${KERNELS:-$$(harness/vm/kernel all)}; do \
		$(MAKE) -s module probe KVER=$$kernel; done
	@$(MAKE) -s tool station
	@selftests/conformance/host --write

conformance-wire: wire = selftests/wire/run --write
conformance-wire: ## UNH-IOL's tests on a wire outside the guest, figures to Documentation/conformance.rst
conformance-all: wire = EVERY=1 TIMES="0 65535" SPEEDS=10000000 selftests/wire/run virtio-net-pci
conformance-all: ## 31.1.2 on the same wire with each of the 65,536 times, at 10 Mb/s
conformance-wire conformance-all:
	@harness/deps/install check
	@$(MAKE) -s module KVER=$(default)
	@$(MAKE) -s tool station
	@$(wire)

check-upstream: ## all of Linux's own selftests that apply to ports, TREE=DIR: those of newer sources
	@harness/deps/install check
	@UPSTREAM_TREE='$(TREE)' KINDS=upstream TESTS='$(filter-out .,$(TESTS))' selftests/check vm

fuzz: ## fuzz the frame codec by libFuzzer and AFL++, FUZZ_SECONDS=60 each
	@harness/deps/install fuzz
	@$(MAKE) -C selftests/fuzz O=$(build)/fuzz SECONDS=$(FUZZ_SECONDS) run

doc: ## the documents as HTML, build/doc/html, and pausectl(7), build/doc/man
	@harness/deps/install doc
	@selftests/lint/doc
	@echo "build/doc/html/index.html"

generate: ## make the netlink code, tables and references from Documentation/netlink/specs, and the table of kernels
	@selftests/lint/generated --write
	@selftests/lint/kernels --write

##@ Install

install: install-tools install-module ## install tools and module, tools below PREFIX=/usr/local

install-tools: tool snmp ## the tools, their man pages, completion and units, the header
	$(MAKE) -C tools O=$(build)/tools $(places) install
	install -D -m 644 mac_ctrl/uapi/pausectl.h $(DESTDIR)$(INCLUDEDIR)/linux/pausectl.h

install-module: module ## the module, for the running kernel or KVER=VERSION
	install -D -m 644 $(module)/pausectl.ko $(DESTDIR)$(MODULEDIR)/pausectl.ko
	$(if $(DESTDIR),,depmod $(version))

install-source: ## the sources of the module for DKMS, to /usr/src/pausectl-VERSION
	install -d $(DESTDIR)$(SOURCEDIR)
	cp --parents $(sources) $(DESTDIR)$(SOURCEDIR)

uninstall: uninstall-tools uninstall-module ## remove what install has installed, with the same PREFIX

uninstall-tools:
	$(MAKE) -C tools $(places) uninstall
	rm -f $(DESTDIR)$(INCLUDEDIR)/linux/pausectl.h

uninstall-source:
	rm -rf $(DESTDIR)$(SOURCEDIR)

uninstall-module:
	rm -f $(DESTDIR)$(MODULEDIR)/pausectl.ko
	$(if $(DESTDIR),,depmod $(version))

##@ Package

in-tree: ## patches for the kernel of TREE, a directory of sources, and their cover letter, in build/in-tree
	@test -n "$(TREE)" || { echo "in-tree: TREE is not set: make in-tree TREE=../linux" >&2; exit 1; }
	@harness/deps/install in-tree
	@harness/in-tree/series "$(TREE)"

dist: ## the tarball of a release and its checksum, in build/dist, the same from each clone of this commit
	@harness/packages/dist

deb: ## packages for Debian, in build/deb, checked by lintian
	@harness/deps/install deb
	@harness/packages/deb

rpm: ## packages for RPM and their spec, in build/rpm, checked by rpmlint
	@harness/deps/install rpm
	@harness/packages/rpm

check-packages: ## install, use, upgrade and purge the Debian packages in a container and a guest
	@harness/deps/install packages
	@selftests/packages

clean: ## remove the folder build
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^##@/ { print "\n" substr($$0, 5) } \
		/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile
