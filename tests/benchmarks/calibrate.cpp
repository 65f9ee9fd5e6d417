// SPDX-License-Identifier: MIT
// Measures the work that the numbers of the cost models price, and prints its time beside them. A
// price is fitted by least squares to the times of seeded worlds in which that work is most of the
// time. A time is the median of several rounds, in which the worlds take turns. Vectors hold 8
// boxes where the machine has such, as the tables say; memory is warm.
// Usage: phasebox_bench_calibrate [--quick]   --quick: one short round, a test of this program
#include <array>
#include <atomic>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#if PHASEBOX_SIMD
#include <hwy/targets.h>
#endif

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "base/stopwatch.hpp"
#include "bench/recording.hpp"
#include "collide/broadphase/auto/auto_costs.hpp"
#include "collide/broadphase/grid/multi_level_grid.hpp"
#include "collide/broadphase/list/pair_list.hpp"
#include "collide/broadphase/list/skin.hpp"
#include "collide/broadphase/rdc/gap_filter.hpp"
#include "collide/broadphase/rdc/rdc_thresholds.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"
#include "collide/registry.hpp"
#include "lab/tune/tune_costs.hpp"

namespace phasebox {
namespace {

constexpr float kRoom = 64;  // px, side of the square that each box has to itself
int rounds = 9;
double least_ms = 2;  // of one time

double of(std::size_t n) { return static_cast<double>(n); }

/// How much of each priced thing some work does, or the price of each.
constexpr std::size_t kTerms = 4;
using Terms = std::array<double, kTerms>;

struct Case {
  Terms terms;
  std::function<void()> work;
};

/// ns that the work takes: the mean of as many runs as take `least_ms`.
double ns_of(const std::function<void()>& work) {
  for (std::size_t runs = 1;; runs *= 2) {
    const Stopwatch watch;
    for (std::size_t k = 0; k < runs; ++k) work();
    if (const double ms = watch.ms(true); ms >= least_ms) return ms * 1e6 / of(runs);
  }
}

/// ns of each term. Solves the normal equations by elimination; each case weighs the same.
Terms prices(const std::vector<Case>& cases) {
  std::vector<std::vector<double>> times(cases.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < cases.size(); ++k) times[k].push_back(ns_of(cases[k].work));
  std::array<std::array<double, kTerms + 1>, kTerms> m{};
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const double ns = median(times[k]);
    for (std::size_t row = 0; row < kTerms; ++row)
      for (std::size_t at = 0; at <= kTerms; ++at)
        m[row][at] += cases[k].terms[row] / ns * (at < kTerms ? cases[k].terms[at] / ns : 1);
  }
  for (std::size_t pivot = 0; pivot < kTerms; ++pivot)
    for (std::size_t row = 0; row < kTerms && m[pivot][pivot] != 0; ++row) {
      const double share = m[row][pivot] / m[pivot][pivot];
      for (std::size_t at = pivot; at <= kTerms && row != pivot; ++at)
        m[row][at] -= share * m[pivot][at];
    }
  Terms of_term{};
  for (std::size_t row = 0; row < kTerms && m[row][row] != 0; ++row)
    of_term[row] = m[row][kTerms] / m[row][row];
  return of_term;
}
double price(double much, std::function<void()> work) {
  return prices({{{much}, std::move(work)}})[0];
}

struct Unit {
  double ns;
  std::string_view name;
};
constexpr Unit kNs{1, "ns"};

void print(std::string_view name, double in_code, double ns, Unit unit = kNs) {
  const double measured = ns / unit.ns;
  fmt::print("{:<23} {:>9.2f} {:>9.2f} {:>9.2f} {:>6.2f}  {}\n", name, ns, measured, in_code,
             measured / in_code, unit.name);
}
#define PHASEBOX_PRINT(number, ...) print(#number, number, __VA_ARGS__)

/// Boxes of one size, spread evenly. Each has `kRoom` squared px to itself.
std::vector<Aabb> scattered(std::size_t n, Vec2 size, std::uint64_t seed = 1) {
  Random random(seed);
  const float side = kRoom * std::sqrt(static_cast<float>(n));
  std::vector<Aabb> boxes;
  for (std::size_t k = 0; k < n; ++k) {
    const float x = random.uniform(0, side), y = random.uniform(0, side);
    boxes.push_back({{x, y}, {x + size.x, y + size.y}});
  }
  return boxes;
}
/// Squares of up to four times the smallest side, which have about `pairs` pairs per box.
std::vector<Aabb> overlapping(std::size_t n, double pairs) {
  Random random(4);
  const float mean = kRoom * static_cast<float>(std::sqrt(pairs / 2));
  auto boxes = scattered(n, {});
  for (Aabb& box : boxes) {
    const float side = random.uniform(0.4f, 1.6f) * mean;
    box.max = box.min + Vec2{side, side};
  }
  return boxes;
}
Frame frame_of(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static = {}) {
  Frame frame;
  frame.boxes = boxes;
  frame.is_static = is_static;
  return frame;
}
const BroadphaseEntry& entry(std::string_view id) { return *find_entry(broadphases(), id); }

/// A broadphase on the same boxes in each frame.
struct Search {
  Search(const BroadphaseEntry& of, std::vector<Aabb> given, std::vector<std::uint8_t> flags = {})
      : boxes(std::move(given)), is_static(std::move(flags)), algorithm(of.make()) {
    algorithm->reset(frame_of(boxes, is_static));
  }
  double run() {
    pairs.clear();
    algorithm->find_pairs(frame_of(boxes, is_static), pairs, nullptr);
    return of(pairs.size());
  }

