// SPDX-License-Identifier: MIT
// The images that every test session has.
#pragma once
#include "collide/image.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {

/// The built-in sprites.
inline ImageSet test_images() { return builtin_images(); }

}  // namespace phasebox
