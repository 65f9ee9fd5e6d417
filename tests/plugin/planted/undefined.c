/* SPDX-License-Identifier: MIT */
/* A plug-in that was linked without a part of itself. */
#include "phasebox.h"

int that_is_nowhere(void);

const phasebox_plugin_broadphase* phasebox_plugin(uint32_t host_version) {
  (void)host_version;
  that_is_nowhere();
  return NULL;
}
