// SPDX-License-Identifier: MIT
// `phasebox export`: a broadphase as two files that need nothing but the standard library.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "collide/registry.hpp"
#include "io/export/two_files.hpp"

namespace phasebox {

int run_export(const ExportCommand& c) {
  const BroadphaseEntry* entry = find_entry(broadphases(), c.broadphase);
  if (!entry) return report(unknown_id("broadphase", c.broadphase, broadphases()));
  const auto broadphase = entry->make();
  if (auto error = set_params(*broadphase, entry->id, c.sets)) return report(*error);
  const Result<TwoFiles> files = two_files_of(*entry, broadphase->params(), c.name);
  if (!files) return report({"export: " + files.error().text});
  if (auto error = write_two_files(*files, c.out)) return report({"--out: " + error->text});
  return kDone;
}

}  // namespace phasebox
