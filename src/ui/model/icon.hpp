// SPDX-License-Identifier: MIT
// The names of the icons, which ui/widgets/icons.hpp draws.
#pragma once
#include <cstddef>
#include <cstdint>

namespace phasebox::ui {

enum class Icon : std::uint8_t {
  play,
  pause,
  step,
  step_back,
  restart,
  film,
  first,      ///< to the beginning
  last,       ///< to the end
  jump,       ///< forward by more than a step
  jump_back,  ///< back by more than a step
  chevron_up,
  chevron_down,
  chevron_left,
  chevron_right,
  close,
  warning,
  folder,
  more,
  race,
  tune,
  why,
  lessons,
  xray,
  curve
};
inline constexpr std::size_t kIcons = static_cast<std::size_t>(Icon::curve) + 1;

}  // namespace phasebox::ui
