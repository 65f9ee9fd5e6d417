// SPDX-License-Identifier: MIT
// The three themes: dark, light as in the Flash demo of 2007, and Okabe-Ito for color-blind eyes.
#include "view/theme.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox {
namespace {

constexpr Color rgb(std::uint32_t hex, float alpha = 1) {
  return Color{static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 0xFF),
               static_cast<std::uint8_t>(hex & 0xFF)}
      .with_alpha(alpha);
}

// The fields in the order of Role, by name, so that no two colors are swapped unseen.
struct Palette {
  Color background, grid, field_border;
  Color final_group, temporary_group, collision, candidate, box;
  Color open_boundary, close_boundary, selection, missed, aim, velocity;
  Color text, text_dim, panel, panel_border, accent, warning;
  Color node, sweep, swap, fat, hull, closest, sample, query, found, visited, impact;
};

constexpr Theme make(std::string_view name, const Palette& p, const std::array<Color, 8>& ramp,
                     const std::array<Color, 12>& tints, const std::array<Color, 5>& heat,
                     bool hatch) {
  return {name,
          {p.background, p.grid,      p.field_border, p.final_group,   p.temporary_group,
           p.collision,  p.candidate, p.box,          p.open_boundary, p.close_boundary,
           p.selection,  p.missed,    p.aim,          p.velocity,      p.text,
           p.text_dim,   p.panel,     p.panel_border, p.accent,        p.warning,
           p.node,       p.sweep,     p.swap,         p.fat,           p.hull,
           p.closest,    p.sample,    p.query,        p.found,         p.visited,
           p.impact},
          ramp,
          tints,
          heat,
          hatch};
}

constexpr std::array kVioletOnDark{rgb(0x7D5BBE), rgb(0x8A68CC), rgb(0x9775D9), rgb(0xA483E4),
                                   rgb(0xB192EE), rgb(0xBEA2F5), rgb(0xCBB3FA), rgb(0xD8C5FD)};
constexpr std::array kVioletOnLight{rgb(0xA98BDD), rgb(0x9C7AD6), rgb(0x8F69CE), rgb(0x8258C4),
                                    rgb(0x7548B8), rgb(0x6739A9), rgb(0x592B97), rgb(0x4B1F83)};
// Viridis (S. van der Walt, N. Smith, 2015) at eight places; the darkest end is left out on the
// dark ground.
constexpr std::array kViridis{rgb(0x46327E), rgb(0x3E4C8A), rgb(0x31688E), rgb(0x277F8E),
                              rgb(0x1FA187), rgb(0x4AC16D), rgb(0xA0DA39), rgb(0xFDE725)};

constexpr std::array kTintsOnDark{rgb(0x79C0FF), rgb(0xF2CC60), rgb(0x7EE787), rgb(0xFFA198),
                                  rgb(0xD2A8FF), rgb(0x76E3EA), rgb(0xFFB77C), rgb(0xF9A8D4),
                                  rgb(0xB7D36B), rgb(0x9FB4FF), rgb(0xE6C9A8), rgb(0xA8DCC5)};
constexpr std::array kTintsOnLight{rgb(0x2F6FD0), rgb(0xB07D00), rgb(0x2E8B3A), rgb(0xB0607A),
                                   rgb(0x8250C8), rgb(0x1B8A94), rgb(0xC06A1E), rgb(0xBF4B8A),
                                   rgb(0x6E8B1F), rgb(0x5060C8), rgb(0x8C6A46), rgb(0x3E8A6C)};
// Okabe and Ito, "Color Universal Design" (2008), then the same lightened; their vermillion, which
// says collision here, gives way to a violet.
constexpr std::array kOkabeIto{rgb(0x56B4E9), rgb(0xE69F00), rgb(0x009E73), rgb(0xF0E442),
                               rgb(0x0072B2), rgb(0xCC79A7), rgb(0x8C86D6), rgb(0xBBBBBB),
                               rgb(0xAAD9F4), rgb(0xF2CF7F), rgb(0x7FCEB9), rgb(0xE5BCD3)};

// One way from the ground to its opposite, so that the eye reads "more" without the legend; none of
// the colors is that of collisions.
constexpr std::array kHeatOnDark{rgb(0x33496E), rgb(0x2B7A9B), rgb(0x35B19A), rgb(0xB5D45A),
                                 rgb(0xFFF06A)};
constexpr std::array kHeatOnLight{rgb(0xC3DCEF), rgb(0x7DB3DA), rgb(0x3C7FC4), rgb(0x4A3CA3),
                                  rgb(0x2A0E52)};
constexpr std::array kHeatViridis{kViridis[0], kViridis[2], kViridis[4], kViridis[6], kViridis[7]};

