// SPDX-License-Identifier: MIT
// Collisions, from the first common pixel to the last.
#include "lab/accuracy/delay.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace phasebox {
namespace {

constexpr std::size_t kMaxFollowed = 200;  // at once
constexpr int kMaxWatched = 120;           // frames of one collision
constexpr std::uint32_t kMaxQuiet = 120;   // frames without any

}  // namespace

double DelayResult::frames_until_seen(Lattice lattice, int n) const {
  if (collisions == 0) return 0;
  return static_cast<double>(of(lattice, n).unseen_frames) / static_cast<double>(collisions);
}

// Exact answers say when a collision begins and ends.
DelayMeter::DelayMeter(Session session, int alpha_threshold, std::uint32_t collisions,
                       std::uint32_t max_frames)
    : session_(std::move(session)),
      alpha_threshold_(alpha_threshold),
      collisions_(collisions),
      max_frames_(max_frames) {
  const Command wanted[] = {command::SelectBroadphase{"sort-and-sweep"},
                            command::SelectNarrowphase{"bit-mask"},
                            command::SetParam{owner_named("bit-mask"), "alpha-threshold",
                                              static_cast<double>(alpha_threshold)}};
  for (const Command& c : wanted) {
    [[maybe_unused]] const Status error = session_.apply(c);
    assert(!error);
  }
  session_.detect();
  for (const Contact& c : session_.contacts()) touching_.push_back(key(c.pair));
}

double DelayMeter::progress() const {
  const auto share = [](double part, double whole) { return whole > 0 ? part / whole : 1; };
  return std::min(1.0, std::max(share(static_cast<double>(result_.collisions), collisions_),
                                share(frames_, max_frames_)));
}

bool DelayMeter::is_touching(Pair pair) const {
  return std::ranges::binary_search(touching_, key(pair));
}

bool DelayMeter::advance() {
  if (result_.collisions >= collisions_ || frames_ >= max_frames_ || idle_ > kMaxQuiet)
    return false;
  session_.step();
  ++frames_;
  follow_new(session_.contacts());
  const Frame frame = session_.frame();
  const auto is_over = [&](const Followed& c) {
    return !is_touching(c.pair) || c.frames == kMaxWatched;
  };
  for (Followed& c : followed_) is_over(c) ? end(c) : look(frame, c);
  std::erase_if(followed_, is_over);
  idle_ = followed_.empty() ? idle_ + 1 : 0;
  return true;
}

// What touched before the first frame began at a time that is not known.
void DelayMeter::follow_new(std::span<const Contact> contacts) {
  const std::vector<std::uint64_t> before = std::exchange(touching_, {});
  for (const Contact& c : contacts) {
    touching_.push_back(key(c.pair));
    const bool is_new = !std::ranges::binary_search(before, key(c.pair));
    if (is_new && followed_.size() < kMaxFollowed) followed_.push_back({.pair = c.pair});
  }
}

void DelayMeter::look(const Frame& frame, Followed& c) const {
  const PixelView a = pixel_view(frame, c.pair.a), b = pixel_view(frame, c.pair.b);
  const PixelRect overlap =
      intersection(pixel_rect(frame, c.pair.a, a), pixel_rect(frame, c.pair.b, b));
  c.depth = std::max(c.depth, contact_depth(a, b, overlap, alpha_threshold_));
  ++c.frames;
  NoTrace off;
  for (const Lattice lattice : {Lattice::still, Lattice::jittered}) {
    const LatticePhase phase =
        lattice == Lattice::still ? LatticePhase{} : jittered_phase(frame.step);
    const auto of = static_cast<std::size_t>(lattice);
    for (std::size_t k = 0; k < kMaxSampled; ++k) {
      if (c.is_seen[of][k]) continue;
      const int n = static_cast<int>(k) + 1;
      c.is_seen[of][k] = sample_pixels(a, b, overlap, n, alpha_threshold_, off, phase).hit;
      c.unseen[of][k] = static_cast<std::uint16_t>(c.unseen[of][k] + !c.is_seen[of][k]);
    }
  }
}

void DelayMeter::end(const Followed& c) {
  const std::size_t bin = depth_bin(c.depth);
  ++result_.collisions;
  ++result_.collisions_by_depth[bin];
  for (std::size_t of = 0; of < 2; ++of)
    for (std::size_t k = 0; k < kMaxSampled; ++k) {
      DelayRow& row = result_.rows[of][k];
      row.unseen_frames += c.unseen[of][k];
      row.unseen_by_depth[bin] += c.unseen[of][k];
      row.never_seen += !c.is_seen[of][k];
    }
}

}  // namespace phasebox
