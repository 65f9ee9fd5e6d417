// SPDX-License-Identifier: MIT
// `phasebox pairs`: prints which boxes of a box file overlap, frame by frame, as a broadphase finds
// them.
#include <algorithm>
#include <utility>
#include <vector>

#include "cli/commands/box_job.hpp"

namespace phasebox::cli {
namespace {

// Warns that the broadphase may leave out pairs with these parameters. The warning goes to standard
// error, as the pairs may go to standard output.
void say_inexact(const BoxOptions& options) {
  std::string sets;
  for (const auto& [key, value] : options.sets)
    sets += fmt::format("{}{}={}", sets.empty() ? "" : " ", key, value);
  report({fmt::format("{} with {} is not exact: pairs may be left out", options.broadphase, sets)},
         kDone);
}

int run_pairs(const BoxOptions& options) {
  BoxJob job(options);
  if (!job.broadphase().is_exact()) say_inexact(options);
  std::vector<std::pair<std::int64_t, std::int64_t>> sorted;
  return job.run("a,b", [&](const Frame&, auto ids, const PairSink& pairs) {
    sorted.clear();
    for (const Pair p : pairs.items()) sorted.push_back(std::minmax({ids[p.a], ids[p.b]}));
    std::ranges::sort(sorted);
    for (const auto& [a, b] : sorted) job.add_line({a, b});
  });
}

}  // namespace

Run pairs_command(Options& to, const Program&) {
  const auto options = std::make_shared<BoxOptions>();
  add_boxes(to, *options);
  return [options] { return run_pairs(*options); };
}

}  // namespace phasebox::cli
