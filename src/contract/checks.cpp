// SPDX-License-Identifier: MIT
// Checks the promises of a broadphase.
#include "contract/checks.hpp"

#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace phasebox::contract {
namespace {

// The library has its own functions for overlap and eligibility. They are written a second time
// here on purpose, so that a fault in one of the two is found.

bool apart(float a_min, float a_max, float b_min, float b_max) {
  return a_max <= b_min || b_max <= a_min;
}

bool share_area(const Aabb& a, const Aabb& b) {
  return !apart(a.min.x, a.max.x, b.min.x, b.max.x) && !apart(a.min.y, a.max.y, b.min.y, b.max.y);
}

bool may_collide(const Frame& f, std::size_t i, std::size_t j) {
  const bool both_static = !f.is_static.empty() && f.is_static[i] != 0 && f.is_static[j] != 0;
  if (both_static) return false;
  if (f.filters.empty()) return true;
  const bool i_wants_j = (f.filters[i].mask & f.filters[j].category) != 0;
  const bool j_wants_i = (f.filters[j].mask & f.filters[i].category) != 0;
  const bool of_one_group = f.filters[i].group == f.filters[j].group;
  if (of_one_group && f.filters[i].group > 0) return true;
  if (of_one_group && f.filters[i].group < 0) return false;
  if (f.rule == FilterRule::either) return i_wants_j || j_wants_i;
  return i_wants_j && j_wants_i;
}

// ---- checks

constexpr std::size_t kShown = 3;  // the most pairs that are listed for a kind of violation

bool before(Pair p, Pair q) { return key(p) < key(q); }

void append(Violations& to, Violations more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

std::string describe(Pair p, const Frame& f) {
  std::string text = fmt::format("({}, {})", p.a, p.b);
  if (p.a < f.size() && p.b < f.size())
    text += " " + contract::describe(f.boxes[p.a]) + " " + contract::describe(f.boxes[p.b]);
  return text;
}

/// Appends a violation for these pairs, unless there are none: where and what it is, how many
/// pairs, and the first few with their boxes.
void report(Violations& out, const std::string& where, const char* what,
            std::span<const Pair> pairs, const Frame& f) {
  if (pairs.empty()) return;
  std::string text = where + ": " + counted(pairs.size(), "pair") + " " + what;
  for (const Pair p : pairs.first(std::min(pairs.size(), kShown)))
    text += "\n    " + describe(p, f);
  out.push_back(std::move(text));
}

/// Returns the pairs of `a` that are not in `b`; both are sorted.
std::vector<Pair> difference(std::span<const Pair> a, std::span<const Pair> b) {
  std::vector<Pair> out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out), before);
  return out;
}

/// Appends the warnings about a plug-in's last search and the queries after it, such as pairs that
/// the program refused. Does nothing for other broadphases.
void append_refusals(Violations& out, const Subject& subject, const Broadphase& broadphase,
                     const Frame& frame, const std::string& where) {
  if (subject.warning.empty()) return;
  std::vector<Remark> remarks;
  broadphase.remark(frame, remarks);
  for (const Remark& r : remarks)
    if (r.warning && r.text.english().starts_with(subject.warning))
      out.push_back(where + ": " + r.text.english().substr(subject.warning.size()));
}

using Instances = std::vector<std::unique_ptr<Broadphase>>;

/// Goes through the frames of a trial with `n` new instances, which are told of resets and edits.
/// Calls `look(instances, frame, where)`, which returns the violations of one frame, and returns
/// those of the first frame that has any.
template <class Look>
Violations follow(const Subject& subject, const Trial& trial, std::size_t n, Look look) {
  Instances instances;
  for (std::size_t k = 0; k < n; ++k) instances.push_back(subject.make());
  for (Player player(trial); !player.is_over();) {
    player.advance();
    subject.at(player.number());
    for (const auto& instance : instances) player.tell(*instance);
    Violations out =
        look(instances, player.frame(),
             subject.label + " on " + trial.label() + ", frame " + std::to_string(player.number()));
    if (!out.empty()) return out;
  }
  return {};
}

