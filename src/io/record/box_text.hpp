// SPDX-License-Identifier: MIT
// Recorded boxes inside a record: the text of a box file, as one string.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "world/recording_playback.hpp"

namespace phasebox::record {

/// Empty for a recording without boxes, from which one grows.
std::string box_text(const BoxRecording& recording);
std::string box_text(std::span<const BoxFrame> frames);

// Both throw BadLine.
std::shared_ptr<const BoxRecording> boxes_of_text(const std::string& text);
/// Each of its frames as a recording of its own.
std::vector<BoxFrame> frames_of_text(const std::string& text);

}  // namespace phasebox::record
