// SPDX-License-Identifier: MIT
// A hunter of cliffs: random worlds of up to three populations, and small changes of the worst
// ones, on which an algorithm takes the most time beside the best of those that keep nothing.
// Usage: phasebox_bench_cliffs
// [--seconds S] [--seed N] [--algorithm ID[,ID...]] [--boxes FROM-TO] [--known] [--world TEXT]
// --known measures the named worlds below; --world the one whose text is given, as a hunt prints
// it. Exit code 1: an algorithm has found wrong pairs.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "base/text.hpp"
#include "bench/race.hpp"
#include "collide/registry.hpp"

namespace {

using namespace phasebox;

/// What a world is made from: numbers, each in a range of its own.
struct Gene {
  std::string_view name;
  double low, high;
  enum Kind { whole, even, log } kind;
};

// The shapes, from 0: spread evenly, a clump, a line, a ring, a point.
// The motions, from 0: none, straight on, a random step, jumps of one box in 50, all the same way.
constexpr std::array kGenes = std::to_array<Gene>({
    {"boxes", 200, 50'000, Gene::log},
    {"seed", 0, 1e6, Gene::whole},
    {"room", 3, 3000, Gene::log},      // px, side of the square that each box has to itself
    {"spawn", 0, 2, Gene::whole},      // none, one, or one in 100 goes and comes in every frame
    {"escaped", 0, 2, Gene::whole},    // boxes far away
    {"distance", 1e5, 1e9, Gene::log}  // px, to those
});
constexpr std::array kPopulationGenes = std::to_array<Gene>({
    {"share", 0.01, 1, Gene::log},     // of the boxes, beside those of the others
    {"size", 1, 2000, Gene::log},      // px, of the longer side
    {"vary", 1, 16, Gene::log},        // the largest, times the smallest
    {"aspect", 0.01, 100, Gene::log},  // width to height
    {"shape", 0, 4, Gene::whole},
    {"extent", 0.003, 1, Gene::log},  // of the shape, times the side of the world
    {"motion", 0, 4, Gene::whole},
    {"speed", 0.05, 50, Gene::log},  // px per frame
    {"rest", 0, 1, Gene::even},      // share of boxes that never move
});
constexpr std::size_t kPopulations = 3,
                      kAll = kGenes.size() + kPopulations * kPopulationGenes.size();
enum Of : std::size_t { boxes, seed, room, spawn, escaped, distance };
enum OfPopulation : std::size_t { share, size, vary, aspect, shape, extent, motion, speed, rest };

const Gene& gene_at(std::size_t k) {
  return k < kGenes.size() ? kGenes[k]
                           : kPopulationGenes[(k - kGenes.size()) % kPopulationGenes.size()];
}

/// A population whose share is 0 is none.
struct World {
  std::array<double, kAll> genes{};

  double operator[](Of gene) const { return genes[gene]; }
  double of(std::size_t population, OfPopulation gene) const {
    return genes[kGenes.size() + population * kPopulationGenes.size() + gene];
  }
  std::size_t count() const { return static_cast<std::size_t>(genes[boxes]); }
  std::string text() const;
};

/// The numbers of the world, then those of each population behind a slash.
std::string World::text() const {
  std::string text;
  for (std::size_t k = 0; k < kAll; ++k) {
    const std::size_t behind =
        k < kGenes.size() ? 1 : (k - kGenes.size()) % kPopulationGenes.size();
    text += fmt::format("{}{}", k == 0 ? "" : behind == 0 ? "/" : ",", genes[k]);
  }
  return text;
}

World world_from(const std::string& text) {
  World world;
  const char* at = text.c_str();
  for (std::size_t k = 0; k < kAll && *at != '\0'; ++k) {
    char* end = nullptr;
    world.genes[k] = std::strtod(at, &end);
    at = *end == '\0' ? end : end + 1;
  }
  return world;
}

double draw(const Gene& gene, Random& random) {
  const auto between = [&](double low, double high) {
    return low + (high - low) * random.next() * 0x1p-32;
  };
  if (gene.kind == Gene::log) return std::exp(between(std::log(gene.low), std::log(gene.high)));
  return gene.kind == Gene::whole ? std::floor(between(gene.low, gene.high + 1))
                                  : between(gene.low, gene.high);
}

/// The boxes of a world in motion.
class Herd {
 public:
  explicit Herd(const World& world)
      : world_(world),
        random_(static_cast<std::uint64_t>(world[seed])),
        side_(world[room] * std::sqrt(world[boxes])) {
    double all = 0;
    for (std::size_t p = 0; p < kPopulations; ++p) {
      all += world.of(p, share);
      until_[p] = all;
      centers_[p] = between(0.2, 0.8) * side_;
    }
    while (bodies_.size() < world.count()) bodies_.push_back(born());
    for (std::size_t k = 0; k < static_cast<std::size_t>(world[escaped]); ++k)
      bodies_[k].at = {world[distance], (k == 0 ? 1 : -0.3) * world[distance]};
  }

  Recording record(std::size_t frames) {
    Recording recording;
    std::vector<Edit> edits;
    for (std::size_t frame = 0; frame < frames; ++frame) {
      std::vector<Aabb> now;
      for (const Body& b : bodies_) now.push_back(b.box());
      recording.add(now, edits);
      edits.clear();
      for (Body& b : bodies_) move(b);
      const std::size_t some =
          world_[spawn] < 2 ? static_cast<std::size_t>(world_[spawn]) : bodies_.size() / 100;
      for (std::size_t k = 0; k < some; ++k) replace_one(edits);
    }
    return recording;
  }

 private:
  struct Point {
    double x, y;
  };
  struct Body {
    std::size_t population;
    Point at, home, velocity;
    double width, height;

    Aabb box() const {
      const auto edge = [](double v) { return static_cast<float>(v); };
      return {{edge(at.x), edge(at.y)}, {edge(at.x + width), edge(at.y + height)}};
    }
  };

  double between(double low, double high) { return low + (high - low) * random_.next() * 0x1p-32; }

  Body born() {
    const double at = between(0, until_.back());
    const auto p = static_cast<std::size_t>(std::ranges::upper_bound(until_, at) - until_.begin());
    Body b{.population = std::min(p, kPopulations - 1),
           .at = {},
           .home = {},
           .velocity = {},
           .width = 0,
           .height = 0};
    const double longer =
        world_.of(b.population, size) * std::pow(world_.of(b.population, vary), between(-0.5, 0.5));
    const double ratio = world_.of(b.population, aspect);
    b.width = longer * std::min(ratio, 1.0), b.height = longer * std::min(1 / ratio, 1.0);
    b.at = b.home = place(b.population);
    const Vec2 way = random_.direction();
    const double pace = world_.of(b.population, speed) * between(0.2, 1);
    if (between(0, 1) >= world_.of(b.population, rest))
      b.velocity = {static_cast<double>(way.x) * pace, static_cast<double>(way.y) * pace};
    return b;
  }

  Point place(std::size_t p) {
    const double reach = world_.of(p, extent) * side_, center = centers_[p],
                 along = between(-0.5, 0.5);
    switch (static_cast<int>(world_.of(p, shape))) {
      case 0: return {between(0, side_), between(0, side_)};
      case 1:
        return {center + reach * static_cast<double>(random_.normal()) / 4,
                center + reach * static_cast<double>(random_.normal()) / 4};
      case 2:
        return p % 2 == 0 ? Point{center + reach * along, center}
                          : Point{center, center + reach * along};
      case 3: {
        const Vec2 way = random_.direction();
        return {center + reach / 2 * static_cast<double>(way.x),
                center + reach / 2 * static_cast<double>(way.y)};
      }
      default: return {center, center};
    }
  }

  /// Straight motion turns round a hundred frames from home.
  void move(Body& b) {
    const auto way = static_cast<int>(world_.of(b.population, motion));
    if (way == 0 || (b.velocity.x == 0 && b.velocity.y == 0)) return;
    const double pace = world_.of(b.population, speed);
    if (way == 2) b.at.x += between(-pace, pace), b.at.y += between(-pace, pace);
    if (way == 3 && random_.below(50) == 0) b.at = b.home = place(b.population);
    if (way == 4) b.at.x += pace;
    if (way != 1) return;
    b.at.x += b.velocity.x, b.at.y += b.velocity.y;
    if (std::hypot(b.at.x - b.home.x, b.at.y - b.home.y) > 100 * pace)
      b.velocity = {-b.velocity.x, -b.velocity.y};
  }

  void replace_one(std::vector<Edit>& edits) {
    const auto last = static_cast<SpriteId>(bodies_.size() - 1), gone = random_.below(last + 1);
    edits.push_back({Edit::Kind::remove, gone, last});
    edits.push_back({Edit::Kind::add, last, 0});
    bodies_[gone] = bodies_[last];
    bodies_[last] = born();
  }

  const World world_;
  Random random_;
  double side_;
  std::array<double, kPopulations> until_{}, centers_{};
  std::vector<Body> bodies_;
};

/// Mean time of an algorithm, times that of the best that keeps nothing.
struct Measured {
  std::map<std::string, double> ratios;
  std::string best;
  double best_ms = 0, pairs = 0;
  bool is_wrong = false;
};

/// True pairs come from the interval tree, whose time is bounded. False where there are too many.
bool find_truth(const Recording& recording, FrameTruth& truth) {
  const auto tree = Contestant{find_entry(broadphases(), "interval-tree")}.make();
  PairSink pairs;
  for (std::size_t k = 0; k < recording.size(); ++k) {
    WorkLimit limit;
    limit.max_pairs = std::max<std::size_t>(30 * recording.max_boxes(), 50'000);
    Frame frame = recording.frame(k);
    frame.limit = &limit;
    pairs.clear();
    if (k > 0 && !recording.edits(k).empty()) tree->edit(frame, recording.edits(k));
    tree->find_pairs(frame, pairs, nullptr);
    if (limit.is_stopped()) return false;
    truth.set(k, digest(pairs.items()));
  }
  return true;
}

/// Fewer where a frame is large: all of them take about a second. What lives on the frames before
/// is judged by its mean over as many as it is promised for.
std::size_t frames_of(std::size_t boxes, double pairs, bool any_keeps) {
  constexpr double kMost = 300, kFewest = 40, kBoxes = 2e6;
  if (any_keeps) return static_cast<std::size_t>(kMost);
  return static_cast<std::size_t>(
      std::clamp(kBoxes / (static_cast<double>(boxes) + pairs), kFewest, kMost));
}

bool keeps_nothing(const BroadphaseEntry& entry) {
  return !entry.is_coherent && entry.role == BroadphaseRole::contender;
}

/// Nothing where a frame has too many pairs. At a first look each has a quarter of the time.
std::optional<Measured> measure(const World& world, const std::vector<std::string>& hunted,
                                bool first_look = false) {
  const bool any_keeps = std::ranges::any_of(
      hunted, [](const std::string& id) { return !keeps_nothing(*find_entry(broadphases(), id)); });
  const double budget = (any_keeps ? 1000 : 120) / (first_look ? 4 : 1);  // ms
  const Recording first = Herd(world).record(1);
  FrameTruth count(first);
  if (!find_truth(first, count)) return std::nullopt;
  const Recording recording =
      Herd(world).record(frames_of(world.count(), count.mean_pairs(), any_keeps));
  FrameTruth truth(recording);
  if (!find_truth(recording, truth)) return std::nullopt;
  Race race(recording, {.warm_up = 2, .budget = budget, .check_first = false, .count_tests = false},
            &truth);
  for (const BroadphaseEntry* entry : broadphases()) {
    if (keeps_nothing(*entry)) race.enter({.entry = entry});
    // What is made of grids comes after them, as they do: code that has just run takes less time.
    for (const std::string& id : hunted)
      if (entry->id == "hierarchical-grid" && !keeps_nothing(*find_entry(broadphases(), id)))
        race.enter({.entry = find_entry(broadphases(), id)});
  }
  while (race.advance()) {
  }
  Measured m{.ratios = {}, .best = {}, .best_ms = HUGE_VAL, .pairs = truth.mean_pairs()};
  for (const RaceResult& r : race.results()) {
    m.is_wrong |= r.verdict == RaceResult::Verdict::wrong;
    if (r.times.empty()) continue;
    const double ms = m.ratios[r.name] = summary_of(r.times).mean;
    if (keeps_nothing(*r.contestant.entry) && ms < m.best_ms) m.best_ms = ms, m.best = r.name;
  }
  for (auto& [name, ratio] : m.ratios) ratio /= m.best_ms;
  return m;
}

void print(const Measured& m, const std::vector<std::string>& hunted, const std::string& name) {
  fmt::print("{:<22} {:>9.4f} {:<18} {:>9.0f} ", name, m.best_ms, m.best, m.pairs);
  for (const std::string& id : hunted)
    fmt::print(" {:>17.2f}", m.ratios.contains(id) ? m.ratios.at(id) : 0);
  fmt::print("{}\n", m.is_wrong ? "  WRONG" : "");
  std::fflush(stdout);
}

struct Named {
  const char *name, *world;
};

/// Worlds that were cliffs once, or are likely to become some.
constexpr std::array kKnown = std::to_array<Named>({
    {"clump-and-large-5k", "5000,1,700,0,0,0/0.5,10,1,1,1,0.008,1,2,0/0.5,1000,1,1,0,1,1,2,0"},
    {"clump-and-large-20k", "20000,1,700,0,0,0/0.5,10,1,1,1,0.008,1,2,0/0.5,1000,1,1,0,1,1,2,0"},
    {"clump-and-large-50k", "50000,1,700,0,0,0/0.5,10,1,1,1,0.008,1,2,0/0.5,1000,1,1,0,1,1,2,0"},
    {"ratio-1000", "10000,1,1400,0,0,0/0.5,2,1,1,1,0.003,1,1,0/0.5,2000,1,1,0,1,1,2,0"},
    {"one-point", "400,1,48,0,0,0/1,20,1,1,4,1,0,1,0"},
    {"spawning-1k", "1000,1,48,1,0,0/1,20,4,1,0,1,1,2,0"},
    {"spawning-10k", "10000,1,48,1,0,0/1,20,4,1,0,1,1,2,0"},
    {"uniform-10k", "10000,1,48,0,0,0/1,20,4,1,0,1,1,2,0"},
    {"escaped-10k", "10000,1,48,0,1,1e7/1,20,4,1,0,1,1,2,0"},
    {"escaped-40k", "40000,1,48,0,1,1e7/1,20,4,1,0,1,1,2,0"},
    {"thin-and-escaped", "10000,1,48,0,1,1e7/0.9,20,4,1,0,1,1,2,0/0.1,800,4,50,0,1,1,2,0"},
    {"thin-rows-20k", "20000,1,48,0,0,0/1,1000,4,100,0,1,1,2,0"},
    {"thin-columns-20k", "20000,1,48,0,0,0/1,1000,4,0.01,0,1,1,2,0"},
    {"scrolling-10k", "10000,1,48,0,0,0/1,20,4,1,0,1,4,8,0"},
    {"sparse-1k", "1000,1,152,0,0,0/1,20,4,1,0,1,1,2,0"},
    {"one-clump-200", "200,1,48,0,0,0/1,20,4,1,1,1,1,2,0"},
    {"few-24", "24,1,48,0,0,0/1,20,4,1,0,1,1,2,0"},
    {"few-48", "48,1,48,0,0,0/1,20,4,1,0,1,1,2,0"},
    {"line-and-point-18k",
     "17904,67515,512.8,0,1,7.037e+07/0.01194,131.7,5.748,0.01068,4,0.006879,2,0.1144,0.6913/"
     "0.5136,34.85,6.28,10.11,2,0.1887,1,7.34,0.1497"},
    {"wide-over-narrow-21k",
     "20700,243999,762.7,2,1,2.589e+05/0.07678,1610,1.479,16.7,3,0.6203,4,2.381,0.6839/"
     "0.2892,3.335,3.752,0.02709,2,0.02796,3,0.09988,0.147/"
     "0.7874,9.607,1.993,0.03525,0,0.005163,4,4.457,0.6924"},
    {"tall-over-lost-23k",
     "22897,851251,17.9,0,1,3.686e+05/0.03749,783.4,2.585,0.1092,2,0.1351,3,0.6538,0.7086/"
     "0.8614,1.984,2.588,0.02061,0,0.009831,2,0.1417,0.8864"},
    {"large-in-dust-13k",
     "12931,649598,1941,1,0,3.318e+05/0.2464,7.753,1.267,53.51,0,0.004354,0,2.853,0.6087/"
     "0.02091,1641,7.745,2.409,1,0.3601,2,0.6661,0.3962"},
    {"walls-over-rows-25k",
     "24827,21757,14.26,0,0,2.048e+08/0.02446,9.384,1.182,18.54,0,0.08502,1,4.001,0.9053/"
     "0.01162,757.3,6.858,0.03304,2,0.1466,0,0.2923,0.6668/"
     "0.4493,15.15,1.484,41.44,1,0.2524,4,6.052,0.5218"},
    {"clump-leaves-1k", "1000,1,48,0,1,1e7/1,8,4,1,1,0.1,4,40,0"},
});

void print_head(const std::vector<std::string>& hunted) {
  fmt::print("times the best: {:<6} {:>9} {:<18} {:>9} ", "", "best ms", "", "pairs");
  for (const std::string& id : hunted) fmt::print(" {:>17}", id);
  fmt::print("\n");
}

/// Random worlds, and in every fourth turn a change of one of the worst of the algorithm in turn.
class Hunt {
 public:
  Hunt(std::vector<std::string> hunted, std::uint64_t from, double least, double most)
      : hunted_(std::move(hunted)), random_(from), least_(least), most_(most) {}

  bool run(double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    for (std::size_t turn = 0; std::chrono::steady_clock::now() < end; ++turn) {
      const std::string& id = hunted_[turn / 4 % hunted_.size()];
      const bool climbs = turn % 4 == 3 && !worst_[id].empty();
      const World world =
          climbs
              ? changed(
                    worst_[id][random_.below(static_cast<std::uint32_t>(worst_[id].size()))].world)
              : random_world();
      auto measured = measure(world, hunted_, true);
      const auto is_slow = [&](const std::string& slow) { return measured->ratios.at(slow) > 1.2; };
      if (measured && std::ranges::any_of(hunted_, is_slow)) measured = measure(world, hunted_);
      if (measured) note(world, *measured, climbs);
    }
    report();
    return !is_wrong_;
  }

 private:
  struct Found {
    double ratio;
    World world;
  };
  static constexpr std::size_t kKept = 6;

  World random_world() {
    World world;
    for (std::size_t k = 0; k < kAll; ++k) world.genes[k] = draw(gene_at(k), random_);
    world.genes[boxes] = std::round(std::exp(static_cast<double>(random_.uniform(
        static_cast<float>(std::log(least_)), static_cast<float>(std::log(most_))))));
    for (std::size_t p = 1 + random_.below(kPopulations); p < kPopulations; ++p)
      std::fill_n(
          world.genes.begin() + static_cast<long>(kGenes.size() + p * kPopulationGenes.size()),
          kPopulationGenes.size(), 0.0);
    return world;
  }

  /// One to three numbers are drawn again, or changed a little.
  World changed(World world) {
    for (std::uint32_t changes = 1 + random_.below(3); changes > 0;) {
      const std::size_t k = random_.below(kAll);
      const Gene& gene = gene_at(k);
      if (k == boxes || (k >= kGenes.size() &&
                         world.of((k - kGenes.size()) / kPopulationGenes.size(), size) == 0))
        continue;
      const double again = draw(gene, random_);
      const bool is_little = gene.kind == Gene::log && world.genes[k] > 0 && random_.below(2) == 0;
      world.genes[k] = is_little
                           ? std::clamp(world.genes[k] * std::pow(again / world.genes[k], 0.1),
                                        gene.low, gene.high)
                           : again;
      --changes;
    }
    return world;
  }

  void note(const World& world, const Measured& first, bool climbs) {
    if (first.is_wrong) {
      is_wrong_ = true;
      return fmt::print("WRONG PAIRS: --world {}\n", world.text());
    }
    std::optional<Measured> second;
    for (const std::string& id : hunted_) {
      double ratio = first.ratios.at(id);
      std::vector<Found>& worst = worst_[id];
      if (worst.size() < kKept ||
          ratio > worst.back().ratio) {  // a machine may have been busy once
        if (!second) second = measure(world, hunted_);
        ratio = std::min(ratio, second->ratios.at(id));
        worst.push_back({ratio, world});
        std::ranges::stable_sort(worst, std::greater{}, &Found::ratio);
        if (worst.size() > kKept) worst.pop_back();
      }
      if (!climbs) ratios_[id].push_back(ratio);
    }
  }

  void report() {
    fmt::print("{:<18} {:>7} {:>7} {:>7} {:>7} {:>13}\n", "times the best", "worlds", "median",
               "p99", "worst", "after climbing");
    for (const std::string& id : hunted_) {
      std::vector<double>& all = ratios_[id];
      if (all.empty()) continue;
      fmt::print("{:<18} {:>7} {:>7.2f} {:>7.2f} {:>7.2f} {:>13.2f}\n", id, all.size(),
                 quantile(all, 0.5), quantile(all, 0.99), quantile(all, 1), worst_[id][0].ratio);
    }
    for (const std::string& id : hunted_)
      for (const Found& f : worst_[id])
        fmt::print("{:<18} {:>7.2f}  --world {}\n", id, f.ratio, f.world.text());
  }

  std::vector<std::string> hunted_;
  Random random_;
  double least_, most_;
  std::map<std::string, std::vector<Found>> worst_;    // the worst first
  std::map<std::string, std::vector<double>> ratios_;  // of random worlds
  bool is_wrong_ = false;
};

int refuse(std::string_view what) {
  fmt::print(stderr, "phasebox_bench_cliffs: {}; the first lines of cliffs.cpp say what there is\n",
             what);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> hunted{"hierarchical-grid", "uniform-grid", "spatial-hash",
                                  "neighbor-list",     "auto",         "quadtree"};
  double seconds = 60, least = kGenes[boxes].low, most = kGenes[boxes].high;
  std::uint64_t from = 1;
  std::vector<Named> worlds;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word == "--known") {
      worlds.assign(kKnown.begin(), kKnown.end());
      continue;
    }
    if (++k == argc) return refuse(fmt::format("'{}' needs a value, or is not known", word));
    const char* const value = argv[k];
    if (word == "--seconds") {
      seconds = std::atof(value);
    } else if (word == "--seed") {
      from = static_cast<std::uint64_t>(std::atoll(value));
    } else if (word == "--algorithm") {
      hunted.clear();
      for (std::string_view left = value; !left.empty();)
        hunted.emplace_back(take_until(left, ','));
    } else if (word == "--boxes") {
      if (std::sscanf(value, "%lf-%lf", &least, &most) != 2) least = 0;
    } else if (word == "--world") {
      worlds.push_back({"world", value});
    } else {
      return refuse(fmt::format("'{}' is not known", word));
    }
  }
  for (const std::string& id : hunted)
    if (!find_entry(broadphases(), id)) return refuse(fmt::format("no broadphase '{}'", id));
  if (!(least >= 1 && least <= most)) return refuse("--boxes: two numbers from 1 on, as 200-50000");
  if (worlds.empty()) return Hunt(hunted, from, least, most).run(seconds) ? 0 : 1;
  print_head(hunted);
  bool is_wrong = false;
  for (const Named& named : worlds) {
    const auto measured = measure(world_from(named.world), hunted);
    if (!measured) fmt::print("{:<22} has too many pairs\n", named.name);
    if (measured) print(*measured, hunted, named.name), is_wrong |= measured->is_wrong;
  }
  return is_wrong ? 1 : 0;
}
