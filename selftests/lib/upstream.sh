# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# For tests that run a selftest of Linux itself, as it is; sourced in place of lib.sh.
#
# The scripts come from Debian's sources of Linux, or from newer ones; see selftests/upstream/sources. They
# run on veth0, veth1 and so on. veth0 is linked to veth1, veth2 to veth3. Each end is a port.
#
# The scripts find the programs of selftests/upstream/adapter before those of the machine. An adapter turns
# what a script asks of a NIC or of another qdisc into what a port has for that. It passes on all else.
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"

# shellcheck disable=SC2154 # lib.sh sets it
upstream_adapters=$lib_dir/../upstream/adapter
upstream_dir=$TMP/selftests
upstream_exceptions=()

require bc dcb ethtool jq mausezahn ping
[[ -d ${PAUSECTL_UPSTREAM-} ]] || lack "PAUSECTL_UPSTREAM is no directory; selftests/upstream/sources prints it"
# In memory, because a script that waits for the host would measure that, too
cp -r "$PAUSECTL_UPSTREAM" "$upstream_dir"

# The scripts' own lib.sh sources this file. Newer scripts expect functions that the lib.sh of Linux 6.12
# lacks; a newer lib.sh replaces these by its own.
cat >"$upstream_dir/net/forwarding/forwarding.config" <<-'END'
	NETIF_CREATE=no
	WAIT_TIME=1
	PING_COUNT=3
	run_on() { shift; "$@"; }
	hw_stats_settle() { :; }
	cleanup() { pre_cleanup; }
	ktap_test_xfail() { __ktap_test ok "$1" XFAIL; KTAP_CNT_PASS=$((KTAP_CNT_PASS + 1)); }
END

# ports N [SETTING...]: makes N devices, linked in pairs, all up, and all of them ports
ports()
{
	local i count=$1
	shift

	for ((i = 0; i < count; i += 2)); do
		ip link add "veth$i" type veth peer name "veth$((i + 1))"
	done
	for ((i = 0; i < count; i++)); do
		ip link set "veth$i" up
		attach "veth$i"
		[[ $# == 0 ]] || pausectl set dev "veth$i" "$@"
	done
}

has_upstream() # SCRIPT
{
	[[ -e $upstream_dir/$1 ]]
}

# except PATTERN VERDICT REASON: cases of this name shall end with VERDICT instead of OK
except()
{
	upstream_exceptions+=("$1"$'\t'"$2"$'\t'"$3")
}

# cases_of OUTPUT: a line for each case: verdict, tab, name. A name that is not unique begins with what
# the script has said before.
cases_of()
{
	sed -nE '
		s/^Testing (.*), (streams .*)/\1, \2: /; T other; h; d
		: other
		s/^TEST: (.*[^ ]) +\[ ?([A-Z]+) ?\]$/\2\t\1/; t tell
		s/^not ok [0-9]+ (.*[^ ]) *$/FAIL\t\1/; t ktap
		s/^ok [0-9]+ (.*[^ ]) *# ([A-Z]+)$/\2\t\1/; t ktap
		s/^ok [0-9]+ (.*[^ ]) *$/OK\t\1/; t ktap
		d
		: ktap
		s/\t[a-z_]+\./\t/; s/ +$//; p; d
		: tell
		G; s/(.*)\t(.*)\n(.*)/\1\t\3\2/; s/ +$//; p' "$1"
}

tell_row() # SCRIPT CASE VERDICT REASON
{
	[[ -z ${VM_SHARE-} ]] || printf '%s\t%s\t%s\t%s\n' "$@" >>"$VM_SHARE/upstream"
}

# judge_case SCRIPT VERDICT CASE
judge_case()
{
	local exception pattern other why demanded=OK reason=""

	for exception in "${upstream_exceptions[@]}"; do
		IFS=$'\t' read -r pattern other why <<<"$exception"
		# shellcheck disable=SC2053 # a pattern
		if [[ $3 == $pattern ]]; then
			demanded=$other reason=$why
		fi
	done
	check_eq "$3${reason:+ ($reason)}" "$2" "$demanded"
	tell_row "$1" "$3" "$2" "$reason"
}

# leave_out SCRIPT PATTERN REASON: cases that this test does not run
leave_out()
{
	tell_row "$1" "$2" "not run" "$3"
}

# upstream SCRIPT N [VARIABLE=VALUE...]: runs the script, and judges its N cases
upstream()
{
	local script=$1 count=$2 status=0 verdict case
	shift 2

	(
		cd "$upstream_dir/${script%/*}"
		exec env "$@" PATH="$upstream_adapters:$PATH" UPSTREAM_TMP="$TMP" "./${script##*/}"
	) >"$TMP/upstream" 2>&1 </dev/null || status=$?
	cat "$TMP/upstream"
	cases_of "$TMP/upstream" >"$TMP/cases"
	while IFS=$'\t' read -r verdict case; do
		judge_case "$script" "$verdict" "$case"
	done <"$TMP/cases"
	check_eq "${script##*/}: cases" "$(wc -l <"$TMP/cases")" "$count"
	# A script ends with 1 if a case failed, and may end with 2 or 4 if one has ended as XFAIL or SKIP.
	if ((${#upstream_exceptions[@]} == 0)); then
		check_eq "${script##*/}: exit status" $status 0
	else
		check_between "${script##*/}: exit status" $status 0 4
	fi
}
