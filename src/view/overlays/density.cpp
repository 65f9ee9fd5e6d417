// SPDX-License-Identifier: MIT
// Where sprites lie so close that none is seen by itself: how many there are, square by square.
#include <algorithm>
#include <cmath>

#include "view/overlays/sprites.hpp"

namespace phasebox {
namespace {

constexpr float kSquare = 8;   // screen px, before the line scale
constexpr float kTooNear = 4;  // screen px from sprite to sprite, where they lie evenly

/// The squares of the viewport, row by row.
class Squares {
 public:
  Squares(const Canvas& c, std::vector<DensityCell>& cells)
      : camera_(c.camera), side_(kSquare * c.camera.line_scale), cells_(cells) {
    const Vec2 size = extent(camera_.viewport) * (1 / side_);
    columns_ = static_cast<std::size_t>(std::max(0.0f, size.x)) + 1;
    rows_ = static_cast<std::size_t>(std::max(0.0f, size.y)) + 1;
    cells_.assign(columns_ * rows_, {});
  }

  void count(Vec2 world, Color color) {
    const Vec2 at = (camera_.to_screen(world) - camera_.viewport.min) * (1 / side_);
    if (!(at.x >= 0 && at.y >= 0 && at.x < static_cast<float>(columns_) &&
          at.y < static_cast<float>(rows_)))
      return;
    DensityCell& cell =
        cells_[static_cast<std::size_t>(at.y) * columns_ + static_cast<std::size_t>(at.x)];
    ++cell.sprites;
    cell.r += color.r, cell.g += color.g, cell.b += color.b;
  }

  /// The more sprites, the more opaque; in the mean of their colors.
  void draw(Layer& fill) const {
    std::uint32_t most = 1;
    for (const DensityCell& cell : cells_) most = std::max(most, cell.sprites);
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (cells_[i].sprites > 0) fill.add(place(i), color(cells_[i], most));
  }

 private:
  Aabb place(std::size_t i) const {
    const Vec2 min = camera_.viewport.min + Vec2{static_cast<float>(i % columns_) * side_,
                                                 static_cast<float>(i / columns_) * side_};
    return {min, min + Vec2{side_, side_}};
  }

  // By the root, so that one crowd does not make all else vanish.
  static Color color(const DensityCell& cell, std::uint32_t most) {
    constexpr float kFaintest = 0.12f;
    const auto mean = [&](std::uint32_t sum) {
      return static_cast<std::uint8_t>(sum / cell.sprites);
    };
    const float share = std::sqrt(static_cast<float>(cell.sprites) / static_cast<float>(most));
    return Color{mean(cell.r), mean(cell.g), mean(cell.b)}.with_alpha(kFaintest +
                                                                      (1 - kFaintest) * share);
  }

  const Camera& camera_;
  float side_;
  std::vector<DensityCell>& cells_;
  std::size_t columns_ = 0, rows_ = 0;
};

}  // namespace

bool is_crowded(const Session& session, const Camera& camera) {
  const Vec2 field = extent(session.field());
  const auto sprites = static_cast<float>(std::max<std::size_t>(session.world().size(), 1));
  return std::sqrt(field.x * field.y / sprites) * camera.zoom < kTooNear * camera.line_scale;
}

void draw_density(const Canvas& c, const FieldState& state) {
  Squares squares(c, c.list.density_scratch);
  state.each(
      c, [&](SpriteId i) { squares.count(center(state.frame.boxes[i]), state.colors.plain(i)); });
  squares.draw(c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen));
}

}  // namespace phasebox
