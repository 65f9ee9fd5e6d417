// SPDX-License-Identifier: MIT
// The variant of RDC that scenes, lessons and the rulers of the window teach with.
#pragma once

namespace phasebox {

/// Puts the variant into the list of broadphases in the place of the library's RDC. It has the same
/// id and the same answers, and three switches more: the tie order `as-sorted` of the scene
/// "flash-demo", and `swap-x` and `swap-y`, which a click on a ruler sets. A program calls this
/// once, before it makes a session.
void use_taught_rdc();

}  // namespace phasebox
