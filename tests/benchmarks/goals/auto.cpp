// SPDX-License-Identifier: MIT
// Goals for auto: close to the best algorithm on any workload, with even frames, little memory, and
// a reset that is cheap. A few courses stand for all.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/statistics.hpp"
#include "base/stopwatch.hpp"
#include "collide/registry.hpp"
#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {
namespace {

/// Against all that is ever the best: beyond a thousand boxes these are grids, sweeps and lists.
std::vector<std::string_view> auto_and_others(std::uint32_t boxes) {
  std::vector<std::string_view> ids{"auto",         "neighbor-list", "hierarchical-grid",
                                    "uniform-grid", "spatial-hash",  "sort-and-sweep"};
  if (boxes <= 1'000)
    ids.insert(ids.end(),
               {"kd-tree", "aabb-tree", "quadtree", "brute-force", "incremental-sap", "rdc"});
  return ids;
}

/// Frame 0 is not timed. Boxes of 600 frames take a gigabyte at 100,000: there are fewer.
Course course_of(std::string_view scene, std::uint32_t boxes, Motion motion) {
  return {.scene = std::string(scene),
          .count = boxes,
          .motion = motion,
          .frames = boxes > 10'000 ? 120u : 600u,
          .warm_up = 1,
          .is_checked = false};
}

std::vector<Course> courses() {
  return {
      course_of("uniform", 10, Motion::normal),     course_of("clusters", 50, Motion::fast),
      course_of("uniform", 100, Motion::normal),    course_of("sparse", 100, Motion::statics),
      course_of("mixed", 200, Motion::still),       course_of("uniform", 1'000, Motion::normal),
      course_of("ratio", 1'000, Motion::teleport),  course_of("line", 1'000, Motion::statics),
      course_of("uniform", 10'000, Motion::normal), course_of("clusters", 10'000, Motion::normal),
      course_of("mixed", 10'000, Motion::fast),     course_of("thin", 10'000, Motion::jitter),
      course_of("sparse", 10'000, Motion::resting), course_of("uniform", 100'000, Motion::normal)};
}

/// The races of a course: what is asked of the same race is measured once.
class Races {
 public:
  explicit Races(Course course) : course_(std::move(course)) {}
  const std::vector<Lap>& laps(std::size_t race_number) {
    const auto ids = auto_and_others(course_.count);
    while (laps_.size() <= race_number) laps_.push_back(race(course_, ids));
    return laps_[race_number];
  }

 private:
  Course course_;
  std::vector<std::vector<Lap>> laps_;
};

Measured regret(const std::vector<Lap>& laps) {
  const Lap& best = fastest(std::span(laps).subspan(1));
  return {laps[0].ms.mean / best.ms.mean, "against " + best.id};
}

/// Where the algorithm that is run has such frames itself, auto can do no better.
Measured worst_frame(const std::vector<Lap>& laps) {
  const Lap& best = fastest(std::span(laps).subspan(1));
  return {laps[0].ms.worst / laps[0].ms.median,
          fmt::format("{} itself: {:.2g}", best.id, best.ms.worst / best.ms.median)};
}

Goal race_goal(std::string claim, double bar, const std::shared_ptr<Races>& races,
               Measured (*figure)(const std::vector<Lap>&)) {
  return {.claim = std::move(claim),
          .bar = bar,
          .unit = "",
          .measure = [=, k = std::size_t{0}]() mutable { return figure(races->laps(k++)); }};
}

std::unique_ptr<Broadphase> make(std::string_view id) {
  return find_entry(broadphases(), id)->make();
}

double ms_of(const std::function<void()>& work) {
  const Stopwatch watch;
  work();
  return watch.ms(true);
}

/// ns per call, in rounds of which the two take turns: of auto, beyond the one that it runs.
Measured beyond_the_chosen() {
  constexpr std::size_t kRounds = 25, kTimes = 200;
  const Recording frames = recorded("uniform", 10, 60);
  PairSink pairs;
  const auto both = std::array{make("auto"), make("brute-force")};
  std::array<std::vector<double>, 2> ns;
  for (const auto& one : both) one->reset(frames.frame(0));
  for (std::size_t round = 0; round < kRounds; ++round)
    for (std::size_t which = 0; which < 2; ++which)
      ns[which].push_back(ms_of([&] {
                            for (std::size_t k = 0; k < kTimes * frames.size(); ++k) {
                              pairs.clear();
                              both[which]->find_pairs(frames.frame(k % frames.size()), pairs,
                                                      nullptr);
                            }
                          }) *
                          1e6 / static_cast<double>(kTimes * frames.size()));
  const double own = median(ns[0]), chosen = median(ns[1]);
  return {own - chosen, fmt::format("{:.0f} ns against {:.0f} of {}", own, chosen,
                                    both[0]->delegate() ? both[0]->delegate()->id : "")};
}

/// A reset after 60 frames, times the mean frame.
Measured reset_in_frames(std::uint32_t boxes) {
  constexpr std::size_t kFrames = 60;
  const Recording frames = recorded("uniform", boxes, kFrames);
  const auto broadphase = make("auto");
  PairSink pairs;
  double frame_ms = 0;
  std::vector<double> resets;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t k = 0; k < kFrames; ++k) {
      pairs.clear();
      frame_ms += ms_of([&] { broadphase->find_pairs(frames.frame(k), pairs, nullptr); });
    }
    resets.push_back(ms_of([&] { broadphase->reset(frames.frame(0)); }));
  }
  const double ms = median(resets);
  return {ms * 3 * kFrames / frame_ms, fmt::format("{:.2g} ms", ms)};
}

/// Made, reset, and its first frame answered: times the same of the hierarchical grid.
Measured first_frame() {
  const Recording frames = recorded("uniform", 10'000, 1);
  std::array<std::vector<double>, 2> ms;
  PairSink pairs;
  pairs.room(100'000);
  for (int round = 0; round < 15; ++round)
    for (std::size_t which = 0; which < 2; ++which) {
      pairs.clear();
      ms[which].push_back(ms_of([&] {
        const auto made = make(which == 0 ? "auto" : "hierarchical-grid");
        made->reset(frames.frame(0));
        made->find_pairs(frames.frame(0), pairs, nullptr);
      }));
    }
  return {median(ms[0]) / median(ms[1]), fmt::format("{:.2g} ms", median(ms[0]))};
}

Measured memory() {
  Course course = course_of("uniform", 10'000, Motion::normal);
  course.frames = 100, course.is_checked = true;
  const auto laps = race(course, {"auto", "hierarchical-grid"});
  return {laps[0].bytes, ""};
}

std::vector<Goal> auto_goals() {
  std::vector<Goal> all;
  for (const Course& course : courses()) {
    const auto races = std::make_shared<Races>(course);
    all.push_back(race_goal(course.name() + ": mean, times the best", 1.25, races, regret));
    all.push_back(
        race_goal(course.name() + ": worst frame, times the median", 3, races, worst_frame));
  }
  all.push_back(
      {"a call with 10 boxes, beyond the one that is run", 50, "ns", false, beyond_the_chosen});
  all.push_back({"10,000 boxes: kept per box", 256, "bytes", false, memory});
  all.push_back({"10,000 boxes: reset and first frame, times the hierarchical grid's", 1.25, "",
                 false, first_frame});
  for (const std::uint32_t boxes : {10'000u, 100'000u})
    all.push_back(
        {fmt::format("{} boxes: a reset, times a frame", boxes == 10'000u ? "10,000" : "100,000"),
         1, "", false, [boxes] { return reset_in_frames(boxes); }});
  return all;
}

}  // namespace

extern const Topic auto_topic{"auto", "Auto", auto_goals};

}  // namespace phasebox::goals
