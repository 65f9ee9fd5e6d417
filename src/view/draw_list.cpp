// SPDX-License-Identifier: MIT
// Layers that are opened again take over the memory of the layers of the last frame.
#include "view/draw_list.hpp"

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

}  // namespace phasebox
