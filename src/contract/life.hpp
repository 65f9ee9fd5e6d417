// SPDX-License-Identifier: MIT
// Lives of worlds: frames in which everything happens that may happen between two frames.
#pragma once
#include <cstdint>
#include <string_view>

#include "contract/trial.hpp"

namespace phasebox::contract {

/// What happens to the objects: each kind is a trial of its own, so that a fault is named by the
/// kind that shows it.
enum class Happening : std::uint8_t { motion, arrivals, teleports, flags, everything, count_ };
inline constexpr std::size_t kHappenings = static_cast<std::size_t>(Happening::count_);
std::string_view name_of(Happening happening);

/// `frames` frames with about `objects` objects. Pauses (a frame again, unchanged) are part of
/// every kind. Objects change from static to moving and back, and their filters change, in `flags`.
Trial life(Happening happening, std::size_t objects, int frames, std::uint64_t seed);

}  // namespace phasebox::contract
