// SPDX-License-Identifier: MIT
// An export beside the library: prints "ID MS MS", medians of a frame of both, which see the same
// boxes in turn. Other pairs are WRONG. With -DNAME=kd_tree; speed.sh compiles it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "collide/broadphase.hpp"
#include "collide/registry.hpp"

namespace {

using namespace phasebox;

constexpr std::size_t kBoxes = 10'000;
constexpr int kWarm = 60, kFrames = 300;

using Clock = std::chrono::steady_clock;

double median(std::vector<double> ms) {
  ms.erase(ms.begin(), ms.begin() + kWarm);
  std::ranges::nth_element(ms, ms.begin() + kFrames / 2);
  return ms[kFrames / 2];
}

template <class Pairs>
std::vector<std::uint64_t> sorted(const Pairs& pairs) {
  std::vector<std::uint64_t> keys;
  for (const auto& p : pairs) keys.push_back(key({p.a, p.b}));
  std::ranges::sort(keys);
  return keys;
}

}  // namespace

int main() {
  std::string id = PHASEBOX_TEXT(NAME);
  std::ranges::replace(id, '_', '-');
  Random random(1);
  std::vector<Aabb> boxes(kBoxes);
  std::vector<Vec2> speeds(kBoxes);
  for (std::size_t k = 0; k < kBoxes; ++k) {
    boxes[k].min.x = random.uniform(0, 3000);
    boxes[k].min.y = random.uniform(0, 3000);
    boxes[k].max = boxes[k].min + Vec2{20, 20};
    speeds[k].x = random.uniform(-2, 2);
    speeds[k].y = random.uniform(-2, 2);
  }
  Frame frame;
  frame.boxes = boxes;
  const auto library = find_entry(broadphases(), id)->make();
  library->reset(frame);
  PairSink found;
  ::NAME::Broadphase exported;
  std::vector<::NAME::Box> own(kBoxes);
  std::vector<::NAME::Pair> pairs;
  std::vector<double> ms, library_ms;
  const auto timed = [](std::vector<double>& to, auto&& work) {
    const auto start = Clock::now();
    work();
    to.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  };
  for (int number = 0; number < kWarm + kFrames; ++number) {
    for (std::size_t k = 0; k < kBoxes; ++k) {
      boxes[k].min += speeds[k], boxes[k].max += speeds[k];
      own[k] = {{boxes[k].min.x, boxes[k].min.y}, {boxes[k].max.x, boxes[k].max.y}};
    }
    found.clear();
    timed(library_ms, [&] { library->find_pairs(frame, found, nullptr); });
    timed(ms, [&] { exported.find_pairs({own}, pairs); });
    if (sorted(found.items()) != sorted(pairs)) return std::printf("%s WRONG\n", id.c_str()), 1;
  }
  std::printf("%s %.2g %.2g\n", id.c_str(), median(ms), median(library_ms));
}