  std::vector<Aabb> boxes;
  std::vector<std::uint8_t> is_static;
  std::unique_ptr<Broadphase> algorithm;
  PairSink pairs;
};

// ---- grids and sweeps

/// Small boxes in a grid with `crowd` of them in a cell, and large ones, far away, in another.
struct Grids {
  Grids(std::size_t n, double crowd, int large = 0)
      : boxes(scattered(n, {1, 1})),
        small(bounds_of(boxes)),
        side(kRoom * static_cast<float>(std::sqrt(crowd))) {
    for (; large > 0; --large) {
      const Vec2 at{-1e5f, 1024 * static_cast<float>(large)};
      boxes.push_back({at, at + Vec2{1000, 1000}});
    }
    bounds = bounds_of(boxes);
    build();
  }
  void build() {
    grid.begin(boxes.size());
    grid.add_direct({side, side}, 1, small, MultiLevelGrid::max_slots(boxes.size()));
    const Aabb far{bounds.min, {1000 - 1e5f, bounds.max.y}};
    if (bounds != small) grid.add_direct({1024, 1024}, 1, far, MultiLevelGrid::kSpareSlots);
    grid.build(frame_of(boxes), boxes, {}, bounds);
  }
  double search(bool is_counted = false) {
    pairs.clear();
    return of(grid.find_pairs(frame_of(boxes), nullptr, pairs, 1u << 30, is_counted).tests);
  }
  void run() {
    build();
    search();
  }

  std::vector<Aabb> boxes;
  Aabb small, bounds;
  float side;  // px, of the cells of small boxes
  MultiLevelGrid grid;
  PairSink pairs;
};

/// One grid of small boxes, as the kernels see it, and boxes of `size` cells that look into it.
struct Looks {
  Looks(double crowd, Vec2 size) {
    constexpr std::uint32_t kKept = 20'000, kLooking = 256;
    std::vector<Aabb> kept = scattered(kKept, {1, 1});
    const float side = kRoom * static_cast<float>(std::sqrt(crowd));
    bounds = bounds_of(kept);
    grid = *CellGrid::direct({side, side}, 1, bounds, 4 * kKept);
    const auto slot = [&](const Aabb& b) { return shared_slot(b, {&grid, 1}); };
    std::ranges::sort(kept, {}, slot);
    boxes.resize(kKept);
    starts.assign(grid.slots + 1, 0);
    for (std::uint32_t k = 0; k < kKept; ++k) {
      boxes.set(k, kept[k], k);
      slots.push_back(slot(kept[k]));
      ++starts[slots.back() + 1];
    }
    for (std::size_t k = 1; k < starts.size(); ++k) starts[k] += starts[k - 1];
    looking.resize(kLooking);
    const auto others = scattered(kKept, size * side, 2);
    for (std::uint32_t k = 0; k < kLooking; ++k) {
      looking.set(k, others[k], kKept + k);
      rows += grid.around(others[k]).rows();
    }
    vectors = (look() - SearchCosts::kRow * rows) / PlanCosts::kVector;
  }
  double look() {
    const GridBoxes in{grid, boxes, slots.data(), starts.data(), 0, 0, bounds};
    pairs.clear();
    return of(emit_covered({}, looking, part_of(looking.size(), 1, 0), in, pairs));
  }

