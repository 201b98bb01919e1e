#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# pausectl -n enters a network namespace. pausectl -b runs the lines of a file, and its errors name the
# line. A bad line ends the batch, except with --force, and changes nothing itself.
. "${0%/*}/../../lib/lib.sh"

port_pair
partner_port

# Namespaces
runs 0 "$LINK: mode pause*" -n "$PEER" show
runs 0 "" "--netns=$PEER" set "$LINK" prio 3
runs 0 "[[]{\"ifname\":\"$LINK\"*" -j -netns "$PEER" show "$LINK"
check_setting mode pause
# doctor reads sysfs, which is that of the namespace.
ip -n "$PEER" link add bridge up type bridge
ip -n "$PEER" link add plain up master bridge type dummy
ip -n "$PEER" link set "$LINK" master bridge
runs 3 "*frames that leave the bridge by plain stop nobody*" -n "$PEER" doctor "$LINK"
runs 2 "*netns nosuch: no such network namespace" -n nosuch show
runs 1 '*netns "../x": allowed are*see pausectl help' -n ../x show
usage 'netns "": allowed are' -n "" show
usage '-n: value missing' -n
: >/run/netns/gone-$$
finally "rm /run/netns/gone-$$"
runs 2 "*netns gone-$$: the network namespace is gone" -n gone-$$ show

# Batches
cat >"$TMP/good" <<-END
	# a comment

	set $DUT limit 1mb	# another one
	  set	dev $DUT prio 3:on 4:on
	show $DUT
END
runs 0 "$DUT: mode pfc prio 3,4 speed * limit 1mb" -b "$TMP/good"
runs 0 '[[]{*}]' -j -batch "$TMP/good"
cat >"$TMP/bad" <<-END
	set $DUT limit 2mb
	set $DUT limit 1k
	set $DUT limti 3mb
	set $DUT prio 5
END
refusal="pausectl: $TMP/bad:2: set dev $DUT: limit: allowed are *octets"
runs 2 "$refusal" -b "$TMP/bad"
check_settings limit 2097152 prio 3-4
runs 2 "$refusal"$'\n'"pausectl: $TMP/bad:3: option \"limti\": unknown (did you mean \"limit\"?); see pausectl help set" \
	-force -b "$TMP/bad"
check_settings limit 2097152 prio 5
# A query that fails leaves nothing behind.
printf 'show nosuch\nshow %s\n' "$DUT" >"$TMP/queries"
runs 2 '*:1: *no such device*[[]{*}]' -j -b "$TMP/queries" --force

printf 'set %s limit 16mb' "$DUT" >"$TMP/cut"
runs 1 "pausectl: $TMP/cut:1: *no end*" -b "$TMP/cut"
check_setting limit 2097152
printf 'set %s limit 3mb #%4096d\nset %s limit 4mb\n' "$DUT" 0 "$DUT" >"$TMP/long"
runs 1 "pausectl: $TMP/long:1: *too long*4095*" -b "$TMP/long"
check_setting limit 2097152
runs 1 "pausectl: $TMP/long:1: *too long*4095*" -b "$TMP/long" --force
check_setting limit 4194304
printf 'set %s limit 1mb\0\n' "$DUT" >"$TMP/zero"
runs 1 "pausectl: $TMP/zero:1: *octet 0*" -b "$TMP/zero"
runs 1 "pausectl: $TMP/nosuch: No such file or directory" -b "$TMP/nosuch"
runs 1 "pausectl: $TMP:1: Is a directory" -b "$TMP"
usage '-b: value missing' -b
usage 'no command may follow' -b "$TMP/good" show
usage '--force: allowed only with -b' --force show
check_eq "a batch from a pipe" "$(echo "show $DUT" | pausectl -b - | grep -c "^$DUT")" 1
check_eq "a batch from a pipe of a namespace" "$(echo "show" | pausectl -n "$PEER" -b - | grep -c "^$LINK")" 1
check_eq "a pipe that closes at once" "$(pausectl -b - </dev/null 2>&1)" ""
check_refused "an output that is full" 2 "*could not write*" \
	bash -c "echo show | pausectl -b - >/dev/full"

# A signal that ends monitor also ends the batch.
printf 'monitor for 60\nset %s limit 1mb\n' "$DUT" >"$TMP/monitor"
listener batch pausectl -b "$TMP/monitor"
kill "$job"
status=0
wait "$job" || status=$?
check_eq "status of the batch that a signal ended" $status 143
check_setting limit 4194304
