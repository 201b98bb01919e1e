// SPDX-License-Identifier: GPL-2.0
/* The settings of a new port. */
#include "port/port.h"

/* tc shows only the settings that differ from these. */
const struct pausectl_settings pausectl_settings_default = PAUSECTL_SETTINGS_DEFAULT;
