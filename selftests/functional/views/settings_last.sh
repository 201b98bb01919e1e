#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# save writes settings to a file, and restore makes a port as the file says. A profile sets a port for a
# purpose. An error in a file names the line, changes nothing, and does not stop other files. A setting of the release
# before this one is a warning with the line, and the rest of the file applies.
. "${0%/*}/../../lib/lib.sh"
require dcb jq

shown()
{
	pausectl show "$DUT"
}

check_shown() # WHAT DEMANDED
{
	check_eq "$1" "$(shown)" "$2"
}

# fresh: a new port
fresh()
{
	detach
	attach
}

saved() # what save says of $DUT
{
	runs 0 "$DUT: saved to $config" save "$DUT"
}

port_pair
config=/etc/pausectl/$DUT.conf
install_profiles
private_etc
finally "rm -rf /etc/pausectl /etc/netns"
rm -rf /etc/pausectl
detach
runs 0 "there is no port: *" save
check_eq "folder of save without a port" "$(ls -d /etc/pausectl 2>/dev/null || :)" ""
attach
runs 0 "pausectl: warning: /etc/pausectl has no file of a port" restore

# --- profiles ----------------------------------------------------------------------------
check_eq "profiles" "$(pausectl profile | cut -d ' ' -f 1 | xargs)" "default lab nic pause roce switch"
fresh
new=$(shown)
for profile in lab nic pause roce switch; do
	fresh
	pausectl set "$DUT" profile $profile
	set=$(shown)
	check_eq "$profile leaves the port as it is" "$([[ $set != "$new" ]] || echo yes)" ""
	# The settings that are shown, in one set
	pausectl set "$DUT" profile default
	read -rd '' -a settings < <(pausectl profile $profile | sed '/^#/d') || :
	pausectl set "$DUT" "${settings[@]}"
	check_shown "$profile, as shown" "$set"
done
# Ports with these profiles may be partners, so they tell priorities in the same way.
for profile in roce switch nic; do
	pausectl set "$DUT" profile default
	pausectl set "$DUT" profile $profile
	reply_is "$profile: priorities" 'true ["dscp","pcp"] ["26:3","48:6"]' shown_of prio:3 trust dscp_prio
done
fresh
pausectl set "$DUT" profile roce speed 1gbit guard-ms 100
pausectl set "$DUT" profile default prio 5
check_shown "default, and prio beside it" "${new/mode pause rx on tx on/mode pfc prio 5}"
pausectl set "$DUT" profile default rx-prio 6
reply_is "default, and rx-prio beside it" "true false false" shown_of rx_prio:6 prio:5 tx_prio:6
runs 1 '*profile "default": *prio +5*' set "$DUT" profile default prio +5
pausectl set "$DUT" profile default
check_shown "default" "$new"
pausectl set "$DUT" guard-ms 90ms ecn 3:10%
reply_is "numbers with their units" "90 10" shown_of guard_ms ecn:3
pausectl set "$DUT" profile default
pausectl set "$DUT" profile roce watchdog off ecn 5:20
check_shown "roce, and settings beside it" "\
$DUT: mode pfc prio 3 speed 10gbit (link, quanta only) trust dscp,pcp
    tsa 0:ets,3:ets tc-bw 0:50,3:50
    ecn 3:10,5:20 ecn-min 3:20kb ecn-max 3:60kb
    dscp-prio 26:3,48:6"
runs 1 '*profile "roc": allowed are default, lab, * (did you mean "roce"?)*see pausectl help profile' set "$DUT" profile roc
check_eq "the profile default" "$(pausectl profile default)" "# All settings as in a new port"
check_eq "a profile in JSON" "$(pausectl -j profile roce | jq -c '.[] | [.name, (.file | sub(".*/"; "")), (.purpose | length > 9)]')" \
	'["roce","roce",true]'
runs 1 'pausectl: profile NAME DEV: gone, use "profile roce"; see pausectl help profile' profile roce "$DUT"
runs 1 '*profile "../roce": allowed are default, lab, nic, pause, roce, switch*' set "$DUT" profile ../roce
runs 1 '*profile: value missing*' set "$DUT" profile
pausectl set profile pause "$DUT"
check_setting mode pause
mkdir -p /etc/pausectl/profiles
printf '# Mine\nspeed 1gbit\nprio 9\n' >/etc/pausectl/profiles/nic
check_eq "a profile of the administrator" "$(pausectl -j profile | jq -r '.[] | select(.name == "nic").purpose')" Mine
runs 1 "*/etc/pausectl/profiles/nic:3: priority \"9\": allowed are 0 to 7*" set "$DUT" profile nic
check_setting speed auto
echo "# Nothing" >/etc/pausectl/profiles/nic
runs 1 "pausectl: /etc/pausectl/profiles/nic: the profile has no setting" set "$DUT" profile nic
mkdir /etc/pausectl/profiles/folder
check_eq "a folder is no profile" "$(pausectl profile | grep folder || :)" ""

