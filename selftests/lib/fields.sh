# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # for those who source it

# fields LINE: puts KEY=VALUE words into the array field
declare -A field
fields()
{
	local word

	field=()
	for word in $1; do
		field[${word%%=*}]=${word#*=}
	done
}
