// SPDX-License-Identifier: MIT
// Recorded frames; motions are made of the boxes that a session shows from step to step.
#include "bench/recording.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "session/session.hpp"

namespace phasebox {

namespace {

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

constexpr std::uint32_t kTeleportOneIn = 100, kMovesOneIn = 20;
constexpr float kJitter = 2;  // px per frame and axis

// Back into [low, high] as a wall sends back what passes it; the middle where there is no room.
float folded(float x, float low, float high) {
  if (!(low < high)) return (low + high) / 2;
  if (x < low) x = low + (low - x);
  if (x > high) x = high - (x - high);
  return std::fmin(std::fmax(x, low), high);
}

/// Boxes by their centers and sizes, moved beside the session.
class MovedBoxes {
 public:
  MovedBoxes(const Session& session, Motion motion)
      : session_(session), motion_(motion), random_(session.options().seed, 0x6d6f74696f6e) {
    const auto boxes = session.frame().boxes;
    boxes_.assign(boxes.begin(), boxes.end());
    shown_ = boxes_;
    if (motion == Motion::statics) is_static_.resize(boxes_.size());
    for (std::size_t i = 0; i < is_static_.size(); ++i) is_static_[i] = !moves(i);
  }

  /// After a step of the session.
  void follow() {
    const auto now = session_.frame().boxes;
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
    // Anywhere: the fold brings it back into the field.
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
  std::vector<Aabb> boxes_, shown_;  // as moved here; as the session showed them last
  std::vector<std::uint8_t> is_static_;
};

Recording record_shown(Session& session, std::size_t frames, int steps) {
  Recording recording;
  const RecordingPlayback* show = session.show();
  if (show) recording.set_unit(show->unit());
  RecordingCast cast;
  for (std::size_t k = 0; k < frames; ++k) {
    for (int step = 0; k > 0 && step < steps; ++step) session.move();
    if (show) {
      const auto [recorded, frame] = show->place(show->frame());
      cast.show(recorded, frame);
    }
    recording.add(show ? cast.frame() : session.frame(), cast.edits());
  }
  return recording;
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
  add_rules(filters_, frame.filters), add_rules(is_static_, frame.is_static);
  rule_ = frame.rule;
  max_boxes_ = std::max(max_boxes_, frame.size());
}

std::span<const Aabb> Recording::boxes(std::size_t frame) const {
  assert(frame < size());
  return std::span(boxes_).subspan(begins_[frame], begins_[frame + 1] - begins_[frame]);
}

std::span<const Edit> Recording::edits(std::size_t frame) const {
  assert(frame < size());
  return std::span(edits_).subspan(edit_begins_[frame],
                                   edit_begins_[frame + 1] - edit_begins_[frame]);
}

Frame Recording::frame(std::size_t frame) const {
  Frame f;
  f.boxes = boxes(frame);
  f.filters = filters(frame);
  f.is_static = is_static(frame);
  f.rule = rule_;
  return f;
}

Recording record(const BoxRecording& trace, std::size_t frames, std::size_t first) {
  Recording recording;
  recording.set_unit(trace.unit);
  if (first >= trace.size()) return recording;
  if (trace.size() == 1) recording.set_repeated();
  const std::size_t n = trace.size() == 1 ? frames : std::min(frames, trace.size() - first);
  RecordingCast cast;
  for (std::size_t k = 0; k < n; ++k) {
    cast.show(trace, std::min(first + k, trace.size() - 1));
    recording.add(cast.frame(), cast.edits());
  }
  return recording;
}

std::span<const MotionEntry> motions() { return kMotions; }

Recording record(Session& session, std::size_t frames, Motion motion) {
  if (motion == Motion::normal) return record_shown(session, frames, 1);
  if (motion == Motion::fast) return record_shown(session, frames, 10);
  Recording recording;
  MovedBoxes moved(session, motion);
  for (std::size_t k = 0; k < frames; ++k) {
    if (k > 0) session.move(), moved.follow();
    recording.add(moved.frame());
  }
  return recording;
}

}  // namespace phasebox