  CellGrid grid;
  BoxColumns boxes, looking;
  std::vector<std::uint32_t> slots, starts;
  Aabb bounds;
  PairSink pairs;
  double rows = 0, vectors = 0;
};

struct Swept {
  explicit Swept(std::vector<Aabb> given) : boxes(std::move(given)) {}
  double run() {
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    std::atomic<std::int64_t> left = kMost;
    const Frame frame = frame_of(boxes);
    pairs.clear();
    along_axis(Axis::x, [&](auto see) { row.fill(frame, sort.begins(frame, see), see); });
    row.find_pairs(frame, SweepRow::Check::rules, pairs, {}, &left);
    return static_cast<double>(kMost - left);
  }

  std::vector<Aabb> boxes;
  DelimiterSort sort;
  SweepRow row;
  PairSink pairs;
};

void print_grid_costs() {
  std::deque<Grids> grids;
  std::deque<Looks> looks;
  std::deque<Swept> sweeps;
  std::vector<Case> own, whole, more, near, covering, swept;
  for (const std::size_t n : {2000u, 6000u, 12'000u}) {
    for (const double crowd : {0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0}) {
      Grids& g = grids.emplace_back(n, crowd);
      const double tests = g.search(true);
      if (crowd >= 0.5) own.push_back({{of(n), tests / PlanCosts::kVector}, [&g] { g.search(); }});
      whole.push_back({{of(n), of(g.grid.slots()), tests}, [&g] { g.run(); }});
    }
    for (const float wide : {1.0f, 16.0f, 64.0f, 256.0f}) {
      Swept& s = sweeps.emplace_back(scattered(n, {wide, 1}));
      swept.push_back({{of(n), s.run()}, [&s] { s.run(); }});
    }
  }
  for (const std::size_t n : {100u, 300u, 1000u, 4000u, 12'000u})
    for (const int large : {0, 16}) {
      Grids& g = grids.emplace_back(n, 1, large);
      const double added = large / 16;
      more.push_back({{1, of(n), added, added * of(n)}, [&g] { g.run(); }});
    }
  for (const double crowd : {0.5, 1.0, 2.0, 4.0, 8.0}) {
    Looks& l = looks.emplace_back(crowd, Vec2{0.02f, 0.02f});
    near.push_back({{of(l.looking.size()), l.vectors}, [&l] { l.look(); }});
    for (const float wide : {2.0f, 8.0f, 24.0f})
      for (const float high : {2.0f, 8.0f, 24.0f}) {
        if (crowd > 2) continue;
        Looks& c = looks.emplace_back(crowd, Vec2{wide, high});
        covering.push_back({{of(c.looking.size()), c.rows, c.vectors}, [&c] { c.look(); }});
      }
  }
  const auto owns = prices(own), wholes = prices(whole), mores = prices(more), nears = prices(near),
             covers = prices(covering), sweep = prices(swept);
  const Unit vector{owns[1], "comparisons with a vector"}, test{wholes[2], "comparisons of two"};
  PHASEBOX_PRINT(PlanCosts::kVector, of(vector_target().floats), {1, "boxes in a vector"});
  PHASEBOX_PRINT(PlanCosts::kOwnRuns, owns[0], vector);
  PHASEBOX_PRINT(PlanCosts::kNearby, nears[0], vector);
  PHASEBOX_PRINT(PlanCosts::kCovering, covers[0], vector);
  PHASEBOX_PRINT(PlanCosts::kRow, covers[1], vector);
  PHASEBOX_PRINT(PlanCosts::kGrid, mores[2], vector);
  PHASEBOX_PRINT(PlanCosts::kGridBox, mores[3], vector);
  PHASEBOX_PRINT(SearchCosts::kRow, covers[1], test);
  PHASEBOX_PRINT(SearchCosts::kLevelBox, wholes[0], test);
  PHASEBOX_PRINT(SearchCosts::kSlot, wholes[1], test);
  PHASEBOX_PRINT(SearchCosts::kSweptBox, sweep[0], test);
  PHASEBOX_PRINT(SearchCosts::kSweptTest, sweep[1], test);
}

// ---- neighbor list

/// Prints the prices of a search without a list. Returns ns of a box.
double print_search_costs() {
  constexpr std::size_t kBoxes = 10'000;
  std::deque<Search> searches;
  std::vector<Case> moving, kept;
  for (const double wanted : {0.25, 1.0, 4.0, 12.0, 30.0, 60.0}) {
    Search& s = searches.emplace_back(entry("hierarchical-grid"), overlapping(kBoxes, wanted));
    const double pairs = s.run(), some = std::min(pairs, 16 * of(kBoxes));
    moving.push_back({{of(kBoxes), some, pairs - some}, [&s] { s.run(); }});
  }
  for (const std::size_t each : {2u, 3u, 5u, 20u}) {  // one box in so many moves
    std::vector<std::uint8_t> flags;
    for (std::size_t k = 0; k < kBoxes; ++k) flags.push_back(k % each != 0);
    const double still = of(static_cast<std::size_t>(std::ranges::count(flags, 1)));
    Search& s = searches.emplace_back(entry("hierarchical-grid"), overlapping(kBoxes, 1), flags);
    kept.push_back({{of(kBoxes) - still, still, s.run()}, [&s] { s.run(); }});
  }
  const auto of_moving = prices(moving), of_kept = prices(kept);
  PHASEBOX_PRINT(ListCosts::kBox, of_moving[0]);
  PHASEBOX_PRINT(ListCosts::kKeptBox, of_kept[1], {of_moving[0], "of kBox"});
  PHASEBOX_PRINT(ListCosts::kPair, of_moving[1]);
  PHASEBOX_PRINT(ListCosts::kMorePair, of_moving[2]);
  return of_moving[0];
}

/// Prints the prices of making a list, and of a frame on one.
void print_list_costs() {
  constexpr std::size_t kBoxes = 100'000, kFew = 10'000;
  const auto boxes = overlapping(kBoxes, 1);
  auto past = boxes, skins = boxes;
  std::vector<float> paces(kBoxes, 1.0f);
  std::vector<SpriteId> escaped(kBoxes);
  const auto put_on = [&](std::span<const std::uint8_t> flags) {
    put_on_skins(boxes, flags, {.margin = 8, .jump = 100, .way = 1}, past, paces, skins);
  };
  const std::vector<std::uint8_t> still(kBoxes, 1);
  const double place = price(kBoxes, [&] { put_on(still); });
  const double skin = price(kBoxes, [&] { put_on({}); });
  const auto check = [&] { find_outside(boxes, skins, escaped.data(), kBoxes); };
  Search listed(entry("hierarchical-grid"), skins);
  PairSink pairs;
  const auto serve = [&] {
    pairs.clear();
    emit_overlapping(frame_of(boxes), listed.pairs.items(), PairOrder::ascending, pairs);
  };
  PHASEBOX_PRINT(ListCosts::kSkin, skin);
  PHASEBOX_PRINT(ListCosts::kPlace, place);
  PHASEBOX_PRINT(ListCosts::kChecked, price(kBoxes, check));
  PHASEBOX_PRINT(ListCosts::kListed, price(listed.run(), serve));
  std::deque<Search> lists;
  std::vector<Case> escapes;
  for (const std::size_t some : {0u, 1u, 2u, 4u}) {
    Search& s = lists.emplace_back(entry("neighbor-list"), overlapping(kFew, 1));
    escapes.push_back({{1, of(some)}, [&s, some, next = std::size_t{0}]() mutable {
                         for (std::size_t k = 0; k < some; ++k, ++next) {
                           const float way = next / kFew % 2 == 0 ? 6.0f : -6.0f;
                           s.boxes[next % kFew] = translated(s.boxes[next % kFew], {way, 0});
                         }
                         s.run();
                       }});
  }
  PHASEBOX_PRINT(ListCosts::kEscaped, prices(escapes)[1]);
}

// ---- RDC, auto, Tune

void print_rdc_costs() {
  const auto boxes = scattered(256, {2 * kRoom, 1});
  const auto interval = [&](std::size_t k) { return boundaries_of(boxes[k], Axis::x, 0); };
  GapFilter filter;
  std::vector<Delimiter> opens;
  RadixSort<Delimiter> sort;
  std::vector<Case> filters, sorts;
  for (const std::uint32_t n : {32u, 64u, 128u, 256u}) {
    filters.push_back({{1, of(n)}, [&, n] { filter.is_covered(n, interval); }});
    sorts.push_back({{1, of(n)}, [&, n] {
                       opens.clear();
                       for (SpriteId k = 0; k < n; ++k)
                         opens.push_back({ordered(interval(k).open), k});
                       sort.sort(std::span(opens), 32, [](Delimiter d) { return d.position; });
                     }});
  }
  const auto by_filter = prices(filters), by_sort = prices(sorts);
  PHASEBOX_PRINT(RdcThresholds::kFilter, (by_filter[0] - by_sort[0]) / (by_sort[1] - by_filter[1]),
                 {1, "sprites"});
}

/// Prints the prices of any algorithm's frames: the medians of all contenders. `box` is ns of a box
/// in the hierarchical grid.
void print_frame_costs(double box) {
  std::vector<double> first, frame, each;
  for (const BroadphaseEntry* e : broadphases()) {
    if (e->role != BroadphaseRole::contender) continue;
    std::deque<Search> searches;
    std::vector<Case> cases;
    for (const std::size_t n : {100u, 500u, 2500u}) {
      Search& s = searches.emplace_back(*e, overlapping(n, 1));
      cases.push_back({{1, of(n)}, [&s, &boxes = s.boxes, way = 1.0f]() mutable {
                         way = -way;
                         for (Aabb& b : boxes) b = translated(b, {way, way});
                         const Stopwatch watch;
                         s.run();
                         static_cast<void>(watch.ms(true));
                       }});
    }
    const auto of_frame = prices(cases);
    frame.push_back(of_frame[0]);
    each.push_back(of_frame[1]);
    first.push_back(ns_of([&] { Search(*e, searches[2].boxes).run(); }) - ns_of(cases[2].work));
  }
  PHASEBOX_PRINT(AutoCosts::kSlowBox, 3 * box);
  PHASEBOX_PRINT(AutoCosts::kFirstFrame, median(first));
  PHASEBOX_PRINT(TuneCosts::kFrame, median(frame));
  PHASEBOX_PRINT(TuneCosts::kBox, median(each));
}

void print_tune_costs() {
  constexpr std::size_t kBoxes = 2000;
  Search all(entry("brute-force"), overlapping(kBoxes, 1));
  const double pairs = all.run();
  std::vector<Aabb> now(kBoxes);
  std::uint64_t sum = 0;
  const auto copy = [&] { std::ranges::copy(all.boxes, now.begin()); };
  const auto check = [&] { sum += digest(all.pairs.items()).hash; };
  PHASEBOX_PRINT(TuneCosts::kTest, price(of(kBoxes * (kBoxes - 1) / 2), [&] { all.run(); }));
  PHASEBOX_PRINT(TuneCosts::kCopied, price(kBoxes, copy));
  PHASEBOX_PRINT(TuneCosts::kChecked, price(pairs, check));
}

}  // namespace
}  // namespace phasebox

int main(int argc, char** argv) {
  using namespace phasebox;
  if (argc > 1 && std::string_view(argv[1]) == "--quick") {
    rounds = 1;
    least_ms = 0.02;
  }
#if PHASEBOX_SIMD
  if ((hwy::SupportedTargets() & HWY_AVX2) != 0) hwy::SetSupportedTargetsForTest(HWY_AVX2);
#endif
  fmt::print("{:<23} {:>9} {:>9} {:>9} {:>6}  {}\n", "number", "ns", "in unit", "in code", "ratio",
             "unit");
  print_grid_costs();
  const double box = print_search_costs();
  print_list_costs();
  print_rdc_costs();
  print_frame_costs(box);
  print_tune_costs();
}
