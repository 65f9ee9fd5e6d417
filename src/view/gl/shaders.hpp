// SPDX-License-Identifier: MIT
// The GLSL sources.
#pragma once

namespace phasebox {

/// One source for all kinds of shapes; which one is compiled is said by a define: FILL, OUTLINE,
/// DASHED_OUTLINE, LINE, DASHED_LINE, DISC, RING or HATCH.
extern const char* const kShapeVertex;
extern const char* const kShapeFragment;
/// PLAIN, or MARKED: with outline and hatch.
extern const char* const kPictureVertex;
extern const char* const kPictureFragment;

}  // namespace phasebox
