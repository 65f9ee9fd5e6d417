// SPDX-License-Identifier: MIT
// What the filters of recorded boxes mean, where their file leaves it open or they rule out all.
#pragma once
#include <vector>

#include "base/sentence.hpp"
#include "collide/box_recording.hpp"

namespace phasebox {

/// Turns categories that are the numbers of layers, as in Unity, into sets of one layer each:
/// `1 << layer`. False, and nothing is changed, where a category is no number below kLayers.
inline constexpr std::uint32_t kLayers = 32;
bool read_as_layers(std::vector<Filter>& filters);
/// Returns the note that a column `layer` was read so, or as sets.
Sentence layers_note(bool are_numbers);

/// Returns the note that boxes can meet no other box of the recording, with their number and the
/// likely causes. Empty where each one can, and where there are too many kinds of filters to know.
Sentence meets_nothing_note(const BoxRecording& recording);

}  // namespace phasebox
