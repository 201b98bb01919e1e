# SPDX-License-Identifier: GPL-2.0
# How a program beside the tool is compiled: files of its own, and files of the tool. The Makefile that
# includes this sets OBJECTS, O, TOOL, and OWN, which the names of its own objects begin with.

$(OBJECTS): Makefile ../objects.mk | $(O)

$(O)/$(OWN)-%.o: %.c
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(O)/%.o: $(TOOL)/%.c
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(O):
	mkdir -p $@

-include $(OBJECTS:.o=.d)
