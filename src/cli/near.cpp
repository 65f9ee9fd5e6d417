// SPDX-License-Identifier: MIT
// `phasebox near`: which boxes of a file overlap a given one, frame by frame, by any broadphase.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "collide/registry.hpp"
#include "io/boxes/box_file.hpp"
#include "lab/xray/event_text.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxTold = 200, kMaxKept = 10'000;  // events

std::string cost_table(std::span<const QueryCost> costs) {
  if (costs.empty()) return {};
  std::string text = fmt::format("\n{:<10}{:>12}{:>12}\n", "stop", "delimiters", "box tests");
  for (const QueryCost& cost : costs)
    text += fmt::format("{:<10}{:>12}{:>12}{}\n", cost.stop, grouped(cost.looked_at),
                        grouped(cost.tests), cost.is_chosen ? "  this walk" : "");
  return text;
}

std::string walk_text(const Walk& walk, const Scenery& scenery) {
  std::string text;
  std::size_t line = 0;
  for (const CodeLine& code : walk.how().code)
    text += fmt::format("{:>4}  {}\n", ++line, code.text);
  text += fmt::format("\n{:>7} {:>5}\n", "event", "line");
  const std::size_t told = std::min(walk.size(), kMaxTold);
  for (std::size_t n = 1; n <= told; ++n) {
    const auto lit = walk.line(n - 1);
    text += fmt::format("{:>7} {:>5}  {}\n", n, lit ? std::to_string(*lit + 1) : "-",
                        sentence(walk, n, scenery));
  }
  if (walk.size() > told)
    text += fmt::format("and {}\n", counted(walk.size() - told, "more event"));
  return text;
}

// What a query of the frame does, event by event, and what it costs.
std::string explained(const BoxJob& job, const BroadphaseEntry& chosen, const Frame& frame,
                      const RecordingCast& cast, const Aabb& box) {
  const BroadphaseEntry* const runs = job.broadphase->delegate();
  const BroadphaseEntry& entry = runs ? *runs : chosen;
  Recorder log(kMaxKept);
  Sink<SpriteId> found;
  std::vector<QueryCost> costs;
  job.broadphase->query(frame, box, found, &log);
  job.broadphase->query_costs(frame, box, costs);
  Walkthrough how = entry.walkthrough;
  how.code = how.query;
  const Walk walk(log.events(), how, WalkPhase::query);
  const Scenery scenery{.boxes = frame.boxes, .limit = {}, .ids = cast.ids(), .asked = box};
  return fmt::format("{}: {} of {} boxes found\n\n", entry.title, grouped(found.size()),
                     grouped(frame.size())) +
         walk_text(walk, scenery) + cost_table(costs);
}

std::string listed_ids(const BoxJob& job, std::int64_t number, std::span<const SpriteId> found,
                       const RecordingCast& cast) {
  std::vector<std::int64_t> ids;
  for (const SpriteId sprite : found) ids.push_back(cast.ids()[sprite]);
  std::ranges::sort(ids);
  std::string text;
  for (const std::int64_t id : ids)
    if (job.has_frames)
      append_line(text, {number, id});
    else
      append_line(text, {id});
  return text;
}

}  // namespace

int run_near(const NearOptions& options) {
  const Result<Aabb> box = parse_box(options.box);
  if (!box) return report({"--box: " + box.error().text});
  Result<BoxJob> job = begin_job(options);
  if (!job) return report(job.error());
  const BroadphaseEntry& entry = *find_entry(broadphases(), options.broadphase);
  std::string text = options.explains ? "" : job->has_frames ? "frame,id\n" : "id\n";
  Sink<SpriteId> found;
  for_each_frame(*job, [&](std::int64_t number, const Frame& frame, const RecordingCast& cast,
                           const PairSink&) {
    if (options.explains) {
      if (!text.empty()) text += "\n";
      if (job->has_frames) text += fmt::format("frame {}, ", number);
      text += explained(*job, entry, frame, cast, *box);
      return;
    }
    found.clear();
    job->broadphase->query(frame, *box, found, nullptr);
    text += listed_ids(*job, number, found.items(), cast);
  });
  report_trouble(*job);
  return deliver(options, text);
}

}  // namespace phasebox
