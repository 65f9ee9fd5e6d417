// SPDX-License-Identifier: MIT
// Sprites and places that scenes share.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "world/scene/scene_params.hpp"

namespace phasebox {

/// Returns the scale, the same on both axes, that makes the longer side of an image `size` px.
Vec2 scale_to(const Image& image, float size);
/// Makes a sprite whose pivot is at `place`, with random direction of flight and with size (px of
/// the image's longer side), speed, angle and spin between the limits of the scene's parameters.
/// Where `max_spin` is 0, the angle is 0, too.
Sprite drifting(const SceneParams&, const SceneContext&, std::string_view image, Vec2 place,
                Random&);
/// Makes a sprite whose opaque area, not turned, is `size` px large around `center`. It does not
/// spin, and its speed is random on each axis, in either direction.
Sprite boxed(const SceneParams&, const SceneContext&, std::string_view image, Vec2 center,
             Vec2 size, Random&);
/// Makes a static sprite whose whole image is `size` px large; its pivot, the middle of the image,
/// is at `place`. The caller may turn it.
Sprite static_sprite(const ImageSet&, std::string_view image, Vec2 place, Vec2 size);
/// A circle around `center`, whose diameter is a random multiple (>= 1) of the snap grid, so that
/// snap makes boundaries coincide. The circle does not turn.
Sprite circle_on_grid(const SceneParams&, const SceneContext&, Vec2 center, Random&);
/// Returns random width and height of a box, px, each uniform from `min_size` to `max_size`.
Vec2 random_size(const SceneParams&, Random&);
/// Returns the settings of a field of `area` px², `aspect` times as wide as high, at whose border a
/// sprite bounces when its center gets there.
std::vector<SceneSetting> workload_field(double area, double aspect = 1);
/// Returns a random point of the field, px, at least `margin` px from the border; on an axis where
/// the field is smaller than twice that, the middle.
Vec2 point_in_field(const WorldOptions&, float margin, Random&);
/// Returns how many cells of `cell` px fit into `side` px, at least 1.
std::uint32_t cells_along(float side, float cell);
/// Returns the top left corner, px, of cell i of a square lattice, row by row from the top left of
/// the field. When the field is full, further cells begin at the top again, shifted by a part of a
/// cell.
Vec2 lattice_point(const WorldOptions&, float cell, std::uint32_t i);

}  // namespace phasebox
