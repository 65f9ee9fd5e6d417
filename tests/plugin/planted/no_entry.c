/* SPDX-License-Identifier: MIT */
/* A shared object that exports no phasebox_plugin. */
int nothing_of_interest(void) { return 0; }
