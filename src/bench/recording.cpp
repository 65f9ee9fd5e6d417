// SPDX-License-Identifier: MIT
// Records the boxes of a session from step to step, moved in one of several ways; finds true pairs
// in slow and simple ways; and measures facts about a recording.
#include "bench/recording.hpp"

#include <array>
#include <numeric>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/random.hpp"
#include "base/statistics.hpp"
#include "language/format_sentence.hpp"
#include "session/session.hpp"

namespace phasebox {
namespace {

/// Appends to `column` a frame's filters or static flags, one per box; equal ones are shared with
/// the frame before.
template <class T>
void add_rules(RuleColumn<T>& column, std::span<const T> rows) {
  const bool is_as_before = !column.empty() && std::ranges::equal(*column.back(), rows);
  column.push_back(is_as_before ? column.back()
                                : std::make_shared<std::vector<T>>(rows.begin(), rows.end()));
}

constexpr std::array kMotions{
    MotionEntry{Motion::normal, "normal", "As the scene moves them."},
    MotionEntry{Motion::fast, "fast", "Ten times as fast."},
    MotionEntry{Motion::teleport, "teleport",
                "In each frame one box in a hundred jumps to a random place."},
    MotionEntry{Motion::jitter, "jitter",
                "Each box has a new random velocity of up to 2 px per axis in every frame."},
    MotionEntry{Motion::resting, "resting", "Of 20 boxes 19 never move."},
    MotionEntry{Motion::statics, "static", "Of 20 boxes 19 never move and are flagged static."},
    MotionEntry{Motion::still, "still", "Nothing moves."},
};

// Of so many boxes one jumps in a frame (`teleport`), or one moves at all (`resting`, `statics`).
constexpr std::uint32_t kTeleportOneIn = 100, kMovesOneIn = 20;
constexpr float kJitter = 2;  // px per frame and axis

// Mirrors a position that lies outside of [low, high] at the end that it passed, as a wall sends
// back a ball, and clamps the result to the range. Gives the middle where low is not below high.
float folded(float x, float low, float high) {
  if (!(low < high)) return (low + high) / 2;
  if (x < low) x = low + (low - x);
  if (x > high) x = high - (x - high);
  return std::fmin(std::fmax(x, low), high);
}

/// Copies of a session's boxes that move as a `Motion` says, while the session itself moves
/// undisturbed. After each step of the session, a copy that moves repeats the movement of its
/// sprite, jitters or jumps, and its center is kept in the field; the other copies stay where they
/// are. Sizes never change.
class MovedBoxes {
 public:
  MovedBoxes(const Session& session, Motion motion)
      : session_(session), motion_(motion), random_(session.settings().world.seed, 0x6d6f74696f6e) {
    const auto boxes = session.frame().boxes;
    boxes_.assign(boxes.begin(), boxes.end());
    shown_ = boxes_;
    if (motion == Motion::statics) is_static_.resize(boxes_.size());
    for (std::size_t i = 0; i < is_static_.size(); ++i) is_static_[i] = !moves(i);
  }

  /// Moves the boxes after a step of the session.
  void follow() {
    const auto now = session_.frame().boxes;
    assert(now.size() == boxes_.size() && "steps keep the number of sprites");
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (!moves(i)) continue;
      place(i, center(boxes_[i]) + change(center(now[i]) - center(shown_[i])));
    }
    shown_.assign(now.begin(), now.end());
  }

  Frame frame() const {
    Frame f = session_.frame();
    f.boxes = boxes_;
    if (!is_static_.empty()) f.is_static = is_static_;
    return f;
  }

 private:
  bool moves(std::size_t i) const {
    if (motion_ == Motion::still) return false;
    return (motion_ != Motion::resting && motion_ != Motion::statics) || i % kMovesOneIn == 0;
  }

