// SPDX-License-Identifier: MIT
// Commands that add and tune images.
#pragma once
#include <cstdint>
#include <memory>

#include "base/sentence.hpp"
#include "collide/frame.hpp"
#include "collide/image.hpp"

namespace phasebox::command {

/// Adds an image, with its later animation frames if it has any, after all others. Undo does not
/// take it back.
struct AddImage {
  std::shared_ptr<const Image> image;
};

/// Sets the n (distance of sampled pixels, px) and the inset (percent) of one image, in place of
/// the world's. A default tuning takes them away.
struct TuneImage {
  std::uint16_t image;  ///< number in the session
  ImageTuning tuning;

  Sentence undo_title() const { return "n and inset of an image"; }
};

}  // namespace phasebox::command