# --- save and restore --------------------------------------------------------------------
saved
before=$(shown)
pausectl set "$DUT" prio 5 speed 1gbit limit 1mb ecn off
runs 0 "" restore "$DUT"
check_shown "as saved" "$before"
one_way=$(pausectl set "$DUT" profile default rx-prio 6; shown)
saved
pausectl set "$DUT" prio 3
runs 0 "" restore "$DUT"
check_shown "as saved, with rx-prio and no tx-prio" "$one_way"
pausectl set "$DUT" profile roce
reply_is "DSCPs of the profile" '["26:3","48:6"]' shown_of dscp_prio
dcb app add dev "$DUT" ethtype-prio 0x8906:3
before=$(shown)
saved
fresh
runs 0 "" restore
check_shown "a new port, as saved" "$before"
check_eq "JSON of save" "$(pausectl -j save | jq -r '.[].file')" "$config"
runs 0 "" restore "$DUT"
check_shown "as saved with JSON" "$before"

# Each setting of the table comes back.
pausectl set "$DUT" mode pause rx off tx off speed 1500001bit pace on limit 1mb trust none prio-tc 3:1 \
	tsa 0:strict,1:ets,3:strict tc-bw 0:0,1:100,3:0 maxrate 2:100mbit xoff-quanta 2:100 prio-buffer 7:1 buffer-size 1:1mb \
	delay-bits 5000 advertise pause-asym partner asym guard-ms 100 spoof-check on \
	filter global-pause:any filter-type 0x1234 forward on ack on \
	dscp-prio 10:1,10:2 ethtype-prio 0x8906:3 default-prio 4 stream-port-prio 860:4 dgram-port-prio 4791:5 port-prio 53:6
keep_settings
saved
fresh
runs 0 "" restore "$DUT"
check_kept "restored"

# --- bad files ---------------------------------------------------------------------------
before=$(shown)
printf 'speed 10gbit\nmod pfc\n' >"$config"
echo "mode pause" >"/etc/pausectl/aaa.conf"
printf 'speed 1gbit' >"/etc/pausectl/$LINK.conf"
runs 1 "*$config:2: option \"mod\": unknown (did you mean \"mode\"?)*" restore "$DUT"
check_shown "a bad line changes nothing" "$before"
printf 'speed 10gbit\nwatchdog 9:drop\n' >"$config"
runs 1 "*$config:2: *9*" restore "$DUT"
printf 'speed 10gbit\nwatchdog 3:drop\n' >"$config"
runs 2 "*$config: dev $DUT: watchdog: allowed are*" restore "$DUT"
check_shown "what the kernel refuses changes nothing" "$before"
printf 'ecn 10\necn 4:20\nprio 3\nprio 4\n' >"$config"
runs 1 "*$config:4: option \"prio\": given twice*" restore "$DUT"
echo "speed 10gbit" >"$config"
runs 2 "*aaa*no such device*the line has no end*" restore
check_shown "the good file among bad ones" "$DUT: mode pause rx on tx on speed 10gbit (configured, quanta only)"
runs 1 "*nosuch.conf: No such file*" restore nosuch
runs 1 "*option \"x\"*" restore "$DUT" x
runs 2 "*nosuch: no such device*" save nosuch

# --- devices of one name in two namespaces -----------------------------------------------
rm /etc/pausectl/*.conf
ip -n "$PEER" link add "$DUT" type dummy
pausectl -n "$PEER" add "$DUT" speed 1gbit
saved
runs 0 "$DUT: saved to /etc/netns/$PEER/pausectl/$DUT.conf" -n "$PEER" save "$DUT"
pausectl -n "$PEER" set "$DUT" speed auto
runs 0 "" -n "$PEER" restore
check_match "the port of the namespace" "$(pausectl -n "$PEER" show "$DUT")" "*speed 1gbit*"
runs 0 "" restore
check_shown "the port here" "$DUT: mode pause rx on tx on speed 10gbit (configured, quanta only)"
check_eq "what ip netns exec reads" "$(ip netns exec "$PEER" cat "$config")" "$(cat "/etc/netns/$PEER/pausectl/$DUT.conf")"
runs 1 "*/etc/netns/$PEER/pausectl/nosuch.conf: No such file*" -n "$PEER" restore nosuch

# --- settings of the release before this one -------------------------------------------------
rm "$config"
limit='gone, use "watchdog LIST:forward"' delay='gone, use "wait.bt for bpftrace"'
cat >/etc/pausectl/profiles/old <<END
# written by pausectl save
prio 3
pause-limit-ms 1000
delay-statistics
speed 100mbit delay-statistics on limit 1000000
watchdog 3:alert
END
for words in "restore $DUT" "set $DUT profile old"; do
	file=/etc/pausectl/profiles/old
	[[ $words != restore* ]] || file=$config
	[[ -e $file ]] || cp /etc/pausectl/profiles/old "$file"
	pausectl set "$DUT" profile default
	# shellcheck disable=SC2086 # words
	runs 0 "\
pausectl: $file:3: warning: option \"pause-limit-ms\": $limit
pausectl: $file:4: warning: option \"delay-statistics\": $delay
pausectl: $file:5: warning: option \"delay-statistics\": $delay" $words
	check_settings prio 3 speed 100000000 limit 1000000 watchdog "off off off alert off off off off off"
done
