// SPDX-License-Identifier: MIT
// Adds and tunes images.
#include "session/command/images.hpp"

#include "session/editor.hpp"
#include "session/limits.hpp"

namespace phasebox {

Status Editor::operator()(const command::AddImage& c) {
  if (auto status = check_new_image(s.images, *c.image); status.failed()) return status;
  s.images.add(c.image);
  return {};
}

Status Editor::operator()(const command::TuneImage& c) {
  if (auto unknown = check_number("image", c.image, s.images.size()); unknown.failed())
    return unknown;
  if (auto status = check_tuning(c.tuning); status.failed()) return status;
  change.tuning = s.settings.tuning;
  s.settings.tune(s.images.picture(c.image), c.tuning);
  return {};
}

}  // namespace phasebox
