// SPDX-License-Identifier: MIT
// What the picture shows: the parameters of owner "view".
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "collide/param.hpp"

namespace phasebox {

enum class ThemeId : std::uint8_t { dark, flash, color_blind };
enum class ColorBy : std::uint8_t { image, group, cost, speed, category };

/// Parameters of owner "view". None of them changes the simulation.
struct ViewOptions {
  ThemeId theme = ThemeId::dark;
  bool sprites = true;
  bool structure = true;
  bool boundaries = false;
  bool boxes = false;
  bool candidates = false;
  bool collisions = true;
  bool velocities = false;
  bool ids = false;
  bool impacts = false;
  bool grid = true;
  bool legend = true;
  ColorBy color_by = ColorBy::image;
  bool space = false;
  bool stand = true;
  float layer_height = 60;
  float extrusion = 24;
};

inline constexpr std::array<std::string_view, 3> kThemeNames{"dark", "flash", "colour-blind"};
inline constexpr std::array<std::string_view, 5> kColorByNames{"image", "group", "cost", "speed",
                                                               "category"};

inline constexpr std::array kViewRows{
    choice<&ViewOptions::theme>(
        "theme", kThemeNames,
        "Colors: dark, light as in the Flash demo, or safe for color-blind eyes."),
    flag<&ViewOptions::sprites>("sprites", "Draw the sprites' images."),
    flag<&ViewOptions::structure>("structure", "Draw groups, cells or nodes of the broadphase."),
    flag<&ViewOptions::boundaries>(
        "boundaries", "Draw the sorted open and close boundaries, with ticks on the rulers."),
    flag<&ViewOptions::boxes>("boxes", "Draw every sprite's box."),
    flag<&ViewOptions::candidates>("candidates", "Draw a line for every candidate pair."),
    flag<&ViewOptions::collisions>("collisions", "Mark every collision."),
    flag<&ViewOptions::velocities>("velocities", "Draw every sprite's velocity."),
    flag<&ViewOptions::ids>("ids", "Write every sprite's number."),
    flag<&ViewOptions::impacts>("impacts",
                                "Draw where sprites push each other: contact points, impulses as "
                                "arrows, and the order of the impacts."),
    flag<&ViewOptions::grid>("grid", "Draw the background grid."),
    flag<&ViewOptions::legend>("legend", "Explain the colors in a corner of the field."),
    choice<&ViewOptions::color_by>("colour-by", kColorByNames,
                                   "Tint of the sprites: their own image, their group, how often "
                                   "their boxes were compared, their "
                                   "speed, or their category (which sprites may collide)."),
    flag<&ViewOptions::space>("space",
                              "Show the same sprites in perspective beside the field (3D view), "
                              "the depth of groups, cells or nodes as height."),
    flag<&ViewOptions::stand>("stand",
                              "3D view: let every sprite stand on its group, cell or node; off, "
                              "all stand on the ground."),
    param<&ViewOptions::layer_height>(
        "layer-height", 0, 200, "px",
        "3D view: height of one depth, in a field 1280 px long; in others in proportion, and less "
        "where there are many depths."),
    param<&ViewOptions::extrusion>("extrusion", 1, 200, "px",
                                   "3D view: height of a sprite, in a field 1280 px long."),
};

}  // namespace phasebox
