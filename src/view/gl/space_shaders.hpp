// SPDX-License-Identifier: MIT
// The GLSL sources of the 3D view.
#pragma once

namespace phasebox {

/// Sides of solids.
extern const char* const kWallVertex;
extern const char* const kWallFragment;
/// Tops of solids: PICTURE, or BOX for a plain one.
extern const char* const kTopVertex;
extern const char* const kTopFragment;
/// Flat rectangles.
extern const char* const kPlateVertex;
/// One color, premultiplied.
extern const char* const kInkFragment;
/// Segments of a width in screen px.
extern const char* const kWireVertex;
extern const char* const kWireFragment;

}  // namespace phasebox
