// SPDX-License-Identifier: MIT
// The painter of a program without OpenGL: every picture fails with an error that says so.
#include "cli/picture.hpp"

namespace phasebox {

struct ViewOptions {};

namespace cli {
namespace {

Error no_opengl() {
  return {"this program was built without OpenGL and cannot draw; build it with PHASEBOX_GUI=ON"};
}

}  // namespace

Painter::Painter() = default;
Painter::~Painter() = default;
ParamView Painter::params() const { return {}; }
Result<std::vector<std::uint8_t>> Painter::paint(const Session&, const EventLog&, int, int) const {
  return no_opengl();
}
Result<std::vector<std::uint8_t>> Painter::paint(const Session&, const Xray&, int, int) const {
  return no_opengl();
}

}  // namespace cli
}  // namespace phasebox