/// Returns the sprites that a box query of the broadphase finds, in ascending order.
std::vector<SpriteId> near_of(Broadphase& broadphase, const Frame& f, const Aabb& box,
                              Recorder* log) {
  Sink<SpriteId> out;
  broadphase.query(f, box, out, log);
  std::vector<SpriteId> ids(out.items().begin(), out.items().end());
  std::sort(ids.begin(), ids.end());
  return ids;
}

Aabb bounds_of(std::span<const Aabb> boxes) {
  Aabb bounds = boxes.empty() ? Aabb{} : boxes[0];
  for (const Aabb& b : boxes) bounds = united(bounds, b);
  return bounds;
}

/// Returns the boxes with which a frame is queried: the bounds of all its boxes, parts of them, and
/// boxes beside and around them; boxes without width or height; and boxes made from random sprites.
/// Boxes that are not valid are left out.
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

/// Compares what queries find with a scan of all boxes. Every second query is made with an event
/// log, which must not change the answer. Returns at most `kShown` violations.
Violations ask_all(Broadphase& broadphase, const Frame& f, std::span<const Aabb> asked,
                   const std::string& where) {
  Violations out;
  Recorder log;
  bool is_shown = false;
  for (const Aabb& box : asked) {
    is_shown = !is_shown;
    const auto found = near_of(broadphase, f, box, is_shown ? &log : nullptr);
    const auto exact = exact_near(f, box);
    if (found == exact) continue;
    out.push_back(fmt::format("{}: query {} gives {} sprites, a scan {}", where,
                              contract::describe(box), found.size(), exact.size()));
    if (out.size() >= kShown) break;
  }
  return out;
}

/// Checks that a search with an event log finds the same pairs as one without, which comes first.
Violations check_traced(const Subject& subject, Broadphase& broadphase, const BoxWorld& world) {
  const Frame f = world.frame();
  broadphase.reset(f);
  const auto found = pairs_of(broadphase, f);
  Recorder log(1000);
  if (sorted(pairs_of(broadphase, f, &log)) == sorted(found)) return {};
  return {subject.label + " on " + world.label() + ": the traced run gives other pairs"};
}

/// Checks in each frame that two instances give the same list of pairs (a chooser: the same pairs
/// in any order), and that a second search of the frame finds the same pairs in any order.
Violations check_again(const Subject& subject, const Trial& trial) {
  return follow(subject, trial, 2, [&](Instances& in, const Frame& f, const std::string& where) {
    auto first = pairs_of(*in[0], f), second = pairs_of(*in[1], f);
    if (subject.is_chooser) {
      first = sorted(std::move(first));
      second = sorted(std::move(second));
    }
    Violations out;
    if (first != second) out.push_back(where + ": two instances give different lists");
    // Both instances search the frame again, so that they stay in the same state.
    const auto again = pairs_of(*in[0], f);
    pairs_of(*in[1], f);
    if (sorted(first) != sorted(again))
      out.push_back(where + ": the same frame again gives other pairs");
    return out;
  });
}

/// Checks in each frame that 2 and 4 threads find the same pairs as one thread, in any order.
Violations check_threads(const Subject& subject, const Trial& trial) {
  constexpr std::array kThreads{1u, 2u, 4u};
  return follow(subject, trial, kThreads.size(),
                [&](Instances& in, const Frame& f, const std::string& where) {
                  const auto one = sorted(pairs_of(*in[0], f));
                  Violations out;
                  for (std::size_t t = 1; t < kThreads.size(); ++t) {
                    Frame parallel = f;
                    parallel.threads = kThreads[t];
                    if (sorted(pairs_of(*in[t], parallel)) != one)
                      out.push_back(where + ": " + std::to_string(kThreads[t]) +
                                    " threads give other pairs than one");
                  }
                  return out;
                });
}