  Vec2 change(Vec2 as_shown) {
    if (motion_ == Motion::jitter) return random_vector(kJitter);
    if (motion_ != Motion::teleport || random_.below(kTeleportOneIn) != 0) return as_shown;
    // The vector may lead anywhere, because the fold brings the box back into the field.
    const Vec2 size = extent(session_.field());
    const Vec2 unit = random_vector(1);
    return {unit.x * size.x, unit.y * size.y};
  }

  Vec2 random_vector(float most) {
    const float x = random_.uniform(-most, most);
    const float y = random_.uniform(-most, most);
    return {x, y};
  }

  void place(std::size_t i, Vec2 to) {
    const Aabb field = session_.field();
    const Vec2 half = extent(boxes_[i]) * 0.5f;
    to = {folded(to.x, field.min.x, field.max.x), folded(to.y, field.min.y, field.max.y)};
    boxes_[i] = {to - half, to + half};
  }

  const Session& session_;
  Motion motion_;
  Random random_;
  std::vector<Aabb> boxes_, shown_;  // as moved here; as they were in the session's last frame
  std::vector<std::uint8_t> is_static_;
};

/// Whether frame k, which is not the first, is not to be recorded any more.
bool ends_before(std::size_t k, const WorkLimit* limit) {
  return k > 0 && limit && limit->is_stopped();
}

Recording record_shown(Session& session, std::size_t frames, int steps, const WorkLimit* limit) {
  Recording recording;
  const RecordingPlayback* show = session.playback();
  if (show) recording.set_unit(show->unit());
  RecordingCast cast;
  for (std::size_t k = 0; k < frames && !ends_before(k, limit); ++k) {
    const std::size_t known = session.population_changes().pending.size();
    for (int step = 0; k > 0 && step < steps; ++step) session.move();
    if (show) {
      const auto [recorded, frame] = show->place(show->frame());
      cast.show(recorded, frame);
    }
    const std::span edits = session.population_changes().pending.subspan(known);
    recording.add(show ? cast.frame() : session.frame(), show ? cast.edits() : edits);
  }
  return recording;
}

template <class Add>
void test(const Frame& f, SpriteId i, SpriteId j, Add& add) {
  if (overlaps(f.boxes[i], f.boxes[j]) && eligible(f, i, j))
    add(Pair{std::min(i, j), std::max(i, j)});
}

template <class Add>
void each_of_all_pairs(const Frame& f, Add& add) {
  const auto n = static_cast<SpriteId>(f.size());
  for (SpriteId i = 0; i < n; ++i)
    for (SpriteId j = i + 1; j < n; ++j) test(f, i, j, add);
}

/// The axis along which the boxes crowd less: the sum of their extents over the range that they
/// span is lower. `f` must have a box.
Axis sweep_axis(const Frame& f) {
  const auto cover = [&](Axis axis) {
    double sum = 0;
    float from = low(f.boxes[0], axis), to = high(f.boxes[0], axis);
    for (const Aabb& box : f.boxes) {
      sum += static_cast<double>(high(box, axis)) - static_cast<double>(low(box, axis));
      from = std::min(from, low(box, axis));
      to = std::max(to, high(box, axis));
    }
    return sum / std::max(static_cast<double>(to) - static_cast<double>(from), 1e-30);
  };
  return cover(Axis::x) <= cover(Axis::y) ? Axis::x : Axis::y;
}

/// Tests each box against the boxes that begin, in the order of begins on `sweep_axis`, after it
/// and before its end. These include every box that overlaps it and begins no earlier.
template <class Add>
void each_swept_pair(const Frame& f, Add& add) {
  struct Begin {
    float at;
    SpriteId id;
  };
  if (f.size() == 0) return;
  const Axis axis = sweep_axis(f);
  std::vector<Begin> order;
  order.reserve(f.size());
  for (SpriteId i = 0; i < f.size(); ++i) order.push_back({low(f.boxes[i], axis), i});
  std::ranges::sort(order, {}, &Begin::at);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const float end = high(f.boxes[order[k].id], axis);
    for (std::size_t m = k + 1; m < order.size() && order[m].at < end; ++m)
      test(f, order[k].id, order[m].id, add);
  }
}

