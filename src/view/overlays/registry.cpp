// SPDX-License-Identifier: MIT
// The list of overlays, and what is looked up in it.
#include "view/overlays/registry.hpp"

#include <algorithm>

#include "view/overlays/overlay.hpp"

namespace phasebox {

#define PHASEBOX_OVERLAY(name) extern const OverlayRow name##_overlay;
PHASEBOX_OVERLAYS(PHASEBOX_OVERLAY)
#undef PHASEBOX_OVERLAY

std::span<const OverlayRow* const> overlays() {
#define PHASEBOX_OVERLAY(name) &name##_overlay,
  static constexpr const OverlayRow* kAll[] = {PHASEBOX_OVERLAYS(PHASEBOX_OVERLAY)};
#undef PHASEBOX_OVERLAY
  return kAll;
}

const OverlayRow* find_overlay(std::string_view id) {
  const auto found = std::ranges::find(overlays(), id, &OverlayRow::id);
  return found == overlays().end() ? nullptr : *found;
}

OverlaySet default_overlays() {
  OverlaySet on;
  for (std::size_t i = 0; i < kOverlayCount; ++i)
    on.set(static_cast<Overlay>(i), overlays()[i]->is_on);
  return on;
}

}  // namespace phasebox