/// Calls `check(world)` for the first frame of a trial and for each frame at which another world
/// begins. Returns the first violations.
template <class Check>
Violations on_each(const Subject& subject, const Trial& trial, Check check) {
  for (std::size_t k = 0; k < trial.frames.size(); ++k) {
    if (k > 0 && !trial.frames[k].is_reset) continue;
    subject.at(k);
    Violations out = check(world_of(trial, k));
    if (!out.empty()) return out;
  }
  return {};
}

// Checks `check_traced` on each world of a trial. One instance searches all of them, as in a game
// that changes levels, because making an instance may cost more time than the check.
Violations traced(const Subject& subject, const Trial& trial) {
  const auto broadphase = subject.make();
  return on_each(subject, trial,
                 [&](const BoxWorld& world) { return check_traced(subject, *broadphase, world); });
}

/// Checks on each world of a trial that the sprites in a random order have the same pairs, under
/// their new ids.
Violations order(const Subject& subject, const Trial& trial) {
  const auto plain = subject.make(), mixed = subject.make();
  if (!plain->is_exact()) return {};  // the pairs that it leaves out may depend on the order
  return on_each(subject, trial, [&](const BoxWorld& world) -> Violations {
    Random random(world.seed + 77);
    std::vector<SpriteId> new_id;
    const BoxWorld other = shuffled(world, random, new_id);
    plain->reset(world.frame());
    mixed->reset(other.frame());
    auto remapped = pairs_of(*plain, world.frame());
    for (Pair& p : remapped) {
      const auto [a, b] = std::minmax(new_id[p.a], new_id[p.b]);
      p = {a, b};
    }
    if (sorted(remapped) == sorted(pairs_of(*mixed, other.frame()))) return {};
    return {subject.label + " on " + world.label() +
            ": the pairs depend on the order of the sprites"};
  });
}

/// Checks that an instance allocates nothing once it is warm. A frame is a search and a query. The
/// instance is warmed by a frame in which all boxes are the same, so that it sees as many pairs as
/// there can be, and by three frames of the world. Five more frames, in which boxes move, must not
/// call operator new. The bytes in use, which also count memory taken without operator new, must
/// not grow in every one of the five.
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
  std::uint64_t calls = 0;
  int grown = 0;  // the number of frames after which more memory was in use
  const HeapMeter& heap = subject.heap;
  const auto in_use = [&] { return heap.bytes ? heap.bytes() : 0; };
  const auto frame = [&](const BoxWorld& shown) {
    pairs.clear();
    near.clear();
    const std::uint64_t had = in_use(), start = heap.allocations();
    broadphase->find_pairs(shown.frame(), pairs, nullptr);
    broadphase->query(shown.frame(), {{0, 0}, {100, 100}}, near, nullptr);
    calls += heap.allocations() - start;
    grown += in_use() > had ? 1 : 0;
  };
  broadphase->reset(world.frame());
  frame(packed);
  for (int k = 0; k < kWarm; ++k) {
    frame(moving);
    jostle(moving, random, 3);
  }
  calls = 0;
  grown = 0;
  for (int k = 0; k < kCounted; ++k) {
    jostle(moving, random, 20);
    frame(moving);
  }
  const std::string where = subject.label + " on " + world.label() + ": ";
  const std::string when = " in " + std::to_string(kCounted) + " warm frames";
  if (calls > 0) return {where + counted(calls, "allocation") + when};
  if (grown == kCounted)
    return {where + fmt::format("more memory in use after each of {} warm frames", kCounted)};
  return {};
}

/// Checks `check_steady_state` on each world of a trial, where allocations can be counted.
Violations steady(const Subject& subject, const Trial& trial) {
  // A chooser is left out: when it turns to another algorithm, this one may allocate, and that
  // happens at times that depend on the clock. A test of its own checks the frames between.
  if (!subject.heap.allocations || subject.is_chooser) return {};
  return on_each(subject, trial,
                 [&](const BoxWorld& world) { return check_steady_state(subject, world); });
}

