// SPDX-License-Identifier: MIT
// How the promises of a broadphase are checked.
#include "contract/checks.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

#include "base/number_format.hpp"
#include "contract/questions.hpp"

namespace phasebox::contract {
namespace {

constexpr std::size_t kShown = 3;  // examples per kind of violation

bool before(Pair p, Pair q) { return key(p) < key(q); }

void append(Violations& to, Violations more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

std::string describe(Pair p, const Frame& f) {
  std::string text = "(" + std::to_string(p.a) + ", " + std::to_string(p.b) + ")";
  if (p.a < f.size() && p.b < f.size())
    text += " " + contract::describe(f.boxes[p.a]) + " " + contract::describe(f.boxes[p.b]);
  return text;
}

void report(Violations& out, const std::string& where, const char* what,
            std::span<const Pair> pairs, const Frame& f) {
  if (pairs.empty()) return;
  std::string text = where + ": " + counted(pairs.size(), "pair") + " " + what;
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

Subject subject_of(const BroadphaseEntry& entry, const Settings& settings) {
  const std::string text = settings_text(settings);
  Subject subject{std::string(entry.id) + (text.empty() ? "" : " " + text), [&entry, settings] {
                    auto broadphase = entry.make();
                    set_params(broadphase->params(), settings);
                    return broadphase;
                  }};
  subject.is_chooser = entry.role == BroadphaseRole::chooser;
  if (!entry.file.empty()) subject.warning = std::string(entry.title) + ": ";
  return subject;
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
  report(out, where, "not a < b < n", unordered, f);
  report(out, where, "given more than once", doubled, f);
  report(out, where, "invented", difference(once, exact), f);
  if (must_be_exact) report(out, where, "missing", difference(exact, once), f);
  return out;
}

Violations refusals(const Subject& subject, const Broadphase& broadphase, const Frame& frame,
                    const std::string& where) {
  if (subject.warning.empty()) return {};
  std::vector<Remark> remarks;
  broadphase.remark(frame, remarks);
  Violations out;
  for (const Remark& r : remarks)
    if (r.warning && r.text.starts_with(subject.warning))
      out.push_back(where + ": " + r.text.substr(subject.warning.size()));
  return out;
}

Violations check_traced(const Subject& subject, Broadphase& broadphase, const BoxWorld& world) {
  const Frame f = world.frame();
  broadphase.reset(f);
  const auto found = pairs_of(broadphase, f);
  Recorder log(1000);
  if (sorted(pairs_of(broadphase, f, &log)) == sorted(found)) return {};
  return {subject.label + " on " + world.label() + ": the traced run gives other pairs"};
}

Violations check_pairs(const Subject& subject, const BoxWorld& world, std::span<const Pair> exact) {
  const Frame f = world.frame();
  const auto broadphase = subject.make();
  broadphase->reset(f);
  Violations out = compare(pairs_of(*broadphase, f), exact, broadphase->is_exact(), f,
                           subject.label + " on " + world.label());
  append(out, check_traced(subject, *broadphase, world));
  return out;
}

Violations check_order(const Subject& subject, Broadphase& plain, Broadphase& mixed,
                       const BoxWorld& world) {
  Random random(world.seed + 77);
  std::vector<SpriteId> new_id;
  const BoxWorld other = shuffled(world, random, new_id);
  plain.reset(world.frame());
  mixed.reset(other.frame());
  auto remapped = pairs_of(plain, world.frame());
  for (Pair& p : remapped) {
    const SpriteId a = new_id[p.a], b = new_id[p.b];
    p = {std::min(a, b), std::max(a, b)};
  }
  if (sorted(remapped) == sorted(pairs_of(mixed, other.frame()))) return {};
  return {subject.label + " on " + world.label() +
          ": the pairs depend on the order of the sprites"};
}

Violations check_near(const Subject& subject, const BoxWorld& world) {
  const Frame f = world.frame();
  const auto broadphase = subject.make();
  broadphase->reset(f);
  pairs_of(*broadphase, f);
  Random random(world.seed + 11);
  return ask_all(*broadphase, f, questions(f, random), subject.label + " on " + world.label());
}

Violations check_steady_state(const Subject& subject, const BoxWorld& world,
                              const HeapMeter& heap) {
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
  std::uint64_t calls = 0;
  int grown = 0;  // frames after which there was more memory in use
  const auto in_use = [&] { return heap.bytes ? heap.bytes() : 0; };
  const auto frame = [&](const BoxWorld& shown) {
    pairs.clear(), near.clear();
    const std::uint64_t had = in_use(), start = heap.allocations();
    broadphase->find_pairs(shown.frame(), pairs, nullptr);
    broadphase->query(shown.frame(), {{0, 0}, {100, 100}}, near, nullptr);
    calls += heap.allocations() - start;
    grown += in_use() > had ? 1 : 0;
  };
  broadphase->reset(world.frame());
  frame(packed);
  for (int k = 0; k < kWarm; ++k) frame(moving), jostle(moving, random, 3);
  calls = 0, grown = 0;
  for (int k = 0; k < kCounted; ++k) jostle(moving, random, 20), frame(moving);
  const std::string where = subject.label + " on " + world.label() + ": ";
  const std::string when = " in " + std::to_string(kCounted) + " warm frames";
  if (calls > 0) return {where + counted(calls, "allocation") + when};
  if (grown == kCounted)
    return {where + "more memory in use after each of " + std::to_string(kCounted) +
            " warm frames"};
  return {};
}

}  // namespace phasebox::contract
