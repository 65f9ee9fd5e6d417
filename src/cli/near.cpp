// SPDX-License-Identifier: MIT
// `phasebox near`: which boxes of a file overlap a given one, frame by frame, by any broadphase.
#include <algorithm>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "io/box_recording.hpp"

namespace phasebox {

int run_near(const NearOptions& options) {
  const Result<Aabb> box = parse_box(options.box);
  if (!box) return report({"--box: " + box.error().text});
  Result<BoxJob> job = begin_job(options);
  if (!job) return report(job.error());
  std::string text = job->has_frames ? "frame,id\n" : "id\n";
  Sink<SpriteId> found;
  std::vector<std::int64_t> ids;
  for_each_frame(*job, [&](std::int64_t number, const Frame& frame, const RecordingCast& cast,
                           const PairSink&) {
    found.clear(), ids.clear();
    job->broadphase->query(frame, *box, found, nullptr);
    for (const SpriteId sprite : found.items()) ids.push_back(cast.ids()[sprite]);
    std::ranges::sort(ids);
    for (const std::int64_t id : ids)
      if (job->has_frames)
        append_line(text, {number, id});
      else
        append_line(text, {id});
  });
  return deliver(options, text);
}

}  // namespace phasebox
