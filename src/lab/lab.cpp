// SPDX-License-Identifier: MIT
// Who is told what.
#include "lab/lab.hpp"

namespace phasebox {

Status Lab::apply(const LabCommand& command, const Session& session) {
  if (const auto* c = std::get_if<XrayCommand>(&command)) return xray_.apply(*c, session);
  return {};
}

void Lab::observe(const Session& session) { xray_.observe(session); }

}  // namespace phasebox
