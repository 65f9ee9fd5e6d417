// SPDX-License-Identifier: MIT
// Sprites and places that scenes share.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "world/scene/scene_params.hpp"

namespace phasebox {

/// Scale that makes the longer side of an image `size` px.
Vec2 scale_to(const Image& image, float size);
/// A sprite of a random size, direction, speed, angle and spin at `place`, showing the image.
Sprite drifting(const SceneParams&, const SceneContext&, std::string_view image, Vec2 place,
                Random&);
/// A sprite of box `size` px around `center`, not turning; random speed per axis, either way.
Sprite boxed(const SceneParams&, const SceneContext&, std::string_view image, Vec2 center,
             Vec2 size, Random&);
/// A static sprite of `size` px before it is turned, around `place`, showing the image.
Sprite static_sprite(const ImageSet&, std::string_view image, Vec2 place, Vec2 size);
/// A circle around `center`, whose diameter is a random multiple (>= 1) of the snap grid, so that
/// snap makes boundaries coincide. The circle does not turn.
Sprite circle_on_grid(const SceneParams&, const SceneContext&, Vec2 center, Random&);
/// Both sides of a box, each uniform between the scene's sizes.
Vec2 random_size(const SceneParams&, Random&);
/// Settings of a workload: a field of `area` px², `aspect` times as wide as high, at whose border
/// sprites bounce when their center gets there.
std::vector<SceneSetting> workload_field(double area, double aspect = 1);
/// A point at least `margin` px inside the field (or its center line where the field is smaller).
Vec2 point_in_field(const WorldOptions&, float margin, Random&);
/// The number of cells of `cell` px that fit into `side` px, at least one.
std::uint32_t cells_along(float side, float cell);
/// The corner of cell i of a square lattice, px, row by row from the top left. When the field is
/// full, the next layer begins at the top again, shifted within a cell.
Vec2 lattice_point(const WorldOptions&, float cell, std::uint32_t i);

}  // namespace phasebox
