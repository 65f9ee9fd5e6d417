// SPDX-License-Identifier: MIT
// The painter of a program without OpenGL: it says that it cannot draw.
#include "cli/picture.hpp"

namespace phasebox {

struct Painter::Impl {};

Painter::Painter() = default;
Painter::~Painter() = default;

bool Painter::is_available() const { return false; }

ParamView Painter::params() { return {}; }

Result<std::vector<std::uint8_t>> Painter::paint(const Session&, const EventLog&, int, int) const {
  return Error{
      "this program was built without OpenGL and cannot draw; build it with PHASEBOX_GUI=ON"};
}

}  // namespace phasebox
