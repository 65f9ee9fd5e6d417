// SPDX-License-Identifier: MIT
// How many frames pass until n-sampled pixels see a collision, with and without jitter.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "lab/accuracy/contact_depth.hpp"
#include "session/session.hpp"

namespace phasebox {

inline constexpr int kMaxSampled = 16;  ///< n is measured from 1 to this

/// Whether the samples begin at the overlap's corner, or elsewhere in every step.
enum class Lattice : std::uint8_t { still, jittered };

/// What one n did on one kind of lattice.
struct DelayRow {
  std::uint64_t unseen_frames = 0;  ///< in which a collision was there and not seen yet; sum
  std::uint64_t never_seen = 0;     ///< collisions that ended before
  std::array<std::uint64_t, kDepthBins> unseen_by_depth{};
};

/// A collision lasts from the first frame in which both sprites have a common pixel to the last, at
/// most 120. Its depth is its greatest.
struct DelayResult {
  std::uint64_t collisions = 0;
  std::array<std::uint64_t, kDepthBins> collisions_by_depth{};
  std::array<std::array<DelayRow, kMaxSampled>, 2> rows{};  ///< [lattice][n - 1]

  const DelayRow& of(Lattice lattice, int n) const {
    return rows[static_cast<std::size_t>(lattice)][static_cast<std::size_t>(n - 1)];
  }
  /// Mean number of frames until a collision is seen; one that never is counts with all of its
  /// frames. 0: in its first frame.
  double frames_until_seen(Lattice lattice, int n) const;
};

/// Follows collisions of a moving session from their first frame on and asks every n in each frame.
class DelayMeter {
 public:
  /// The session's algorithms are chosen again.
  DelayMeter(Session session, int alpha_threshold, std::uint32_t collisions,
             std::uint32_t max_frames);

  /// Looks at the next frame; false when as many collisions ended as were asked for, or no more are
  /// to be had.
  bool advance();
  const DelayResult& result() const { return result_; }
  /// 0 to 1.
  double progress() const;

 private:
  struct Followed {
    Pair pair;
    int depth = 0, frames = 0;
    std::array<std::array<std::uint16_t, kMaxSampled>, 2> unseen{};
    std::array<std::array<bool, kMaxSampled>, 2> is_seen{};
  };

  bool is_touching(Pair pair) const;
  void look(const Frame& frame, Followed& collision) const;
  void end(const Followed& collision);
  void follow_new(std::span<const Contact> contacts);

  Session session_;
  int alpha_threshold_;
  std::uint32_t collisions_, max_frames_, frames_ = 0, idle_ = 0;
  std::vector<std::uint64_t> touching_;  // keys of the pairs of the last frame, in order
  std::vector<Followed> followed_;
  DelayResult result_;
};

}  // namespace phasebox
