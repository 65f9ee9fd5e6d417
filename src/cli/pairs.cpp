// SPDX-License-Identifier: MIT
// `phasebox pairs`: which boxes of a file overlap, frame by frame, by any broadphase.
#include <algorithm>

#include <fmt/format.h>

#include "cli/boxes.hpp"
#include "cli/cli.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"

namespace phasebox {
namespace {

using IdPair = std::pair<std::int64_t, std::int64_t>;

void sorted_by_id(const PairSink& pairs, const RecordingCast& cast, std::vector<IdPair>& sorted) {
  sorted.clear();
  for (const Pair p : pairs.items())
    sorted.push_back(std::minmax({cast.ids()[p.a], cast.ids()[p.b]}));
  std::ranges::sort(sorted);
}

// The pairs are not all: it is said beside them, never among them.
void say_inexact(const PairsOptions& options) {
  std::string sets;
  for (const auto& [key, value] : options.sets)
    sets += fmt::format("{}{}={}", sets.empty() ? "" : " ", key, value);
  report({fmt::format("{} with {} is not exact: pairs may be left out", options.broadphase, sets)},
         kDone);
}

}  // namespace

int run_pairs(const PairsOptions& options) {
  Result<BoxJob> job = begin_job(options);
  if (!job) return report(job.error());
  if (!job->broadphase->is_exact()) say_inexact(options);
  std::string text = job->has_frames ? "frame,a,b\n" : "a,b\n";
  std::vector<IdPair> sorted;
  for_each_frame(*job, [&](std::int64_t number, const Frame&, const RecordingCast& cast,
                           const PairSink& pairs) {
    sorted_by_id(pairs, cast, sorted);
    for (const auto& [a, b] : sorted)
      if (job->has_frames)
        append_line(text, {number, a, b});
      else
        append_line(text, {a, b});
  });
  report_trouble(*job);
  return deliver(options, text);
}

}  // namespace phasebox
