// SPDX-License-Identifier: MIT
// A session like another one, for work that must not disturb it.
#pragma once
#include "session/session.hpp"

namespace phasebox {

/// The same sprites, images, parameters and chosen algorithms (or the same recording at the same
/// frame), with nothing to undo. Steps of both give the same state hash.
Session clone(const Session& session);

}  // namespace phasebox
