// SPDX-License-Identifier: MIT
// Boxes of consecutive frames, recorded once and played to every algorithm.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/box_trace.hpp"
#include "core/broadphase/broadphase.hpp"
#include "core/frame.hpp"

namespace phasebox {

class Session;

/// Frames as a broadphase sees them. 16 bytes per box and frame.
class Recording {
 public:
  /// Appends a frame; `edits` lead from the sprites of the last frame to those of this one.
  void add(std::span<const Aabb> boxes, std::span<const Edit> edits = {});
  /// What holds for the sprites of all frames; for a population that does not change.
  void set_rules(std::span<const Filter> filters, std::span<const std::uint8_t> is_static);

  std::size_t size() const { return begins_.size() - 1; }
  std::span<const Aabb> boxes(std::size_t frame) const;
  std::span<const Edit> edits(std::size_t frame) const;
  std::span<const Filter> filters() const { return filters_; }
  std::span<const std::uint8_t> is_static() const { return is_static_; }
  /// Boxes of the largest frame.
  std::size_t most_boxes() const { return most_boxes_; }
  /// The frame, without threads.
  Frame frame(std::size_t frame) const;

 private:
  std::vector<std::size_t> begins_{0}, edit_begins_{0};
  std::vector<Aabb> boxes_;
  std::vector<Edit> edits_;
  std::vector<Filter> filters_;
  std::vector<std::uint8_t> is_static_;
  std::size_t most_boxes_ = 0;
};

/// The session's boxes as it stands, then after each further step; the session moves.
Recording record(Session&, std::size_t frames);
/// The first `frames` of a trace, or all where it has no more; a single frame is repeated.
Recording record(const BoxTrace&, std::size_t frames);

}  // namespace phasebox