constexpr PromiseRow kRows[] = {
    {"exact-pairs", "exact pairs",
     "Each eligible overlapping pair once, as a < b, and no other; with is_exact false some may be "
     "missing.",
     Shown::still, check_frames},
    {"lives", "lives",
     "The same through motion, additions, removals, teleports, filters, static flags, resets and "
     "parameters that change.",
     Shown::moving, check_frames},
    {"queries", "queries",
     "A query finds what a scan of all boxes finds, each once, and changes no pairs.", Shown::any,
     check_queries},
    {"traced", "traced", "The pairs are the same when it is watched.", Shown::still, traced},
    {"order", "order", "The pairs, where they are exact, do not depend on the order of the boxes.",
     Shown::still, order},
    {"same-again", "determinism",
     "The same frame again has the same pairs; another instance gives the same list.", Shown::any,
     check_again},
    {"threads", "threads", "2 and 4 threads find what one finds.", Shown::large, check_threads},
    {"allocations", "allocations", "Once warm, a frame and a query allocate nothing.", Shown::still,
     steady},
    {"many-objects", "many objects", "The pairs are exact among more than 65,536 boxes.",
     Shown::huge, check_frames},
};

constexpr std::size_t kTiny = 8, kMadeUp = 6;  // the number of such trials in a round
constexpr std::size_t kTinyWorlds = 50, kMadeUpWorlds = 20;

/// Makes 66,000 boxes: those on a lattice do not overlap. Some of the boxes beyond number 65,536
/// are put onto the box whose number has the same lower 16 bits, which shows numbers that were cut
/// off. Every 997th box gets a smaller box within it.
BoxWorld world_of_many() {
  constexpr std::uint32_t kLattice = 66'000, kEvery = 997, kBeyond = 65'536, kSameEvery = 50;
  BoxWorld world = world_of("66,000 and some", {});
  for (std::uint32_t i = 0; i < kLattice; ++i) {
    const Vec2 at{static_cast<float>(i % 300) * 12, static_cast<float>(i / 300) * 12};
    world.boxes.push_back({at, at + Vec2{10, 10}});
  }
  for (std::uint32_t i = kBeyond + 1; i < kLattice; i += kSameEvery)
    world.boxes[i] = translated(world.boxes[i - kBeyond], {2, 2});
  for (std::uint32_t i = 0; i < kLattice; i += kEvery) {
    const Vec2 at = world.boxes[i].min + Vec2{1, 1};
    world.boxes.push_back({at, at + Vec2{5, 5}});
  }
  return world;
}

/// Makes a trial of two frames with 12,000 boxes, which move a little from the first to the second.
Trial large_trial(std::uint64_t seed) {
  constexpr std::size_t kBoxes = 12'000;
  Random random(seed);
  BoxWorld world = world_of("12,000 boxes", random_boxes(random, kBoxes, 6000, 6000, 30));
  world.seed = seed;
  Trial trial = still_trial(world);
  jostle(world, random, 5);
  trial.frames.push_back(frame_of(world));
  return trial;
}

}  // namespace

std::vector<Pair> exact_pairs(const Frame& f) {
  std::vector<Pair> pairs;
  for (SpriteId i = 0; i < f.size(); ++i)
    for (SpriteId j = i + 1; j < f.size(); ++j)
      if (share_area(f.boxes[i], f.boxes[j]) && may_collide(f, i, j)) pairs.push_back({i, j});
  return pairs;
}

std::vector<Pair> true_pairs(const Frame& f) {
  constexpr std::size_t kMany = 4000;
  if (f.size() <= kMany) return exact_pairs(f);
  std::vector<SpriteId> order(f.size());
  std::iota(order.begin(), order.end(), SpriteId{0});
  std::ranges::sort(order, {}, [&](SpriteId i) { return f.boxes[i].min.x; });
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t m = k + 1; m < order.size(); ++m) {
      const SpriteId i = order[k], j = order[m];
      if (f.boxes[j].min.x >= f.boxes[i].max.x && f.boxes[j].min.x != f.boxes[i].min.x) break;
      if (share_area(f.boxes[i], f.boxes[j]) && may_collide(f, i, j))
        pairs.push_back({std::min(i, j), std::max(i, j)});
    }
  std::ranges::sort(pairs, {}, [](Pair p) { return key(p); });
  return pairs;
}

