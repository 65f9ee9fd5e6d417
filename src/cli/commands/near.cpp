// SPDX-License-Identifier: MIT
// `phasebox near`: prints which boxes of a box file overlap a given box, frame by frame.
#include <algorithm>

#include "cli/commands/box_job.hpp"
#include "io/boxes/box_rows.hpp"

namespace phasebox::cli {
namespace {

struct NearOptions : BoxOptions {
  std::string box;  ///< the value of --box, as typed
};

int run_near(const NearOptions& options) {
  if (const auto typed = parse_box(options.box); typed.failed())
    return report({"--box: " + typed.error().text});
  BoxJob job(options);
  const Result<Aabb> box = parse_box(options.box, job.recording().offset);
  Sink<SpriteId> found;
  std::vector<std::int64_t> sorted;
  return job.run("id", [&](const Frame& frame, auto ids, const PairSink&) {
    found.clear();
    job.broadphase().query(frame, *box, found, nullptr);
    sorted.clear();
    for (const SpriteId sprite : found.items()) sorted.push_back(ids[sprite]);
    std::ranges::sort(sorted);
    for (const std::int64_t id : sorted) job.add_line({id});
  });
}

}  // namespace

Run near_command(Options& to, const Program&) {
  const auto options = std::make_shared<NearOptions>();
  add_boxes(to, *options);
  to.text("--box", "X0,Y0,X1,Y1", options->box, "The box: min_x,min_y,max_x,max_y").required();
  return [options] { return run_near(*options); };
}

}  // namespace phasebox::cli
