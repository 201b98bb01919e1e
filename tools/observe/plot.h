/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_PLOT_H
#define PAUSECTL_PLOT_H

/*
 * Let the script plot/plot make @format of a recording, on standard output, or in the file
 * @output if that is not NULL. A status. "text" and "json" are what trace says.
 */
int plot_run(const char *file, const char *format, const char *output);

#endif /* PAUSECTL_PLOT_H */
