// SPDX-License-Identifier: MIT
// Switches the 3D view off where the graphics cannot show it.
#include "host/space_fallback.hpp"

#include <utility>

#include "language/format_sentence.hpp"

namespace phasebox {

std::unique_ptr<SpaceRenderer> space_renderer_or_2d(ui::ApplicationModel& model, bool is_software) {
  constexpr int kSamples = 4;  // samples per pixel, if a graphics card renders
  auto made = SpaceRenderer::create(is_software ? 0 : kSamples);
  if (!made.failed()) return *std::move(made);
  model.view.space = false;
  model.warn(say("3D view: {}", made.error().text));
  return nullptr;
}

}  // namespace phasebox
