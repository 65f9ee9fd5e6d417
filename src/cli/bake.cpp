// SPDX-License-Identifier: MIT
// `phasebox bake`: the static boxes of a scene or a recording as a structure for a game's own code.
#include "lab/bake/bake.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "lab/bake/bake_export.hpp"
#include "lab/bake/bake_worth.hpp"

namespace phasebox {
namespace {

std::string table_text(const BakeWorth& worth) {
  std::string text = fmt::format("{:<28}  {:>14}  {:>14}  {:>11}\n", kBakeHeads[0], kBakeHeads[1],
                                 kBakeHeads[2], kBakeHeads[3]);
  for (const auto& [cells] : bake_table(worth))
    text += fmt::format("{:<28}  {:>14}  {:>14}  {:>11}\n", cells[0], cells[1], cells[2], cells[3]);
  return text;
}

std::string text_of(const BakeWorth& worth, const std::string& scene) {
  std::string text = fmt::format("{}: {}\n", scene, baked_text(worth));
  text += measured_text(worth) + "\n\n";
  text += table_text(worth) + "\n";
  for (const std::string& note : bake_notes(worth)) text += note + "\n";
  return text;
}

Status check(const BakeCommand& c) {
  const std::filesystem::path out = c.out;
  if (!c.out.empty() && out.extension() != ".json" && out.extension() != ".h")
    return Error{
        fmt::format("--out: '{}' is no file of a kind that is written; end its name in "
                    ".json or .h",
                    c.out)};
  const OutputFile output{"--out", c.out};
  return check_outputs({&output, 1}, input_file(c.launch));
}

Status write(const BakeCommand& c, const Baked& baked) {
  const std::filesystem::path out = c.out;
  return write_file_atomically(out, out.extension() == ".h"
                                        ? baked_c(baked, c_name(out.stem().string()))
                                        : baked_json(baked));
}

}  // namespace

int run_bake(const BakeCommand& c) {
  if (auto error = check(c)) return report(*error);
  Session session(builtin_images());
  if (auto error = configure(session, c.launch)) return report(*error);
  const std::string scene = c.launch.scene.value_or("");
  if (auto error = check_bake(session)) return report({scene + ": " + error->text});
  WorkLimit limit;
  BakeMeter meter(std::move(session), c.options, c.out.empty() ? c.frames : 0, limit);
  while (meter.advance()) {
  }
  const BakeWorth& worth = meter.result();
  if (!c.out.empty()) {
    if (auto error = write(c, *worth.baked)) return report(*error);
    return kDone;
  }
  if (const int code = print(text_of(worth, scene)); code != kDone) return code;
  return worth.wrong > 0 ? kOurFailure : kDone;
}

}  // namespace phasebox
