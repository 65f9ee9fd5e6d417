// SPDX-License-Identifier: MIT
// Commands that add and tune images.
#pragma once
#include <cstdint>
#include <memory>

#include "base/sentence.hpp"
#include "collide/frame.hpp"
#include "collide/image.hpp"

namespace phasebox::command {

struct AddImage {
  std::shared_ptr<const Image> image;
};

/// Sets an image's own n (spacing of pixel samples) and inset; a default value takes them away.
struct TuneImage {
  std::uint16_t image;
  ImageTuning tuning;

  Sentence undo_title() const { return "n and inset of an image"; }
};

}  // namespace phasebox::command
