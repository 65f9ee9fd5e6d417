// SPDX-License-Identifier: MIT
// What a result is about, in words: a result of another scene must not pass for one of this scene.
#pragma once
#include <string>

#include "core/session.hpp"

namespace phasebox {

/// Whether the number of sprites is a part of what a result is about.
enum class SubjectCount : unsigned char { left_out, named };

/// "Flash, 60 sprites, seed 1", or the name of the recording that plays. Two sessions of the same
/// words would give a study the same thing to measure, but for changes by hand.
std::string subject_of(const Session& session, SubjectCount count);

}  // namespace phasebox
