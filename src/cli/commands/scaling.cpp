// SPDX-License-Identifier: MIT
// `phasebox scaling`: prints a map of where a broadphase becomes slow: over the number of sprites,
// and over their size, their clumping or a parameter.
#include "lab/scaling.hpp"

#include <algorithm>

#include "cli/commands/bench.hpp"
#include "collide/registry.hpp"
#include "lab/break_even.hpp"

namespace phasebox::cli {
namespace {

struct ScalingCommand {
  LaunchOptions launch;                 ///< scene, seed, parameters
  ScalingPlan plan;                     ///< what options say: counts, y, threads, budget
  std::string range;                    ///< "LO:HI:STEPS"; empty: the default range
  std::string broadphases = "all", of;  ///< those compared; the one whose map is drawn, or empty
  std::string break_even;               ///< the one to compare with brute force; empty: draw a map
  OutputFiles files;
};

/// Reads a --range "LO:HI:STEPS" and returns up to STEPS values of the quantity `y` from LO to HI,
/// at equal ratios and rounded. Fails for another form, or unless 0 < LO < HI <= 1e6 (clumping may
/// begin at 0) and STEPS is 2 to 64.
Result<std::vector<double>> read_range(const std::string& text, const std::string& y) {
  std::vector<double> numbers;
  for (const std::string_view word : split(text, ':'))
    if (const auto number = read_number<double>(word)) numbers.push_back(*number);
  if (numbers.size() != 3 || std::ranges::count(text, ':') != 2)
    return Error{fmt::format("--range: '{}' is not LO:HI:STEPS, such as 4:256:7", text)};
  const double lo = numbers[0], hi = numbers[1], steps = numbers[2];
  const bool may_begin = lo > 0 || (y == kClumping && lo == 0);
  if (!(may_begin && hi > lo && hi <= 1e6 && steps >= 2 && steps <= 64))
    return Error{fmt::format("--range: '{}' must rise from above 0 in 2 to 64 steps", text)};
  return scaling_values(y, lo, hi, static_cast<std::size_t>(steps));
}

/// Returns the broadphases to compare. "all" leaves out brute force, which would take most of the
/// time, and auto, which only runs other ones.
std::vector<const BroadphaseEntry*> entries_of(const ScalingCommand& c) {
  BenchOptions options;
  options.broadphases = c.broadphases;
  auto chosen = chosen_entries(options, 0);
  if (c.broadphases == "all")
    std::erase_if(chosen,
                  [](const BroadphaseEntry* e) { return e->role != BroadphaseRole::contender; });
  return chosen;
}

ScalingPlan plan_of(const ScalingCommand& c) {
  ScalingPlan plan = c.plan;
  for (const BroadphaseEntry* entry : entries_of(c)) plan.contestants.push_back({.entry = entry});
  plan.ys = must(c.range.empty() ? default_scaling_values(plan.y) : read_range(c.range, plan.y));
  if (plan.counts.empty()) plan.counts = scaling_counts();
  std::ranges::sort(plan.counts);
  plan.counts.erase(std::unique(plan.counts.begin(), plan.counts.end()), plan.counts.end());
  return plan;
}

/// Returns the index, among the contestants, of the broadphase whose map is drawn: the one of --of;
/// else the first that has the parameter of the y axis; else the first. Throws Refusal if --of
/// names none of them.
std::size_t shown_entry(const ScalingCommand& c, const ScalingPlan& plan) {
  std::vector<const BroadphaseEntry*> entries;
  for (const Contestant& contestant : plan.contestants) entries.push_back(contestant.entry);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const BroadphaseEntry& entry = *entries[k];
    if (c.of.empty() ? plan.y == "size" || plan.y == kClumping ||
                           find_param(entry.make()->params().rows, plan.y) != nullptr
                     : entry.id == c.of)
      return k;
  }
  if (c.of.empty()) return 0;
  throw Refusal{
      "--of: " +
      unknown_id("broadphase", c.of, std::span<const BroadphaseEntry* const>(entries)).text};
}

/// Does the work of a study, and shows a bar, until it is done or interrupted. Throws Refusal where
/// the study cannot be made.
template <class Start>
auto carried_out(const Start& how, Session session) {
  must(how.check(session));
  const auto work = how.work(std::move(session));
  ProgressBar bar;
  while (!was_interrupted() && work->advance()) bar.show(work->progress(), work->phase());
  return work->result();
}

/// Prints from how many sprites on a broadphase with narrowphase is faster than brute force.
int run_break_even(const ScalingCommand& c, Session session) {
  const BroadphaseEntry* entry = find_entry(broadphases(), c.break_even);
  if (!entry)
    throw Refusal{"--break-even: " + unknown_id("broadphase", c.break_even, broadphases()).text};
  const command::StartBreakEven search{contestant_of(*entry, session)};
  print(break_even_text(carried_out(search, std::move(session))) + "\n");
  return was_interrupted() ? kInterrupted : kDone;
}

int run_scaling(const ScalingCommand& c) {
  LaunchOptions launch = c.launch;
  if (!launch.scene) launch.scene = kDefaultWorkload;
  if (!c.break_even.empty()) return run_break_even(c, session_of(launch));
  ScalingPlan plan = plan_of(c);
  const std::size_t shown = shown_entry(c, plan);
  c.files.check(input_file(c.launch));
  const ScalingMap map = carried_out(plan, session_of(launch));
  print(scaling_text(map, shown));
  c.files.write("--csv", [&] { return scaling_csv(map); });
  if (was_interrupted()) return kInterrupted;
  return map.faults.empty() ? kDone : kOurFailure;
}

}  // namespace

Run scaling_command(Options& to, const Program&) {
  const auto c = std::make_shared<ScalingCommand>();
  to.text("--scene", "NAME", c->launch.scene, "Scene")
      .suggests(scene_ids)
      .by_default(kDefaultWorkload);
  add_counts(to, c->plan.counts, "Numbers of sprites, across").by_default("100 to 10,000");
  to.text("--y", "size|clumping|cell-size|group-size|KEY", c->plan.y,
          "Upwards: size of the sprites, from even to one heap, or a parameter of an algorithm")
      .by_default(c->plan.y);
  to.text("--range", "LO:HI:STEPS", c->range, "From, to and number of its values")
      .by_default("the parameter's");
  to.text("--broadphase", "all|ID,...", c->broadphases, "Which are compared")
      .suggests(broadphase_ids)
      .by_default(c->broadphases);
  to.text("--of", "ID", c->of, "Whose map is drawn")
      .suggests(broadphase_ids)
      .by_default("the first compared");
  to.text("--break-even", "ID", c->break_even,
          "Instead: from how many sprites on is it worth it, with narrowphase?")
      .suggests(broadphase_ids)
      .by_default("a map");
  add_sets(to, c->launch.sets);
  add_seed(to, c->launch);
  add_threads(to, c->plan.threads);
  to.number("--budget", c->plan.budget, 0.5, 100'000, "Seconds for the whole map");
  c->files.add(to, "--csv", "FILE", "Times and costs of all of them");
  return [c] { return run_scaling(*c); };
}

}  // namespace phasebox::cli
