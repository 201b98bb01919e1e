# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests of trusted fields. The functions make frames for every selector of the APP table, in hex, in
# $reply. Source it in place of lib.sh.
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"

# shellcheck disable=SC2034 # for those who source it
TCP=6 UDP=17 DCCP=33 SCTP=132

# ethernet TYPE PAYLOAD, in hex
ethernet()
{
	reply=020000000088020000000099$1$2
}

# transport SOURCE-PORT DESTINATION-PORT: a header, and octets that fill a frame
transport()
{
	printf -v reply '%04x%04x%080d' "$1" "$2" 0
}

# ipv4 DSCP [PROTOCOL SOURCE DESTINATION [FRAGMENT-OFFSET]]
ipv4()
{
	local header

	printf -v header '45%02x004000000%03x40%02x00000a0000010a000002' $(($1 << 2)) "${5:-0}" \
		"${2:-253}"
	transport "${3:-0}" "${4:-0}"
	ethernet 0800 "$header$reply"
}

# ipv4_options PROTOCOL SOURCE DESTINATION: with four octets of options
ipv4_options()
{
	local header

	printf -v header '460000440000000040%02x00000a0000010a00000201010100' "$1"
	transport "$2" "$3"
	ethernet 0800 "$header$reply"
}

addresses=fd000000000000000000000000000001fd000000000000000000000000000002

# ipv6 DSCP PROTOCOL SOURCE DESTINATION
ipv6()
{
	local header

	printf -v header '6%02x000000030%02x40' $(($1 << 2)) "$2"
	transport "$3" "$4"
	ethernet 86dd "$header$addresses$reply"
}

# ipv6_behind TYPE OPTIONS PROTOCOL SOURCE DESTINATION: behind an extension header of eight octets,
# whose last 7 octets are OPTIONS
ipv6_behind()
{
	local header

	printf -v header '600000000038%02x40' "$1"
	transport "$4" "$5"
	printf -v reply '%02x%s%s' "$3" "$2" "$reply"
	ethernet 86dd "$header$addresses$reply"
}
