# SPDX-License-Identifier: GPL-2.0
# tools/pausectl/pausectl.8: the settings of set
include "settings";

def escape: gsub("\\\\"; "\\e") | gsub("-"; "\\-") | sub("^(?<first>[.'])"; "\\&\(.first)");

def entry:
	".TP\n.BI \"\(.name | escape) \" \"\(if .count > 1 then index_word + ":" else "" end)\(value_grammar | escape)\(if .count > 1 then ",..." else "" end)\""
	+ "\n\(.meaning | escape)"
	+ (if .kind == "switch" or .kind == "word" then "" else "\nAllowed are \(allowed_words | escape)." end)
	+ "\nDefault: \(default_words | escape).";

[groups[] | ".PP\nSettings, \(.[0].group):", (.[] | entry)] | join("\n")
