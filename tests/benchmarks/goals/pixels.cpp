// SPDX-License-Identifier: MIT
// Goals for exact pixels: a pair of sprites in the bit mask, beside sampling and a plain loop.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "../sprite_pairs.hpp"
#include "base/statistics.hpp"
#include "collide/registry.hpp"
#include "goal.hpp"

namespace phasebox::goals {
namespace {

using sprite_pairs::Course;

constexpr sprite_pairs::Sides kSmall{32, 200}, kLarge{400, 1200};

std::unique_ptr<Narrowphase> bit_mask() { return find_entry(narrowphases(), "bit-mask")->make(); }
std::unique_ptr<Narrowphase> samples(double n) {
  auto made = pixel_samples_entry.make();
  const ParamView view = made->params();
  find_param(view.rows, "n")->set(view.object, n);
  return made;
}

/// Seconds of processor time, so that other programs do not count.
double seconds(Narrowphase& narrowphase, const Course& course, Sink<Contact>& contacts) {
  contacts.clear();
  const std::clock_t start = std::clock();
  narrowphase.confirm(course.frame(), course.pairs(), contacts, nullptr);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The first one's time over the second one's, medians of rounds in which they take turns.
double ratio(Narrowphase& first, Narrowphase& second, const Course& course) {
  constexpr int kRounds = 21;
  std::vector<double> times[2];
  Sink<Contact> contacts;
  first.reset(course.frame()), second.reset(course.frame());
  for (int round = -2; round < kRounds; ++round)
    for (int k = 0; k < 2; ++k) {
      const double time = seconds(k == 0 ? first : second, course, contacts);
      if (round >= 0) times[k].push_back(time);
    }
  return median(times[0]) / median(times[1]);
}

/// A time of a wrong answer is none.
void check(const Course& course) {
  Sink<Contact> expected, got;
  sprite_pairs::NaiveLoop loop;
  const auto mask = bit_mask();
  mask->reset(course.frame());
  loop.confirm(course.frame(), course.pairs(), expected, nullptr);
  mask->confirm(course.frame(), course.pairs(), got, nullptr);
  const auto same = [](const Contact& a, const Contact& b) {
    return a.pair == b.pair && a.point == b.point;
  };
  if (std::ranges::equal(expected.items(), got.items(), same)) return;
  std::fprintf(stderr, "bit-mask: WRONG contacts\n");
  std::exit(1);
}

Measured against(std::unique_ptr<Narrowphase> other, std::size_t pairs, sprite_pairs::Sides sides,
                 bool turned) {
  const Course course(pairs, 1, sides, turned);
  check(course);
  return {ratio(*bit_mask(), *other, course)};
}

Goal at_most(double bar, const char* claim, std::function<Measured()> measure) {
  Goal goal;
  goal.claim = claim, goal.bar = bar, goal.measure = std::move(measure);
  return goal;
}

std::vector<Goal> pixel_goals() {
  return {
      at_most(0.3, "bit mask, turned and scaled, 32-200 px: times every pixel (n = 1)",
              [] { return against(samples(1), 5000, kSmall, true); }),
      at_most(1, "bit mask, turned and scaled, 32-200 px: times every fourth pixel (n = 4)",
              [] { return against(samples(4), 5000, kSmall, true); }),
      at_most(1, "bit mask, neither turned nor scaled, 32-200 px: times n = 4",
              [] { return against(samples(4), 20000, kSmall, false); }),
      at_most(1, "bit mask, neither turned nor scaled, 400-1200 px: times n = 4",
              [] { return against(samples(4), 1250, kLarge, false); }),
      at_most(0.05, "bit mask, neither turned nor scaled, 32-200 px: times the naive loop",
              [] {
                return against(std::make_unique<sprite_pairs::NaiveLoop>(), 20000, kSmall, false);
              }),
  };
}

}  // namespace

extern const Topic pixels_topic{"pixels", "Exact pixels", pixel_goals};

}  // namespace phasebox::goals