std::vector<SpriteId> exact_near(const Frame& f, const Aabb& box) {
  std::vector<SpriteId> ids;
  for (SpriteId i = 0; i < f.size(); ++i)
    if (share_area(f.boxes[i], box)) ids.push_back(i);
  return ids;
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
  return fmt::format("[{:.9g} {:.9g}, {:.9g} {:.9g}]", b.min.x, b.min.y, b.max.x, b.max.y);
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

Violations check_frames(const Subject& subject, const Trial& trial) {
  return follow(subject, trial, 1, [&](Instances& in, const Frame& f, const std::string& where) {
    Violations out =
        compare(pairs_of(*in[0], f), contract::true_pairs(f), in[0]->is_exact(), f, where);
    append_refusals(out, subject, *in[0], f, where);
    return out;
  });
}

Violations check_queries(const Subject& subject, const Trial& trial) {
  // In a trial of more than `kLong` frames, each frame gets `kFew` queries.
  constexpr std::size_t kFew = 5, kLong = 20;
  Random random(trial.seed + 11);
  // Only the first instance answers queries; the second one finds the pairs without queries before.
  return follow(subject, trial, 2, [&](Instances& in, const Frame& f, const std::string& where) {
    Violations out;
    if (sorted(pairs_of(*in[0], f)) != sorted(pairs_of(*in[1], f)))
      out.push_back(where + ": queries of earlier frames have changed the pairs");
    std::vector<Aabb> asked = questions(f, random);
    if (trial.frames.size() > kLong && asked.size() > kFew) {
      for (std::size_t q = 0; q < kFew; ++q)
        asked[q] = asked[random.below(static_cast<std::uint32_t>(asked.size()))];
      asked.resize(kFew);
    }
    append(out, ask_all(*in[0], f, asked, where));
    append_refusals(out, subject, *in[0], f, where);
    return out;
  });
}

std::span<const PromiseRow> promises() { return kRows; }

const PromiseRow* find_promise(std::string_view id) {
  const auto* row = std::ranges::find(kRows, id, &PromiseRow::id);
  return row == std::end(kRows) ? nullptr : row;
}

std::size_t worlds_in_a_round() { return world_makers().size() + kHappenings + kTiny + kMadeUp; }

Trial trial_of(const PromiseRow& promise, std::uint64_t seed, std::size_t number) {
  constexpr std::size_t kLarge = 10, kObjects = 120;
  constexpr int kFrames = 300;
  const std::uint64_t own = seed + number / worlds_in_a_round();
  if (promise.shown == Shown::large)
    return number % kLarge == 0 ? large_trial(own * 100 + number) : Trial{};
  if (promise.shown == Shown::huge) return number == 0 ? still_trial(world_of_many()) : Trial{};
  std::size_t slot = number % worlds_in_a_round();
  const bool may_move = promise.shown != Shown::still, may_stand = promise.shown != Shown::moving;
  if (slot < world_makers().size()) {
    const BoxWorld world = make_world(world_makers()[slot], own);
    return may_move ? moving_trial(world) : still_trial(world);
  }
  slot -= world_makers().size();
  if (slot < kHappenings)
    return may_move ? world_life(static_cast<Happening>(slot), kObjects, kFrames, own + slot)
                    : Trial{};
  slot -= kHappenings;
  if (slot < kTiny) return may_stand ? tiny_trial(own * 100 + slot, kTinyWorlds) : Trial{};
  return may_move ? made_up_trial(own * 100 + slot, kMadeUpWorlds) : Trial{};
}

}  // namespace phasebox::contract
