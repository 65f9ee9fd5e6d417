// SPDX-License-Identifier: MIT
// Commands: what each does to a session, what it replaced, and how that is taken back.
#pragma once
#include "session/command.hpp"
#include "session/session_state.hpp"
#include "session/undo_history.hpp"

namespace phasebox {

/// Carries the command out and remembers it for undo, or refuses it and changes nothing.
Status apply(SessionState&, UndoHistory&, const Command&);

/// Largest population, and most images; more is refused.
inline constexpr std::uint32_t kMaxSprites = 2'000'000, kMaxImages = 65'535;

/// Pixels of all images of a session together; one takes 5 bytes, and some more where an algorithm
/// has looked at it.
inline constexpr std::uint64_t kMaxImagePixels = 100'000'000;

/// Refuses more images than a sprite can number.
Status check_images(std::size_t images);
/// Refuses more pixels of all images together.
Status check_pixels(std::uint64_t pixels);
/// Refuses an n or an inset that the parameters would refuse as well.
Status check_tuning(const ImageTuning& tuning);
/// Likewise of a restitution or a friction.
Status check_material(const ImageMaterial& material);

}  // namespace phasebox
