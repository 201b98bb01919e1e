// SPDX-License-Identifier: GPL-2.0
/* The settings of a new port. */
#include "port/port.h"

/* Views show by it which settings differ. */
const struct pausectl_settings pausectl_settings_default = PAUSECTL_SETTINGS_DEFAULT;
