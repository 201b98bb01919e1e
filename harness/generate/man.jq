# SPDX-License-Identifier: GPL-2.0
# tools/pausectl/pausectl.8: the settings of set, a line each
include "settings";

def escape: gsub("\\\\"; "\\e") | gsub("-"; "\\-");

def line:
	grammar + " " * ([1, 56 - (grammar | length)] | max) + default_words | escape;

[groups[] | "\\fB\(.[0].group)\\fR", (.[] | line)] | join("\n")
