// SPDX-License-Identifier: MIT
// `phasebox merge`: writes a box file whose static boxes are merged into fewer larger ones.
#include <algorithm>

#include "base/number_format.hpp"
#include "cli/commands/box_job.hpp"
#include "io/boxes/box_file.hpp"
#include "io/boxes/box_writer.hpp"
#include "lab/merged_statics.hpp"

namespace phasebox::cli {
namespace {

struct MergeOptions {
  std::string file;
  BoxReading reading;
  bool takes_all = false;
  OutputFiles files;
};

int run_merge(const MergeOptions& options) {
  if (options.file.empty()) return report({"merge: a file is required; phasebox merge FILE.csv"});
  const std::string bytes = begin_reading(options.file, options.files);
  BoxRecording boxes = recording_of(options.file, bytes, options.reading);
  if (options.takes_all) boxes.is_static.assign(boxes.ids.size(), 1);
  const auto statics = [](const BoxRecording& r) {
    return static_cast<std::uint64_t>(std::ranges::count(r.is_static, 1));
  };
  if (statics(boxes) == 0)
    return report(
        {fmt::format("{}: no box is static, so nothing can be merged; mark tiles by a "
                     "column 'static', or take all boxes with --all",
                     options.file)});
  const BoxRecording few = with_merged_statics(boxes);
  report({fmt::format("{} -> {}{}", counted(statics(boxes), "static box"), grouped(statics(few)),
                      few.size() > 1 ? ", all frames together" : "")},
         kDone);
  return deliver(options.files, box_recording_text(few, names_frames(bytes)));
}

}  // namespace

Run merge_command(Options& to, const Program&) {
  const auto options = std::make_shared<MergeOptions>();
  to.text("FILE", "", options->file, "Recorded boxes; - reads standard input");
  to.text("--boxes", "RECORDING.csv", options->file, "The same").excludes("FILE");
  add_reading(to, options->reading);
  to.flag("--all", options->takes_all, "Every box is a tile, and becomes static");
  options->files.add(to, "--out", "FILE", "File instead of standard output");
  return [options] { return run_merge(*options); };
}

}  // namespace phasebox::cli
