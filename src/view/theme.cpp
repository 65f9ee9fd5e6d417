// SPDX-License-Identifier: MIT
// The three themes: dark, light as in the Flash demo of 2007, and Okabe-Ito for color-blind eyes.
#include "view/theme.hpp"

#include <algorithm>

namespace phasebox {
namespace {

// The color 0xRRGGBB with an alpha of 0 to 1.
constexpr Color rgb(std::uint32_t hex, float alpha = 1) {
  return Color{static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 0xFF),
               static_cast<std::uint8_t>(hex & 0xFF)}
      .with_alpha(alpha);
}

// Cells without sprites are drawn at three quarters of these colors, and have a contrast of 3:1 to
// the background even so.
constexpr std::array kVioletOnDark{rgb(0x8D6FD0), rgb(0x987BD9), rgb(0xA388E2), rgb(0xAE94EA),
                                   rgb(0xB8A1F0), rgb(0xC3AEF5), rgb(0xCEBAF9), rgb(0xD8C5FD)};
constexpr std::array kVioletOnLight{rgb(0x8258C4), rgb(0x7A50BB), rgb(0x7248B2), rgb(0x6A40A8),
                                    rgb(0x623A9F), rgb(0x5A3296), rgb(0x522A8C), rgb(0x4B1F83)};
// The bright half of the color map Viridis (S. van der Walt, N. Smith, 2015), for the same reason.
constexpr std::array kBrightViridis{rgb(0x21918C), rgb(0x1FA187), rgb(0x2DB27D), rgb(0x4AC16D),
                                    rgb(0x73D056), rgb(0xA0DA39), rgb(0xD0E11C), rgb(0xFDE725)};

// No tint is within 25 degrees of hue of the color of collisions.
constexpr std::array kTintsOnDark{rgb(0x79C0FF), rgb(0xF2CC60), rgb(0x7EE787), rgb(0xE58CE8),
                                  rgb(0xD2A8FF), rgb(0x76E3EA), rgb(0xD9A02E), rgb(0xF9A8D4),
                                  rgb(0xB7D36B), rgb(0x9FB4FF), rgb(0xE6C9A8), rgb(0xA8DCC5)};
constexpr std::array kTintsOnLight{rgb(0x2F6FD0), rgb(0xB07D00), rgb(0x2E8B3A), rgb(0x9A4FA8),
                                   rgb(0x8250C8), rgb(0x1B8A94), rgb(0xC06A1E), rgb(0xBF4B8A),
                                   rgb(0x6E8B1F), rgb(0x5060C8), rgb(0x8C6A46), rgb(0x3E8A6C)};
// Colors of Okabe and Ito, "Color Universal Design" (2008), then lighter ones. Vermillion, which
// marks collisions, is replaced by violet, and orange by olive.
constexpr std::array kOkabeIto{rgb(0x56B4E9), rgb(0xA3A533), rgb(0x009E73), rgb(0xF0E442),
                               rgb(0x0072B2), rgb(0xCC79A7), rgb(0x8C86D6), rgb(0xBBBBBB),
                               rgb(0xAAD9F4), rgb(0xF7F1A1), rgb(0x7FCEB9), rgb(0xE5BCD3)};

// Heat colors run from like the background to the strongest contrast with it, so that "more" is
// seen without the legend. None of them is the color of collisions.
constexpr std::array kHeatOnDark{rgb(0x33496E), rgb(0x2B7A9B), rgb(0x35B19A), rgb(0xB5D45A),
                                 rgb(0xFFF06A)};
constexpr std::array kHeatOnLight{rgb(0xC3DCEF), rgb(0x7DB3DA), rgb(0x3C7FC4), rgb(0x4A3CA3),
                                  rgb(0x2A0E52)};
// Viridis at five places, without its darkest end.
constexpr std::array kHeatViridis{rgb(0x46327E), rgb(0x31688E), rgb(0x1FA187), rgb(0xA0DA39),
                                  rgb(0xFDE725)};

// The color of a role in one theme.
struct Ink {
  std::uint32_t hex;
  float alpha;
  constexpr Ink(std::uint32_t h, float a = 1) : hex(h), alpha(a) {}  // NOLINT: most are opaque
};

// The colors of a role in the three themes.
struct RoleColors {
  Role role;
  Ink dark, flash, color_blind;
};

constexpr auto kRoles = [] {
  using enum Role;
  return std::to_array<RoleColors>({{background, 0x14171C, 0xFFFFFF, 0x14171C},
                                    {grid, 0x1F242C, 0xEEEEEE, 0x1F242C},
                                    {field_border, 0x646E7B, 0x8E949C, 0x646E7B},
                                    {final_group, 0x3FB950, 0x00A000, 0x009E73},
                                    {temporary_group, 0x7D8590, 0x767676, 0x999999},
                                    {collision, 0xF85149, 0xE00000, 0xD55E00},
                                    {candidate, 0xD29922, 0xC08000, 0xF0E442},
                                    {box, {0x58A6FF, 0.45f}, {0x3060C0, 0.6f}, {0x56B4E9, 0.45f}},
                                    {open_boundary, 0x39C5CF, 0x0088AA, 0x0072B2},
                                    {close_boundary, 0xF0883E, 0xD06000, 0xE69F00},
                                    {selection, 0xFFFFFF, 0x000000, 0xFFFFFF},
                                    {missed, 0xFF5CE1, 0xFF00C0, 0xCC79A7},
                                    {aim, 0xFFFFFF, 0x000000, 0xFFFFFF},
                                    {velocity, 0xC9D1D9, 0x57606A, 0xC9D1D9},
                                    {text, 0xE6EDF3, 0x1F2328, 0xE6EDF3},
                                    {text_dim, 0x9DA7B3, 0x57606A, 0x9DA7B3},
                                    {panel, 0x1B1F26, 0xF4F5F7, 0x1B1F26},
                                    {panel_border, 0x2D343E, 0xD5D9DF, 0x2D343E},
                                    {accent, 0x58A6FF, 0x0058C0, 0x56B4E9},
                                    {warning, 0xD29922, 0x8A5A00, 0xE69F00},
                                    {node, 0x8D6FD0, 0x8258C4, 0x21918C},
                                    {sweep, 0x39C5CF, 0x0088AA, 0x0072B2},
                                    {swap, 0xF9A8D4, 0xBF4B8A, 0xE5BCD3},
                                    {fat, 0xB7D36B, 0x6E8B1F, 0xBBBBBB},
                                    {hull, 0x79C0FF, 0x2F6FD0, 0xAAD9F4},
                                    {closest, 0xF2CC60, 0xA06A00, 0xF2CF7F},
                                    {sample, 0x9DA7B3, 0x57606A, 0x9DA7B3},
                                    {query, 0xFFFFFF, 0x000000, 0xFFFFFF},
                                    {found, 0x58A6FF, 0x0058C0, 0x56B4E9},
                                    {visited, 0x9DA7B3, 0x57606A, 0x9DA7B3},
                                    {impact, 0xFFD866, 0x7A3E9D, 0xFFD866}});
}();
static_assert(kRoles.size() == Theme{}.colors.size());

// The theme with the colors of its roles taken from one column of kRoles.
constexpr Theme painted(Theme theme, Ink RoleColors::*of) {
  for (const RoleColors& row : kRoles)
    theme.colors[static_cast<std::size_t>(row.role)] = rgb((row.*of).hex, (row.*of).alpha);
  return theme;
}

constexpr std::array kThemes{
    painted({"dark", {}, kVioletOnDark, kTintsOnDark, kHeatOnDark, false}, &RoleColors::dark),
    painted({"flash", {}, kVioletOnLight, kTintsOnLight, kHeatOnLight, false}, &RoleColors::flash),
    painted({"color-blind", {}, kBrightViridis, kOkabeIto, kHeatViridis, true},
            &RoleColors::color_blind),
};

}  // namespace

const Theme& theme(ThemeId id) { return kThemes[static_cast<std::size_t>(id)]; }

Color Theme::heat_at(float t) const {
  const float at = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(heat.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(at), heat.size() - 2);
  return blended(heat[k], heat[k + 1], at - static_cast<float>(k));
}

Color blended(Color a, Color b, float part) {
  const auto channel = [part](std::uint8_t p, std::uint8_t q) {
    return static_cast<std::uint8_t>(static_cast<float>(p) * (1 - part) +
                                     static_cast<float>(q) * part + 0.5f);
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

}  // namespace phasebox
