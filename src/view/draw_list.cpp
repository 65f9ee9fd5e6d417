// SPDX-License-Identifier: MIT
// Layers that are opened again take over the memory of the layers of the last frame.
#include "view/draw_list.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox {

Layer& DrawList::layer(Layer::Kind kind, float thickness, Layer::Space space) {
  if (used_ == layers_.size()) layers_.emplace_back();
  Layer& layer = layers_[used_++];
  layer.kind = kind;
  layer.space = space;
  layer.thickness = thickness;
  layer.shapes.clear();
  return layer;
}

std::vector<Picture>& DrawList::open_pictures() {
  pictures_after_ = used_;
  return pictures_;
}

void DrawList::clear() {
  used_ = 0;
  pictures_after_ = 0;
  pictures_.clear();
  labels.clear();
}

namespace {

constexpr unsigned kPlaceBits = 16, kColorBits = 8;

}  // namespace

void MergedEdges::begin(const Camera& camera) {
  camera_ = camera;
  width_ = std::max(1.0f, std::floor(camera.line_scale + 0.5f));
  colors_.clear(), level_.clear(), upright_.clear();
}

std::uint8_t MergedEdges::number_of(Color color) {
  const auto known = std::ranges::find(colors_, color);
  const auto number = static_cast<std::size_t>(known - colors_.begin());
  if (known == colors_.end() && number <= 0xFF) colors_.push_back(color);
  return static_cast<std::uint8_t>(std::min<std::size_t>(number, 0xFF));
}

/// The first pixel of a line through that place, as outlines are drawn.
float MergedEdges::begin_of(float screen) const {
  const bool is_odd = std::fmod(width_, 2.0f) > 0.5f;
  return is_odd ? std::floor(screen) - (width_ - 1) / 2 : std::floor(screen + 0.5f) - width_ / 2;
}

void MergedEdges::add(Edges& edges, float at, float from, float to, std::uint8_t color,
                      float most_at, float most_to) const {
  from = std::max(from, 0.0f), to = std::min(to, most_to);
  if (at < 0 || at >= most_at || from >= to) return;
  const auto whole = [](float v) { return static_cast<std::uint16_t>(v); };
  edges.push_back({whole(at), whole(from), whole(to), color});
}

void MergedEdges::add(const Aabb& box, Color color) {
  constexpr float kMost = 0xFFFF;
  const Aabb on_screen = camera_.to_screen(box);
  const Vec2 corner = camera_.viewport.min, room = extent(camera_.viewport);
  const float left = begin_of(on_screen.min.x - corner.x),
              top = begin_of(on_screen.min.y - corner.y);
  const float right = begin_of(on_screen.max.x - corner.x),
              bottom = begin_of(on_screen.max.y - corner.y);
  const float width = std::min(room.x, kMost), height = std::min(room.y, kMost);
  const std::uint8_t number = number_of(color);
  for (const float y : {top, bottom}) add(level_, y, left, right + width_, number, height, width);
  for (const float x : {left, right}) add(upright_, x, top, bottom + width_, number, width, height);
}

template <class Place>
void MergedEdges::draw(Edges& edges, Layer& fills, Place place) {
  const auto sorted = sort_.sort(std::span(edges), 2 * kPlaceBits + kColorBits, [](const Edge& e) {
    return std::uint64_t{e.color} << 2 * kPlaceBits | std::uint64_t{e.at} << kPlaceBits | e.from;
  });
  for (std::size_t k = 0; k < sorted.size();) {
    Edge line = sorted[k++];
    const auto goes_on = [&](const Edge& next) {
      return next.color == line.color && next.at == line.at && next.from <= line.to;
    };
    for (; k < sorted.size() && goes_on(sorted[k]); ++k) line.to = std::max(line.to, sorted[k].to);
    fills.add(place(line), colors_[line.color]);
  }
}

void MergedEdges::draw(Layer& fills) {
  const Vec2 corner = camera_.viewport.min;
  const auto box = [&](Vec2 begin, Vec2 size) {
    return Aabb{corner + begin, corner + begin + size};
  };
  draw(level_, fills, [&](const Edge& e) {
    return box({static_cast<float>(e.from), static_cast<float>(e.at)},
               {static_cast<float>(e.to - e.from), width_});
  });
  draw(upright_, fills, [&](const Edge& e) {
    return box({static_cast<float>(e.at), static_cast<float>(e.from)},
               {width_, static_cast<float>(e.to - e.from)});
  });
}

}  // namespace phasebox