template <class Add>
void each_pair(const Frame& f, std::size_t max_for_all, Add add) {
  f.size() <= max_for_all ? each_of_all_pairs(f, add) : each_swept_pair(f, add);
}

constexpr std::size_t kMaxFrames = 128;    // most frames of a sample
constexpr std::size_t kMaxBoxes = 40'000;  // about the most boxes of a sample, in all its frames
constexpr SpriteId kNew = std::numeric_limits<SpriteId>::max();

/// The indices of the frames to sample out of n: all, or one at random out of each of kMaxFrames
/// equal parts. Regular distances could be in step with what a game does every so many frames.
std::vector<std::size_t> sampled_frames(std::size_t n) {
  std::vector<std::size_t> frames(std::min(n, kMaxFrames));
  if (n <= kMaxFrames) {
    std::iota(frames.begin(), frames.end(), std::size_t{0});
    return frames;
  }
  Random random(n);
  for (std::size_t k = 0; k < kMaxFrames; ++k) {
    const std::size_t begin = k * n / kMaxFrames, end = (k + 1) * n / kMaxFrames;
    frames[k] = begin + random.below(static_cast<std::uint32_t>(end - begin));
  }
  return frames;
}

/// Sets `before` [sprites of the frame] to the index that each had in the frame before, or kNew.
/// Returns false if the edits do not lead from that frame to this one. `frame` is at least 1.
bool follow(const Recording& recording, std::size_t frame, std::vector<SpriteId>& before) {
  before.resize(recording.boxes(frame - 1).size());
  std::iota(before.begin(), before.end(), SpriteId{0});
  for (const Edit& edit : recording.edits(frame)) {
    if (edit.kind == Edit::Kind::add) {
      before.push_back(kNew);
      continue;
    }
    if (edit.id >= before.size() || edit.moved_from + 1 != before.size()) return false;
    before[edit.id] = before.back();
    before.pop_back();
  }
  return before.size() == recording.boxes(frame).size();
}

/// Measures sides and movement on a sample: every so many boxes of the sampled frames.
void measure_sample(const Recording& recording, FrameFacts& facts) {
  const std::vector<std::size_t> frames = sampled_frames(recording.size());
  std::size_t boxes = 0;
  for (const std::size_t frame : frames) boxes += recording.boxes(frame).size();
  const std::size_t stride = std::max<std::size_t>(1, boxes / kMaxBoxes);
  std::vector<double> sides, steps;
  std::vector<SpriteId> before;
  for (const std::size_t frame : frames) {
    const auto now = recording.boxes(frame);
    for (std::size_t i = frame % stride; i < now.size(); i += stride)
      sides.push_back(static_cast<double>(std::max(extent(now[i]).x, extent(now[i]).y)));
    if (frame == 0 || recording.is_repeated() || !follow(recording, frame, before)) continue;
    const auto was = recording.boxes(frame - 1);
    for (std::size_t i = frame % stride; i < now.size(); i += stride)
      if (before[i] != kNew)
        steps.push_back(static_cast<double>(length(center(now[i]) - center(was[before[i]]))));
  }
  facts.side = quantile(sides, 0.5);
  facts.knows_movement = !steps.empty();
  if (steps.empty()) return;
  const auto still = static_cast<double>(std::ranges::count(steps, 0.0));
  facts.still = still / static_cast<double>(steps.size());
  facts.move = quantile(steps, 0.5);
}

void measure_field(std::span<const Aabb> boxes, FrameFacts& facts) {
  Aabb field = boxes[0];
  double area = 0;
  for (const Aabb& box : boxes) {
    const Vec2 size = extent(box);
    field = united(field, box);
    area += static_cast<double>(size.x) * static_cast<double>(size.y);
  }
  facts.width = static_cast<double>(extent(field).x);
  facts.height = static_cast<double>(extent(field).y);
  const double room = facts.width * facts.height;
  facts.crowd = room > 0 ? area / room : 0;
}

