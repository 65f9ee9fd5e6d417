// SPDX-License-Identifier: MIT
// Opens layers, which reuse the memory of the last frame's layers.
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

}  // namespace phasebox
