// SPDX-License-Identifier: MIT
// What Debian has compiled for its own machines alone: stb, and what Highway knows at run time.
#pragma clang diagnostic ignored "-Weverything"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <hwy/targets.h>
#include <stb_image.h>
#include <stb_image_write.h>

namespace hwy {

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}
int64_t SupportedTargets() { return HWY_STATIC_TARGET; }

}  // namespace hwy
