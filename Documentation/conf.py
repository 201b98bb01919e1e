# SPDX-License-Identifier: GPL-2.0
# How Sphinx builds these pages: make doc
import pathlib
import re

dkms = pathlib.Path(__file__).parent.parent / "dkms.conf"
project = "pausectl"
release = re.search(r'^PACKAGE_VERSION="(.*)"', dkms.read_text(), re.M).group(1)
html_theme = "sphinx_rtd_theme"
html_show_copyright = False
html_copy_source = False
man_pages = [("concepts", "pausectl", "concepts of PAUSE and priority flow control", "", 7)]
