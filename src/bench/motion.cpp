// SPDX-License-Identifier: MIT
// Motions are made of the boxes that a session shows from step to step.
#include "bench/motion.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "session/session.hpp"

namespace phasebox {
namespace {

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

Recording record_fast(Session& session, std::size_t frames) {
  constexpr int kSteps = 10;
  Recording recording;
  for (std::size_t k = 0; k < frames; ++k) {
    for (int step = 0; k > 0 && step < kSteps; ++step) session.move();
    recording.add(session.frame());
  }
  return recording;
}

}  // namespace

std::span<const MotionEntry> motions() { return kMotions; }

Recording record(Session& session, std::size_t frames, Motion motion) {
  if (motion == Motion::normal) return record(session, frames);
  if (motion == Motion::fast) return record_fast(session, frames);
  Recording recording;
  MovedBoxes moved(session, motion);
  for (std::size_t k = 0; k < frames; ++k) {
    if (k > 0) session.move(), moved.follow();
    recording.add(moved.frame());
  }
  return recording;
}

}  // namespace phasebox
