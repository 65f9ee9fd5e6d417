// SPDX-License-Identifier: MIT
// How the promises of a broadphase are checked.
#include "support/checks.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <limits>

#include "support/allocations.hpp"
#include "support/oracle.hpp"

namespace phasebox::test {
namespace {

constexpr std::size_t kShown = 3;  // examples per kind of violation

bool before(Pair p, Pair q) { return key(p) < key(q); }

void append(Violations& to, Violations more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

std::string describe(Pair p, const Frame& f) {
  std::string text = "(" + std::to_string(p.a) + ", " + std::to_string(p.b) + ")";
  if (p.a < f.size() && p.b < f.size())
    text += " " + test::describe(f.boxes[p.a]) + " " + test::describe(f.boxes[p.b]);
  return text;
}

void report(Violations& out, const std::string& where, const char* what,
            std::span<const Pair> pairs, const Frame& f) {
  if (pairs.empty()) return;
  std::string text = where + ": " + std::to_string(pairs.size()) + " " + what;
  for (const Pair p : pairs.first(std::min(pairs.size(), kShown)))
    text += "\n    " + describe(p, f);
  out.push_back(std::move(text));
}

/// Elements of sorted `a` that are not in sorted `b`.
std::vector<Pair> difference(std::span<const Pair> a, std::span<const Pair> b) {
  std::vector<Pair> out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out), before);
  return out;
}

double random_value(const Param& row, Random& random) {
  const double share = static_cast<double>(random.uniform(0, 1));
  if (row.kind == Param::Kind::real) return row.lo + share * (row.hi - row.lo);
  return std::min(row.hi, row.lo + std::floor(share * (row.hi - row.lo + 1)));
}

std::vector<SpriteId> near_of(Broadphase& broadphase, const Frame& f, const Aabb& box) {
  Sink<SpriteId> out;
  broadphase.query(f, box, out, nullptr);
  std::vector<SpriteId> ids(out.items().begin(), out.items().end());
  std::sort(ids.begin(), ids.end());
  return ids;
}

Aabb bounds_of(std::span<const Aabb> boxes) {
  Aabb bounds = boxes.empty() ? Aabb{} : boxes[0];
  for (const Aabb& b : boxes) bounds = united(bounds, b);
  return bounds;
}

/// Boxes to query: outside on every side, all, points, slivers, copies of sprites, random ones.
std::vector<Aabb> questions(const Frame& f, Random& random) {
  const Aabb all = bounds_of(f.boxes);
  const Vec2 mid = center(all);
  const float step = std::max(1.0f, all.max.x * 0.1f - all.min.x * 0.1f);
  std::vector<Aabb> ask{
      all,
      {mid, mid},
      {all.min, mid},
      {mid, all.max},
      {all.min, all.min},
      {{all.min.x - step, all.min.y - step}, {all.max.x + step, all.max.y + step}},
      {{all.min.x - step, all.min.y}, {all.min.x, all.max.y}},
      {{all.max.x, all.min.y}, {all.max.x + step, all.max.y}},
      {{all.min.x - 2 * step, mid.y}, {all.min.x - step, all.max.y}},
      {{mid.x, all.min.y}, {mid.x, all.max.y}},
      {{all.min.x, mid.y}, {all.max.x, mid.y}}};
  for (int k = 0; k < 12 && f.size() > 0; ++k) {
    const auto any = [&] { return f.boxes[random.below(static_cast<std::uint32_t>(f.size()))]; };
    const Aabb a = any(), b = any();
    ask.push_back(a);
    ask.push_back({a.min, a.min});
    ask.push_back(united(a, b));
    ask.push_back(Aabb{center(a), center(a)});
    ask.push_back(united({a.max, a.max}, {b.min, b.min}));
  }
  std::erase_if(ask, [](const Aabb& b) { return !is_valid(b); });
  return ask;
}

Violations ask_all(Broadphase& broadphase, const Frame& f, Random& random,
                   const std::string& where) {
  Violations out;
  for (const Aabb& box : questions(f, random)) {
    const auto found = near_of(broadphase, f, box), exact = exact_near(f, box);
    if (found == exact) continue;
    out.push_back(where + ": query " + test::describe(box) + " gives " +
                  std::to_string(found.size()) + " sprites, a scan " +
                  std::to_string(exact.size()));
    if (out.size() >= kShown) break;
  }
  return out;
}

/// A moving world whose population changes as World's does: the last sprite takes a freed id.
class Stage {
 public:
  Stage(BoxWorld world, std::uint64_t seed) : world_(std::move(world)), random_(seed) {}

  const BoxWorld& world() const { return world_; }
  std::span<const Edit> edits() const { return edits_; }

