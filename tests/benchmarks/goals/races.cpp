// SPDX-License-Identifier: MIT
#include "races.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

#include <fmt/format.h>

#include "../peers/peer.hpp"
#include "base/number_format.hpp"
#include "cli/allocation_count.hpp"
#include "cli/commands/bench.hpp"
#include "cli/terminal.hpp"

namespace phasebox::goals {
namespace {

BenchOptions options_of(const Course& course, std::span<const std::string_view> ids) {
  BenchOptions options;
  options.launch.scene = course.scene;
  options.frames = course.frames;
  options.motion = course.motion;
  options.threads = course.threads;
  options.broadphases = fmt::format("{}", fmt::join(ids, ","));
  options.parts = {.heap = heap_meter(), .peers = peers::all()};
  return options;
}

}  // namespace

void give_up(const std::string& why) {
  fmt::print(stderr, "phasebox_goals: {}\n", why);
  std::exit(kOurFailure);
}

double worked() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

Recording recorded(std::string_view scene, std::uint32_t count, std::uint32_t frames) {
  BenchOptions options;
  options.launch.scene = scene;
  options.frames = frames;
  Result<BenchCase> c = bench_case(options, count);
  if (!c) give_up(c.error().text);
  return std::move(c->recording);
}

std::string Course::name() const {
  const auto at =
      std::ranges::find_if(motions(), [&](const MotionEntry& m) { return m.motion == motion; });
  return fmt::format("{}, {} boxes, {}{}", scene, grouped(count), at->id,
                     threads > 1 ? fmt::format(", {} threads", threads) : "");
}

std::vector<Lap> race(const Course& course, std::span<const std::string_view> ids) {
  const BenchOptions options = options_of(course, ids);
  const Result<BenchCase> c = bench_case(options, course.count);
  if (!c) give_up(c.error().text);
  RaceOptions how = race_options(options, *c);
  how.check_first = course.is_checked;
  how.warm_up = course.warm_up;
  how.count_tests = false;
  const BenchTable table = run_race(*c, how);
  std::vector<Lap> laps;
  for (const std::string_view id : ids) {
    const BenchRow* row = table.find(id);
    if (!row || row->verdict == RaceResult::Verdict::wrong)
      give_up(fmt::format("{}: {} is WRONG: {}", course.name(), id, row ? row->fault : "no row"));
    laps.push_back({std::string(id), row->ms, row->bytes.value_or(0)});
  }
  return laps;
}

std::vector<Lap> race(const Course& course, std::initializer_list<std::string_view> ids) {
  return race(course, std::span(ids.begin(), ids.size()));
}

const Lap& fastest(std::span<const Lap> laps) {
  return *std::ranges::min_element(laps, {}, [](const Lap& lap) { return lap.ms.mean; });
}

}  // namespace phasebox::goals
