// SPDX-License-Identifier: MIT
// The loops over what is kept from frame to frame: boxes in wider ones, and pairs of sprites.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"
#include "collide/broadphase/list/skins.hpp"
#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Writes the ids of the first `most` boxes that do not lie within their skin box, ascending;
/// returns how many there are, or `most` + 1 if there are more. `boxes` and `skins` are of one
/// size; `out` holds `most`.
std::size_t find_outside(std::span<const Aabb> boxes, std::span<const Aabb> skins, SpriteId* out,
                         std::size_t most);

/// Whether the pairs of a list have the smaller id first.
enum class PairOrder : std::uint8_t { ascending, as_met };

/// Emits the eligible pairs of a list whose boxes overlap, in the order of the list.
void emit_overlapping(const Frame& frame, std::span<const Pair> list, PairOrder order,
                      PairSink& out);

/// Puts a skin on each box but the static ones, whose skin is the box; writes it to `built` and
/// `skins`, and the boxes to `past`, which says where they were before. All [n], `is_static` also
/// empty. Skins are valid boxes, never beyond the largest float.
void put_on_skins(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static,
                  const Skin& skin, std::span<Aabb> past, std::span<Aabb> built,
                  std::span<Aabb> skins);

/// What the loop over the boxes takes; `is_static` may be null.
struct SkinFloats {
  float margin, ahead, jump;
  const std::uint8_t* is_static;
};
struct SkinsOut {
  Aabb *past, *built, *skins;
};

}  // namespace phasebox
