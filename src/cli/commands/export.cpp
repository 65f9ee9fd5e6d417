// SPDX-License-Identifier: MIT
// `phasebox export`: writes a broadphase as a header and a source that need nothing but the
// standard library.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/commands/commands.hpp"
#include "io/export/two_files.hpp"

namespace phasebox::cli {
namespace {

struct ExportCommand {
  std::string broadphase, out, name;  ///< id; folder; name of the files, empty: made of the id
  ParamTexts sets;
};

int run_export(const ExportCommand& c) {
  const BroadphaseEntry& entry = broadphase_named(c.broadphase);
  const auto broadphase = make_broadphase(entry, c.sets);
  const Result<TwoFiles> files = two_files_of(entry, broadphase->params(), c.name);
  if (files.failed()) return report({"export: " + files.error().text});
  if (auto status = write_two_files(*files, c.out); status.failed())
    return report({"--out: " + status.error().text});
  const auto lines =
      std::ranges::count(files->header, '\n') + std::ranges::count(files->source, '\n');
  return print(fmt::format(
      "{0}.hpp and {0}.cpp: {1}.\n{2}\nIn JavaScript take the npm package 'phasebox' "
      "instead: packaging/npm/phasebox.\n",
      files->name, counted(static_cast<std::uint64_t>(lines), "line"), files->beside_library));
}

}  // namespace

Run export_command(Options& to, const Program&) {
  const auto c = std::make_shared<ExportCommand>();
  to.text("--broadphase", "ID", c->broadphase, "Broadphase").suggests(broadphase_ids).required();
  add_sets(to, c->sets);
  to.text("--out", "FOLDER", c->out, "Folder for both files").required();
  to.text("--name", "NAME", c->name, "Name of the files and of their namespace")
      .by_default("the id, with _");
  return [c] { return run_export(*c); };
}

}  // namespace phasebox::cli