  void begin_frame() { edits_.clear(); }
  void move(float step) { jostle(world_, random_, step); }
  void add() {
    const auto last = static_cast<SpriteId>(world_.size());
    world_.boxes.push_back(world_.boxes.empty() ? Aabb{{0, 0}, {5, 5}} : any_box());
    if (!world_.filters.empty()) world_.filters.push_back({1, 0xFFFF});
    if (!world_.is_static.empty()) world_.is_static.push_back(0);
    edits_.push_back({Edit::Kind::add, last, last});
  }
  void remove() {
    if (world_.size() == 0) return;
    const std::uint32_t id = random_.below(static_cast<std::uint32_t>(world_.size()));
    edits_.push_back({Edit::Kind::remove, id, static_cast<SpriteId>(world_.size() - 1)});
    const auto drop = [id](auto& column) {
      if (column.empty()) return;
      column[id] = column.back();
      column.pop_back();
    };
    drop(world_.boxes), drop(world_.filters), drop(world_.is_static);
  }

 private:
  Aabb any_box() { return world_.boxes[random_.below(static_cast<std::uint32_t>(world_.size()))]; }

  BoxWorld world_;
  Random random_;
  std::vector<Edit> edits_;
};

Violations check_frame(Broadphase& broadphase, const Frame& f, const std::string& where) {
  const auto found = pairs_of(broadphase, f), exact = exact_pairs(f);
  Violations out = compare(found, exact, broadphase.is_exact(), f, where);
  Random random(f.size());
  append(out, ask_all(broadphase, f, random, where));
  return out;
}

}  // namespace

std::string join(const Violations& violations) {
  constexpr std::size_t kMax = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(kMax, violations.size()); ++k)
    text += "\n  " + violations[k];
  if (violations.size() > kMax)
    text += "\n  ... and " + std::to_string(violations.size() - kMax) + " more";
  return text;
}

std::vector<Settings> settings_to_try(std::span<const Param> rows, std::size_t random_ones,
                                      std::uint64_t seed) {
  std::vector<Settings> all{{}};
  if (rows.empty()) return all;
  Settings lows, highs;
  for (const Param& row : rows) {
    all.push_back({{row.key, row.lo}});
    all.push_back({{row.key, row.hi}});
    lows.push_back({row.key, row.lo});
    highs.push_back({row.key, row.hi});
  }
  all.push_back(lows);
  all.push_back(highs);
  Random random(seed);
  for (std::size_t k = 0; k < random_ones; ++k) {
    Settings some;
    for (const Param& row : rows) some.push_back({row.key, random_value(row, random)});
    all.push_back(some);
  }
  return all;
}

void set_params(ParamView view, const Settings& settings) {
  for (const Setting& s : settings) {
    const Param* row = find_param(view.rows, s.key);
    assert(row && "every setting names a row");
    row->set(view.object, s.value);
  }
}

Subject subject_of(const BroadphaseEntry& entry, const Settings& settings) {
  std::string label(entry.id);
  label += " {";
  for (const Setting& s : settings) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%s%.*s=%.9g", label.back() == '{' ? "" : " ",
                  static_cast<int>(s.key.size()), s.key.data(), s.value);
    label += text.data();
  }
  label += "}";
  return {label, [&entry, settings] {
            auto broadphase = entry.make();
            set_params(broadphase->params(), settings);
            return broadphase;
          }};
}

std::vector<Pair> pairs_of(Broadphase& broadphase, const Frame& frame, Recorder* log) {
  PairSink out;
  broadphase.find_pairs(frame, out, log);
  return {out.items().begin(), out.items().end()};
}

std::vector<Pair> sorted(std::vector<Pair> pairs) {
  std::sort(pairs.begin(), pairs.end(), before);
  return pairs;
}

std::string describe(const Aabb& b) {
  std::array<char, 128> text{};
  std::snprintf(text.data(), text.size(), "[%.9g %.9g, %.9g %.9g]", static_cast<double>(b.min.x),
                static_cast<double>(b.min.y), static_cast<double>(b.max.x),
                static_cast<double>(b.max.y));
  return text.data();
}

Violations compare(std::span<const Pair> found, std::span<const Pair> exact, bool must_be_exact,
                   const Frame& f, const std::string& where) {
  std::vector<Pair> unordered, doubled, once = sorted({found.begin(), found.end()});
  for (const Pair p : found)
    if (p.a >= p.b || p.b >= f.size()) unordered.push_back(p);
  for (std::size_t k = 1; k < once.size(); ++k)
    if (once[k] == once[k - 1]) doubled.push_back(once[k]);
  once.erase(std::unique(once.begin(), once.end()), once.end());
  Violations out;
  report(out, where, "pairs that are not a < b < n", unordered, f);
  report(out, where, "pairs given more than once", doubled, f);
  report(out, where, "pairs invented", difference(once, exact), f);
  if (must_be_exact) report(out, where, "pairs missing", difference(exact, once), f);
  return out;
}

