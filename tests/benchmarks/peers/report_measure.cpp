// SPDX-License-Identifier: MIT
// Which races are run for the report.
#include <cstdio>

#include <fmt/format.h>

#include "cli/terminal.hpp"
#include "collide/broadphase.hpp"
#include "peer.hpp"
#include "report.hpp"

namespace phasebox::peers {
namespace {

// Filling Bullet's sweep moves every new end past all ends on the third axis: minutes at 100,000.
constexpr unsigned kMaxForBulletSweep = 20'000;
constexpr unsigned kPoured = 1'003;  // a thousand and the three parts of the bowl

/// All but the slow ones for that count.
std::string field_of(unsigned count, bool with_peers) {
  std::string ids;
  const auto add = [&](const BroadphaseEntry* entry) {
    if (entry->id == "brute-force" && count > 1'000) return;
    if (entry->id == "bullet-sweep" && count > kMaxForBulletSweep) return;
    ids += fmt::format("{}{}", ids.empty() ? "" : ",", entry->id);
  };
  for (const BroadphaseEntry* entry : broadphases()) add(entry);
  for (const BroadphaseEntry* entry : all())
    if (with_peers) add(entry);
  return ids;
}

struct Plan {
  cli::BenchOptions options;
  std::vector<cli::BenchTable>& into;
};

void run(Plan plan, std::string_view workload, unsigned count) {
  if (cli::was_interrupted()) return;
  plan.options.launch.scene = workload;
  cli::BenchTable table;
  if (plan.options.whole_step) {
    table = cli::run_steps(plan.options, count);
  } else {
    const cli::BenchCase c = cli::bench_case(plan.options, count);
    table = cli::run_race(c, race_options(plan.options, c));
  }
  fmt::print("{}", cli::table_text(table));
  std::fflush(stdout);
  plan.into.push_back(std::move(table));
}

// One by one: sessions that step in turn take each other's data out of the cache, which costs such
// a step a third of its time.
void measure_pour(cli::BenchOptions options, std::vector<cli::BenchTable>& into) {
  options.frames = 300;
  options.budget = options.budget.value_or(cli::kDefaultBudget) * 10;
  for (const BroadphaseEntry* entry : broadphases()) {
    options.broadphases = entry->id;
    run({options, into}, "pour", kPoured);
  }
}

}  // namespace

bool is_peer(std::string_view name) {
  for (const BroadphaseEntry* entry : all())
    if (entry->id == name) return true;
  return false;
}

Findings measure(const cli::BenchParts& parts, double share) {
  Findings found;
  cli::BenchOptions options;
  options.parts = parts;
  options.budget = 1.2 * share;
  for (const std::string_view workload : kWorkloads)
    for (const unsigned count : kCounts) {
      options.broadphases = field_of(count, true);
      options.frames = count <= 1'000 ? 300 : count <= 10'000 ? 150 : 60;
      run({options, found.races}, workload, count);
    }
  options.threads = 2;
  for (const std::string_view workload : {"uniform", "clusters"})
    for (const unsigned count : {10'000u, 100'000u}) {
      options.broadphases = field_of(count, false);
      run({options, found.threads}, workload, count);
    }
  options.whole_step = true;
  options.frames = 60;
  run({options, found.steps}, "uniform", 100'000);
  measure_pour(options, found.pour);
  options.whole_step = false;
  options.threads = 1;
  options.frames = 10;
  options.broadphases = field_of(1'000'000, false);
  run({options, found.million}, "uniform", 1'000'000);
  return found;
}

}  // namespace phasebox::peers
