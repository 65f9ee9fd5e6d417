// SPDX-License-Identifier: MIT
// One impact of a step in plain words.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "lab/xray/event_text.hpp"
#include "world/dynamics/dynamics.hpp"

namespace phasebox {

/// How many of the impacts are of sprites that fly into each other; these are numbered. O(n).
std::size_t flying(std::span<const Impact> impacts);

/// "impact 3 of 12, at 0.42 of the step: 7 and 12 meet at 5.1 px per step and part at 3.0". Of the
/// impact after which `n` are done, 1 to their number. `gravity` tells which of two carries the
/// other; only its direction counts.
std::string sentence(std::span<const Impact> impacts, std::size_t n, Vec2 gravity,
                     const Scenery& scenery = {});

/// "7 and 12", "7 and the border".
std::string partners(const Impact&, const Scenery& scenery = {});
/// "5.1", "0.024", px per step; what rounding leaves below zero is "0".
std::string speed_of(float along_normal);
/// The length of an impulse: "882", "1.2e4".
std::string size_of(Vec2 impulse);

}  // namespace phasebox
