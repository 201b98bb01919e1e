# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154,SC2034 # what lib.sh, model.sh and rules.sh set and use
#
# Draws random changes of settings, valid and invalid. A change goes to the array ask, which rules.sh
# judges, and to $words, the arguments of pausectl and tc. Source it after rules.sh.

words=""

draw() # COUNT: a number from 0 to COUNT - 1, in $drawn
{
	drawn=$(((RANDOM << 15 | RANDOM) % $1))
}

one_of() # WORD...; in $reply
{
	local choices=("$@")

	draw $#
	reply=${choices[drawn]}
}

# now_and_then: succeeds one time in ten
now_and_then()
{
	((RANDOM % 10 == 0))
}

# element NAME COUNT VALUE: draws one of the first COUNT elements of the setting, which becomes VALUE
element()
{
	local values

	would "$1"
	read -ra values <<<"$reply"
	draw "$2"
	values[drawn]=$3
	ask[$1]="${values[*]}"
	words+=" ${1//_/-} $drawn:$3"
}

# scalar NAME VALUE
scalar()
{
	ask[$1]=$2
	words+=" ${1//_/-} $2"
}

switch_words=(off on)
switch()
{
	draw 2
	ask[$1]=$drawn
	words+=" ${1//_/-} ${switch_words[drawn]}"
}

draw_mask() # a set of priorities as bits in $mask, and as a list in $reply
{
	local i bits=(0 0 0 0 0 0 0 0) list=""

	draw 256
	for i in {0..7}; do
		((!(drawn >> i & 1))) || { bits[i]=1; list+=",$i"; }
	done
	mask="${bits[*]}"
	reply=${list#,}
	reply=${reply:-none}
}

# Algorithms and percentages of classes. The last percentages do not add up to 100.
tsas=("strict strict strict strict strict strict strict strict" "ets ets strict strict strict strict strict strict"
	"ets ets ets strict strict strict strict strict" "strict strict ets ets ets ets strict strict"
	"ets ets strict strict strict strict strict strict")
bws=("0 0 0 0 0 0 0 0" "50 50 0 0 0 0 0 0" "50 30 20 0 0 0 0 0" "0 0 25 25 25 25 0 0" "50 49 0 0 0 0 0 0")

# pairs LIST: the values as 0:VALUE,1:VALUE,..., in $reply
pairs()
{
	local value i=0 list=""

	for value in $1; do
		list+=",$i:$value"
		i=$((i + 1))
	done
	reply=${list#,}
}

draw_shares()
{
	draw ${#tsas[@]}
	ask[tsa]=${tsas[drawn]}
	ask[tc_bw]=${bws[drawn]}
	pairs "${ask[tsa]}"
	words+=" tsa $reply"
	pairs "${ask[tc_bw]}"
	words+=" tc-bw $reply"
}

# Limits of one of buffers 4 to 7. One time in ten XON is above XOFF.
draw_buffer()
{
	local size xoff xon i name values

	draw 1000000
	size=$((drawn + 100000)) xoff=$((size / 2)) xon=$((size / 4))
	! now_and_then || xon=$((xoff + 1))
	i=$((RANDOM % 4 + 4))
	for name in size xoff xon; do
		would buffer_$name
		read -ra values <<<"$reply"
		values[i]=${!name}
		ask[buffer_$name]="${values[*]}"
		words+=" buffer-$name $i:${!name}"
	done
}

rates=(none 20000000 50000001 100000000 1000000000)
pause_words=(none pause asym pause-asym tx rx tx-rx auto)

# Checks of PAUSE frames. None contradicts the checks of control frames.
filters=("multicast+unicast+type+opcode" unicast+opcode type any off)

draw_filter()
{
	local values

	would filter
	read -ra values <<<"$reply"
	one_of "${filters[@]}"
	values[2]=$reply
	ask[filter]="${values[*]}"
	words+=" filter global-pause:$reply"
}

draw_alpha()
{
	local values

	would alpha
	read -ra values <<<"$reply"
	one_of static 1/128 1/2 1 8
	words+=" alpha 3:$reply"
	parts_of_128
	values[3]=$reply
	ask[alpha]="${values[*]}"
}

# Draws the source address. The other addresses stay as they are.
draw_address()
{
	local values

	would filter_address
	read -ra values <<<"$reply"
	one_of default 02:00:00:00:00:52 02:00:00:00:00:53
	values[2]=$reply
	ask[filter_address]="${values[*]}"
	words+=" filter-address source:$reply"
}

kinds=28

draw_setting() # KIND: draws a value of this setting, to ask and to words
{
	case $1 in
	0) one_of off pause pfc; scalar mode "$reply" ;;
	1) draw_alpha ;;
	2) switch rx ;;
	3) switch tx ;;
	4) draw_mask; ask[prio]=$mask; words+=" prio $reply" ;;
	5) draw 1000000; scalar delay_bits $((drawn + 1)) ;;
	6) one_of auto 10000000 100000000 1000000000 2500000001; scalar speed "$reply" ;;
	7) switch pace ;;
	8) one_of off on auto; scalar split_gso "$reply" ;;
	9) draw 10000000; scalar limit $((drawn + 1000000)) ;;
	10) element prio_tc 8 $((RANDOM % 8)) ;;
	11) draw_shares ;;
	12) one_of "${rates[@]}"; element maxrate 8 "$reply" ;;
	13) one_of "${pause_words[@]}" off off; scalar advertise "$reply" ;;
	14) one_of "${pause_words[@]}"; scalar partner "$reply" ;;
	15) one_of none tx rx both; scalar require "$reply" ;;
	16) draw 65535; element xoff_quanta 8 $((drawn + 1)) ;;
	17) draw 65535; element refresh_quanta 8 $((drawn + 1)) ;;
	18) element prio_buffer 8 $((RANDOM % 8)) ;;
	19) one_of none pcp "pcp,dscp" "dscp,ethtype,pcp" "port,dgram-port,stream-port"; scalar trust "$reply" ;;
	20) one_of off 1 10 100; element ecn 8 "$reply" ;;
	21) draw 1000000; scalar pool $((drawn + 16384)) ;;
	22) draw_filter ;;
	23) draw_address ;;
	24) switch ack ;;
	25) switch spoof_check ;;
	26) one_of off 80 8000; scalar guard_ms "$reply" ;;
	27) draw_buffer ;;
	esac
}

bad_words=("mode both" "prio 8" "speed 999999" "limit 16383" "delay-bits 1000000001" "trust pcp,pcp" "prio-tc 3:8"
	"maxrate 2:999" "xoff-quanta 5:65536" "ecn 3:101" "ecn-min 3:2gb" "alpha 3:9")

draw_bad() # COUNT: adds one of the first COUNT bad settings to words
{
	draw "$1"
	words+=" ${bad_words[drawn]}"
	bad=1
}

# draw_words: draws one to three different settings. One time in ten, another setting is out of range.
draw_words()
{
	local first=$((RANDOM % kinds)) count=$((RANDOM % 3 + 1)) i

	ask=() words="" bad=0
	for ((i = 0; i < count; i++)); do
		draw_setting $(((first + 7 * i) % kinds))
	done
	! now_and_then || draw_bad ${#bad_words[@]}
}
