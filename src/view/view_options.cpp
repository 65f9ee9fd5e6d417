// SPDX-License-Identifier: MIT
// Lists the overlays, and the parameters of the view, among them one per overlay.
#include "view/view_options.hpp"

#include <algorithm>
#include <utility>
#include <vector>

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

namespace {

// The parameter that switches an overlay: 1 on, 0 off.
template <Overlay kOverlay>
Param row_of(const OverlayRow& overlay) {
  return {overlay.id,
          "",
          overlay.help,
          Param::Kind::flag,
          0,
          1,
          overlay.is_on ? 1.0 : 0.0,
          {},
          [](const void* options) {
            return static_cast<const ViewOptions*>(options)->shows(kOverlay) ? 1.0 : 0.0;
          },
          [](void* options, double on) {
            static_cast<ViewOptions*>(options)->overlays.set(kOverlay, on != 0);
          }};
}

// Appends the parameters of all overlays.
template <std::size_t... i>
void append_overlays(std::vector<Param>& rows, std::index_sequence<i...>) {
  (rows.push_back(row_of<static_cast<Overlay>(i)>(*overlays()[i])), ...);
}

std::vector<Param> all_rows() {
  std::vector<Param> rows{
      choice<&ViewOptions::theme>(
          "theme", kThemeNames,
          "Colors: dark, light as in the Flash demo, or safe for color-blind eyes."),
      flag<&ViewOptions::sprites>("sprites", "Draw the sprites' images."),
  };
  append_overlays(rows, std::make_index_sequence<kOverlayCount>());
  for (const Param& row : {
           flag<&ViewOptions::legend>("legend", "Explain the colors in a corner of the field."),
           choice<&ViewOptions::color_by>(
               "color-by", kColorByNames,
               "Tint of the sprites: their own image, their group, how often their boxes were "
               "compared, their speed, or their category (which sprites may collide)."),
           param<&ViewOptions::border>("border", 1, 16, "px",
                                       "Thickness of the line around the field."),
           choice<&ViewOptions::query_shape>(
               "query-shape", kQueryShapeNames,
               "What Ctrl+drag asks for: a box, a frustum that widens like a view, what a segment "
               "meets, the boxes nearest to the pointer, or those at it. Ctrl+click asks for a "
               "point, or for the nearest boxes."),
           param<&ViewOptions::query_count>("query-count", 1, 64, "",
                                            "How many boxes a query for the nearest ones finds."),
           param<&ViewOptions::horizon>(
               "horizon", 0, 2, "s",
               "How far ahead swept boxes look; 0: at the boxes as they are."),
           param<&ViewOptions::horizon_acceleration>(
               "horizon-acceleration", 0, 5000, "px/s²",
               "Greatest acceleration that may act on a sprite until the horizon: swept boxes "
               "swell by a t² / 2 on every side."),
           flag<&ViewOptions::space>("space",
                                     "Show the same sprites in perspective beside the field (3D "
                                     "view), the depth of groups, cells or nodes as height.")
               .labeled("3D view"),
           flag<&ViewOptions::stand>("stand",
                                     "3D view: let every sprite stand on its group, cell or node; "
                                     "off, all stand on the ground.")
               .labeled("on structure"),
           param<&ViewOptions::layer_height>(
               "layer-height", 0, 200, "px",
               "3D view: height of one depth, in a field 1280 px long; in others in proportion, "
               "and less where there are many depths."),
           param<&ViewOptions::extrusion>("extrusion", 1, 200, "px",
                                          "3D view: height of a sprite, in a field 1280 px long."),
           flag<&ViewOptions::three_axes>(
               "three-axes",
               "3D view: run RDC and a sweep along three axes, the height of the sprites as the "
               "third; RDC's groups as boxes, and what both count.")
               .labeled("three axes"),
       })
    rows.push_back(row);
  return rows;
}

}  // namespace

std::span<const Param> view_rows() {
  static const std::vector<Param> rows = all_rows();
  return rows;
}

}  // namespace phasebox
