// SPDX-License-Identifier: MIT
// Sprites and images as scene files and records have them.
#pragma once
#include <memory>
#include <span>
#include <string>

#include "collide/image.hpp"
#include "io/archive/archive.hpp"
#include "world/transform.hpp"
#include "world/world.hpp"

namespace phasebox {

/// All of a sprite but its image, which scene files name and records number.
void sprite_fields(auto& a, Is<Sprite> auto& s) {
  a.field("position", s.position, kPositionBound);
  a.optional("velocity", s.velocity, kVelocityBound);
  a.optional("angle", s.angle, kAngleBound);
  a.optional("spin", s.spin, kSpinBound);
  a.optional("scale", s.scale, kScaleBound);
  a.optional("category", s.filter.category);
  a.optional("mask", s.filter.mask);
  a.optional("group", s.filter.group);
  a.optional("volume", s.volume, kVolumeNames);
  a.optional("static", s.is_static);
}

/// Bytes that are written as base64.
struct Base64 {
  std::string bytes;
  std::span<const unsigned char> span() const {
    return {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()};
  }
};
void read(const Reader& at, Base64& bytes);
void write(Json& to, const Base64& bytes);

/// An image as it stands in a file.
struct PackedImage {
  std::string name;
  Base64 png;
  Result<std::shared_ptr<const Image>> unpacked() const;
};
void fields(auto& a, Is<PackedImage> auto& x) {
  a.field("name", x.name);
  a.field("png", x.png);
}

}  // namespace phasebox
