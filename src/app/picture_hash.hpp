// SPDX-License-Identifier: MIT
// Whether the next picture would be the last one again.
#pragma once
#include <cstdint>
#include <span>

#include "ui/model/application_model.hpp"
#include "ui/model/field_picture.hpp"

struct ImDrawData;

namespace phasebox {

/// A number for all that is drawn in one frame: the field's panes, the 3D view and the interface.
/// The contents of textures are not in it. O(what is drawn), allocates nothing.
std::uint64_t picture_hash(std::span<const FieldPane> panes, const ApplicationModel& model,
                           const ImDrawData& interface);

}  // namespace phasebox
