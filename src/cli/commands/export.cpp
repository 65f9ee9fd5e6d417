// SPDX-License-Identifier: MIT
// `phasebox export`: a broadphase as two files that need nothing but the standard library.
#include <memory>
#include <string>

#include "cli/commands/commands.hpp"
#include "cli/terminal.hpp"
#include "collide/registry.hpp"
#include "io/export/two_files.hpp"

namespace phasebox::cli {
namespace {

struct ExportCommand {
  std::string broadphase, out, name;  ///< id; folder; of files and namespace, empty: from the id
  ParamTexts sets;
};

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

}  // namespace

Run export_command(Options& to, const Program&) {
  const auto c = std::make_shared<ExportCommand>();
  to.text("--broadphase", c->broadphase, "Broadphase").required().of_type("ID");
  add_sets(to, c->sets);
  to.text("--out", c->out, "Folder for both files").required().of_type("FOLDER");
  to.text("--name", c->name, "Name of the files and of their namespace")
      .by_default("the id, with _")
      .of_type("NAME");
  return [c] { return run_export(*c); };
}

}  // namespace phasebox::cli