Violations check_pairs(const Subject& subject, const BoxWorld& world, std::span<const Pair> exact) {
  const std::string where = subject.label + " on " + world.label();
  const Frame f = world.frame();
  const auto broadphase = subject.make();
  broadphase->reset(f);
  const auto found = pairs_of(*broadphase, f);
  Violations out = compare(found, exact, broadphase->is_exact(), f, where);
  Recorder log(1000);
  if (sorted(pairs_of(*broadphase, f, &log)) != sorted(found))
    out.push_back(where + ": the traced run gives other pairs");
  return out;
}

Violations check_order(const Subject& subject, const BoxWorld& world) {
  Random random(world.seed + 77);
  std::vector<SpriteId> new_id;
  const BoxWorld other = shuffled(world, random, new_id);
  const auto plain = subject.make(), mixed = subject.make();
  plain->reset(world.frame());
  mixed->reset(other.frame());
  auto remapped = pairs_of(*plain, world.frame());
  for (Pair& p : remapped) {
    const SpriteId a = new_id[p.a], b = new_id[p.b];
    p = {std::min(a, b), std::max(a, b)};
  }
  if (sorted(remapped) == sorted(pairs_of(*mixed, other.frame()))) return {};
  return {subject.label + " on " + world.label() +
          ": the pairs depend on the order of the sprites"};
}

Violations check_motion(const Subject& subject, const BoxWorld& world) {
  constexpr int kFrames = 8, kEditEvery = 3, kResetAt = 5;
  Stage stage(world, world.seed + 5);
  const auto broadphase = subject.make();
  broadphase->reset(stage.world().frame());
  Violations out;
  for (int k = 0; k < kFrames && out.empty(); ++k) {
    stage.begin_frame();
    if (k > 0) stage.move(4);
    if (k % kEditEvery == 1)
      for (int n = 0; n < 3; ++n) stage.add(), stage.remove(), stage.remove(), stage.add();
    if (k % kEditEvery == 1) broadphase->edit(stage.world().frame(), stage.edits());
    if (k == kResetAt) {
      stage = Stage(make_world("lattice", 9), 3);
      broadphase->reset(stage.world().frame());
    }
    out = check_frame(
        *broadphase, stage.world().frame(),
        subject.label + " on " + world.label() + ", frame " + std::to_string(k) + " of a motion");
  }
  stage.begin_frame();
  while (stage.world().size() > 0) stage.remove();
  broadphase->edit(stage.world().frame(), stage.edits());
  append(out, check_frame(*broadphase, stage.world().frame(),
                          subject.label + " on " + world.label() + ", all removed"));
  return out;
}

Violations check_near(const Subject& subject, const BoxWorld& world) {
  const Frame f = world.frame();
  const auto broadphase = subject.make();
  broadphase->reset(f);
  pairs_of(*broadphase, f);
  Random random(world.seed + 11);
  return ask_all(*broadphase, f, random, subject.label + " on " + world.label());
}

Violations check_steady_state(const Subject& subject, const BoxWorld& world) {
  constexpr int kWarm = 3, kCounted = 5;
  const std::size_t n = world.size();
  PairSink pairs;
  Sink<SpriteId> near;
  for (std::size_t k = 0; k < n * n / 2; ++k) pairs.push({0, 1});
  for (std::size_t k = 0; k < n; ++k) near.push(0);
  BoxWorld moving = world, packed = world;
  packed.boxes.assign(n, Aabb{{0, 0}, {10, 10}});
  Random random(world.seed + 3);
  const auto broadphase = subject.make();
  std::uint64_t counted = 0;
  const auto frame = [&](const BoxWorld& shown) {
    pairs.clear(), near.clear();
    const std::uint64_t start = allocations();
    broadphase->find_pairs(shown.frame(), pairs, nullptr);
    broadphase->query(shown.frame(), {{0, 0}, {100, 100}}, near, nullptr);
    counted += allocations() - start;
  };
  broadphase->reset(world.frame());
  frame(packed);
  for (int k = 0; k < kWarm; ++k) frame(moving), jostle(moving, random, 3);
  counted = 0;
  for (int k = 0; k < kCounted; ++k) jostle(moving, random, 20), frame(moving);
  if (counted == 0) return {};
  return {subject.label + " on " + world.label() + ": " + std::to_string(counted) +
          " allocations in " + std::to_string(kCounted) + " warm frames"};
}

Violations check_determinism(const Subject& subject, const BoxWorld& world) {
  const Frame f = world.frame();
  const auto one = subject.make(), two = subject.make();
  one->reset(f);
  two->reset(f);
  const auto first = pairs_of(*one, f);
  Violations out;
  const std::string where = subject.label + " on " + world.label();
  if (first != pairs_of(*two, f)) out.push_back(where + ": two instances give different lists");
  if (sorted(first) != sorted(pairs_of(*one, f)))
    out.push_back(where + ": the same frame again gives other pairs");
  return out;
}

}  // namespace phasebox::test