template <class Rule, class Has>
std::size_t boxes_with(std::span<const Rule> rules, Has has) {
  return static_cast<std::size_t>(std::ranges::count_if(rules, has));
}

/// Measures the facts that need all boxes of all frames: numbers, the range of sizes, arrivals and
/// departures. Returns the index of the frame with most boxes.
std::size_t count(const Recording& recording, FrameFacts& facts) {
  std::size_t sum = 0, largest = 0, come = 0, gone = 0, statics = 0, filtered = 0;
  SizeRange sizes;
  for (std::size_t k = 0; k < recording.size(); ++k) {
    const auto boxes = recording.boxes(k);
    sum += boxes.size();
    if (boxes.size() > recording.boxes(largest).size()) largest = k;
    for (const Aabb& box : boxes) sizes.add(box);
    statics += boxes_with(recording.is_static(k), [](std::uint8_t flag) { return flag != 0; });
    filtered += boxes_with(recording.filters(k), [](const Filter& f) { return f != Filter{}; });
    if (k == 0) continue;
    for (const Edit& edit : recording.edits(k)) ++(edit.kind == Edit::Kind::add ? come : gone);
  }
  facts.largest_side = sizes.largest;
  facts.size_ratio = sizes.ratio();
  facts.changes = come + gone > 0;
  const auto frames = static_cast<double>(recording.size());
  facts.boxes = static_cast<double>(sum) / frames;
  facts.statics = static_cast<double>(statics) / frames;
  facts.filtered = static_cast<double>(filtered) / frames;
  const auto steps = static_cast<double>(std::max<std::size_t>(recording.size(), 2) - 1);
  facts.arrivals = static_cast<double>(come) / steps;
  facts.departures = static_cast<double>(gone) / steps;
  return largest;
}

Sentence size_clause(const FrameFacts& facts) {
  if (facts.side > 0 && facts.largest_side <= 1.5 * facts.side)
    return "the boxes are all of nearly one size";
  if (facts.side > 0 && facts.largest_side >= 8 * facts.side)
    return say("the largest box is {:.0f} times the typical one", facts.largest_side / facts.side);
  return {};
}

// Writes a mean number of objects per frame: with one significant digit below 1 ("0.04"), two below
// 100, else as a whole number, because more digits are not meaningful.
std::string per_frame(double objects) {
  return objects < 100 ? fmt::format("{:.{}g}", objects, objects < 1 ? 1 : 2)
                       : fmt::format("{:.0f}", objects);
}

Sentence movement_clause(const FrameFacts& facts) {
  if (!facts.knows_movement) return why_no_movement(facts);
  if (facts.still > 0.5)
    return say("{:.0f} % of all boxes rest from one frame to the next", 100 * facts.still);
  if (facts.side > 0 && facts.move > 0 && facts.move < 0.05 * facts.side)
    return say("they move by only {:.1f} % of their size per frame", 100 * facts.move / facts.side);
  if (facts.arrivals + facts.departures >= 0.01 * facts.boxes)
    return say("{} boxes added and {} removed per frame", per_frame(facts.arrivals),
               per_frame(facts.departures));
  return {};
}

}  // namespace

void Recording::add(std::span<const Aabb> boxes, std::span<const Edit> edits) {
  Frame f;
  f.boxes = boxes;
  add(f, edits);
}

void Recording::add(const Frame& frame, std::span<const Edit> edits) {
  if (size() == 0) edits = {};
  boxes_.insert(boxes_.end(), frame.boxes.begin(), frame.boxes.end());
  edits_.insert(edits_.end(), edits.begin(), edits.end());
  begins_.push_back(boxes_.size());
  edit_begins_.push_back(edits_.size());
  add_rules(filters_, frame.filters);
  add_rules(is_static_, frame.is_static);
  rule_ = frame.rule;
  max_boxes_ = std::max(max_boxes_, frame.size());
}

Frame Recording::frame(std::size_t frame) const {
  Frame f;
  f.boxes = boxes(frame);
  f.filters = filters(frame);
  f.is_static = is_static(frame);
  f.rule = rule_;
  return f;
}

