// SPDX-License-Identifier: MIT
// The part of the interface's state that the settings file keeps.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace phasebox::ui {

/// Sections of the panel.
enum class Section : std::uint8_t { scene, broadphase, narrowphase, response, show, statistics };
inline constexpr std::size_t kSections = 6;
constexpr std::string_view section_title(Section section) {
  constexpr std::array<std::string_view, kSections> kTitles{"Scene",    "Broadphase", "Narrowphase",
                                                            "Response", "Show",       "Statistics"};
  return kTitles[static_cast<std::size_t>(section)];
}

/// The part of the state that the settings file keeps from one start to the next without
/// conversion.
struct KeptLayout {
  bool panel_open = true, large_statistics = false;
  bool panel_beside = false;  ///< the panel is unfolded beside an open tool
  bool race_plot = false;     ///< the race shows a plot in place of bars
  bool is_welcomed = false;   ///< the start page was seen and left
  float panel_width = 368;    ///< width of panel and tools beside the field; px before scaling
  float drawer_height = 300;  ///< height of tools below the field; px before scaling
  float space_share = 0.5f;   ///< part of the field that the 3D view takes, 0 to 1
  std::array<bool, kSections> section_open{};  ///< [Section] the section is unfolded
  std::uint8_t threads = 0;         ///< that the search for pairs may use; 0: all of the machine
  float launch_size = 48;           ///< longer side of launched sprites, world px
  std::vector<std::string> recent;  ///< absolute paths of opened and saved files, newest first
};

}  // namespace phasebox::ui
