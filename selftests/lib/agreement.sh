# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests of PAUSE by agreement between two ports. The tests look at the settings and at frames on
# the wire. Source it in place of lib.sh.
#
#	this namespace
#	$DUT, with pausectl ---+--- $LINK, with pausectl
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"

# two_ports: makes both ends in this namespace, where pausectl and sysfs show both
two_ports()
{
	veth "$DUT" "$LINK"
	# At this speed a pause does not end by itself during a check.
	port "$DUT" speed 10mbit
	port "$LINK" speed 10mbit
}

# letter DEV: Frazier's letter for the directions in force, in $reply
letter()
{
	local rx

	setting rx_active "$1"
	rx=$reply
	setting tx_active "$1"
	case $reply$rx in
	00) reply=N ;;
	01) reply=R ;;
	10) reply=T ;;
	11) reply=B ;;
	esac
}

# data_sent DEV: the number of frames that the driver has taken, in $reply
data_sent()
{
	device_counter "$1" tx_packets
}

# sends FROM TO: asks FROM to send a PAUSE frame. The number of PAUSE frames that reach TO, 0 or 1, is in
# $reply.
sends()
{
	local before

	counter rx_pause "$2"
	before=$reply
	if pausectl send dev "$1" pause 0 2>"$TMP/refused"; then
		await 2 counter_reaches rx_pause $((before + 1)) "$2"
	fi
	counter rx_pause "$2"
	reply=$((reply - before))
}

# obeys DEV FROM: how many of 3 frames DEV holds back after a PAUSE frame from FROM, in $reply. station
# sends this PAUSE frame, whatever the settings of FROM are. In the end all 3 frames have left.
obeys()
{
	local before held

	counter rx_pause "$1"
	before=$reply
	station frame "$2" pause 60000
	await 2 counter_reaches rx_pause $((before + 1)) "$1"
	data_sent "$1"
	before=$reply
	station blast "$1" count 3 >/dev/null
	data_sent "$1"
	held=$((3 - (reply - before)))
	station frame "$2" pause 0
	await 2 all_sent "$1" $((before + 3))
	reply=$held
}

all_sent() # DEV COUNT
{
	data_sent "$1"
	((reply >= $2))
}

# check_flow WHAT DEV OTHER LETTER: the directions in force at DEV, by its settings and on the wire
check_flow()
{
	local sent=0 held=0

	case $4 in T | B) sent=1 ;; esac
	case $4 in R | B) held=3 ;; esac
	letter "$2"
	check_eq "$1: $2 does" "$reply" "$4"
	sends "$2" "$3"
	check_eq "$1: PAUSE frames from $2" "$reply" $sent
	((sent)) || check_match "$1: refused" "$(<"$TMP/refused")" "*advertise*agreed*"
	obeys "$2" "$3"
	check_eq "$1: frames of 3 that $2 held back when paused" "$reply" $held
}

# check_case WHAT LOCAL PARTNER LOCAL-CONFIG PARTNER-CONFIG: advertisements and letters
check_case()
{
	pausectl set dev "$DUT" advertise "$2"
	pausectl set dev "$LINK" advertise "$3"
	check_flow "$1" "$DUT" "$LINK" "$4"
	check_flow "$1" "$LINK" "$DUT" "$5"
}