constexpr Palette kDark{.background = rgb(0x14171C),
                        .grid = rgb(0x1F242C),
                        .field_border = rgb(0x3A424D),
                        .final_group = rgb(0x3FB950),
                        .temporary_group = rgb(0x7D8590),
                        .collision = rgb(0xF85149),
                        .candidate = rgb(0xD29922),
                        .box = rgb(0x58A6FF, 0.45f),
                        .open_boundary = rgb(0x39C5CF),
                        .close_boundary = rgb(0xF0883E),
                        .selection = rgb(0xFFFFFF),
                        .missed = rgb(0xFF5CE1),
                        .aim = rgb(0xFFFFFF),
                        .velocity = rgb(0xC9D1D9),
                        .text = rgb(0xE6EDF3),
                        .text_dim = rgb(0x9DA7B3),
                        .panel = rgb(0x1B1F26),
                        .panel_border = rgb(0x2D343E),
                        .accent = rgb(0x58A6FF),
                        .warning = rgb(0xD29922),
                        .node = kVioletOnDark[0],
                        .sweep = rgb(0x39C5CF),
                        .swap = rgb(0xF9A8D4),
                        .fat = rgb(0xB7D36B),
                        .hull = rgb(0x79C0FF),
                        .closest = rgb(0xF2CC60),
                        .sample = rgb(0x9DA7B3),
                        .query = rgb(0xFFFFFF),
                        .found = rgb(0x58A6FF),
                        .visited = rgb(0x9DA7B3),
                        .impact = rgb(0xFFD866)};

constexpr Palette kFlash{.background = rgb(0xFFFFFF),
                         .grid = rgb(0xEEEEEE),
                         .field_border = rgb(0xB8BDC4),
                         .final_group = rgb(0x00A000),
                         .temporary_group = rgb(0x767676),
                         .collision = rgb(0xE00000),
                         .candidate = rgb(0xC08000),
                         .box = rgb(0x3060C0, 0.6f),
                         .open_boundary = rgb(0x0088AA),
                         .close_boundary = rgb(0xD06000),
                         .selection = rgb(0x000000),
                         .missed = rgb(0xFF00C0),
                         .aim = rgb(0x000000),
                         .velocity = rgb(0x57606A),
                         .text = rgb(0x1F2328),
                         .text_dim = rgb(0x57606A),
                         .panel = rgb(0xF4F5F7),
                         .panel_border = rgb(0xD5D9DF),
                         .accent = rgb(0x0058C0),
                         .warning = rgb(0x8A5A00),
                         .node = kVioletOnLight[0],
                         .sweep = rgb(0x0088AA),
                         .swap = rgb(0xBF4B8A),
                         .fat = rgb(0x6E8B1F),
                         .hull = rgb(0x2F6FD0),
                         .closest = rgb(0xA06A00),
                         .sample = rgb(0x57606A),
                         .query = rgb(0x000000),
                         .found = rgb(0x0058C0),
                         .visited = rgb(0x57606A),
                         .impact = rgb(0x7A3E9D)};

constexpr Palette color_blind_palette() {
  Palette p = kDark;
  p.final_group = rgb(0x009E73);
  p.temporary_group = rgb(0x999999);
  p.collision = rgb(0xD55E00);
  p.candidate = rgb(0xF0E442);
  p.box = rgb(0x56B4E9, 0.45f);
  p.open_boundary = rgb(0x0072B2);
  p.close_boundary = rgb(0xE69F00);
  p.missed = rgb(0xCC79A7);
  p.accent = rgb(0x56B4E9);
  p.warning = rgb(0xE69F00);
  p.node = kViridis[0];
  p.sweep = rgb(0x0072B2);
  p.swap = rgb(0xE5BCD3);
  p.fat = rgb(0xBBBBBB);
  p.hull = rgb(0xAAD9F4);
  p.closest = rgb(0xF2CF7F);
  p.found = rgb(0x56B4E9);
  return p;
}

constexpr std::array kThemes{
    make("dark", kDark, kVioletOnDark, kTintsOnDark, kHeatOnDark, false),
    make("flash", kFlash, kVioletOnLight, kTintsOnLight, kHeatOnLight, false),
    make("colour-blind", color_blind_palette(), kViridis, kOkabeIto, kHeatViridis, true),
};

// sRGB transfer function, then the weights of ITU-R BT.709.
double luminance(Color c) {
  const auto linear = [](std::uint8_t byte) {
    const double v = byte / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

}  // namespace

const Theme& theme(ThemeId id) { return kThemes[static_cast<std::size_t>(id)]; }

Color Theme::heat_at(float t) const {
  const float at = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(heat.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(at), heat.size() - 2);
  const float part = at - static_cast<float>(k);
  const auto channel = [part](std::uint8_t p, std::uint8_t q) {
    return static_cast<std::uint8_t>(static_cast<float>(p) * (1 - part) +
                                     static_cast<float>(q) * part + 0.5f);
  };
  const Color a = heat[k], b = heat[k + 1];
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

double contrast(Color a, Color b) {
  const double p = luminance(a), q = luminance(b);
  return (std::max(p, q) + 0.05) / (std::min(p, q) + 0.05);
}

}  // namespace phasebox