Recording record(const BoxRecording& trace, std::size_t frames, std::size_t first,
                 const WorkLimit* limit) {
  Recording recording;
  recording.set_unit(trace.unit);
  recording.set_notes(trace.notes);
  if (first >= trace.size()) return recording;
  if (trace.size() == 1) recording.set_repeated();
  const std::size_t n = trace.size() == 1 ? frames : std::min(frames, trace.size() - first);
  RecordingCast cast;
  for (std::size_t k = 0; k < n && !ends_before(k, limit); ++k) {
    cast.show(trace, std::min(first + k, trace.size() - 1));
    recording.add(cast.frame(), cast.edits());
  }
  return recording;
}

std::span<const MotionEntry> motions() { return kMotions; }

Recording record(Session& session, std::size_t frames, Motion motion, const WorkLimit* limit) {
  if (motion == Motion::normal) return record_shown(session, frames, 1, limit);
  if (motion == Motion::fast) return record_shown(session, frames, 10, limit);
  Recording recording;
  MovedBoxes moved(session, motion);
  for (std::size_t k = 0; k < frames && !ends_before(k, limit); ++k) {
    if (k > 0) {
      session.move();
      moved.follow();
    }
    recording.add(moved.frame());
  }
  return recording;
}

void PairDigest::add(Pair p) {
  Hasher h;
  h.add(key(p));
  ++count;
  hash += h.value();
}

PairDigest digest(std::span<const Pair> pairs) {
  PairDigest found;
  for (const Pair p : pairs) found.add(p);
  return found;
}

PairDigest true_pairs(const Frame& f) {
  PairDigest found;
  each_pair(f, kMaxForAllPairs, [&](Pair p) { found.add(p); });
  return found;
}

bool is_allowed(const PairDigest& found, const PairDigest& truth, bool is_exact) {
  return found == truth || (!is_exact && found.count <= truth.count);
}

Sentence difference(const PairDigest& found, const PairDigest& truth) {
  if (found.count == truth.count) return "other pairs";
  return say("{} pairs instead of {}", found.count, truth.count);
}

double FrameTruth::mean_pairs() const {
  double sum = 0;
  std::size_t known = 0;
  for (const auto& truth : found_)
    if (truth) {
      sum += static_cast<double>(truth->count);
      ++known;
    }
  return known > 0 ? sum / static_cast<double>(known) : 0;
}

void list_true_pairs(const Frame& f, std::vector<Pair>& pairs, std::size_t max_for_all) {
  pairs.clear();
  each_pair(f, max_for_all, [&](Pair p) { pairs.push_back(p); });
  if (f.size() > max_for_all) std::ranges::sort(pairs, {}, [](Pair p) { return key(p); });
}

void add_true_pairs_of(const Frame& f, SpriteId i, std::vector<Pair>& pairs) {
  const Aabb box = f.boxes[i];
  for (SpriteId j = i + 1; j < f.size(); ++j)
    if (overlaps(box, f.boxes[j]) && eligible(f, i, j)) pairs.push_back({i, j});
}

FrameFacts facts_of(const Recording& recording) {
  FrameFacts facts;
  facts.unit = recording.unit();
  facts.notes = recording.notes();
  facts.frames = recording.is_repeated() ? 1 : recording.size();
  if (recording.max_boxes() == 0) return facts;
  const std::size_t largest = count(recording, facts);
  measure_field(recording.boxes(largest), facts);
  measure_sample(recording, facts);
  return facts;
}

Sentence why_no_movement(const FrameFacts& facts) {
  if (facts.knows_movement || facts.frames == 0) return {};
  if (facts.frames == 1) return "one frame says nothing about movement";
  return "no box stays from one frame to the next, so nothing is known about movement";
}

Sentence describe(const FrameFacts& facts) {
  const Sentence sizes = size_clause(facts), movement = movement_clause(facts);
  if (sizes.empty() || movement.empty()) return sizes + movement;
  return say("{} and {}", sizes, movement);
}

}  // namespace phasebox
